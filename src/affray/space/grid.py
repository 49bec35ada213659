"""A grid of squares: distances, walls, ground that costs more, and lines of sight.

Cells are numbered row by row: `y * width + x`. Walls run along the edges of cells; a cell can
also be solid (closed to fighters and to sight), rough (steps into it cost more) or
give cover to those in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import heappop, heappush
from math import sqrt
from typing import Final

from mypy_extensions import i64

CLEAR: Final[i64] = 0
PARTIAL: Final[i64] = 1
MINIMAL: Final[i64] = 2
NO_SIGHT: Final[i64] = 3
"""How well one cell is seen from another."""

UNSEEN: Final[i64] = 255
"""Stands for a sight that was not computed yet."""

UNREACHED: Final = 1e9

CORNER_INSET: Final = 0.01
"""How far lines of sight stay inside the corners of a cell, in cells."""

NO_ROW: Final = b""
"""Stands for a row that was not computed yet."""

MOST_MEASURED: Final[i64] = 1_024
"""The largest map, in cells, that keeps all the distances between its cells."""

Segment = tuple[float, float, float, float]
"""A wall from one point to another, in cells: (0, 0) is the map's upper left corner."""

DIRECTIONS: Final = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
"""The eight neighbours, clockwise from straight up."""


def difference(one: i64, other: i64) -> i64:
    """Return how far apart two numbers are."""
    return one - other if one > other else other - one


def sign(value: i64) -> i64:
    """Return -1, 0 or 1."""
    if value == 0:
        return 0
    return 1 if value > 0 else -1


def exit_bit(across: i64, down: i64) -> i64:
    """Return the bit of a step by at most one cell each way, among the `exits` of a cell."""
    return 1 << (3 * down + across + 4)


