"""Spots and the band between any two of them: Touch, Close, Nearby or Distant.

A band is how many moves of one band it takes to come to Touch. Every link longer than Close is
filled with spots on the way, so that a move always goes to a neighbouring spot, and no band to
anybody changes by more than one. Bands so never contradict each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final

from mypy_extensions import i64

TOUCH: Final[i64] = 0
CLOSE: Final[i64] = 1
NEARBY: Final[i64] = 2
DISTANT: Final[i64] = 3
APART: Final[i64] = 4
"""No band: nothing joins the two spots, not even sight."""

BANDS: Final = ["Touch", "Close", "Nearby", "Distant", "Apart"]

NO_WAY: Final[i64] = 1_000_000
"""The distance between spots that nothing joins."""

HALF: Final[i64] = 50
"""From this many percent on, cover hides at least half of a fighter behind it."""

Link = tuple[int, int, int]
"""Two spots by number, and their band."""


class Spot:
    """A place to stand. Height in metres, cover in percent; x and y are only for drawing."""

    def __init__(
        self,
        name: str,
        height: i64 = 0,
        cover: i64 = 0,
        dark: bool = False,
        obscured: bool = False,
        drawn_at: tuple[float, float] | None = None,
    ) -> None:
        self.name: Final = name
        self.height: Final[i64] = height
        self.cover: Final[i64] = cover
        self.dark: Final = dark
        self.obscured: Final = obscured
        self.drawn_at: Final = drawn_at

    def covers_half(self) -> bool:
        """Return whether cover hides at least half of a fighter here."""
        return self.cover >= HALF

    def hard_to_see(self) -> bool:
        """Return whether a fighter here is Obscured, by darkness or anything else."""
        return self.dark or self.obscured

    def data(self) -> dict[str, object]:
        """Return the spot as a board shows it."""
        found: dict[str, object] = {
            "name": self.name,
            "height": int(self.height),
            "cover": int(self.cover),
            "dark": self.dark,
            "obscured": self.obscured,
        }
        if self.drawn_at is not None:
            found["x"], found["y"] = self.drawn_at
        return found


class Bands:
    """A map of spots. `links` can be walked; `sights` only say how far apart two spots are."""

    def __init__(
        self, spots: Sequence[Spot], links: Sequence[Link], sights: Sequence[Link] = ()
    ) -> None:
        self.given: Final = [*links, *sights]
        self.spots: Final = list(spots)
        self.links: Final = self._filled(links)
        self.neighbours: Final = neighbours_of(len(self.spots), self.links)
        self.sights: Final = list(sights)
        self.steps: Final = distances(len(self.spots), [*self.links, *sights])
        moves: list[Link] = [(one, other, 1) for one, other, _ in self.links]
        self.moves: Final = distances(len(self.spots), moves)
        self.table: Final = [[band_of(steps) for steps in row] for row in self.steps]

    def _filled(self, links: Sequence[Link]) -> list[Link]:
        """Return the links, with a spot for each band on the way along the longer ones."""
        found: list[Link] = []
        for one, other, band in links:
            here = one
            for number in range(1, band):
                there = len(self.spots)
                self.spots.append(on_the_way(self.spots[one], self.spots[other], number, band))
                found.append((here, there, int(CLOSE)))
                here = there
            found.append((here, other, min(band, int(CLOSE))))
        return found

    def number(self, name: str) -> i64:
        """Return the spot of that name."""
        for index, spot in enumerate(self.spots):
            if spot.name == name:
                return index
        return -1

    def names(self) -> list[str]:
        """Return the names of the spots, in order."""
        return [spot.name for spot in self.spots]

    def band(self, here: i64, there: i64) -> i64:
        """Return the band between two spots; a spot is at Touch with itself."""
        return self.table[here][there]

    def above(self, here: i64, there: i64) -> i64:
        """Return how many metres one spot is higher than another."""
        return self.spots[here].height - self.spots[there].height

    def between(self, here: i64, middle: i64, there: i64) -> bool:
        """Return whether a spot is on a shortest line from here to there, and not at Touch with
        here."""
        from_here: i64 = self.steps[here][middle]
        return from_here > 0 and from_here + self.steps[middle][there] == self.steps[here][there]

    def lines_through(self, one: i64, other: i64) -> list[list[bool]]:
        """Return for each pair of spots whether every shortest line passes a link."""
        ends = (int(one), int(other))
        left = [link for link in self.links if link[:2] != ends and link[:2] != (ends[1], ends[0])]
        without = distances(len(self.spots), [*left, *self.sights])
        return [
            [steps < without[here][there] for there, steps in enumerate(row)]
            for here, row in enumerate(self.steps)
        ]

    def contradictions(self) -> list[tuple[int, int, int]]:
        """Return the given pairs that another way brings nearer than was said."""
        return [pair for pair in self.given if self.table[pair[0]][pair[1]] < pair[2]]

    def data(self) -> dict[str, object]:
        """Return the map as a board shows it."""
        links = [[one, other, BANDS[band]] for one, other, band in self.links]
        return {
            "kind": "spots",
            "places": [spot.data() for spot in self.spots],
            "links": links,
        }


def band_of(steps: i64) -> int:
    """Return the band of a number of steps."""
    if steps >= NO_WAY:
        return int(APART)
    return int(steps if steps < DISTANT else DISTANT)


def on_the_way(start: Spot, end: Spot, number: int, parts: int) -> Spot:
    """Open ground between two spots, as high as the lower of them."""
    name = f"{start.name} to {end.name}" + ("" if parts == 2 else f" {number}")
    height = start.height if start.height < end.height else end.height
    if start.drawn_at is None or end.drawn_at is None:
        return Spot(name, height)
    share = number / parts
    x = start.drawn_at[0] + (end.drawn_at[0] - start.drawn_at[0]) * share
    y = start.drawn_at[1] + (end.drawn_at[1] - start.drawn_at[1]) * share
    return Spot(name, height, drawn_at=(round(x, 3), round(y, 3)))


def neighbours_of(count: int, links: Sequence[Link]) -> list[list[int]]:
    """Return the spots one move away from each spot, in order."""
    found: list[set[int]] = [set() for _ in range(count)]
    for one, other, _ in links:
        found[one].add(other)
        found[other].add(one)
    return [sorted(near) for near in found]


def distances(count: int, links: Sequence[Link]) -> list[list[int]]:
    """Return the length of the shortest way between any two spots."""
    ways: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for one, other, length in links:
        ways[one].append((other, length))
        ways[other].append((one, length))
    return [distances_from(start, ways) for start in range(count)]


def distances_from(start: int, ways: list[list[tuple[int, int]]]) -> list[int]:
    """Return the length of the shortest way to each spot, by Dijkstra's algorithm."""
    found = [int(NO_WAY)] * len(ways)
    found[start] = 0
    edge: list[tuple[int, int]] = [(0, start)]
    while edge:
        so_far, here = heappop(edge)
        if so_far > found[here]:
            continue
        for there, length in ways[here]:
            if so_far + length < found[there]:
                found[there] = so_far + length
                heappush(edge, (so_far + length, there))
    return found
