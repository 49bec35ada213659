"""Telling a fight afterwards."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from affray import api
from affray.core.events import Event
from affray.core.problems import InvalidDataError
from affray.core.tape import parse_answer
from affray.lab.study import Estimate, Story, tell_story
from affray.lab.study.fight_story import what_dice_came_to
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
        assert last[side].value == pytest.approx(wanted, abs=1e-6)
        assert last[side].error < 1e-3
    for decision in story.decisions:
        assert sum(one.value for one in decision.before) == pytest.approx(1)
        assert sum(one.value for one in decision.chances_after_dice) == pytest.approx(1)
        assert decision.cost.value >= 0
        assert decision.prompt


@each_ruleset
def test_luck_and_decisions_make_the_whole_change(ruleset: str) -> None:
    """From the opening to the end, every change of the chances is the one or the other."""
    story = told(ruleset, 5)
    for side, name in enumerate(story.scenario.sides):
        decided = sum(decision.decided[side].value for decision in story.decisions)
        whole = story.decisions[-1].chances_after_dice[side].value - story.opening[side].value
        assert story.luck[name].value + decided == pytest.approx(whole, abs=1e-6)


def test_what_the_simple_player_would_have_done_changes_nothing() -> None:
    scenario = load("first-blood")
    simple = tell_story(scenario, api.play(scenario, 3).answers, PLAYOUTS, workers=1)
    assert all(decision.is_usual for decision in simple.decisions)
    assert simple.skill == dict.fromkeys(scenario.sides, Estimate(0.0, 0.0))
    played = api.play(scenario, 3, {"blade": "random"})
    random = tell_story(scenario, played.answers, 200, workers=1)
    assert random.skill["blade"].value < -random.skill["blade"].error < 0
    assert random.skill["mace"] == Estimate(0.0, 0.0)


def test_a_turning_point_is_larger_than_its_error() -> None:
    scenario = load("first-blood")
    story = tell_story(scenario, api.play(scenario, 3).answers, PLAYOUTS, workers=1)
    changes = [story.curves[0].change(link) for link in range(len(story.studied.links))]
    sure = [change for change in changes if abs(change.value) > change.error]
    assert 0 < len(sure) < len(changes), "some are sure, and some are not"
    found = story.turning_points(100)
    assert len(found) == len(sure)
    assert [abs(one.change.value) for one in found] == pytest.approx(
        sorted((abs(change.value) for change in sure), reverse=True), abs=1e-12
    )
    assert all(one.change.value > one.change.error for one in found)


def test_a_ruling_is_neither_luck_nor_skill() -> None:
    scenario = load("first-blood")
    played = api.play(scenario, 3)
    first = next(number for number, one in enumerate(played.answers) if not one.is_roll())
    ruling = parse_answer("GM rules health of Torben = 1 | a test", 1)
    answers = [*played.answers[:first], ruling]
    story = tell_story(scenario, answers, 200, workers=1)
    assert not story.over
    assert [decision.side for decision in story.decisions] == ["game master"]
    assert story.rulings["blade"].value > story.rulings["blade"].error > 0
    assert story.skill["blade"].value == 0
    (turn,) = [one for one in story.turning_points() if one.cause == "ruling"]
    assert turn.side == "blade"


def test_a_fight_that_has_not_begun_has_a_story() -> None:
    scenario = load("first-blood")
    story = tell_story(scenario, [], 200, workers=1)
    assert not story.over
    assert story.decisions == []
    assert 0.3 < story.opening[0].value < 0.8
    assert 0 < story.opening[0].error < 0.1
    assert story.turning_points() == []


def test_the_story_so_far_is_told_on_the_way() -> None:
    scenario = load("first-blood")
    played = api.play(scenario, 3)
    heard: list[tuple[float, int]] = []
    tell_story(
        scenario,
        played.answers,
        PLAYOUTS,
        workers=1,
        progress=lambda story: heard.append((story.progress, story.data()["reviewed"])),
    )
    assert heard[0][1] == 0, "the curve is there before the decisions are reviewed"
    assert heard[-1] == (1.0, sum(not one.is_roll() for one in played.answers))
    assert [one for one, _ in heard] == sorted(one for one, _ in heard)


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
    assert worst.best != "End the turn"
    assert worst.cost.value > worst.cost.error > 0
    assert story.decision_costs["blade"].value > story.decision_costs["mace"].value
    assert story.harm["blade"].expected == Estimate(0.0, 0.0)


def test_harm_is_told_against_what_was_to_be_expected() -> None:
    scenario = load("first-blood")
    played = api.play(scenario, 4)
    harm = tell_story(scenario, played.answers, PLAYOUTS, workers=1).harm
    lost = {one.name: one.max_health() - one.health() for one in played.fight.roster()}
    assert harm["blade"].actual == lost["Torben"]
    assert harm["mace"].actual == lost["Ansa"]
    assert 0.3 < harm["blade"].expected.value / max(1, harm["blade"].actual) < 3
    assert harm["blade"].expected.error == 0, "it is exact"


def test_too_few_endings_are_refused() -> None:
    with pytest.raises(InvalidDataError, match="endings"):
        tell_story(load("first-blood"), [], 1)


# --- in sentences ---


def dice_with_a_reaction(kinds: list[str], events: list[tuple[int, str]]) -> Any:
    """A fight with a decision of each kind, and events that are told after so many decisions."""
    told_before = [sum(after <= number for after, _ in events) for number in range(len(kinds))]
    decisions = [
        SimpleNamespace(kind=kind, events=before)
        for kind, before in zip(kinds, told_before, strict=True)
    ]
    phrases = {"hurt": "hurt", "roll": "rolled", "end": "over"}
    scenario = SimpleNamespace(setup=SimpleNamespace(phrases=phrases))
    made = [Event(kind, {}) for _, kind in events]
    return SimpleNamespace(decisions=decisions, events=made, scenario=scenario)


def test_harm_after_a_reaction_belongs_to_the_roll_before_it() -> None:
    fight = dice_with_a_reaction(["turn", "defend", "turn"], [(1, "roll"), (2, "hurt")])
    assert what_dice_came_to(fight, 0) == "hurt"


def test_harm_of_the_next_action_does_not() -> None:
    fight = dice_with_a_reaction(["turn", "defend", "turn"], [(1, "roll"), (3, "hurt")])
    assert what_dice_came_to(fight, 0) == "rolled"


@each_ruleset
def test_a_story_is_told_in_sentences(ruleset: str) -> None:
    story = told(ruleset, 3)
    data = story.data()
    assert data["sentences"][-1].startswith("The dice favoured ")
    assert all(one.endswith(".") for one in data["sentences"])
    assert any(one.startswith("The fight turned ") for one in data["sentences"]) == bool(
        story.turning_points()
    )
    assert all(turn["text"] and turn["text"] != "no harm done" for turn in data["turning_points"])
