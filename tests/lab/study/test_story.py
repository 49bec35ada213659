"""The story of a fight that was played."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from affray import api
from affray.core.problems import InvalidDataError
from affray.core.tape import parse_answer
from affray.lab.study import Estimate, Story, tell_story
from affray.lab.study.deeds import Deed, deeds_of
from affray.lab.study.fight_story import story_sentences
from affray.lab.study.points import StudiedFight
from affray.lab.study.review import DecisionReview, OptionName
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
    """Every change of the chances, from the opening to the end, is one or the other."""
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
    changes = [story.change_by(deed, 0) for deed in story.deeds]
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


# --- deeds ---


def deeds_in(scenario: str, seed: int = 1) -> list[Deed]:
    loaded = load(scenario)
    return deeds_of(StudiedFight(loaded, api.play(loaded, seed).answers))


def test_an_attack_with_its_reactions_is_one_deed_with_its_harm() -> None:
    deeds = deeds_in("first-blood")
    told = [deed.sentence() for deed in deeds]
    assert told[0] == "The first dice decide who begins"
    assert told[-1] == (
        "Ansa attacks Torben with the broadsword, and Torben takes 2 (2 → 0) and drops"
    )
    assert "Ansa attacks Torben with the broadsword, without effect" in told
    fight = StudiedFight(load("first-blood"), api.play(load("first-blood"), 1).answers)
    asked = [point.kind for point in fight.decisions]
    assert "defend" in asked, "a reaction is asked for"
    assert len(deeds) == 1 + asked.count("turn"), "and begins no deed"


@each_ruleset
def test_the_deeds_have_all_harm_and_everybody_who_fell(ruleset: str) -> None:
    played = api.play(duel_in(ruleset), 3)
    deeds = deeds_of(StudiedFight(played.scenario, played.answers))
    for one in played.fight.roster():
        fates = [fate for deed in deeds for fate in deed.fates if fate.who == one.index]
        assert sum(fate.harm for fate in fates) == one.max_health() - one.health()
    fallen = {name for deed in deeds for name in deed.fell}
    assert fallen == {one.name for one in played.fight.roster() if one.state() != "standing"}
    assert [one.end for one in deeds[:-1]] == [one.first for one in deeds[1:]]


def test_a_move_is_never_without_effect() -> None:
    moves = [one for one in deeds_in("causeway") if " moves to " in one.text]
    assert moves
    assert all("effect" not in one.sentence() for one in moves)


def test_a_grapple_is_told_by_the_hold_and_never_as_harmless() -> None:
    deeds = [deed for seed in range(3) for deed in deeds_in("wrestling-ring", seed)]
    assert {one.sentence() for one in deeds if " grapples " in one.text} == {
        "Orla grapples Gunnar, and Gunnar is now grappled; Gunnar is now tethered",
        "Orla grapples Gunnar, without effect",
    }


def test_dice_for_initiative_are_told_as_such() -> None:
    found = [one for one in deeds_in("moonlit-duel") if one.is_announcement]
    assert "tiger has the initiative in round 2" in [one.sentence() for one in found]
    assert "after round 1" in [one.when() for one in found]


def test_a_move_and_where_it_goes_are_one_mistake() -> None:
    scenario = load("bamboo-grove")
    answers = api.play(scenario, 1).answers
    story = tell_story(scenario, answers, 10, workers=1, reviews=False)
    review = DecisionReview(OptionName("x", "another"), Counter(), Estimate(0.2, 0.1), None)
    worse = replace(review, lead=Estimate(0.3, 0.1))
    deed = next(one for one in story.deeds if one.first >= 0 and one.end - one.first > 1)
    sides = {story.studied.decisions[number].side for number in (deed.first, deed.first + 1)}
    assert len(sides) == 1
    nothing = DecisionReview(None, Counter(), Estimate(0.0, 0.0), None)
    story.reviews = [nothing] * deed.first + [review, worse]
    assert [one.number for one in story.mistakes()] == [deed.first + 2]
    (cost,) = [one for one in story.decision_costs.values() if one.value]
    assert cost == Estimate(0.3, 0.1), "what mistakes cost is the sum of the mistakes"


# --- in sentences ---


@each_ruleset
def test_a_story_is_told_in_sentences(ruleset: str) -> None:
    story = told(ruleset, 3)
    data = story.data()
    sentences = data["sentences"]
    assert sentences[-1].startswith("The dice favoured ")
    assert all(one.endswith(".") for one in sentences)
    assert sentences[0].startswith("The fight turned ") == bool(story.turning_points())
    fallen = [name for deed in data["deeds"] for name in deed["fell"]]
    assert all(name in sentences[-2] for name in fallen)


def test_a_fight_that_was_never_in_doubt_turns_by_health() -> None:
    scenario = load("causeway")
    story = tell_story(scenario, api.play(scenario, 1).answers, 60, workers=1, reviews=False)
    assert story.turning_points() == []
    assert story_sentences(story)[:2] == [
        "No deed changed the chances by more than the error.",
        "Most was lost in round 1, 13 % of a side's health: Brigand Leader attacks Kael with the "
        "broadsword, and Sira takes 3 (10 → 7).",
    ]
