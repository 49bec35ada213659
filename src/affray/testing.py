"""The checks that every ruleset must pass, including rulesets from outside.

    from affray.testing import check_ruleset

    def test_coins() -> None:
        check_ruleset("coins")

Each check plays a scenario in some way and raises AssertionError with the first failure.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from itertools import zip_longest

from affray.core.batch import checksum_part
from affray.core.dice import Dice
from affray.core.events import Event
from affray.core.fight import TEST, Fight
from affray.core.odds import OddsCache, OddsTable
from affray.core.problems import InvalidDataError
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player, Table
from affray.core.tape import OpenQuestionError, RecordingTable, Tape, TapeTable, parse_tape
from affray.lab.simulation import simulate
from affray.lab.simulation.details import health_lost
from affray.library import Scenario, load, rulebook_of, ruleset_named, toml_of
from affray.players.random import RandomPlayer

STATES = {"standing", "down", "fled", "dead"}


class CheckingLiveTable(LiveTable):
    """A live table that checks every question, every fighter's health and the fight's key."""

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Ask a player. Raises AssertionError if the question or the answer is wrong."""
        options = question.options
        assert len(options) > 1, f"{question.kind}: a question with one option is not asked"
        keys = [option.key for option in options]
        assert len(set(keys)) == len(keys), f"{question.kind}: the same key twice: {sorted(keys)}"
        assert -1 <= question.default < len(options), f"{question.kind}: no such default"
        for fighter in fight.roster():
            assert 0 <= fighter.health() <= fighter.max_health(), f"{fighter.name}'s health"
        hash(fight.key())
        answer = super().ask(fight, question)
        assert answer in options, f"{question.kind}: {answer!r} is no option"
        return answer


def random_players(scenario: Scenario, seed: int) -> list[Player]:
    """Return a random player for each side."""
    return [RandomPlayer(seed, side) for side in range(len(scenario.sides))]


def simple_players(scenario: Scenario) -> list[Player]:
    """Return the ruleset's own player for each side."""
    return [scenario.ruleset.simple_player() for _ in scenario.sides]


def record_fight(scenario: Scenario, seed: int, players: list[Player]) -> RecordingTable:
    """Play a whole fight; return the table with its answers and events."""
    table = RecordingTable(LiveTable(Dice(seed), players, RandomPlayer(seed, 99)))
    scenario.setup.new_fight(table).play()
    return table


def event_lines(scenario: Scenario, events: list[Event]) -> list[str]:
    """Return events as sentences with their data."""
    phrases = scenario.setup.phrases
    return [f"{event.kind} {event.text(phrases)} {event.data(phrases)}" for event in events]


def check_random_play(scenario: Scenario, fights: int = 200) -> None:
    """Check that random play ends, every option can be taken, and every state is valid."""
    for seed in range(fights):
        table = CheckingLiveTable(Dice(seed), random_players(scenario, seed))
        fight = scenario.setup.new_fight(table)
        fight.play()
        assert fight.is_over(), f"seed {seed}: the fight does not end"
        assert -1 <= fight.winner() < len(scenario.sides), f"seed {seed}: who won?"
        states = {fighter.state() for fighter in fight.roster()}
        assert states <= STATES, f"seed {seed}: {states - STATES}"


def check_simple_play(scenario: Scenario, fights: int = 40, decided: float = 0.75) -> None:
    """Check that simple players finish their fights, with few draws."""
    won = 0
    for seed in range(fights):
        table = CheckingLiveTable(Dice(seed), simple_players(scenario))
        fight = scenario.setup.new_fight(table)
        fight.play()
        won += fight.winner() >= 0
    draws = fights - won
    assert won >= decided * fights, f"{draws} of {fights} fights of simple players were draws"


def check_tapes(scenario: Scenario, fights: int = 12) -> None:
    """Check that a fight's tape, written and read again, replays to the same events."""
    for seed in range(fights):
        players = random_players(scenario, seed) if seed % 2 else simple_players(scenario)
        first = record_fight(scenario, seed, players)
        ruleset = scenario.ruleset
        tape = Tape(scenario.toml(), ruleset.name, ruleset.revision, "0", first.answers)
        again = parse_tape(tape.text())
        assert again.text() == tape.text(), f"seed {seed}: the tape is read otherwise"
        second = RecordingTable(TapeTable(again.answers))
        scenario.setup.new_fight(second).play()
        same = event_lines(scenario, second.events) == event_lines(scenario, first.events)
        assert same, f"seed {seed}: the tape gives another fight"


