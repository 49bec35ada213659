from typing import Any

import pytest

from rulebook.orrery.fields import (
    HITS_ONCE,
    HITS_TWICE,
    MISSES,
    NO_BLOCK,
    choices,
    dice,
    field,
    option_of,
    strike,
)
from support import Played, scenario_of

LONG = "attack Orc with long-blade"
STRIKE = f"Ann: {LONG}\n"


@pytest.mark.rule("health.hearts")
@pytest.mark.parametrize("hearts", [3, 5, 8])
def test_a_pc_has_as_many_hearts_as_the_house_says_unless_the_sheet_does(hearts: int) -> None:
    scenario = field({"Ann": {}, "Bo": {"hearts": 2}}, house={"hearts": hearts})
    assert [sheet.hearts for sheet in scenario_of(scenario).setup.sheets] == [hearts, 2, 4]


@pytest.mark.rule("health.hearts")
def test_a_pc_has_five_hearts() -> None:
    assert scenario_of(field()).setup.sheets[0].hearts == 5


@pytest.mark.rule("health.hearts")
def test_at_no_hearts_one_is_down_and_out_of_it() -> None:
    script = STRIKE + HITS_TWICE + NO_BLOCK
    game = Played(field(foes={"Orc": {"hearts": 2}}), script).to_the_end()
    assert game.fighter("Orc").state() == "down"
    assert game.fighter("Orc").is_defenseless()
    assert game.told("out") == [{"who": "Orc", "by": "Ann", "how": "goes down"}]
    assert game.fight.winner() == 0


BOON: dict[str, dict[str, Any]] = {"Ann": {"boons": 1}}


@pytest.mark.rule("health.boon")
def test_a_boon_rolls_ones_own_pool_again_and_keeps_either() -> None:
    game, blow = strike(field(BOON), LONG, MISSES + "Ann: boon\n" + HITS_TWICE + NO_BLOCK)
    assert blow.damage == 2
    assert any(line.startswith("Ann rolls Attack again for a Boon (") for line in game.log())
    assert game.fighter("Ann").boons == 0
    _, blow = strike(field(BOON), LONG, HITS_TWICE + "Ann: boon\n" + MISSES + NO_BLOCK)
    assert blow.damage == 2
    _, blow = strike(field(BOON), LONG, HITS_ONCE + "Ann: keep\n" + NO_BLOCK)
    assert blow.damage == 1


@pytest.mark.rule("health.boon")
def test_a_block_is_ones_own_pool_too() -> None:
    script = HITS_TWICE + NO_BLOCK + "Ann: boon\n" + dice(6, 6)
    _, blow = strike(field(BOON), "attack Ann with long-blade", script, who=1)
    assert blow.damage == 0


@pytest.mark.rule("health.stamina")
@pytest.mark.parametrize("stamina", [0, 3, 6])
def test_stamina_is_the_houses_unless_the_sheet_says(stamina: int) -> None:
    scenario = field({"Ann": {}, "Bo": {"stamina": 1}}, house={"stamina": stamina})
    assert [sheet.stamina for sheet in scenario_of(scenario).setup.sheets] == [stamina, 1, stamina]


@pytest.mark.rule("health.stamina")
def test_a_character_has_three_stamina() -> None:
    assert scenario_of(field()).setup.sheets[0].stamina == 3


@pytest.mark.rule("health.stamina-uses")
@pytest.mark.parametrize(
    ("buys", "action", "block"),
    [
        ("runes", False, False),
        ("runes and actions", True, False),
        ("runes and blocks", False, True),
        ("all three", True, True),
    ],
)
def test_the_house_says_what_stamina_buys(buys: str, action: bool, block: bool) -> None:
    scenario = field(house={"stamina_for": buys})
    assert ("push" in choices(scenario)) is action
    attack = "Ann: end turn\nOrc: attack Ann with long-blade\n" + HITS_TWICE + NO_BLOCK
    assert ("stamina" in choices(scenario, attack)) is block


@pytest.mark.rule("health.stamina-uses")
def test_one_stamina_buys_one_more_action_once_a_turn() -> None:
    scenario = field(
        foes={"Orc": {"at": "d"}}, line="a-b-c-d", house={"stamina_for": "runes and actions"}
    )
    game = Played(scenario, "Ann: push\nAnn: move b\nAnn: move c\nAnn: move d\n").steps(1)
    assert game.fight.place_name(0) == "d"
    assert game.fighter("Ann").stamina == 2
    assert "push" not in choices(scenario, "Ann: push\n")


