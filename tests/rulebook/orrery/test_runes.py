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
    edge,
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
def test_the_first_success_inflicts_the_runes_condition_instead_of_one_damage(
    rune: str, condition: str
) -> None:
    scenario = field({"Ann": {"runes": [rune]}})
    game, blow = strike(scenario, f"afflict Orc with {rune}", HITS_TWICE + NO_BLOCK)
    assert blow.damage == 1
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
def test_an_attack_may_try_for_a_condition_on_its_first_success() -> None:
    script = "Ann: slowed\nGM: allow\n" + HITS_TWICE + NO_BLOCK
    game, blow = strike(field(), HINDER, script)
    assert blow.damage == 1
    assert game.fighter("Orc").conditions() == ["slowed"]


@pytest.mark.rule("special.condition")
def test_the_game_master_may_refuse_it_and_then_it_is_damage() -> None:
    game, blow = strike(field(), HINDER, "Ann: burning\nGM: refuse\n" + HITS_TWICE + NO_BLOCK)
    assert blow.damage == 2
    assert game.fighter("Orc").conditions() == []


@pytest.mark.rule("special.condition")
@pytest.mark.parametrize(("condition", "verdict"), [("slowed", "allow"), ("burning", "refuse")])
def test_a_game_master_of_no_opinion_goes_by_the_weapon(condition: str, verdict: str) -> None:
    question = asked(field(), f"Ann: {HINDER}\nAnn: {condition}\n")
    assert question.options[question.default].key == verdict


@pytest.mark.rule("special.condition")
def test_an_arrow_can_do_it_too() -> None:
    scenario = field({"Ann": {"weapons": ["bow"]}}, {"Orc": {"at": "b"}}, "a-b")
    script = "Ann: slowed\nGM: allow\n" + HITS_ONCE + NO_BLOCK
    _, blow = strike(scenario, "hinder Orc with bow", script)
    assert blow.effects == ("slowed",)
    assert edge(scenario, "attack Orc with bow") == ""
