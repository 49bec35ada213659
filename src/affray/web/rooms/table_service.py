"""What is done at a table: joining, seats, talking, hiding, and what the game master sets."""

from __future__ import annotations

import base64
import io
import re
import secrets
from contextlib import suppress
from ipaddress import ip_address
from time import time
from urllib.parse import urlsplit

import segno

from affray.core.fight import FLED, STANDING
from affray.core.problems import data_error, unknown_name
from affray.core.questions import Ruling
from affray.players import player_factories
from affray.store import AlreadyAnsweredError, FightNotFoundError
from affray.web.limits import RateLimiter, TooManyRequestsError
from affray.web.messages import (
    ChatRequest,
    FreeFighterResponse,
    HideRequest,
    InvitationResponse,
    JoinableTableResponse,
    JoinRequest,
    ReinforcementRequest,
    SeatRequest,
    SeatResponse,
    TableRequest,
)
from affray.web.rooms.answers import ForbiddenError
from affray.web.rooms.fight_service import FightService
from affray.web.rooms.links import new_secret
from affray.web.rooms.playing import IDLE_TABLE
from affray.web.rooms.room import Room, Step
from affray.web.rooms.ruling_choices import ruling_choices
from affray.web.rooms.table_state import GAME_MASTER, PERSON, Json, Seat, table_line

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
"""A code is typed on a phone: no letters that look alike."""

CODE_BURST, CHAT_BURST = 30, 20
"""Codes of one address, and lines of one role, at once."""

APPEND_TRIES = 4
"""How often a line is added anew when somebody else was first with another."""


