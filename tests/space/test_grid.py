from itertools import product
from math import hypot

import pytest

from affray.space.grid import CLEAR, MINIMAL, NO_SIGHT, PARTIAL, UNREACHED, Grid, crosses
from affray.space.hexes import Hexes
from affray.space.pathfinding import cheapest_way


def test_spaces_count_a_diagonal_as_one_and_straight_lines_do_not() -> None:
    grid = Grid(10, 10)
    assert grid.spaces(grid.cell(1, 1), grid.cell(4, 5)) == 4
    assert grid.straight(grid.cell(1, 1), grid.cell(4, 5)) == 5.0


def test_a_way_costs_more_through_rough_ground_and_diagonally() -> None:
    grid = Grid(5, 1, costs={1: 3.0})
    assert grid.reachable(0, 10, 1.5)[4] == 6.0
    open_field = Grid(5, 5)
    assert open_field.reachable(0, 10, 1.5)[open_field.cell(4, 4)] == 6.0
    assert open_field.reachable(0, 10, 1.0)[open_field.cell(4, 4)] == 4.0


def test_nothing_further_than_asked_for_is_reached() -> None:
    grid = Grid(10, 1)
    cost = grid.reachable(0, 4, 1.5)
    assert cost[4] == 4.0
    assert cost[5] == UNREACHED


def test_a_wall_has_to_be_walked_round() -> None:
    grid = Grid(3, 3, walls=[(1, 0, 1, 2)])
    cost = grid.reachable(0, 20, 1.5)
    assert grid.cell(1, 0) not in grid.neighbours[0]
    assert cost[grid.cell(1, 0)] > 4
    found = cheapest_way(grid, 0, grid.cell(1, 0), 20, 1.5, bytes(9))
    assert found[-1] == 1
    assert grid.cell(0, 2) in found or grid.cell(1, 2) in found


def test_nobody_cuts_the_corner_of_a_solid_cell_or_enters_a_blocked_one() -> None:
    grid = Grid(2, 2, solid=[1])
    assert grid.cell(1, 1) not in grid.neighbours[0]
    blocked = bytes([0, 0, 1, 0])
    assert grid.reachable(0, 9, 1.0, blocked)[2] == UNREACHED


@pytest.mark.parametrize(
    ("solid", "there", "sight"),
    [
        ([], (4, 1), CLEAR),
        ([(2, 1)], (4, 1), NO_SIGHT),
        ([(2, 1)], (4, 2), PARTIAL),
        ([(1, 1)], (4, 0), MINIMAL),
        ([(2, 0), (2, 1), (2, 2), (2, 3), (2, 4)], (4, 3), NO_SIGHT),
    ],
)
def test_sight_past_solid_cells(
    solid: list[tuple[int, int]], there: tuple[int, int], sight: int
) -> None:
    grid = Grid(5, 5, solid=[y * 5 + x for x, y in solid])
    assert grid.sight(grid.cell(0, 1), grid.cell(*there)) == sight


def test_sight_is_the_same_both_ways_when_clear_or_none() -> None:
    grid = Grid(6, 6, solid=[14, 15], walls=[(3, 0, 3, 3)])
    for here in range(36):
        for there in range(36):
            forth, back = grid.sight(here, there), grid.sight(there, here)
            assert (forth == CLEAR) == (back == CLEAR)
            assert (forth == NO_SIGHT) == (back == NO_SIGHT)


def test_every_wall_is_looked_at_that_a_line_may_meet() -> None:
    """Also those that it only touches, or that lie along it."""
    grid = Grid(7, 6, solid=[9, 10, 24], walls=[(3, 2, 3, 5), (0, 1, 5, 1), (1, 3, 2, 5)])
    points = [(x / 2, y / 2) for x, y in product(range(15), range(13))]
    found = set()
    for (ax, ay), (bx, by) in product(points[::3], points):
        meets = any(crosses(ax, ay, bx, by, wall) for wall in grid.opaque)
        assert grid.seen(ax, ay, bx, by) is not meets
        found.add(meets)
    assert found == {True, False}


def test_standing_against_a_wall_does_not_hide_one_along_it() -> None:
    grid = Grid(5, 2, walls=[(0, 1, 5, 1)])
    assert grid.sight(grid.cell(0, 0), grid.cell(4, 0)) == CLEAR
    assert grid.sight(grid.cell(0, 0), grid.cell(0, 1)) == NO_SIGHT


def test_ways_go_round_walls_and_closed_cells_nearest_first() -> None:
    grid = Grid(3, 2, solid=[1])
    assert grid.ways_from(0, 9, []) == [(3, 1), (4, 2), (5, 3), (2, 4)]
    assert grid.ways_from(0, 2, []) == [(3, 1), (4, 2)]
    assert grid.ways_from(0, 9, [4]) == [(3, 1)]


def test_ways_are_as_long_as_they_cost_where_all_steps_cost_alike() -> None:
    grid = Grid(7, 6, solid=[9, 10, 17], walls=[(3, 2, 3, 5)])
    for start in range(grid.size):
        if grid.solid[start]:
            continue
        cost = grid.reachable(start, 5, 1.0)
        ways = dict(grid.ways_from(start, 5, []))
        for cell in range(grid.size):
            if cell != start:
                assert cost[cell] == ways.get(cell, UNREACHED)


@pytest.mark.parametrize(
    "field",
    [Grid(7, 6), Hexes(6, 7), Grid(200, 5), Hexes(200, 5), Grid(254, 4), Grid(33, 32)],
    ids=["squares", "hexes", "wide", "wide hexes", "too wide", "too large"],
)
def test_distances_are_the_same_when_they_are_kept(field: Grid) -> None:
    for here, there in product(range(0, field.size, 19), range(0, field.size, 7)):
        x, y = field.centre(here)
        u, v = field.centre(there)
        metres = int(hypot(x - u, y - v) + 0.5)
        assert [field.rounded(here, there) for _ in range(2)] == [metres, metres]
        first = field.spaces(here, there)
        assert first == field.spaces(here, there) == field.spaces(there, here)
        if not isinstance(field, Hexes):
            assert first == max(abs(x - u), abs(y - v))
