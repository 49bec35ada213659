import pytest

from affray.core.tape import RecordingTable, ScriptedTable
from affray.rulesets.olde.dice import (
    EffectRoll,
    check_dice,
    modified_rank,
    roll_dice,
    single_die,
)
from rulebook.olde.fields import blow, cr, total


def thrown(count: int, rank: int, script: str, explodes: bool = True) -> int:
    table = ScriptedTable(script)
    found = roll_dice(RecordingTable(table), (count, rank, 0), explodes, [])
    table.check_finished()
    return int(found)


@pytest.mark.rule("dice.rank")
@pytest.mark.parametrize("rank", [2, 4, 6, 8, 10, 12])
def test_a_stat_throws_dice_with_as_many_sides_as_its_value(rank: int) -> None:
    assert check_dice(rank) == (2, rank, 0)
    assert single_die(rank) == (1, rank, 0)
    assert thrown(2, rank, f"roll 2d{rank} = 1 1") == 2


@pytest.mark.rule("dice.rank")
@pytest.mark.parametrize(
    ("rank", "script", "found"),
    [
        (13, "roll 2d12 = 3 4", 8),
        (14, "roll 2d12 = 3 4", 9),
        (15, "roll 2d10 = 3 4\nroll 1d10 = 5", 12),
        (16, "roll 2d10 = 3 4\nroll 1d10 = 5", 13),
        (17, "roll 2d12 = 3 4\nroll 1d12 = 5", 11),
        (18, "roll 2d12 = 3 4\nroll 1d12 = 5", 12),
    ],
)
def test_a_check_above_12_throws_what_the_table_says(rank: int, script: str, found: int) -> None:
    table = ScriptedTable(script)
    assert roll_dice(table, check_dice(rank), True, []) == found
    table.check_finished()


@pytest.mark.rule("dice.rank")
@pytest.mark.parametrize(
    ("rank", "script", "found"),
    [
        (13, "roll 1d12 = 3", 4),
        (14, "roll 2d6 = 3 4", 8),
        (15, "roll 2d8 = 3 4", 6),
        (16, "roll 2d8 = 3 4", 7),
        (17, "roll 2d8 = 3 4", 8),
        (18, "roll 2d6 = 3 4\nroll 1d6 = 5", 12),
    ],
)
def test_a_single_die_above_12_is_what_the_table_says(rank: int, script: str, found: int) -> None:
    table = ScriptedTable(script)
    roll = EffectRoll(rank, False, False, 0, 0)
    table.stage(roll)
    assert roll.result == found
    table.check_finished()


@pytest.mark.rule("dice.odd")
@pytest.mark.parametrize(("rank", "middle"), [(3, 2), (5, 3), (7, 4), (9, 5), (11, 6)])
def test_the_extra_face_of_an_odd_die_counts_as_the_middle(rank: int, middle: int) -> None:
    assert thrown(1, rank, f"roll 1d{rank + 1} = {rank + 1}") == middle


@pytest.mark.rule("dice.odd")
def test_an_odd_die_explodes_on_the_value_it_is_named_after() -> None:
    assert thrown(1, 7, "roll 1d8 = 7\nroll 1d8 = 2") == 9


@pytest.mark.rule("dice.odd")
def test_the_log_shows_what_a_face_counted_as() -> None:
    game = blow(ann={"brawn": 7}, defense="roll 2d6 = 5 5", dice="roll 2d8 = 8 1")
    assert game.told("strike")[0]["dice"] == ["8→4", "1"]
    assert "dice.odd" in game.rules_told()


@pytest.mark.rule("dice.explode")
def test_a_top_value_counts_and_is_thrown_again_and_again() -> None:
    assert thrown(2, 4, "roll 2d4 = 2 4\nroll 1d4 = 4\nroll 1d4 = 1") == 11


@pytest.mark.rule("dice.explode")
def test_dice_that_explode_together_are_thrown_together() -> None:
    assert thrown(2, 6, "roll 2d6 = 6 6\nroll 2d6 = 1 6\nroll 1d6 = 3") == 22


@pytest.mark.rule("dice.modification")
@pytest.mark.parametrize(("rank", "change", "found"), [(8, -1, 7), (4, -3, 2), (12, 1, 13)])
def test_a_modification_changes_the_die_never_below_2(rank: int, change: int, found: int) -> None:
    assert modified_rank(rank, change) == found


@pytest.mark.rule("dice.modification")
def test_an_adjustment_is_added_once_after_all_explosions() -> None:
    game = blow(
        ann={"adjustments": [{"from": "a charm", "attack": 2}]},
        dice="roll 2d8 = 8 8\nroll 2d8 = 8 1\nroll 1d8 = 1",
        damage="roll 1d8 = 1",
    )
    assert total(game) == 16 + 9 + 1 + 2


@pytest.mark.rule("dice.modification")
def test_modified_dice_are_thrown_and_the_adjustment_comes_after() -> None:
    """Chainmail asks for Brawn 9: of Finesse 6 a d5 is left."""
    game = blow(orc={"armour": "chainmail", "shield": "heater"}, defense="roll 2d6 = 6 1")
    assert cr(game) == 3 + 1 + 2
