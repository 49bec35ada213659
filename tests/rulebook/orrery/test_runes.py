from typing import Any

import pytest

from rulebook.orrery.fields import (
    HITS_ONCE,
    HITS_TWICE,
    MISSES,
    NO_BLOCK,
    asked,
    can,
    choices,
    dice,
    field,
    strike,
)
from support import Played

FIRE = {"Ann": {"runes": ["fire"]}}


@pytest.mark.rule("rune.attack")
@pytest.mark.parametrize(
    ("rune", "sides"),
    [("earth", 4), ("fire", 6), ("water", 8), ("cold", 8), ("air", 10), ("light", 10)],
)
def test_a_rune_rolls_magic_with_the_score_of_its_rune(rune: str, sides: int) -> None:
    scores = {"terra": 4, "sun": 6, "moon": 8, "star": 10}
    scenario = field({"Ann": {**scores, "magic": 12, "runes": [rune]}})
    script = dice(12, sides=12) + dice(sides, sides=sides) + NO_BLOCK
    game, blow = strike(scenario, f"rune Orc with {rune}", script)
    assert blow.damage == 2
    assert game.fighter("Ann").stamina == 2


@pytest.mark.rule("rune.attack")
@pytest.mark.parametrize("at", ["a", "b", "c", "d"])
def test_a_rune_reaches_up_to_distant(at: str) -> None:
    assert can(field(FIRE, {"Orc": {"at": at}}, "a-b-c-d"), "rune Orc with fire")


@pytest.mark.rule("rune.attack")
def test_without_stamina_there_is_no_rune() -> None:
    scenario = field({"Ann": {"runes": ["fire"], "stamina": 1}})
    assert "rune Orc with fire" in choices(scenario)
    spent = choices(scenario, "Ann: rune Orc with fire\n" + MISSES)
    assert "rune Orc with fire" not in spent


@pytest.mark.rule("rune.condition")
@pytest.mark.parametrize(
    ("rune", "condition"),
    [
        ("earth", "stunned"),
        ("fire", "burning"),
        ("water", "slowed"),
        ("cold", "slowed"),
        ("air", "frightened"),
        ("light", "blinded"),
    ],
)
def test_the_first_success_inflicts_the_runes_condition_instead_of_damage(
    rune: str, condition: str
) -> None:
    scenario = field({"Ann": {"runes": [rune]}})
    game, blow = strike(scenario, f"afflict Orc with {rune}", HITS_TWICE + NO_BLOCK)
    assert blow.damage == 0
    assert blow.effects == (condition,)
    assert game.fighter("Orc").conditions() == [condition]


@pytest.mark.rule("rune.condition")
def test_a_blocked_rune_inflicts_nothing() -> None:
    game, blow = strike(field(FIRE), "afflict Orc with fire", HITS_ONCE + dice(6, 1))
    assert not blow.hit
    assert game.fighter("Orc").conditions() == []


def after_rune(rune: str, then: str, steps: int, **orc: Any) -> Played:
    scenario = field({"Ann": {"runes": [rune]}}, {"Orc": {"hearts": 9, **orc}})
    begin = f"Ann: afflict Orc with {rune}\n{HITS_ONCE}{NO_BLOCK}Ann: end turn\n"
    return Played(scenario, begin + then).steps(steps)


@pytest.mark.rule("rune.condition")
def test_burning_takes_a_heart_each_turn_until_an_action_ends_it() -> None:
    turns = "Orc: end turn\nAnn: end turn\nOrc: douse Orc\nOrc: end turn\n"
    game = after_rune("fire", turns, 7)
    assert [hurt["harm"] for hurt in game.told("hurt")] == [1, 1]
    assert game.log().count("Orc burns") == 2
    assert "Orc puts out the fire" in game.log()
    assert game.fighter("Orc").hearts == 7
    assert game.fighter("Orc").conditions() == []


@pytest.mark.rule("rune.condition")
@pytest.mark.parametrize("rune", ["water", "earth"])
def test_the_slowed_and_the_stunned_have_one_action_fewer_for_one_turn(rune: str) -> None:
    turns = "Orc: end turn\nAnn: end turn\nOrc: end turn\n"
    game = after_rune(rune, turns, 7)
    actions = [turn["actions"] for turn in game.told("turn") if turn["who"] == "Orc"]
    assert actions == [1, 2]


@pytest.mark.rule("rune.condition")
def test_the_blinded_shoot_as_at_the_obscured() -> None:
    heroes = {"Ann": {"runes": ["light"], "at": "b"}}
    scenario = field(heroes, {"Orc": {"weapons": ["bow"]}}, "a-b", foes_pcs=True)
    script = f"""
        Ann: afflict Orc with light
        {HITS_ONCE}{NO_BLOCK}
        Ann: end turn
        Orc: attack Ann with bow
        {dice(1, 1, 1, 1)}
        Orc: end turn
    """
    game = Played(scenario, script).steps(3)
    assert game.told("rolls")[-1]["edge"] == " with dis (dis: blinded)"
    assert game.fighter("Orc").conditions() == []


