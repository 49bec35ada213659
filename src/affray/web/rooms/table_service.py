"""What is done at a table: joining, seats, talking, hiding, and what the game master sets."""

from __future__ import annotations

import base64
import io
import re
import secrets
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_address
from time import time
from urllib.parse import urlsplit

import segno

from affray.core.fight import TEST, Fight
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
    LinksResponse,
    NewFightRequest,
    NextFightRequest,
    ReinforcementRequest,
    SeatRequest,
    SeatResponse,
    TableRequest,
)
from affray.web.rooms.answers import ForbiddenError
from affray.web.rooms.arrivals import arrival_around
from affray.web.rooms.fight_service import FightService
from affray.web.rooms.free_rolls import free_roll
from affray.web.rooms.links import new_secret
from affray.web.rooms.next_fight import next_scenario, rested
from affray.web.rooms.reinforcements import entries_of, reserve_of, with_newcomer, with_reserve
from affray.web.rooms.room import Room, Step
from affray.web.rooms.ruling_choices import ruling_choices
from affray.web.rooms.seat_claims import SeatClaims
from affray.web.rooms.table_state import (
    GAME_MASTER,
    PERSON,
    Json,
    Seat,
    news_change,
    table_line,
)
from affray.web.scenarios.reading import read_scenario_text

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
        self.claims = SeatClaims(fights, self._find, self._change, self._news)

    async def _change(
        self, room: Room, make_change: Callable[[], Json | list[Json] | None]
    ) -> None:
        """Add a change, or several at once, to the journal; the room's gate is held.

        `make_change` checks the change against the table and builds it. If another process was
        first with a line, the room takes that line in and the change is checked and built anew.
        """
        for attempt in range(APPEND_TRIES):
            made = make_change()
            changes = made if isinstance(made, list) else [made] if made is not None else []
            if not changes:
                return
            try:
                await self.fights.play.commit_table(room, Step([*map(table_line, changes)]))
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
        code = await self.fights.background.in_thread(self.store.get_code, fight)
        while code is None:
            tried = new_code()
            if await self.fights.background.in_thread(self.store.set_code, fight, tried):
                code = tried
        return code

    async def invitation(self, fight: str, role: str, origin: str) -> InvitationResponse:
        """How friends join, for the game master."""
        self._check_master(role, "invites")
        room = await self.fights.rooms.open(fight)
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
        fight = await self.fights.background.in_thread(self.store.find_code, plain)
        if fight is None:
            raise FightNotFoundError(code)
        room = await self.fights.rooms.open(fight, address)
        if not room.table.is_open or room.frozen_reason is not None:
            raise FightNotFoundError(code)
        return room

    async def look(self, code: str, address: str) -> JoinableTableResponse:
        """A table by its code, or FightNotFoundError."""
        room = await self._find(code, address)
        table, scenario = room.table, room.scenario
        free = table.free_fighters()
        hidden = table.hidden_fighters | table.in_reserve
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

        def check() -> None:
            free = room.table.free_fighters()
            for who in request.fighters:
                if who not in free:
                    raise data_error(self._taken_text(room, who), "fighters")

        async with room.gate:
            return await self._add_seat(room, request.name, tuple(request.fighters), None, check)

    def _taken_text(self, room: Room, who: int) -> str:
        """Why a fighter cannot be taken."""
        table = room.table
        holder = table.holder_of(who)
        if holder is not None and who not in table.hidden_fighters:
            return f"{holder.name} has {room.scenario.setup.names[who]}; take another"
        return "there is no such fighter to take"

    # --- seats ---

    async def _add_seat(
        self,
        room: Room,
        name: str,
        fighters: tuple[int, ...],
        side: int | None,
        check: Callable[[], None],
    ) -> SeatResponse:
        fight, secret = room.stored.id, new_secret()
        seat = Seat(0, name, fighters, side)

        def make_change() -> list[Json]:
            nonlocal seat
            check()
            if len(room.table.seats) >= self.fights.settings.seat_limit:
                raise data_error(f"a table has at most {self.fights.settings.seat_limit} seats")
            self._check_name(room, name, None)
            seat = replace(seat, number=room.table.seat_count + 1)
            names = [room.scenario.setup.names[who] for who in fighters]
            plays = f"joins and plays {' and '.join(names)}." if names else "joins."
            return [seat_change(seat), *self._news(room, seat.role, name, plays, "joined")]

        await self._change(room, make_change)
        await self.fights.background.in_thread(self.store.add_link, fight, seat.role, secret)
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
        room = await self.fights.rooms.open(fight)
        room.check_not_frozen()
        fighters = tuple(sorted(set(request.fighters)))
        async with room.gate:
            return await self._add_seat(
                room, request.name, fighters, request.side, lambda: self._check_seat(room, request)
            )

    async def change_seat(self, fight: str, role: str, number: int, request: SeatRequest) -> None:
        """Another name, fighters or side for a seat: by the game master at any time, by whoever
        sits there as long as the table gathers, and then only free fighters."""
        room = await self.fights.rooms.open(fight)
        room.check_not_frozen()

        def make_change() -> Json:
            seat = self._seat(room, number)
            self._check_seat(room, request)
            self._check_name(room, request.name, seat.role)
            fighters = tuple(sorted(set(request.fighters)))
            if role != GAME_MASTER:
                self._check_own_change(room, role, seat, request)
            return seat_change(Seat(number, request.name, fighters, request.side))

        async with room.gate:
            await self._change(room, make_change)

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
        room = await self.fights.rooms.open(fight)
        async with room.gate:
            await self._change(room, lambda: self._leave_changes(room, self._seat(room, number)))
            await self.fights.background.in_thread(
                self.store.replace_link, fight, f"seat {number}", None
            )
        self.fights.links.forget(fight)
        await self.fights.links.end_revoked(fight)

    def _leave_changes(self, room: Room, seat: Seat) -> list[Json]:
        leaves: Json = {"do": "leave", "role": seat.role}
        return [leaves, *self._news(room, GAME_MASTER, seat.name, "has left the table.", "left")]

    def _news(self, room: Room, role: str, name: str, text: str, kind: str) -> list[Json]:
        """Return the change that tells everybody something, once the fight has begun."""
        return [] if room.table.is_gathering else [news_change(role, name, text, kind)]

    # --- what the game master sets ---

    async def set_table(self, fight: str, role: str, request: TableRequest) -> None:
        """Sets what is given: who plays, whether somebody may join, that the fight begins."""
        self._check_master(role, "sets the table")
        room = await self.fights.rooms.open(fight)
        room.check_not_frozen()
        async with room.gate:
            self._settings_change(room, request)
            if request.name is not None:
                await self._change(room, lambda: {"do": "name", "role": role, "name": request.name})
            away = frozenset(request.reserve or ()) or room.table.reserve
            if request.begin and away - reserve_of(room.scenario):
                names = [room.scenario.setup.names[who] for who in sorted(away)]
                await self._change_scenario(room, with_reserve(room.stored.scenario, names))
            await self._change(room, lambda: self._settings_change(room, request))
            if request.open is not None:
                if request.open:
                    await self.open_code(fight)
                else:
                    await self.fights.background.in_thread(self.store.set_code, fight, None)
            await self.fights.play.advance(room)

    def _settings_change(self, room: Room, request: TableRequest) -> Json | None:
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
        return change if len(change) > 1 else None

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

    async def _change_scenario(
        self, room: Room, text: str, check: Callable[[Fight], object] | None = None
    ) -> None:
        """Go on with another scenario, whose fight is checked before it is stored."""
        step = await self.fights.background.in_thread(room.change_scenario, text)
        assert step.play is not None
        if check is not None:
            check(step.play.fight)
        await self.fights.play.commit_table(room, step)

    async def reinforce(self, fight: str, role: str, request: ReinforcementRequest) -> str:
        """Has a fighter of the reserve, or some of the content, arrive at a place or around it;
        gives their names."""
        self._check_master(role, "brings in reinforcements")
        room = await self.fights.rooms.open(fight)
        async with room.gate:
            room.check_not_frozen()
            if not room.asked_number <= request.number <= room.number:
                raise AlreadyAnsweredError(fight)
            if room.table.is_gathering or room.is_over():
                raise data_error("nobody arrives before the fight has begun or after its end")
            why = tape_words(request.text, "reinforcements")
            names = []
            for _ in range(request.count if request.entry is not None else 1):
                if request.entry is not None:
                    name = await self._add_newcomer(room, request)
                else:
                    name = self._in_reserve(room, request)
                with room.lock:
                    assert room.fight is not None
                    rulings = arrival_around(
                        room.fight, name, request.place, why, request.count > 1
                    )
                await self.fights.play.rule_all(room, rulings)
                names.append(name)
            await self.fights.play.advance(room)
            return " and ".join(names)

    def _in_reserve(self, room: Room, request: ReinforcementRequest) -> str:
        """The name of somebody in reserve who can arrive where they are to."""
        who = request.fighter
        if who is None or who not in room.table.in_reserve:
            raise data_error("they are not in reserve", "fighter")
        name: str = room.scenario.setup.names[who]
        return name

    async def _add_newcomer(self, room: Room, request: ReinforcementRequest) -> str:
        """Adds somebody of the content to the reserve; gives their name."""
        current = room.fight
        assert current is not None
        assert request.entry is not None
        text, name = with_newcomer(
            room.stored.scenario, room.scenario, current, request.entry, request.side, request.place
        )
        limit = self.fights.settings.scenario_limit
        await self.fights.background.in_thread(read_scenario_text, text, room.stored.name, limit)
        await self._change_scenario(
            room,
            text,
            lambda fight: arrival_around(fight, name, request.place, "", request.count > 1),
        )
        return name

    async def newcomers(self, fight: str, role: str) -> Json:
        """Everybody who can be brought in from the content, with their titles, by name; and the
        sides they may come to."""
        self._check_master(role, "brings in reinforcements")
        room = await self.fights.rooms.open(fight)
        room.check_not_frozen()
        return {"entries": entries_of(room.scenario), "sides": list(room.scenario.sides)}

    # --- the next fight ---

    async def rests(self, fight: str, role: str) -> Json:
        """What may lie between this fight and the next."""
        self._check_master(role, "leads on to another fight")
        room = await self.fights.rooms.open(fight)
        room.check_not_frozen()
        assert room.fight is not None
        return {"rests": room.fight.recovery().rests()}

    async def next_fight(
        self, fight: str, role: str, request: NextFightRequest, address: str = ""
    ) -> LinksResponse:
        """Begins another fight with the same people at the same seats, as this one left them."""
        self._check_master(role, "leads on to another fight")
        room = await self.fights.rooms.open(fight)
        room.check_not_frozen()
        async with room.gate:
            table, current = room.table, room.fight
            if current is None or not room.is_over():
                raise data_error("this fight is not over yet")
            self._next_change(room, "")
            sides = table.sides_with_people()
            await self.fights.beginnings.admit_scenario(request.scenario, request.name, address)
            with room.lock:
                after = rested(current, request.rest, room.stored.seed)
                text, came = next_scenario(
                    room.scenario, after, request.scenario, request.name, sides
                )
            players = [PERSON if side in sides else one for side, one in enumerate(table.sides)]
            begin = NewFightRequest(
                scenario=text, name=request.name, gm="person", friends=list(sides)
            )
            links = await self.fights.beginnings.begin_fight(begin, address)
            other = await self.fights.rooms.open(links.id)
            async with other.gate:
                for change in self._seats_for(room, other, came, players):
                    await self._change(other, lambda change=change: change)  # type: ignore[misc]
            links.code = await self.open_code(links.id)
            await self._change(room, lambda: self._next_change(room, links.id))
            return links

    def _next_change(self, room: Room, fight: str) -> Json:
        """Return the change that leads on to another fight, unless there is one already."""
        if room.table.next_fight:
            raise data_error("the next fight has begun already")
        return {"do": "next", "fight": fight}

    def _seats_for(
        self, room: Room, other: Room, came: Sequence[str], players: Sequence[str]
    ) -> list[Json]:
        """The changes that give the same people the same seats at another table."""
        old, new = room.scenario.setup.names, other.scenario.setup.names
        known = [name for name in new if name in came or name in old]
        changes: list[Json] = []
        for seat in room.table.seats.values():
            fighters = tuple(new.index(old[who]) for who in seat.fighters if old[who] in known)
            changes.append(seat_change(replace(seat, fighters=fighters)))
        changes += [
            {"do": "name", "role": role, "name": name} for role, name in room.table.names.items()
        ]
        table = room.table
        settings: Json = {
            "do": "set",
            "is_secret": table.is_secret,
            "empty_player": table.empty_player,
        }
        settings |= {"clock_seconds": table.clock_seconds, "clock_player": table.clock_player}
        if len(players) == len(other.scenario.sides):
            settings["sides"] = list(players)
        return [*changes, settings]

    async def come_along(self, fight: str, role: str) -> SeatResponse:
        """A link to one's own place at the next fight."""
        room = await self.fights.rooms.open(fight)
        following = room.table.next_fight
        if not following:
            raise data_error("there is no next fight yet")
        wait = self._chat.take(f"{fight} {role}")
        if wait > 0:
            raise TooManyRequestsError("you came along a few times just now", wait)
        other = await self.fights.rooms.open(following)
        roles = ["gm", "onlooker", *other.table.seats]
        roles += [f"side {side}" for side in range(len(other.scenario.sides))]
        place = role if role in roles else "onlooker"
        secret = new_secret()
        await self.fights.background.in_thread(self.store.add_link, following, place, secret)
        self.fights.links.forget(following)
        return SeatResponse(id=following, role=place, secret=secret)

    async def hide(self, fight: str, role: str, request: HideRequest) -> None:
        """Hides fighters and places from everybody else, and shows all others."""
        self._check_master(role, "hides and shows")
        room = await self.fights.rooms.open(fight)
        room.check_not_frozen()

        def make_change() -> list[Json] | None:
            count = len(room.table.fighter_sides)
            if any(who >= count for who in request.fighters):
                raise data_error(f"fighters are from 0 to {count - 1}", "fighters")
            places = len(room.scenario.setup.board()["places"])  # type: ignore[arg-type]
            if any(place >= places for place in request.places):
                raise data_error(f"places are from 0 to {places - 1}", "places")
            fighters, hidden = sorted(set(request.fighters)), sorted(set(request.places))
            veil = room.table.veil
            if fighters == sorted(veil.fighters) and hidden == sorted(veil.places):
                return None
            change: Json = {"do": "hide", "fighters": fighters, "places": hidden}
            return [change, *self._sight_news(room, set(fighters), set(hidden))]

        async with room.gate:
            await self._change(room, make_change)

    def _sight_news(self, room: Room, fighters: set[int], places: set[int]) -> list[Json]:
        """Return what everybody is told when the game master hides these and no others."""
        table, names = room.table, room.scenario.setup.names
        now = room.news.now()

        def unseen(hidden: Collection[int], closed: Collection[int]) -> set[int]:
            found = {
                who
                for who, state in enumerate(now)
                if (state["where"] or {}).get("place", -1) in closed
            }
            return (found | set(hidden)) - table.in_reserve

        before = unseen(table.veil.fighters, table.veil.places)
        after = unseen(fighters, places)
        told = [(who, "steps out of the shadows.", "revealed") for who in sorted(before - after)]
        told += [(who, "slips out of sight.", "hidden") for who in sorted(after - before)]
        return [
            change
            for who, text, kind in told
            for change in self._news(room, GAME_MASTER, names[who], text, kind)
        ]

    async def ruling_choices(self, fight: str, role: str, who: int) -> Json:
        """What can be ruled about a fighter, each kind with the values it knows."""
        self._check_master(role, "rules")
        room = await self.fights.rooms.open(fight)
        room.check_not_frozen()
        if room.fight is None or who >= len(room.table.fighter_sides):
            raise FightNotFoundError(fight)
        current = room.fight

        def find() -> Json:
            with room.lock:
                return ruling_choices(current, who)

        return await self.fights.background.in_thread(find)

    # --- talking ---

    async def say(self, fight: str, role: str, request: ChatRequest) -> None:
        """Says something to everybody or to the game master, or answers what somebody tries."""
        wait = self._chat.take(f"{fight} {role}")
        if wait > 0:
            raise TooManyRequestsError("you said a lot just now", wait)
        room = await self.fights.rooms.open(fight)
        async with room.gate:
            if request.kind == TEST:
                self._said_change(room, role, request)
                await self._put_to_test(room, request)
            await self._change(room, lambda: self._said_change(room, role, request))
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
        """Whether a role may say that."""
        table = room.table
        if request.kind in ("no", "ruling", TEST):
            self._check_master(role, "answers what somebody tries")
            if request.about not in {line.number for line in table.chat if line.kind == "try"}:
                raise data_error("nobody tries that", "about")
        elif request.kind == "try" and table.is_onlooker(role):
            raise ForbiddenError("onlookers try nothing")
        is_whole = request.test is not None and request.fighter is not None
        if is_whole != (request.kind == TEST):
            raise data_error("a test says of whom and of what, and nothing else does", "test")

    async def _put_to_test(self, room: Room, request: ChatRequest) -> None:
        """Has a fighter make a Test, as a ruling: its dice are the fight's, its lines the log's."""
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


def tape_words(text: str, otherwise: str) -> str:
    """Why something is ruled, in words that a tape can hold."""
    return re.sub(r"[=|]", " ", text).strip() or otherwise


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
