"""Which spots lie between any two for a shooter, and the bands of a scenario."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.rulesets.orrery.house import House
from affray.rulesets.orrery.sheet import BEYOND
from affray.space.bands import DISTANT, Bands

NOT_LISTED: Final = b""


class Sight:
    """The spots that lie between any two, listed when they are first asked for."""

    def __init__(self, places: Bands, house: House) -> None:
        self._places: Final = places
        self._wholly_above: Final[i64] = house.wholly_above
        self.count: Final[i64] = len(places.spots)
        self._in_the_way: list[bytes] = [NOT_LISTED] * (len(places.spots) ** 2)

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
