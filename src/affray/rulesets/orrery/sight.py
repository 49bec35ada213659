"""The lines from spot to spot: bands, height, cover, darkness, and combatants in the way."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.orrery.house import House
from affray.rulesets.orrery.sheet import BEYOND
from affray.space.bands import DISTANT, Bands


@mypyc_attr(acyclic=True)
class Line:
    """The line from one spot to another: the facts about it that a fight does not change."""

    def __init__(self, sight: Sight, here: i64, there: i64) -> None:
        spots = sight.places.spots
        self.band: Final[i64] = sight.bands[here][there]
        self.is_one_spot: Final = here == there
        self.is_above: Final = sight.is_wholly_above(here, there)
        self.is_below: Final = sight.is_wholly_above(there, here)
        self.is_covered: Final = spots[there].covers_half()
        self.hard_to_see_here: Final = spots[here].hard_to_see()
        self.hard_to_see_there: Final = spots[there].hard_to_see()
        self.in_the_way: Final = sight.in_the_way(here, there)
        """For each spot, whether a combatant on it is in the way."""
        self.barriers: Final = [
            index for index, through in sight.barrier_lines if through[here][there]
        ]
        """The combatants, such as a gate, that bar the line as long as they stand."""


class Sight:
    """The lines between any two spots, each made when it is first needed."""

    def __init__(
        self, places: Bands, house: House, barrier_lines: list[tuple[int, list[list[bool]]]]
    ) -> None:
        self.places: Final = places
        self.bands: Final = bands_by(house, places)
        self.barrier_lines: Final = barrier_lines
        """The barriers of links, and for each pair of spots whether every line passes the link."""
        self._wholly_above: Final[i64] = house.wholly_above
        self._lines: Final[list[list[Line | None]]] = [
            [None] * len(places.spots) for _ in places.spots
        ]

    def line(self, here: i64, there: i64) -> Line:
        """Return the line from one spot to another."""
        row = self._lines[here]
        found = row[there]
        if found is None:
            found = Line(self, here, there)
            row[there] = found
        return found

    def is_wholly_above(self, here: i64, there: i64) -> bool:
        """Return whether one spot is wholly above another: by two metres, or by option more
        [modifier.wholly-above]."""
        return self.places.above(here, there) >= self._wholly_above

    def in_the_way(self, here: i64, there: i64) -> bytes:
        """Return for each spot whether a combatant on it is in the way from here to there.

        It is on a shortest line, and the attacker does not shoot over it.
        """
        places = self.places
        return bytes(
            [
                places.between(here, spot, there) and not self.is_wholly_above(here, spot)
                for spot in range(len(places.spots))
            ]
        )


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
