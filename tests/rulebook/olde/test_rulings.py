"""What the game master can change in the middle of a fight."""

import pytest

from affray.core.fight import IllegalError
from affray.core.questions import Ruling
from rulebook.olde.fields import field
from support import Played, passes_test


def ruled(kind: str, value: str, **ann: object) -> Played:
    game = Played(field(ann))
    game.fight.rule(Ruling(kind, "Ann", value, "so it is"))
    assert game.told("ruling")
    return game


def test_health_place_and_state() -> None:
    assert ruled("health", "3").fighter("Ann").health() == 3
    assert ruled("health", "0").fighter("Ann").state() == "down"
    assert ruled("place", "7,2").fight.place_name(0) == "7,2"
    for state in ("standing", "down", "fled", "dead"):
        assert ruled("state", state).fighter("Ann").state() == state


def test_the_dead_and_the_fled_can_come_back() -> None:
    game = ruled("state", "dead")
    game.fight.rule(Ruling("state", "Ann", "standing", "a miracle"))
    assert game.fighter("Ann").state() == "standing"
    assert game.fighter("Ann").health() == 1


def test_conditions_come_and_go() -> None:
    game = ruled("condition", "blinded persistent")
    assert game.fighter("Ann").conditions() == ["blinded, persistent"]
    game.fight.rule(Ruling("condition", "Ann", "not blinded", "it clears"))
    assert game.fighter("Ann").conditions() == []


def test_gear_is_given_taken_and_put_in_hand() -> None:
    game = Played(field(orc={"weapons": ["dagger"]}))
    game.fight.rule(Ruling("gear", "Ann", "dagger", "found"))
    game.fight.rule(Ruling("gear", "Ann", "dagger in hand", "drawn"))
    assert game.fighter("Ann").held_weapon().name == "dagger"
    game.fight.rule(Ruling("gear", "Ann", "not dagger", "lost"))
    assert game.fighter("Ann").held_weapon().name == "bare-hands"
    game.fight.rule(Ruling("gear", "Ann", "broadsword in both hands", "both"))
    assert game.fighter("Ann").two_hands


@pytest.mark.parametrize(
    ("kind", "value", "why"),
    [
        ("health", "13", "health of Ann is from 0 to 12, not '13'"),
        ("place", "nowhere", "a space is written like 0,0, not 'nowhere'"),
        ("condition", "sad", "a condition is one of bleeding, blinded"),
        ("condition", "prone often", "a condition is temporary, persistent or permanent"),
        ("gear", "halberd", "no weapon here is called 'halberd'; there are broadsword"),
        ("gear", "spear in hand", "Ann carries no 'spear'"),
        ("gear", "not longbow", "no weapon here is called 'longbow'"),
        ("adjustment", "luck +2", "an adjustment is like 'defense +2 blessing'"),
        ("state", "asleep", "a state is standing, down, fled or dead, not 'asleep'"),
        ("mood", "glad", "a ruling changes health, place, condition, gear, adjustment or state"),
    ],
)
def test_what_is_not_understood_says_what_would_be(kind: str, value: str, why: str) -> None:
    with pytest.raises(IllegalError) as refused:
        Played(field()).fight.rule(Ruling(kind, "Ann", value, "no"))
    assert str(refused.value).startswith(why)


def test_hands_have_to_be_enough() -> None:
    game = Played(field({"weapons": ["broadsword", "longbow"]}))
    with pytest.raises(IllegalError) as refused:
        game.fight.rule(Ruling("gear", "Ann", "longbow in one hand", "no"))
    assert str(refused.value) == "the longbow takes both hands"


@pytest.mark.rule("check.rating")
@pytest.mark.parametrize(
    ("value", "script", "passed"),
    [
        ("Savvy", "roll 2d6 = 4 5", True),
        ("Savvy, CR 9", "roll 2d6 = 4 4", False),
        ("Savvy, CR 6", "roll 2d6 = 4 2", True),
        ("Savvy, CR 12", "roll 2d6 = 5 5", False),
    ],
)
def test_the_game_master_has_anybody_check_a_stat(value: str, script: str, passed: bool) -> None:
    found, rules = passes_test(field({"savvy": 6}), value, script)
    assert found is passed
    assert "check.rating" in rules


def test_a_test_of_what_there_is_not_says_what_there_is() -> None:
    for value in ("Charm", "Savvy, CR 10", "Savvy,CR 9", ""):
        with pytest.raises(IllegalError, match="a Test is of Brawn, Finesse, Savvy, Nerve, and"):
            ruled("test", value)
