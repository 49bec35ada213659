"""Test worker processes: limits of time and memory, stopping and replacement."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from at_the_table import FIRST
from hostile_files import DEEP_BRACKETS, WIDE_MAP
from worker_tasks import allocate, spin

from affray.core.problems import InvalidDataError
from affray.library import parse
from affray.store import StoredFight
from affray.web.rooms.playing import Budget
from affray.web.rooms.room import Room
from affray.web.workers import tasks
from affray.web.workers.pool import (
    TaskFailedError,
    TaskLimits,
    TaskPool,
    TaskStoppedError,
)
from affray.web.workers.tasks import FightPosition
from servers import PATIENCE, wait_for

QUICK = TaskLimits.of_processor(20.0)


@pytest.fixture(scope="module")
def pool() -> Iterator[TaskPool]:
    found = TaskPool(1, 150_000_000, 0)
    yield found
    found.close()


def test_a_task_gives_its_result(pool: TaskPool) -> None:
    name, text = FIRST["mithryn"]
    task = pool.submit(tasks.check_scenario, (text, name, 100_000), QUICK)
    assert '"problems":[]' in task.future.result(60)


def test_a_task_gives_its_problems(pool: TaskPool) -> None:
    task = pool.submit(tasks.admit_scenario, ("ruleset = 'x'", "mine", 100_000), QUICK)
    with pytest.raises(InvalidDataError) as found:
        task.future.result(60)
    assert found.value.problems[0].key == "ruleset"
    task = pool.submit(tasks.admit_scenario, (DEEP_BRACKETS, "mine", 100_000), QUICK)
    with pytest.raises(InvalidDataError, match="nested"):
        task.future.result(60)


def test_a_task_that_takes_too_long_is_ended_and_the_next_one_works(pool: TaskPool) -> None:
    task = pool.submit(spin, (30.0,), TaskLimits.of_processor(0.2))
    with pytest.raises(TaskFailedError, match="too long"):
        task.future.result(60)
    again = pool.submit(tasks.admit_scenario, (FIRST["mithryn"][1], "x", 100_000), QUICK)
    assert again.future.result(60) is None


def test_a_task_that_takes_too_much_memory_is_ended(pool: TaskPool) -> None:
    task = pool.submit(allocate, (400_000_000,), QUICK)
    with pytest.raises(TaskFailedError, match="memory"):
        task.future.result(60)
    small = pool.submit(allocate, (40_000_000,), QUICK)
    assert small.future.result(60) == 40_000_000


def test_a_task_can_be_stopped_while_it_runs_and_while_it_waits(pool: TaskPool) -> None:
    running = pool.submit(spin, (60.0,), TaskLimits.of_processor(100.0))
    waiting = pool.submit(spin, (60.0,), TaskLimits.of_processor(100.0))
    wait_until_running(pool, running)
    pool.stop(waiting)
    with pytest.raises(TaskStoppedError):
        waiting.future.result(PATIENCE)
    pool.stop(running)
    with pytest.raises(TaskStoppedError):
        running.future.result(PATIENCE)


def wait_until_running(pool: TaskPool, task: object) -> None:
    wait_for(lambda: task in pool._running, "it does not begin")


def test_a_large_map_is_refused_before_it_is_built(pool: TaskPool) -> None:
    task = pool.submit(tasks.admit_scenario, (WIDE_MAP, "mine", 100_000), QUICK)
    with pytest.raises(InvalidDataError, match="cells"):
        task.future.result(60)


def test_workers_end_with_the_pool() -> None:
    pool = TaskPool(1, 0, 0)
    task = pool.submit(os.getpid, (), QUICK)
    process = task.future.result(60)
    assert Path(f"/proc/{process}").exists()
    pool.close()
    wait_for(lambda: not Path(f"/proc/{process}").exists(), "it goes on")


def test_closing_does_not_wait_for_a_process_that_does_not_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    starting, may_start = threading.Event(), threading.Event()

    def wait_to_start() -> None:
        starting.set()
        may_start.wait(PATIENCE)
        raise OSError("the test is over")

    monkeypatch.setattr("affray.web.workers.pool.worker_context", wait_to_start)
    pool = TaskPool(1, 0, 0)
    task = pool.submit(os.getpid, (), QUICK)
    waiting = pool.submit(os.getpid, (), QUICK)
    assert starting.wait(PATIENCE)
    closing = threading.Thread(target=pool.close)
    closing.start()
    closing.join(10)
    is_closed = not closing.is_alive()
    may_start.set()
    assert is_closed
    for one in (task, waiting):
        with pytest.raises(TaskFailedError):
            one.future.result(PATIENCE)
    with pytest.raises(TaskStoppedError):
        pool.submit(os.getpid, (), QUICK)


def test_a_decision_is_an_option_of_the_question(pool: TaskPool) -> None:
    name, text = FIRST["mithryn"]
    revision = parse(text, name).ruleset.revision
    players = ("strong", "simple")
    stored = StoredFight("f", name, text, "mithryn", revision, "0", 7, players, "passive")
    room = Room.begin(stored, [])
    while room.can_advance():
        room.apply(room.advance(1000, Budget()))
    assert room.waits_for_thinker()
    position = FightPosition(stored, tuple(room.tape))
    key = pool.submit(
        tasks.decide, (position, "strong"), TaskLimits.of_processor(60.0)
    ).future.result(120)
    assert room.question is not None
    assert room.question.option(key) is not None
    # the same position gives the same decision, whoever asks
    assert (
        pool.submit(
            tasks.decide, (position, "strong"), TaskLimits.of_processor(60.0)
        ).future.result(120)
        == key
    )


def test_a_worker_that_was_killed_while_idle_is_replaced(pool: TaskPool) -> None:
    for _ in range(3):
        process = pool.submit(os.getpid, (), QUICK).future.result(60)
        os.kill(process, signal.SIGKILL)
        assert pool.submit(os.getpid, (), QUICK).future.result(60) != process
