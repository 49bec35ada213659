"""Talk at a table, roll dice that decide nothing, and answer what players try in words."""

from __future__ import annotations

import re
import secrets
from time import time

from affray.core.fight import TEST
from affray.core.problems import data_error, unknown_name
from affray.core.questions import Ruling
from affray.web.limits import RateLimiter, TooManyRequestsError
from affray.web.messages import ChatRequest
from affray.web.rooms.answers import ForbiddenError
from affray.web.rooms.room import Room
from affray.web.rooms.table_changes import TableChanges, check_master
from affray.web.rooms.table_state import GAME_MASTER, Json

CHAT_BURST = 20
"""Lines of one role at once."""


class Talk:
    """The chats of all tables."""

    def __init__(self, tables: TableChanges) -> None:
        self.tables = tables
        self.fights = tables.fights
        settings = self.fights.settings
        rate = settings.chat_per_minute / 60 if settings.rate > 0 else 0
        self._lines = RateLimiter(rate, CHAT_BURST)

    async def say(self, fight: str, role: str, request: ChatRequest) -> None:
        """Say something to everybody or to the game master, or answer what a player tries."""
        wait = self._lines.take(f"{fight} {role}")
        if wait > 0:
            raise TooManyRequestsError("you said a lot just now", wait)
        room = await self.fights.rooms.open(fight)
        async with room.gate:
            if request.kind == TEST:
                self._said_change(room, role, request)
                await self._put_to_test(room, request)
            await self.tables.change(room, lambda: self._said_change(room, role, request))
            if request.kind == TEST:
                await self.fights.play.advance(room)

    def _said_change(self, room: Room, role: str, request: ChatRequest) -> Json:
        """Return the change that says something, if a role may say it."""
        table = room.table
        self._check_said(room, role, request)
        to = GAME_MASTER if request.kind == "try" and request.to == "gm" else request.to
        if to not in ("all", GAME_MASTER) and to not in table.seats:
            raise data_error(unknown_name("role", to, ["all", "gm", *table.seats]), "to")
        text = request.text.strip()
        if not text:
            raise data_error("say something", "text")
        if request.kind == "roll":
            text = free_roll(text)
        return {
            "do": "say",
            "role": role,
            "name": table.name_of(role),
            "text": text,
            "kind": request.kind,
            "to": to,
            "time": round(time(), 1),
            "about": request.about,
        }

    def _check_said(self, room: Room, role: str, request: ChatRequest) -> None:
        """Check that a role may say that."""
        table = room.table
        if request.kind in ("no", "ruling", TEST):
            check_master(role, "answers what somebody tries")
            if request.about not in {line.number for line in table.chat if line.kind == "try"}:
                raise data_error("nobody tries that", "about")
        elif request.kind == "try" and table.is_onlooker(role):
            raise ForbiddenError("onlookers try nothing")
        is_whole = request.test is not None and request.fighter is not None
        if is_whole != (request.kind == TEST):
            raise data_error("a test says of whom and of what, and nothing else does", "test")

    async def _put_to_test(self, room: Room, request: ChatRequest) -> None:
        """Have a fighter make a Test, as a ruling: with the dice and the log of the fight."""
        room.check_not_frozen()
        current = room.fight
        if room.table.is_gathering or room.is_over() or current is None:
            raise data_error("a test is made while the fight goes on", "test")
        assert request.fighter is not None
        assert request.test is not None
        if request.fighter >= len(room.table.fighter_sides):
            raise data_error("there is no such fighter", "fighter")
        with room.lock:
            current.rulings_on(request.fighter).parse_test(request.test)
        tried = next(line for line in room.table.chat if line.number == request.about)
        name = room.scenario.setup.names[request.fighter]
        # what was said to the game master alone is not told to everybody
        why = tape_words(tried.text if tried.to == "all" else "", "a test")
        await self.fights.play.rule_all(room, [Ruling(TEST, name, request.test, why)])


FREE_ROLL = re.compile(r"(\d{0,2})d(\d{1,3})\s*(?:([+-])\s*(\d{1,3}))?", re.IGNORECASE)


def free_roll(text: str) -> str:
    """Roll dice that decide nothing in the fight; return them in words."""
    found = FREE_ROLL.fullmatch(text)
    if found is None or found[1] == "0" or int(found[2]) < 1:
        raise data_error(f"roll dice such as 2d6 or d20+3, not {text!r}", "text")
    dice = [secrets.randbelow(int(found[2])) + 1 for _ in range(int(found[1] or 1))]
    more = int(f"{found[3]}{found[4]}") if found[3] else 0
    return f"{text}: {' '.join(map(str, dice))} = {sum(dice) + more}"


def tape_words(text: str, otherwise: str) -> str:
    """Return why something is ruled, in words that a tape can hold."""
    return re.sub(r"[=|]", " ", text).strip() or otherwise
