"""Routes for odds at a fight: of the open question's options, a fighter's reach, and to win."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Query

from affray.web.rooms.room import Room
from affray.web.routes.access import REFUSALS, AccessDependency, FighterNumber, secured
from affray.web.routes.begin import check_nothing_hidden
from affray.web.workers import tasks

Json = dict[str, Any]
Replies = Literal["none", "simple", "passive", "best"]

router = APIRouter(prefix="/api/fights", tags=["fights"], responses=REFUSALS)


@router.get("/{fight}/odds", dependencies=secured)
async def odds(access: AccessDependency, replies: Replies = "none") -> Json:
    """Return the exact odds of the open question's options.

    `replies` says how other players decide. With `none` they decide only when the rules force
    them to. With `simple` they decide as simple players do, with `best` as is best for them. The
    response names the assumption and explains the figures.
    """
    room, service = await access.open(), access.service
    check_something_is_asked(room)
    view = await service.rooms.in_room(room, lambda: room.news.view(access.role))
    unseen = view.unseen_names() if view is not None else ()
    found: Json = await service.odds.ask(
        room, tasks.question_odds, (replies,), access.address, unseen
    )
    if view is None:
        return found
    asked = await service.rooms.in_room(room, lambda: room.news.question(access.role))
    if asked is None or asked["number"] != found["number"]:
        raise HTTPException(409, "that question has gone by")
    return view.odds(found, asked)


@router.get("/{fight}/option", dependencies=secured)
async def option(
    access: AccessDependency,
    key: Annotated[str, Query(max_length=300)],
    replies: Replies = "none",
) -> Json:
    """Return one option with its distribution of damage, and all modifiers and rules used."""
    room, service = await access.open(), access.service
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
) -> Json:
    """Return the targets and places that a fighter can attack from its place, and hindrances."""
    room, service = await access.open_to_play(), access.service
    view = await service.rooms.in_room(room, lambda: room.news.view(access.role))
    fighter = who if view is None else view.fighter_at(who)
    if fighter is None or fighter >= len(room.scenario.setup.names):
        raise HTTPException(404, "there is no such fighter")
    unseen = view.unseen_names() if view is not None else ()
    found: Json = await service.odds.ask(room, tasks.reach, (fighter,), access.address, unseen)
    return found if view is None else view.reach(found)


def check_something_is_asked(room: Room) -> None:
    """Raise an HTTP error 409 if the fight has no open question."""
    room.check_not_frozen()
    if room.question is None:
        raise HTTPException(409, "nothing is being asked")


@router.get("/{fight}/chances", dependencies=secured)
async def get_chances(access: AccessDependency) -> Json:
    """Return every side's chance to win from the present state, if simple players go on."""
    room = await access.open_to_play()
    check_nothing_hidden(room, access.role, "see its chances")
    if room.question is None:
        raise HTTPException(409, "nothing is being asked")
    number = room.number
    found = await access.service.odds.ask(room, tasks.win_chances, (), access.address)
    return {**found, "number": number}
