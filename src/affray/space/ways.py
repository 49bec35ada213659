"""The cheapest way from one cell to another, for those who know where they want to go.

`Grid.reachable` lists everything one can get to; this finds one way, most often at once.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.space.grid import NO_STRIDE, UNREACHED, Grid, direction_number, sign

NOT_FOUND: Final = 1_000_000_000
"""The cost of a way that has not been found yet."""


def way(
    grid: Grid, start: i64, goal: i64, most: float, diagonal: float, blocked: list[bool]
) -> list[int]:
    """Return the cells of a cheapest way that costs at most `most`, without the first.

    The list is empty if there is none. Costs are whole or half metres.
    """
    least = grid.at_least(start, goal, diagonal)
    if least > most + 1e-9 or blocked[goal]:
        return []
    if straight_length(grid, start, goal, blocked, True, diagonal) <= least:
        return beeline(grid, start, goal, blocked, True)
    if bends(grid, start, goal):
        if straight_length(grid, start, goal, blocked, False, diagonal) <= least:
            return beeline(grid, start, goal, blocked, False)
    return search(grid, start, goal, most, diagonal, blocked)


@mypyc_attr(acyclic=True)
class Beeline:
    """The way straight from one cell to another: its steps are in one direction up to the `turn`,
    and from there on in another; diagonal ones come first, or last."""

    def __init__(self, grid: Grid, start: i64, goal: i64, diagonals_first: bool) -> None:
        wide: i64 = grid.columns[goal] - grid.columns[start]
        tall: i64 = grid.rows[goal] - grid.rows[start]
        across = sign(wide)
        down = sign(tall)
        diagonal = direction_number(across, down)
        wide *= across
        tall *= down
        level = direction_number(across, 0) if wide > tall else direction_number(0, down)
        self.steps: Final[i64] = wide if wide > tall else tall
        diagonals = tall if wide > tall else wide
        self.turn: Final[i64] = diagonals if diagonals_first else self.steps - diagonals
        self.first: Final[i64] = diagonal if diagonals_first else level
        self.then: Final[i64] = level if diagonals_first else diagonal

    def direction(self, step: i64) -> i64:
        """Return the direction of a step, numbered as in `Grid.strides`."""
        return self.first if step < self.turn else self.then


def straight_length(
    grid: Grid, start: i64, goal: i64, blocked: list[bool], diagonals_first: bool, diagonal: float
) -> float:
    """Return the cost of the straight way, or UNREACHED if it is not open."""
    total: i64 = 0
    here = start
    strides = grid.strides(diagonal)
    line = Beeline(grid, start, goal, diagonals_first)
    direction = line.first
    offset: i64 = grid.stride_offsets[direction]
    step: i64
    for step in range(line.steps):
        if step == line.turn:
            direction = line.then
            offset = grid.stride_offsets[direction]
        cost: i64 = strides[here][direction]
        here = here + offset
        if cost == NO_STRIDE or blocked[here]:
            return UNREACHED
        total += cost
    return 0.5 * float(total)


def bends(grid: Grid, start: i64, goal: i64) -> bool:
    """Return whether the straight way has a bend, so that the order of its legs matters."""
    wide: i64 = grid.columns[goal] - grid.columns[start]
    tall: i64 = grid.rows[goal] - grid.rows[start]
    return wide != 0 and tall != 0 and wide != tall and wide != -tall


def length(grid: Grid, start: i64, cells: list[int], diagonal: float) -> float:
    """Return what a way costs."""
    total = 0.0
    here = start
    for there in cells:
        total += step_cost(grid, here, there, diagonal)
        here = there
    return total


def step_cost(grid: Grid, here: i64, there: i64, diagonal: float) -> float:
    """Return what a step to a neighbour costs."""
    cost: float = grid.costs[there]
    return cost * diagonal if grid.is_diagonal(here, there) else cost


def beeline(
    grid: Grid, start: i64, goal: i64, blocked: list[bool], diagonals_first: bool
) -> list[int]:
    """Return the straight way, or an empty list if it is not open."""
    found: list[int] = []
    here = start
    line = Beeline(grid, start, goal, diagonals_first)
    step: i64
    for step in range(line.steps):
        direction = line.direction(step)
        there: i64 = here + grid.stride_offsets[direction]
        exits: i64 = grid.exits[here]
        if not exits & 1 << direction or blocked[there]:
            return []
        found.append(int(there))
        here = there
    return found


def search(
    grid: Grid, start: i64, goal: i64, most: float, diagonal: float, blocked: list[bool]
) -> list[int]:
    """Return a cheapest way round obstacles, by A*."""
    limit = half_metres(most)
    halves: i64 = int(2.0 * diagonal)
    size = grid.size
    steps = grid.step_costs(diagonal)
    spent = [NOT_FOUND] * size
    came = [int(start)] * size
    spent[start] = 0
    # the cells to go on from: the least that a way through them costs, then their number
    edge = [int(grid.least_halves(start, goal, halves) * size + start)]
    while edge:
        here: i64 = heappop(edge) % size
        if here == goal:
            return traced(came, start, goal)
        costs = steps[here]
        so_far: i64 = spent[here]
        place: i64 = 0
        for there in grid.neighbours[here]:
            cost = so_far + costs[place]
            place += 1
            if cost >= spent[there] or blocked[there]:
                continue
            total = cost + grid.least_halves(there, goal, halves)
            if total <= limit:
                spent[there] = int(cost)
                came[there] = int(here)
                heappush(edge, int(total * size + there))
    return []


def within(grid: Grid, start: i64, most: float, diagonal: float, blocked: list[bool]) -> list[int]:
    """Return every cell that a way of at most `most` leads to, by number, without the first."""
    costs = grid.reachable(start, most, diagonal, blocked)
    return [cell for cell in range(grid.size) if costs[cell] < UNREACHED and cell != start]


def half_metres(most: float) -> i64:
    """Return a length in half metres."""
    return int(2.0 * most + 1e-6)


def cost_of(grid: Grid, start: i64, cells: list[int], diagonal: float) -> i64:
    """Return the cost of a way in half metres."""
    total: i64 = 0
    here = start
    for there in cells:
        total += int(2.0 * step_cost(grid, here, there, diagonal))
        here = there
    return total


def traced(came: list[int], start: i64, goal: i64) -> list[int]:
    """Return the cells from start to goal by where each was come to from, without the first."""
    found = [int(goal)]
    while came[found[-1]] != start:
        found.append(came[found[-1]])
    found.reverse()
    return found
