from typing import Any

import pytest

from affray.library import content_of
from affray.rulesets.olde.conditions import suffer
from affray.rulesets.olde.sheet import PERMANENT, PERSISTENT, TEMPORARY
from rulebook.olde.fields import adjusted, blow, cr, defended, field, offered, reset
from support import Played, scenario_of

LISTED = [
    "bleeding", "blinded", "dazed", "exhausted", "fatigued", "frightened", "prone", "restrained",
    "rooted", "slowed", "stunned",
]  # fmt: skip


def suffering(name: str, lasts: str = "permanent") -> dict[str, object]:
    return {"conditions": [{"is": name, "lasts": lasts}]}


def defense(name: str) -> str:
    """Return the adjustments of the Defense of an orc with a condition, against a sword."""
    return defended(blow(orc=suffering(name), defense="roll 2d6 = 5 5"))


def points(name: str, face: int) -> int:
    """Return the Action Points of Ann, who has a condition and rolls a face."""
    game = Played(field(suffering(name)), reset(face, 1)).steps(1)
    return int(game.fighter("Ann").action_points)


@pytest.mark.rule("conditions.list")
def test_all_eleven_are_there() -> None:
    assert list(content_of("olde").conditions) == LISTED  # type: ignore[attr-defined]


@pytest.mark.rule("conditions.list")
def test_the_bleeding_lose_a_hit_point_at_each_reset() -> None:
    script = reset(1, 1) + "Ann: pass\nOrc: pass\n" + reset(1, 1)
    game = Played(field(suffering("bleeding")), script).steps(4)
    assert "Ann takes 1 (bleeding): 12 → 11 HP" in game.log()


@pytest.mark.rule("conditions.list")
def test_the_blinded_attack_and_defend_at_minus_5() -> None:
    assert adjusted(blow(ann=suffering("blinded"))) == "-5 blinded"
    assert defense("blinded") == "-5 blinded"


@pytest.mark.rule("conditions.list")
def test_the_dazed_make_no_attacks_go_one_space_and_defend_at_minus_2() -> None:
    keys = offered(Played(field(suffering("dazed")), reset(8, 1)))
    assert not any("Orc" in key for key in keys)
    assert "step to 0,0" in keys
    assert not any(key.endswith("1,3") for key in keys)
    again = reset(8, 1) + "Ann: free step to 0,0"
    assert not any("step" in key for key in offered(Played(field(suffering("dazed")), again)))
    assert defense("dazed") == "-2 dazed"


@pytest.mark.rule("conditions.list")
def test_the_exhausted_roll_3_fewer_points_and_check_brawn_and_finesse_at_minus_2() -> None:
    assert points("exhausted", 7) == 4
    assert points("exhausted", 2) == 0
    assert adjusted(blow(ann=suffering("exhausted"), points=5)).startswith("-2 exhausted")
    assert defense("exhausted") == "-2 exhausted"


@pytest.mark.rule("conditions.list")
def test_the_fatigued_roll_2_fewer_points() -> None:
    assert points("fatigued", 7) == 5


@pytest.mark.rule("conditions.list")
def test_the_slowed_roll_3_fewer_points_but_have_1() -> None:
    assert points("slowed", 7) == 4
    assert points("slowed", 2) == 1


@pytest.mark.rule("conditions.list")
def test_the_frightened_can_only_go_further_from_their_enemies() -> None:
    keys = offered(Played(field(suffering("frightened"), {"at": [3, 1]}), reset(3, 1)))
    assert "step to 0,1" in keys
    assert "step to 1,2" not in keys, "that is no further"
    assert not any(key.startswith(("attack", "pass")) for key in keys)
    assert defense("frightened") == "-2 frightened"


@pytest.mark.rule("conditions.list")
def test_the_frightened_fight_at_minus_2_where_they_are_cornered() -> None:
    ann = {**suffering("frightened"), "at": [0, 0]}
    game = blow(ann, {"at": [1, 0]}, width=2, height=1)
    assert adjusted(game) == "-2 frightened"


@pytest.mark.rule("conditions.list")
def test_the_prone_are_worse_in_melee_and_better_against_arrows() -> None:
    assert adjusted(blow(ann=suffering("prone"))) == "-3 prone"
    assert defense("prone") == "-3 prone"
    shot = {"ann": {"weapons": ["shortbow"]}, "attack": "shoot Orc with shortbow"}
    game = blow(orc={**suffering("prone"), "at": [4, 1]}, dice="roll 2d8 = 1 1", **shot)
    assert defended(game) == "+3 prone"


@pytest.mark.rule("conditions.list")
@pytest.mark.parametrize(
    ("weapon", "kind", "adjusts"),
    [
        ("crossbow", "shoot", "+2 prone"),
        ("shortbow", "shoot", "-3 prone"),
        ("javelin", "throw", "-3 prone"),
    ],
)
def test_the_prone_shoot_well_with_a_crossbow_only(weapon: str, kind: str, adjusts: str) -> None:
    ann = {**suffering("prone"), "weapons": [weapon]}
    game = blow(ann, {"at": [4, 1]}, f"{kind} Orc with {weapon}", defense="roll 2d6 = 5 5")
    assert adjusted(game) == adjusts


