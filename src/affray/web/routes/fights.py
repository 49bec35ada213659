"""Fights: begin, look, listen, answer, take back, branch, take along."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, PlainTextResponse, StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from affray.web.messages import (
    AnswerRequest,
    AnswerResponse,
    BranchRequest,
    JobResponse,
    LinksResponse,
    NewFightRequest,
    NewTapeRequest,
    RefusalResponse,
    RefuseRequest,
    TakeBackRequest,
    WinCurveRequest,
)
from affray.web.odds.option_odds import NothingAskedError, OddsCalculator
from affray.web.page.export import export_page
from affray.web.rooms.fight_service import FightService, decision_numbers
from affray.web.rooms.story import question_data, scene_data, story_data
from affray.web.workers.jobs import Job, JobRunner

Json = dict[str, Any]

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": RefusalResponse},
    401: {"model": RefusalResponse},
    403: {"model": RefusalResponse},
    404: {"model": RefusalResponse},
    409: {"model": RefusalResponse, "description": "Somebody else was first"},
    413: {"model": RefusalResponse},
    422: {"model": RefusalResponse},
    429: {"model": RefusalResponse},
}

router = APIRouter(prefix="/api/fights", tags=["fights"], responses=REFUSALS)
bearer = HTTPBearer(auto_error=False, description="the secret part of a link")

HEARTBEAT = ": still here\n\n"


class FightAccess:
    """Somebody at a fight: which one, and whose link they have."""

    def __init__(self, fight: str, role: str) -> None:
        self.fight = fight
        self.role = role


def get_service(request: Request) -> FightService:
    """The service of this application."""
    found: FightService = request.app.state.service
    return found


def get_jobs(request: Request) -> JobRunner:
    """The jobs of this application."""
    found: JobRunner = request.app.state.jobs
    return found


def get_odds_calculator(request: Request) -> OddsCalculator:
    """Who works out odds."""
    found: OddsCalculator = request.app.state.odds_calculator
    return found


ServiceDependency = Annotated[FightService, Depends(get_service)]
JobsDependency = Annotated[JobRunner, Depends(get_jobs)]
OddsDependency = Annotated[OddsCalculator, Depends(get_odds_calculator)]


def check_link(
    fight: Annotated[str, Path(pattern=r"^[0-9a-f]{1,32}$")],
    service: ServiceDependency,
    given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)],
) -> FightAccess:
    """Whoever asks, by their secret link."""
    if given is None:
        raise HTTPException(
            401, "send the secret part of your link", {"www-authenticate": "Bearer"}
        )
    return FightAccess(fight, service.role_of_link(fight, given.credentials))


AccessDependency = Annotated[FightAccess, Depends(check_link)]


@router.post("", status_code=201)
def begin(given: NewFightRequest, service: ServiceDependency) -> LinksResponse:
    """Begins a fight and gives its secret links."""
    return service.begin_fight(given)


@router.post("/tapes", status_code=201)
def take_in(given: NewTapeRequest, service: ServiceDependency) -> LinksResponse:
    """Begins a fight from a tape, to study it or play on."""
    return service.import_tape(given)


@router.get("/{fight}")
def look(access: AccessDependency, service: ServiceDependency) -> Json:
    """A whole fight: what is drawn, what was told, what is asked."""
    service.resume(access.fight)
    room = service.open_room(access.fight)
    return {
        "role": access.role,
        "scene": scene_data(room),
        "story": story_data(room, 0, access.role),
    }


@router.get("/{fight}/question")
def question(access: AccessDependency, service: ServiceDependency) -> Json:
    """Only what is asked now, for those who need not be told the story."""
    room = service.open_room(access.fight)
    position = room.position()
    asked = question_data(room, position, access.role) if position.question else None
    return {"number": room.number, "over": asked is None, "question": asked}


@router.get("/{fight}/events", response_class=StreamingResponse)
async def listen(
    request: Request,
    access: AccessDependency,
    service: ServiceDependency,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> StreamingResponse:
    """What happens, as it happens. An event's id is the journal's length; a stream that begins
    with the last one seen misses nothing."""
    seen = (
        int(last_event_id)
        if last_event_id and last_event_id.isascii() and last_event_id.isdigit()
        else 0
    )
    if service.subscriptions.count() >= service.settings.stream_limit:
        raise HTTPException(429, "too many pages listen at once")
    return StreamingResponse(
        events(request, access, service, min(seen, 1_000_000_000)),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


async def events(
    request: Request, access: FightAccess, service: FightService, seen: int
) -> AsyncIterator[str]:
    """The stream: everything behind the line last seen, again whenever the journal grew."""
    subscriptions = service.subscriptions
    woken = subscriptions.subscribe(access.fight)
    try:
        first = True
        while not subscriptions.closing:
            woken.clear()
            length = await run_in_threadpool(service.store.journal_length, access.fight)
            if length != seen or first:
                story = await run_in_threadpool(
                    news, service, access, seen if seen <= length else 0
                )
                if story["number"] != seen or first:
                    seen = story["number"]
                    yield f"id: {seen}\nevent: story\ndata: {json.dumps(story)}\n\n"
            else:
                yield HEARTBEAT
            first = False
            try:
                await asyncio.wait_for(woken.wait(), service.settings.poll)
            except TimeoutError:
                if await request.is_disconnected():
                    return
    finally:
        subscriptions.unsubscribe(access.fight, woken)


def news(service: FightService, access: FightAccess, seen: int) -> Json:
    """What a access has yet to hear."""
    return story_data(service.open_room(access.fight), seen, access.role)


@router.post("/{fight}/answers")
def answer(
    given: AnswerRequest, access: AccessDependency, service: ServiceDependency
) -> AnswerResponse:
    """Answers the open question, or rules. What is acknowledged is on the disk."""
    number, after = service.answer(access.fight, access.role, given)
    question = after.question
    asked = after.fight.setup.asked_name(question) if question is not None else None
    return AnswerResponse(number=number, over=question is None, asked=asked)


@router.post("/{fight}/back")
def take_back(given: TakeBackRequest, access: AccessDependency, service: ServiceDependency) -> Json:
    """Takes back, or asks to, or grants what somebody asked."""
    return {"number": service.take_back(access.fight, access.role, given.number, given.to)}


@router.post("/{fight}/refuse")
def refuse(given: RefuseRequest, access: AccessDependency, service: ServiceDependency) -> Json:
    """Refuses a wish to take back."""
    return {"number": service.refuse(access.fight, access.role, given.number)}


@router.post("/{fight}/branch", status_code=201)
def branch(
    given: BranchRequest, access: AccessDependency, service: ServiceDependency
) -> LinksResponse:
    """Another fight that goes its own way from here."""
    return service.branch(access.fight, given)


@router.get("/{fight}/odds")
def odds(
    access: AccessDependency, service: ServiceDependency, odds_calculator: OddsDependency
) -> Json:
    """The exact odds of the open question's attacks."""
    try:
        return odds_calculator.question_odds(service.open_room(access.fight, "odds"))
    except NothingAskedError as error:
        raise HTTPException(409, str(error)) from None


