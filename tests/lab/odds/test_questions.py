"""The odds of every option at any point of a fight."""

from __future__ import annotations

import pytest

from affray import api
from affray.core.odds import OddsTable
from affray.core.playouts import FightHistory, snapshot_at_end
from affray.core.problems import InvalidDataError
from affray.lab.odds import attack_odds, question_odds
from affray.lab.odds.questions import option_odds
from affray.library import Scenario, load
from lab.small_fights import duel_in, each_ruleset, party_of


def decisions(scenario: Scenario, seed: int) -> tuple[list[int], api.FightRecord]:
    played = api.play(scenario, seed)
    return [n for n, answer in enumerate(played.answers) if not answer.is_roll()], played


@each_ruleset
def test_every_option_adds_up_at_any_point(ruleset: str) -> None:
    scenario = party_of(ruleset)
    at, played = decisions(scenario, 3)
    players = [scenario.ruleset.simple_player()] * len(scenario.sides)
    for number in at[1:20:4]:
        found = question_odds(scenario.setup, played.answers[:number], players, seconds=4)
        assert played.answers[number].choice in [one.option.key for one in found.options]
        for odds in found.options:
            whole = sum(p for _, p in odds.outcomes)
            left_out = odds.error if odds.exact else 0.0
            assert whole + left_out == pytest.approx(1, abs=1e-9), odds.option.text
        assert found.is_exact() == (found.data()["error"] <= 1e-9)


@each_ruleset
def test_an_attack_at_the_start_is_what_its_odds_say(ruleset: str) -> None:
    """If the first question offers an attack, two calculations give the same values."""
    scenario = duel_in(ruleset)
    players = [scenario.ruleset.simple_player()] * 2
    at, played = decisions(scenario, 1)
    for number in at[:12]:
        moment = snapshot_at_end(scenario.setup, played.answers[:number])
        found = question_odds(scenario.setup, played.answers[:number], players)
        if found.question.kind != "turn" or moment.answers:
            continue
        who = int(found.question.who)
        fight = moment.fight.copy(OddsTable())
        attacks = {attack.key: attack for attack in fight.attacks(who)}
        for option in found.question.options:
            attack = attacks.get(option.key)
            if attack is None or fight.hindrance(who, attack):
                continue
            name = scenario.setup.asked_name(found.question)
            odds = option_odds(moment, name, option, found.before, players)
            health = found.before[attack.target].health
            blow = attack_odds(fight, who, attack, players)
            if blow.damage and max(blow.damage) < health:
                lost = odds.mean_harm(found.before).get(int(attack.target), 0.0)
                assert lost == pytest.approx(blow.mean, abs=1e-9)
                return


def test_a_best_reply_does_the_one_who_replies_good() -> None:
    """Torben may defend with his shield. His best reply never costs him health."""
    scenario = load("first-blood")
    players = [scenario.ruleset.simple_player()] * 2
    at, played = decisions(scenario, 1)
    best = question_odds(scenario.setup, played.answers[: at[0]], players, "best")
    passive = question_odds(scenario.setup, played.answers[: at[0]], [], "passive")
    torben = 1
    for one, other in zip(best.options, passive.options, strict=True):
        lost = one.mean_harm(best.before).get(torben, 0.0)
        assert lost <= other.mean_harm(passive.before).get(torben, 0.0) + 1e-9


def test_a_fight_that_is_over_has_no_options() -> None:
    scenario = load("first-blood")
    played = api.play(scenario, 1)
    with pytest.raises(InvalidDataError, match="nothing is being asked"):
        question_odds(scenario.setup, played.answers, [])


@each_ruleset
def test_every_moment_of_a_fight_goes_on_as_it_did(ruleset: str) -> None:
    """From any answer on, the rest of the tape leads to the same end."""
    from affray.core.tape import TapeTable

    scenario = party_of(ruleset)
    played = api.play(scenario, 8)
    history = FightHistory(scenario.setup, played.answers)
    for number in range(0, len(played.answers), max(1, len(played.answers) // 15)):
        moment = history.snapshot(number)
        rest = played.answers[number - len(moment.answers) :]
        fight = moment.fight.copy(TapeTable(rest))
        fight.play()
        assert fight.key() == played.fight.key()
        assert fight.round == played.fight.round
