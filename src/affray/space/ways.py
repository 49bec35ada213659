"""The cheapest way from one cell to another, for those who know where they want to go.

`Grid.reachable` lists everything one can get to; this finds one way, most often at once.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.space.grid import (
    NO_STRIDE,
    NOT_REACHED,
    UNREACHED,
    Grid,
    SearchedCell,
    direction_number,
)

NOWHERE: Final[i64] = -1
"""Where one came from to a cell that no way has been found to."""

NEVER: Final[i64] = -1
"""What a way costs to where somebody stands: less than any, so that it is not looked at again."""


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


def sign(value: i64) -> i64:
    """Return -1, 0 or 1."""
    if value == 0:
        return 0
    return 1 if value > 0 else -1


def search(
    grid: Grid, start: i64, goal: i64, most: float, diagonal: float, blocked: list[bool]
) -> list[int]:
    """Return a cheapest way round obstacles, by A*."""
    limit = half_metres(most)
    notes = grid.take_notes(diagonal)
    number = notes.search
    diagonal_halves: i64 = int(2.0 * diagonal)
    left_to = notes.left_to(grid, goal)
    is_known = len(left_to) > 0
    first = grid.least_halves(start, goal, diagonal_halves)
    begin_at(notes.cells[start], number, first)
    # the cells to go on from, by what a way through them costs at least, beginning with the first
    edges: list[SearchedCell | None] = [notes.cells[start]]
    found: list[int] = []
    bucket: i64 = 0
    while bucket < len(edges):
        here = edges[bucket]
        if here is None:
            bucket += 1
            continue
        edges[bucket] = here.after
        if here.number == goal:
            found = traced(notes.cells, start, goal)
            break
        spent = here.spent
        costs = here.costs
        place: i64 = 0
        for there in here.neighbours:
            cost: i64 = spent + costs[place]
            place += 1
            if there.search != number:
                there.search = number
                if blocked[there.number]:
                    there.spent = NEVER
                    continue
                if is_known:
                    there.left = left_to[there.number]
                else:
                    there.left = grid.least_halves(there.number, goal, diagonal_halves)
                there.spent = NOT_REACHED
            elif there.spent <= cost:
                continue
            total: i64 = cost + there.left
            if total > limit:
                continue
            if there.spent != NOT_REACHED:
                take_out(edges, there.total - first, there)
            there.spent = cost
            there.total = total
            there.came = here.number
            while len(edges) <= total - first:
                edges.append(None)
            put_in_order(edges, total - first, there)
    grid.notes.append(notes)
    return found


def begin_at(start: SearchedCell, number: i64, left: i64) -> None:
    """Note the start of a search."""
    start.search = number
    start.spent = 0
    start.left = left
    start.total = left
    start.came = NOWHERE
    start.after = None


def within(grid: Grid, start: i64, most: float, diagonal: float, blocked: list[bool]) -> list[int]:
    """Return every cell that a way of at most `most` leads to, by number, without the first."""
    limit = half_metres(most)
    notes = grid.take_notes(diagonal)
    number = notes.search
    begin_at(notes.cells[start], number, 0)
    lowest = highest = start
    # the cells to go on from, by what the way there costs, chained in no order
    edges: list[SearchedCell | None] = [None] * (limit + 1)
    edges[0] = notes.cells[start]
    cost: i64
    for cost in range(limit + 1):
        here = edges[cost]
        while here is not None:
            costs = here.costs
            place: i64 = 0
            for there in here.neighbours:
                further: i64 = cost + costs[place]
                place += 1
                if further > limit:
                    continue
                if there.search != number:
                    there.search = number
                    if blocked[there.number]:
                        there.spent = NEVER
                        continue
                    if there.number < lowest:
                        lowest = there.number
                    elif there.number > highest:
                        highest = there.number
                elif there.spent <= further:
                    continue
                else:
                    take_out(edges, there.spent, there)
                there.spent = further
                there.after = edges[further]
                edges[further] = there
            here = here.after
    found: list[int] = []
    cell: i64
    for cell in range(lowest, highest + 1):
        one = notes.cells[cell]
        if one.search == number and one.spent > 0:
            found.append(int(cell))
    grid.notes.append(notes)
    return found


def put_in_order(edges: list[SearchedCell | None], place: i64, cell: SearchedCell) -> None:
    """Insert a cell in its row, which is in ascending order."""
    before: SearchedCell | None = None
    after = edges[place]
    while after is not None and after.number < cell.number:
        before = after
        after = after.after
    cell.after = after
    if before is None:
        edges[place] = cell
    else:
        before.after = cell


def take_out(edges: list[SearchedCell | None], place: i64, cell: SearchedCell) -> None:
    """Take a cell out of a row, since a cheaper way to it was found."""
    before: SearchedCell | None = None
    one = edges[place]
    while one is not None and one is not cell:
        before = one
        one = one.after
    if one is None:
        return
    if before is None:
        edges[place] = cell.after
    else:
        before.after = cell.after


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


def traced(cells: list[SearchedCell], start: i64, goal: i64) -> list[int]:
    """Return the cells from start to goal by their predecessors, without the first."""
    found = [int(goal)]
    here = goal if cells[goal].came == NOWHERE else cells[goal].came
    while here != start:
        found.append(int(here))
        here = cells[here].came
    found.reverse()
    return found
