"""The options of an open question: exact odds in time, otherwise samples, and kinds of outcomes."""

from __future__ import annotations

import pytest

from affray import api
from affray.core.tape import OpenQuestionError, TapeTable
from affray.lab.odds import attack_odds
from affray.lab.odds.open_question import OpenQuestion
from affray.library import Scenario
from lab.small_fights import duel_in, each_ruleset

LONG = 60.0


def open_questions(scenario: Scenario, seed: int, most: int = 40) -> list[OpenQuestion]:
    """Return the open questions of a fight, in order."""
    played = api.play(scenario, seed)
    players = [scenario.ruleset.simple_player() for _ in scenario.sides]
    found = []
    for number, answer in enumerate(played.answers):
        if answer.is_roll() or len(found) == most:
            continue
        try:
            scenario.setup.new_fight(TapeTable(played.answers[:number])).play()
        except OpenQuestionError as ends:
            answers = played.answers[:number]
            found.append(OpenQuestion(ends.fight, ends.question, answers, players))
    return found


def first_attack(ruleset: str) -> OpenQuestion:
    """Return the first question of a duel that offers an attack."""
    for open_question in open_questions(duel_in(ruleset), 1):
        if any(
            option.key in open_question.attack_keys for option in open_question.question.options
        ):
            return open_question
    raise AssertionError("nobody attacks")


@each_ruleset
def test_an_attack_has_the_figures_of_the_odds(ruleset: str) -> None:
    open_question = first_attack(ruleset)
    for option in open_question.question.options:
        if option.key in open_question.attack_keys:
            attack = open_question.forecast(option, LONG).attack
            who = int(open_question.question.who)
            known = attack_odds(open_question.fight, who, option, open_question.players)
            assert attack is not None
            assert attack.hit == pytest.approx(known.hit)
            assert attack.mean == pytest.approx(known.mean)
            assert attack.drop == pytest.approx(known.drop)


@each_ruleset
def test_without_time_odds_are_played_out_and_say_how_far_off(ruleset: str) -> None:
    open_question = first_attack(ruleset)
    rolled = 0
    for option in open_question.question.options[:12]:
        exact, hasty = open_question.forecast(option, LONG), open_question.forecast(option, 0.0)
        if not exact.odds.has_dice:
            assert hasty.odds.exact
            continue
        rolled += 1
        assert not hasty.odds.exact
        assert hasty.odds.error < 0.25
        known = {one.who: one for one in exact.odds.fighter_effects(open_question.before)}
        for one in hasty.odds.fighter_effects(open_question.before):
            # twenty tries, so four standard errors and not two
            assert one.drop == pytest.approx(known[one.who].drop, abs=2 * hasty.odds.error)
    assert rolled


@each_ruleset
def test_the_ways_add_up_and_each_is_told_as_it_is_called(ruleset: str) -> None:
    open_question = first_attack(ruleset)
    option = next(
        one for one in open_question.question.options if one.key in open_question.attack_keys
    )
    forecast = open_question.forecast(option, LONG)
    kinds = open_question.outcome_kinds(option, forecast, 5.0)
    assert sum(kind.p for kind in kinds) == pytest.approx(1)
    target = open_question.fight.setup.names[option.target]
    for kind in kinds:
        hurt = [one.event for one in kind.example if one.event.kind == "hurt"]
        if kind.example and f"{target} is hurt" in kind.text:
            assert any(event.parts["who"] == target for event in hurt)


def test_an_option_that_rolls_nothing_goes_one_way() -> None:
    open_question = open_questions(duel_in("mithryn"), 1)[0]
    quiet = [option for option in open_question.question.options if option.kind == "end"]
    for option in quiet:
        forecast = open_question.forecast(option, LONG)
        assert not forecast.odds.has_dice
        assert [kind.p for kind in open_question.outcome_kinds(option, forecast, 1.0)] == [1.0]
