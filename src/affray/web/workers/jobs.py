"""Work that takes a while: one process each, with pieces for the workers, watched, stoppable, never
too many at once."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from time import monotonic, time
from typing import Any

from affray.core.problems import InvalidDataError
from affray.store import Store
from affray.web.workers.fair_queue import FairQueue, QueueFullError
from affray.web.workers.job_pieces import PIECE, PieceExecutor, PieceForwarder
from affray.web.workers.pool import TaskLimits, WorkerPool
from affray.web.workers.process import prepare_worker, worker_context
from affray.web.workers.worker_pools import JOB_NICENESS

log = logging.getLogger("affray.web")

Json = dict[str, Any]

MAX_REMEMBERED = 200
"""How many finished jobs are remembered."""

MAX_WAITING = 20
"""How many jobs wait for their turn."""

REPORT_SECONDS = 0.15
"""How often a job tells what there is so far, at most."""

SAVE_SECONDS = 0.5
"""How often a job's progress is told to other servers."""

LOST_SECONDS = 30.0
"""A job of another server that nothing was told of for so long has ended with its server."""


class TooManyJobsError(Exception):
    """An address has as many jobs as it may have, or too many wait."""


@dataclass
class Job:
    """One piece of work and how far it is."""

    id: str
    kind: str
    given: Json
    address: str
    state: str = "working"
    progress: float = 0.0
    result: Json = field(default_factory=dict)
    problems: list[Json] = field(default_factory=list)
    is_waiting: bool = True
    stop: threading.Event = field(default_factory=threading.Event)

    def data(self) -> Json:
        """Return the job, as the page asks for it."""
        return {
            "id": self.id,
            "kind": self.kind,
            "state": self.state,
            "progress": self.progress,
            "result": self.result,
            "problems": self.problems,
            "waiting": self.is_waiting and self.state == "working",
        }


class ProgressReport:
    """Tells the service what a job has found so far, now and then."""

    def __init__(self, out: Connection) -> None:
        self.out = out
        self.next_time = 0.0

    def __call__(self, done: float, part: Json) -> None:
        """Tell it, unless it was told only just now."""
        if monotonic() >= self.next_time:
            self.out.send(("part", done, part))
            self.next_time = monotonic() + REPORT_SECONDS


def run_job(kind: str, given: Json, out: Connection, max_bytes: int, workers: int) -> None:
    """Do a job in its own process, and report its progress.

    Pieces of it are done by the service's `workers`.
    """
    from affray.lab.simulation.executors import WorkerPool as LabPool
    from affray.lab.simulation.executors import shared_pool
    from affray.web.workers.job_functions import JOB_FUNCTIONS

    prepare_worker(JOB_NICENESS, max_bytes)
    try:
        with shared_pool(LabPool(PieceExecutor(out), workers)):
            found = JOB_FUNCTIONS[kind](given, ProgressReport(out))
        out.send(("done", 1.0, found))
    except InvalidDataError as error:
        problems = [{"key": one.key, "text": one.text} for one in error.problems[:100]]
        out.send(("failed", 0.0, {"problems": problems}))
    except MemoryError:
        problem = {"key": "", "text": "this takes too much memory here"}
        out.send(("failed", 0.0, {"problems": [problem]}))
    except Exception as error:
        problem = {"key": "", "text": f"this could not be worked out: {error}"}
        out.send(("failed", 0.0, {"problems": [problem]}))


