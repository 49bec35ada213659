"""The checks that every ruleset goes through: random play, tapes, copies, odds, a golden fight."""

from __future__ import annotations

import hashlib
import os
from itertools import count
from pathlib import Path

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.questions import Option, Question, Ruling
from affray.core.table import CheckingTable, LiveTable, Player, Table
from affray.core.tape import OpenQuestionError, RecordingTable, Tape, TapeTable, parse_tape
from affray.library import Scenario, load, read_scenario, rulesets, toml_of
from affray.testing import (
    CheckingLiveTable,
    InterruptingPlayer,
    check_counts,
    check_ways_to_play,
)
from conftest import compiled
from support import (
    SCENARIOS,
    as_bytes,
    each_scenario,
    random_players,
    record,
    replay,
    simple_players,
)

FIGHTS = 200 if compiled() else 100
"""How many random fights a ruleset plays. Uncompiled it plays fewer, and but one scenario of each
ruleset goes through the checks; the golden file, of every scenario, ties both builds together."""

MANY = 800
"""How many it plays where there is time."""

GOLDEN = Path(__file__).parent / "golden"


class Watch(LiveTable):
    """A live table that looks at every question and at everybody's health."""

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        options = question.options
        assert len(options) > 1
        keys = [option.key for option in options]
        assert len(set(keys)) == len(keys), f"{question.kind}: the same key twice: {sorted(keys)}"
        assert -1 <= question.default < len(options)
        for fighter in fight.roster():
            assert 0 <= fighter.health() <= fighter.max_health(), fighter.name
        answer = super().ask(fight, question)
        assert answer in options
        return answer


