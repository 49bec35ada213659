"""A pool of worker processes, each with limits of time and memory, behind a fair queue."""

from __future__ import annotations

import contextlib
import logging
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from affray.core.problems import InvalidDataError, Problem
from affray.web.workers.fair_queue import FairQueue
from affray.web.workers.process import limit_processor_time, prepare_worker, worker_context

log = logging.getLogger("affray.web")

WALL_CLOCK_FACTOR = 10
"""A task may take so many times its processor seconds by the clock, on a busy machine."""

MAX_TASKS = 500
"""A worker is replaced after so many tasks, so that its memory never grows for long."""


class TaskFailedError(Exception):
    """A task did not come to its end; the message says why, for whoever asked."""


class TaskStoppedError(TaskFailedError):
    """A task was stopped because nobody wants its result any more."""


@dataclass(frozen=True)
class TaskLimits:
    """What a task may take."""

    seconds: float


@dataclass(eq=False)
class WorkerTask:
    """A call of one of the functions of `tasks`, with its limits and its result."""

    function: str
    arguments: tuple[Any, ...]
    limits: TaskLimits
    future: Future[Any] = field(default_factory=Future)
    is_stopped: bool = False


class WorkerPool:
    """Runs tasks in worker processes, at most `size` at once. Processes start when first needed."""

    def __init__(
        self,
        size: int,
        max_bytes: int,
        niceness: int,
        max_waiting: int = 400,
        max_waiting_per_address: int = 40,
    ) -> None:
        self.size = size
        self.max_bytes = max_bytes
        self.niceness = niceness
        self._queue: FairQueue[WorkerTask] = FairQueue(max_waiting, max_waiting_per_address)
        self._ready = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._closing = False
        self._running: dict[WorkerTask, Worker] = {}

    def submit(
        self,
        function: str,
        arguments: tuple[Any, ...],
        limits: TaskLimits,
        address: str = "",
        fight: str = "",
    ) -> WorkerTask:
        """Queue a task.

        Raises QueueFullError.

        Its future gives the function's result, or raises InvalidDataError with its problems or
        TaskFailedError.
        """
        task = WorkerTask(function, arguments, limits)
        with self._ready:
            self._queue.put(task, address, fight)
            if self._idle < len(self._queue) and len(self._threads) < self.size:
                thread = threading.Thread(target=self._serve, name="worker-pool", daemon=True)
                self._threads.append(thread)
                thread.start()
            self._ready.notify()
        return task

    def stop(self, task: WorkerTask) -> None:
        """End a task, whether it waits or runs; its future raises TaskStoppedError."""
        with self._ready:
            task.is_stopped = True
            waited = self._queue.remove(task)
            worker = self._running.get(task)
        if waited and task.future.set_running_or_notify_cancel():
            task.future.set_exception(TaskStoppedError("nobody wants it any more"))
        elif worker is not None:
            worker.kill()

    def waiting_count(self) -> int:
        """Return how many tasks wait for a worker."""
        return len(self._queue)

    def start(self) -> None:
        """Start the workers now, so that the first task need not wait for one."""
        with self._ready:
            while len(self._threads) < self.size:
                thread = threading.Thread(target=self._serve, name="worker-pool", daemon=True)
                self._threads.append(thread)
                thread.start()

    def close(self) -> None:
        """End all workers and their tasks."""
        with self._ready:
            self._closing = True
            while (task := self._queue.get()) is not None:
                if task.future.set_running_or_notify_cancel():
                    task.future.set_exception(TaskStoppedError("the service stops"))
            for running, worker in self._running.items():
                running.is_stopped = True
                worker.kill()
            self._ready.notify_all()
        for thread in self._threads:
            thread.join(10)

    def _serve(self) -> None:
        """Serve task after task, in a new process whenever the last one has ended."""
        worker = Worker(self.niceness, self.max_bytes)
        worker.start()
        try:
            while True:
                task = self._next_task(worker)
                if task is None:
                    return
                worker.run(task)
                with self._ready:
                    self._running.pop(task, None)
                if not worker.is_alive() or worker.task_count >= MAX_TASKS:
                    worker.kill()
                    worker.start()
        finally:
            worker.kill()

    def _next_task(self, worker: Worker) -> WorkerTask | None:
        with self._ready:
            self._idle += 1
            try:
                while True:
                    if self._closing:
                        return None
                    task = self._queue.get()
                    if task is not None:
                        self._running[task] = worker
                        return task
                    self._ready.wait()
            finally:
                self._idle -= 1


