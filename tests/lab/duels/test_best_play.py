"""Best play: against brute force over every plan, and never worse than the simple player."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, product
from typing import Any

import pytest

import affray
from affray.core.odds import OddsTable
from affray.core.problems import InvalidDataError
from affray.core.table import DefaultPlayer, Player
from affray.lab.duels import best_play, solve_duel
from affray.lab.duels.game import DuelGame
from affray.lab.duels.limits import OutOfTimeError, SolverLimits, SolverProgress, WorkDone
from affray.lab.duels.plan import Plan
from affray.lab.duels.usual_play import UsualChain
from affray.library import Scenario, load, read_scenario, rulesets
from affray.version import is_compiled
from lab.blows import Blows
from lab.duels.conftest import LetMemoryGrow
from lab.small_fights import duel_in, olde_duel


def wins(plan_a: dict[tuple[int, int], bool], plan_b: dict[tuple[int, int], bool]) -> float:
    """The first one's chance when both follow plans: who is bold at which healths."""
    known: dict[tuple[int, int, int], float] = {}

    def chance(mine: int, theirs: int, acts: int, depth: int = 0) -> float:
        if theirs <= 0:
            return 1.0
        if mine <= 0:
            return 0.0
        if depth > 60:
            return 0.5
        here = (mine, theirs, acts)
        if here in known:
            return known[here]
        bold = (plan_a if acts == 0 else plan_b)[mine, theirs]
        dealt = [(3, 1 / 3), (0, 2 / 3)] if bold else [(1, 1.0)]
        found = 0.0
        for harm, p in dealt:
            if acts == 0:
                found += p * chance(mine, theirs - harm, 1, depth + 1)
            else:
                found += p * chance(mine - harm, theirs, 0, depth + 1)
        if not bold:
            known[here] = found
        return found

    return chance(3, 3, 0)


def best_of(choosers: set[int]) -> float:
    setup = Blows()
    game = DuelGame(setup.new_fight(OddsTable()), [DefaultPlayer(), DefaultPlayer()], choosers)
    values = game.explore()
    low, high = values.states[0]
    assert high - low <= 1e-9
    plan = Plan(game, values)
    result = plan.propagate(0, 1000)
    found = sum(
        result.ends[n] for n, fight in enumerate(plan.fights(result)) if fight.winner() == 0
    )
    assert found == pytest.approx(low, abs=1e-8)
    return float(found)


def test_best_play_of_one_side_is_the_best_of_all_plans() -> None:
    """Against somebody who always strikes surely: 4,096 plans, each followed to the end."""
    places = [(1, 2), (1, 3), (2, 2), (2, 3), (3, 3), (3, 2)]
    sure = {(mine, theirs): False for mine in (1, 2, 3) for theirs in (1, 2, 3)}
    best = max(
        wins({**sure, **dict(zip(places, bold, strict=True))}, sure)
        for bold in product((False, True), repeat=len(places))
    )
    assert best_of({0}) == pytest.approx(best, abs=1e-9)


def test_of_two_best_players_neither_gains_by_another_plan() -> None:
    """A saddle: best against best is no better than best against a fixed plan, and no worse."""
    both = best_of({0, 1})
    assert best_of({0}) >= both - 1e-9
    assert best_of({1}) <= both + 1e-9


LONG = {"olde", "renaissance", "shinobi"}
"""Whose turns have very many ways."""


@pytest.mark.slow
@pytest.mark.skipif(not is_compiled(), reason="takes minutes uncompiled")
@pytest.mark.parametrize(
    "ruleset",
    [pytest.param(one, marks=pytest.mark.soak if one in LONG else ()) for one in rulesets()],
)
def test_best_play_is_never_worse_than_simple(ruleset: str) -> None:
    scenario = duel_in(ruleset)
    side = scenario.sides[0]
    found = solve_duel(scenario, best=[side], limits=SolverLimits(100, within=0.01))
    simple = solve_duel(scenario, limits=SolverLimits(within=1e-6))
    assert found.best_play is not None
    low, high = found.best_play.values[side]
    assert 0 <= low <= high <= 1
    worth = simple.bounds[side][0] + simple.draw_bounds[0] / 2
    assert high >= worth - 1e-9
    assert found.best_play.usual[side] == pytest.approx(simple.sides[side], abs=1e-5)
    assert found.players[side] == "best"


