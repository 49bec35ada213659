"""Run the service: in this process, or in several that share one address and one database."""

from __future__ import annotations

import faulthandler
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
from contextlib import closing, suppress
from functools import partial
from multiprocessing.connection import wait
from time import monotonic
from types import FrameType

import uvicorn
from fastapi import FastAPI
from sqlalchemy.engine import make_url
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from affray.core.problems import data_error
from affray.store import Store
from affray.web.app import create_app
from affray.web.http_protocol import GuardedHttpProtocol
from affray.web.logs import log_to_stderr
from affray.web.settings import Settings

log = logging.getLogger("affray.web")

STOP_SECONDS = 5
"""The seconds that running requests have to finish when the service stops."""

STOP_DEADLINE = 15
"""The seconds after which a process that has not stopped is ended."""

ABORT_SECONDS = 2
"""The seconds that such a process has to write the stacks of its threads."""

HANG_SECONDS = 60
"""The seconds after which a process that does not answer the supervisor is replaced."""

BACKLOG = 2048
"""The largest number of connections that wait until a process accepts them."""


def serve(host: str, port: int, settings: Settings, log_level: str = "info") -> None:
    """Run the service in this process until it is stopped."""
    log_to_stderr(log_level)
    raise_file_limit()
    app = create_app(settings)
    app.state.pools.start()
    Server(server_config(app, host, port, settings)).run()


class Server(uvicorn.Server):
    """A server that stops within `STOP_DEADLINE`, whatever still runs."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop."""
        end_at_deadline()
        super().handle_exit(sig, frame)


def serve_processes(
    count: int, host: str, port: int, settings: Settings, log_level: str = "info"
) -> None:
    """Run the service in several processes until it is stopped; replace a process that dies.

    Raise InvalidDataError if the address cannot be used, if a process cannot start, or if the store
    is a SQLite file. Only one process can use such a file.
    """
    check_store_is_shared(settings.store)
    log_to_stderr(log_level)
    raise_file_limit()
    if settings.metrics:
        from affray.web.metrics import parse_metrics_address

        parse_metrics_address(settings.metrics, count)
    Store(settings.store).close()  # create the schema, and report a store's problem only once
    factory = partial(create_worker_app, settings, count, log_level)
    config = server_config(factory, host, port, settings)
    config.factory = True
    config.workers = count
    config.timeout_worker_healthcheck = HANG_SECONDS
    with closing(listening_socket(host, port)) as listener:
        supervisor = Supervisor(config, sockets=[listener])
        supervisor.run()
    if any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes):
        raise data_error("a process cannot start; the log says why", "--processes")


def end_at_deadline() -> None:
    """End this process after `STOP_DEADLINE`, and write the stacks of all threads then."""
    faulthandler.dump_traceback_later(STOP_DEADLINE, exit=True)


class Supervisor(Multiprocess):
    """A supervisor whose processes stop within `STOP_DEADLINE`."""

    def join_all(self) -> None:
        """Wait for the processes; end those that take too long."""
        until = monotonic() + STOP_DEADLINE
        for process in self.processes:
            process.process.join(max(0.0, until - monotonic()))
            if process.pid is not None and process.process.is_alive():
                log.error("a process does not stop", extra={"fields": {"stopping": process.pid}})
                os.kill(process.pid, signal.SIGABRT)  # the process writes the stacks of its threads
                process.process.join(ABORT_SECONDS)
                process.process.kill()
        super().join_all()


def create_worker_app(settings: Settings, count: int, log_level: str) -> FastAPI:
    """Create the application of one of several processes."""
    faulthandler.enable()
    log_to_stderr(log_level, os.getpid())
    raise_file_limit()
    threading.Thread(target=stop_when_orphaned, name="orphan", daemon=True).start()
    try:
        app = create_app(settings, process_count=count)
    except Exception:
        log.exception("a process cannot start")
        sys.exit(STARTUP_FAILURE)
    app.state.pools.start()
    return app


def stop_when_orphaned() -> None:
    """Stop this process when its supervisor has ended without stopping it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)


def server_config(app: object, host: str, port: int, settings: Settings) -> uvicorn.Config:
    """Return uvicorn's configuration; only trusted proxies may name a request's origin."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        host=host,
        port=port,
        http=GuardedHttpProtocol,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        limit_concurrency=settings.connection_limit or None,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        server_header=False,
    )


def check_store_is_shared(address: str) -> None:
    """Raise InvalidDataError if a store is a SQLite file, which only one process can use."""
    if make_url(address).get_backend_name() != "postgresql":
        raise data_error(
            "a SQLite file is for one process; several share a PostgreSQL database",
            "--processes",
        )


def listening_socket(host: str, port: int) -> socket.socket:
    """Return the socket that all processes accept connections from, or raise InvalidDataError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        reason = error.strerror or str(error)
        raise data_error(f"nothing can be served at {host}:{port}: {reason}", "--port") from None


def raise_file_limit() -> None:
    """Let the process open as many connections as the system allows."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
