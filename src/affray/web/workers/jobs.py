"""Jobs: long tasks that clients can watch and stop, with a limit on their number."""

from __future__ import annotations

import logging
import os
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from time import time
from typing import Any

from affray.core.problems import InvalidDataError
from affray.store import Store
from affray.web.settings import Settings
from affray.web.workers.lab_jobs import run_job
from affray.web.workers.pool import (
    QueueFullError,
    TaskFailedError,
    TaskLimits,
    TaskPool,
    TaskStoppedError,
    TaskTooLongError,
    WorkerTask,
)

log = logging.getLogger("affray.web")

Json = dict[str, Any]

MAX_REMEMBERED = 200
"""The largest number of finished jobs that are remembered."""

SAVE_SECONDS = 0.5
"""The seconds between two reports of a job's progress to other servers."""

LOST_SECONDS = 30.0
"""The seconds without a report after which another server's job counts as lost."""


class TooManyJobsError(Exception):
    """A job that is refused: its address has too many jobs, or the queue is full."""


@dataclass
class Job:
    """A long task with its state, progress and result so far."""

    id: str
    kind: str
    given: Json
    address: str
    state: str = "working"
    progress: float = 0.0
    result: Json = field(default_factory=dict)
    problems: list[Json] = field(default_factory=list)
    is_waiting: bool = True
    task: WorkerTask | None = None

    def data(self) -> Json:
        """Return the job as data for the page."""
        return {
            "id": self.id,
            "kind": self.kind,
            "state": self.state,
            "progress": self.progress,
            "result": self.result,
            "problems": self.problems,
            "waiting": self.is_waiting and self.state == "working",
        }


class JobRunner:
    """The jobs of a service, each a task of one pool.

    A job's id is a secret known only to the client that started it. If servers share a store,
    each reports its jobs to the others.
    """

    def __init__(self, pool: TaskPool, settings: Settings, store: Store | None = None) -> None:
        self.pool = pool
        self.on_change: Callable[[str], None] = lambda _: None
        """Called with the id of a job that has changed, in any thread."""
        self.seconds = settings.job_seconds
        self.helpers = settings.job_workers or os.cpu_count() or 1
        self.store = store if store is not None and store.is_shared else None
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._teller: threading.Thread | None = None

    def start(self, kind: str, given: Json, address: str = "") -> Job:
        """Start a job, or queue it if no worker is free.

        Raise TooManyJobsError if the address has its full number of jobs, or the queue is full.
        """
        job = Job(secrets.token_urlsafe(18), kind, given, address)
        with self._lock:
            working = [one for one in self._jobs.values() if one.state == "working"]
            if sum(one.address == address for one in working) >= self.pool.size:
                raise TooManyJobsError
            self._forget()
            self._jobs[job.id] = job
        self._save(job)
        try:
            job.task = self.pool.submit(
                run_job,
                (kind, given, self.helpers),
                TaskLimits(0, self.seconds),
                address,
                on_progress=partial(self._note_progress, job),
            )
        except (QueueFullError, TaskStoppedError) as error:
            del self._jobs[job.id]
            raise TooManyJobsError from error
        job.task.future.add_done_callback(partial(self._end, job))
        self._tell_others()
        return job

    def start_once(self, kind: str, given: Json, address: str = "") -> Job:
        """Start a job whose result never changes, or return a finished job with equal input."""
        with self._lock:
            for job in self._jobs.values():
                if job.state == "done" and job.kind == kind and job.given == given:
                    return job
        return self.start(kind, given, address)

    def has(self, job: str) -> bool:
        """Return whether this server has a job with this id."""
        return job in self._jobs

    def get(self, job: str) -> Json | None:
        """Return a job's data by its id, from this server or another; None if unknown."""
        found = self._jobs.get(job)
        if found is not None:
            return found.data()
        stored = self.store.get_job(job) if self.store is not None else None
        if stored is None:
            return None
        data = stored.data
        if data["state"] == "working" and time() - stored.updated > LOST_SECONDS:
            lost = {"key": "", "text": "the server that worked on this has stopped"}
            data = {**data, "state": "failed", "problems": [lost]}
        return data

    def stop(self, job: str) -> None:
        """Stop a job on this server or another; its results so far stay."""
        found = self._jobs.get(job)
        if found is not None and found.task is not None:
            self.pool.stop(found.task)
        elif self.store is not None:
            self.store.request_job_stop(job)

    def working_count(self) -> int:
        """Return the number of jobs that are running on this server."""
        return self.pool.running_count()

    def close(self) -> None:
        """End all jobs."""
        self._closing.set()
        for job in list(self._jobs):
            self.stop(job)

    def _note_progress(self, job: Job, done: float, part: Json) -> None:
        job.is_waiting, job.progress, job.result = False, done, part
        self.on_change(job.id)

    def _end(self, job: Job, future: Future[Json]) -> None:
        """Record how a job ended; its results so far stay."""
        try:
            job.result, job.progress, job.state = future.result(), 1.0, "done"
        except (TaskStoppedError, TaskTooLongError):
            job.state = "stopped"
        except InvalidDataError as error:
            job.problems = [{"key": one.key, "text": one.text} for one in error.problems]
            job.state = "failed"
        except TaskFailedError as error:
            job.problems = [{"key": "", "text": str(error)}]
            job.state = "failed"
        self._save(job)
        self.on_change(job.id)

    def _tell_others(self) -> None:
        """Start the thread that reports the jobs' progress to other servers."""
        if self.store is not None and self._teller is None:
            self._teller = threading.Thread(target=self._tell, name="jobs", daemon=True)
            self._teller.start()

    def _tell(self) -> None:
        while not self._closing.wait(SAVE_SECONDS):
            for job in list(self._jobs.values()):
                if job.state == "working":
                    self._save(job)

    def _save(self, job: Job) -> None:
        """Report a job's progress to other servers, and stop it if one of them asks for that."""
        if self.store is None:
            return
        try:
            if self.store.save_job(job.id, job.data()) and job.state == "working":
                self.stop(job.id)
        except Exception:
            log.warning("a job's progress could not be told to other servers")

    def _forget(self) -> None:
        done = [job.id for job in self._jobs.values() if job.state != "working"]
        for job in done[: max(0, len(done) - MAX_REMEMBERED)]:
            del self._jobs[job]
