"""What every ruleset's rulings have alike."""

import pytest

from affray.core.fight import Fight, Fighter, IllegalError
from affray.core.odds import OddsTable
from affray.core.rulings import Rulings, parse_negation, parse_number
from affray.library import load


class OfHealth(Rulings[Fight, Fighter]):
    """A game in which only health can be ruled."""

    def __init__(self) -> None:
        fight = load("first-blood").setup.new_fight(OddsTable())
        super().__init__(fight, fight.roster()[0])
        self.left = 5

    def health(self, value: str) -> None:
        self.left = parse_number(value, 5, "health")


def test_a_ruling_goes_where_its_kind_says() -> None:
    rulings = OfHealth()
    rulings.apply("health", "3")
    assert rulings.left == 3


@pytest.mark.parametrize(
    ("kind", "value", "why"),
    [
        ("health", "6", "health is from 0 to 5, not '6'"),
        ("health", "some", "health is from 0 to 5, not 'some'"),
        ("health", "²", "health is from 0 to 5, not '²'"),
        ("health", "++5", "health is from 0 to 5, not '++5'"),
        ("health", "٣", "health is from 0 to 5, not '٣'"),
        ("health", "0" * 30, f"health is from 0 to 5, not '{'0' * 30}'"),
        ("place", "1,1", "no ruling changes place here"),
        ("condition", "prone", "no ruling changes condition here"),
        ("gear", "dagger", "no ruling changes gear here"),
        ("state", "down", "no ruling changes state here"),
        ("state", "asleep", "a state is standing, down, fled or dead, not 'asleep'"),
        ("mood", "glad", "a ruling changes health, place, condition, gear or state, not 'mood'"),
    ],
)
def test_what_cannot_be_ruled_says_what_can(kind: str, value: str, why: str) -> None:
    with pytest.raises(IllegalError) as refused:
        OfHealth().apply(kind, value)
    assert str(refused.value) == why


def test_not_takes_something_away() -> None:
    assert parse_negation("prone") == (True, "prone")
    assert parse_negation("not prone") == (False, "prone")
