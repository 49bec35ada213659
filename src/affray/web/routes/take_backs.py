"""Routes for take-backs: take back, ask to, grant, refuse, and redo what was taken back.

The game master takes back at once. A side asks, and another side or the game master decides.
"""

from __future__ import annotations

import asyncio

from fastapi import APIRouter

from affray.core.problems import data_error, unknown_name
from affray.store import JournalLine, TakeBackWish, refusal_line
from affray.web.messages import RedoRequest, RefuseRequest, TakeBackRequest
from affray.web.rooms.fight_play import IN_REQUEST, retry
from affray.web.rooms.fight_service import FightService
from affray.web.rooms.playing import Budget
from affray.web.rooms.room import ForbiddenError, Room, Step
from affray.web.rooms.table_state import GAME_MASTER, Json, news_line
from affray.web.routes.access import REFUSALS, AccessDependency, secured

router = APIRouter(prefix="/api/fights", tags=["fights"], responses=REFUSALS)


@router.post("/{fight}/back", dependencies=secured)
async def take_back(given: TakeBackRequest, access: AccessDependency) -> Json:
    """Take back answers, ask to take back, or grant another role's wish to."""
    room, service, role = await access.open(), access.service, access.role

    async def change() -> None:
        await service.play.check_number(room, given.number)
        room.check_not_frozen()
        if room.table.is_onlooker(role):
            raise ForbiddenError("onlookers cannot take back")
        to = decision_to_take_back(room, role, given.to)
        granted = granted_wish(room, role, to)
        if role != GAME_MASTER and granted is None:
            await add_wish(service, room, TakeBackWish(role, to))
            return
        step = await asyncio.to_thread(room.take_back, to, service.play.most, Budget(*IN_REQUEST))
        step.lines.insert(1, take_back_line(room, role, to, granted))
        await service.play.commit(room, step)

    async with room.gate:
        await retry(change)
        await service.play.advance(room)
        return {"number": room.number}


@router.post("/{fight}/redo", dependencies=secured)
async def redo(given: RedoRequest, access: AccessDependency) -> Json:
    """Redo the latest take-back, if no other answer was given since. For the game master."""
    access.check_master("does again what was taken back")
    room, service = await access.open(), access.service

    async def change() -> None:
        await service.play.check_number(room, given.number)
        room.check_not_frozen()
        step = await asyncio.to_thread(room.redo, service.play.most, Budget(*IN_REQUEST))
        await service.play.commit(room, step)

    async with room.gate:
        await retry(change)
        await service.play.advance(room)
        return {"number": room.number}


@router.post("/{fight}/refuse", dependencies=secured)
async def refuse(given: RefuseRequest, access: AccessDependency) -> Json:
    """Refuse a wish to take back, or withdraw the caller's own."""
    room, service, role = await access.open(), access.service, access.role

    async def change() -> None:
        await service.play.check_number(room, given.number)
        if room.table.is_onlooker(role):
            raise ForbiddenError("onlookers have no say in this")
        if not room.wishes:
            raise data_error("nobody asks to take back")
        chosen = given.role or next(reversed(room.wishes))
        if chosen not in room.wishes:
            raise data_error(unknown_name("wish of", chosen, room.wishes), "role")
        if role != chosen and not may_grant(room, role, room.wishes[chosen]):
            raise ForbiddenError("the game master or another side decides this")
        lines = [refusal_line(role, chosen), refusal_news(room, role, chosen)]
        await service.play.commit(room, Step(lines))

    async with room.gate:
        await retry(change)
        return {"number": room.number}


async def add_wish(service: FightService, room: Room, wish: TakeBackWish) -> None:
    """Store a role's wish to take back; a role may have one at a time, and a few a minute."""
    open_wish = room.wishes.get(wish.role)
    if open_wish == wish:
        return
    if open_wish is not None:
        raise data_error(
            f"you asked already to take back to answer {open_wish.to}; withdraw that first", "to"
        )
    service.wish_limit.check(
        f"{room.stored.id} {wish.role}", "you asked to take back a few times just now"
    )
    await service.play.commit(room, Step([wish.to_line()]))


def decision_to_take_back(room: Room, role: str, number: int) -> int:
    """Return the place on the tape of a decision, by its number in a role's view.

    Raise InvalidDataError if there is no such decision.
    """
    view = room.news.view(role)
    decided = room.decision_numbers()
    told = decided
    if view is not None:
        told = [one.data["at"] for one in view.decisions(room.decisions)]
        wishes = [one.to for one in room.wishes.values() if one.role != role]
        granted = [to for to in wishes if view.decision_number(to) == number]
        place = granted[0] if granted else view.decision_at(number)
    else:
        place = number
    if place not in decided:
        listed = ", ".join(str(one) for one in told[-8:])
        raise data_error(f"one takes back a decision; the last are at {listed or 'none'}", "to")
    return place


def may_grant(room: Room, role: str, wish: TakeBackWish) -> bool:
    """Return whether a role may grant a wish: the game master, or a player of another side."""
    if role == GAME_MASTER:
        return True
    table = room.table
    return table.side_of(role) is not None and table.side_of(role) != table.side_of(wish.role)


def granted_wish(room: Room, role: str, to: int) -> TakeBackWish | None:
    """Return another role's wish that a take-back to this place grants; None without one."""
    return next(
        (
            wish
            for wish in room.wishes.values()
            if wish.to == to and wish.role != role and may_grant(room, role, wish)
        ),
        None,
    )


def take_back_line(room: Room, role: str, to: int, wish: TakeBackWish | None) -> JournalLine:
    """Return the chat line for a take-back: by whom, how much, and at whose wish."""
    count = sum(1 for at in room.decision_numbers() if at >= to)
    much = "the last decision" if count == 1 else f"the last {count} decisions"
    name = room.table.name_of(role)
    if wish is None:
        return news_line(role, name, f"takes back {much}.", "taken-back")
    asker, verb = room.table.name_of(wish.role), "is" if count == 1 else "are"
    return news_line(role, name, f"grants what {asker} asked: {much} {verb} taken back.", "granted")


def refusal_news(room: Room, role: str, whose: str) -> JournalLine:
    """Return the chat line for a refused or withdrawn wish to take back."""
    name = room.table.name_of(role)
    if role == whose:
        return news_line(role, name, "no longer asks to take back.", "withdrawn")
    return news_line(role, name, f"does not let {room.table.name_of(whose)} take back.", "refused")
