"""Distances on the map: facts of a scenario, each computed once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.space.grid import NO_ROW, NO_SIGHT, Grid

FURTHEST_REACH: Final[i64] = 2
"""The longest distance at which any fighter threatens [turn.threaten]."""

NO_REACH: Final = 255
"""A reach above that of any weapon."""


class Terrain:
    """The distances between all cells, by rows that are computed when first needed."""

    def __init__(self, grid: Grid) -> None:
        self.grid: Final = grid
        self._spaces: Final = [NO_ROW] * grid.size
        self._reaches: Final = [NO_ROW] * grid.size
        self._to_strike_from: Final[dict[tuple[int, int], list[int]]] = {}
        self.covered_cells: Final = [cell for cell in range(grid.size) if grid.cover[cell]]
        """The cells that give cover to their occupants [ranged.cover]."""

    def spaces_from(self, cell: i64) -> bytes:
        """Return the distance from a cell to each cell, in spaces."""
        found = self._spaces[cell]
        if len(found) == 0:
            grid = self.grid
            found = bytes([int(grid.spaces(cell, there)) for there in range(grid.size)])
            self._spaces[cell] = found
        return found

    def reaches_from(self, cell: i64) -> bytes:
        """Return the reach that a weapon needs from a cell to strike at every other
        [turn.threaten].

        It is NO_REACH if no weapon can, for example past a wall.
        """
        found = self._reaches[cell]
        if len(found) == 0:
            grid = self.grid
            found = bytes(
                [
                    away
                    if away <= FURTHEST_REACH and grid.sight(cell, there) != NO_SIGHT
                    else NO_REACH
                    for there, away in enumerate(self.spaces_from(cell))
                ]
            )
            self._reaches[cell] = found
        return found

    def cells_to_strike_from(self, cell: i64, reach: i64) -> list[int]:
        """List the cells from which a weapon of this reach strikes at a cell [turn.threaten]."""
        key = (int(cell), int(reach))
        found = self._to_strike_from.get(key)
        if found is None:
            grid = self.grid
            found = [
                there
                for there, away in enumerate(self.spaces_from(cell))
                if 0 < away <= reach
                and not grid.solid[there]
                and self.reaches_from(there)[cell] <= reach
            ]
            self._to_strike_from[key] = found
        return found
