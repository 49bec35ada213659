"""Asking the lab: simulate, compare, duel; jobs that can be watched and stopped."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path

from affray.core.problems import InvalidDataError, data_error
from affray.library import Scenario
from affray.web.routes import REFUSALS, TheJobs, TheService, shown
from affray.web.service import check_player, read_text
from affray.web.shapes import AskGiven, JobShown

router = APIRouter(prefix="/api/ask", tags=["ask"], responses=REFUSALS)

JobId = Annotated[str, Path(max_length=60)]


@router.post("", status_code=202)
def ask(given: AskGiven, service: TheService, jobs: TheJobs) -> JobShown:
    """Begins a simulation, a comparison of house rules or an exact duel."""
    settings = service.settings
    scenario = read_text(given.scenario, given.name, settings.scenario_limit)
    if given.fights > settings.job_fights:
        raise data_error(f"at most {settings.job_fights:,} fights at a time here", "fights")
    check_players(scenario, given.players)
    if given.kind == "compare":
        if not given.variants:
            raise data_error("name at least one set of house rules", "variants")
        for number, variant in enumerate(given.variants):
            check_house(scenario, variant.house, number)
    if given.kind == "duel" and find_spec("affray.lab.duels") is None:
        raise data_error("this version cannot solve duels", "kind")
    return shown(jobs.start(given.kind, given.model_dump()))


def check_players(scenario: Scenario, players: dict[str, str]) -> None:
    """Every named side and player is one."""
    for side, name in players.items():
        if side not in scenario.sides:
            raise data_error(f"there is no side {side!r}", f"players.{side}")
        check_player(name, f"players.{side}")


def check_house(scenario: Scenario, house: dict[str, Any], number: int) -> None:
    """House rules that the scenario can have."""
    try:
        scenario.with_house(house)
    except InvalidDataError as error:
        first = error.problems[0]
        raise data_error(first.text, f"variants.{number}.{first.key}") from None


@router.get("/{job}")
def progress(job: JobId, jobs: TheJobs) -> JobShown:
    """How far a job is, with what it has found so far."""
    found = jobs.get(job)
    if found is None:
        raise HTTPException(404, "there is no such job")
    return shown(found)


@router.delete("/{job}")
def stop(job: JobId, jobs: TheJobs) -> JobShown:
    """Stops a job; what it has found so far stays."""
    jobs.stop(job)
    return progress(job, jobs)