@router.get("/{fight}/option")
def option(
    access: AccessDependency,
    service: ServiceDependency,
    odds_calculator: OddsDependency,
    key: Annotated[str, Query(max_length=300)],
) -> Json:
    """One option with its distribution of damage and every modifier and rule behind it."""
    try:
        found = odds_calculator.option_detail(service.open_room(access.fight, "odds"), key)
    except NothingAskedError as error:
        raise HTTPException(409, str(error)) from None
    if found is None:
        raise HTTPException(404, "that is no option of the open question")
    return found


@router.get("/{fight}/reach/{who}")
def reach(
    who: Annotated[int, Path(ge=0, le=1000)],
    access: AccessDependency,
    service: ServiceDependency,
    odds_calculator: OddsDependency,
) -> Json:
    """Whom a fighter could attack from where it stands, and what hinders it."""
    room = service.open_room(access.fight, "odds")
    if who >= len(room.scenario.setup.names):
        raise HTTPException(404, "there is no such fighter")
    return odds_calculator.reach_data(room, who)


@router.get("/{fight}/tape", response_class=PlainTextResponse)
def tape(access: AccessDependency, service: ServiceDependency) -> str:
    """The tape, as `affray replay` reads it."""
    return service.open_room(access.fight).whole_tape().text()


@router.get("/{fight}/page", response_class=HTMLResponse)
def page(access: AccessDependency, service: ServiceDependency) -> HTMLResponse:
    """The fight as one HTML file that plays by itself."""
    room = service.open_room(access.fight)
    return HTMLResponse(
        export_page(scene_data(room), story_data(room)),
        headers={"content-disposition": 'attachment; filename="fight.html"'},
    )


@router.post("/{fight}/along", status_code=202)
def along(
    given: WinCurveRequest,
    access: AccessDependency,
    service: ServiceDependency,
    jobs: JobsDependency,
) -> JobResponse:
    """Has the win probability along the fight worked out."""
    room = service.open_room(access.fight)
    job = jobs.start(
        "along",
        {
            "scenario": room.stored.scenario,
            "name": room.stored.name,
            "tape": room.tape,
            "fights": given.fights,
            "points": given.points,
            "thinned": len(decision_numbers(room.tape)) > given.points,
        },
    )
    return job_response(job)


def job_response(job: Job) -> JobResponse:
    """A job as it is sent."""
    return JobResponse.model_validate(job.data())
