"""One way at a time costs what the whole map says it must."""

import pytest

from affray.core.dice import Dice
from affray.space.grid import UNREACHED, Grid
from affray.space.hexes import Hexes
from affray.space.pathfinding import beeline, cheapest_way, length, search, within


@pytest.mark.parametrize("kind", [Grid, Hexes])
@pytest.mark.parametrize("diagonal", [1.0, 1.5])
def test_the_way_found_is_a_cheapest_one(kind: type[Grid], diagonal: float) -> None:
    dice = Dice(7)
    for _ in range(40):
        solid = [cell for cell in range(120) if dice.die(6) == 1]
        rough = {cell: 2.0 for cell in range(120) if dice.die(5) == 1}
        grid = kind(12, 10, solid, rough)
        blocked = bytes([dice.die(8) == 1 for _ in range(120)])
        start = next(cell for cell in range(120) if not grid.solid[cell])
        cost = grid.reachable(start, 14, diagonal, blocked)
        reached = [cell for cell in range(120) if cost[cell] < UNREACHED and cell != start]
        assert within(grid, start, 14, diagonal, blocked) == reached
        assert cheapest_way(grid, start, start, 14, diagonal, blocked) == []
        for goal in range(120):
            if goal == start:
                continue
            found = cheapest_way(grid, start, goal, 14, diagonal, blocked)
            assert bool(found) is (cost[goal] < UNREACHED)
            if found:
                assert length(grid, start, found, diagonal) == pytest.approx(cost[goal])
                assert found[-1] == goal
                for here, there in zip([start, *found], found, strict=False):
                    assert there in grid.neighbours[here]
                    assert not blocked[there]


@pytest.mark.parametrize("kind", [Grid, Hexes])
@pytest.mark.parametrize("diagonals_first", [True, False])
def test_a_straight_way_turns_once_and_is_open(kind: type[Grid], diagonals_first: bool) -> None:
    dice = Dice(9)
    found_ways = bent = 0
    for _ in range(10):
        solid = [cell for cell in range(120) if dice.die(12) == 1]
        grid = kind(12, 10, solid)
        blocked = bytes([dice.die(12) == 1 for _ in range(120)])
        start = next(cell for cell in range(50, 120) if not grid.solid[cell])
        for goal in range(120):
            cells = beeline(grid, start, goal, blocked, diagonals_first)
            if not cells or goal == start:
                continue
            found_ways += 1
            assert cells[-1] == goal
            across_and_down = []
            for here, there in zip([start, *cells], cells, strict=False):
                assert there in grid.neighbours[here]
                assert not blocked[there]
                across_and_down.append(
                    grid.x(here) != grid.x(there) and grid.y(here) != grid.y(there)
                )
            assert across_and_down == sorted(across_and_down, reverse=diagonals_first)
            bent += len(set(across_and_down)) == 2
    assert found_ways > 100
    assert bent > 30


@pytest.mark.parametrize("kind", [Grid, Hexes])
def test_cells_are_in_the_order_of_how_far_they_are(kind: type[Grid]) -> None:
    grid = kind(12, 10)
    for here in (0, 37, 64, 119):
        by_order = sorted(range(120), key=lambda cell: (grid.straight_order(here, cell), cell))
        by_metres = sorted(range(120), key=lambda cell: (round(grid.straight(here, cell), 9), cell))
        assert by_order == by_metres


def plain_search(
    grid: Grid, start: int, goal: int, most: float, diagonal: float, blocked: bytes
) -> list[int]:
    """Search by A* as in the book: of all cells to go on from, the one through which a way may be cheapest, and
    of several the one with the lowest number; a way is given up only for a cheaper one."""
    left = [grid.least_halves(cell, goal, int(2 * diagonal)) for cell in range(grid.size)]
    spent = {start: 0}
    came: dict[int, int] = {}
    edge = {start}
    while edge:
        here = min(edge, key=lambda cell: (spent[cell] + left[cell], cell))
        edge.remove(here)
        if here == goal:
            found = [goal]
            while came[found[0]] != start:
                found.insert(0, came[found[0]])
            return found
        for there in grid.neighbours[here]:
            cost = spent[here] + int(2 * grid.costs[there])
            if grid.is_diagonal(here, there):
                cost = spent[here] + int(2 * grid.costs[there] * diagonal)
            if not blocked[there] and cost + left[there] <= 2 * most:
                if cost < spent.get(there, 10_000):
                    spent[there], came[there] = cost, here
                    edge.add(there)
    return []


@pytest.mark.parametrize("kind", [Grid, Hexes])
@pytest.mark.parametrize("diagonal", [1.0, 1.5])
def test_of_equal_ways_the_one_through_the_lowest_cells_is_found(
    kind: type[Grid], diagonal: float
) -> None:
    dice = Dice(11)
    found_ways = 0
    for _ in range(12):
        rough = {cell: 2.0 for cell in range(120) if dice.die(5) == 1}
        grid = kind(12, 10, [cell for cell in range(1, 120) if dice.die(6) == 1], rough)
        blocked = bytes([dice.die(8) == 1 for _ in range(120)])
        for goal in range(1, 120):
            for most in (6.0, 11.5):
                found = search(grid, 0, goal, most, diagonal, blocked)
                assert found == plain_search(grid, 0, goal, most, diagonal, blocked)
                found_ways += bool(found)
    assert found_ways > 500


def test_a_map_is_searched_by_what_its_diagonals_cost_whatever_they_cost_before() -> None:
    grid = Grid(5, 5)
    blocked = bytes(25)
    for diagonal, reached in ((1.5, 20), (1.0, 24), (1.5, 20)):
        assert len(within(grid, 12, 2.5, diagonal, blocked)) == reached
