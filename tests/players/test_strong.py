"""The strong player beats the simple one in mirrored fights."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from affray import api
from affray.core.batch import play_batch
from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.playouts import FightHistory, Snapshot
from affray.core.problems import InvalidDataError
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Table
from affray.library import load, read_scenario, rulesets
from affray.players import player_named
from affray.players.strong import (
    FEWEST_PATHS,
    FINALISTS,
    MIN_TRIALS,
    MOST_OPTIONS,
    MOST_PATHS,
    MOST_ROUNDS,
    PILOT_TRIALS,
    TRIALS_FOR_ONE_ROUND,
    Budget,
    BudgetClock,
    SequentialHalvingSearch,
    StrongPlayer,
    parse_budget,
    shortlist,
)
from affray.version import is_compiled
from lab.small_fights import each_ruleset

MIRRORS = Path(__file__).parent / "mirrors"


@pytest.mark.soak
@pytest.mark.skipif(not is_compiled(), reason="takes minutes uncompiled")
def test_strong_beats_simple_where_both_have_the_same() -> None:
    """It wins at least 65 % of 40 mirrored fights in Mithryn.

    For the other rulesets so few fights prove nothing; `bench/strong.py` plays more.
    """
    scenario = load(str(MIRRORS / "mithryn.toml"))
    won = 0
    for seat in range(2):
        names = ["strong:400" if side == seat else "simple" for side in range(2)]
        players = [player_named(name, scenario.ruleset, side) for side, name in enumerate(names)]
        won += play_batch(scenario.setup, players, 2026, 0, 20).wins[seat]
    assert won / 40 >= 0.65


@each_ruleset
def test_it_plays_every_ruleset_by_legal_options(ruleset: str) -> None:
    raw = load(str(MIRRORS / f"{ruleset}.toml")).raw()
    scenario = read_scenario({**raw, "round_limit": 2}, ruleset)
    players = dict.fromkeys(scenario.sides, "strong:4")
    first = api.play(scenario, 3, dict(players))
    again = api.play(scenario, 3, dict(players))
    assert first.fight.is_over()
    assert [answer.text() for answer in first.answers] == [
        answer.text() for answer in again.answers
    ]


def test_it_finishes_whom_it_can() -> None:
    """In a fight that is practically won, it does not shove, grapple or leave."""
    scenario = load("first-blood")
    raw = scenario.raw()
    raw["sides"][1]["fighters"][0]["hp"] = 1
    easy = read_scenario(raw, "easy")
    played = api.play(easy, 1, {"blade": "strong"})
    first = next(answer for answer in played.answers if answer.who == "Ansa")
    assert first.choice.startswith(("attack Torben", "both Torben"))


def test_budgets() -> None:
    assert parse_budget("2000") == Budget(2000)
    assert parse_budget("0.5s").seconds == 0.5
    for wrong in ("lots", "0", "-3s", "1e9s", ""):
        with pytest.raises(InvalidDataError, match="strong:2000"):
            parse_budget(wrong)
    ruleset = next(iter(rulesets().values()))
    found = player_named("strong:30", ruleset)
    assert isinstance(found, StrongPlayer)
    assert found.budget == Budget(30)
    with pytest.raises(InvalidDataError, match="only strong"):
        player_named("simple:3", ruleset)


def test_a_time_budget_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By this clock a trial takes a thousandth of a second, and nothing else takes any time."""
    now = [0.0]
    sample_values = SequentialHalvingSearch.sample_values

    def timed(self: SequentialHalvingSearch, option: Option, first: int, count: int) -> list[float]:
        now[0] += 0.001 * count
        return sample_values(self, option, first, count)

    monkeypatch.setattr(SequentialHalvingSearch, "sample_values", timed)
    spent: list[tuple[int, float]] = []

    class Watched(StrongPlayer):
        def decide(self, fight: Fight, question: Question) -> Option | Ruling:
            started = now[0]
            found = super().decide(fight, question)
            spent.append((len(question.options), now[0] - started))
            return found

    scenario = load("first-blood")
    simple = scenario.ruleset.simple_player()
    for seconds in (0.1, 0.3):
        spent.clear()
        player = Watched(simple, 1, Budget(10_000_000, seconds), lambda: now[0])
        play_batch(scenario.setup, [player, simple], 1, 0, 1)
        for options, took in spent:
            fewest = (PILOT_TRIALS + 2 * MIN_TRIALS) * options
            assert took <= seconds + 0.001 * fewest
        assert max(took for _, took in spent) > 0.9 * seconds


