"""Several processes work out the states of a duel together: the same comes of it, whoever did."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest

from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.lab.duels import SolverLimits, SolverProgress, game, solve_duel, transitions
from affray.lab.duels.choices import ChoiceGraph, LocalNumbers
from affray.lab.duels.game import DuelGame
from affray.lab.duels.processes import WorkDoneElsewhere, usable_processes, work_elsewhere
from affray.lab.duels.usual_play import UsualChain
from affray.library import load, read_scenario
from affray.players import as_player
from lab.feints import Feints
from lab.small_fights import duel_in, each_ruleset

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="one process works alone here")


@pytest.fixture
def _shares_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little work there is, it is shared."""
    for module in (transitions, game):
        monkeypatch.setattr(module, "SHARED_PATHS", 0)
        monkeypatch.setattr(module, "SHARED_STATES", 2)


def count_calls(
    monkeypatch: pytest.MonkeyPatch, owner: type, name: str
) -> list[tuple[object, ...]]:
    """Notes what a method of a class is called with from now on."""
    calls: list[tuple[object, ...]] = []
    method: Callable[..., Any] = getattr(owner, name)

    def noted(self: object, *given: object) -> Any:
        calls.append(given)
        return method(self, *given)

    monkeypatch.setattr(owner, name, noted)
    return calls


@pytest.mark.usefixtures("_shares_at_once")
@each_ruleset
def test_several_find_the_same_as_one(ruleset: str) -> None:
    scenario = duel_in(ruleset)
    alone = solve_duel(scenario, limits=SolverLimits(workers=1))
    together = solve_duel(scenario, limits=SolverLimits(workers=3))
    assert together.error <= 1e-9
    assert together.sides == pytest.approx(alone.sides, abs=1e-9)
    assert together.rounds == pytest.approx(alone.rounds, abs=1e-9)
    for one, other in zip(together.fighters, alone.fighters, strict=True):
        assert one.health == pytest.approx(other.health, abs=1e-9)


@pytest.mark.usefixtures("_shares_at_once")
def test_pieces_of_turns_are_shared_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transitions, "MOST_PATHS", 0)
    scenario = duel_in("mithryn")
    alone = solve_duel(scenario, limits=SolverLimits(workers=1, within=1e-5))
    together = solve_duel(scenario, limits=SolverLimits(workers=2, within=1e-5))
    assert together.error <= 2e-5
    assert together.sides == pytest.approx(alone.sides, abs=2e-5)


class Feinting(Player):
    """Feints wherever that is possible, and so is asked a second time on its turn."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        return question.options[-1 if len(question.options) > 2 else 0]


@pytest.mark.usefixtures("_shares_at_once")
@pytest.mark.parametrize("most_paths", [12, 40, 400], ids="at most {} paths".format)
@pytest.mark.parametrize("best_sides", [{0}, {1}, {0, 1}], ids=["first", "second", "both"])
def test_several_find_the_same_best_play_as_one(
    best_sides: set[int], most_paths: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever worked a state out, what is known of it agrees, and so do its choices."""
    monkeypatch.setattr(game, "MOST_PATHS", most_paths)
    monkeypatch.setattr(game, "LEAST_PATHS", 600)
    taken_over = count_calls(monkeypatch, DuelGame, "_take_over")
    found = []
    for workers in (1, 3):
        start = Feints(1000).new_fight(OddsTable())
        limits = SolverLimits(within=1e-10, workers=workers)
        duel = DuelGame(start, [Feinting(), Feinting()], best_sides, limits, 4)
        values = duel.explore()
        assert values.states[0, 1] - values.states[0, 0] <= 1e-9
        found.append((duel, values))
        assert bool(taken_over) == (workers > 1)
    (alone, values_alone), (together, values_together) = found
    both = alone.space.numbers.keys() & together.space.numbers.keys()
    assert len(both) > 0.9 * len(alone.space.numbers)
    compared = 0
    for key in both:
        one, other = alone.space.numbers[key], together.space.numbers[key]
        assert alone.is_over(one) == together.is_over(other)
        assert alone.round_of(one) >= 0 <= together.round_of(other)
        if alone.roots[one] >= 0 <= together.roots[other]:
            compared += 1
            low, high = values_together.states[other]
            low_alone, high_alone = values_alone.states[one]
            assert max(low, low_alone) <= min(high, high_alone) + 1e-9
            together.choices_in_words(other)  # which finds just the choices that the graph has
    assert compared > 0.9 * alone.worked_out


@pytest.mark.once
@pytest.mark.usefixtures("_shares_at_once")
def test_several_find_the_same_usual_play_from_where_a_side_may_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scenario = read_scenario({**load("two-blades").raw(), "round_limit": 1}, "two-blades")
    along = count_calls(monkeypatch, UsualChain, "_state_along")
    limits = [SolverLimits(within=1e-7, workers=workers) for workers in (1, 3)]
    alone = solve_duel(scenario, best=["sun"], limits=limits[0])
    assert not along
    together = solve_duel(scenario, best=["sun"], limits=limits[1])
    assert along
    assert alone.best_play is not None
    assert together.best_play is not None
    assert together.error <= 2e-7
    for side, bounds in alone.best_play.values.items():
        assert together.best_play.values[side] == pytest.approx(bounds, abs=2e-7)
    assert together.sides == pytest.approx(alone.sides, abs=1e-6)


