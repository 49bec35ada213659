"""The strong player: it beats the simple one where both have the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from affray import api
from affray.core.batch import play_batch
from affray.core.dice import Dice
from affray.core.playouts import Snapshot, evaluate
from affray.core.problems import InvalidDataError
from affray.core.questions import Option
from affray.core.table import LiveTable, Table
from affray.library import load, read_scenario, rulesets
from affray.players import player_named
from affray.players.strong import (
    MIN_TRIALS,
    MOST_OPTIONS,
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
    """At least 65 % of 40 mirrored fights in Mithryn. In the other rulesets so few fights prove
    nothing: `bench/strong.py` plays enough of each to say how often, and RESULTS has what it says."""
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
    """With the fight as good as won it does not shove, grapple or go home."""
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


def test_a_time_budget_ends_in_time() -> None:
    import time

    scenario = load("causeway")
    started = time.monotonic()
    played = api.play(scenario, 2, {"party": "strong:0.02s"})
    mine = sum(not answer.is_roll() for answer in played.answers)
    assert time.monotonic() - started < 2 + mine * 1.0


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
    """A search whose trials come to what a function says of the option and the trial's number."""

    def __init__(self, value: Callable[[str, int], float]) -> None:
        scenario = load("first-blood")
        snapshot = Snapshot(scenario.setup.new_fight(Table(False)), [])
        super().__init__(snapshot, "Ansa", 0, [], 1)
        self.value = value
        self.counts: dict[str, int] = {}

    def add_trials(self, option: Option, first: int, count: int) -> None:
        assert first == len(self.values.get(option.key, ()))
        values = [self.value(option.key, number) for number in range(first, first + count)]
        self.values.setdefault(option.key, []).extend(values)
        self.played += count
        self.counts[option.key] = self.counts.get(option.key, 0) + count


OPTIONS = [Option("try", f"try {number}", "") for number in range(8)]


def noise(key: str, number: int) -> float:
    """Chance of a kind that is the same in every run and differs between options."""
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
    """An option that was lucky until the others were dropped has to be better afterwards, too."""
    usual, lucky = OPTIONS[0], OPTIONS[1]

    def value(key: str, number: int, later: float) -> float:
        if key == lucky.key:
            return noise(key, number) / 4 + (0.5 if number < 40 else later)
        return noise(key, number) / 4 - 0.1 * (key != usual.key)

    search = FixedSearch(lambda key, number: value(key, number, -0.02))
    assert search.run(OPTIONS, usual, Budget(1600)) is usual
    assert search.mean_value(lucky) > search.mean_value(usual)
    better = FixedSearch(lambda key, number: value(key, number, 0.02))
    assert better.run(OPTIONS, usual, Budget(1600)) is lucky


def test_one_option_needs_no_trials_and_few_trials_are_given_to_all() -> None:
    search = FixedSearch(noise)
    assert search.run(OPTIONS[:1], OPTIONS[0], Budget(100)) is OPTIONS[0]
    assert search.played == 0
    search.run(OPTIONS, OPTIONS[0], Budget(1))
    assert search.counts == {option.key: MIN_TRIALS for option in OPTIONS}


def test_a_choice_that_is_not_listed_is_tried_too() -> None:
    spoken = Option("try", "try 9 | with words", "")
    search = FixedSearch(lambda key, number: noise(key, number) + (key == spoken.key))
    assert search.run(OPTIONS, spoken, Budget(1000)) is spoken
    assert search.counts[spoken.key] > MIN_TRIALS


def test_time_is_reckoned_in_trials_by_the_pace_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("affray.players.strong.perf_counter", lambda: now[0])
    clock = BudgetClock(Budget(10_000, 2.0))
    now[0] += 0.5
    assert clock.trials_left(100) == pytest.approx(300)
    now[0] += 2.0
    assert clock.trials_left(400) < 0
    now[0] -= 2.4
    assert clock.trials_left(9_000) == 1000
    assert BudgetClock(Budget(500)).trials_left(100) == 400


def test_every_turn_of_a_trial_has_dice_of_its_own() -> None:
    """Whatever was rolled in the first turn, the second begins with the same dice."""
    scenario = load("first-blood")
    players = [scenario.ruleset.simple_player() for _ in scenario.sides]
    start = scenario.setup.new_fight(LiveTable(Dice(1, 1), players))
    start.step()
    found = Snapshot(start, []).sample_values(players, 0, 3, 77, 5, 4)
    for number, value in zip(range(5, 9), found, strict=True):
        live = LiveTable(Dice(77, number), players)
        fight = start.copy(live)
        fight.step()
        for turn in range(1, 4):
            live.dice = Dice(77 + turn, number)
            fight.step()
        assert value == evaluate(fight, 0)
    assert len(set(found)) > 1