def check_taking_back(scenario: Scenario) -> None:
    """Check that a shortened tape asks the next question.

    The same answers must then lead to the same fight.
    """
    whole = record_fight(scenario, 5, simple_players(scenario))
    for kept in range(0, len(whole.answers), max(1, len(whole.answers) // 25)):
        rest = TapeTable(whole.answers[kept:])
        table = RecordingTable(TapeTable(whole.answers[:kept], rest))
        scenario.setup.new_fight(table).play()
        assert event_lines(scenario, table.events) == event_lines(scenario, whole.events), (
            f"answer {kept}"
        )
        answer = whole.answers[kept]
        if answer.is_roll():
            continue
        try:
            scenario.setup.new_fight(TapeTable(whole.answers[:kept])).play()
        except OpenQuestionError as stopped:
            question = stopped.question
            keys = [option.key for option in question.options]
            assert answer.choice in keys, f"answer {kept}: another question is asked"
            assert scenario.setup.asked_name(question) == answer.who, f"answer {kept}: who is asked"
            assert scenario.setup.prompt(question), f"answer {kept}: the question has no words"
        else:
            raise AssertionError(f"answer {kept}: nothing is asked where the tape ends")


def check_copies(scenario: Scenario, fights: int = 4) -> None:
    """Check that a copy of a fight continues as the fight does, with the same keys."""
    for seed in range(fights):
        fight = scenario.setup.new_fight(LiveTable(Dice(seed), simple_players(scenario)))
        while not fight.is_over():
            one = fight.copy(LiveTable(Dice(seed, 9), simple_players(scenario)))
            other = fight.copy(LiveTable(Dice(seed, 9), simple_players(scenario)))
            assert one.key() == fight.key(), f"seed {seed}: a copy is not the same"
            hash(one.key())
            one.step()
            other.step()
            assert one.key() == other.key(), f"seed {seed}: copies go on differently"
            fight.step()


def check_odds(scenario: Scenario, attacks: int = 6) -> None:
    """Check that the odds of attacks from the start add up to one."""
    cache = OddsCache()
    start = scenario.setup.new_fight(OddsTable())
    for fighter in start.roster():
        for attack in start.attacks(fighter.index)[:attacks]:

            def make(
                table: Table, who: int = fighter.index, what: Option = attack
            ) -> tuple[bool, int]:
                fight = start.copy(table)
                if fight.hindrance(who, what):
                    fight.bring_within_reach(who, what)
                found = fight.make_attack(who, what)
                assert found.damage >= 0, f"{what.text}: damage below nothing"
                return bool(found.hit), int(found.damage)

            odds = OddsTable(cache=cache).explore(make)
            total = sum(odds.probabilities.values())
            assert abs(total + odds.error - 1) < 1e-9, f"{fighter.name}: {attack.text}: {total}"
            assert odds.error <= 1e-12, f"{fighter.name}: {attack.text}: {odds.error} left out"


class InterruptingPlayer(Player):
    """A player that rules once as game master, then decides as another player does."""

    def __init__(self, inner: Player, ruling: Ruling) -> None:
        self.inner = inner
        self.ruling: Ruling | None = ruling

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the ruling the first time, and the other player's answer after it."""
        if self.ruling is not None:
            ruling, self.ruling = self.ruling, None
            return ruling
        return self.inner.decide(fight, question)


def check_rulings(scenario: Scenario) -> None:
    """Check that the game master can change health or ask for a Test at any question.

    The ruling must be on the tape.
    """
    start = scenario.setup.new_fight(OddsTable())
    last = start.roster()[-1].name
    test = start.rulings_on(len(start.roster()) - 1).tests()[0]
    for kind, value in (("health", "1"), ("health", "0"), (TEST, test)):
        players = random_players(scenario, 3)
        players[0] = InterruptingPlayer(players[0], Ruling(kind, last, value, "a stray stone"))
        table = record_fight(scenario, 3, players)
        texts = [answer.text() for answer in table.answers]
        assert any("a stray stone" in text for text in texts), "the ruling is not on the tape"
        again = RecordingTable(TapeTable(table.answers))
        scenario.setup.new_fight(again).play()
        assert event_lines(scenario, again.events) == event_lines(scenario, table.events), (
            "the tape differs"
        )


def check_events(scenario: Scenario) -> None:
    """Check that every event has a text, and names only rules of the rulebook."""
    known = {rule.id for rule in rulebook_of(scenario.ruleset.name).rules}
    for event in record_fight(scenario, 1, random_players(scenario, 1)).events:
        assert event.text(scenario.setup.phrases), f"an event {event.kind!r} has no words"
        assert set(event.rules) <= known, f"{event.kind!r} names {set(event.rules) - known}"


@dataclass
class FightTrace:
    """The course of a fight, for comparison with the same fight played in another way."""

    keys: list[tuple[object, ...]]
    """The fight's key after every step."""
    end: list[str]
    """The winner, the rounds, and the state of every fighter, line by line."""

    def difference(self, other: FightTrace) -> str:
        """Return the first difference from another trace; empty if there is none."""
        for step, (mine, theirs) in enumerate(zip_longest(self.keys, other.keys), 1):
            if mine != theirs:
                return f"the state after step {step}"
        for mine_line, their_line in zip_longest(self.end, other.end):
            if mine_line != their_line:
                return f"the end: {mine_line!r} and {their_line!r}"
        return ""


def trace_fight(scenario: Scenario, table: Table) -> FightTrace:
    """Play a fight at a table to its end, and return its trace."""
    fight = scenario.setup.new_fight(table)
    keys = []
    while not fight.is_over():
        fight.step()
        keys.append(fight.key())
    end = [f"winner {fight.winner()}, rounds {fight.round}, turns {fight.turns}"]
    for one in fight.roster():
        end.append(
            f"{one.name}: {one.state()}, health {one.health()} of {one.max_health()}, "
            f"at {fight.place_name(one.index)}, {', '.join(one.conditions())}; {one.state_key()}"
        )
    return FightTrace(keys, end)


def with_random_house_rules(scenario: Scenario, seed: int) -> Scenario:
    """Return a scenario with random house rules, or the scenario itself if it rejects them."""
    name = scenario.ruleset.name
    chance = random.Random(f"{name} {seed}")
    settings = {
        switch: chance.choice(option.values())
        for switch, (option, _) in rulebook_of(name).options().items()
        if option.values()
    }
    try:
        return scenario.with_house(settings)
    except InvalidDataError:
        return scenario


def check_ways_to_play(scenario: Scenario, fights: int = 12) -> None:
    """Check that a fight is the same with and without a listener, recorded and replayed.

    The check compares every state between turns, the end, and the generator's next word, under
    random house rules.
    """
    for seed in range(fights):
        varied = with_random_house_rules(scenario, seed)

        def live_table(varied: Scenario = varied, seed: int = seed) -> LiveTable:
            players = random_players(varied, seed)
            if seed % 3:
                players[seed % 2] = varied.ruleset.simple_player()
            return LiveTable(Dice(seed), players, RandomPlayer(seed, 99))

        played = f"{scenario.name}, seed {seed}, house rules {varied.raw().get('house', {})}"
        unwatched, recorded, watched = live_table(), live_table(), live_table()
        recording = RecordingTable(watched)
        expected = trace_fight(varied, recording)
        replay = RecordingTable(TapeTable(recording.answers))
        traces = {
            "unwatched": trace_fight(varied, unwatched),
            "recorded": trace_fight(varied, RecordingTable(recorded, False)),
            "replayed": trace_fight(varied, replay),
        }
        for way, trace in traces.items():
            difference = trace.difference(expected)
            assert not difference, f"{played}: watched and {way} differ in {difference}"
        words = {int(table.dice.word()) for table in (unwatched, recorded, watched)}
        assert len(words) == 1, f"{played}: watched and unwatched rolled other dice"
        same = event_lines(varied, replay.events) == event_lines(varied, recording.events)
        assert same, f"{played}: the tape gives other events"


def check_counts(scenario: Scenario, fights: int = 6) -> None:
    """Check that a simulation with details plays the same fights and counts their events."""
    for seed in range(2):
        varied = with_random_house_rules(scenario, seed) if seed else scenario

        def new_players(varied: Scenario = varied, seed: int = seed) -> list[Player]:
            players = simple_players(varied)
            players[-1] = RandomPlayer(seed, 5)
            return players

        players = new_players()
        uses: Counter[str] = Counter()
        harm: Counter[str] = Counter()
        health: Counter[str] = Counter()
        checksum = 0
        for number in range(fights):
            table = RecordingTable(LiveTable(Dice(seed, number), players))
            fight = varied.setup.new_fight(table)
            fight.play()
            winner = fight.winner() + 1
            checksum += int(checksum_part(number, winner, fight.round, fight.turns))
            for event in table.events:
                uses.update(event.rules)
                if event.kind == "hurt":
                    harm[str(event.parts["who"])] += health_lost(event)
            standing = [one for one in fight.roster() if one.state() == "standing"]
            health.update({one.name: one.health() for one in standing})
        for detailed in (fights, 0):
            given = dict(zip(varied.sides, new_players(), strict=True))
            tally = simulate(varied, fights, None, seed, given, 1, detailed_fights=detailed).tally
            assert tally.checksum == checksum, f"simulated with {detailed} details, fights differ"
            if detailed:
                counted = tally.details
                assert +counted.uses == uses, "the rules that were counted are not those told"
                assert +counted.taken == +harm, "the harm that was counted is not what was told"
                assert +counted.health == +health, "the health that is left was counted otherwise"


def check_scenario(scenario: Scenario, fights: int = 200) -> None:
    """Run every check on a scenario, with a number of fights of random players."""
    check_random_play(scenario, fights)
    check_simple_play(scenario)
    check_tapes(scenario)
    check_taking_back(scenario)
    check_copies(scenario)
    check_odds(scenario)
    check_rulings(scenario)
    check_events(scenario)
    check_ways_to_play(scenario)
    check_counts(scenario)


def check_ruleset(name: str, fights: int = 200) -> None:
    """Run every check on every scenario of a ruleset, which must have one."""
    names = list(toml_of(ruleset_named(name), "scenarios"))
    assert names, f"{name} has no scenario"
    for scenario in names:
        check_scenario(load(scenario), fights)
