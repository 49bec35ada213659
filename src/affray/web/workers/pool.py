"""Bounded work in other processes: a pool of workers with time and memory limits and a fair queue.

A worker is a process that takes a task, reports its progress and sends its result. The service
ends the process when the task takes too long, takes too much memory or is no longer needed. The
executors of `concurrent.futures` cannot end a busy process, so the pool uses their threads only.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import current_process, get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic
from typing import Any, Generic, TypeVar

from affray.core.problems import InvalidDataError, Problem

log = logging.getLogger("affray.web")

Json = dict[str, Any]
Report = Callable[[float, Json], None]
"""A function that takes the progress, from 0 to 1, and the result so far."""

WALL_CLOCK_FACTOR = 10
"""How many times its processor seconds a task may take by the clock, on a busy machine."""

MAX_TASKS = 500
"""The number of tasks after which a worker is replaced, so that its memory stays bounded."""

REPORT_SECONDS = 0.15
"""The shortest time between two progress reports of a task."""

DYING_SECONDS = 5.0
"""The time that a killed process may take to end."""

PROCESS_LOCK = threading.Lock()
"""A lock for starting processes and reading exit codes: `multiprocessing` reads all of them when it
starts a process, and two threads must not read the same one."""

TOO_LONG_OR_MUCH = "this takes too long or too much memory here"
NOT_WORKED_OUT = "this could not be worked out"
NOT_WANTED = "the result is no longer needed"

PRELOADED = ["affray.web.workers.tasks", "affray.web.workers.lab_jobs"]
"""The modules that every worker has imported when it starts."""

Item = TypeVar("Item")


class QueueFullError(Exception):
    """A queue that is full, altogether or for one address."""


class TaskFailedError(Exception):
    """A task that did not finish; the message says why."""


class TaskTooLongError(TaskFailedError):
    """A task that took longer than its limit."""


class TaskStoppedError(TaskFailedError):
    """A task that was stopped because its result is no longer needed."""


@dataclass(frozen=True)
class TaskLimits:
    """The seconds that a task may take, in processor time and by the clock.

    Zero processor seconds means no limit of processor time.
    """

    processor: float
    clock: float

    @classmethod
    def of_processor(cls, seconds: float) -> TaskLimits:
        """Return the limits of a task that never waits, from its processor seconds."""
        return cls(seconds, seconds * WALL_CLOCK_FACTOR)


@dataclass(eq=False)
class WorkerTask:
    """A call of a function that a worker can import, with its limits and its result."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    limits: TaskLimits
    on_progress: Report | None = None
    """Called with the progress, in the pool's thread. The task's function then takes a `Report`
    as its last argument."""
    future: Future[Any] = field(default_factory=Future)
    is_stopped: bool = False


class FairQueue(Generic[Item]):
    """A queue that gives each address its turn, and within an address each fight.

    The number of waiting items of an address or a fight does not matter.
    """

    def __init__(self, max_items: int, max_per_address: int) -> None:
        self.max_items = max_items
        self.max_per_address = max_per_address
        self._waiting: list[tuple[Item, str, str]] = []
        self._turns: dict[tuple[str, ...], int] = {}
        """The number of the last turn of each address, and of each of its fights."""
        self._counter = count(1)

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Item]:
        return iter([item for item, _, _ in self._waiting])

    def put(self, item: Item, address: str, fight: str = "") -> None:
        """Add an item, or raise QueueFullError."""
        of_address = sum(one == address for _, one, _ in self._waiting)
        if len(self._waiting) >= self.max_items or of_address >= self.max_per_address:
            raise QueueFullError
        self._waiting.append((item, address, fight))

    def get(self) -> Item | None:
        """Return the item whose turn is next; None if the queue is empty."""
        if not self._waiting:
            self._turns.clear()
            return None
        last = self._turns.get
        entry = min(self._waiting, key=lambda one: (last(one[1:2], 0), last(one[1:], 0)))
        self._waiting.remove(entry)
        self._turns[entry[1:2]] = self._turns[entry[1:]] = next(self._counter)
        return entry[0]

    def remove(self, item: Item) -> bool:
        """Remove an item before its turn; return False if it does not wait."""
        found = [one for one in self._waiting if one[0] == item]
        for one in found:
            self._waiting.remove(one)
        return bool(found)