class Grid:
    """A map of squares that never changes, at most 256 of them each way; no step costs more than
    127."""

    def __init__(
        self,
        width: i64,
        height: i64,
        solid: Iterable[int] = (),
        costs: Mapping[int, float] | None = None,
        cover: Iterable[int] = (),
        walls: Iterable[Segment] = (),
    ) -> None:
        self.width: Final[i64] = width
        self.height: Final[i64] = height
        self.size: Final[i64] = width * height
        # bytes, which are read without a box
        self.columns: Final = bytes([int(cell % width) for cell in range(self.size)])
        self.rows: Final = bytes([int(cell // width) for cell in range(self.size)])
        # of hexes: columns along which a step down does not lead sideways
        self.slanted: Final = [int(cell % width - cell // width // 2) for cell in range(self.size)]
        hard = set(solid)
        covered = set(cover)
        self.solid: Final = [cell in hard for cell in range(self.size)]
        self.cover: Final = [cell in covered for cell in range(self.size)]
        dear = dict(costs) if costs is not None else {}
        self.costs: Final = [float(dear.get(cell, 1.0)) for cell in range(self.size)]
        self.walls: Final = list(walls)
        self.opaque: Final = self.walls + [
            side for cell in sorted(hard) for side in self.sides(cell)
        ]
        self.neighbours: Final = [self._neighbours(cell) for cell in range(self.size)]
        self.exits: Final = [self._exits(cell) for cell in range(self.size)]
        self._is_measured: Final = self.size <= MOST_MEASURED and width + height < 256
        self._apart: Final = [NO_ROW] * self.size
        self._rounded: Final = [NO_ROW] * self.size
        self._sights: Final = [NO_ROW] * self.size
        # by the cost of a diagonal step
        self._step_costs: dict[float, list[list[int]]] = {}

    def cell(self, x: i64, y: i64) -> i64:
        """Return the number of a cell."""
        return y * self.width + x

    def x(self, cell: i64) -> i64:
        """Return the column of a cell."""
        return self.columns[cell]

    def y(self, cell: i64) -> i64:
        """Return the row of a cell."""
        return self.rows[cell]

    def inside(self, x: i64, y: i64) -> bool:
        """Return whether the cell exists."""
        return 0 <= x < self.width and 0 <= y < self.height

    def name(self, cell: i64) -> str:
        """Return a cell's name: its column and row, counted from 0."""
        return f"{self.x(cell)},{self.y(cell)}"

    def data(self) -> dict[str, object]:
        """Return what every grid has to draw. An option's `place` is a number in "places"."""
        cells = range(self.size)
        return {
            "kind": "grid",
            "width": int(self.width),
            "height": int(self.height),
            "places": [self.name(cell) for cell in cells],
            "solid": [cell for cell in cells if self.solid[cell]],
        }

    # --- distance ---

    def spaces(self, here: i64, there: i64) -> i64:
        """Return how many spaces apart two cells are. Maps that are not huge keep the distances."""
        return self.distances(here)[there] if self._is_measured else self._measured(here, there)

    def distances(self, here: i64) -> bytes:
        """Return how many spaces each cell is apart from one. It is computed once."""
        row = self._apart[here]
        if len(row) == 0:
            row = bytes([int(self._measured(here, cell)) for cell in range(self.size)])
            self._apart[here] = row
        return row

    def _measured(self, here: i64, there: i64) -> i64:
        """Return how many spaces apart two cells are. A diagonal counts as one."""
        across = difference(self.columns[here], self.columns[there])
        down = difference(self.rows[here], self.rows[there])
        return across if across > down else down

    def straight(self, here: i64, there: i64) -> float:
        """Return the straight distance between two cells' centres."""
        return sqrt(float(self.straight_order(here, there)))

    def rounded(self, here: i64, there: i64) -> i64:
        """Return the straight distance between two cells, to the nearest whole."""
        row = self._rounded[here]
        if len(row) == 0:
            if not self._is_measured:
                return int(self.straight(here, there) + 0.5)
            row = bytes([int(self.straight(here, cell) + 0.5) for cell in range(self.size)])
            self._rounded[here] = row
        return row[there]

    def straight_order(self, here: i64, there: i64) -> i64:
        """Return a number that grows with the straight distance between two cells."""
        across: i64 = self.columns[here] - self.columns[there]
        down: i64 = self.rows[here] - self.rows[there]
        return across * across + down * down

    def at_least(self, here: i64, there: i64, diagonal: float) -> float:
        """Return the least that any way between two cells can cost."""
        return 0.5 * float(self.least_halves(here, there, int(2.0 * diagonal)))

    def least_halves(self, here: i64, there: i64, diagonal: i64) -> i64:
        """Return the least cost of any way between two cells in half metres.

        A diagonal step costs `diagonal` of them.
        """
        across = difference(self.columns[here], self.columns[there])
        down = difference(self.rows[here], self.rows[there])
        if across > down:
            return 2 * (across - down) + diagonal * down
        return 2 * (down - across) + diagonal * across

    # --- ways ---

    def _neighbours(self, cell: int) -> list[int]:
        """Return the cells one step away that no wall or solid corner blocks."""
        found: list[int] = []
        if self.solid[cell]:
            return found
        x, y = self.x(cell), self.y(cell)
        for across, down in self.directions(y):
            if not self.inside(x + across, y + down):
                continue
            there = int(self.cell(x + across, y + down))
            if self.solid[there]:
                continue
            if self.is_diagonal(cell, there) and self._bars_diagonal(
                self.solid[self.cell(x + across, y)], self.solid[self.cell(x, y + down)]
            ):
                continue
            if not self._walled(cell, there):
                found.append(there)
        return found

    def _bars_diagonal(self, one: bool, other: bool) -> bool:
        """Return whether a diagonal step is barred, by which of the two cells beside it are
        solid."""
        return one or other

    def _exits(self, cell: int) -> int:
        """Return the steps that lead out of a cell, a bit for each (see `exit_bit`)."""
        found = 0
        for there in self.neighbours[cell]:
            across: i64 = self.columns[there] - self.columns[cell]
            down: i64 = self.rows[there] - self.rows[cell]
            found |= int(exit_bit(across, down))
        return found

    def step_costs(self, diagonal: float) -> list[list[int]]:
        """Return the costs of the steps to each cell's `neighbours`, in half metres.

        They are computed once. A diagonal step costs `diagonal` times a straight one.
        """
        found = self._step_costs.get(diagonal)
        if found is None:
            found = []
            for here in range(self.size):
                costs: list[int] = []
                for there in self.neighbours[here]:
                    factor = diagonal if self.is_diagonal(here, there) else 1.0
                    costs.append(int(2.0 * self.costs[there] * factor))
                found.append(costs)
            self._step_costs[diagonal] = found
        return found

    def directions(self, row: i64) -> list[tuple[int, int]]:
        """Return the steps to the neighbours of a cell in that row, clockwise from straight up."""
        return DIRECTIONS

    def is_diagonal(self, here: i64, there: i64) -> bool:
        """Return whether a step between neighbours is a diagonal one."""
        return self.columns[here] != self.columns[there] and self.rows[here] != self.rows[there]

    def _walled(self, here: int, there: int) -> bool:
        """Return whether a wall stands between two cells' centres."""
        if not self.walls:
            return False
        ax, ay, bx, by = self._centres(here, there)
        return any(crosses(ax, ay, bx, by, wall) for wall in self.walls)

    def _centres(self, here: i64, there: i64) -> Segment:
        ax, ay = self.centre(here)
        bx, by = self.centre(there)
        return (ax, ay, bx, by)

    def centre(self, cell: i64) -> tuple[float, float]:
        """Return the middle of a cell."""
        return (float(self.x(cell)) + 0.5, float(self.y(cell)) + 0.5)

    def sides(self, cell: i64) -> list[Segment]:
        """Return the sides of a cell, which are walls where it is solid."""
        return sides_of(self.x(cell), self.y(cell))

    def corners(self, cell: i64) -> list[tuple[float, float]]:
        """Return the corners of a cell, drawn in so that a wall along its side is outside."""
        x, y = float(self.x(cell)), float(self.y(cell))
        inset = CORNER_INSET
        left, right, above, below = x + inset, x + 1 - inset, y + inset, y + 1 - inset
        return [(left, above), (right, above), (left, below), (right, below)]

    def reachable(
        self, start: i64, most: float, diagonal: float, blocked: bytes = NO_ROW
    ) -> list[float]:
        """Return the cost of reaching each cell, at most `most`, or UNREACHED.

        A diagonal step costs `diagonal` times a straight one. Cells that are 1 in `blocked` are not
        entered.
        """
        cost = [UNREACHED] * self.size
        cost[start] = 0.0
        edge: list[tuple[float, int]] = [(0.0, int(start))]
        while edge:
            spent, here = heappop(edge)
            if spent > cost[here]:
                continue
            for there in self.neighbours[here]:
                if len(blocked) > 0 and blocked[there] != 0:
                    continue
                step = self.costs[there]
                if self.is_diagonal(here, there):
                    step *= diagonal
                if spent + step <= most + 1e-9 and spent + step < cost[there] - 1e-9:
                    cost[there] = spent + step
                    heappush(edge, (spent + step, there))
        return cost

    def ways_from(self, start: i64, most: i64, closed: list[int]) -> list[tuple[int, int]]:
        """Return the cells within a number of steps, nearest first, each with its steps.

        Every step counts as one. `closed` cells are not entered. The start is not included.
        """
        found: list[tuple[int, int]] = []
        seen = [False] * self.size
        seen[start] = True
        for cell in closed:
            seen[cell] = True
        edge = [int(start)]
        steps = 0
        while edge and steps < most:
            steps += 1
            beyond: list[int] = []
            for here in edge:
                for there in self.neighbours[here]:
                    if not seen[there]:
                        seen[there] = True
                        beyond.append(there)
            beyond.sort()
            for there in beyond:
                found.append((there, steps))
            edge = beyond
        return found

    # --- sight ---

    def sight(self, here: i64, there: i64) -> i64:
        """Return how well a cell is seen.

        Centre to centre is CLEAR, centre to any corner PARTIAL, any corner to any corner MINIMAL.
        """
        if here == there or not self.opaque:
            return CLEAR
        row = self._sights[here]
        if len(row) == 0:
            row = bytes([int(UNSEEN)]) * int(self.size)
        seen: i64 = row[there]
        if seen == UNSEEN:
            seen = self._look(here, there)
            self._sights[here] = row[: int(there)] + bytes([int(seen)]) + row[int(there) + 1 :]
        return seen

    def _look(self, here: i64, there: i64) -> i64:
        ax, ay, bx, by = self._centres(here, there)
        if self.seen(ax, ay, bx, by):
            return CLEAR
        corners = self.corners(there)
        for cx, cy in corners:
            if self.seen(ax, ay, cx, cy):
                return PARTIAL
        for dx, dy in self.corners(here):
            for cx, cy in corners:
                if self.seen(dx, dy, cx, cy):
                    return MINIMAL
        return NO_SIGHT

    def seen(self, ax: float, ay: float, bx: float, by: float) -> bool:
        """Return whether nothing stands between two points."""
        left, right = min(ax, bx), max(ax, bx)
        above, below = min(ay, by), max(ay, by)
        for wall in self.opaque:
            cx, cy, dx, dy = wall
            if (cx < left and dx < left) or (cx > right and dx > right):
                continue
            if (cy < above and dy < above) or (cy > below and dy > below):
                continue
            if crosses(ax, ay, bx, by, wall):
                return False
        return True


def sides_of(x: i64, y: i64) -> list[Segment]:
    """Return the four sides of a cell, which are walls where it is solid."""
    left, up = float(x), float(y)
    return [
        (left, up, left + 1, up),
        (left + 1, up, left + 1, up + 1),
        (left, up + 1, left + 1, up + 1),
        (left, up, left, up + 1),
    ]


def crosses(ax: float, ay: float, bx: float, by: float, wall: Segment) -> bool:
    """Return whether the line from a to b meets a wall. Touching its end counts."""
    cx, cy, dx, dy = wall
    one = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    two = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    three = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    four = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    if one == 0 and two == 0:
        return False  # along the wall, not through it
    return one * two <= 0 and three * four <= 0