def test_bounds_of_best_play_hold_and_close() -> None:
    scenario = quick(load("two-blades"), 1)
    exact = solve_duel(scenario, best=["sun"])
    assert exact.best_play is not None
    assert exact.exact
    (value, _) = exact.best_play.values["sun"]
    widths = []
    for states in (2, 8, 16):
        found = solve_duel(scenario, best=["sun"], limits=SolverLimits(states))
        assert found.best_play is not None
        low, high = found.best_play.values["sun"]
        assert low - 1e-9 <= value <= high + 1e-9
        assert found.error >= high - low
        widths.append(high - low)
    assert widths[0] >= widths[1] >= widths[2]
    assert widths[2] < 1


@pytest.mark.parametrize("side", ["sun", "star"])
def test_best_play_is_worth_what_usual_play_is_before_anything_is_tried(side: str) -> None:
    scenario = quick(load("two-blades"), 1)
    found = solve_duel(scenario, best=[side], limits=SolverLimits(1))
    assert found.best_play is not None
    low, high = found.best_play.values[side]
    assert low == pytest.approx(found.best_play.usual_values[side][0], abs=1e-4)
    assert high == 1.0


def no_time_state_by_state(
    monkeypatch: pytest.MonkeyPatch, stops: str = "seconds"
) -> list[UsualChain]:
    """Lets usual play be worked out state by state no further than two states; gives those that
    were."""
    made: list[UsualChain] = []

    def few_states(*given: Any) -> UsualChain:
        chain = UsualChain(*given[:-1], replace(given[-1], states=2))
        made.append(chain)
        explore = chain.explore

        def explore_and_stop() -> None:
            explore()
            chain.work.stopped = stops

        chain.explore = explore_and_stop  # type: ignore[method-assign]
        return chain

    monkeypatch.setattr(best_play, "UsualChain", few_states)
    return made


