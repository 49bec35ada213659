from typing import Any

import pytest

from rulebook.shinobi.fields import ANN_FIRST, BOB_FIRST, STAND, STRIKE, asked, dice, field, struck
from rulebook.shinobi.test_board import at
from rulebook.shinobi.test_turn import idle
from support import Played

DIZZY = "GM rules condition of Ann = stunned | a blow\n"
"""Asked for her activation, Ann is stunned first."""


def stunned_ann(script: str) -> Played:
    """Ann, with a friend far away, is stunned before she acts."""
    ours = {"Ann": {}, "Amy": {"at": [0, 6]}}
    return Played(field(ours), ANN_FIRST + DIZZY + "ours: activate Ann\n" + script)


@pytest.mark.rule("status.stunned")
def test_stun_tokens_come_off_at_the_activation_and_one_may_move_or_act() -> None:
    assert asked(stunned_ann("")) == ["move", "act"]
    moved = stunned_ann("Ann: move\nAnn: stay\nAnn: face e").steps(1)
    assert moved.fighter("Ann").stun_tokens == 0
    acted = stunned_ann("Ann: act\nAnn: stealth").steps(1)
    assert acted.fighter("Ann").hidden


@pytest.mark.rule("status.stunned")
@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("Ann: stay\nAnn: face n", "Ann waits"),
        ("Ann: stay\nAnn: face e", "Ann faces east"),
        ("Ann: move 3,5\n" + dice("F") + "Ann: face n", "Ann moves from 3,4 to 3,5"),
        ("Ann: move 3,5\n" + dice("S"), "Ann is stunned, token 1 of 3"),
    ],
)
def test_a_stunned_model_that_moves_and_stays_as_it_was_is_told_to_wait(
    script: str, told: str
) -> None:
    log = stunned_ann("Ann: move\n" + script).steps(1).log()
    assert log[-1] == told


@pytest.mark.rule("status.stunned")
def test_two_tokens_come_off_together() -> None:
    script = (
        ANN_FIRST
        + "GM rules health of Ann = 1 | two blows\nours: activate Ann\nAnn: act\nAnn: wait"
    )
    game = Played(field({"Ann": {}, "Amy": {"at": [0, 6]}}), script).steps(1)
    assert game.fighter("Ann").stun_tokens == 0


@pytest.mark.rule("status.stunned")
def test_a_third_token_injures() -> None:
    theirs = {"Bob": {}, "Bea": {"at": [0, 0]}}
    script = ANN_FIRST + "Ann: stay\nGM rules health of Bob = 1 | dizzy\n"
    script += "Ann: face n\nAnn: attack Bob with blade\n" + dice("ESS", "SSS")
    game = Played(field(theirs=theirs), script).steps(1)
    assert game.fighter("Bob").state() == "down"
    assert game.told("hurt")[0]["harm"] == 1


@pytest.mark.rule("status.stunned")
def test_a_stunned_model_defends_with_all_its_dice() -> None:
    script = ANN_FIRST + "Ann: stay\nGM rules condition of Bob = stunned | dizzy\n"
    script += "Ann: face n\nAnn: attack Bob with blade\n" + dice("SSS", "SSS")
    Played(field(), script).steps(1)


@pytest.mark.rule("status.injured")
def test_an_injured_model_leaves_the_board_and_its_space() -> None:
    theirs = {"Bob": {}, "Bea": {"at": [0, 0]}}
    game = struck("WSS", "SSS", theirs=theirs)
    assert game.fight.position(1) == {"place": None}
    assert game.fighter("Bob").health() == 0
    assert not game.fight.is_over()
    assert "move 3,3" in asked(game)


@pytest.mark.rule("status.injured")
def test_the_side_that_alone_has_models_left_wins() -> None:
    game = struck("WSS", "SSS")
    assert game.fight.is_over()
    assert game.fight.winner() == 0


FALLEN = ["Bob", "Bea", "Ben"]


def after_a_round(house: dict[str, Any]) -> Played:
    """Three of four are injured by the end of the first round."""
    theirs: dict[str, Any] = {name: {"at": [x, 0]} for x, name in enumerate([*FALLEN, "Bud"])}
    rulings = "".join(f"GM rules health of {name} = 0 | a pit\n" for name in FALLEN)
    script = BOB_FIRST + rulings + idle("Bud") + idle("Ann")
    if house:
        script += "theirs: return Ben\ntheirs: return Bob\n"
    return Played(field({"Ann": {"at": [6, 6]}}, theirs, house=house), script).steps(2)


@pytest.mark.rule("status.injured")
def test_by_the_option_two_of_each_sides_injured_come_back_after_a_round() -> None:
    game = after_a_round({"injured_return": True})
    assert {name: game.fighter(name).state() for name in FALLEN} == {
        "Bob": "standing",
        "Bea": "down",
        "Ben": "standing",
    }
    assert at(game, "Ben") == "2,0"
    assert game.fighter("Ben").health() == 3


@pytest.mark.rule("status.injured")
def test_without_the_option_nobody_comes_back() -> None:
    game = after_a_round({})
    assert {game.fighter(name).state() for name in FALLEN} == {"down"}


@pytest.mark.rule("status.stealth")
def test_the_stealth_action_hides_a_model() -> None:
    game = Played(field({"Ann": {"at": [3, 6]}}), ANN_FIRST + STAND + "Ann: stealth").steps(1)
    assert game.fighter("Ann").conditions() == ["hidden"]


@pytest.mark.rule("status.stealth")
def test_a_hidden_model_cannot_be_targeted_at_range_but_can_be_attacked() -> None:
    archer = {"Ann": {"at": [3, 6], "range": 5}}
    keys = asked(Played(field(archer, {"Bob": {"hidden": True}}), ANN_FIRST + STAND))
    assert keys == ["wait", "run", "stealth", "search Bob"]
    beside = asked(Played(field({"Ann": {}}, {"Bob": {"hidden": True}}), ANN_FIRST + STAND))
    assert "attack Bob with blade" in beside


@pytest.mark.rule("status.stealth")
def test_an_attack_reveals() -> None:
    assert not struck("SSSS", "SSS", ours={"Ann": {"hidden": True}}).fighter("Ann").hidden


def searched(die: str, at: list[int]) -> Played:
    script = ANN_FIRST + STAND + "Ann: search Bob\n" + dice(die)
    return Played(field({"Ann": {"at": at}}, {"Bob": {"hidden": True}}), script)


@pytest.mark.rule("status.stealth")
def test_a_successful_search_within_three_spaces_reveals() -> None:
    assert not searched("F", [3, 6]).steps(1).fighter("Bob").hidden
    assert searched("W", [3, 6]).steps(1).fighter("Bob").hidden
    far = field({"Ann": {"at": [0, 6]}}, {"Bob": {"hidden": True, "at": [4, 6]}})
    assert "search Bob" not in asked(Played(far, ANN_FIRST + STAND))


def test_a_stunned_winner_of_an_attack_keeps_the_board() -> None:
    script = ANN_FIRST + STRIKE + dice("SSS", "ESS") + idle("Bob", "s")
    game = Played(field(), script).steps(2)
    assert game.fighter("Ann").conditions() == ["stunned"]
