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

from affray.web.chances import Chances, NothingAsked
from affray.web.export import alone
from affray.web.jobs import Job, Jobs
from affray.web.service import Service, decisions_of
from affray.web.shapes import (
    Accepted,
    AlongGiven,
    AnswerGiven,
    BackGiven,
    BranchGiven,
    JobShown,
    Links,
    NewFight,
    NewTape,
    NumberGiven,
    Refused,
)
from affray.web.story import question_data, scene_of, story_of

Json = dict[str, Any]

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Refused},
    401: {"model": Refused},
    403: {"model": Refused},
    404: {"model": Refused},
    409: {"model": Refused, "description": "Somebody else was first"},
    413: {"model": Refused},
    422: {"model": Refused},
    429: {"model": Refused},
}

router = APIRouter(prefix="/api/fights", tags=["fights"], responses=REFUSALS)
bearer = HTTPBearer(auto_error=False, description="the secret part of a link")

HEARTBEAT = ": still here\n\n"


class Seat:
    """Somebody at a fight: which one, and whose link they have."""

    def __init__(self, fight: str, role: str) -> None:
        self.fight = fight
        self.role = role


def service_of(request: Request) -> Service:
    """The service of this application."""
    found: Service = request.app.state.service
    return found


def jobs_of(request: Request) -> Jobs:
    """The jobs of this application."""
    found: Jobs = request.app.state.jobs
    return found


def chances_of(request: Request) -> Chances:
    """Who works out odds."""
    found: Chances = request.app.state.chances
    return found


TheService = Annotated[Service, Depends(service_of)]
TheJobs = Annotated[Jobs, Depends(jobs_of)]
TheChances = Annotated[Chances, Depends(chances_of)]


def seat_of(
    fight: Annotated[str, Path(pattern=r"^[0-9a-f]{1,32}$")],
    service: TheService,
    given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)],
) -> Seat:
    """Whoever asks, by their secret link."""
    if given is None:
        raise HTTPException(
            401, "send the secret part of your link", {"www-authenticate": "Bearer"}
        )
    return Seat(fight, service.role(fight, given.credentials))


TheSeat = Annotated[Seat, Depends(seat_of)]


@router.post("", status_code=201)
def begin(given: NewFight, service: TheService) -> Links:
    """Begins a fight and gives its secret links."""
    return service.begin(given)


@router.post("/tapes", status_code=201)
def take_in(given: NewTape, service: TheService) -> Links:
    """Begins a fight from a tape, to study it or play on."""
    return service.take_in(given)


@router.get("/{fight}")
def look(seat: TheSeat, service: TheService) -> Json:
    """A whole fight: what is drawn, what was told, what is asked."""
    service.go_on(seat.fight)
    sitting = service.sitting(seat.fight)
    return {
        "role": seat.role,
        "scene": scene_of(sitting),
        "story": story_of(sitting, 0, seat.role),
    }


@router.get("/{fight}/question")
def question(seat: TheSeat, service: TheService) -> Json:
    """Only what is asked now, for those who need not be told the story."""
    sitting = service.sitting(seat.fight)
    position = sitting.now()
    asked = question_data(sitting, position, seat.role) if position.question else None
    return {"number": sitting.number, "over": asked is None, "question": asked}


