"""The cheapest way from one cell to another, for those who know where they want to go.

`Grid.reachable` lists everything one can get to; this finds one way, most often at once.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.space.grid import Grid, exit_bit

FAR: Final = 1 << 30
"""What it costs to get where no way has been found yet."""

NOWHERE: Final = -1
"""Where one came from to a cell that no way has been found to."""


def way(
    grid: Grid, start: i64, goal: i64, most: float, diagonal: float, blocked: list[bool]
) -> list[int]:
    """The cells of a cheapest way that costs at most `most`, without the first; empty if there
    is none. Costs are whole or half metres."""
    least = grid.at_least(start, goal, diagonal)
    if least > most + 1e-9 or blocked[goal]:
        return []
    for diagonals_first in (True, False):
        found = beeline(grid, start, goal, blocked, diagonals_first)
        if found and length(grid, start, found, diagonal) <= least:
            return found
    return search(grid, start, goal, most, diagonal, blocked)


def length(grid: Grid, start: i64, cells: list[int], diagonal: float) -> float:
    """What a way costs."""
    total = 0.0
    here = start
    for there in cells:
        total += step_cost(grid, here, there, diagonal)
        here = there
    return total


def step_cost(grid: Grid, here: i64, there: i64, diagonal: float) -> float:
    """What a step to a neighbour costs."""
    cost: float = grid.costs[there]
    return cost * diagonal if grid.is_diagonal(here, there) else cost


def beeline(
    grid: Grid, start: i64, goal: i64, blocked: list[bool], diagonals_first: bool
) -> list[int]:
    """The way straight there, past nobody; empty if it is not open."""
    found: list[int] = []
    here = start
    columns, rows = grid.columns, grid.rows
    while here != goal:
        wide: i64 = columns[goal] - columns[here]
        tall: i64 = rows[goal] - rows[here]
        across = sign(wide)
        down = sign(tall)
        if not diagonals_first and wide * wide > tall * tall:
            down = 0
        elif not diagonals_first and tall * tall > wide * wide:
            across = 0
        there = here + across + down * grid.width
        exits: i64 = grid.exits[here]
        if not exits & exit_bit(across, down) or blocked[there]:
            return []
        found.append(int(there))
        here = there
    return found


def sign(value: i64) -> i64:
    """-1, 0 or 1."""
    if value == 0:
        return 0
    return 1 if value > 0 else -1


def search(
    grid: Grid, start: i64, goal: i64, most: float, diagonal: float, blocked: list[bool]
) -> list[int]:
    """A cheapest way round what is in it: A*, by the least that is left to go."""
    limit: i64 = int(2.0 * most + 1e-6)
    costs = grid.step_costs(diagonal)
    spent = [FAR] * grid.size
    totals = [FAR] * grid.size
    came = [NOWHERE] * grid.size
    total: i64 = left_to_go(grid, start, goal, diagonal)
    spent[start] = 0
    totals[start] = int(total)
    # the cells to go on from, by what a way through them costs at least
    edges: list[list[int]] = [[] for _ in range(total + 1)]
    edges[total].append(int(start))
    while total < len(edges):
        edge = edges[total]
        if not edge:
            total += 1
            continue
        here: i64 = edge.pop()
        if here == goal:
            return traced(came, start, goal)
        if total > totals[here]:
            continue  # a cheaper way here was found since
        so_far: i64 = spent[here]
        steps = costs[here]
        for place, there in enumerate(grid.neighbours[here]):
            if blocked[there]:
                continue
            cost: i64 = so_far + steps[place]
            if cost > limit or spent[there] <= cost:
                continue
            at_least: i64 = cost + left_to_go(grid, there, goal, diagonal)
            if at_least > limit:
                continue
            spent[there] = int(cost)
            totals[there] = int(at_least)
            came[there] = int(here)
            while len(edges) <= at_least:
                edges.append([])
            put_in_order(edges[at_least], there)
    return []


def put_in_order(edge: list[int], cell: i64) -> None:
    """Puts a cell where it belongs among others, the lowest last, where it is taken from first."""
    place: i64 = len(edge)
    while place > 0 and edge[place - 1] < cell:
        place -= 1
    edge.insert(int(place), int(cell))


def left_to_go(grid: Grid, here: i64, goal: i64, diagonal: float) -> i64:
    """The least that is left to go, in half metres."""
    return int(2.0 * grid.at_least(here, goal, diagonal))


def traced(came: list[int], start: i64, goal: i64) -> list[int]:
    """The cells from start to goal by where each was come to from, without the first."""
    found = [int(goal)]
    here: i64 = goal if came[goal] == NOWHERE else came[goal]
    while here != start:
        found.append(int(here))
        here = came[here]
    found.reverse()
    return found
