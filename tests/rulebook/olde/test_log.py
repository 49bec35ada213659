"""How the log reads."""

import pytest

from rulebook.olde.fields import field, reset
from support import Played


def last(game: Played) -> list[str]:
    """The log from the first fighter's part on."""
    log = game.log()
    return log[log.index(next(one for one in log if one.startswith("Ann has"))) + 1 :]


@pytest.mark.rule("turn.ap")
def test_action_points_are_said_once_unless_something_changed_the_die() -> None:
    game = Played(field({"finesse": 7}, {"surprised": True}), "roll 1d8 = 8").steps(1)
    assert game.log()[1:3] == [
        "Ann rolls d7 for Action Points: 8→4 = 4",
        "Orc is surprised and has 1 AP",
    ]
    game = Played(field(), reset(5, 1)).steps(1)
    assert game.log()[1] == "Ann rolls d8 for Action Points: 5"


@pytest.mark.rule("turn.order")
@pytest.mark.parametrize(
    ("first", "told"),
    [
        ("", ["Ann passes"]),
        ("Ann: free step to 0,1\n", ["Ann takes a free step to 0,1 (5 AP left)"]),
    ],
)
def test_a_pass_is_told_of_those_who_do_nothing_else(first: str, told: list[str]) -> None:
    game = Played(field(), reset(5, 1) + first + "Ann: pass").steps(2)
    assert last(game) == told


@pytest.mark.rule("ranged.base")
def test_what_is_thrown_is_said_to_be() -> None:
    script = reset(2, 1) + "Ann: throw Orc with spear\nroll 2d6 = 5 5\nroll 2d8 = 1 1"
    game = Played(field({"weapons": ["spear"]}, {"at": [4, 1]}), script).steps(2)
    assert last(game)[0] == "Ann throws the spear at Orc"
    assert last(game)[-1] == "The spear lies at 4,1"


@pytest.mark.rule("ranged.crossbow")
def test_a_crossbow_that_is_reset_is_called_by_its_name() -> None:
    script = reset(8, 1) + "Ann: shoot Orc with arbalest\nroll 2d6 = 5 5\nroll 2d8 = 1 1\n"
    game = Played(
        field({"weapons": ["arbalest"], "brawn": 10}, {"at": [4, 1]}),
        script + "Ann: reset crossbow",
    ).steps(2)
    assert last(game)[0] == "Ann shoots at Orc with the arbalest"
    assert last(game)[-1] == "Ann spans the arbalest"


@pytest.mark.rule("unarmed.damage")
def test_half_of_a_die_shows_what_was_thrown_and_what_is_left_of_it() -> None:
    script = reset(2, 1) + "Ann: attack Orc with bare-hands\nroll 2d6 = 2 3\nroll 2d8 = 3 3\n"
    game = Played(field({"weapons": []}), script + "roll 1d8 = 7").steps(2)
    assert "bare hands half of d8: 7 → 4 = 4 damage" in game.log()
