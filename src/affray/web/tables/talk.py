"""Routes for talk at a table: chat, free dice rolls, and answers to what players try in words."""

from __future__ import annotations

import re
import secrets
from time import time

from fastapi import APIRouter

from affray.core.fight import TEST
from affray.core.problems import data_error, unknown_name
from affray.core.questions import Ruling
from affray.web.messages import ChatRequest
from affray.web.rooms.fight_service import FightService
from affray.web.rooms.room import ForbiddenError, Room, check_master
from affray.web.rooms.table_state import GAME_MASTER, Json
from affray.web.routes.access import REFUSALS, AccessDependency, secured

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)

FREE_ROLL = re.compile(r"(\d{0,2})d(\d{1,3})\s*(?:([+-])\s*(\d{1,3}))?", re.IGNORECASE)


@router.post("/fights/{fight}/chat", status_code=201, dependencies=secured)
async def say(given: ChatRequest, access: AccessDependency) -> Json:
    """Say something, propose an attempt or, as game master, answer one."""
    service, role = access.service, access.role
    service.chat_limit.check(f"{access.fight} {role}", "you said a lot just now")
    room = await access.open()
    async with room.gate:
        if given.kind == TEST:
            chat_change(room, role, given)
            await make_test(service, room, given)
        await service.play.change_table(room, lambda: chat_change(room, role, given))
        if given.kind == TEST:
            await service.play.advance(room)
    return {}


def chat_change(room: Room, role: str, given: ChatRequest) -> Json:
    """Return the change that adds a line to the chat, if the role may say it."""
    table = room.table
    check_kind(room, role, given)
    if given.to not in ("all", GAME_MASTER) and given.to not in table.seats:
        raise data_error(unknown_name("role", given.to, ["all", "gm", *table.seats]), "to")
    text = given.text.strip()
    if not text:
        raise data_error("say something", "text")
    if given.kind == "roll":
        text = free_roll(text)
    if given.kind == "ping":
        check_place(room, role, text)
    return {
        "do": "say",
        "role": role,
        "name": table.name_of(role),
        "text": text,
        "kind": given.kind,
        "to": given.to,
        "time": round(time(), 1),
        "about": given.about,
    }


def check_kind(room: Room, role: str, given: ChatRequest) -> None:
    """Check that a role may send a chat line of this kind."""
    table = room.table
    if given.kind in ("no", "ruling", TEST):
        check_master(role, "answers what somebody tries")
        if given.about not in {line.number for line in table.chat if line.kind == "try"}:
            raise data_error("nobody tries that", "about")
    elif given.kind == "try" and table.is_onlooker(role):
        raise ForbiddenError("onlookers try nothing")
    is_whole = given.test is not None and given.fighter is not None
    if is_whole != (given.kind == TEST):
        raise data_error("a test says of whom and of what, and nothing else does", "test")


def check_place(room: Room, role: str, text: str) -> None:
    """Check that a text is the number of a place that a role may know of."""
    count = len(room.scenario.setup.board()["places"])  # type: ignore[arg-type]
    if not (text.isdecimal() and int(text) < count):
        raise data_error(f"places are from 0 to {count - 1}, not {text!r}", "text")
    if role != GAME_MASTER and int(text) in room.table.veil.places:
        raise data_error("that place is hidden", "text")


def free_roll(text: str) -> str:
    """Roll dice that decide nothing in the fight; return them in words."""
    found = FREE_ROLL.fullmatch(text)
    if found is None or found[1] == "0" or int(found[2]) < 1:
        raise data_error(f"roll dice such as 2d6 or d20+3, not {text!r}", "text")
    dice = [secrets.randbelow(int(found[2])) + 1 for _ in range(int(found[1] or 1))]
    more = int(f"{found[3]}{found[4]}") if found[3] else 0
    return f"{text}: {' '.join(map(str, dice))} = {sum(dice) + more}"


async def make_test(service: FightService, room: Room, given: ChatRequest) -> None:
    """Have a fighter make a Test as a ruling, with the dice and the log of the fight."""
    room.check_not_frozen()
    current = room.fight
    if room.table.is_gathering or room.is_over() or current is None:
        raise data_error("a test is made while the fight goes on", "test")
    assert given.fighter is not None
    assert given.test is not None
    if given.fighter >= len(room.table.fighter_sides):
        raise data_error("there is no such fighter", "fighter")
    with room.lock:
        current.rulings_on(given.fighter).parse_test(given.test)
    tried = next(line for line in room.table.chat if line.number == given.about)
    name = room.scenario.setup.names[given.fighter]
    # a line to the game master alone stays hidden from the others
    why = tape_words(tried.text if tried.to == "all" else "", "a test")
    await service.play.rule_all(room, [Ruling(TEST, name, given.test, why)])


def tape_words(text: str, otherwise: str) -> str:
    """Return the reason of a ruling without characters that a tape cannot hold."""
    return re.sub(r"[=|]", " ", text).strip() or otherwise
