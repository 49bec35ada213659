"""Routes for a fight: look at it, listen, answer, and download its tape or page."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header
from fastapi.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse

from affray.web.messages import (
    AnswerRequest,
    AnswerResponse,
)
from affray.web.page.export import export_page
from affray.web.rooms.frames import to_json
from affray.web.rooms.subscriptions import Subscription
from affray.web.routes.access import (
    REFUSALS,
    SECURED_BY_ACCESS,
    AccessDependency,
    secured,
)
from affray.web.routes.begin import check_nothing_hidden
from affray.web.routes.events import FightStream

Json = dict[str, Any]

router = APIRouter(prefix="/api/fights", tags=["fights"], responses=REFUSALS)


def json_response(text: str | bytes) -> Response:
    """Return a response with text that is JSON already."""
    return Response(text, media_type="application/json")


# --- play: first, because routes are matched in their order ---


@router.get("/{fight}/question", response_model=None, openapi_extra=SECURED_BY_ACCESS)
async def question(access: AccessDependency) -> Response:
    """Return only the open question, without the story."""
    room = await access.open()
    found = await access.service.rooms.in_room(room, lambda: room.news.question_now(access.role))
    return json_response(to_json(found))


@router.post(
    "/{fight}/answers",
    response_model=None,
    openapi_extra=SECURED_BY_ACCESS,
    responses={200: {"model": AnswerResponse}},
)
async def answer(given: AnswerRequest, access: AccessDependency) -> Response:
    """Answer the open question, or rule. The response comes after the answer is on the disk."""
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
    """Stream a fight's story as it happens.

    An event's id is the journal's length. A stream that begins with the last id seen misses
    nothing.
    """
    await access.open()
    seen = event_number(last_event_id)
    subscription = Subscription(access.fight, access.role, access.link, access.address, seen)
    return FightStream(access.service, subscription)


@router.get("/{fight}", dependencies=secured, response_model=None, responses={200: {}})
async def look(access: AccessDependency) -> Response:
    """Return a whole fight: its scene, its story and its open question."""
    room = await access.open()

    def whole() -> str:
        news, role = room.news, access.role
        return to_json({"role": role, "scene": news.scene(role), "story": news.story(0, role)})

    return json_response(await access.service.rooms.in_room(room, whole))


def event_number(text: str | None) -> int:
    """Return the number of journal lines seen, from an event's id; 0 for an invalid id."""
    if not text or not text.isascii() or not text.isdigit():
        return 0
    return min(int(text), 1_000_000_000)


@router.get("/{fight}/tape", response_class=PlainTextResponse, dependencies=secured)
async def tape(access: AccessDependency) -> str:
    """Return the tape in the format that `affray replay` reads."""
    room = await access.open()
    check_nothing_hidden(room, access.role, "have its tape")
    return room.tape_text()


@router.get("/{fight}/page", response_class=HTMLResponse, dependencies=secured)
async def page(access: AccessDependency) -> HTMLResponse:
    """Return the fight as one HTML file that replays it without a server."""
    room = await access.open()

    def export() -> str:
        return export_page(room.news.scene("onlooker"), room.news.story(0, "onlooker"))

    return HTMLResponse(
        await access.service.rooms.in_room(room, export),
        headers={"content-disposition": 'attachment; filename="fight.html"'},
    )