@pytest.mark.rule("conditions.list")
def test_the_prone_do_not_step_until_they_rise() -> None:
    keys = offered(Played(field(suffering("prone")), reset(8, 1)))
    assert "rise" in keys
    assert not any("step" in key or "run" in key for key in keys)
    game = Played(field(suffering("prone")), reset(8, 1) + "Ann: rise\nAnn: pass").steps(2)
    assert [one["points"] for one in game.told("rises")] == [6]


@pytest.mark.rule("turn.costs")
def test_after_a_blow_the_prone_rise_only_if_that_takes_all_they_have() -> None:
    attack = "Ann: attack Orc with broadsword\nroll 2d6 = 5 5\nroll 2d8 = 1 1\n"
    assert "rise" in offered(Played(field(suffering("prone")), reset(3, 1) + attack))
    game = Played(field(suffering("prone")), reset(8, 1) + attack).steps(2)
    assert game.fighter("Ann").action_points == 6, "nothing is left to choose"


@pytest.mark.rule("conditions.list")
def test_the_restrained_neither_move_nor_attack_and_are_hit_at_6() -> None:
    ann = {**suffering("restrained"), "spells": True}
    keys = offered(Played(field(ann, game_master=True), reset(8, 1)))
    assert keys == ["pass", "cast without gestures"]
    script = reset(2, 1) + "Ann: attack Orc with broadsword\nroll 2d8 = 2 3"
    assert cr(Played(field(orc=suffering("restrained")), script).steps(2)) == 6


@pytest.mark.rule("conditions.list")
def test_the_rooted_go_nowhere_but_fight() -> None:
    keys = offered(Played(field(suffering("rooted")), reset(8, 1)))
    assert "attack Orc with broadsword" in keys
    assert not any("step" in key or "run" in key or "close in" in key for key in keys)


@pytest.mark.rule("conditions.list")
def test_the_stunned_have_no_action_points() -> None:
    game = Played(field(suffering("stunned")), "roll 1d6 = 3").steps(1)
    assert game.fighter("Ann").action_points == 0


@pytest.mark.rule("conditions.list")
@pytest.mark.parametrize(
    ("lasts", "dice", "still"),
    [
        ("temporary", "", False),
        ("persistent", "roll 2d8 = 4 5\n", False),
        ("persistent", "roll 2d8 = 4 4\n", True),
        ("permanent", "", True),
    ],
)
def test_the_three_durations(lasts: str, dice: str, still: bool) -> None:
    script = reset(1, 1) + "Ann: pass\nOrc: pass\n" + dice + reset(1, 1)
    game = Played(field(suffering("blinded", lasts)), script).steps(4)
    assert (f"blinded, {lasts}" in game.fighter("Ann").conditions()) == still


@pytest.mark.rule("conditions.list")
@pytest.mark.parametrize(("condition", "may"), [("dazed", False), ("fatigued", True)])
def test_the_dazed_cast_no_spells(condition: str, may: bool) -> None:
    ann = {**suffering(condition), "spells": ["thorn"]}
    assert ("cast thorn at Orc" in offered(Played(field(ann), reset(8, 1)))) == may


@pytest.mark.rule("conditions.list", "spells.conditions")
def test_every_condition_comes_of_something_fighters_do() -> None:
    """Who drops or falls is prone, a stunning blow stuns, and the witch's spells do the rest."""
    scene: Any = scenario_of("hexes-in-the-fen").setup
    witch = next(sheet for sheet in scene.sheets if sheet.known_spells)
    laid = {spell.laid.name for spell in witch.known_spells}
    assert laid | {"prone", "stunned"} == {condition.name for condition in scene.conditions}


@pytest.mark.rule("conditions.list")
@pytest.mark.parametrize(
    ("first", "second", "held", "recovery"),
    [
        (PERSISTENT, TEMPORARY, PERSISTENT, 9),
        (TEMPORARY, PERSISTENT, PERSISTENT, 11),
        (PERSISTENT, PERSISTENT, PERSISTENT, 9),
        (PERMANENT, PERSISTENT, PERMANENT, 0),
    ],
)
def test_of_two_durations_the_longer_holds(
    first: int, second: int, held: int, recovery: int
) -> None:
    game = Played(field(), reset(1, 1)).steps(1)
    ann = game.fighter("Ann")
    slowed = next(one for one in game.fight.scene.conditions if one.name == "slowed")
    suffer(game.fight, ann, slowed, first, 9)
    suffer(game.fight, ann, slowed, second, 11)
    assert [(one.duration, one.cr) for one in ann.afflictions] == [(held, recovery)]
