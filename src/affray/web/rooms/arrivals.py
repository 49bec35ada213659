"""Where somebody stands who arrives in the middle of a fight."""

from __future__ import annotations

import re

from affray.core.fight import STANDING, Fight, IllegalError
from affray.core.questions import Ruling
from affray.web.rooms.playing import IDLE_TABLE

ARRIVAL_RANGE = 3
"""How far from the place where they are to arrive somebody stands whose place is taken."""


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
    """The rulings that have somebody arrive at a place: first they are there, unseen, then they
    stand. Raises IllegalError where they cannot be there."""
    rulings = [Ruling("place", name, place, why)]
    copy = fight.copy(IDLE_TABLE)
    copy.apply_ruling(rulings[0])
    if copy.fighter_named(name).state() != STANDING:
        rulings.append(Ruling("state", name, STANDING, why))
        copy.apply_ruling(rulings[1])
    return rulings