class Worker:
    """One worker process, seen from the service."""

    def __init__(self, niceness: int, max_bytes: int) -> None:
        self.niceness = niceness
        self.max_bytes = max_bytes
        self.task_count = 0
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    def start(self) -> None:
        """Start the process."""
        context = worker_context()
        ours, theirs = context.Pipe()
        self._process = context.Process(
            target=serve_tasks, args=(theirs, self.niceness, self.max_bytes), daemon=True
        )
        self._process.start()
        theirs.close()
        self._connection = ours
        self.task_count = 0

    def is_alive(self) -> bool:
        """Return whether the process can take another task."""
        return (
            self._process is not None and self._process.is_alive() and self._connection is not None
        )

    def kill(self) -> None:
        """End the process at once."""
        process, connection = self._process, self._connection
        self._connection = None
        if process is not None:
            process.kill()
            process.join(5)
        if connection is not None:
            with contextlib.suppress(OSError):
                connection.close()

    def run(self, task: WorkerTask) -> None:
        """Have the process do a task, and give its future the result."""
        self.task_count += 1
        if not task.future.set_running_or_notify_cancel():
            return
        try:
            result = self._exchange(task)
        except Exception as error:
            task.future.set_exception(error)
        else:
            task.future.set_result(result)

    def _exchange(self, task: WorkerTask) -> Any:
        """Have the process do a task; one that somebody else killed is replaced, once."""
        answer = self._try(task)
        if answer is None and self.was_killed() and not task.is_stopped:
            self.kill()
            self.start()
            answer = self._try(task)
        if answer is None:
            self.kill()
            if task.is_stopped:
                raise TaskStoppedError("nobody wants it any more")
            raise TaskFailedError("this takes too long or too much memory here")
        kind, found = answer
        if kind == "result":
            return found
        if kind == "problems":
            raise InvalidDataError([Problem(key, text) for key, text in found[0]], found[1])
        if kind == "memory":
            self.kill()
            raise TaskFailedError("this takes too much memory here")
        log.error("a task failed: %s", found, extra={"fields": {"task": task.function}})
        raise TaskFailedError("this could not be worked out")

    def _try(self, task: WorkerTask) -> tuple[str, Any] | None:
        """Return what the process answers; None if it ends without an answer."""
        connection = self._connection
        if task.is_stopped:  # asked first: stopping it ends the process
            raise TaskStoppedError("nobody wants it any more")
        if connection is None:
            raise TaskFailedError("no process can be started to work in")
        try:
            connection.send((task.function, task.arguments, task.limits.seconds))
            if not connection.poll(task.limits.seconds * WALL_CLOCK_FACTOR):
                self.kill()
                raise TaskFailedError("this takes too long here")
            found: tuple[str, Any] = connection.recv()
        except (EOFError, OSError):
            return None
        return found

    def was_killed(self) -> bool:
        """Return whether the process was killed from outside, not by a limit of its own."""
        if self._process is None:
            return False
        self._process.join(5)
        return self._process.exitcode == -signal.SIGKILL


def serve_tasks(connection: Connection, niceness: int, max_bytes: int) -> None:
    """Take tasks and send their results, until the parent ends; runs in a worker process."""
    from affray.web.workers.tasks import TASK_FUNCTIONS

    prepare_worker(niceness, max_bytes)
    while True:
        try:
            function, arguments, seconds = connection.recv()
        except (EOFError, OSError):
            return
        limit_processor_time(seconds)
        answer = run_task(TASK_FUNCTIONS[function], arguments)
        limit_processor_time(0)
        try:
            connection.send(answer)
        except MemoryError:
            connection.send(("memory", ""))


def run_task(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, Any]:
    """Return the result of a function, or how it failed."""
    try:
        return "result", function(*arguments)
    except InvalidDataError as error:
        problems = [(one.key, one.text) for one in error.problems[:100]]
        return "problems", (problems, error.source)
    except MemoryError:
        return "memory", ""
    except RecursionError:
        return "problems", ([("", "this is nested too deeply")], "")
    except Exception as error:
        return "error", f"{type(error).__name__}: {str(error)[:500]}"
