"""Fights: begin, look, listen, answer, take back, branch, share, take along."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query
from fastapi.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse

from affray.web.messages import (
    AnswerRequest,
    AnswerResponse,
    BranchRequest,
    LinkRequest,
    LinkResponse,
    LinkRolesResponse,
    LinksResponse,
    NewFightRequest,
    NewTapeRequest,
    RedoRequest,
    RefuseRequest,
    TakeBackRequest,
)
from affray.web.page.export import export_page
from affray.web.rooms.beginnings import check_nothing_hidden
from affray.web.rooms.room import Room
from affray.web.rooms.story import to_json
from affray.web.rooms.subscriptions import Subscription
from affray.web.routes.access import (
    REFUSALS,
    SECURED_BY_ACCESS,
    AccessDependency,
    AddressDependency,
    FighterNumber,
    ServiceDependency,
    TablesDependency,
    bearer,
)
from affray.web.routes.events import FightStream

Json = dict[str, Any]
Replies = Literal["none", "simple", "passive", "best"]

router = APIRouter(prefix="/api/fights", tags=["fights"], responses=REFUSALS)
secured = [Depends(bearer)]
"""Documents that an address needs a link; whose it is, is looked up by `check_link`."""


def json_response(text: str | bytes) -> Response:
    """Return a response with ready JSON."""
    return Response(text, media_type="application/json")


# --- play: first, because routes are tried in their order ---


@router.get("/{fight}/question", response_model=None, openapi_extra=SECURED_BY_ACCESS)
async def question(access: AccessDependency) -> Response:
    """Return only what is asked now, without the story."""
    rooms = access.service.rooms
    room = await rooms.open(access.fight, access.address)
    found = await rooms.in_room(room, lambda: room.news.question_now(access.role))
    return json_response(to_json(found))


@router.post(
    "/{fight}/answers",
    response_model=None,
    openapi_extra=SECURED_BY_ACCESS,
    responses={200: {"model": AnswerResponse}},
)
async def answer(given: AnswerRequest, access: AccessDependency) -> Response:
    """Answer the open question, or rule. What is acknowledged is on the disk."""
    room = await access.service.play.answer(access.fight, access.role, given, access.address)
    asked = room.question
    name = room.scenario.setup.asked_name(asked) if asked is not None else None
    found = AnswerResponse(number=room.number, over=room.is_over(), asked=name)
    return json_response(found.model_dump_json())


@router.get("/{fight}/events", response_class=StreamingResponse, openapi_extra=SECURED_BY_ACCESS)
async def listen(
    access: AccessDependency,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> Response:
    """Stream what happens, as it happens.

    An event's id is the journal's length; a stream that begins with the last id seen misses
    nothing.
    """
    await access.service.rooms.open(access.fight, access.address)
    seen = event_number(last_event_id)
    subscription = Subscription(access.fight, access.role, access.link, access.address, seen)
    return FightStream(access.service, subscription)


@router.post("", status_code=201)
async def begin(
    given: NewFightRequest,
    service: ServiceDependency,
    tables: TablesDependency,
    address: AddressDependency,
) -> LinksResponse:
    """Begin a fight and give its secret links, and the code with which friends join."""
    links = await service.beginnings.begin_fight(given, address)
    if given.friends is not None:
        links.code = await tables.seats.open_code(links.id)
    return links


@router.post("/tapes", status_code=201)
async def import_tape(
    given: NewTapeRequest, service: ServiceDependency, address: AddressDependency
) -> LinksResponse:
    """Begin a fight from a tape, to study it or play on."""
    return await service.beginnings.import_tape(given, address)


@router.get("/{fight}", dependencies=secured, response_model=None, responses={200: {}})
async def look(access: AccessDependency, service: ServiceDependency) -> Response:
    """Return a whole fight: its scene, its story and its open question."""
    room = await service.rooms.open(access.fight, access.address)

    def whole() -> str:
        news, role = room.news, access.role
        return to_json({"role": role, "scene": news.scene(role), "story": news.story(0, role)})

    return json_response(await service.rooms.in_room(room, whole))


def event_number(text: str | None) -> int:
    """Return how much of the journal somebody has seen, by the id of an event.

    Nothing for an odd one.
    """
    if not text or not text.isascii() or not text.isdigit():
        return 0
    return min(int(text), 1_000_000_000)


@router.post("/{fight}/back", dependencies=secured)
async def take_back(
    given: TakeBackRequest, access: AccessDependency, service: ServiceDependency
) -> Json:
    """Take back, ask to take back, or grant what somebody asked."""
    return {
        "number": await service.take_backs.take_back(
            access.fight, access.role, given, access.address
        )
    }


@router.post("/{fight}/refuse", dependencies=secured)
async def refuse(
    given: RefuseRequest, access: AccessDependency, service: ServiceDependency
) -> Json:
    """Refuse a wish to take back, or withdraw one's own."""
    return {
        "number": await service.take_backs.refuse(access.fight, access.role, given, access.address)
    }


@router.post("/{fight}/redo", dependencies=secured)
async def redo(given: RedoRequest, access: AccessDependency, service: ServiceDependency) -> Json:
    """Do again what was taken back last, if nothing else was decided. For the game master."""
    return {
        "number": await service.take_backs.redo(access.fight, access.role, given, access.address)
    }