def check_random_play(ruleset: str, name: str, fights: int) -> None:
    """Plays a scenario's share of a ruleset's fights."""
    scenario = load(name)
    for seed in range(fights // len([one for one in SCENARIOS if one[0] == ruleset])):
        table = Watch(Dice(seed), random_players(scenario, seed))
        fight = scenario.setup.new_fight(table)
        fight.play()
        assert fight.is_over()
        assert -1 <= fight.winner() < len(scenario.sides)
        assert {fighter.state() for fighter in fight.roster()} <= {
            "standing",
            "down",
            "fled",
            "dead",
        }


@each_scenario
def test_random_play_always_ends_and_never_breaks(ruleset: str, name: str) -> None:
    check_random_play(ruleset, name, FIGHTS)


@pytest.mark.soak
@pytest.mark.parametrize(("ruleset", "name"), SCENARIOS)
def test_much_random_play_always_ends_and_never_breaks(ruleset: str, name: str) -> None:
    check_random_play(ruleset, name, MANY)


@pytest.mark.parametrize(("ruleset", "name"), SCENARIOS)
def test_the_key_can_be_asked_for_at_every_question(ruleset: str, name: str) -> None:
    scenario = load(name)
    asked = 0

    class KeyAskingTable(CheckingLiveTable):
        def ask(self, fight: Fight, question: Question) -> Option | Ruling:
            nonlocal asked
            asked += 1
            before = fight.key()
            assert fight.copy(LiveTable(Dice(0), [])).key() == before
            assert fight.key() == before
            return super().ask(fight, question)

    table = KeyAskingTable(Dice(1), random_players(scenario, 1))
    fight = scenario.setup.new_fight(table)
    fight.key()
    fight.play()
    fight.key()
    assert asked


@each_scenario
def test_a_fight_is_the_same_watched_and_unwatched(ruleset: str, name: str) -> None:
    check_ways_to_play(load(name))


@each_scenario
def test_a_simulation_counts_what_is_watched(ruleset: str, name: str) -> None:
    check_counts(load(name))


@each_scenario
def test_simple_players_finish_what_they_begin(ruleset: str, name: str) -> None:
    scenario = load(name)
    decided = 0
    for seed in range(40):
        fight = scenario.setup.new_fight(Watch(Dice(seed), simple_players(scenario)))
        fight.play()
        decided += fight.winner() >= 0
    assert decided >= 30, f"{40 - decided} of 40 fights between simple players were draws"


@each_scenario
def test_a_tape_replays_to_the_same_bytes(ruleset: str, name: str) -> None:
    scenario = load(name)
    for seed in range(8):
        players = random_players(scenario, seed) if seed % 2 else simple_players(scenario)
        first = record(scenario, seed, players)
        tape = Tape(scenario.toml(), ruleset, scenario.ruleset.revision, "0", first.answers)
        again = parse_tape(tape.text())
        assert again.text() == tape.text()
        second = replay(scenario, again.answers)
        assert as_bytes(scenario, second.events) == as_bytes(scenario, first.events)


@each_scenario
def test_taking_back_and_giving_again_changes_nothing(ruleset: str, name: str) -> None:
    scenario = load(name)
    whole = record(scenario, 5, random_players(scenario, 5))
    told, given = as_bytes(scenario, whole.events), [answer.text() for answer in whole.answers]
    for kept in range(0, len(whole.answers), max(1, len(whole.answers) // 8)):
        reader = TapeTable(whole.answers[:kept], TapeTable(whole.answers[kept:]))
        table = RecordingTable(reader)
        scenario.setup.new_fight(table).play()
        assert as_bytes(scenario, table.events) == told
        assert [answer.text() for answer in table.answers] == given


@each_scenario
def test_a_tape_that_ends_says_what_is_asked(ruleset: str, name: str) -> None:
    scenario = load(name)
    whole = record(scenario, 6, simple_players(scenario))
    for number, answer in enumerate(whole.answers[:60]):
        if answer.is_roll():
            continue
        with pytest.raises(OpenQuestionError) as stopped:
            scenario.setup.new_fight(TapeTable(whole.answers[:number])).play()
        question = stopped.value.question
        assert answer.choice in [option.key for option in question.options]
        assert scenario.setup.asked_name(question) == answer.who
        assert scenario.setup.prompt(question)


@each_scenario
def test_a_copy_goes_on_as_the_fight_would(ruleset: str, name: str) -> None:
    scenario = load(name)
    for seed in range(4):
        fight = scenario.setup.new_fight(LiveTable(Dice(seed), simple_players(scenario)))
        while not fight.is_over():
            fork = fight.copy(LiveTable(Dice(seed, 9), simple_players(scenario)))
            assert fork.key() == fight.key()
            hash(fork.key())
            twin = fight.copy(LiveTable(Dice(seed, 9), simple_players(scenario)))
            fork.step()
            twin.step()
            assert fork.key() == twin.key()
            fight.step()


@each_scenario
def test_the_key_says_how_many_rounds_are_left(ruleset: str, name: str) -> None:
    """The last round differs from the one before it, where everything else is the same."""
    raw = load(name).raw()
    keys = []
    for limit in (50, 51):
        scenario = read_scenario({**raw, "round_limit": limit}, name)
        fight = scenario.setup.new_fight(LiveTable(Dice(1), simple_players(scenario)))
        while fight.round < 1:
            fight.step()
        assert fight.rounds_left() in (limit - 1, limit)
        keys.append((fight.key(), fight.key_without_rounds()))
    assert keys[0][0] != keys[1][0]
    assert keys[0][1] == keys[1][1]


class FollowingPlayer(Player):
    """Chooses what to do at random, and leaves the questions that follow to the simple player."""

    def __init__(self, chooser: Player, follower: Player) -> None:
        self.chooser = chooser
        self.follower = follower

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        player = self.chooser if question.kind == "turn" else self.follower
        return player.decide(fight, question)


@each_scenario
def test_a_simple_player_goes_on_by_the_rules_with_what_another_began(
    ruleset: str, name: str
) -> None:
    """The odds of an option ask it how it would go on with one that it would never choose."""
    scenario = load(name)
    for seed in range(3):
        players: list[Player] = [
            FollowingPlayer(chooser, follower)
            for chooser, follower in zip(
                random_players(scenario, seed), simple_players(scenario), strict=True
            )
        ]
        fight = scenario.setup.new_fight(CheckingTable(Dice(seed), players))
        while not fight.is_over() and fight.round < 8:
            fight.step()


MOST_PATHS = 2_000
"""A grenade that scatters into a crowd can go many more ways, each as any other."""


MANY_PATHS = {"grenade-in-a-crowd": {"throw"}}
"""The kinds of attack with too many paths to follow, by scenario; no others are left out."""


class TooManyPathsError(Exception):
    pass


@each_scenario
def test_odds_sum_to_one(ruleset: str, name: str) -> None:
    scenario = load(name)
    cache = OddsTable().cache
    start = scenario.setup.new_fight(OddsTable())
    left_out: set[str] = set()
    for fighter in start.roster():
        for attack in start.attacks(fighter.index)[:6]:
            paths = count()

            def blow(
                table: Table,
                who: int = fighter.index,
                what: Option = attack,
                paths: count[int] = paths,
            ) -> tuple[bool, int]:
                if next(paths) > MOST_PATHS:
                    raise TooManyPathsError
                fight = start.copy(table)
                if fight.hindrance(who, what):
                    fight.bring_within_reach(who, what)
                found = fight.make_attack(who, what)
                assert found.damage >= 0
                return (found.hit, int(found.damage))

            try:
                odds = OddsTable(cache=cache).explore(blow)
            except TooManyPathsError:
                left_out.add(attack.key.split()[0])
                continue
            total = sum(odds.probabilities.values())
            assert abs(total + odds.error - 1) < 1e-9, f"{fighter.name}: {attack.text}: {total}"
            assert odds.error <= 1e-12
    assert left_out == MANY_PATHS.get(name, set())


@each_scenario
def test_the_game_master_can_rule_at_any_question(ruleset: str, name: str) -> None:
    scenario = load(name)
    last = scenario.setup.names[-1]
    for value in ("1", "0"):
        players = random_players(scenario, 3)
        players[0] = InterruptingPlayer(players[0], Ruling("health", last, value, "a stray stone"))
        table = record(scenario, 3, players)
        assert any("a stray stone" in answer.text() for answer in table.answers)
        again = replay(scenario, table.answers)
        assert as_bytes(scenario, again.events) == as_bytes(scenario, table.events)
    for whole in (record(scenario, 8, random_players(scenario, 8)),):
        for number in range(0, len(whole.answers), max(1, len(whole.answers) // 10)):
            ruling = Ruling("state", last, "fled", "enough of this")
            inner = LiveTable(Dice(1), players_from(ruling, scenario), RandomPlayerGM())
            table = RecordingTable(TapeTable(whole.answers[:number], inner))
            scenario.setup.new_fight(table).play()


def players_from(ruling: Ruling, scenario: Scenario) -> list[Player]:
    players = random_players(scenario, 2)
    return [InterruptingPlayer(player, ruling) for player in players]


class RandomPlayerGM(Player):
    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        return question.options[-1]


@pytest.mark.parametrize("ruleset", list(rulesets()))
def test_the_golden_play_through(ruleset: str) -> None:
    """One fight told in full, and a digest of many; the same file for both builds."""
    lines = []
    digest = hashlib.sha256()
    names = list(toml_of(rulesets()[ruleset], "scenarios"))
    for number, name in enumerate(names):
        scenario = load(name)
        table = record(scenario, 2026, simple_players(scenario))
        if number == 0:
            lines.append(f"{name}, seed 2026, simple players")
            for event in table.events:
                lines.append(f"{event.text(scenario.setup.phrases)}  [{', '.join(event.rules)}]")
        for seed in range(12):
            players = simple_players(scenario) if seed % 2 else random_players(scenario, seed)
            digest.update(as_bytes(scenario, record(scenario, seed, players).events))
    lines.append(f"digest of {len(names) * 12} fights: {digest.hexdigest()}")
    text = "\n".join(lines) + "\n"
    file = GOLDEN / f"{ruleset}.txt"
    if os.environ.get("AFFRAY_WRITE_GOLDEN"):
        file.write_text(text)
    assert file.exists(), "write it with AFFRAY_WRITE_GOLDEN=1"
    assert text == file.read_text()
