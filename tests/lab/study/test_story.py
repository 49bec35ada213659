"""Telling a fight afterwards."""

from __future__ import annotations

import pytest

from affray import api
from affray.core.problems import InvalidDataError
from affray.lab.study import Story, tell_story
from affray.library import load
from lab.small_fights import duel_in, each_ruleset

PLAYOUTS = 60


def told(ruleset: str, seed: int = 2) -> Story:
    scenario = duel_in(ruleset)
    played = api.play(scenario, seed, {scenario.sides[0]: "random"})
    return tell_story(scenario, played.answers, PLAYOUTS, workers=1)


@each_ruleset
def test_a_story_runs_from_the_opening_to_the_end(ruleset: str) -> None:
    story = told(ruleset)
    assert story.over
    last = story.decisions[-1].chances_after_dice
    for side, name in enumerate(story.scenario.sides):
        wanted = 1.0 if story.winner == name else 0.0 if story.winner else 0.5
        assert last[side] == wanted
    for decision in story.decisions:
        assert sum(decision.review.before) == pytest.approx(1)
        assert sum(decision.chances_after_dice) == pytest.approx(1)
        assert decision.review.cost >= 0
        assert decision.prompt


@each_ruleset
def test_luck_and_decisions_make_the_whole_change(ruleset: str) -> None:
    """From the opening to the end, every change of the chances is the one or the other."""
    story = told(ruleset, 5)
    for side, name in enumerate(story.scenario.sides):
        decided = sum(
            decision.review.after[side] - decision.review.before[side]
            for decision in story.decisions
        )
        whole = story.decisions[-1].chances_after_dice[side] - story.opening[side]
        assert story.luck[name] + decided == pytest.approx(whole)


def test_a_story_does_not_depend_on_workers() -> None:
    scenario = load("first-blood")
    played = api.play(scenario, 3)
    one = tell_story(scenario, played.answers, PLAYOUTS, workers=1).data()
    two = tell_story(scenario, played.answers, PLAYOUTS, workers=2).data()
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_doing_nothing_is_a_mistake() -> None:
    scenario = load("first-blood")
    played = api.play(scenario, 4, {"blade": "passive"})
    story = tell_story(scenario, played.answers, 200, workers=1)
    worst = story.mistakes()[0]
    assert worst.side == "blade"
    assert worst.chosen == "End the turn"
    assert worst.review.best != "End the turn"
    assert story.decision_costs["blade"] > story.decision_costs["mace"]
    assert story.harm["blade"].expected == 0


def test_harm_is_told_against_what_was_to_be_expected() -> None:
    scenario = load("first-blood")
    played = api.play(scenario, 4)
    harm = tell_story(scenario, played.answers, PLAYOUTS, workers=1).harm
    lost = {one.name: one.max_health() - one.health() for one in played.fight.roster()}
    assert harm["blade"].actual == lost["Torben"]
    assert harm["mace"].actual == lost["Ansa"]
    assert 0.3 < harm["blade"].expected / max(1, harm["blade"].actual) < 3


def test_too_few_endings_are_refused() -> None:
    with pytest.raises(InvalidDataError, match="endings"):
        tell_story(load("first-blood"), [], 1)
