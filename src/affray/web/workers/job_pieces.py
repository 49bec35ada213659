"""A job's work in pieces: its process hands them to the service, whose workers do them, each
address and each job in its turn."""

from __future__ import annotations

import contextlib
import pickle
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from multiprocessing.connection import Connection
from typing import Any

from affray.core.problems import InvalidDataError, Problem
from affray.web.workers.pool import TaskLimits, WorkerPool, WorkerTask

PIECE = "piece"
"""What a message is called with which a job's process hands over a piece."""


class PieceExecutor(Executor):
    """What a job's process submits its pieces to."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._waiting: dict[int, Future[Any]] = {}
        self._count = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand a piece over.

        Its future gives the result, or raises InvalidDataError or RuntimeError.
        """
        future: Future[Any] = Future()
        self._count += 1
        self._waiting[self._count] = future
        self._connection.send((PIECE, self._count, pickle.dumps((fn, args, kwargs))))
        return future

    def _listen(self) -> None:
        """Take results until the service ends this process or the connection."""
        while True:
            try:
                number, kind, found = self._connection.recv()
            except (EOFError, OSError):
                return
            future = self._waiting.pop(number)
            if not future.set_running_or_notify_cancel():
                continue
            if kind == "result":
                future.set_result(pickle.loads(found))
            elif kind == "problems":
                future.set_exception(InvalidDataError([Problem(*one) for one in found]))
            else:
                future.set_exception(RuntimeError(found))


class PieceForwarder:
    """What the service does with the pieces of one job: they go to the pool, their results back
    to the job's process."""

    def __init__(
        self, pool: WorkerPool, connection: Connection, limits: TaskLimits, address: str, job: str
    ) -> None:
        self._pool = pool
        self._connection = connection
        self._limits = limits
        self._address = address
        self._job = job
        self._tasks: set[WorkerTask] = set()
        self._lock = threading.Lock()

    def forward(self, number: int, payload: bytes) -> None:
        """Put a piece into the pool's queue, or raise QueueFullError."""
        task = self._pool.submit("run_piece", (payload,), self._limits, self._address, self._job)
        with self._lock:
            self._tasks.add(task)
        task.future.add_done_callback(lambda future: self._send_back(number, task, future))

    def stop(self) -> None:
        """End the pieces that are still being worked on."""
        with self._lock:
            tasks = list(self._tasks)
        for task in tasks:
            self._pool.stop(task)

    def _send_back(self, number: int, task: WorkerTask, future: Future[Any]) -> None:
        error = future.exception()
        answer: tuple[int, str, Any]
        if error is None:
            answer = (number, "result", future.result())
        elif isinstance(error, InvalidDataError):
            answer = (number, "problems", [(one.key, one.text) for one in error.problems])
        else:
            answer = (number, "failed", str(error))
        with self._lock, contextlib.suppress(OSError):  # the job may have ended meanwhile
            self._tasks.discard(task)
            self._connection.send(answer)
