"""Named zones with neighbours; distance is the number of steps between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mypy_extensions import i64

APART: Final[i64] = 1_000_000
"""The distance between zones that no path joins."""

FARTHEST: Final = 255
"""The greatest distance in `Zones.near`; everything farther counts as this far."""


class Zones:
    """A map of zones, numbered in the order of their names."""

    def __init__(
        self,
        names: Sequence[str],
        paths: Sequence[tuple[str, str]],
        exits: Sequence[str] = (),
        drawn: Mapping[str, tuple[float, float]] | None = None,
    ) -> None:
        self.names: Final = list(names)
        number = {name: index for index, name in enumerate(self.names)}
        neighbours: list[list[int]] = [[] for _ in self.names]
        for one, other in paths:
            here, there = number[one], number[other]
            if there not in neighbours[here]:
                neighbours[here].append(there)
                neighbours[there].append(here)
        self.neighbours: Final = [sorted(found) for found in neighbours]
        self.exits: Final = [name in exits for name in self.names]
        self.drawn: Final = [list(drawn[name]) for name in names if name in drawn] if drawn else []
        """Where the zones are drawn; nothing of the rules depends on it."""
        self.steps: Final = [steps_from(start, self.neighbours) for start in range(len(names))]
        self.near: Final = [bytes([min(far, FARTHEST) for far in row]) for row in self.steps]
        """The steps up to FARTHEST, as bytes, which are read without a box."""

    def number(self, name: str) -> i64:
        """Return the zone of that name."""
        return self.names.index(name)

    def distance(self, here: i64, there: i64) -> i64:
        """Return how many steps apart two zones are."""
        return self.steps[here][there]


def steps_from(start: int, neighbours: list[list[int]]) -> list[int]:
    """Return how many steps each zone is from `start`."""
    steps = [int(APART)] * len(neighbours)
    steps[start] = 0
    edge = [start]
    while edge:
        beyond: list[int] = []
        for here in edge:
            for there in neighbours[here]:
                if steps[there] == APART:
                    steps[there] = steps[here] + 1
                    beyond.append(there)
        edge = beyond
    return steps
