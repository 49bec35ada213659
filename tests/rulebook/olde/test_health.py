from typing import Any

import pytest

from affray.core.questions import Ruling
from affray.library import content_of
from rulebook.olde.fields import blow, cr, field, offered, reset
from support import Played, scenario_of

FELLED = {"dice": "roll 2d8 = 7 7", "damage": "roll 1d8 = 6"}


@pytest.mark.rule("health.hp")
@pytest.mark.parametrize(("brawn", "nerve", "found"), [(8, 8, 12), (9, 5, 11), (5, 5, 7)])
def test_hit_points_are_brawn_and_half_of_nerve_rounded_down(
    brawn: int, nerve: int, found: int
) -> None:
    game = Played(field({"brawn": brawn, "nerve": nerve}))
    assert game.fighter("Ann").max_health() == found


@pytest.mark.rule("health.hp")
@pytest.mark.parametrize(("name", "found"), [("goblin", 7), ("orc", 11), ("ogre", 17)])
def test_the_hit_points_of_the_foes(name: str, found: int) -> None:
    scenario = field()
    del scenario["fighters"]["orc"]
    scenario["sides"][1]["fighters"] = [{"is": name, "at": [3, 3]}]
    assert scenario_of(scenario).setup.sheets[1].hp == found  # type: ignore[attr-defined]


@pytest.mark.rule("health.hp")
def test_the_heroes_are_made_from_the_starting_arrays() -> None:
    content = content_of("olde")
    arrays = {tuple(sorted(array)) for array in content.arrays}  # type: ignore[attr-defined]
    assert len(arrays) == 15
    heroes = [f for f in content.fighters.values() if f.array]  # type: ignore[attr-defined]
    assert len(heroes) >= 10
    assert all(tuple(sorted(hero.array)) in arrays for hero in heroes)


@pytest.mark.rule("health.down")
def test_at_0_a_fighter_is_down_and_does_nothing_more() -> None:
    game = blow(orc={"hp": 6}, **FELLED)
    assert game.fighter("Orc").state() == "down"
    assert game.told("out") == [{"who": "Orc", "by": "Ann", "how": "drops"}]
    assert game.fight.is_over()
    assert game.fight.winner() == 0


@pytest.mark.rule("health.down")
def test_health_is_never_told_below_0_though_the_rules_count_on() -> None:
    orc = blow(orc={"hp": 4}, **FELLED).fighter("Orc")
    assert orc.hit_points == -2
    assert orc.health() == 0


@pytest.mark.rule("health.down")
def test_dead_at_minus_the_maximum() -> None:
    game = blow(orc={"hp": 3}, **FELLED)
    assert game.fighter("Orc").state() == "dead"
    assert game.told("dies") == [{"who": "Orc"}]


def dying(script: str, orc: dict[str, Any] | None = None) -> Played:
    """Ann fells Cur, the orc's friend, who lies at -1 beside it when the turn goes on."""
    felling = "Ann: attack Cur with broadsword\nroll 2d6 = 2 3\nroll 2d8 = 7 7\nroll 1d8 = 6\n"
    start = "roll 1d8 = 2\nroll 1d6 = 1\nroll 1d6 = 1\n"
    return Played(field(orc=orc, foes={"Cur": {"hp": 5, "at": [2, 2]}}), start + felling + script)


@pytest.mark.rule("health.down")
def test_the_dying_lose_a_hit_point_each_turn_and_roll_nothing() -> None:
    script = "Orc: pass\n" * 2 + reset(2, 1) + "Ann: pass\nOrc: pass\n" + reset(2, 1)
    game = dying(script).steps(8)
    assert game.fighter("Cur").hit_points == -3
    assert game.fighter("Cur").conditions()[0] == "dying"
    assert "Cur takes 1 (dying): -2 → -3 HP" in game.log()


@pytest.mark.rule("health.down")
@pytest.mark.parametrize(
    ("skills", "dice", "after"),
    [
        ({"healing": "apprentice"}, "roll 2d6 = 5 4", -1),
        ({"healing": "apprentice"}, "roll 2d6 = 4 4", -2),
        ({}, "roll 2d6 = 6 4\nroll 1d6 = 1", -1),
        ({}, "roll 2d6 = 6 3\nroll 1d6 = 1", -2),
    ],
)
def test_a_healing_check_of_9_stabilises_and_untrained_it_is_savvy_at_minus_2(
    skills: dict[str, str], dice: str, after: int
) -> None:
    script = f"Orc: first aid Cur\n{dice}\n" + reset(2, 1)
    game = dying(script, orc={"skills": skills}).steps(4)
    assert game.fighter("Cur").hit_points == after
    assert game.told("check")[0]["made_of"] == ("" if skills else " (-2 untrained)")


@pytest.mark.rule("health.down")
def test_first_aid_stops_bleeding_at_6_for_the_bruised() -> None:
    bea = {"at": [0, 1], "conditions": [{"is": "bleeding"}], "weapons": []}
    script = "roll 1d8 = 3\nroll 1d8 = 1\nroll 1d6 = 1\nAnn: first aid Bea\nroll 2d8 = 4 4"
    game = Played(field(friends={"Bea": bea}), script).steps(2)
    assert game.told("check")[0]["cr"] == 6
    assert not game.fighter("Bea").has(game.fight.scene.bleeding)


