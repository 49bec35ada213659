"""Routes for the lab: start jobs, watch them and stop them."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path
from fastapi.responses import Response, StreamingResponse

from affray.core.problems import data_error
from affray.web.messages import CheckRequest, JobResponse, LabOptionsResponse, LabRequest
from affray.web.rooms.subscriptions import Subscription
from affray.web.routes.access import REFUSALS, AddressDependency, JobsDependency, ServiceDependency
from affray.web.routes.begin import check_player
from affray.web.routes.events import JobStream
from affray.web.workers import tasks

router = APIRouter(prefix="/api/ask", tags=["ask"], responses=REFUSALS)

Json = dict[str, Any]
JobId = Annotated[str, Path(max_length=60)]


NEEDED = {
    "compare": ["variants"],
    "sweep": ["vary"],
    "tune": ["tune"],
    "strength": ["entry"],
}
"""The fields that each kind of question requires."""


@router.post("/options", response_model=LabOptionsResponse)
async def list_options(
    given: CheckRequest, service: ServiceDependency, address: AddressDependency
) -> Json:
    """List the options of the lab for a scenario: its keys, and its fighters with weapons."""
    limit = service.settings.scenario_limit
    arguments = (given.scenario, given.name, limit)
    found: Json = await service.pools.read(tasks.lab_options, arguments, address)
    return found


@router.post("", status_code=202)
async def ask(
    given: LabRequest,
    service: ServiceDependency,
    jobs: JobsDependency,
    address: AddressDependency,
) -> JobResponse:
    """Start a job of the lab.

    Its kind is a simulation, a comparison, a sweep, a tuning, odds, a duel or its size, or the
    strength of an entry.
    """
    settings = service.settings
    if given.fights > settings.job_fights:
        raise data_error(f"at most {settings.job_fights:,} fights at a time here", "fights")
    named = [given.players, *[variant.players for variant in given.variants]]
    for side, name in [pair for players in named for pair in players.items()]:
        check_player(name, f"players.{side}")
    for part in NEEDED.get(given.kind, ()):
        if not getattr(given, part):
            raise data_error(f"a question of the kind {given.kind!r} has to have this", part)
    if given.kind == "sweep" and given.vary is not None:
        total = given.fights * len(given.vary.values)
        if total > settings.job_fights:
            raise data_error(f"at most {settings.job_fights:,} fights altogether here", "fights")
    if given.kind.startswith("duel") and find_spec("affray.lab.duels") is None:
        raise data_error("this version cannot solve duels", "kind")
    arguments = (given.model_dump(), settings.scenario_limit)
    await service.pools.read(tasks.admit_lab_request, arguments, address)
    job = await asyncio.to_thread(jobs.start, given.kind, given.model_dump(), address)
    return JobResponse.model_validate(job.data())


@router.get("/{job}")
async def progress(job: JobId, service: ServiceDependency, jobs: JobsDependency) -> JobResponse:
    """Return a job's progress and its result so far."""
    found = await asyncio.to_thread(jobs.get, job)
    if found is None:
        raise HTTPException(404, "there is no such job")
    return JobResponse.model_validate(found)


@router.get("/{job}/events", response_class=StreamingResponse)
async def listen(
    job: JobId, service: ServiceDependency, jobs: JobsDependency, address: AddressDependency
) -> Response:
    """Stream a job: first everything, then its changes, until it is done."""
    if await asyncio.to_thread(jobs.get, job) is None:
        raise HTTPException(404, "there is no such job")
    subscription = Subscription(job, "onlooker", job, address, 0)
    return JobStream(service, subscription, jobs)


@router.delete("/{job}")
async def stop(job: JobId, service: ServiceDependency, jobs: JobsDependency) -> JobResponse:
    """Stop a job; its results so far stay."""
    await asyncio.to_thread(jobs.stop, job)
    return await progress(job, service, jobs)
