"""Ways and places on the map that follow from the map alone, for the simple player."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.renaissance.movement import DIAGONAL
from affray.space.grid import NO_SIGHT, Grid
from affray.space.ways import half_metres, step_cost

NO_FIELD: Final[list[float]] = []

MAX_ORDERS: Final = 4096
"""How many orders of cells are kept before they are forgotten."""

MOST_HALF_METRES: Final[i64] = 4096
"""More than anybody goes in a turn."""


@mypyc_attr(acyclic=True)
class NearerCells:
    """Neighbours of a cell, and what a step to each of them costs, in half metres."""

    def __init__(self, cells: list[int], costs: bytes) -> None:
        self.cells: Final = cells
        self.costs: Final = costs


NO_CELLS: Final[list[NearerCells | None]] = []


def first_of(pair: tuple[float, int]) -> float:
    """The first of two."""
    return pair[0]


class Routes:
    """What the map offers to those who walk, shoot and strike on it."""

    def __init__(self, grid: Grid) -> None:
        self.grid: Final = grid
        self.sheltered: Final = [cell for cell in range(grid.size) if grid.cover[cell]]
        self._fields: list[list[float]] = [NO_FIELD] * grid.size
        self._nearer: list[list[NearerCells | None]] = [NO_CELLS] * grid.size
        self._shelters: dict[int, list[int]] = {}
        self._striking_cells: list[list[int] | None] = [None] * (2 * grid.size)
        self._striking_orders: dict[int, list[int]] = {}

    def field(self, goal: i64) -> list[float]:
        """How far each cell is from another on foot, if nobody stood in the way."""
        found = self._fields[goal]
        if not found:
            found = self.grid.reachable(goal, 1e6, DIAGONAL)
            self._fields[goal] = found
        return found

    def nearer(self, goal: i64, here: i64) -> NearerCells:
        """The neighbours of a cell that are nearer to another on foot, if nobody stood in the way:
        the nearest first."""
        rows = self._nearer[goal]
        if not rows:
            rows = [None] * self.grid.size
            self._nearer[goal] = rows
        found = rows[here]
        if found is None:
            field = self.field(goal)
            near = [(field[there], there) for there in self.grid.neighbours[here]]
            cells = [there for away, there in sorted(near, key=first_of) if away < field[here]]
            costs = [half_metres(step_cost(self.grid, here, there, DIAGONAL)) for there in cells]
            found = NearerCells(cells, bytes([int(cost) for cost in costs]))
            rows[here] = found
        return found

    def shelters_near(self, cell: i64, metres: float) -> list[int]:
        """The other cells in cover at most so far away, whatever is in the way."""
        if not self.sheltered:
            return self.sheltered
        key = int(cell * MOST_HALF_METRES + half_metres(metres))
        found = self._shelters.get(key)
        if found is None:
            grid = self.grid
            found = [
                there
                for there in self.sheltered
                if grid.at_least(cell, there, DIAGONAL) <= metres and there != cell
            ]
            self._shelters[key] = found
        return found

    def striking_cells(self, target: i64, reach: i64) -> list[int]:
        """The cells at most two steps away from which somebody at a cell can be struck, by how far
        a weapon reaches."""
        key = target * 2 + (1 if reach > 1 else 0)
        found = self._striking_cells[key]
        if found is None:
            grid = self.grid
            found = []
            for near in grid.neighbours[target]:
                for cell in grid.neighbours[near] if reach > 1 else [near]:
                    if cell != target and cell not in found and grid.spaces(cell, target) <= 2:
                        if grid.sight(cell, target) != NO_SIGHT:
                            found.append(cell)
            self._striking_cells[key] = found
        return found

    def striking_cells_by(self, here: i64, target: i64, reach: i64) -> list[int]:
        """List the cells to strike a target from, the nearest to another cell first."""
        wanted = int((target * 2 + (1 if reach > 1 else 0)) * self.grid.size + here)
        found = self._striking_orders.get(wanted)
        if found is None:
            if len(self._striking_orders) == MAX_ORDERS:
                self._striking_orders.clear()
            grid = self.grid
            cells = self.striking_cells(target, reach)
            found = sorted(cells, key=lambda cell: int(grid.straight_order(here, cell)))
            self._striking_orders[wanted] = found
        return found