BLEEDING = {"at": [0, 1], "conditions": [{"is": "bleeding"}], "weapons": []}


@pytest.mark.rule("health.down")
@pytest.mark.parametrize(
    ("patient", "left", "needed"),
    [("Bea", 12, 6), ("Bea", 6, 6), ("Bea", 5, 9), ("Ann", 12, 9), ("Ann", 6, 9), ("Ann", 5, 12)],
)
def test_first_aid_is_harder_below_half_the_hit_points_and_a_step_harder_on_oneself(
    patient: str, left: int, needed: int
) -> None:
    scenario = field({"conditions": BLEEDING["conditions"]}, friends={"Bea": BLEEDING})
    script = "roll 1d8 = 3\nroll 1d8 = 1\nroll 1d6 = 1\n"
    script += f"GM rules health of {patient} = {left} | before\n"
    script += f"Ann: first aid {patient}\nroll 2d8 = 1 1"
    assert Played(scenario, script).steps(2).told("check")[0]["cr"] == needed


@pytest.mark.rule("health.down")
@pytest.mark.parametrize(("at", "may"), [([1, 2], True), ([1, 3], False)])
def test_only_who_is_beside_one_can_be_helped(at: list[int], may: bool) -> None:
    script = "roll 1d8 = 3\nroll 1d8 = 1\nroll 1d6 = 1\n"
    keys = offered(Played(field(friends={"Bea": {**BLEEDING, "at": at}}), script))
    assert ("first aid Bea" in keys) == may


@pytest.mark.rule("health.down")
@pytest.mark.parametrize(("lies", "needed"), [(True, 9), (False, 6)])
def test_who_lies_senseless_is_hit_at_9_and_where_propped_up_at_6(lies: bool, needed: int) -> None:
    again = "Ann: attack Cur with broadsword\nroll 2d8 = 1 1"
    game = dying("Orc: pass\n" * 2 + reset(2, 1) + again)
    for _ in range(5):
        game.fight.step()
    if not lies:
        game.fight.rule(Ruling("condition", "Cur", "not prone", "propped up"))
    game.fight.step()
    assert cr(game) == needed


@pytest.mark.rule("health.stunning-blow")
@pytest.mark.parametrize(
    ("face", "check", "stunned"),
    [(6, "", False), (7, "roll 2d8 = 3 4", False), (7, "roll 2d8 = 3 3", True)],
)
def test_more_than_half_at_once_stuns_unless_a_check_reaches_the_damage(
    face: int, check: str, stunned: bool
) -> None:
    game = blow(dice="roll 2d8 = 7 7", damage=f"roll 1d8 = {face}\n{check}")
    assert bool(game.told("check")) == (face > 6)
    assert (game.fighter("Orc").state(), game.fighter("Orc").can_act()) == ("standing", not stunned)


@pytest.mark.rule("health.stunning-blow")
@pytest.mark.parametrize(("is_exhausted", "stat"), [(False, "Brawn"), (True, "Nerve")])
def test_what_hinders_brawn_may_make_nerve_the_better(is_exhausted: bool, stat: str) -> None:
    orc = {"nerve": 7, "hp": 12, "conditions": [{"is": "exhausted"}] if is_exhausted else []}
    game = blow(orc=orc, dice="roll 2d8 = 7 7", damage="roll 1d8 = 7\nroll 2d8 = 3 4")
    assert game.told("check")[0]["stat"] == stat


@pytest.mark.rule("health.stunning-blow")
def test_the_better_of_brawn_and_nerve_is_checked() -> None:
    orc = {"nerve": 10, "hp": 12}
    game = blow(orc=orc, dice="roll 2d8 = 7 7", damage="roll 1d8 = 7\nroll 2d10 = 3 4")
    assert game.told("check")[0]["stat"] == "Nerve"


STUN = """\
    Ann: attack Orc with broadsword
    roll 2d6 = 2 3
    roll 2d8 = 7 7
    roll 1d8 = 7
    roll 2d8 = 1 1   # the check against being stunned
"""


@pytest.mark.rule("health.stunning-blow")
def test_the_stunned_do_nothing_and_are_hit_at_6_without_a_roll() -> None:
    script = reset(4, 4) + STUN + "Ann: pass\nAnn: attack Orc with broadsword\nroll 2d8 = 2 3"
    game = Played(field(), script).steps(3)
    assert [told["who"] for told in game.told("acts")] == ["Ann", "Ann"]
    assert cr(game) == 6


@pytest.mark.rule("health.stunning-blow")
@pytest.mark.parametrize(("dice", "points"), [("3 4", 5), ("3 3", 0)])
def test_each_reset_a_check_against_the_same_damage_ends_it(dice: str, points: int) -> None:
    awake = "\nroll 1d6 = 5" if points else ""
    script = reset(2, 2) + STUN + f"roll 2d8 = {dice}\nroll 1d8 = 2{awake}"
    game = Played(field(), script).steps(3)
    assert game.told("check")[1]["cr"] == 7
    assert game.fighter("Orc").action_points == points
