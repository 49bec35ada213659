"""Asking the lab: simulate, compare, duel; jobs that can be watched and stopped."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path

from affray.core.problems import data_error
from affray.web.messages import JobResponse, LabRequest
from affray.web.rooms.beginnings import check_player
from affray.web.routes.access import REFUSALS, AddressDependency, JobsDependency, ServiceDependency

router = APIRouter(prefix="/api/ask", tags=["ask"], responses=REFUSALS)

JobId = Annotated[str, Path(max_length=60)]


@router.post("", status_code=202)
async def ask(
    given: LabRequest,
    service: ServiceDependency,
    jobs: JobsDependency,
    address: AddressDependency,
) -> JobResponse:
    """Begins a simulation, a comparison of house rules or an exact duel."""
    settings = service.settings
    if given.fights > settings.job_fights:
        raise data_error(f"at most {settings.job_fights:,} fights at a time here", "fights")
    for side, name in given.players.items():
        check_player(name, f"players.{side}")
    if given.kind == "compare" and not given.variants:
        raise data_error("name at least one set of house rules", "variants")
    if given.kind == "duel" and find_spec("affray.lab.duels") is None:
        raise data_error("this version cannot solve duels", "kind")
    houses = [variant.house for variant in given.variants] if given.kind == "compare" else []
    arguments = (
        given.scenario,
        given.name,
        settings.scenario_limit,
        list(given.players),
        houses,
    )
    await service.pools.read("admit_lab_request", arguments, address)
    job = await service.in_thread(jobs.start, given.kind, given.model_dump(), address)
    return JobResponse.model_validate(job.data())


@router.get("/{job}")
async def progress(job: JobId, service: ServiceDependency, jobs: JobsDependency) -> JobResponse:
    """How far a job is, with what it has found so far."""
    found = await service.in_thread(jobs.get, job)
    if found is None:
        raise HTTPException(404, "there is no such job")
    return JobResponse.model_validate(found)


@router.delete("/{job}")
async def stop(job: JobId, service: ServiceDependency, jobs: JobsDependency) -> JobResponse:
    """Stops a job; what it has found so far stays."""
    await service.in_thread(jobs.stop, job)
    return await progress(job, service, jobs)
