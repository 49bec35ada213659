"""Who does the work: this process, others on this machine, or a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from affray.core.problems import InvalidDataError, data_error

MOST_WORKERS = 1024
PATIENCE = 5.0
"""How many seconds a cluster has to answer."""


@dataclass
class Crew:
    """An executor, and how many it has to work at once."""

    executor: Executor
    size: int


class Here(Executor):
    """An executor that works in this process, when it is told to."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Does it now."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def crew_for(
    workers: int | None = None, cluster: str | None = None, most: int = MOST_WORKERS
) -> Iterator[Crew]:
    """Those who work, for as long as they are wanted; no more than `most` have anything to do."""
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise data_error(f"expected 1 to {MOST_WORKERS} workers, not {workers}", "--workers")
    if cluster is not None:
        with on_cluster(cluster) as crew:
            yield crew
        return
    size = workers or max(1, min(os.cpu_count() or 1, most))
    executor = Here() if size == 1 else processes(size)
    try:
        yield Crew(executor, size)
    except BrokenProcessPool:
        raise data_error(
            "a worker process died, perhaps for want of memory; try fewer --workers"
        ) from None
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def processes(size: int) -> Executor:
    """Processes on this machine: forked, which is quick, unless threads make that unsafe."""
    safe = threading.active_count() == 1 and "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if safe else "spawn")
    return ProcessPoolExecutor(size, mp_context=context, initializer=ignore_interrupts)


@contextmanager
def heeding_interrupts() -> Iterator[Callable[[], bool]]:
    """Gives a way to ask whether Ctrl-C was pressed, which meanwhile does nothing else.

    Python interrupts between any two steps, and one that has just taken a lock of the executor
    leaves it taken for ever. Whoever asks can stop where nothing is half done. Pressed again,
    it interrupts at once. Where it is ignored, as in a shell's background, it stays so.
    """
    ignored = signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    if ignored or threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    pressed = False

    def note(_signal: int, _frame: object) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before or signal.default_int_handler)


def ignore_interrupts() -> None:
    """A worker leaves Ctrl-C to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def on_cluster(address: str) -> Iterator[Crew]:
    """The workers of a Dask cluster at this address."""
    knock(address)
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise data_error(
            "a cluster needs Dask, which is not installed; try:  pip install 'affray[cluster]'",
            "--cluster",
        ) from None
    quiet()
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except Exception as error:  # whatever else it is that answers there
        raise unreachable(address) from error
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        client.close()
        raise data_error(
            f"the cluster at {address!r} has no workers; start some with:  dask worker {address}",
            "--cluster",
        ) from None
    try:
        yield Crew(client.get_executor(pure=False), max(1, sum(client.ncores().values())))
    except distributed.KilledWorker:
        raise data_error("the cluster's workers keep dying over this work", "--cluster") from None
    except ModuleNotFoundError as error:
        raise data_error(
            f"the cluster's workers lack {error.name!r}; install the same affray on each",
            "--cluster",
        ) from None
    finally:
        client.close()


def knock(address: str) -> None:
    """Sees whether anybody is there at all, which is known much sooner than whether it is Dask."""
    found = re.fullmatch(r"(?:\w+://)?([^:/\s]+|\[[^\]]+\]):(\d{1,5})", address)
    if found is None or int(found[2]) > 65535:
        raise data_error(
            f"expected an address such as tcp://127.0.0.1:8786, not {address!r}", "--cluster"
        )
    try:
        where = found[1].strip("[]"), int(found[2])
        with socket.create_connection(where, PATIENCE) as caller:
            # a scheduler speaks first, unless it is to be spoken to in secret
            if not address.startswith("tls") and not caller.recv(1):
                raise unreachable(address)
    except OSError:
        raise unreachable(address) from None


def unreachable(address: str) -> InvalidDataError:
    """The problem of a cluster that does not answer."""
    return data_error(
        f"no Dask scheduler answers at {address!r}; start one with:  dask scheduler", "--cluster"
    )


def quiet() -> None:
    """Keeps a cluster's own log off the terminal: what matters becomes one line of ours."""
    import logging

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
