"""Telling a fight afterwards."""

from __future__ import annotations

import pytest

from affray import api
from affray.core.problems import InvalidDataError
from affray.lab.story import Story, tell
from affray.library import load
from lab.duels import duel_in, each_ruleset

ENDINGS = 60


def told(ruleset: str, seed: int = 2) -> Story:
    scenario = duel_in(ruleset)
    played = api.play(scenario, seed, {scenario.sides[0]: "random"})
    return tell(scenario, played.answers, ENDINGS, workers=1)


@each_ruleset
def test_a_story_runs_from_the_opening_to_the_end(ruleset: str) -> None:
    story = told(ruleset)
    assert story.over
    last = story.beats[-1].then
    for side, name in enumerate(story.scenario.sides):
        wanted = 1.0 if story.winner == name else 0.0 if story.winner else 0.5
        assert last[side] == wanted
    for beat in story.beats:
        assert sum(beat.judged.before) == pytest.approx(1)
        assert sum(beat.then) == pytest.approx(1)
        assert beat.judged.cost >= 0
        assert beat.asked


@each_ruleset
def test_luck_and_decisions_make_the_whole_change(ruleset: str) -> None:
    """From the opening to the end, every change of the chances is the one or the other."""
    story = told(ruleset, 5)
    for side, name in enumerate(story.scenario.sides):
        decided = sum(beat.judged.after[side] - beat.judged.before[side] for beat in story.beats)
        whole = story.beats[-1].then[side] - story.opening[side]
        assert story.luck()[name] + decided == pytest.approx(whole)


def test_a_story_does_not_depend_on_workers() -> None:
    scenario = load("first-blood")
    played = api.play(scenario, 3)
    one = tell(scenario, played.answers, ENDINGS, workers=1).data()
    two = tell(scenario, played.answers, ENDINGS, workers=2).data()
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_doing_nothing_is_a_mistake() -> None:
    scenario = load("first-blood")
    played = api.play(scenario, 4, {"blade": "passive"})
    story = tell(scenario, played.answers, 200, workers=1)
    worst = story.mistakes()[0]
    assert worst.side == "blade"
    assert worst.chose == "End the turn"
    assert worst.judged.best != "End the turn"
    assert story.decisions()["blade"] > story.decisions()["mace"]
    assert story.harm()["blade"].expected == 0


def test_harm_is_told_against_what_was_to_be_expected() -> None:
    scenario = load("first-blood")
    played = api.play(scenario, 4)
    harm = tell(scenario, played.answers, ENDINGS, workers=1).harm()
    lost = {one.name: one.max_health() - one.health() for one in played.fight.roster()}
    assert harm["blade"].actual == lost["Torben"]
    assert harm["mace"].actual == lost["Ansa"]
    assert 0.3 < harm["blade"].expected / max(1, harm["blade"].actual) < 3


def test_too_few_endings_are_refused() -> None:
    with pytest.raises(InvalidDataError, match="endings"):
        tell(load("first-blood"), [], 1)
