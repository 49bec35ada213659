import pytest

from affray.space.grid import CLEAR, MINIMAL, NO_SIGHT, PARTIAL
from rulebook.olde.fields import adjusted, blow, field, harm, hindrance, offered, reset, total
from support import Played


@pytest.mark.rule("reach.spaces")
@pytest.mark.parametrize(
    ("weapon", "reaches"),
    [
        ("shortsword", [0, 1]),
        ("broadsword", [1]),
        ("greatsword", [1, 2]),
        ("spear", [1, 2]),
        ("pike", [1, 2, 3]),
    ],
)
def test_a_weapon_attacks_at_the_reaches_it_lists_and_no_others(
    weapon: str, reaches: list[int]
) -> None:
    found = []
    for distance in range(5):
        game = Played(field({"weapons": [weapon]}, {"at": [1 + distance, 1]}))
        if not hindrance(game, "Ann", f"attack Orc with {weapon}"):
            found.append(distance)
    assert found == reaches


@pytest.mark.rule("reach.spaces")
def test_a_diagonal_is_adjacent_too() -> None:
    assert not hindrance(Played(field(orc={"at": [2, 2]})), "Ann", "attack Orc with broadsword")


@pytest.mark.rule("reach.enter")
def test_friends_share_a_space_and_enemies_do_not_let_one_in() -> None:
    game = Played(
        field(friends={"Bea": {"at": [0, 1]}}), "roll 1d8 = 8\nroll 1d8 = 1\nroll 1d6 = 1"
    )
    keys = offered(game)
    assert "step to 0,1" in keys
    assert "step to 2,1" not in keys
    assert "close in Orc" in keys


@pytest.mark.rule("reach.enter")
@pytest.mark.parametrize(("dice", "place"), [("2 3", "2,1"), ("2 2", "1,1")])
def test_a_brawling_attack_that_hits_gets_one_into_an_enemys_space(dice: str, place: str) -> None:
    script = reset(2, 1) + f"Ann: close in Orc\nroll 2d6 = 2 3\nroll 2d8 = {dice}"
    game = Played(field(), script).steps(2)
    assert game.fight.place_name(0) == place
    assert not game.told("hurt")


@pytest.mark.rule("reach.enter")
def test_nobody_keeps_one_out_who_cannot_defend() -> None:
    scenario = field(orc={"conditions": [{"is": "stunned"}]})
    assert "step to 2,1" in offered(Played(scenario, "roll 1d8 = 8"))


@pytest.mark.rule("brawn.melee")
@pytest.mark.parametrize(
    ("grip", "short"), [("one hand", 2), ("both hands", 0)], ids=["one", "both"]
)
def test_brawn_below_the_minimum_of_the_grip_hinders_attack_and_damage(
    grip: str, short: int
) -> None:
    game = blow(
        ann={"weapons": ["bastard-sword"], "grip": grip},
        attack="attack Orc with bastard-sword",
        dice="roll 2d8 = 7 7",
        damage="roll 1d10 = 5",
    )
    assert total(game) == 14 - short
    assert harm(game) == 5 - short


@pytest.mark.rule("brawn.melee")
def test_two_hands_on_a_weapon_leave_none_for_a_shield() -> None:
    ann = {"weapons": ["broadsword"], "shield": "heater"}
    script = reset(3, 1) + "Ann: take up broadsword in both hands"
    game = Played(field(ann), script).steps(2)
    assert not game.fighter("Ann").shielded


@pytest.mark.rule("brawn.no-bonus")
def test_more_brawn_than_the_minimum_adds_no_damage() -> None:
    script = reset(2, 1) + (
        "Ann: attack Orc with hatchet\nroll 2d6 = 2 3\nroll 2d12 = 7 7\nroll 1d4 = 3"
    )
    game = Played(field({"brawn": 12, "weapons": ["hatchet"]}), script).steps(2)
    assert harm(game) == 3


@pytest.mark.rule("sight.lines")
@pytest.mark.parametrize(
    ("boulder", "sight", "adjusts"),
    [
        ([], CLEAR, ""),
        ([[3, 1]], PARTIAL, "-3 partial sight"),
        ([[2, 1]], MINIMAL, "-6 minimal sight"),
    ],
)
def test_each_grade_of_sight_adjusts_the_attack_in_the_later_version(
    boulder: list[list[int]], sight: int, adjusts: str
) -> None:
    ann, orc = {"weapons": ["shortbow"]}, {"at": [5, 2]}
    shot, later = "shoot Orc with shortbow", {"minimal_sight": "attack", "partial_sight": -3}
    game = blow(ann, orc, shot, dice="roll 2d8 = 1 1", solid=boulder, house=later)
    grid = game.fight.scene.grid
    assert grid.sight(game.fighter("Ann").cell, game.fighter("Orc").cell) == sight
    assert adjusted(game) == adjusts


@pytest.mark.rule("sight.lines")
def test_no_sight_is_no_attack() -> None:
    game = Played(field({"weapons": ["shortbow"]}, {"at": [5, 2]}, solid=[[2, 1], [2, 2]]))
    grid = game.fight.scene.grid
    assert grid.sight(game.fighter("Ann").cell, game.fighter("Orc").cell) == NO_SIGHT
    assert hindrance(game, "Ann", "shoot Orc with shortbow") == "Ann has no line of sight to Orc"


@pytest.mark.rule("reach.enter", "turn.costs")
@pytest.mark.parametrize(("column", "left"), [(2, 2), (8, 3)])
def test_a_way_around_enemies_costs_its_steps(column: int, left: int) -> None:
    """Three orcs bar the short way of two steps to 3,2; with one of them elsewhere it is open."""
    foes = {"Gor": {"at": [2, 0]}, "Hag": {"at": [column, 2]}}
    dice = "roll 1d8 = 5" + "\nroll 1d6 = 1" * 3
    game = Played(field(foes=foes, height=4), f"{dice}\nAnn: step to 3,2\nAnn: pass")
    game.fight.step()
    game.fight.step()
    assert f"Ann steps to 3,2 ({left} AP left)" in game.log()