class TaskPool:
    """A pool of worker processes that runs at most `size` tasks at once.

    Processes start when they are first needed. Each thread of the pool uses one worker at a time.
    Other threads only send signals to a worker, so none of them waits for it.
    """

    def __init__(
        self,
        size: int,
        max_bytes: int,
        niceness: int,
        max_waiting: int = 400,
        max_waiting_per_address: int = 40,
        max_tasks: int = MAX_TASKS,
    ) -> None:
        self.size = size
        self._queue: FairQueue[WorkerTask] = FairQueue(max_waiting, max_waiting_per_address)
        self._lock = threading.Lock()
        self._running: dict[WorkerTask, Worker] = {}
        self._workers = [Worker(niceness, max_bytes, max_tasks) for _ in range(size)]
        self._idle = list(self._workers)
        # one thread for each worker, so that a thread always finds an idle one
        self._threads = ThreadPoolExecutor(size, "worker-pool")
        self._is_closed = False

    def submit(
        self,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        limits: TaskLimits,
        address: str = "",
        fight: str = "",
        on_progress: Report | None = None,
    ) -> WorkerTask:
        """Queue a task, or raise QueueFullError; raise TaskStoppedError if the pool is closed.

        Its future returns the function's result, or raises the function's InvalidDataError or a
        TaskFailedError.
        """
        task = WorkerTask(function, arguments, limits, on_progress)
        with self._lock:
            if self._is_closed:
                raise TaskStoppedError(NOT_WANTED)
            self._queue.put(task, address, fight)
            self._threads.submit(self._run_next)
        return task

    def stop(self, task: WorkerTask) -> None:
        """End a task, whether it waits or runs; its future raises TaskStoppedError."""
        with self._lock:
            task.is_stopped = True
            waited = self._queue.remove(task)
            if task in self._running:
                self._running[task].kill()
        if waited and task.future.set_running_or_notify_cancel():
            task.future.set_exception(TaskStoppedError(NOT_WANTED))

    def waiting_count(self) -> int:
        """Return the number of tasks that wait for a worker."""
        return len(self._queue)

    def running_count(self) -> int:
        """Return the number of tasks that are running."""
        return len(self._running)

    def start(self) -> None:
        """Start the workers now, so that the first tasks do not wait for a process to start."""
        for _ in self._workers:
            self._threads.submit(self._run_next)

    def close(self) -> None:
        """Stop all tasks and end all workers, without waiting for them."""
        with self._lock:
            self._is_closed = True
            for task in (*self._queue, *self._running):
                task.is_stopped = True
            for worker in self._workers:
                worker.kill()
            # the threads still take every waiting task, and find that it is stopped
            self._threads.shutdown(wait=False)

    def _run_next(self) -> None:
        """Run the next task of the queue, then have the worker ready for another one.

        Without a waiting task, only start the worker.
        """
        with self._lock:
            worker = self._idle.pop()
            task = self._queue.get()
            if task is not None:
                self._running[task] = worker
        try:
            if task is not None:
                worker.run(task)
                with self._lock:
                    del self._running[task]
            if not self._is_closed:
                worker.start()
        except Exception:
            log.exception("a worker cannot be started")
        finally:
            if self._is_closed:
                worker.close()
            with self._lock:
                self._idle.append(worker)


class Worker:
    """One worker process, seen from the service.

    `kill` may be called in any thread, everything else only in the thread that uses the worker. So
    no connection is closed while another thread reads from it.
    """

    def __init__(self, niceness: int, max_bytes: int, max_tasks: int) -> None:
        self.niceness = niceness
        self.max_bytes = max_bytes
        self.max_tasks = max_tasks
        self._lock = threading.Lock()
        self._killable: BaseProcess | None = None
        """The process from its start to its end, for `kill`."""
        self._task_count = 0
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    def start(self) -> None:
        """Start a new process, unless the present one can take another task."""
        if self._task_count < self.max_tasks and self._exit_code() is None:
            return
        self.close()
        context = worker_context()
        ours, theirs = context.Pipe()
        process = context.Process(
            target=serve_tasks, args=(theirs, self.niceness, self.max_bytes), daemon=True
        )
        try:
            with PROCESS_LOCK:
                process.start()
        finally:
            theirs.close()
        self._process, self._connection, self._task_count = process, ours, 0
        with self._lock:
            self._killable = process

    def kill(self) -> None:
        """End the process and its child processes at once, without waiting; in any thread."""
        with self._lock:
            process = self._killable
            if process is None or process.pid is None or wait([process.sentinel], 0):
                return  # it has ended: its id may be another process's by now
            # each fails if the process ends meanwhile, the first also before it leads its group
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            with contextlib.suppress(OSError):
                os.kill(process.pid, signal.SIGKILL)

    def close(self) -> None:
        """End the process with its child processes, and close the connection."""
        self.kill()
        with self._lock:
            self._killable = None
        if self._process is not None and self._exit_code(DYING_SECONDS) is None:
            log.error("a worker process does not end", extra={"fields": {"of": self._process.pid}})
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None

    def run(self, task: WorkerTask) -> None:
        """Run a task in the process, and set the result of its future."""
        if not task.future.set_running_or_notify_cancel():
            return
        try:
            result = self._exchange(task)
        except (InvalidDataError, TaskFailedError) as error:
            task.future.set_exception(error)
        except Exception:
            log.exception("a task failed")
            task.future.set_exception(TaskFailedError(NOT_WORKED_OUT))
        else:
            task.future.set_result(result)

    def _exchange(self, task: WorkerTask) -> Any:
        """Run a task in the process; replace a process that was killed from outside, once."""
        answer = self._try(task)
        if answer is None and self._exit_code(DYING_SECONDS) == -signal.SIGKILL:
            answer = self._try(task)
        if answer is None:
            self.close()
            raise TaskFailedError(TOO_LONG_OR_MUCH)
        kind, found = answer
        if kind == "result":
            return found
        if kind == "problems":
            raise InvalidDataError([Problem(key, text) for key, text in found[0]], found[1])
        if kind == "memory":
            self.close()
            raise TaskFailedError("this takes too much memory here")
        log.error("a task failed: %s", found, extra={"fields": {"task": task.function.__name__}})
        raise TaskFailedError(NOT_WORKED_OUT)

    def _try(self, task: WorkerTask) -> tuple[str, Any] | None:
        """Send a task and return the process's answer; None if it ends without an answer."""
        if not task.is_stopped:
            try:
                self.start()
            except (OSError, EOFError) as error:
                raise TaskFailedError("no process can be started to work in") from error
        try:
            found = None if task.is_stopped else self._answer(task)
        except (EOFError, OSError):
            found = None
        if found is None and task.is_stopped:  # stopping a task kills the process
            raise TaskStoppedError(NOT_WANTED)
        return found

    def _answer(self, task: WorkerTask) -> tuple[str, Any]:
        """Send a task, report its progress and return the process's answer."""
        connection = self._connection
        assert connection is not None
        self._task_count += 1
        until = monotonic() + task.limits.clock
        reports = task.on_progress is not None
        connection.send((task.function, task.arguments, task.limits.processor, reports))
        while connection.poll(max(0.0, until - monotonic())):
            found: tuple[str, Any] = connection.recv()
            if found[0] != "progress":
                return found
            if task.on_progress is not None:
                task.on_progress(*found[1])
        self.close()
        raise TaskTooLongError("this takes too long here")

    def _exit_code(self, seconds: float = 0.0) -> int | None:
        """Return the process's exit code, at most after waiting; None while it lives.

        Without a process, the code is 0.
        """
        if self._process is None:
            return 0
        with PROCESS_LOCK:
            self._process.join(seconds)
            return self._process.exitcode


