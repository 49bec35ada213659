"""Usual play from wherever a side that plays its best may go."""

from __future__ import annotations

from itertools import pairwise

import pytest

from affray.core.odds import OddsTable
from affray.core.table import Player
from affray.lab.duels import SolverLimits, SolverProgress, solve_duel, usual_play
from affray.lab.duels.game import DuelGame
from affray.lab.duels.game_passes import FINE, NO_PLACE
from affray.lab.duels.solver import without_round_limit
from affray.lab.duels.transitions import Chain
from affray.lab.duels.usual_play import GrowingUsualPlay, UsualChain
from affray.library import load, read_scenario
from affray.players import as_player

EXACTLY = SolverLimits(within=1e-12, seconds=1e6, workers=1)
MANY_ROUNDS = 10_000


def test_from_elsewhere_usual_play_is_worth_what_a_fight_from_there_is() -> None:
    """Also in the middle of a turn: what a turn is worth is what comes of its decisions."""
    scenario = without_round_limit(load("wrestling-ring"))
    simple = as_player("simple", scenario.ruleset)
    players: list[Player] = [simple, simple]
    start = scenario.setup.new_fight(OddsTable())
    usual = UsualChain(start, players, {0}, EXACTLY)
    usual.explore()
    by_itself = len(usual.space.states)
    game = DuelGame(start, players, {0}, EXACTLY)
    game.begin_with(usual)
    for number in range(12):
        if not game.is_over(number):
            game._work_out(number)
    keys = list(game.space.numbers)
    values = game._passes().solve(FINE)
    assert game.usual_play is not None
    met = game._passes().visits_of_others(values, 0)
    game.usual_play.look_at(keys, met, 10**9)
    assert len(usual.space.states) > by_itself
    compared = in_turn = 0
    worth = game.usual_play.worth_with(MANY_ROUNDS)
    for number, key in enumerate(keys):
        place = usual.space.numbers.get(key, NO_PLACE)
        if met[number] < 1e-3 or place < by_itself or compared == 12:
            continue
        if game.space.states[number].in_turn:
            in_turn += 1
            continue
        fresh = Chain(game.fight_at(number), players, EXACTLY)
        fresh.explore()
        visits = fresh.count_visits()
        ends = [one for one in range(len(visits)) if fresh.space.is_over()[one]]
        wins = sum(visits[one] for one in ends if fresh.space.fight(one).winner() == 0)
        assert worth[place] == pytest.approx(wins, abs=1e-5)
        compared += 1
    assert compared
    assert in_turn


def lows_of(limits: SolverLimits) -> list[float]:
    """What the north is sure of as its best play is worked out."""
    lows: list[float] = []

    def note(progress: SolverProgress) -> None:
        lows.append(progress.low)

    limits.on_progress = note
    found = solve_duel(load("wrestling-ring"), best=["north"], limits=limits).best_play
    assert found is not None
    return [*lows, found.values["north"][0]]


@pytest.mark.once
def test_what_is_sure_grows_with_what_usual_play_is_worth_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(usual_play, "LEAST_SHARE", 1.0)
    lows = lows_of(SolverLimits(1500, seconds=1e6))
    assert all(later >= low - 1e-5 for low, later in pairwise(lows))
    monkeypatch.setattr(GrowingUsualPlay, "look_at", lambda *_: None)
    assert lows[-1] > lows_of(SolverLimits(1500, seconds=1e6))[-1] + 0.005


def test_usual_play_is_looked_at_as_long_as_that_is_worthwhile() -> None:
    scenario = load("wrestling-ring")
    simple = as_player("simple", scenario.ruleset)
    start = scenario.setup.new_fight(OddsTable())
    usual = UsualChain(start, [simple, simple], {1}, SolverLimits(1))
    game = DuelGame(start, [simple, simple], {1})
    game.begin_with(usual)
    looking = game.usual_play
    assert looking is not None
    first = looking.paths_worth_it(0, 0.0, 0.6)
    second = looking.paths_worth_it(1_000, 0.0, 0.5)
    assert second - first == 1_000
    assert looking.paths_worth_it(2_000, 0.0, 0.5) - second == 100


@pytest.mark.once
@pytest.mark.parametrize("side", ["duellist", "bravo"])
def test_what_is_sure_never_becomes_less(side: str) -> None:
    """Also when a state from which usual play is known is worked out, and of its options little is
    known yet; in the middle of an exchange, too, in which somebody may catch a weapon."""
    raw = load("two-weapon-duel").raw()
    for one in raw["sides"]:
        one["fighters"][0]["damage"] = 25
    sure: list[float] = []

    def note(progress: SolverProgress) -> None:
        sure.append(progress.low if side == "duellist" else 1.0 - progress.high)

    limits = SolverLimits(600, note, seconds=1e6, workers=1)
    found = solve_duel(read_scenario(raw, "nearly down"), best=[side], limits=limits).best_play
    assert found is not None
    assert all(later >= before - 1e-4 for before, later in pairwise(sure))
    assert sure[-1] > found.usual_values[side][1] + 0.005
