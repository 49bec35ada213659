"""The pieces of a job: done by the service's workers, in turn, and ended with the job."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing import Pipe
from typing import Any

import pytest

from affray.core.problems import InvalidDataError, data_error
from affray.lab.simulation.executors import WorkerPool as LabPool
from affray.lab.simulation.executors import shared_pool, worker_pool
from affray.web.routes.events import job_changes
from affray.web.workers.job_pieces import PieceExecutor, PieceForwarder
from affray.web.workers.jobs import Job, JobRunner
from affray.web.workers.pool import TaskLimits, WorkerPool
from affray.web.workers.tasks import spin

SECONDS = 60


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    found = WorkerPool(2, 150_000_000, 0, 1000, 1000)
    yield found
    found.close()


@pytest.fixture
def job(pool: WorkerPool) -> Iterator[tuple[PieceExecutor, PieceForwarder]]:
    """A job's executor, and what the service does with its pieces."""
    ours, theirs = Pipe()
    forwarder = PieceForwarder(pool, ours, TaskLimits(SECONDS), "here", "job")

    def serve() -> None:
        try:
            while True:
                _, number, payload = ours.recv()
                forwarder.forward(number, payload)
        except (EOFError, OSError):
            return

    serving = threading.Thread(target=serve, daemon=True)
    serving.start()
    yield PieceExecutor(theirs), forwarder
    # ended, not closed: whoever still reads it would read what the next connection is sent
    with socket.socket(fileno=os.dup(ours.fileno())) as connection:
        connection.shutdown(socket.SHUT_RDWR)
    serving.join(SECONDS)


def fail_with_data(key: str) -> None:
    raise data_error("this will not do", key)


def test_pieces_are_done_in_other_processes(job: tuple[PieceExecutor, PieceForwarder]) -> None:
    executor, _ = job
    together = [executor.submit(sum, [number, 1]) for number in range(5)]
    assert [future.result(SECONDS) for future in together] == [1, 2, 3, 4, 5]
    assert executor.submit(os.getpid).result(SECONDS) != os.getpid()


def test_a_piece_that_fails_says_why(job: tuple[PieceExecutor, PieceForwarder]) -> None:
    executor, _ = job
    with pytest.raises(InvalidDataError) as found:
        executor.submit(fail_with_data, "some.key").result(SECONDS)
    assert [(one.key, one.text) for one in found.value.problems] == [
        ("some.key", "this will not do")
    ]
    with pytest.raises(RuntimeError, match="could not be worked out"):
        executor.submit(divmod, 1, 0).result(SECONDS)
    assert executor.submit(divmod, 3, 2).result(SECONDS) == (1, 1)


def test_pieces_end_with_their_job(
    pool: WorkerPool, job: tuple[PieceExecutor, PieceForwarder]
) -> None:
    executor, forwarder = job
    endless = [executor.submit(spin, float(SECONDS)) for _ in range(4)]
    wait_for(lambda: len(pool._running) == 2 and pool.waiting_count() == 2)
    forwarder.stop()
    for future in endless:
        with pytest.raises(RuntimeError, match="nobody wants it"):
            future.result(SECONDS)
    assert executor.submit(divmod, 3, 2).result(SECONDS) == (1, 1), "the workers go on"


def test_a_shared_pool_is_used_where_nobody_says_how_many() -> None:
    with worker_pool(1) as alone:
        shared = LabPool(alone.executor, 7)
        with shared_pool(shared):
            with worker_pool() as found:
                assert found is shared
            with worker_pool(1) as found:
                assert found is not shared
        with worker_pool(most=1) as found:
            assert found is not shared


def study(tape: list[str], playouts: int) -> dict[str, Any]:
    from affray.library import load

    text = load("first-blood").toml()
    return {"scenario": text, "name": "x", "tape": tape, "playouts": playouts, "seed": 0}


def wait_for(is_so: Callable[[], bool]) -> None:
    for _ in range(SECONDS * 20):
        if is_so():
            return
        time.sleep(0.05)
    raise AssertionError("it takes too long")


def test_a_job_works_in_the_pool_and_tells_of_it(pool: WorkerPool) -> None:
    changed: list[str] = []
    jobs = JobRunner(2, SECONDS, pool)
    jobs.on_change = changed.append
    found = jobs.start("study", study([], 2000))
    wait_for(lambda: found.state != "working")
    assert found.state == "done", found.problems
    assert found.result["progress"] == 1.0
    assert changed[0] == found.id, "that it has begun is told as well"
    assert set(changed) == {found.id}
    assert len(changed) >= 3
    jobs.close()


def test_a_job_that_is_stopped_ends_its_pieces(pool: WorkerPool) -> None:
    jobs = JobRunner(2, SECONDS, pool)
    found: Job = jobs.start("study", study([], 1_000_000))
    wait_for(lambda: bool(pool._running))
    jobs.stop(found.id)
    wait_for(lambda: found.state == "stopped")
    wait_for(lambda: not pool._running and not pool.waiting_count())


def test_what_has_changed_of_a_job_is_told() -> None:
    first: dict[str, Any] = {
        "state": "working",
        "progress": 0.1,
        "result": {"sides": ["a", "b"], "beats": [1, 2]},
    }
    assert job_changes({}, first) == {**first, "items": {}, "gone": []}
    second: dict[str, Any] = {
        "state": "done",
        "progress": 1.0,
        "result": {"sides": ["a", "b"], "beats": [1, 3], "error": 0.5, "turns": [1]},
    }
    changes = job_changes(first, second)
    assert changes["state"] == "done"
    assert changes["progress"] == 1.0
    assert changes["result"] == {"error": 0.5, "turns": [1]}, "a list that is new is told whole"
    assert changes["items"] == {"beats": [(1, 3)]}
    longer = {**second, "result": {**second["result"], "turns": [1, 2]}}
    assert job_changes(second, longer)["result"] == {"turns": [1, 2]}
    assert job_changes(second, second)["result"] == {}
    done = {**second, "result": {"bounds": [1, 2]}}
    assert job_changes(second, done)["gone"] == list(second["result"])
    assert job_changes(done, done)["gone"] == []
    assert job_changes(second, second)["items"] == {}
