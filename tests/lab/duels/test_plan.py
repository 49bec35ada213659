"""Plans: worth what was worked out, in the last rounds, too, and when they are played with dice."""

from __future__ import annotations

import math
from typing import Any

import pytest

from affray.core.odds import OddsTable
from affray.core.table import DefaultPlayer
from affray.lab.duels import best_play, solve_duel
from affray.lab.duels.game import DuelGame
from affray.lab.duels.limits import SolverLimits
from affray.lab.duels.plan import Plan
from affray.lab.simulation import simulate
from affray.library import load
from affray.version import is_compiled
from lab.blows import Blows
from lab.duels.conftest import LetMemoryGrow

STANDARD_ERRORS = 3.0
"""By how many standard errors what was played may lie outside of what was worked out."""

compiled = pytest.mark.skipif(not is_compiled(), reason="takes minutes uncompiled")


def worth_of_plan(choosers: set[int], rounds: int) -> tuple[float, float, Plan]:
    """What a plan for a few blows comes to, what it should, and the plan."""
    start = Blows().new_fight(OddsTable())
    game = DuelGame(start, [DefaultPlayer(), DefaultPlayer()], choosers, None, rounds)
    values = game.explore()
    low, high = values.states[0]
    assert high - low <= 1e-9
    plan = Plan(game, values)
    result = plan.propagate(0, rounds)
    worth = {0: 1.0, 1: 0.0}
    ends = zip(result.ends, plan.fights(result), strict=True)
    return sum(p * worth.get(int(fight.winner()), 0.5) for p, fight in ends), float(low), plan


@pytest.mark.parametrize("choosers", [{0}, {1}, {0, 1}], ids=["first", "second", "both"])
@pytest.mark.parametrize("rounds", [1, 2, 3, 5])
def test_a_plan_is_worth_what_the_game_is_with_few_rounds(choosers: set[int], rounds: int) -> None:
    found, wanted, _ = worth_of_plan(choosers, rounds)
    assert found == pytest.approx(wanted, abs=1e-9)


def test_in_the_last_round_only_a_bold_blow_wins() -> None:
    """Against somebody unhurt: there is no time for three sure blows."""
    found, _, plan = worth_of_plan({0}, 1)
    assert found == pytest.approx(1 / 3 + 2 / 3 * 1 / 2)
    assert plan.late_options


def test_a_plan_that_never_comes_to_the_last_rounds_is_the_same_in_all() -> None:
    _, _, plan = worth_of_plan({0}, 1000)
    assert not plan.late_options


def test_where_nothing_is_worked_out_it_is_gone_on_as_usual() -> None:
    scenario = load("two-blades")
    usual = solve_duel(scenario)
    found = solve_duel(scenario, best=["sun"], limits=SolverLimits(1))
    assert found.sides == pytest.approx(usual.sides, abs=1e-6)
    assert found.best_play is not None
    low, high = found.best_play.values["sun"]
    assert found.error == pytest.approx(high - low)
    assert all(one.do == one.usual for one in found.best_play.advice)


@pytest.mark.parametrize("side", ["sun", "star"])
def test_where_there_is_no_memory_for_anything_nothing_is_known(
    side: str, let_memory_grow: LetMemoryGrow
) -> None:
    let_memory_grow(2)
    found = solve_duel(load("two-blades"), best=[side], limits=SolverLimits(megabytes=1))
    assert found.stopped == "memory"
    assert found.error == 1.0
    assert found.best_play is not None
    assert found.best_play.values[side] == (0.0, 1.0)
    assert not found.best_play.advice


class BegunError(Exception):
    """Usual play was begun."""


@pytest.mark.parametrize(
    ("limit", "taken", "wanted"), [(1000, 0, 250), (1000, 400, 150), (100, 400, 0)]
)
def test_usual_play_has_a_share_of_the_memory_that_is_left(
    limit: int,
    taken: int,
    wanted: int,
    let_memory_grow: LetMemoryGrow,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def begin(*found: Any) -> None:
        asked.append(found[-1])
        raise BegunError

    asked: list[SolverLimits] = []
    monkeypatch.setattr(best_play, "UsualChain", begin)
    let_memory_grow(taken)
    with pytest.raises(BegunError):
        solve_duel(load("two-blades"), best=["sun"], limits=SolverLimits(megabytes=limit))
    assert [one.megabytes for one in asked] == [wanted]


def test_advice_takes_no_more_than_its_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario, limits = load("two-blades"), SolverLimits(50, seconds=1e6)
    found = solve_duel(scenario, best=["sun"], limits=limits).best_play
    monkeypatch.setattr(best_play, "ADVICE_SHARE", 0.0)
    in_no_time = solve_duel(scenario, best=["sun"], limits=limits).best_play
    assert found is not None
    assert in_no_time is not None
    assert found.advice
    assert not in_no_time.advice
    assert found.values == in_no_time.values


def test_a_player_plays_as_usual_what_was_not_worked_out() -> None:
    scenario = load("wrestling-ring")
    found = solve_duel(scenario, best=["north"], limits=SolverLimits(1))
    assert found.best_play is not None
    players = {"north": found.best_play.player()}
    planned = simulate(scenario, fights=40, seed=1, workers=1, players=players)
    usual = simulate(scenario, fights=40, seed=1, workers=1)
    assert planned.tally.wins == usual.tally.wins


@compiled
@pytest.mark.parametrize(
    ("name", "side", "fights"),
    [
        ("first-blood", "blade", 20_000),
        pytest.param("first-blood", "blade", 100_000, marks=pytest.mark.soak),
        pytest.param("first-blood", "mace", 100_000, marks=pytest.mark.soak),
        pytest.param("two-blades", "sun", 100_000, marks=pytest.mark.soak),
        pytest.param("two-blades", "star", 100_000, marks=pytest.mark.soak),
        pytest.param("wrestling-ring", "north", 20_000, marks=pytest.mark.soak),
        pytest.param("wrestling-ring", "south", 20_000, marks=pytest.mark.soak),
        pytest.param("moonlit-duel", "tiger", 20_000, marks=pytest.mark.soak),
        pytest.param("moonlit-duel", "crow", 20_000, marks=pytest.mark.soak),
    ],
)
def test_best_play_wins_as_often_as_was_worked_out(name: str, side: str, fights: int) -> None:
    scenario = load(name)
    limits = SolverLimits(within=5e-3, seconds=math.inf, megabytes=1900)
    found = solve_duel(scenario, best=[side], limits=limits).best_play
    assert found is not None
    low, high = found.values[side]
    assert high - low <= 1e-2
    played = simulate(scenario, fights=fights, seed=3, workers=1, players={side: found.player()})
    wins = played.tally.wins
    worth = (wins[scenario.sides.index(side)] + (fights - sum(wins)) / 2) / fights
    error = STANDARD_ERRORS * math.sqrt(worth * (1 - worth) / fights)
    assert low - error <= worth <= high + error
