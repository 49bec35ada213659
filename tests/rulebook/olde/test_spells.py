import pytest

from affray.core.problems import InvalidDataError
from rulebook.olde.fields import field, offered, reset
from support import Played, scenario_of

CASTER = {"spells": ["bramble", "bind", "thorn"]}


@pytest.mark.rule("spells.conditions")
@pytest.mark.parametrize(("dice", "laid"), [("4 5", True), ("4 4", False)])
def test_a_savvy_check_lays_the_condition_on_an_enemy(dice: str, laid: bool) -> None:
    script = reset(2, 1) + f"Ann: cast bramble at Orc\nroll 2d8 = {dice}"
    game = Played(field(CASTER, {"at": [5, 1]}), script).steps(2)
    assert ("rooted, persistent" in game.fighter("Orc").conditions()) == laid
    assert game.fighter("Ann").action_points == 0


@pytest.mark.rule("spells.conditions")
@pytest.mark.parametrize(
    ("at", "solid", "reached"),
    [([7, 1], [], True), ([8, 1], [], False), ([7, 1], [[4, 0], [4, 1], [4, 2]], False)],
)
def test_the_enemy_has_to_be_within_range_and_in_sight(
    at: list[int], solid: list[list[int]], reached: bool
) -> None:
    game = Played(field(CASTER, {"at": at}, solid=solid), reset(8, 1))
    assert ("cast bramble at Orc" in offered(game)) == reached


@pytest.mark.rule("spells.conditions")
@pytest.mark.parametrize(("there", "may"), [(True, True), (False, False)])
def test_of_any_other_spell_only_a_game_master_rules(there: bool, may: bool) -> None:
    game = Played(field({"spells": True}, game_master=there), reset(8, 1))
    assert ("cast" in offered(game)) == may


@pytest.mark.rule("shield.spells")
@pytest.mark.parametrize(("spell", "made_of"), [("bramble", " (-1 roundel)"), ("bind", "")])
def test_a_shield_hinders_the_spell_that_needs_gestures(spell: str, made_of: str) -> None:
    script = reset(2, 1) + f"Ann: cast {spell} at Orc\nroll 2d8 = 7 7"
    game = Played(field({**CASTER, "shield": "roundel"}, {"at": [5, 1]}), script).steps(2)
    assert game.told("check")[0]["made_of"] == made_of


@pytest.mark.rule("shield.spells")
@pytest.mark.parametrize(("weapon", "made_of"), [("hatchet", " (-1 roundel)"), ("shortbow", "")])
def test_a_shield_that_is_slung_hinders_no_spell(weapon: str, made_of: str) -> None:
    """Taking up a bow slings the shield, taking up a hatchet in one hand does not."""
    ann = {**CASTER, "shield": "roundel", "weapons": ["broadsword", "hatchet", "shortbow"]}
    grip = "one hand" if weapon == "hatchet" else "both hands"
    script = reset(5, 1) + f"Ann: take up {weapon} in {grip}\nOrc: pass\n"
    script += "Ann: cast bramble at Orc\nroll 2d8 = 7 7"
    game = Played(field(ann, {"at": [5, 1]}), script).steps(4)
    assert game.told("check")[0]["made_of"] == made_of


@pytest.mark.rule("conditions.list")
@pytest.mark.parametrize(("conditions", "gestures"), [([], True), ([{"is": "restrained"}], False)])
def test_one_who_is_held_fast_casts_only_what_needs_no_gestures(
    conditions: list[dict[str, str]], gestures: bool
) -> None:
    scenario = field({**CASTER, "conditions": conditions}, {"at": [5, 1]})
    keys = offered(Played(scenario, reset(4, 1)))
    assert ("cast bramble at Orc" in keys, "cast bind at Orc" in keys) == (gestures, True)


@pytest.mark.rule("spells.mana")
def test_mana_is_savvy_and_half_of_nerve_and_each_spell_costs_its_own() -> None:
    script = reset(2, 1) + "Ann: cast bind at Orc\nroll 2d8 = 1 1"
    game = Played(field(CASTER, {"at": [5, 1]}), script).steps(2)
    assert game.fighter("Ann").sheet.mana == 8 + 4
    assert game.fighter("Ann").mana == 12 - 4


@pytest.mark.rule("spells.mana")
@pytest.mark.parametrize(("mana", "may"), [(4, True), (3, False)])
def test_who_has_too_little_mana_does_not_cast(mana: int, may: bool) -> None:
    game = Played(field(CASTER, {"at": [5, 1]}), reset(8, 1))
    game.fighter("Ann").mana = mana
    keys = offered(game)
    assert ("cast bind at Orc" in keys) == may
    assert "cast thorn at Orc" in keys


@pytest.mark.rule("spells.mana")
@pytest.mark.parametrize(("mana", "after"), [(5, 6), (12, 12)])
def test_the_reset_gives_1_mana_back(mana: int, after: int) -> None:
    script = reset(1, 1) + "Ann: pass\nOrc: pass\n" + reset(1, 1)
    game = Played(field(CASTER, {"at": [5, 1]}), script)
    game.fight.step()
    game.fighter("Ann").mana = mana
    for _ in range(3):
        game.fight.step()
    assert game.fighter("Ann").mana == after


@pytest.mark.rule("spells.mana")
@pytest.mark.parametrize(("mana", "after"), [(5, 7), (11, 12)])
def test_a_rest_gives_2_mana_for_3_points(mana: int, after: int) -> None:
    game = Played(field(CASTER, {"at": [5, 1]}), reset(4, 1) + "Ann: rest")
    game.fight.step()
    game.fighter("Ann").mana = mana
    game.fight.step()
    assert game.fighter("Ann").mana == after
    assert game.fighter("Ann").action_points == 1


@pytest.mark.rule("spells.mana")
@pytest.mark.parametrize(("mana", "may"), [(11, True), (12, False)])
def test_who_has_all_their_mana_has_nothing_to_rest_for(mana: int, may: bool) -> None:
    game = Played(field(CASTER, {"at": [5, 1]}), reset(8, 1))
    game.fighter("Ann").mana = mana
    assert ("rest" in offered(game)) == may


def test_a_spell_that_is_not_known_is_refused() -> None:
    with pytest.raises(InvalidDataError) as refused:
        scenario_of(field({"spells": ["brambel"]}))
    assert "there is no spell 'brambel' (did you mean 'bramble'?)" in str(refused.value)


def test_a_spell_of_a_condition_that_is_not_known_is_refused() -> None:
    with pytest.raises(InvalidDataError) as refused:
        scenario_of(field({"spells": ["mine"]}, spells={"mine": {"condition": "sleepy"}}))
    assert "spells.mine.condition: there is no condition 'sleepy'" in str(refused.value)
