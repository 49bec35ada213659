"""Set up a table: who plays, clocks, the reserve, and what the game master hides."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from affray.core.problems import data_error
from affray.store import FightNotFoundError
from affray.web.messages import HideRequest, TableRequest
from affray.web.rooms.arrivals import Arrivals
from affray.web.rooms.fight_play import retry
from affray.web.rooms.reinforcements import reserve_of, with_reserve
from affray.web.rooms.room import Room
from affray.web.rooms.ruling_choices import ruling_choices
from affray.web.rooms.seats import Seats
from affray.web.rooms.table_changes import TableChanges, check_master, check_plays, table_news
from affray.web.rooms.table_state import GAME_MASTER, Json


class TableSettings:
    """The game master's settings of all tables."""

    def __init__(self, tables: TableChanges, seats: Seats, arrivals: Arrivals) -> None:
        self.tables = tables
        self.seats = seats
        self.arrivals = arrivals
        self.fights = tables.fights
        self.store = tables.store

    async def set_table(self, fight: str, role: str, request: TableRequest) -> None:
        """Set what is given: who plays, whether people may join, that the fight begins."""
        check_master(role, "sets the table")
        room = await self.fights.rooms.open(fight)
        room.check_not_frozen()
        async with room.gate:
            self._settings_change(room, request)
            if request.name is not None:
                await self.tables.change(
                    room, lambda: {"do": "name", "role": role, "name": request.name}
                )
            away = frozenset(request.reserve or ()) or room.table.reserve
            if request.begin and away - reserve_of(room.scenario):
                await retry(partial(self._send_away, room, request, away))
            await self.tables.change(room, lambda: self._settings_change(room, request))
            if request.open is not None:
                if request.open:
                    await self.seats.open_code(fight)
                else:
                    await self.fights.background.in_thread(self.store.set_code, fight, None)
            await self.fights.play.advance(room)

    async def _send_away(self, room: Room, request: TableRequest, away: frozenset[int]) -> None:
        """Go on with a scenario in which these fighters are away when the fight begins."""
        self._settings_change(room, request)
        names = [room.scenario.setup.names[who] for who in sorted(away)]
        await self.arrivals.change_scenario(room, with_reserve(room.stored.scenario, names))

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

    async def hide(self, fight: str, role: str, request: HideRequest) -> None:
        """Hide fighters and places from everybody else, and show all others."""
        check_master(role, "hides and shows")
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
            await self.tables.change(room, make_change)

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
            for change in table_news(room, GAME_MASTER, names[who], text, kind)
        ]

    async def ruling_choices(self, fight: str, role: str, who: int) -> Json:
        """Return what can be ruled about a fighter, each kind with its known values."""
        check_master(role, "rules")
        room = await self.fights.rooms.open(fight)
        room.check_not_frozen()
        if room.fight is None or who >= len(room.table.fighter_sides):
            raise FightNotFoundError(fight)
        current = room.fight

        def find() -> Json:
            with room.lock:
                return ruling_choices(current, who)

        return await self.fights.background.in_thread(find)
