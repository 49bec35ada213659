"""Distances on the map: facts of a scenario, each worked out once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.space.grid import NO_ROW, NO_SIGHT, Grid

FURTHEST_REACH: Final[i64] = 2
"""Nobody threatens anything further away than this [turn.threaten]."""

NO_REACH: Final = 255
"""How far a weapon would have to reach that no weapon does."""


class Terrain:
    """How far every cell is from every other, by rows that are looked at when they are wanted."""

    def __init__(self, grid: Grid) -> None:
        self.grid: Final = grid
        self._spaces: Final = [NO_ROW] * grid.size
        self._metres: Final = [NO_ROW] * grid.size
        self._reaches: Final = [NO_ROW] * grid.size

    def spaces_from(self, cell: i64) -> bytes:
        """Return how many spaces every cell is from one."""
        found = self._spaces[cell]
        return found if len(found) > 0 else self._find_spaces(cell)

    def _find_spaces(self, cell: i64) -> bytes:
        grid = self.grid
        found = bytes([int(grid.spaces(cell, there)) for there in range(grid.size)])
        self._spaces[cell] = found
        return found

    def metres_from(self, cell: i64) -> bytes:
        """Return how far every cell is from one, straight and to the nearest metre
        [grid.distance]."""
        found = self._metres[cell]
        return found if len(found) > 0 else self._find_metres(cell)

    def _find_metres(self, cell: i64) -> bytes:
        grid = self.grid
        found = bytes([int(grid.rounded(cell, there)) for there in range(grid.size)])
        self._metres[cell] = found
        return found

    def reaches_from(self, cell: i64) -> bytes:
        """Return how far a weapon has to reach from a cell to strike at every other
        [turn.threaten].

        NO_REACH where none does, as past a wall.
        """
        found = self._reaches[cell]
        return found if len(found) > 0 else self._find_reaches(cell)

    def _find_reaches(self, cell: i64) -> bytes:
        grid = self.grid
        found = bytes(
            [
                away if away <= FURTHEST_REACH and grid.sight(cell, there) != NO_SIGHT else NO_REACH
                for there, away in enumerate(self.spaces_from(cell))
            ]
        )
        self._reaches[cell] = found
        return found
