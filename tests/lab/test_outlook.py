"""What the options of an open question hold: exact in time, played out without, told by kinds."""

from __future__ import annotations

import pytest

from affray import api
from affray.core.tape import OpenQuestionError, TapeTable
from affray.lab.odds import attack_odds
from affray.lab.outlook import Outlook
from affray.library import Scenario
from lab.duels import duel_in, each_ruleset

LONG = 60.0


def outlooks(scenario: Scenario, seed: int, most: int = 40) -> list[Outlook]:
    """The open questions of a fight, as they came up."""
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
            found.append(Outlook(ends.fight, ends.question, answers, players))
    return found


def first_attack(ruleset: str) -> Outlook:
    """The first question of a duel whose options have an attack among them."""
    for outlook in outlooks(duel_in(ruleset), 1):
        if any(option.key in outlook.attacks for option in outlook.question.options):
            return outlook
    raise AssertionError("nobody attacks")


@each_ruleset
def test_an_attack_has_the_figures_of_the_odds(ruleset: str) -> None:
    outlook = first_attack(ruleset)
    for option in outlook.question.options:
        if option.key in outlook.attacks:
            attack = outlook.of(option, LONG).attack
            who = int(outlook.question.who)
            known = attack_odds(outlook.fight, who, option, outlook.players)
            assert attack is not None
            assert attack.hit == pytest.approx(known.hit)
            assert attack.mean == pytest.approx(known.mean)
            assert attack.drop == pytest.approx(known.drop)


@each_ruleset
def test_without_time_odds_are_played_out_and_say_how_far_off(ruleset: str) -> None:
    outlook = first_attack(ruleset)
    rolled = 0
    for option in outlook.question.options[:12]:
        exact, hasty = outlook.of(option, LONG), outlook.of(option, 0.0)
        if not exact.odds.rolled:
            assert hasty.odds.exact
            continue
        rolled += 1
        assert not hasty.odds.exact
        assert hasty.odds.error < 0.25
        known = {one.who: one for one in exact.odds.prospects(outlook.before)}
        for one in hasty.odds.prospects(outlook.before):
            # twenty tries, so four standard errors and not two
            assert one.drop == pytest.approx(known[one.who].drop, abs=2 * hasty.odds.error)
    assert rolled


@each_ruleset
def test_the_ways_add_up_and_each_is_told_as_it_is_called(ruleset: str) -> None:
    outlook = first_attack(ruleset)
    option = next(one for one in outlook.question.options if one.key in outlook.attacks)
    seen = outlook.of(option, LONG)
    ways = outlook.ways(option, seen, 5.0)
    assert sum(way.p for way in ways) == pytest.approx(1)
    target = outlook.fight.setup.names[option.target]
    for way in ways:
        hurt = [one.event for one in way.telling if one.event.kind == "hurt"]
        if way.telling and f"{target} is hurt" in way.kind:
            assert any(event.parts["who"] == target for event in hurt)


def test_an_option_that_rolls_nothing_goes_one_way() -> None:
    outlook = outlooks(duel_in("mithryn"), 1)[0]
    quiet = [option for option in outlook.question.options if option.kind == "end"]
    for option in quiet:
        seen = outlook.of(option, LONG)
        assert not seen.odds.rolled
        assert [way.p for way in outlook.ways(option, seen, 1.0)] == [1.0]
