"""What a game master can rule, at any question."""

from typing import Any

import pytest

from affray.core.fight import IllegalError
from affray.core.questions import Ruling
from rulebook.orrery.fields import field
from support import Played, passes_test


def ruled(kind: str, value: str, who: str = "Ann", **more: Any) -> Played:
    scenario = field(
        {"Ann": {"potions": 1, "runes": ["fire"]}}, {"Orc": {"at": "b"}}, "a-b", **more
    )
    game = Played(scenario)
    game.fight.rule(Ruling(kind, who, value, "so be it"))
    return game


def test_health_and_stamina() -> None:
    assert ruled("health", "2").fighter("Ann").hearts == 2
    assert ruled("health", "0").fighter("Ann").state() == "down"
    assert ruled("stamina", "1").fighter("Ann").stamina == 1


def test_place() -> None:
    game = ruled("place", "b")
    assert game.fight.place_name(0) == "b"
    assert game.fight.position(0) == {"place": 1}


@pytest.mark.parametrize(
    "condition", ["burning", "slowed", "blinded", "stunned", "hidden", "defenseless", "helped"]
)
def test_conditions(condition: str) -> None:
    game = ruled("condition", condition)
    assert game.fighter("Ann").conditions() == [condition]
    game.fight.rule(Ruling("condition", "Ann", f"not {condition}", "no more"))
    assert game.fighter("Ann").conditions() == []


def test_being_frightened_of_and_held_by_somebody() -> None:
    game = ruled("condition", "frightened of Orc")
    assert game.fighter("Ann").frightened_of == 1
    game = ruled("condition", "held by Orc")
    assert game.fighter("Ann").held_by == 1
    assert game.fight.place_name(1) == "a", "a grapple is at Touch"
    game.fight.rule(Ruling("condition", "Ann", "not held", "slips away"))
    assert not game.fighter("Orc").is_tethered()


def test_gear() -> None:
    assert len(ruled("gear", "not long-blade").fighter("Ann").arms) == 1
    assert ruled("gear", "potion").fighter("Ann").potions == 2
    assert ruled("gear", "not potion").fighter("Ann").potions == 0
    assert ruled("gear", "boon").fighter("Ann").boons == 1
    assert ruled("gear", "rune fire", "Orc").fighter("Orc").runes == [0]
    engines = [{"is": "cannon", "at": "a"}]
    assert ruled("gear", "loaded cannon", engines=engines).fight.loaded == [True]


@pytest.mark.parametrize("state", ["standing", "down", "fled", "dead"])
def test_states(state: str) -> None:
    game = ruled("state", state)
    assert game.fighter("Ann").state() == state
    game.fight.rule(Ruling("state", "Ann", "standing", "up again"))
    assert game.fighter("Ann").state() == "standing"


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        ("health", "six", "health of Ann is from 0 to 5, not 'six'"),
        ("health", "6", "from 0 to 5"),
        ("place", "moon", "no spot is called 'moon'; there are a, b"),
        ("condition", "sleepy", "a condition is burning"),
        ("condition", "frightened", "frightened of NAME"),
        ("gear", "spoon", "no weapon here is called 'spoon'"),
        ("gear", "not boon", "Ann has no Boon"),
        ("gear", "loaded cannon", "no engine here is called 'cannon'; there are none"),
        ("state", "asleep", "standing, down, fled or dead"),
        ("crush", "enormous", "what falls is item, tiny"),
        ("mood", "good", "a ruling changes health"),
    ],
)
def test_what_is_not_understood_is_refused_with_what_would_be(
    kind: str, value: str, words: str
) -> None:
    with pytest.raises(IllegalError, match=words.replace("(", r"\(")):
        ruled(kind, value)


def test_a_ruling_is_told_with_its_reason() -> None:
    assert "so be it" in ruled("health", "2").log()[0]


@pytest.mark.rule("core.test")
@pytest.mark.parametrize(
    ("value", "script", "passed"),
    [
        ("Moon and Defense", "roll 1d8 = 4\nroll 1d10 = 3", True),
        ("Moon and Defense, 1 Success", "roll 1d8 = 3\nroll 1d10 = 3", False),
        ("Moon and Defense, 2 Successes", "roll 1d8 = 4\nroll 1d10 = 3", False),
        ("Moon and Defense, 2 Successes", "roll 1d8 = 4\nroll 1d10 = 4", True),
        (
            "Moon and Defense, 1 Success with adv",
            "roll 1d8 = 1\nroll 1d10 = 1\nroll 1d8 = 4\nroll 1d10 = 1",
            True,
        ),
        (
            "Moon and Defense, 1 Success with dis",
            "roll 1d8 = 4\nroll 1d10 = 1\nroll 1d8 = 1\nroll 1d10 = 1",
            False,
        ),
    ],
)
def test_the_game_master_has_anybody_make_a_test(value: str, script: str, passed: bool) -> None:
    scenario = field({"Ann": {"moon": 8, "defense": 10}}, {"Orc": {"at": "b"}}, "a-b")
    found, rules = passes_test(scenario, value, script)
    assert found is passed
    assert "core.test" in rules