@pytest.mark.rule("rune.condition")
def test_the_frightened_have_dis_against_who_frightened_them() -> None:
    scenario = field({"Ann": {"runes": ["air"]}, "Bo": {}}, {"Orc": {"hearts": 9}})
    script = f"""
        heroes: act Ann
        Ann: afflict Orc with air
        {HITS_ONCE}{NO_BLOCK}
        Ann: end turn
        Bo: end turn
        Orc: attack Ann with long-blade
        {dice(1, 1, 1, 1)}
        Orc: attack Bo with long-blade
        {MISSES}
    """
    game = Played(scenario, script).steps(4)
    assert game.told("rolls")[-2]["edge"] == " with dis (dis: frightened of Ann)"
    assert game.told("rolls")[-1]["edge"] == ""


HINDER = "hinder Orc with long-blade"


@pytest.mark.rule("special.condition")
def test_instead_of_damage_an_attack_may_try_for_a_condition() -> None:
    game, blow = strike(field(), HINDER, "Ann: frightened\n" + HITS_TWICE + NO_BLOCK)
    assert blow.damage == 0
    assert blow.effects == ("frightened",)
    assert game.fighter("Orc").conditions() == ["frightened"]
    assert game.fighter("Orc").hearts == 4


@pytest.mark.rule("special.condition")
def test_what_is_blocked_inflicts_nothing() -> None:
    game, blow = strike(field(), HINDER, "Ann: slowed\n" + HITS_ONCE + dice(6, 1))
    assert not blow.hit
    assert game.fighter("Orc").conditions() == []


@pytest.mark.rule("special.further")
@pytest.mark.parametrize(("further", "harm"), [("nothing", 0), ("damage", 1)])
def test_further_successes_are_damage_only_by_option(further: str, harm: int) -> None:
    house = {"further_successes": further}
    script = HITS_TWICE + NO_BLOCK
    game, blow = strike(field(house=house), HINDER, "Ann: slowed\n" + script)
    assert blow.damage == harm
    assert game.fighter("Orc").hearts == 4 - harm
    game, blow = strike(field(FIRE, house=house), "afflict Orc with fire", script)
    assert blow.damage == harm
    assert game.fighter("Orc").hearts == 4 - harm


@pytest.mark.rule("special.further")
def test_a_condition_comes_over_nobody_whom_further_successes_drop() -> None:
    scenario = field(foes={"Orc": {"hearts": 1}}, house={"further_successes": "damage"})
    game, blow = strike(scenario, HINDER, "Ann: slowed\n" + HITS_TWICE + NO_BLOCK)
    assert game.fighter("Orc").state() == "down"
    assert game.fighter("Orc").conditions() == []
    assert blow.effects == ()


@pytest.mark.rule("special.justified")
def test_without_a_game_master_a_weapon_does_what_it_is_known_for() -> None:
    question = asked(field(), f"Ann: {HINDER}\n")
    assert [option.key for option in question.options] == ["slowed", "frightened"]
    scenario = field({"Ann": {"weapons": ["plain"]}})
    scenario["weapons"] = {"plain": {"use": "close", "score": "sun"}}
    assert "attack Orc with plain" in choices(scenario)
    assert "hinder Orc with plain" not in choices(scenario)


@pytest.mark.rule("special.justified")
def test_one_condition_is_no_question() -> None:
    scenario = field({"Ann": {"weapons": ["hammer"]}})
    _, blow = strike(scenario, "hinder Orc with hammer", HITS_ONCE + NO_BLOCK)
    assert blow.effects == ("stunned",)


@pytest.mark.rule("special.justified")
def test_a_game_master_judges_of_any_other() -> None:
    scenario = field(game_master=True)
    question = asked(scenario, f"Ann: {HINDER}\n")
    assert len(question.options) == 5
    assert question.default_option().key == "slowed"
    script = "Ann: burning\nGM: allow\n" + HITS_TWICE + NO_BLOCK
    game, blow = strike(scenario, HINDER, script)
    assert game.fighter("Orc").conditions() == ["burning"]
    assert blow.damage == 0
    strike(scenario, HINDER, "Ann: slowed\n" + HITS_TWICE + NO_BLOCK)  # nobody need judge of that
    scenario["fighters"]["ann"]["weapons"] = ["plain"]
    scenario["weapons"] = {"plain": {"use": "close", "score": "sun"}}
    assert "hinder Orc with plain" in choices(scenario)


@pytest.mark.rule("special.justified")
def test_a_game_master_may_refuse_and_then_it_is_damage() -> None:
    script = "Ann: burning\nGM: refuse\n" + HITS_TWICE + NO_BLOCK
    game, blow = strike(field(game_master=True), HINDER, script)
    assert blow.damage == 2
    assert game.fighter("Orc").conditions() == []
    question = asked(field(game_master=True), f"Ann: {HINDER}\nAnn: burning\n")
    assert question.default_option().key == "refuse"


@pytest.mark.rule("special.condition")
def test_an_arrow_can_do_it_too() -> None:
    scenario = field({"Ann": {"weapons": ["bow"]}}, {"Orc": {"at": "b"}}, "a-b")
    _, blow = strike(scenario, "hinder Orc with bow", HITS_ONCE + NO_BLOCK)
    assert blow.effects == ("slowed",)


@pytest.mark.rule("special.condition")
def test_nothing_more_comes_over_the_down() -> None:
    foes = {"Orc": {"hearts": 1}, "Uk": {}}
    scenario = field(foes=foes, house={"dying": "of harm"})
    assert HINDER in choices(scenario)
    down = choices(scenario, "Ann: attack Orc with long-blade\n" + HITS_ONCE + NO_BLOCK)
    assert "attack Orc with long-blade" in down
    assert HINDER not in down