def new_code() -> str:
    """A code that nobody guesses in a few tries."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class TableService:
    """The tables of all fights: who sits there, and what they say."""

    def __init__(self, fights: FightService) -> None:
        self.fights = fights
        self.store = fights.store
        settings = fights.settings
        is_limited = settings.rate > 0
        self._tries = RateLimiter(
            settings.code_tries_per_minute / 60 if is_limited else 0, CODE_BURST
        )
        self._chat = RateLimiter(settings.chat_per_minute / 60 if is_limited else 0, CHAT_BURST)

    async def _change(self, room: Room, change: Json) -> None:
        """Adds a change to the journal, and plays on where it has somebody else play."""
        for attempt in range(APPEND_TRIES):
            try:
                await self.fights.commit_table(room, Step([table_line(change)]))
                return
            except AlreadyAnsweredError:
                if attempt == APPEND_TRIES - 1:
                    raise

    def _check_master(self, role: str, what: str) -> None:
        if role != GAME_MASTER:
            raise ForbiddenError(f"only the game master {what}")

    # --- joining ---

    async def open_code(self, fight: str) -> str:
        """The code of a fight; a new one where it has none."""
        code = await self.fights.in_thread(self.store.get_code, fight)
        while code is None:
            tried = new_code()
            if await self.fights.in_thread(self.store.set_code, fight, tried):
                code = tried
        return code

    async def invitation(self, fight: str, role: str, origin: str) -> InvitationResponse:
        """How friends join, for the game master."""
        self._check_master(role, "invites")
        room = await self.fights.open_room(fight)
        if not room.table.is_open:
            raise data_error("nobody can join this table; open it first")
        code = await self.open_code(fight)
        base = (self.fights.settings.public_address or origin).rstrip("/")
        address = f"{base}/#/join/{code}"
        return InvitationResponse(
            code=code, address=address, local=is_local(base), qr=qr_picture(address)
        )

    async def _find(self, code: str, address: str) -> Room:
        wait = self._tries.take(address)
        if wait > 0:
            raise TooManyRequestsError("too many codes from this address", wait)
        plain = re.sub(r"[^A-Z0-9]", "", code.upper())
        fight = await self.fights.in_thread(self.store.find_code, plain)
        if fight is None:
            raise FightNotFoundError(code)
        room = await self.fights.open_room(fight, address)
        if not room.table.is_open or room.frozen_reason is not None:
            raise FightNotFoundError(code)
        return room

    async def look(self, code: str, address: str) -> JoinableTableResponse:
        """A table by its code, or FightNotFoundError."""
        room = await self._find(code, address)
        table, scenario = room.table, room.scenario
        free = table.free_fighters()
        hidden = table.hidden_fighters
        fighters = []
        for who, side in enumerate(table.fighter_sides):
            if side not in table.friends or who in hidden:
                continue
            holder = table.holder_of(who)
            fighters.append(
                FreeFighterResponse(
                    number=who,
                    name=scenario.setup.names[who],
                    side=side,
                    emblem=scenario.emblems[who],
                    taken_by=holder.name if holder is not None else None,
                    free=who in free,
                )
            )
        return JoinableTableResponse(
            id=room.stored.id,
            title=scenario.title,
            ruleset=scenario.ruleset.name,
            sides=list(scenario.sides),
            gathering=table.is_gathering,
            fighters=fighters,
            names=[seat.name for seat in table.seats.values()],
        )

    async def join(self, code: str, request: JoinRequest, address: str) -> SeatResponse:
        """A seat at a table for somebody who has its code."""
        room = await self._find(code, address)
        async with room.gate:
            free = room.table.free_fighters()
            for who in request.fighters:
                if who not in free:
                    raise data_error(self._taken_text(room, who), "fighters")
            return await self._add_seat(room, request.name, tuple(request.fighters), None)

    def _taken_text(self, room: Room, who: int) -> str:
        """Why a fighter cannot be taken."""
        table = room.table
        holder = table.holder_of(who)
        if holder is not None and who not in table.hidden_fighters:
            return f"{holder.name} has {room.scenario.setup.names[who]}; take another"
        return "there is no such fighter to take"

    # --- seats ---

    async def _add_seat(
        self, room: Room, name: str, fighters: tuple[int, ...], side: int | None
    ) -> SeatResponse:
        table = room.table
        if len(table.seats) >= self.fights.settings.seat_limit:
            raise data_error(f"a table has at most {self.fights.settings.seat_limit} seats")
        self._check_name(room, name, None)
        seat = Seat(table.seat_count + 1, name, fighters, side)
        secret = new_secret()
        fight = room.stored.id
        await self._change(room, seat_change(seat))
        await self.fights.in_thread(self.store.add_link, fight, seat.role, secret)
        self.fights.links.forget(fight)
        return SeatResponse(id=fight, role=seat.role, secret=secret)

    def _check_name(self, room: Room, name: str, role: str | None) -> None:
        """Two people of one name would not be told apart."""
        for other in room.table.seats.values():
            if other.role != role and other.name.casefold() == name.casefold():
                raise data_error(f"somebody is called {other.name} already", "name")

    def _check_seat(self, room: Room, request: SeatRequest) -> None:
        count = len(room.table.fighter_sides)
        if any(who >= count for who in request.fighters):
            raise data_error(f"fighters are from 0 to {count - 1}", "fighters")
        if request.side is not None and request.side >= len(room.scenario.sides):
            raise data_error(f"sides are from 0 to {len(room.scenario.sides) - 1}", "side")

    async def add_seat(self, fight: str, role: str, request: SeatRequest) -> SeatResponse:
        """A seat that the game master gives somebody. Its fighters leave the seats that had
        them."""
        self._check_master(role, "gives seats")
        room = await self.fights.open_room(fight)
        room.check_not_frozen()
        async with room.gate:
            self._check_seat(room, request)
            return await self._add_seat(
                room, request.name, tuple(sorted(set(request.fighters))), request.side
            )

    async def change_seat(self, fight: str, role: str, number: int, request: SeatRequest) -> None:
        """Another name, fighters or side for a seat: by the game master at any time, by whoever
        sits there as long as the table gathers, and then only free fighters."""
        room = await self.fights.open_room(fight)
        room.check_not_frozen()
        async with room.gate:
            seat = self._seat(room, number)
            self._check_seat(room, request)
            self._check_name(room, request.name, seat.role)
            fighters = tuple(sorted(set(request.fighters)))
            if role != GAME_MASTER:
                self._check_own_change(room, role, seat, request)
            changed = Seat(number, request.name, fighters, request.side)
            await self._change(room, seat_change(changed))

    def _check_own_change(self, room: Room, role: str, seat: Seat, request: SeatRequest) -> None:
        if role != seat.role or not room.table.is_gathering:
            raise ForbiddenError("only the game master changes seats once the fight has begun")
        if request.side != seat.side:
            raise ForbiddenError("only the game master gives somebody a whole side")
        free = {*room.table.free_fighters(), *seat.fighters}
        for who in request.fighters:
            if who not in free:
                raise data_error(self._taken_text(room, who), "fighters")

    def _seat(self, room: Room, number: int) -> Seat:
        seat = room.table.seats.get(f"seat {number}")
        if seat is None:
            known = [one.role for one in room.table.seats.values()]
            raise data_error(unknown_name("seat", f"seat {number}", known), "seat")
        return seat

    async def remove_seat(self, fight: str, role: str, number: int) -> None:
        """Ends a seat and its link; its fighters can be taken again."""
        self._check_master(role, "ends seats")
        room = await self.fights.open_room(fight)
        async with room.gate:
            seat = self._seat(room, number)
            await self._change(room, {"do": "leave", "role": seat.role})
            await self.fights.in_thread(self.store.replace_link, fight, seat.role, None)
        self.fights.links.forget(fight)
        await self.fights.links.end_revoked(fight)

    # --- what the game master sets ---

    async def set_table(self, fight: str, role: str, request: TableRequest) -> None:
        """Sets what is given: who plays, whether somebody may join, that the fight begins."""
        self._check_master(role, "sets the table")
        room = await self.fights.open_room(fight)
        room.check_not_frozen()
        async with room.gate:
            change = self._settings_change(room, request)
            if request.name is not None:
                await self._change(room, {"do": "name", "role": role, "name": request.name})
            if request.reserve is not None:
                await self._hide_reserve(room, frozenset(request.reserve))
            if len(change) > 1:
                await self._change(room, change)
            if request.begin and room.table.reserve:
                await self.fights.rule_all(room, self._reserve_rulings(room))
            if request.open is not None:
                if request.open:
                    await self.open_code(fight)
                else:
                    await self.fights.in_thread(self.store.set_code, fight, None)
            await self.fights.play_on(room)

    def _settings_change(self, room: Room, request: TableRequest) -> Json:
        change: Json = {"do": "set"}
        if request.begin:
            if not room.table.is_gathering:
                raise data_error("the fight has begun already", "begin")
            change["is_gathering"] = False
        if request.open is not None:
            change["is_open"] = request.open
        if request.reserve is not None:
            self._check_reserve(room, request.reserve)
            change["reserve"] = sorted(set(request.reserve))
        if request.secret is not None:
            change["is_secret"] = request.secret
        if request.clock_seconds is not None:
            change["clock_seconds"] = request.clock_seconds
        if request.clock_player is not None:
            check_plays(request.clock_player, "clock_player", False)
            change["clock_player"] = request.clock_player
        if request.empty is not None:
            check_plays(request.empty, "empty")
            change["empty_player"] = request.empty
        sides = len(room.scenario.sides)
        if request.sides is not None:
            if len(request.sides) != sides:
                raise data_error(f"the scenario has {sides} sides", "sides")
            for number, name in enumerate(request.sides):
                check_plays(name, f"sides.{number}")
            change["sides"] = request.sides
        if request.friends is not None:
            if any(side >= sides for side in request.friends):
                raise data_error(f"sides are from 0 to {sides - 1}", "friends")
            change["friends"] = sorted(set(request.friends))
        if request.fighters is not None:
            for who, name in request.fighters.items():
                if int(who) >= len(room.table.fighter_sides):
                    raise data_error("there is no such fighter", f"fighters.{who}")
                if name:
                    check_plays(name, f"fighters.{who}")
            change["fighters"] = request.fighters
        return change

    def _check_reserve(self, room: Room, reserve: list[int]) -> None:
        table = room.table
        if not table.is_gathering:
            raise data_error("the reserve is set before the fight begins", "reserve")
        sides = table.fighter_sides
        if any(who >= len(sides) for who in reserve):
            raise data_error(f"fighters are from 0 to {len(sides) - 1}", "reserve")
        for side, name in enumerate(room.scenario.sides):
            if all(who in reserve for who, one in enumerate(sides) if one == side):
                raise data_error(f"somebody of {name} has to be there", "reserve")
        for who in reserve:
            holder = table.holder_of(who)
            if holder is not None:
                fighter = room.scenario.setup.names[who]
                raise data_error(f"{holder.name} plays {fighter}", "reserve")

    async def _hide_reserve(self, room: Room, reserve: frozenset[int]) -> None:
        """Whoever is kept in reserve is hidden until they arrive."""
        veil = room.table.veil
        fighters = sorted((veil.fighters - room.table.reserve) | reserve)
        change = {"do": "hide", "fighters": fighters, "places": sorted(veil.places)}
        await self._change(room, change)

    def _reserve_rulings(self, room: Room) -> list[Ruling]:
        names = room.scenario.setup.names
        return [
            Ruling("state", names[who], FLED, "kept in reserve")
            for who in sorted(room.table.reserve)
        ]

    async def reinforce(self, fight: str, role: str, request: ReinforcementRequest) -> None:
        """Has a fighter of the reserve arrive at a place, for all to see."""
        self._check_master(role, "brings in reinforcements")
        room = await self.fights.open_room(fight)
        async with room.gate:
            room.check_not_frozen()
            table, current, who = room.table, room.fight, request.fighter
            if not room.asked_number <= request.number <= room.number:
                raise AlreadyAnsweredError(fight)
            if who not in table.reserve or table.is_gathering:
                raise data_error("they are not in reserve", "fighter")
            assert current is not None
            name = room.scenario.setup.names[who]
            with room.lock:
                copy = current.copy(IDLE_TABLE)
                copy.rulings_on(who).apply("state", STANDING)
                copy.rulings_on(who).apply("place", request.place)
            veil = table.veil
            left = sorted(table.reserve - {who})
            fighters = sorted(veil.fighters - {who})
            await self._change(room, {"do": "set", "reserve": left})
            if fighters != sorted(veil.fighters):
                change = {"do": "hide", "fighters": fighters, "places": sorted(veil.places)}
                await self._change(room, change)
            text = re.sub(r"[=|]", " ", request.text).strip() or "reinforcements"
            rulings = [
                Ruling("state", name, STANDING, text),
                Ruling("place", name, request.place, text),
            ]
            await self.fights.rule_all(room, rulings)
            await self.fights.play_on(room)

    async def hide(self, fight: str, role: str, request: HideRequest) -> None:
        """Hides fighters and places from everybody else, and shows all others."""
        self._check_master(role, "hides and shows")
        room = await self.fights.open_room(fight)
        room.check_not_frozen()
        async with room.gate:
            count = len(room.table.fighter_sides)
            if any(who >= count for who in request.fighters):
                raise data_error(f"fighters are from 0 to {count - 1}", "fighters")
            places = len(room.scenario.setup.board()["places"])  # type: ignore[arg-type]
            if any(place >= places for place in request.places):
                raise data_error(f"places are from 0 to {places - 1}", "places")
            fighters, hidden = sorted(set(request.fighters)), sorted(set(request.places))
            veil = room.table.veil
            if fighters != sorted(veil.fighters) or hidden != sorted(veil.places):
                await self._change(room, {"do": "hide", "fighters": fighters, "places": hidden})

    async def ruling_choices(self, fight: str, role: str, who: int) -> Json:
        """What can be ruled about a fighter, each kind with the values it knows."""
        self._check_master(role, "rules")
        room = await self.fights.open_room(fight)
        room.check_not_frozen()
        if room.fight is None or who >= len(room.table.fighter_sides):
            raise FightNotFoundError(fight)
        current = room.fight

        def find() -> Json:
            with room.lock:
                return ruling_choices(current, who)

        return await self.fights.in_thread(find)

    # --- talking ---

    async def say(self, fight: str, role: str, request: ChatRequest) -> None:
        """Says something to everybody or to the game master, or answers what somebody tries."""
        wait = self._chat.take(f"{fight} {role}")
        if wait > 0:
            raise TooManyRequestsError("you said a lot just now", wait)
        room = await self.fights.open_room(fight)
        async with room.gate:
            table = room.table
            is_answer = request.kind in ("no", "ruling", "roll")
            if is_answer:
                self._check_master(role, "answers what somebody tries")
                if request.about not in {line.number for line in table.chat if line.kind == "try"}:
                    raise data_error("nobody tries that", "about")
            elif request.kind == "try" and table.is_onlooker(role):
                raise ForbiddenError("onlookers try nothing")
            if (request.dice is not None) != (request.kind == "roll"):
                raise data_error("dice go with a roll, and a roll with dice", "dice")
            to = GAME_MASTER if request.kind == "try" and request.to == "gm" else request.to
            if to not in ("all", GAME_MASTER) and to not in table.seats:
                raise data_error(unknown_name("role", to, ["all", "gm", *table.seats]), "to")
            text = request.text.strip()
            if not text:
                raise data_error("say something", "text")
            if request.dice is not None:
                text = f"{text} ({roll_text(request.dice)})"
            await self._change(
                room,
                {
                    "do": "say",
                    "role": role,
                    "name": table.name_of(role),
                    "text": text,
                    "kind": request.kind,
                    "to": to,
                    "time": round(time(), 1),
                    "about": request.about,
                },
            )


def seat_change(seat: Seat) -> Json:
    """A new or changed seat as a change of the table."""
    return {
        "do": "seat",
        "number": seat.number,
        "name": seat.name,
        "fighters": list(seat.fighters),
        "side": seat.side,
    }


def check_plays(name: str, key: str, may_be_person: bool = True) -> None:
    """Whoever plays is a person or a player by its plain name."""
    known = [*([PERSON] if may_be_person else []), *player_factories()]
    if name not in known:
        raise data_error(unknown_name("player", name, known), key)


def roll_text(dice: str) -> str:
    """Rolls dice such as 2d6+3 and says what they came to."""
    found = re.fullmatch(r"(\d+)d(\d+)([+-]\d+)?", dice)
    assert found is not None
    count, sides, more = int(found[1]), int(found[2]), int(found[3] or 0)
    rolled = [secrets.randbelow(sides) + 1 for _ in range(count)]
    return f"{dice}: {' '.join(map(str, rolled))}, {sum(rolled) + more} altogether"


def qr_picture(address: str) -> str:
    """An address as a QR code: an SVG picture as a data: address."""
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", scale=6, border=3, light="#fff"
    )
    return "data:image/svg+xml;base64," + base64.b64encode(out.getvalue()).decode()


def is_local(base: str) -> bool:
    """Whether an address means the machine it is opened on."""
    host = urlsplit(base).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return False
