"""Go on to another fight with the same people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from affray.core.problems import data_error
from affray.web.limits import RateLimiter, TooManyRequestsError
from affray.web.messages import LinksResponse, NewFightRequest, NextFightRequest, SeatResponse
from affray.web.rooms.links import new_secret
from affray.web.rooms.next_fight import next_scenario, rested
from affray.web.rooms.room import Room
from affray.web.rooms.seats import Seats
from affray.web.rooms.table_changes import TableChanges, check_master, seat_change
from affray.web.rooms.table_state import PERSON, Json

LINK_BURST = 20
"""Links to the next fight that one role is given at once."""


class NextFights:
    """Leads from one fight to the next."""

    def __init__(self, tables: TableChanges, seats: Seats) -> None:
        self.tables = tables
        self.seats = seats
        self.fights = tables.fights
        self.store = tables.store
        settings = self.fights.settings
        rate = settings.chat_per_minute / 60 if settings.rate > 0 else 0
        self._links = RateLimiter(rate, LINK_BURST)

    async def rests(self, fight: str, role: str) -> Json:
        """Return the rests that may lie between this fight and the next."""
        check_master(role, "leads on to another fight")
        room = await self.fights.rooms.open(fight)
        room.check_not_frozen()
        assert room.fight is not None
        return {"rests": room.fight.recovery().rests()}

    async def next_fight(
        self, fight: str, role: str, request: NextFightRequest, address: str = ""
    ) -> LinksResponse:
        """Begin another fight with the same people at the same seats, as this one left them."""
        check_master(role, "leads on to another fight")
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
                    await self.tables.change(other, lambda change=change: change)  # type: ignore[misc]
            links.code = await self.seats.open_code(links.id)
            await self.tables.change(room, lambda: self._next_change(room, links.id))
            return links

    def _next_change(self, room: Room, fight: str) -> Json:
        """Return the change that leads on to another fight, unless there is one already."""
        if room.table.next_fight:
            raise data_error("the next fight has begun already")
        return {"do": "next", "fight": fight}

    def _seats_for(
        self, room: Room, other: Room, came: Sequence[str], players: Sequence[str]
    ) -> list[Json]:
        """Return the changes that give the same people the same seats at another table."""
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
        """Return a link to the role's own place at the next fight."""
        room = await self.fights.rooms.open(fight)
        following = room.table.next_fight
        if not following:
            raise data_error("there is no next fight yet")
        wait = self._links.take(f"{fight} {role}")
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
