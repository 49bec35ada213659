"""The route that studies a fight: its story as a job."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter

from affray.web.messages import JobResponse, StudyRequest
from affray.web.routes.access import (
    REFUSALS,
    AccessDependency,
    JobsDependency,
    secured,
)
from affray.web.routes.begin import check_nothing_hidden

Json = dict[str, Any]

router = APIRouter(prefix="/api/fights", tags=["study"], responses=REFUSALS)


@router.post("/{fight}/study", status_code=202, dependencies=secured)
async def start_study(
    given: StudyRequest,
    access: AccessDependency,
    jobs: JobsDependency,
) -> JobResponse:
    """Start a job that computes the fight's story, as `affray story` does.

    The job has interim results. A story that was computed recently is returned at once.
    """
    room = await access.open_to_play()
    check_nothing_hidden(room, access.role, "have it studied")
    request = {
        "scenario": room.stored.scenario,
        "name": room.stored.name,
        "tape": list(room.tape),
        **given.model_dump(),
    }
    job = await asyncio.to_thread(jobs.start_once, "study", request, access.address)
    return JobResponse.model_validate(job.data())