# --- in a worker process ---


def serve_tasks(connection: Connection, niceness: int, max_bytes: int) -> None:
    """Receive tasks and send their results, until the parent ends."""
    prepare_worker(niceness, max_bytes)
    while True:
        try:
            function, arguments, seconds, reports = connection.recv()
        except (EOFError, OSError):
            return
        more = (ProgressReport(connection),) if reports else ()
        limit_processor_time(seconds)
        answer = run_task(function, (*arguments, *more))
        limit_processor_time(0)
        try:
            connection.send(answer)
        except MemoryError:
            connection.send(("memory", ""))


def run_task(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, Any]:
    """Return a function's result or failure, as a kind and its data."""
    try:
        return "result", function(*arguments)
    except InvalidDataError as error:
        problems = [(one.key, one.text) for one in error.problems[:100]]
        return "problems", (problems, error.source)
    except (MemoryError, BrokenExecutor):  # a process that the task has started ran out of memory
        return "memory", ""
    except RecursionError:
        return "problems", ([("", "this is nested too deeply")], "")
    except Exception as error:
        return "error", f"{type(error).__name__}: {str(error)[:500]}"


class ProgressReport:
    """A report function that sends a task's progress to the service, at intervals."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._next_time = 0.0

    def __call__(self, done: float, part: Json) -> None:
        """Send the progress, unless the last report is more recent than `REPORT_SECONDS`."""
        if monotonic() >= self._next_time:
            self._connection.send(("progress", (done, part)))
            self._next_time = monotonic() + REPORT_SECONDS


def worker_context() -> ForkServerContext | SpawnContext:
    """Return the context that starts worker processes.

    Where the system supports it, this is a fork server that has the modules imported already.
    """
    try:
        context = get_context("forkserver")
    except ValueError:
        return get_context("spawn")
    context.set_forkserver_preload(PRELOADED)
    return context


def prepare_worker(niceness: int, max_bytes: int) -> None:
    """Make this process a worker: with a niceness, limited memory and its own process group.

    It leads the group, so that its child processes end with it.
    """
    os.setpgid(0, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.nice(niceness)
    limit_memory(max_bytes)
    end_with_parent()


def end_with_parent() -> None:
    """End this process and its group when its parent ends."""
    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os.killpg(0, signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


def helper_executor(size: int) -> ProcessPoolExecutor:
    """Return an executor of processes that help this worker, with its limits and in its group."""
    current_process().daemon = False  # a daemon may start no process
    # forking is safe on Linux here: this worker's other thread only waits
    context = get_context("fork" if sys.platform == "linux" else "spawn")
    return ProcessPoolExecutor(size, context, initializer=end_with_parent)


def limit_memory(max_bytes: int) -> None:
    """Limit this process to `max_bytes` more memory than now; beyond, it raises MemoryError."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return
    used = data_bytes()
    if used and max_bytes:
        resource.setrlimit(resource.RLIMIT_DATA, (used + max_bytes, used + max_bytes))


def data_bytes() -> int:
    """Return the bytes of data memory of this process; 0 if the system does not report it."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0
    for line in status.splitlines():
        if line.startswith("VmData:"):
            return int(line.split()[1]) * 1024
    return 0


def limit_processor_time(seconds: float) -> None:
    """End this process after these seconds of processor time; 0 removes the limit.

    The operating system ends it, so this works even in a tight loop.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)
