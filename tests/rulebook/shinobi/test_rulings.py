"""What a game master can change, and what is answered to a ruling that makes no sense."""

import pytest

from affray.core.fight import IllegalError
from affray.core.questions import Ruling
from rulebook.shinobi.fields import ANN_FIRST, asked, field
from support import Played, passes_test


def ruled(kind: str, value: str) -> Played:
    """Return a ruling on Bob before Ann acts."""
    game = Played(field(theirs={"Bob": {}, "Bea": {"at": [0, 0]}}))
    game.fight.rule(Ruling(kind, "Bob", value, "so it is"))
    return game


def test_health_is_how_many_stun_tokens_are_left_to_take() -> None:
    assert ruled("health", "1").fighter("Bob").stun_tokens == 2
    assert ruled("health", "0").fighter("Bob").state() == "down"
    game = ruled("health", "0")
    game.fight.rule(Ruling("health", "Bob", "2", "not so bad"))
    assert game.fighter("Bob").state() == "standing"
    assert game.fight.place_name(1) == "3,3"


def test_a_place_and_a_facing() -> None:
    game = ruled("place", "5,5 ne")
    assert game.fight.position(1) == {"place": 40, "facing": "ne"}
    assert game.fighter("Bob").index in game.fight.positions.models  # type: ignore[attr-defined]
    assert ruled("place", "5,5").fight.position(1)["facing"] == "s"


@pytest.mark.parametrize("condition", ["stunned", "hidden", "poisoned", "cursed"])
def test_conditions_come_and_go(condition: str) -> None:
    game = ruled("condition", condition)
    assert game.fighter("Bob").conditions() == [condition]
    game.fight.rule(Ruling("condition", "Bob", f"not {condition}", "over"))
    assert game.fighter("Bob").conditions() == []


def test_gear_is_a_keyword() -> None:
    game = ruled("gear", "entangle")
    script = Played(game.scenario, ANN_FIRST + "GM rules gear of Bob = winged | a kite\n")
    assert "move 3,5" in asked(script)
    assert game.fight.positions.guards[0][3 * 7 + 1] == 1  # type: ignore[attr-defined]
    game.fight.rule(Ruling("gear", "Bob", "not entangle", "cut loose"))
    assert game.fight.positions.guards[0][3 * 7 + 1] == 0  # type: ignore[attr-defined]


def test_states() -> None:
    assert ruled("state", "fled").fighter("Bob").state() == "fled"
    assert ruled("state", "dead").fighter("Bob").state() == "down"
    game = ruled("state", "down")
    game.fight.rule(Ruling("state", "Bob", "standing", "up again"))
    assert game.fighter("Bob").health() == 3


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        ("health", "4", r"health is from 0 \(injured\) to 3 \(fresh\)"),
        ("place", "here", "a place is like '3,4' or '3,4 ne'"),
        ("place", "9,9", "9,9 is off the board"),
        ("place", "3,4", "3,4 is not free"),
        ("condition", "sleepy", "a condition is stunned, hidden, poisoned, cursed or acted"),
        ("gear", "sword", "gear is a keyword, such as backstab"),
        ("state", "gone", "a state is standing, down, fled or dead"),
        ("mood", "bad", "a ruling changes health, place, condition, gear or state"),
    ],
)
def test_a_ruling_that_makes_no_sense_says_what_would(kind: str, value: str, message: str) -> None:
    with pytest.raises(IllegalError, match=message):
        ruled(kind, value)


@pytest.mark.rule("dice.affinity")
@pytest.mark.parametrize(
    ("value", "script", "passed"),
    [
        ("Affinity", "roll 1d6 = 1", True),
        ("Affinity, one die", "roll 1d6 = 2", False),
        ("Affinity, easy", "roll 1d6 = 2\nroll 1d6 = 1", True),
        ("Affinity, easy", "roll 1d6 = 2\nroll 1d6 = 3", False),
    ],
)
def test_the_game_master_has_a_model_make_an_affinity_test(
    value: str, script: str, passed: bool
) -> None:
    found, rules = passes_test(field({"Ann": {"affinity": ["fire"]}}), value, script)
    assert found is passed
    assert {"dice.affinity", "dice.elements"} <= rules
