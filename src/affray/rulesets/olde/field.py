"""The field: distances and ways on the grid, each computed once; none changes in a fight."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.space.grid import Grid

NO_BYTES: Final = b""

NO_WAY: Final = 255
"""Stands for the steps between two cells that no way joins, or a very long one."""


class Field:
    """A grid with a memory."""

    def __init__(self, grid: Grid) -> None:
        self.grid: Final = grid
        self.hides_nothing: Final = not grid.opaque
        self.farthest: Final[i64] = grid.width + grid.height
        """No two cells are further apart."""
        self._distances: Final = [NO_BYTES] * grid.size
        self._walks: Final = [NO_BYTES] * grid.size
        self._ways: Final[dict[int, list[tuple[int, int]]]] = {}
        self._places: Final[dict[int, list[int]]] = {}

    def distances(self, there: i64) -> bytes:
        """Return how many spaces each cell is from one."""
        found = self._distances[there]
        if len(found) == 0:
            grid = self.grid
            found = bytes([int(grid.spaces(cell, there)) for cell in range(grid.size)])
            self._distances[there] = found
        return found

    def spaces(self, here: i64, there: i64) -> i64:
        """Return how many spaces apart two cells are."""
        return self.distances(there)[here]

    def ways(self, start: i64, most: i64) -> list[tuple[int, int]]:
        """Return the cells at most so many steps from one on an empty field, nearest first, each
        with its steps."""
        case = int(start * (NO_WAY + 1) + most)
        found = self._ways.get(case)
        if found is None:
            found = self.grid.ways_from(start, most, [])
            self._ways[case] = found
        return found

    def places(self, start: i64, least: i64, most: i64) -> list[int]:
        """Return the cells from `least` to `most` steps from one on an empty field, nearest
        first."""
        case = int((start * (NO_WAY + 1) + least) * (NO_WAY + 1) + most)
        found = self._places.get(case)
        if found is None:
            found = [cell for cell, steps in self.ways(start, most) if steps >= least]
            self._places[case] = found
        return found

    def walks(self, there: i64) -> bytes:
        """Return how many steps each cell is from one on an empty field, however far."""
        if self.hides_nothing:
            return self.distances(there)
        found = self._walks[there]
        if len(found) == 0:
            steps = [NO_WAY] * self.grid.size
            steps[there] = 0
            for cell, away in self.grid.ways_from(there, NO_WAY - 1, []):
                steps[cell] = away
            found = bytes(steps)
            self._walks[there] = found
        return found
