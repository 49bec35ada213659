"""The field: distances, sight and ways on the grid, each worked out once and kept.

None of it changes while people fight, but for ways, which others may bar.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.space.grid import Grid

MOST_KEPT: Final = 4_000
"""How many ways past others are kept before all are forgotten."""

UNSEEN: Final = -1
"""In place of a sight that was not wanted yet."""


class Field:
    """A grid with a memory."""

    def __init__(self, grid: Grid) -> None:
        self.grid: Final = grid
        self._distances: Final[list[list[int]]] = [[] for _ in range(grid.size)]
        self._sights: Final[list[list[int]]] = [[] for _ in range(grid.size)]
        self._walks: Final[list[list[int]]] = [[] for _ in range(grid.size)]
        self._open: Final[list[list[list[tuple[int, int]] | None]]] = []
        self._ways: Final[dict[tuple[int, ...], list[tuple[int, int]]]] = {}

    def distances(self, there: i64) -> list[int]:
        """How many spaces each cell is from one."""
        found = self._distances[there]
        if not found:
            grid = self.grid
            found = [int(grid.spaces(cell, there)) for cell in range(grid.size)]
            self._distances[there] = found
        return found

    def spaces(self, here: i64, there: i64) -> i64:
        """How many spaces apart two cells are."""
        found = self._distances[there]
        return found[here] if found else self.distances(there)[here]

    def sight(self, here: i64, there: i64) -> i64:
        """How well one cell is seen from another [sight.lines]."""
        row = self._sights[there]
        if not row:
            row = [UNSEEN] * self.grid.size
            self._sights[there] = row
        found: i64 = row[here]
        if found == UNSEEN:
            found = self.grid.sight(here, there)
            row[here] = int(found)
        return found

    def walk(self, goal: i64) -> list[int]:
        """How many steps each cell is from a goal, whoever is in the way; as many as there are
        cells where there is no way."""
        found = self._walks[goal]
        if not found:
            grid = self.grid
            found = [int(grid.size)] * grid.size
            found[goal] = 0
            for cell, steps in grid.ways_from(goal, grid.size, []):
                found[cell] = steps
            self._walks[goal] = found
        return found

    def ways(self, start: i64, most: i64, closed: list[int]) -> list[tuple[int, int]]:
        """The cells at most so many steps away, nearest first, each with its steps; `closed` cells
        are not entered [reach.enter]. Not to be changed."""
        if not closed:
            return self.open_ways(start, most)
        if len(closed) > 1:
            closed.sort()
        key = (int(start), int(most), *closed)
        found = self._ways.get(key)
        if found is None:
            if len(self._ways) >= MOST_KEPT:
                self._ways.clear()
            found = self.grid.ways_from(start, most, closed)
            self._ways[key] = found
        return found

    def open_ways(self, start: i64, most: i64) -> list[tuple[int, int]]:
        """The same where nobody bars the way."""
        while len(self._open) <= most:
            self._open.append([None] * self.grid.size)
        found = self._open[most][start]
        if found is None:
            found = self.grid.ways_from(start, most, [])
            self._open[most][start] = found
        return found
