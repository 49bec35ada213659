"""Runs the referee: over standard input and output, or over HTTP on this machine alone.

Either way the page is served beside it, from the same rooms, so that people see every answer when
it is given.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from hmac import compare_digest
from typing import Any

import uvicorn
from fastapi import FastAPI
from mcp.server.mcpserver import MCPServer
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from affray.core.problems import data_error
from affray.referee.referee import Referee
from affray.referee.server import RefereeServer
from affray.web.app import create_app
from affray.web.logs import log_to_stderr
from affray.web.server import Server, end_at_deadline, server_config
from affray.web.settings import Settings

HOST = "127.0.0.1"
"""Only this machine reaches the referee."""

PATH = "/mcp"

START_SECONDS = 0.02


class PageServer(uvicorn.Server):
    """Serves the page beside the referee and leaves signals to it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture no signals: the caller decides when the server ends."""
        yield


def listening_socket(port: int, or_any: bool) -> socket.socket:
    """Return a socket that listens at a port of this machine.

    With `or_any`, any free port will do where that one is taken.
    """
    for one in (port, 0) if or_any else (port,):
        found = socket.socket()
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((HOST, one))
        except OSError:
            found.close()
            continue
        return found
    raise data_error(f"port {port} is taken; name another", "--port")


def page_address(listener: socket.socket) -> str:
    """Return where the page is."""
    return f"http://{HOST}:{listener.getsockname()[1]}"


# --- standard input and output ---


def run_stdio(settings: Settings, port: int) -> None:
    """Serve one language model over standard input and output until it ends."""
    log_to_stderr("warning")
    listener = listening_socket(port, or_any=True)
    app = create_app(settings)

    @asynccontextmanager
    async def lifespan(server: MCPServer[None]) -> AsyncIterator[None]:
        # only now are the standard streams the protocol's, so that workers do not inherit them
        assert isinstance(server, RefereeServer)
        app.state.pools.start()
        page = PageServer(server_config(app, HOST, port, settings))
        serving = asyncio.create_task(page.serve([listener]))
        end_with_signals(page, serving, app)
        while not page.started and not serving.done():
            await asyncio.sleep(START_SECONDS)
        server.referee = Referee(app, page_address(listener))
        try:
            yield
        finally:
            page.should_exit = True
            app.state.service.begin_stop()
            await serving

    asyncio.run(RefereeServer(lifespan).run_stdio_async())


def end_with_signals(page: uvicorn.Server, serving: asyncio.Task[None], app: FastAPI) -> None:
    """Have SIGINT and SIGTERM end the process when what is under way is done.

    A thread waits for a line of standard input and cannot be told to stop, so the process is left
    at once then.
    """

    async def end(code: int) -> None:
        page.should_exit = True
        app.state.service.begin_stop()
        with suppress(Exception):
            await serving
        os._exit(code)

    loop = asyncio.get_running_loop()
    ending: set[asyncio.Task[None]] = set()

    def begin_end(code: int) -> None:
        end_at_deadline()
        ending.add(loop.create_task(end(code)))

    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # where loops take no signals
            loop.add_signal_handler(number, begin_end, 128 + number)


# --- HTTP ---


class TokenMiddleware:
    """Refuses requests without the token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app = app
        self.token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        given = dict(scope.get("headers", [])).get(b"authorization", b"")
        if not compare_digest(given, f"Bearer {self.token}".encode()):
            refusal = JSONResponse(
                {"detail": "send the referee's token"}, 401, {"www-authenticate": "Bearer"}
            )
            await refusal(scope, receive, send)
            return
        await self.app(scope, receive, send)


def referee_app(settings: Settings, page: str, token: str = "") -> FastAPI:
    """Return the service with its page and the referee at `/mcp`, behind a token if given."""
    app = create_app(settings)
    server = RefereeServer()
    server.referee = Referee(app, page)
    tools = server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=settings.body_limit or 1_000_000,
        host=HOST,
    )
    route = next(one for one in tools.routes if isinstance(one, Route) and one.path == PATH)
    endpoint = TokenMiddleware(route.app, token) if token else route.app
    app.router.routes.insert(0, Route(PATH, endpoint=endpoint))
    begin_service = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[Any]:
        async with begin_service(app) as state, server.session_manager.run():
            yield state

    app.router.lifespan_context = lifespan
    return app


def run_http(settings: Settings, port: int, token: str = "", log_level: str = "warning") -> None:
    """Serve language models of this machine over HTTP until stopped."""
    log_to_stderr(log_level)
    listener = listening_socket(port, or_any=False)
    app = referee_app(settings, page_address(listener), token)
    app.state.pools.start()
    Server(server_config(app, HOST, port, settings)).run([listener])
