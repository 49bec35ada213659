"""Hexes: six neighbours, steps and straight lines, walls of whole cells."""

from affray.space.grid import CLEAR, NO_SIGHT
from affray.space.hexes import Hexes


def test_a_hex_has_six_neighbours_each_one_step_away() -> None:
    field = Hexes(7, 7)
    for cell in (field.cell(3, 3), field.cell(3, 4)):
        assert len(field.neighbours[cell]) == 6
        assert all(field.spaces(cell, there) == 1 for there in field.neighbours[cell])
        assert all(abs(field.straight(cell, there) - 1) < 1e-9 for there in field.neighbours[cell])


def test_steps_are_the_cost_of_the_way() -> None:
    field = Hexes(8, 8)
    for start in (0, 27, 63):
        cost = field.reachable(start, 99, 1.5)
        assert [int(found) for found in cost] == [field.spaces(start, goal) for goal in range(64)]


def test_a_row_of_solid_hexes_hides_what_is_behind() -> None:
    field = Hexes(5, 5, solid=[2, 7, 12, 17, 22])
    assert field.sight(field.cell(0, 2), field.cell(4, 2)) == NO_SIGHT
    assert Hexes(5, 5).sight(10, 14) == CLEAR
