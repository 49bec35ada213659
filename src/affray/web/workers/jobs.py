"""Work that takes a while: one process each, watched, stoppable, and never too many at once."""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

from affray.core.problems import InvalidDataError
from affray.web.workers.tasks import JOB_FUNCTIONS, ignore_interrupts_and_die_with_parent

Json = dict[str, Any]

MAX_REMEMBERED = 200
"""How many finished jobs are remembered."""


class TooManyJobsError(Exception):
    """As many jobs as may work at once are working."""


@dataclass
class Job:
    """One piece of work and how far it is."""

    id: str
    kind: str
    state: str = "working"
    progress: float = 0.0
    result: Json = field(default_factory=dict)
    problems: list[Json] = field(default_factory=list)
    ends: float = 0.0

    def data(self) -> Json:
        """The job, as the page asks for it."""
        return {
            "id": self.id,
            "kind": self.kind,
            "state": self.state,
            "progress": self.progress,
            "result": self.result,
            "problems": self.problems,
        }


def run_job(kind: str, given: Json, out: Connection) -> None:
    """What the job's process does: the work, telling how far it is."""
    ignore_interrupts_and_die_with_parent()
    try:
        found = JOB_FUNCTIONS[kind](given, lambda done, part: out.send(("part", done, part)))
        out.send(("done", 1.0, found))
    except InvalidDataError as error:
        problems = [{"key": one.key, "text": one.text} for one in error.problems]
        out.send(("failed", 0.0, {"problems": problems}))
    except Exception as error:
        text = f"this could not be worked out: {error}"
        out.send(("failed", 0.0, {"problems": [{"key": "", "text": text}]}))


class JobRunner:
    """The jobs of a service. Their ids are secret: whoever started one knows it."""

    def __init__(self, limit: int, seconds: float) -> None:
        self.limit = limit
        self.seconds = seconds
        self._jobs: dict[str, Job] = {}
        self._stops: dict[str, threading.Event] = {}
        self._lock = threading.Lock()

    def start(self, kind: str, given: Json) -> Job:
        """Begins a job, or raises TooManyJobsError."""
        job = Job(secrets.token_urlsafe(18), kind, ends=monotonic() + self.seconds)
        with self._lock:
            if self.working_count() >= self.limit:
                raise TooManyJobsError
            self._forget()
            self._jobs[job.id] = job
            self._stops[job.id] = threading.Event()
        threading.Thread(target=self._watch, args=(job, given), daemon=True).start()
        return job

    def get(self, job: str) -> Job | None:
        """The job of that id."""
        return self._jobs.get(job)

    def stop(self, job: str) -> None:
        """Ends a job; what it had found so far stays."""
        if job in self._stops:
            self._stops[job].set()

    def working_count(self) -> int:
        """How many are at work."""
        return sum(job.state == "working" for job in self._jobs.values())

    def close(self) -> None:
        """Ends them all."""
        for stop in self._stops.values():
            stop.set()

    def _watch(self, job: Job, given: Json) -> None:
        stop = self._stops[job.id]
        context = get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=run_job, args=(job.kind, given, theirs), daemon=True)
        process.start()
        theirs.close()
        try:
            while job.state == "working":
                if ours.poll(0.1):
                    self._hear(job, ours)
                if stop.is_set() or monotonic() > job.ends:
                    job.state = "stopped"
        except (EOFError, OSError):
            job.state = "failed"
            job.problems = [{"key": "", "text": "the work ended before its time"}]
        finally:
            process.terminate()
            process.join(5)
            ours.close()

    def _hear(self, job: Job, ours: Connection) -> None:
        state, progress, found = ours.recv()
        if state == "failed":
            job.problems = found["problems"]
        else:
            job.result = found
            job.progress = progress
        if state != "part":
            job.state = state

    def _forget(self) -> None:
        done = [job.id for job in self._jobs.values() if job.state != "working"]
        for job in done[: max(0, len(done) - MAX_REMEMBERED)]:
            del self._jobs[job], self._stops[job]
