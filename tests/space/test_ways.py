"""One way at a time costs what the whole map says it must."""

import pytest

from affray.core.dice import Dice
from affray.space.grid import UNREACHED, Grid
from affray.space.hexes import Hexes
from affray.space.ways import beeline, bends, length, straight_length, way, within


@pytest.mark.parametrize("kind", [Grid, Hexes])
@pytest.mark.parametrize("diagonal", [1.0, 1.5])
def test_the_way_found_is_a_cheapest_one(kind: type[Grid], diagonal: float) -> None:
    dice = Dice(7)
    for _ in range(40):
        solid = [cell for cell in range(120) if dice.die(6) == 1]
        rough = {cell: 2.0 for cell in range(120) if dice.die(5) == 1}
        grid = kind(12, 10, solid, rough)
        blocked = [dice.die(8) == 1 for _ in range(120)]
        start = next(cell for cell in range(120) if not grid.solid[cell])
        cost = grid.reachable(start, 14, diagonal, blocked)
        reached = [cell for cell in range(120) if cost[cell] < UNREACHED and cell != start]
        assert within(grid, start, 14, diagonal, blocked) == reached
        for goal in range(120):
            if goal == start:
                continue
            found = way(grid, start, goal, 14, diagonal, blocked)
            assert bool(found) is (cost[goal] < UNREACHED)
            if found:
                assert length(grid, start, found, diagonal) == pytest.approx(cost[goal])
                assert found[-1] == goal
                for here, there in zip([start, *found], found, strict=False):
                    assert there in grid.neighbours[here]
                    assert not blocked[there]


@pytest.mark.parametrize("kind", [Grid, Hexes])
def test_a_straight_way_is_as_long_as_its_steps(kind: type[Grid]) -> None:
    dice = Dice(9)
    open_ways = bent = 0
    for _ in range(10):
        solid = [cell for cell in range(120) if dice.die(12) == 1]
        grid = kind(12, 10, solid, {cell: 2.0 for cell in range(120) if dice.die(5) == 1})
        blocked = [dice.die(12) == 1 for _ in range(120)]
        start = next(cell for cell in range(50, 120) if not grid.solid[cell])
        for goal in range(120):
            if goal == start:
                continue
            ways = []
            for diagonals_first in (True, False):
                cells = beeline(grid, start, goal, blocked, diagonals_first)
                expected = length(grid, start, cells, 1.5) if cells else UNREACHED
                found = straight_length(grid, start, goal, blocked, diagonals_first, 1.5)
                assert found == expected
                ways.append(cells)
                open_ways += bool(cells)
            assert bends(grid, start, goal) or ways[0] == ways[1]
            bent += ways[0] != ways[1]
    assert open_ways > 100
    assert bent > 50


@pytest.mark.parametrize("kind", [Grid, Hexes])
def test_cells_are_in_the_order_of_how_far_they_are(kind: type[Grid]) -> None:
    grid = kind(12, 10)
    for here in (0, 37, 64, 119):
        by_order = sorted(range(120), key=lambda cell: (grid.straight_order(here, cell), cell))
        by_metres = sorted(range(120), key=lambda cell: (round(grid.straight(here, cell), 9), cell))
        assert by_order == by_metres