def test_of_very_many_options_every_kind_is_tried() -> None:
    options = [Option("move", f"move {n}", "") for n in range(900)]
    options += [Option("attack", f"attack {n}", "") for n in range(5)]
    usual = options[450]
    found = shortlist(options, usual)
    assert usual in found
    assert len(found) <= MOST_OPTIONS + 1
    assert {option.kind for option in found} == {"move", "attack"}
    assert sum(option.kind == "attack" for option in found) == 5
    assert shortlist(options[:20], options[3]) == options[:20]


class FixedSearch(SequentialHalvingSearch):
    """A search in which a function gives the value of each option's trials."""

    def __init__(self, value: Callable[[str, int], float]) -> None:
        scenario = load("first-blood")
        snapshot = Snapshot(scenario.setup.new_fight(Table(False)), [])
        super().__init__(snapshot, "Ansa", 0, [], 1)
        self.value = value
        self.counts: dict[str, int] = {}

    def add_trials(self, option: Option, first: int, count: int) -> None:
        assert first == len(self.values.get(option.key, ()))
        numbers = range(self.first_number + first, self.first_number + first + count)
        values = [self.value(option.key, number) for number in numbers]
        self.values.setdefault(option.key, []).extend(values)
        self.played += count
        self.counts[option.key] = self.counts.get(option.key, 0) + count


OPTIONS = [Option("try", f"try {number}", "") for number in range(8)]


def noise(key: str, number: int) -> float:
    """Return a pseudo-random value that is the same in every run."""
    return (Dice(hash_of(key), number).die(1000) - 500) / 1000


def hash_of(key: str) -> int:
    return sum(ord(letter) * 31**place for place, letter in enumerate(key))


@pytest.mark.parametrize("best", ["try 0", "try 3", "try 7"])
def test_the_best_of_many_is_found_within_the_budget(best: str) -> None:
    search = FixedSearch(lambda key, number: noise(key, number) + 0.3 * (key == best))
    found = search.run(OPTIONS, OPTIONS[1], Budget(2000))
    assert found.key == best
    assert search.played <= 2000
    assert search.counts[best] == max(search.counts.values())


def test_what_is_clearly_worse_gets_few_trials_and_the_rest_goes_to_the_close_ones() -> None:
    close = {"try 2": 0.06, "try 5": 0.0}
    search = FixedSearch(lambda key, number: noise(key, number) + close.get(key, -0.6))
    assert search.run(OPTIONS, OPTIONS[5], Budget(4000)).key == "try 2"
    clearly_worse = [search.counts[one.key] for one in OPTIONS if one.key not in close]
    assert max(clearly_worse) < 100
    assert min(search.counts["try 2"], search.counts["try 5"]) > 400


def test_it_ends_early_where_all_come_to_the_same() -> None:
    search = FixedSearch(lambda key, number: number % 7 / 7)
    assert search.run(OPTIONS, OPTIONS[4], Budget(100_000)) is OPTIONS[4]
    assert search.played < 1000
    differing = FixedSearch(lambda key, number: number % 7 / 7 + noise(key, number))
    differing.run(OPTIONS, OPTIONS[4], Budget(5000))
    assert differing.played > 3000


def test_luck_alone_does_not_beat_the_simple_choice() -> None:
    """An option that was lucky until the halving must also be better afterwards."""
    options = OPTIONS[:FINALISTS]
    usual, lucky = OPTIONS[0], OPTIONS[1]

    def value(key: str, number: int, later: float) -> float:
        if key == lucky.key:
            return noise(key, number) / 4 + (0.5 if number < 40 else later)
        return noise(key, number) / 4 - 0.1 * (key != usual.key)

    search = FixedSearch(lambda key, number: value(key, number, -0.02))
    assert search.run(options, usual, Budget(1600)) is usual
    assert search.mean_value(lucky) > search.mean_value(usual)
    better = FixedSearch(lambda key, number: value(key, number, 0.02))
    assert better.run(options, usual, Budget(1600)) is lucky