def test_what_was_worked_out_elsewhere_after_free_choices_is_followed_as_it_was_there() -> None:
    """In the middle of an exchange, where what a side decided within dice work is met path by path
    as far as it chose freely, and what is decided after that is not."""
    raw = load("two-weapon-duel").raw()
    for one in raw["sides"]:
        one["fighters"][0]["damage"] = 25
    scenario = read_scenario(raw, "nearly down")
    simple = as_player("simple", scenario.ruleset)
    start = scenario.setup.new_fight(OddsTable())
    limits = SolverLimits(workers=1)
    duel = DuelGame(start, [simple, simple], {0}, limits)
    for number in range(40):
        if not duel.is_over(number):
            duel._work_out(number)
    there, here = (UsualChain(start, [simple, simple], {0}, limits) for _ in range(2))
    for number, key in enumerate(list(duel.space.numbers)[:400]):
        if duel.space.states[number].in_turn:
            for usual in (there, here):
                usual.add(*duel._state_at(number, key))
    for number in range(1, 80):
        known = len(there.space.states)
        here._level(number)
        here._usual_table.free_ways = 0
        here._take_over(there._work_out_apart([number]), known)
    assert len(there._free_ways) > 10
    assert list(here.space.numbers) == list(there.space.numbers)
    assert here._free_ways == there._free_ways
    assert all(
        here.transitions.following(number) == there.transitions.following(number)
        for number in range(1, known)
        if number in there.transitions
    )


def test_a_part_of_a_graph_gets_the_numbers_it_has_here() -> None:
    """Both know a leaf and the first two states. What is added elsewhere comes after what was added
    here meanwhile, and a leaf that is known here stays the one it is."""
    here, elsewhere = ChoiceGraph(), ChoiceGraph()
    for graph in (here, elsewhere):
        graph.add_leaf(0, 0)
    size = len(elsewhere.sides), len(elsewhere.parents), len(elsewhere.leaves)
    new = elsewhere.add_leaf(2, 1)
    chance = elsewhere.add_chance({0: 0.25, int(new): 0.75})
    elsewhere.add_choice(1, [int(chance), int(elsewhere.add_leaf(3, 0))])
    known = here.add_leaf(7, 1)
    states, nodes = LocalNumbers(2), LocalNumbers(1)
    assert [states.add(7), states.add(9)] == [2, 3]
    here.add_part(elsewhere.since(*size), nodes, states)
    assert [nodes.here(number) for number in range(5)] == [0, known, 2, 3, 4]
    assert here.sides.tolist() == [-2, -2, -1, -2, 1]
    assert (here.targets.tolist(), here.later.tolist()) == ([0, 7, 9], [0, 1, 0])
    edges = zip(here.parents, here.children, here.weights, strict=True)
    assert list(edges) == [(2, 0, 0.25), (2, known, 0.75), (4, 2, 1.0), (4, 3, 1.0)]


@pytest.mark.usefixtures("_shares_at_once")
def test_an_interruption_gives_what_there_is() -> None:
    def interrupt(progress: SolverProgress) -> None:
        if progress.states > 10:
            raise KeyboardInterrupt

    limits = SolverLimits(workers=2, on_progress=interrupt)
    solved = solve_duel(duel_in("mithryn"), limits=limits)
    assert solved.stopped == "interrupted"
    assert 0 < solved.error <= 1


def test_one_that_cannot_do_its_work_gives_nothing() -> None:
    def fail(numbers: list[int]) -> WorkDoneElsewhere:
        if numbers == [1]:
            os._exit(3)
        return WorkDoneElsewhere([], sum(numbers))

    with work_elsewhere([[1], [2, 3]], fail) as results:
        assert [result() for result in results] == [None, WorkDoneElsewhere([], 5)]


def test_whoever_is_still_at_work_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    forked: list[int] = []
    fork = os.fork

    def noted_fork() -> int:
        forked.append(fork())
        return forked[-1]

    def sleep_long(numbers: list[int]) -> WorkDoneElsewhere:
        time.sleep(20)
        return WorkDoneElsewhere([], 0)

    monkeypatch.setattr(os, "fork", noted_fork)
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt), work_elsewhere([[1], [2]], sleep_long):
        raise KeyboardInterrupt
    assert time.monotonic() < started + 20
    assert len(forked) == 2
    for process in forked:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_processes_are_forked_by_the_first_thread_alone() -> None:
    found: list[int] = []
    thread = Thread(target=lambda: found.append(usable_processes(4)))
    thread.start()
    thread.join()
    assert (found, usable_processes(4), usable_processes(1)) == ([1], 4, 1)
    assert usable_processes(None) >= 1