@pytest.mark.rule("health.stamina-uses")
def test_one_stamina_rolls_a_block_again() -> None:
    scenario = field(house={"stamina_for": "runes and blocks"})
    script = HITS_TWICE + NO_BLOCK + "Ann: stamina\n" + dice(6, 1) + "Ann: keep\n"
    game, blow = strike(scenario, "attack Ann with long-blade", script, who=1)
    assert blow.damage == 1
    assert any(line.startswith("Ann rolls Block again for a Stamina (") for line in game.log())
    assert game.fighter("Ann").stamina == 2


TWO_FOES = {"Orc": {"hearts": 1}, "Uk": {"at": "b"}}


@pytest.mark.rule("health.dying")
@pytest.mark.parametrize(
    ("dying", "listed"), [("never", False), ("of harm", True), ("untended", True)]
)
def test_the_down_are_attacked_only_where_they_can_die(dying: str, listed: bool) -> None:
    scenario = field(foes=TWO_FOES, line="a-b", house={"dying": dying})
    keys = choices(scenario, STRIKE + HITS_ONCE + NO_BLOCK)
    assert (LONG in keys) is listed


@pytest.mark.rule("health.dying")
def test_by_option_further_harm_kills_the_down() -> None:
    scenario = field(foes=TWO_FOES, line="a-b", house={"dying": "of harm"})
    again = STRIKE + dice(1, 1) + HITS_ONCE + NO_BLOCK
    game = Played(scenario, STRIKE + HITS_ONCE + NO_BLOCK + again).steps(1)
    assert game.fighter("Orc").state() == "dead"


def three_rounds_down(dying: str, tended: bool) -> Played:
    """Ann goes down in the first round, and nobody does anything more, but that she is tended."""
    heroes = {"Ann": {"hearts": 1}, "Bo": {}}
    scenario = field(heroes, {"Orc": {"hearts": 40}}, house={"dying": dying})
    script = "heroes: act Ann\nAnn: end turn\nBo: end turn\n"
    script += "Orc: attack Ann with long-blade\n" + HITS_ONCE + NO_BLOCK + "Orc: end turn\n"
    if tended:
        script += "Bo: help Ann\n"
    script += "Bo: end turn\nOrc: end turn\n" * 3 + "Bo: end turn\n"
    return Played(scenario, script)


@pytest.mark.rule("health.dying")
@pytest.mark.parametrize(
    ("dying", "tended", "state"),
    [
        ("never", False, "down"),
        ("of harm", False, "down"),
        ("untended", False, "dead"),
        ("untended", True, "down"),
    ],
)
def test_by_option_three_rounds_untended_kill(dying: str, tended: bool, state: str) -> None:
    game = three_rounds_down(dying, tended).steps(18)
    assert game.fighter("Ann").state() == state


@pytest.mark.rule("health.dying")
def test_the_untended_die_when_three_whole_rounds_are_over() -> None:
    game = three_rounds_down("untended", False)
    while game.fighter("Ann").state() != "dead":
        game.fight.step()
    assert game.fight.round == 1 + 3 + 1


@pytest.mark.rule("health.boon", "health.stamina-uses")
@pytest.mark.parametrize("state", ["standing", "down", "asleep"])
def test_only_those_who_can_act_spend_a_boon_or_stamina_on_a_block(state: str) -> None:
    house = {"dying": "of harm", "stamina_for": "all three"}
    game = Played(
        field({"Ann": {"boons": 1}}, house=house),
        HITS_ONCE
        + (MISSES if state == "standing" else dice(1, 1) + NO_BLOCK)
        + ("Ann: boon\n" + NO_BLOCK + "Ann: keep\n" if state == "standing" else ""),
    )
    ann = game.fighter("Ann")
    if state == "down":
        ann.hearts = 0
    elif state == "asleep":
        ann.defenseless = True
    game.fight.make_attack(1, option_of(game, "attack Ann with long-blade", 1))
    game.script.check_finished()
    assert ann.boons == (0 if state == "standing" else 1)