@router.post("/{fight}/branch", status_code=201, dependencies=secured)
async def branch(
    given: BranchRequest, access: AccessDependency, service: ServiceDependency
) -> LinksResponse:
    """Begin another fight that goes its own way from here."""
    return await service.beginnings.branch(access.fight, access.role, given, access.address)


@router.get("/{fight}/links", dependencies=secured)
async def link_roles(access: AccessDependency, service: ServiceDependency) -> LinkRolesResponse:
    """Return which roles have a link, for the game master."""
    return LinkRolesResponse(roles=await service.links.roles(access.fight, access.role))


@router.post("/{fight}/links", status_code=201, dependencies=secured)
async def renew_link(
    given: LinkRequest, access: AccessDependency, service: ServiceDependency
) -> LinkResponse:
    """Give a role a new link; its old one ends. For the game master."""
    secret = await service.links.renew(access.fight, access.role, given.role)
    return LinkResponse(role=given.role, secret=secret)


@router.delete("/{fight}/links/{role}", status_code=204, dependencies=secured)
async def revoke_link(
    role: Annotated[str, Path(max_length=20)], access: AccessDependency, service: ServiceDependency
) -> Response:
    """End a role's link. For the game master."""
    await service.links.revoke(access.fight, access.role, role)
    return Response(status_code=204)


@router.get("/{fight}/odds", dependencies=secured)
async def odds(
    access: AccessDependency, service: ServiceDependency, replies: Replies = "none"
) -> Json:
    """Return the exact odds of the open question's options. Others decide as `replies` says: not
    beyond what the rules force on them (`none`), as simple players do, or as does them most good
    (`best`). The answer names the assumption and explains the figures."""
    room = await service.rooms.open(access.fight, access.address)
    check_something_is_asked(room)
    view = await service.rooms.in_room(room, lambda: room.news.view(access.role))
    unseen = view.unseen_names() if view is not None else ()
    found = await service.odds.question_odds(room, access.address, replies, unseen)
    if view is None:
        return found
    asked = await service.rooms.in_room(room, lambda: room.news.question(access.role))
    if asked is None or asked["number"] != found["number"]:
        raise HTTPException(409, "that question has gone by")
    return view.odds(found, asked)


@router.get("/{fight}/option", dependencies=secured)
async def option(
    access: AccessDependency,
    service: ServiceDependency,
    key: Annotated[str, Query(max_length=300)],
    replies: Replies = "none",
) -> Json:
    """Return one option with its distribution of damage and every modifier and rule behind it."""
    room = await service.rooms.open(access.fight, access.address)
    check_something_is_asked(room)
    view = await service.rooms.in_room(room, lambda: room.news.view(access.role))
    if view is not None:
        asked = room.question
        chosen = (
            view.option(asked, key) if asked is not None and room.is_yours(access.role) else None
        )
        if chosen is None:
            raise HTTPException(404, "that is no option of the open question")
        key = chosen.key
    unseen = view.unseen_names() if view is not None else ()
    found = await service.odds.option_detail(room, key, access.address, replies, unseen)
    if found is None:
        raise HTTPException(404, "that is no option of the open question")
    return found if view is None else view.option_detail(found)


@router.get("/{fight}/reach/{who}", dependencies=secured)
async def reach(
    who: FighterNumber,
    access: AccessDependency,
    service: ServiceDependency,
) -> Json:
    """Return whom a fighter could attack from where it stands, and what hinders it."""
    room = await service.rooms.open(access.fight, access.address)
    room.check_not_frozen()
    view = await service.rooms.in_room(room, lambda: room.news.view(access.role))
    fighter = who if view is None else view.fighter_at(who)
    if fighter is None or fighter >= len(room.scenario.setup.names):
        raise HTTPException(404, "there is no such fighter")
    unseen = view.unseen_names() if view is not None else ()
    found = await service.odds.reach(room, fighter, access.address, unseen)
    return found if view is None else view.reach(found)


def check_something_is_asked(room: Room) -> None:
    """Refuse to give odds where there is no open question."""
    room.check_not_frozen()
    if room.question is None:
        raise HTTPException(409, "nothing is being asked")


@router.get("/{fight}/tape", response_class=PlainTextResponse, dependencies=secured)
async def tape(access: AccessDependency, service: ServiceDependency) -> str:
    """Return the tape, as `affray replay` reads it."""
    room = await service.rooms.open(access.fight, access.address)
    check_nothing_hidden(room, access.role, "have its tape")
    return room.tape_text()


@router.get("/{fight}/page", response_class=HTMLResponse, dependencies=secured)
async def page(access: AccessDependency, service: ServiceDependency) -> HTMLResponse:
    """Return the fight as one HTML file that plays by itself."""
    room = await service.rooms.open(access.fight, access.address)

    def export() -> str:
        return export_page(room.news.scene("onlooker"), room.news.story(0, "onlooker"))

    return HTMLResponse(
        await service.rooms.in_room(room, export),
        headers={"content-disposition": 'attachment; filename="fight.html"'},
    )
