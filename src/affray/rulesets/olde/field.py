"""The field: distances and sight on the grid, each worked out once and kept.

None of it changes while people fight.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.space.grid import CLEAR, UNSEEN, Grid

NO_BYTES: Final = b""

NO_WAY: Final = 255
"""Stands for the steps between two cells that no way joins, or a very long one."""

MOST_SPACES: Final[i64] = 6
"""How far one goes in a round at most: by running, with three Action Points."""


class Field:
    """A grid with a memory."""

    def __init__(self, grid: Grid) -> None:
        self.grid: Final = grid
        self.hides_nothing: Final = not grid.opaque
        self._distances: Final = [NO_BYTES] * grid.size
        self._sights: Final = [NO_BYTES] * grid.size
        self._open_steps: Final = [NO_BYTES] * grid.size
        self._walks: Final = [NO_BYTES] * grid.size

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

    def sight(self, here: i64, there: i64) -> i64:
        """Return how well one cell is seen from another."""
        if self.hides_nothing:
            return CLEAR
        row = self.sights(there)
        found: i64 = row[here]
        if found == UNSEEN:
            found = self.grid.sight(here, there)
            self._sights[there] = row[: int(here)] + bytes([int(found)]) + row[int(here) + 1 :]
        return found

    def sights(self, there: i64) -> bytes:
        """Return how well a cell is seen from each, UNSEEN from those that were not looked from."""
        found = self._sights[there]
        if len(found) == 0:
            found = bytes([int(UNSEEN)]) * int(self.grid.size)
            self._sights[there] = found
        return found

    def open_steps(self, start: i64) -> bytes:
        """Return how many steps each cell is from one where nobody bars a way; 0 for those too far
        to go in a round."""
        found = self._open_steps[start]
        if len(found) == 0:
            steps = [0] * self.grid.size
            for cell, away in self.grid.ways_from(start, MOST_SPACES, []):
                steps[cell] = away
            found = bytes(steps)
            self._open_steps[start] = found
        return found

    def walks(self, there: i64) -> bytes:
        """Return how many steps each cell is from one where nobody bars a way, however far."""
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
