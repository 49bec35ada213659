"""Studying a fight: its story as a job, and the win probability where it stands."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException

from affray.web.messages import JobResponse, StudyRequest
from affray.web.rooms.beginnings import check_nothing_hidden
from affray.web.routes.access import REFUSALS, AccessDependency, JobsDependency, ServiceDependency
from affray.web.routes.fights import secured

Json = dict[str, Any]

router = APIRouter(prefix="/api/fights", tags=["study"], responses=REFUSALS)


@router.post("/{fight}/study", status_code=202, dependencies=secured)
async def start_study(
    given: StudyRequest,
    access: AccessDependency,
    service: ServiceDependency,
    jobs: JobsDependency,
) -> JobResponse:
    """Compute the fight's story, as `affray story` does.

    Parts of it can be read on the way.

    A story that was computed lately is there at once.
    """
    room = await service.rooms.open(access.fight, access.address)
    room.check_not_frozen()
    check_nothing_hidden(room, access.role, "have it studied")
    request = {
        "scenario": room.stored.scenario,
        "name": room.stored.name,
        "tape": list(room.tape),
        **given.model_dump(),
    }
    job = await service.background.in_thread(jobs.start_once, "study", request, access.address)
    return JobResponse.model_validate(job.data())


@router.get("/{fight}/chances", dependencies=secured)
async def get_chances(access: AccessDependency, service: ServiceDependency) -> Json:
    """Return every side's chance to win from where the fight stands, between simple players."""
    room = await service.rooms.open(access.fight, access.address)
    room.check_not_frozen()
    check_nothing_hidden(room, access.role, "see its chances")
    if room.question is None:
        raise HTTPException(409, "nothing is being asked")
    return await service.odds.chances(room, access.address)
