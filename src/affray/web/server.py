"""Runs the service in this process: a clean stop, logs as lines of JSON."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from affray.web.app import create_app
from affray.web.logs import log_to_stderr
from affray.web.metrics import metrics_server
from affray.web.settings import Settings

GRACE = 10
"""Seconds that requests under way have to finish."""

IP_FAMILIES = (socket.AF_INET, socket.AF_INET6)
PROBES = 3
"""How often the system asks whether somebody is still there."""


class Server(uvicorn.Server):
    """Ends the streams when it is told to stop, so that it does not wait for them."""

    def __init__(
        self, config: uvicorn.Config, app: FastAPI, on_ready: Callable[[], None] | None = None
    ) -> None:
        super().__init__(config)
        self.application = app
        self.on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to take connections, and says so."""
        await super().startup(sockets)
        if self.started and self.on_ready is not None:
            self.on_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to stop: requests finish, streams close, nothing new is taken."""
        self.application.state.service.end_streams()
        super().handle_exit(sig, frame)


def with_timeouts(
    protocol: type[Any], header_seconds: float, silent_seconds: float
) -> type[asyncio.Protocol]:
    """An HTTP protocol that closes a connection whose request's headers do not arrive in time:
    one that sends nothing at all, and one that stops in the middle; and one whose other end takes
    nothing any more. Every request that is under way hears of a lost connection."""

    class TimedProtocol(protocol):  # type: ignore[misc]
        header_timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            self.cycles: list[Any] = []
            self.set_header_timer()
            drop_silent_peer(transport.get_extra_info("socket"), silent_seconds)

        def on_headers_complete(self) -> None:
            super().on_headers_complete()
            self.cycles = [one for one in self.cycles if not one.response_complete]
            self.cycles.append(self.cycle)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.is_waiting_for_headers():
                if self.header_timer is None:
                    self.set_header_timer()
            elif self.header_timer is not None:
                self.header_timer.cancel()
                self.header_timer = None

        def connection_lost(self, exc: Exception | None) -> None:
            if self.header_timer is not None:
                self.header_timer.cancel()
                self.header_timer = None
            super().connection_lost(exc)
            for cycle in self.cycles:  # the protocol itself knows the last one only
                cycle.disconnected = cycle.disconnected or not cycle.response_complete
                cycle.message_event.set()

        def is_waiting_for_headers(self) -> bool:
            return self.cycle is None or self.cycle.response_complete

        def set_header_timer(self) -> None:
            if header_seconds:
                self.header_timer = self.loop.call_later(header_seconds, self.close_if_waiting)

        def close_if_waiting(self) -> None:
            self.header_timer = None
            if self.is_waiting_for_headers() and not self.transport.is_closing():
                self.transport.abort()

    return TimedProtocol


def drop_silent_peer(connection: socket.socket | None, seconds: float) -> None:
    """Has the system give a connection up when what is sent is not taken for so long. A phone that
    leaves the network says nothing, so without this its page would be there for a quarter of an
    hour. Where nothing is sent the system asks by itself whether somebody is there."""
    if connection is None or not seconds or connection.family not in IP_FAMILIES:
        return
    wanted = {
        "TCP_KEEPIDLE": round(seconds),
        "TCP_KEEPALIVE": round(seconds),
        "TCP_KEEPINTVL": round(seconds / PROBES),
        "TCP_KEEPCNT": PROBES,
        "TCP_USER_TIMEOUT": round(1000 * seconds),
    }
    with suppress(OSError):  # not every system knows all of it
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in wanted.items():
        option = getattr(socket, name, None)
        if option is not None:
            with suppress(OSError):
                connection.setsockopt(socket.IPPROTO_TCP, option, max(1, value))


def http_protocol() -> type[Any]:
    """The faster of the protocols that are installed."""
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:
        return H11Protocol
    return HttpToolsProtocol


def raise_file_limit() -> None:
    """Lets the process have as many connections as the system allows."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def server_config(app: FastAPI, host: str, port: int, settings: Settings) -> uvicorn.Config:
    """How uvicorn is set up. The word of a proxy is taken only where it is one of ours."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        http=with_timeouts(http_protocol(), settings.body_seconds, settings.silent_seconds),
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=GRACE,
        limit_concurrency=settings.connection_limit or None,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        server_header=False,
    )


def serve(host: str, port: int, settings: Settings, log_level: str = "info") -> None:
    """Serves until it is told to stop."""
    log_to_stderr(log_level)
    raise_file_limit()
    run_server(settings, (host, port))


def run_server(
    settings: Settings,
    where: tuple[str, int] | socket.socket,
    on_ready: Callable[[], None] | None = None,
) -> None:
    """Serves at an address, or at a socket that listens already; `on_ready` is called when it
    takes connections."""
    app = create_app(settings)
    sockets = [where] if isinstance(where, socket.socket) else None
    host, port = where.getsockname()[:2] if isinstance(where, socket.socket) else where
    with metrics_server(app.state.metrics, settings.metrics):
        app.state.pools.start()
        Server(server_config(app, host, port, settings), app, on_ready).run(sockets)
