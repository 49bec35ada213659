"""Test jobs: their progress, and their end with all helper processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from affray.lab.simulation.executors import WorkerPool, shared_pool, worker_pool
from affray.library import load
from affray.web.routes.events import job_changes
from affray.web.settings import Settings
from affray.web.workers.jobs import Job, JobRunner, TooManyJobsError
from affray.web.workers.pool import TaskPool
from servers import descendants, is_running, wait_for

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")


@pytest.fixture
def pool() -> Iterator[TaskPool]:
    found = TaskPool(2, 300_000_000, 0, 20, 20, max_tasks=1)
    yield found
    found.close()


@pytest.fixture
def jobs(pool: TaskPool) -> JobRunner:
    return JobRunner(pool, Settings(job_seconds=60.0, job_workers=2))


def study(playouts: int) -> dict[str, Any]:
    text = load("first-blood").toml()
    return {"scenario": text, "name": "x", "tape": [], "playouts": playouts, "seed": 0}


def processes_of(pool: TaskPool) -> dict[int, int]:
    """Return the processes that work on the pool's tasks, with the group of each."""
    leaders = [worker._process.pid for worker in pool._running.values() if worker._process]
    return {
        one: int(leader) for leader in leaders if leader for one in (leader, *descendants(leader))
    }


def begin_endless(jobs: JobRunner, pool: TaskPool) -> tuple[Job, dict[int, int]]:
    """Begin an endless job; return its processes once its helpers work."""
    found = jobs.start("study", study(1_000_000))
    wait_for(lambda: len(processes_of(pool)) == 3, "it has no helpers")
    return found, processes_of(pool)


def test_a_shared_pool_is_used_where_nobody_says_how_many() -> None:
    with worker_pool(1) as alone:
        shared = WorkerPool(alone.executor, 7)
        with shared_pool(shared):
            with worker_pool() as found:
                assert found is shared
            with worker_pool(1) as found:
                assert found is not shared
        with worker_pool(most=1) as found:
            assert found is not shared


def test_a_job_works_and_tells_of_it(jobs: JobRunner) -> None:
    changed: list[tuple[str, bool]] = []
    jobs.on_change = lambda job: changed.append((job, bool(jobs.get(job)["waiting"])))  # type: ignore[index]
    found = jobs.start("study", study(2000))
    assert found.data()["waiting"]
    wait_for(lambda: found.state != "working")
    assert found.state == "done", found.problems
    assert found.result["progress"] == 1.0
    assert set(changed) == {(found.id, False)}, "that it has begun is told as well"
    assert len(changed) >= 2, "its beginning and its end are told"
    assert jobs.start_once("study", study(2000)) is found


@needs_proc
def test_a_job_that_is_stopped_ends_with_its_helpers(jobs: JobRunner, pool: TaskPool) -> None:
    found, processes = begin_endless(jobs, pool)
    jobs.stop(found.id)
    wait_for(lambda: found.state == "stopped")
    wait_for(lambda: not any(map(is_running, processes)), "its helpers go on")
    after = jobs.start("study", study(100))
    wait_for(lambda: after.state == "done", "the pool does not go on")


@needs_proc
def test_a_job_that_takes_too_long_is_stopped_with_its_helpers(pool: TaskPool) -> None:
    jobs = JobRunner(pool, Settings(job_seconds=4.0, job_workers=2))
    found, processes = begin_endless(jobs, pool)
    wait_for(lambda: found.state == "stopped")
    assert found.result, "what it has found so far stays"
    wait_for(lambda: not any(map(is_running, processes)), "its helpers go on")


@needs_proc
def test_a_job_whose_process_was_killed_begins_anew(jobs: JobRunner, pool: TaskPool) -> None:
    found, processes = begin_endless(jobs, pool)
    os.kill(next(iter(processes.values())), signal.SIGKILL)
    wait_for(lambda: not any(map(is_running, processes)), "its helpers go on")
    wait_for(lambda: len(processes_of(pool)) == 3, "it has not begun anew")
    assert found.state == "working"
    jobs.close()
    wait_for(lambda: found.state == "stopped")


@needs_proc
def test_a_job_whose_helper_dies_says_so(jobs: JobRunner, pool: TaskPool) -> None:
    found, processes = begin_endless(jobs, pool)
    os.kill(next(one for one, group in processes.items() if one != group), signal.SIGKILL)
    wait_for(lambda: found.state == "failed")
    assert [one["text"] for one in found.problems] == ["this takes too much memory here"]


def test_an_address_has_so_many_jobs_and_the_next_one_is_refused(jobs: JobRunner) -> None:
    working = [jobs.start("study", study(1_000_000), "here") for _ in range(2)]
    with pytest.raises(TooManyJobsError):
        jobs.start("study", study(100), "here")
    other = jobs.start("study", study(100), "elsewhere")
    assert other.data()["waiting"], "two are at work"
    jobs.stop(working[0].id)
    wait_for(lambda: other.state == "done")
    jobs.close()


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
