"""What is kept, or done by a quicker way, is the same as what is worked out anew and asked."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.table import LiveTable
from affray.library import content_of, load, rulesets, toml_of
from affray.rulesets.olde.attack import ALL_OUT, PANIC
from affray.rulesets.olde.fight import OldeFight
from affray.rulesets.olde.reactions import PARRIED
from affray.rulesets.olde.sheet import (
    MOST_SHARED,
    PERMANENT,
    PERSISTENT,
    TEMPORARY,
    UNADJUSTED,
    Adjustment,
    TemporaryAdjustments,
)
from affray.rulesets.olde.strike import parry_succeeds
from rulebook.olde.fields import field
from rulebook.quick_ways import AskingTable, assert_same_when_asked
from support import scenario_of, simple_players

NAMES = [
    pytest.param(name, marks=() if name in ("fencing-lesson", "the-tourney") else pytest.mark.once)
    for name in toml_of(rulesets()["olde"], "scenarios")
]
EVERYTHING = {"advanced_actions": True, "criticals": True, "damage_explodes": True}
"""House rules by which most is asked and thrown."""


# --- players who are asked directly, and dice without a stage ---


@pytest.mark.parametrize("house", [{}, EVERYTHING], ids=["as it is", "with everything"])
@pytest.mark.parametrize("name", NAMES)
def test_fights_are_the_same_with_questions_and_stages(name: str, house: dict[str, Any]) -> None:
    assert_same_when_asked(load(name).with_house(house), range(12))


@pytest.mark.parametrize("condition", list(content_of("olde").conditions))  # type: ignore[attr-defined]
def test_who_suffers_from_something_does_the_same_with_questions(condition: str) -> None:
    ann = {"conditions": [{"is": condition}], "hp": 30}
    scenario = scenario_of(field(ann, friends={"Bo": {"at": [0, 4]}}, round_limit=8))
    assert_same_when_asked(scenario, range(12))


def test_a_parry_is_the_same_without_a_stage() -> None:
    scenario = load("the-tourney")
    found = []
    for number in range(60):
        results = []
        for table in (LiveTable, AskingTable):
            fight = scenario.setup.new_fight(table(Dice(5, number), simple_players(scenario)))
            assert isinstance(fight, OldeFight)
            attacker, target = fight.friends[0][0], fight.friends[1][0]
            results.append(parry_succeeds(fight, attacker, target, 6 + number % 12))
        assert results[0] == results[1]
        found.append(results[0])
    assert 10 < sum(found) < 50


# --- temporary adjustments, and conditions ---


def test_temporary_adjustments_come_to_the_sum_of_each() -> None:
    found = UNADJUSTED
    for one in (PANIC, PARRIED, ALL_OUT, PANIC):
        before = found
        found = found.and_manoeuvre(one)
        assert found.each == (*before.each, one)
        sums = [
            sum(getattr(each, kind) for each in found.each)
            for kind in ("attack", "defense", "damage", "armour")
        ]
        assert [found.attack, found.defense, found.damage, found.armour] == sums
        assert found.key == tuple(sums)
    given = TemporaryAdjustments((Adjustment(name="given", damage=3, armour=2),))
    assert given.key == (0, 0, 3, 2)
    assert UNADJUSTED.key == (0, 0, 0, 0)


def test_the_same_manoeuvres_are_the_same_object_while_they_are_few() -> None:
    one = other = UNADJUSTED
    for number in range(MOST_SHARED):
        one, other = one.and_manoeuvre(PANIC), other.and_manoeuvre(PANIC)
        assert one is other
        assert one is not other.and_manoeuvre(ALL_OUT)
        assert len(one.each) == number + 1
    one, other = one.and_manoeuvre(PANIC), other.and_manoeuvre(PANIC)
    assert one is not other
    assert one.key == other.key


def test_a_condition_by_itself_is_kept_for_as_long_as_it_lasts() -> None:
    prone = load("the-tourney").setup.prone  # type: ignore[attr-defined]
    for duration in (TEMPORARY, PERMANENT):
        found = prone.alone(duration, 9)
        assert [(one.condition, one.duration, one.cr) for one in found] == [(prone, duration, 0)]
        assert prone.alone(duration, 12) is found
    for cr in (9, 12):
        found = prone.alone(PERSISTENT, cr)
        assert [(one.duration, one.cr) for one in found] == [(PERSISTENT, cr)]
