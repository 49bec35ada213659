"""What lies between any two spots of a scenario for whoever shoots, worked out once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.rulesets.orrery.house import House
from affray.rulesets.orrery.sheet import BEYOND
from affray.space.bands import DISTANT, TOUCH, Bands

# --- what is always so between two spots, a bit each ---

COVERED: Final[i64] = 1
"""Whoever stands there has cover over at least half of them [modifier.cover]."""

ABOVE: Final[i64] = 2
BELOW: Final[i64] = 4
"""Whoever stands here is wholly above or below them [modifier.height]."""

AIMED_BADLY: Final[i64] = 8
"""They are too far or too near to aim well [modifier.range]."""

OBSCURED: Final[i64] = 16
"""One of the two is Obscured [modifier.visibility]."""

FAR: Final[i64] = 32
"""They are at Distant, where some weapons roll another die [ranged.weapons]."""

NOT_AT_TOUCH: Final[i64] = 64

NOT_LISTED: Final = b""


class Sight:
    """The view from each spot to each."""

    def __init__(self, places: Bands, bands: list[bytes], house: House) -> None:
        self._places: Final = places
        self._wholly_above: Final[i64] = house.wholly_above
        self.count: Final[i64] = len(places.spots)
        count = len(places.spots)
        self.views: Final = bytes(
            [self._view(here, there, bands) for here in range(count) for there in range(count)]
        )
        """What is always so from here to there, those from the first spot first."""
        self._in_the_way: list[bytes] = [NOT_LISTED] * (count * count)

    def _view(self, here: int, there: int, bands: list[bytes]) -> int:
        """What is always so from one spot to another."""
        band: i64 = bands[here][there]
        spots = self._places.spots
        found: i64 = 0
        if here != there and spots[there].covers_half():
            found |= COVERED
        if band == TOUCH or band >= DISTANT:
            found |= AIMED_BADLY
        if band == DISTANT:
            found |= FAR
        if band == TOUCH:
            return int(found)
        if self._places.above(here, there) >= self._wholly_above:
            found |= ABOVE
        elif self._places.above(there, here) >= self._wholly_above:
            found |= BELOW
        if spots[here].hard_to_see() or spots[there].hard_to_see():
            found |= OBSCURED
        return int(found | NOT_AT_TOUCH)

    def in_the_way(self, here: i64, there: i64) -> bytes:
        """Return for each spot whether a combatant on it is in the way from here to there.

        It is on a shortest line, and the attacker does not shoot over it.
        """
        place = here * self.count + there
        found = self._in_the_way[place]
        if not found:
            places = self._places
            found = bytes(
                [
                    1
                    if places.between(here, spot, there)
                    and places.above(here, spot) < self._wholly_above
                    else 0
                    for spot in range(len(places.spots))
                ]
            )
            self._in_the_way[place] = found
        return found


def bands_by(house: House, places: Bands) -> list[bytes]:
    """Return the band from each spot to each; beyond Distant is out of range, or by option Distant
    [range.beyond]."""
    if house.beyond_distant == "Distant":
        return [bytes(row) for row in places.table]
    return [
        bytes(
            [
                band if steps <= DISTANT else int(BEYOND)
                for band, steps in zip(row, far, strict=True)
            ]
        )
        for row, far in zip(places.table, places.steps, strict=True)
    ]