@pytest.mark.parametrize(("later", "is_taken"), [(-0.02, False), (0.02, True)])
def test_the_finalists_get_dice_that_did_not_choose_them(later: float, is_taken: bool) -> None:
    """An option that was lucky in the screening is chosen only if it is better in the final."""
    usual, lucky = OPTIONS[0], OPTIONS[1]
    search = FixedSearch(lambda key, number: 0.0)

    def value(key: str, number: int) -> float:
        if key == lucky.key:
            return noise(key, number) / 4 + (later if search.first_number else 0.5)
        return noise(key, number) / 4 - 0.1 * (key != usual.key)

    search.value = value
    assert (search.run(OPTIONS, usual, Budget(3000)) is lucky) == is_taken
    assert {usual.key, lucky.key} <= search.values.keys()
    assert search.first_number > MIN_TRIALS


@pytest.mark.parametrize(
    ("trials", "rounds", "paths"),
    [
        (8, 1.0, 0),
        (8 * FEWEST_PATHS - 1, 1.0, 0),
        (8 * FEWEST_PATHS, 1.0, FEWEST_PATHS),
        (8 * TRIALS_FOR_ONE_ROUND, 1.0, TRIALS_FOR_ONE_ROUND),
        (32 * TRIALS_FOR_ONE_ROUND, 2.0, MOST_PATHS),
        (10_000_000, MOST_ROUNDS, MOST_PATHS),
    ],
)
def test_more_trials_look_further_ahead(trials: int, rounds: float, paths: int) -> None:
    search = FixedSearch(noise)
    search.look_ahead(OPTIONS, BudgetClock(Budget(trials)))
    assert (search.rounds, search.path_limit) == (rounds, paths)


def search_of_first_question(side: str = "blade") -> tuple[SequentialHalvingSearch, list[Option]]:
    """Return a search at the first question of a duel, and its options."""
    scenario = load("first-blood")
    played = api.play(scenario, 1, {side: "random"})
    at = next(n for n, answer in enumerate(played.answers) if answer.who == "Ansa")
    history = FightHistory(scenario.setup, played.answers[:at])
    question = history.open_question
    assert question is not None
    players = [scenario.ruleset.simple_player() for _ in scenario.sides]
    search = SequentialHalvingSearch(history.snapshot(at), "Ansa", 0, players, 5)
    return search, question.question.options


def test_listing_ends_where_it_takes_too_much_of_the_time() -> None:
    search, options = search_of_first_question()
    times = iter([0.0] * 5 + [1.0] * 1000)
    search.look_ahead(options, BudgetClock(Budget(10_000_000, 1.0), lambda: next(times)))
    listed = [search.playouts[option.key].outcomes is not None for option in options]
    assert listed[0]
    assert not listed[-1]
    assert listed == sorted(listed, reverse=True)


def test_one_option_needs_no_trials_and_few_trials_are_given_to_all() -> None:
    search = FixedSearch(noise)
    assert search.run(OPTIONS[:1], OPTIONS[0], Budget(100)) is OPTIONS[0]
    assert search.played == 0
    search.run(OPTIONS[:FINALISTS], OPTIONS[0], Budget(1))
    assert search.counts == {option.key: MIN_TRIALS for option in OPTIONS[:FINALISTS]}
    search = FixedSearch(noise)
    search.run(OPTIONS, OPTIONS[0], Budget(1))
    assert sorted(search.counts.values()) == [MIN_TRIALS] * 3 + [2 * MIN_TRIALS] * FINALISTS


def test_a_choice_that_is_not_listed_is_tried_too() -> None:
    spoken = Option("try", "try 9 | with words", "")
    search = FixedSearch(lambda key, number: noise(key, number) + (key == spoken.key))
    assert search.run(OPTIONS, spoken, Budget(1000)) is spoken
    assert search.counts[spoken.key] > MIN_TRIALS
