"""Several processes work out the states of a duel together: the same comes of it, whoever did."""

from __future__ import annotations

import os
import sys
import time
from threading import Thread

import pytest

from affray.lab.duels import SolverLimits, SolverProgress, solve_duel, transitions
from affray.lab.duels.processes import WorkDoneElsewhere, usable_processes, work_elsewhere
from lab.small_fights import duel_in, each_ruleset

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="one process works alone here")


@pytest.fixture
def _shares_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little work there is, it is shared."""
    monkeypatch.setattr(transitions, "SHARED_PATHS", 0)
    monkeypatch.setattr(transitions, "SHARED_STATES", 2)


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