@router.get("/{fight}/events", response_class=StreamingResponse)
async def listen(
    request: Request,
    seat: TheSeat,
    service: TheService,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> StreamingResponse:
    """What happens, as it happens. An event's id is the journal's length; a stream that begins
    with the last one seen misses nothing."""
    seen = (
        int(last_event_id)
        if last_event_id and last_event_id.isascii() and last_event_id.isdigit()
        else 0
    )
    if service.hub.listeners() >= service.settings.stream_limit:
        raise HTTPException(429, "too many pages listen at once")
    return StreamingResponse(
        events(request, seat, service, min(seen, 1_000_000_000)),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


async def events(request: Request, seat: Seat, service: Service, seen: int) -> AsyncIterator[str]:
    """The stream: everything behind the line last seen, again whenever the journal grew."""
    hub = service.hub
    woken = hub.listen(seat.fight)
    try:
        first = True
        while not hub.closing:
            woken.clear()
            length = await run_in_threadpool(service.store.length, seat.fight)
            if length != seen or first:
                story = await run_in_threadpool(news, service, seat, seen if seen <= length else 0)
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
        hub.leave(seat.fight, woken)


def news(service: Service, seat: Seat, seen: int) -> Json:
    """What a seat has yet to hear."""
    return story_of(service.sitting(seat.fight), seen, seat.role)


@router.post("/{fight}/answers")
def answer(given: AnswerGiven, seat: TheSeat, service: TheService) -> Accepted:
    """Answers the open question, or rules. What is acknowledged is on the disk."""
    number, after = service.answer(seat.fight, seat.role, given)
    question = after.question
    asked = after.fight.setup.asked_name(question) if question is not None else None
    return Accepted(number=number, over=question is None, asked=asked)


@router.post("/{fight}/back")
def take_back(given: BackGiven, seat: TheSeat, service: TheService) -> Json:
    """Takes back, or asks to, or grants what somebody asked."""
    return {"number": service.take_back(seat.fight, seat.role, given.number, given.to)}


@router.post("/{fight}/refuse")
def refuse(given: NumberGiven, seat: TheSeat, service: TheService) -> Json:
    """Refuses a wish to take back."""
    return {"number": service.refuse(seat.fight, seat.role, given.number)}


@router.post("/{fight}/branch", status_code=201)
def branch(given: BranchGiven, seat: TheSeat, service: TheService) -> Links:
    """Another fight that goes its own way from here."""
    return service.branch(seat.fight, given)


@router.get("/{fight}/odds")
def odds(seat: TheSeat, service: TheService, chances: TheChances) -> Json:
    """The exact odds of the open question's attacks."""
    try:
        return chances.of_question(service.sitting(seat.fight, "odds"))
    except NothingAsked as error:
        raise HTTPException(409, str(error)) from None


@router.get("/{fight}/option")
def option(
    seat: TheSeat,
    service: TheService,
    chances: TheChances,
    key: Annotated[str, Query(max_length=300)],
) -> Json:
    """One option with its distribution of damage and every modifier and rule behind it."""
    try:
        found = chances.of_option(service.sitting(seat.fight, "odds"), key)
    except NothingAsked as error:
        raise HTTPException(409, str(error)) from None
    if found is None:
        raise HTTPException(404, "that is no option of the open question")
    return found


@router.get("/{fight}/reach/{who}")
def reach(
    who: Annotated[int, Path(ge=0, le=1000)],
    seat: TheSeat,
    service: TheService,
    chances: TheChances,
) -> Json:
    """Whom a fighter could attack from where it stands, and what hinders it."""
    sitting = service.sitting(seat.fight, "odds")
    if who >= len(sitting.scenario.setup.names):
        raise HTTPException(404, "there is no such fighter")
    return chances.reach_of(sitting, who)


@router.get("/{fight}/tape", response_class=PlainTextResponse)
def tape(seat: TheSeat, service: TheService) -> str:
    """The tape, as `affray replay` reads it."""
    return service.sitting(seat.fight).whole_tape().text()


@router.get("/{fight}/page", response_class=HTMLResponse)
def page(seat: TheSeat, service: TheService) -> HTMLResponse:
    """The fight as one HTML file that plays by itself."""
    sitting = service.sitting(seat.fight)
    return HTMLResponse(
        alone(scene_of(sitting), story_of(sitting)),
        headers={"content-disposition": 'attachment; filename="fight.html"'},
    )


@router.post("/{fight}/along", status_code=202)
def along(given: AlongGiven, seat: TheSeat, service: TheService, jobs: TheJobs) -> JobShown:
    """Has the win probability along the fight worked out."""
    sitting = service.sitting(seat.fight)
    job = jobs.start(
        "along",
        {
            "scenario": sitting.kept.scenario,
            "name": sitting.kept.name,
            "tape": sitting.tape,
            "fights": given.fights,
            "points": given.points,
            "thinned": len(decisions_of(sitting.tape)) > given.points,
        },
    )
    return shown(job)


def shown(job: Job) -> JobShown:
    """A job as it is sent."""
    return JobShown.model_validate(job.data())