class JobRunner:
    """The jobs of a service. Their ids are secret: whoever started one knows it.

    So many work at once, each address in its turn; the others wait. Where servers share a store,
    each tells the others of its jobs.
    """

    def __init__(
        self,
        limit: int,
        seconds: float,
        pool: WorkerPool,
        store: Store | None = None,
        max_bytes: int = 0,
    ) -> None:
        self.limit = limit
        self.pool = pool
        self.on_change: Callable[[str], None] = lambda _: None
        """Is told the id of a job of which there is news, in whatever thread."""
        self.seconds = seconds
        self.store = store if store is not None and store.is_shared else None
        self.max_bytes = max_bytes
        self._jobs: dict[str, Job] = {}
        self._queue: FairQueue[Job] = FairQueue(MAX_WAITING, MAX_WAITING)
        self._working = 0
        self._lock = threading.Lock()
        self._closing = False

    def start(self, kind: str, given: Json, address: str = "") -> Job:
        """Begin a job or have it wait its turn.

        Raises TooManyJobsError where the address has as many as may work at once, or too many wait.
        """
        job = Job(secrets.token_urlsafe(18), kind, given, address)
        with self._lock:
            mine = sum(
                one.address == address and one.state == "working" for one in self._jobs.values()
            )
            if mine >= self.limit:
                raise TooManyJobsError
            self._forget()
            try:
                self._queue.put(job, address)
            except QueueFullError:
                raise TooManyJobsError from None
            self._jobs[job.id] = job
        if self.store is not None:
            self.store.save_job(job.id, job.data())
        self._start_next()
        return job

    def start_once(self, kind: str, given: Json, address: str = "") -> Job:
        """Start a job whose result never changes, or return the one that has done it already."""
        with self._lock:
            for job in self._jobs.values():
                if job.state == "done" and job.kind == kind and job.given == given:
                    return job
        return self.start(kind, given, address)

    def has(self, job: str) -> bool:
        """Return whether it is a job of this server."""
        return job in self._jobs

    def get(self, job: str) -> Json | None:
        """Return a job by its id, of this server or of another."""
        found = self._jobs.get(job)
        if found is not None:
            return found.data()
        if self.store is None:
            return None
        stored = self.store.get_job(job)
        if stored is None:
            return None
        data = stored.data
        if data["state"] == "working" and time() - stored.updated > LOST_SECONDS:
            lost = {"key": "", "text": "the server that worked on this has stopped"}
            data = {**data, "state": "failed", "problems": [lost]}
        return data

    def stop(self, job: str) -> None:
        """End a job at whatever server; its results so far stay."""
        found = self._jobs.get(job)
        if found is not None:
            self._stop(found)
        elif self.store is not None:
            self.store.request_job_stop(job)

    def _stop(self, job: Job) -> None:
        job.stop.set()
        with self._lock:
            waited = self._queue.remove(job)
            if waited:
                job.state = "stopped"
        if waited:
            self._save(job)
            self.on_change(job.id)

    def working_count(self) -> int:
        """Return how many are at work."""
        return self._working

    def close(self) -> None:
        """End all jobs."""
        self._closing = True
        for job in list(self._jobs.values()):
            self._stop(job)

    def _start_next(self) -> None:
        with self._lock:
            while self._working < self.limit and not self._closing:
                job = self._queue.get()
                if job is None:
                    return
                self._working += 1
                job.is_waiting = False
                self.on_change(job.id)
                threading.Thread(target=self._watch, args=(job,), daemon=True).start()

    def _watch(self, job: Job) -> None:
        try:
            self._work(job)
        finally:
            with self._lock:
                self._working -= 1
            self._save(job)
            self.on_change(job.id)
            self._start_next()

    def _work(self, job: Job) -> None:
        ends, saved = monotonic() + self.seconds, 0.0
        context = worker_context()
        ours, theirs = context.Pipe()
        process = context.Process(
            target=run_job,
            args=(job.kind, job.given, theirs, self.max_bytes, self.pool.size),
            daemon=True,
        )
        limits = TaskLimits(self.seconds)
        pieces = PieceForwarder(self.pool, ours, limits, job.address, job.id)
        process.start()
        theirs.close()
        try:
            while job.state == "working":
                if ours.poll(0.1):
                    self._receive(job, ours.recv(), pieces)
                if job.state == "working" and (job.stop.is_set() or monotonic() > ends):
                    job.state = "stopped"
                if self.store is not None and monotonic() > saved + SAVE_SECONDS:
                    saved = monotonic()
                    self._save(job)
        except (EOFError, OSError):
            job.problems = [{"key": "", "text": "the work ended before its time"}]
            job.state = "failed"
        finally:
            pieces.stop()
            process.kill()
            process.join(5)
            ours.close()

    def _receive(self, job: Job, message: tuple[Any, ...], pieces: PieceForwarder) -> None:
        state, progress, found = message
        if state == PIECE:
            pieces.forward(progress, found)
            return
        if state == "failed":
            job.problems = found["problems"]
        else:
            job.result = found
            job.progress = progress
        if state != "part":
            job.state = state
        self.on_change(job.id)

    def _save(self, job: Job) -> None:
        """Tell other servers how far a job is, and stop it where one of them wants that."""
        if self.store is None:
            return
        try:
            if self.store.save_job(job.id, job.data()):
                job.stop.set()
        except Exception:
            log.warning("a job's progress could not be told to other servers")

    def _forget(self) -> None:
        done = [job.id for job in self._jobs.values() if job.state != "working"]
        for job in done[: max(0, len(done) - MAX_REMEMBERED)]:
            del self._jobs[job]
