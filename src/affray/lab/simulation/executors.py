"""Executors for work: in this process, in other processes, or on a Dask cluster."""

from __future__ import annotations

import os
import re
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from affray.core.problems import InvalidDataError, data_error

MOST_WORKERS = 1024

CLOSING_SECONDS = 2.0
"""The time that a pool may take to end."""

CLUSTER_TIMEOUT = 5.0
"""The number of seconds that a cluster has to answer."""


@dataclass
class WorkerPool:
    """An executor and its number of workers."""

    executor: Executor | None
    """The executor; None for work in this process."""
    size: int


_shared_pool: WorkerPool | None = None


@contextmanager
def shared_pool(pool: WorkerPool) -> Iterator[None]:
    """Share a pool for as long as the context lasts.

    Work in this process uses it unless it asks for a number of workers.
    """
    global _shared_pool
    before, _shared_pool = _shared_pool, pool
    try:
        yield
    finally:
        _shared_pool = before


@contextmanager
def worker_pool(
    workers: int | None = None, cluster: str | None = None, most: int = MOST_WORKERS
) -> Iterator[WorkerPool]:
    """Return a pool of workers for as long as the context lasts.

    Without `workers`, this is the shared pool if there is one, otherwise a new pool of at most
    `most` workers. Raises InvalidDataError if a worker dies or a cluster does not answer.
    """
    check_workers(workers)
    if cluster is not None:
        with cluster_pool(cluster) as pool:
            yield pool
        return
    if workers is None and _shared_pool is not None:
        yield _shared_pool
        return
    size = workers or max(1, min(os.cpu_count() or 1, most))
    if size == 1:
        yield WorkerPool(None, 1)
        return
    executor = process_executor(size)
    try:
        yield WorkerPool(executor, size)
    except BrokenExecutor:
        raise data_error(
            "a worker process died, perhaps for want of memory; try fewer --workers"
        ) from None
    finally:
        close_executor(executor)


def check_workers(workers: int | None) -> None:
    """Raise InvalidDataError for an impossible number of workers."""
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise data_error(f"expected 1 to {MOST_WORKERS} workers, not {workers}", "--workers")


def process_executor(size: int) -> Executor:
    """Return an executor of processes on this machine.

    The processes are forked, which is quick, unless threads make that unsafe.
    """
    # imported here, because most commands need no other process
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    safe = threading.active_count() == 1 and "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if safe else "spawn")
    return ProcessPoolExecutor(size, mp_context=context, initializer=ignore_interrupts)


def close_executor(executor: Executor) -> None:
    """End an executor without waiting for unfinished work.

    The caller has all results, or has interrupted the work.
    """
    manager = getattr(executor, "_executor_manager_thread", None)
    children = list((getattr(executor, "_processes", None) or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    for child in children:
        child.terminate()
    if manager is not None:
        manager.join(CLOSING_SECONDS)


class InterruptGuard:
    """A guard that records Ctrl-C instead of raising KeyboardInterrupt at once."""

    def __init__(self) -> None:
        self.is_pressed = False
        self.may_raise = False
        """Whether Ctrl-C may interrupt the current work."""

    def note(self, _signal: int, _frame: object) -> None:
        """Handle the signal; a second Ctrl-C interrupts in any case."""
        if self.is_pressed or self.may_raise:
            raise KeyboardInterrupt
        self.is_pressed = True

    def check(self) -> None:
        """Raise KeyboardInterrupt if Ctrl-C was pressed."""
        if self.is_pressed:
            raise KeyboardInterrupt


@contextmanager
def deferred_interrupts() -> Iterator[InterruptGuard]:
    """Let a guard record Ctrl-C, so that the caller can stop between two units of work.

    Python raises KeyboardInterrupt between any two steps. If a thread has just taken a lock of the
    executor, the lock then stays locked forever. If Ctrl-C is ignored, as in a shell's background,
    it stays ignored. Outside the main thread nothing is recorded.
    """
    guard = InterruptGuard()
    ignored = signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    if ignored or threading.current_thread() is not threading.main_thread():
        yield guard
        return
    before = signal.signal(signal.SIGINT, guard.note)
    try:
        yield guard
    finally:
        signal.signal(signal.SIGINT, before or signal.default_int_handler)


class Stoppable(Protocol):
    """A result that may have been interrupted before all work was done."""

    stopped: bool


@contextmanager
def stop_on_interrupt(found: Stoppable, has_any: Callable[[], bool]) -> Iterator[None]:
    """Let Ctrl-C end the work with the results so far.

    Raises KeyboardInterrupt if there are none.
    """
    try:
        yield
    except KeyboardInterrupt:
        found.stopped = True
        if not has_any():
            raise


def ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that started this worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def cluster_pool(address: str) -> Iterator[WorkerPool]:
    """Return the workers of the Dask cluster at an address."""
    if find_spec("distributed") is None:
        raise data_error(
            "a cluster needs Dask, which is not installed; try:  pip install 'affray[cluster]'",
            "--cluster",
        )
    check_scheduler_answers(address)  # much faster than the import
    distributed = import_module("distributed")
    silence_cluster_log()
    try:
        client = distributed.Client(address, timeout=CLUSTER_TIMEOUT, set_as_default=False)
    except Exception as error:  # whatever answers there
        raise unreachable_error(address) from error
    try:
        client.wait_for_workers(1, timeout=CLUSTER_TIMEOUT)
    except TimeoutError:
        client.close()
        raise data_error(
            f"the cluster at {address!r} has no workers; start some with:  dask worker {address}",
            "--cluster",
        ) from None
    try:
        yield WorkerPool(client.get_executor(pure=False), max(1, sum(client.ncores().values())))
    except distributed.KilledWorker:
        raise data_error("the cluster's workers keep dying over this work", "--cluster") from None
    except ModuleNotFoundError as error:
        raise data_error(
            f"the cluster's workers lack {error.name!r}; install the same affray on each",
            "--cluster",
        ) from None
    finally:
        client.close()


def check_scheduler_answers(address: str) -> None:
    """Raise InvalidDataError unless a scheduler answers at an address.

    This check is much faster than a Dask client's. It only tests that the listener speaks first, as
    a scheduler does.
    """
    found = re.fullmatch(r"(?:\w+://)?([^:/\s]+|\[[^\]]+\]):(\d{1,5})", address)
    if found is None or int(found[2]) > 65535:
        raise data_error(
            f"expected an address such as tcp://127.0.0.1:8786, not {address!r}", "--cluster"
        )
    try:
        host_and_port = found[1].strip("[]"), int(found[2])
        with socket.create_connection(host_and_port, CLUSTER_TIMEOUT) as connection:
            # a scheduler speaks first, unless the connection is encrypted
            if not address.startswith("tls") and not connection.recv(1):
                raise unreachable_error(address)
    except OSError:
        raise unreachable_error(address) from None


def unreachable_error(address: str) -> InvalidDataError:
    """Return the error for a cluster that does not answer."""
    return data_error(
        f"no Dask scheduler answers at {address!r}; start one with:  dask scheduler", "--cluster"
    )


def silence_cluster_log() -> None:
    """Keep a cluster's log off the terminal; our own message has the important part."""
    import logging

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
