"""Find a cheapest way from one cell to another, most often at once.

`Grid.reachable` lists the costs of all cells; `way` finds the way to one of them.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from mypy_extensions import i64

from affray.space.grid import UNREACHED, Grid, exit_bit, sign

NOT_FOUND: Final = 1_000_000_000_000_000
"""More than any way costs, times the number of cells."""


def cheapest_way(
    grid: Grid, start: i64, goal: i64, most: float, diagonal: float, blocked: bytes
) -> list[int]:
    """Return the cells of a cheapest way that costs at most `most`, without the first.

    The list is empty if there is none. Costs are whole or half metres. `blocked` is 1 for each cell
    that is not entered, 0 for the others.
    """
    least = grid.at_least(start, goal, diagonal)
    if start == goal or least > most + 1e-9 or blocked[goal] != 0:
        return []
    for diagonals_first in (True, False):
        found = beeline(grid, start, goal, blocked, diagonals_first)
        if found and length(grid, start, found, diagonal) <= least:
            return found
    return search(grid, start, goal, most, diagonal, blocked)


def beeline(grid: Grid, start: i64, goal: i64, blocked: bytes, diagonals_first: bool) -> list[int]:
    """Return the way that goes in one direction and then in another, or an empty list if it is not
    open. Its diagonal steps come first, or last."""
    wide: i64 = grid.columns[goal] - grid.columns[start]
    tall: i64 = grid.rows[goal] - grid.rows[start]
    across = sign(wide)
    down = sign(tall)
    wide *= across
    tall *= down
    steps = max(wide, tall)
    diagonals = min(wide, tall)
    turn = diagonals if diagonals_first else steps - diagonals
    found: list[int] = []
    here = start
    for step in range(steps):
        is_diagonal = (step < turn) == diagonals_first
        right: i64 = 0
        if is_diagonal or wide > tall:
            right = across
        below: i64 = 0
        if is_diagonal or wide <= tall:
            below = down
        exits: i64 = grid.exits[here]
        here += below * grid.width + right
        if not exits & exit_bit(right, below) or blocked[here] != 0:
            return []
        found.append(int(here))
    return found


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


def search(
    grid: Grid, start: i64, goal: i64, most: float, diagonal: float, blocked: bytes
) -> list[int]:
    """Return a cheapest way round obstacles, by A*."""
    limit = half_metres(most)
    halves: i64 = int(2.0 * diagonal)
    size = grid.size
    steps = grid.step_costs(diagonal)
    # what it costs to get to each cell, times the size, and the cell before it
    reached = [NOT_FOUND] * size
    reached[start] = int(start)
    # the cells to go on from: the least that a way through them costs, then their number
    edge = [int(grid.least_halves(start, goal, halves) * size + start)]
    while edge:
        here: i64 = heappop(edge) % size
        if here == goal:
            return traced(reached, start, goal)
        costs = steps[here]
        known: i64 = reached[here]
        so_far = known // size
        place: i64 = 0
        for there in grid.neighbours[here]:
            cost = so_far + costs[place]
            place += 1
            if reached[there] < (cost + 1) * size or blocked[there] != 0:
                continue
            total = cost + grid.least_halves(there, goal, halves)
            if total <= limit:
                reached[there] = int(cost * size + here)
                heappush(edge, int(total * size + there))
    return []


def within(grid: Grid, start: i64, most: float, diagonal: float, blocked: bytes) -> list[int]:
    """Return every cell that a way of at most `most` leads to, by number, without the first."""
    costs = grid.reachable(start, most, diagonal, blocked)
    return [cell for cell in range(grid.size) if costs[cell] < UNREACHED and cell != start]


def half_metres(most: float) -> i64:
    """Return a length in half metres."""
    return int(2.0 * most + 1e-6)


def traced(reached: list[int], start: i64, goal: i64) -> list[int]:
    """Return the cells of a way after its start, by the cell before each one (see `search`)."""
    found = [int(goal)]
    here: i64 = reached[goal] % len(reached)
    while here != start:
        found.append(int(here))
        here = reached[here] % len(reached)
    found.reverse()
    return found
