"""Bring in fighters in the course of a fight: from the reserve, or from the content."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from affray.core.fight import STANDING, Fight, IllegalError
from affray.core.problems import data_error
from affray.core.questions import Ruling
from affray.store import AlreadyAnsweredError
from affray.web.messages import ReinforcementRequest
from affray.web.rooms.fight_play import retry
from affray.web.rooms.playing import IDLE_TABLE
from affray.web.rooms.reinforcements import entries_of, with_newcomer
from affray.web.rooms.room import Room
from affray.web.rooms.table_changes import TableChanges, check_master
from affray.web.rooms.table_state import Json
from affray.web.rooms.talk import tape_words
from affray.web.scenarios.reading import read_scenario_text

ARRIVAL_RANGE = 3
"""How far from the place where they are to arrive somebody stands whose place is taken."""


class Arrivals:
    """The reinforcements of all fights."""

    def __init__(self, tables: TableChanges) -> None:
        self.fights = tables.fights

    async def reinforce(self, fight: str, role: str, request: ReinforcementRequest) -> str:
        """Have a fighter of the reserve, or some of the content, arrive at a place or around it.

        Return their names.
        """
        check_master(role, "brings in reinforcements")
        room = await self.fights.rooms.open(fight)
        async with room.gate:
            seen, names = request.number, []
            for _ in range(request.count if request.entry is not None else 1):
                name = await retry(partial(self._find_reinforcement, room, request, seen))
                await retry(partial(self._arrive, room, request, name))
                seen = room.number
                names.append(name)
            await self.fights.play.advance(room)
            return " and ".join(names)

    async def _find_reinforcement(
        self, room: Room, request: ReinforcementRequest, seen: int
    ) -> str:
        """Return the name of whoever is to arrive; a newcomer is added to the reserve first.

        Raise AlreadyAnsweredError if something was answered behind the first `seen` lines.
        """
        room.check_not_frozen()
        if not room.asked_number <= seen <= room.number:
            raise AlreadyAnsweredError(room.stored.id)
        if room.table.is_gathering or room.is_over():
            raise data_error("nobody arrives before the fight has begun or after its end")
        if request.entry is not None:
            return await self._add_newcomer(room, request)
        return self._in_reserve(room, request)

    def _in_reserve(self, room: Room, request: ReinforcementRequest) -> str:
        """Return the name of a fighter in reserve who is to arrive."""
        who = request.fighter
        if who is None or who not in room.table.in_reserve:
            raise data_error("they are not in reserve", "fighter")
        name: str = room.scenario.setup.names[who]
        return name

    async def _add_newcomer(self, room: Room, request: ReinforcementRequest) -> str:
        """Add a fighter of the content to the reserve; return its name."""
        current = room.fight
        assert current is not None
        assert request.entry is not None
        text, name = with_newcomer(
            room.stored.scenario, room.scenario, current, request.entry, request.side, request.place
        )
        limit = self.fights.settings.scenario_limit
        await self.fights.background.in_thread(read_scenario_text, text, room.stored.name, limit)
        await self.change_scenario(
            room,
            text,
            lambda fight: arrival_around(fight, name, request.place, "", request.count > 1),
        )
        return name

    async def change_scenario(
        self, room: Room, text: str, check: Callable[[Fight], object] | None = None
    ) -> None:
        """Go on with another scenario, whose fight is checked before it is stored."""
        step = await self.fights.background.in_thread(room.change_scenario, text)
        assert step.play is not None
        if check is not None:
            check(step.play.fight)
        await self.fights.play.commit_table(room, step)

    async def _arrive(self, room: Room, request: ReinforcementRequest, name: str) -> None:
        """Rule that a fighter arrives."""
        with room.lock:
            assert room.fight is not None
            why = tape_words(request.text, "reinforcements")
            rulings = arrival_around(room.fight, name, request.place, why, request.count > 1)
        await self.fights.play.rule_all(room, rulings)

    async def newcomers(self, fight: str, role: str) -> Json:
        """Return the entries of the content that can be brought in, by name, and the sides they
        may join."""
        check_master(role, "brings in reinforcements")
        room = await self.fights.rooms.open(fight)
        room.check_not_frozen()
        return {"entries": entries_of(room.scenario), "sides": list(room.scenario.sides)}


def arrival_around(
    fight: Fight, name: str, place: str, why: str, is_one_of_several: bool
) -> list[Ruling]:
    """Return the rulings that have somebody arrive at a place, or one of several beside it."""
    places = [place, *(cells_around(place) if is_one_of_several else ())]
    for number, wanted in enumerate(places):
        try:
            return arrival(fight, name, wanted, why)
        except IllegalError:
            if number == len(places) - 1:
                raise
    raise AssertionError("there is always a place")


def cells_around(place: str) -> list[str]:
    """Return the cells around one, the nearest first; none where the board is no grid."""
    cell = re.fullmatch(r"(\d+),(\d+)", place)
    if cell is None:
        return []
    x, y = int(cell[1]), int(cell[2])
    steps = range(-ARRIVAL_RANGE, ARRIVAL_RANGE + 1)
    found = [(x + right, y + down) for right in steps for down in steps if right or down]
    found.sort(key=lambda one: max(abs(one[0] - x), abs(one[1] - y)))
    return [f"{one},{other}" for one, other in found if one >= 0 and other >= 0]


def arrival(fight: Fight, name: str, place: str, why: str) -> list[Ruling]:
    """Return the rulings that have a fighter arrive at a place.

    The fighter is placed unseen first, then stands. Raise IllegalError if the place is not
    possible.
    """
    rulings = [Ruling("place", name, place, why)]
    copy = fight.copy(IDLE_TABLE)
    copy.apply_ruling(rulings[0])
    if copy.fighter_named(name).state() != STANDING:
        rulings.append(Ruling("state", name, STANDING, why))
        copy.apply_ruling(rulings[1])
    return rulings
