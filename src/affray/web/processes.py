"""Several processes at one address: each a server of its own on the same PostgreSQL database.

They share the socket that listens. A process takes connections when it is ready; one that dies is
started again, and connections that nobody had taken yet go to the others meanwhile.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from time import monotonic, sleep
from types import FrameType

from sqlalchemy.engine import make_url

from affray.core.problems import data_error
from affray.store import Store
from affray.web.logs import log_to_stderr
from affray.web.metrics import parse_metrics_address
from affray.web.server import GRACE, raise_file_limit, run_server
from affray.web.settings import Settings

log = logging.getLogger("affray.web")

BACKLOG = 2048
"""Connections that wait until a process takes them."""

RESTART_SECONDS = 1.0
"""A process that lived no longer than this is started again only after as long a wait."""

STOP_SECONDS = GRACE + 10
"""How long processes have to stop before they are killed."""

context = multiprocessing.get_context("spawn")


class WorkerServer:
    """One of the processes, started again under its number when it has died."""

    def __init__(
        self, number: int, listener: socket.socket, settings: Settings, log_level: str
    ) -> None:
        self.number = number
        self.arguments = (number, listener, metrics_of_process(settings, number), log_level)
        self.has_been_ready = False
        self.start()

    def start(self) -> None:
        """Starts the process, also again."""
        self.ready = context.Event()
        self.started_at = monotonic()
        self.process: SpawnProcess = context.Process(
            target=run_worker_server,
            args=(*self.arguments, self.ready),
            name=f"affray-{self.number}",
        )
        self.process.start()

    def start_again(self) -> None:
        """Starts the process that has died; after a wait, where it died young."""
        self.has_been_ready = self.has_been_ready or self.ready.is_set()
        code = self.process.exitcode
        log.error("process %s ended with %s and is started again", self.number, code)
        if monotonic() - self.started_at < RESTART_SECONDS:
            sleep(RESTART_SECONDS)
        self.start()

    def has_failed_to_start(self) -> bool:
        """Whether the process ended by itself before it was ever ready: it would do so again."""
        code = self.process.exitcode
        was_ready = self.has_been_ready or self.ready.is_set()
        return not was_ready and code is not None and code > 0

    def stop(self, seconds: float) -> None:
        """Waits until the process, which was told to stop, has ended; kills it after a while."""
        self.process.join(max(0.0, seconds))
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()


class ProcessSupervisor:
    """Starts processes and keeps as many going, until it is told to stop."""

    def __init__(
        self, count: int, listener: socket.socket, settings: Settings, log_level: str
    ) -> None:
        self.is_stopping = False
        self._wake_end, self._wake = os.pipe()
        self.workers: list[WorkerServer] = []
        with self.signals_handled():
            self.workers += [
                WorkerServer(number, listener, settings, log_level) for number in range(count)
            ]
            try:
                self.watch()
            finally:
                self.stop()

    @contextmanager
    def signals_handled(self) -> Iterator[None]:
        """Has signals to stop wake whoever watches."""
        before = {
            sig: signal.signal(sig, self.handle_exit) for sig in (signal.SIGTERM, signal.SIGINT)
        }
        try:
            yield
        finally:
            for sig, handler in before.items():
                signal.signal(sig, handler)
            os.close(self._wake)
            os.close(self._wake_end)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to stop."""
        self.is_stopping = True
        os.write(self._wake, b".")

    def watch(self) -> None:
        """Starts processes again that have died. Raises InvalidDataError where one cannot start."""
        while not self.is_stopping:
            wait([self._wake_end, *(one.process.sentinel for one in self.workers)])
            for worker in self.workers:
                if self.is_stopping or worker.process.is_alive():
                    continue
                worker.process.join()
                if worker.has_failed_to_start():
                    raise data_error("a process cannot start; the log says why", "--processes")
                worker.start_again()

    def stop(self) -> None:
        """Has every process finish what it is at, and ends."""
        for worker in self.workers:
            if worker.process.is_alive():
                worker.process.terminate()
        until = monotonic() + STOP_SECONDS
        for worker in self.workers:
            worker.stop(until - monotonic())


def serve_processes(
    count: int, host: str, port: int, settings: Settings, log_level: str = "info"
) -> None:
    """Serves with several processes until it is told to stop.

    Raises InvalidDataError where the store is a file, which is for one process, or where nothing
    can be served at the address.
    """
    check_store_is_shared(settings.store)
    log_to_stderr(log_level)
    raise_file_limit()
    if settings.metrics:
        parse_metrics_address(metrics_of_process(settings, count - 1).metrics)
    Store(settings.store).close()  # what is wrong with it is said once, and its schema is there
    with closing(listening_socket(host, port)) as listener:
        ProcessSupervisor(count, listener, settings, log_level)


def check_store_is_shared(address: str) -> None:
    """Raises InvalidDataError where a store is a file, which is for one process."""
    if make_url(address).get_backend_name() != "postgresql":
        raise data_error(
            "a SQLite file is for one process; several share a PostgreSQL database",
            "--processes",
        )


def listening_socket(host: str, port: int) -> socket.socket:
    """The socket that all processes take their connections from, or InvalidDataError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        reason = error.strerror or str(error)
        raise data_error(f"nothing can be served at {host}:{port}: {reason}", "--port") from None


def metrics_of_process(settings: Settings, number: int) -> Settings:
    """The settings of one of several processes: each has its figures at a port of its own, the
    first at the one that was named and the others behind it."""
    if not settings.metrics or not number:
        return settings
    host, port = parse_metrics_address(settings.metrics)
    return replace(settings, metrics=f"{host}:{port + number}")


def run_worker_server(
    number: int,
    listener: socket.socket,
    settings: Settings,
    log_level: str,
    ready: threading.Event,
) -> None:
    """What one of the processes does: it serves until it is told to stop, or is left alone."""
    log_to_stderr(log_level, number)
    raise_file_limit()
    threading.Thread(target=stop_when_orphaned, name="orphan", daemon=True).start()
    run_server(settings, listener, ready.set)


def stop_when_orphaned() -> None:
    """Stops this process when the one that started it has gone without a word."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
