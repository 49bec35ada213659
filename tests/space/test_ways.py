"""One way at a time costs what the whole map says it must."""

import pytest

from affray.core.dice import Dice
from affray.space.grid import UNREACHED, Grid
from affray.space.hexes import Hexes
from affray.space.ways import length, way


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