@pytest.mark.parametrize("side", ["left", "right"])
def test_best_play_is_never_worse_than_usual_play_over_families(
    side: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is no time to work usual play out state by state, it is over families of states,
    and whoever plays their best has at least that: by playing as usual."""
    scenario = olde_duel((3, 2))
    usual = solve_duel(scenario, limits=SolverLimits(workers=1, within=1e-9))
    worth = usual.bounds[side][0] + usual.draw_bounds[0] / 2
    made = no_time_state_by_state(monkeypatch)
    found = solve_duel(scenario, best=[side], limits=SolverLimits(2, workers=1))
    assert made
    assert found.best_play is not None
    low, high = found.best_play.values[side]
    assert low == pytest.approx(worth, abs=1e-6)
    assert low < high <= 1.0
    assert found.error == pytest.approx(high - low)
    assert found.best_play.usual_values[side][0] == pytest.approx(worth, abs=1e-6)
    assert found.sides == pytest.approx(usual.sides, abs=1e-6)
    assert found.players[side] == "best"
    assert not found.best_play.advice
    assert found.states <= 2
    assert found.stopped == "states"


def test_what_is_known_of_usual_play_counts_where_nothing_better_is_worked_out() -> None:
    players: list[Player] = [DefaultPlayer(), DefaultPlayer()]
    for states, counts in ((0, True), (1000, False)):
        game = DuelGame(Blows().new_fight(OddsTable()), players, {0}, SolverLimits(states))
        values = game.explore()
        low, high = game.bounds(values)
        game.surely = (0.3, 1.0)
        assert game.bounds(values) == ((0.3, high) if counts else (low, high))
        assert best_play.is_surely_best(game, values) == counts
        if counts:
            game.surely = (0.0, 0.9)
            assert game.bounds(values) == (low, 0.9)
            assert best_play.is_surely_best(game, values)


def test_where_usual_play_was_interrupted_nothing_more_is_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    no_time_state_by_state(monkeypatch, "interrupted")
    found = solve_duel(olde_duel((3, 2)), best=["left"], limits=SolverLimits(2, workers=1))
    assert found.stopped == "interrupted"
    assert found.states == 0
    assert found.best_play is not None
    assert found.best_play.values["left"][0] < 0.2


def test_time_is_left_for_the_last_pass() -> None:
    """What is reserved counts as passed; and never so much that nothing could be worked out."""
    work = WorkDone(SolverLimits(seconds=100.0, clock=lambda: 0.0))
    assert work.may_go_on()
    work.watch_time()
    work.reserved_seconds = 101.0
    with pytest.raises(OutOfTimeError):
        work.watch_time()
    assert not work.may_go_on()
    assert work.stopped == "seconds"
    ticks = count()
    limits = SolverLimits(seconds=1e6, clock=lambda: float(next(ticks)))
    game = DuelGame(Blows().new_fight(OddsTable()), [DefaultPlayer(), DefaultPlayer()], {0}, limits)
    game.explore()
    assert 0 < game.work.reserved_seconds < 1e3
    game._reserve_time(1e9)
    assert game.work.reserved_seconds == 0.25e6


def test_words_are_looked_for_only_as_long_as_there_is_time() -> None:
    def no_time() -> None:
        raise OutOfTimeError

    game = DuelGame(Blows().new_fight(OddsTable()), [DefaultPlayer(), DefaultPlayer()], {0})
    game._work_out(0)
    words = list(game.choices_in_words(0))
    with pytest.raises(OutOfTimeError):
        game.choices_in_words(0, no_time)
    assert list(game.choices_in_words(0)) == words
    assert not game._table.keeps_words


def test_of_two_who_play_their_best_usual_play_says_nothing() -> None:
    """What the first does as well against the usual player it need not against the best."""
    found = solve_duel(quick(load("two-blades"), 1), best=["both"], limits=SolverLimits(1))
    assert found.best_play is not None
    assert found.best_play.values == {"sun": (0.0, 1.0), "star": (0.0, 1.0)}


def test_gains_are_certain() -> None:
    scenario = quick(load("two-blades"), 1)
    exact = solve_duel(scenario, best=["sun"]).best_play
    rough = solve_duel(scenario, best=["sun"], limits=SolverLimits(8)).best_play
    assert exact is not None
    assert rough is not None
    (low, high), (gain, _) = rough.gains("sun"), exact.gains("sun")
    assert low - 1e-9 <= gain <= high + 1e-9
    assert gain >= -1e-9
    assert high - low > 0.01


def test_progress_moves_between_two_looks_at_the_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("affray.lab.duels.limits.REPORTED_STATES", 3)
    told: list[SolverProgress] = []
    solve_duel(
        quick(load("two-blades"), 1), best=["sun"], limits=SolverLimits(on_progress=told.append)
    )
    assert len({one.states for one in told}) > len({(one.low, one.high) for one in told})
    assert all(one.low <= one.high for one in told)


def test_where_it_is_looked_makes_no_difference_when_all_is_worked_out() -> None:
    """Wrestlers can go on for ever: the bounds close on each other all the same."""
    scenario = quick(load("wrestling-ring"), 1)
    found = solve_duel(scenario, best=["north"])
    assert found.best_play is not None
    assert found.exact
    assert found.best_play.gains("north")[0] > 0


def test_an_interruption_gives_the_best_play_there_is() -> None:
    def interrupt(progress: SolverProgress) -> None:
        if progress.states > 0:
            raise KeyboardInterrupt

    scenario = quick(load("two-blades"), 1)
    found = solve_duel(scenario, best=["both"], limits=SolverLimits(on_progress=interrupt))
    assert found.stopped == "interrupted"
    assert found.best_play is not None
    assert found.best_play.sides == list(scenario.sides)


def test_no_two_pieces_of_advice_look_alike() -> None:
    found = solve_duel(quick(load("first-blood"), 2), best=["both"], limits=SolverLimits(60))
    assert found.best_play is not None
    told = [(one.side, one.when, one.asked, one.earlier_choices) for one in found.best_play.advice]
    assert len(told) == len(set(told))


def test_a_plan_says_what_to_do_when() -> None:
    scenario = quick(load("first-blood"), 2)
    found = solve_duel(scenario, best=["blade"], limits=SolverLimits(within=0.05))
    data = found.data()["best"]
    assert data["sides"] == ["blade"]
    first = data["advice"][0]
    assert "Ansa" in first["when"]
    assert first["do"].startswith("Attack Torben")
    assert first["visits"] > 0


def quick(scenario: Scenario, health: int) -> Scenario:
    """The same between two with little health, which is soon solved."""
    raw = scenario.raw()
    for side in raw["sides"]:
        for fighter in side["fighters"]:
            fighter["hearts" if scenario.ruleset.name == "orrery" else "hp"] = health
    return read_scenario(raw, scenario.name)


def test_wrong_sides_are_refused() -> None:
    for wrong in (["nobody"], "nobody"):
        with pytest.raises(InvalidDataError, match="--best: there is no side 'nobody'"):
            solve_duel(load("first-blood"), best=wrong)


def test_one_side_may_be_named_by_itself(let_memory_grow: LetMemoryGrow) -> None:
    """From Python, with as much memory as it may take."""
    scenario = affray.load("first-blood")
    found = scenario.duel(best="mace", states=3)
    assert (found.best_play is not None and found.best_play.sides) == ["mace"]
    assert scenario.duel(best="both", states=3).best_play is not None
    let_memory_grow(2)
    assert scenario.duel(best="mace", memory=1).stopped == "memory"


@pytest.mark.parametrize(("growth", "may"), [(0, True), (9, True), (10, True), (11, False)])
def test_only_memory_that_is_taken_counts(
    growth: int, may: bool, let_memory_grow: LetMemoryGrow
) -> None:
    """What the program had before does not, however much it is, and usual play goes on from
    there."""
    let_memory_grow(growth)
    work = WorkDone(SolverLimits(megabytes=10))
    assert work.may_go_on() == may
    players: list[Player] = [DefaultPlayer(), DefaultPlayer()]
    usual = UsualChain(Blows().new_fight(OddsTable()), players, {0}, SolverLimits())
    usual.go_on_within(work)
    assert usual.work.held == work.held


def test_memory_is_left_for_the_last_pass(let_memory_grow: LetMemoryGrow) -> None:
    """What is reserved counts as taken."""
    let_memory_grow(0)
    work = WorkDone(SolverLimits(megabytes=10))
    work.reserved = 10
    assert work.may_go_on()
    work.reserved = 11
    assert not work.may_go_on()
    assert work.stopped == "memory"
    game = DuelGame(Blows().new_fight(OddsTable()), [DefaultPlayer(), DefaultPlayer()], {0})
    game.explore()
    assert game.work.reserved > 0


def test_a_state_that_is_given_up_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """There was no time to look at it more closely: its choices are those of the first look."""

    def give_up(*_: object) -> None:
        raise OutOfTimeError

    game = DuelGame(Blows().new_fight(OddsTable()), [DefaultPlayer(), DefaultPlayer()], {0})
    game._work_out(0)
    choices = list(game.choices_in_words(0))
    assert choices
    with monkeypatch.context() as patched:
        patched.setattr(game, "_grow", give_up)
        with pytest.raises(OutOfTimeError):
            game._work_out(0)
    assert list(game.choices_in_words(0)) == choices
