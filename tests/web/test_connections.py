"""Test connections that are lost, or whose other end has vanished."""

from __future__ import annotations

import asyncio
import socket
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from affray.web.http_protocol import GuardedHttpProtocol, drop_silent_peer
from affray.web.settings import Settings
from support import run_apart

REQUEST = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"


class FakeTransport(asyncio.Transport):
    """A connection with a real socket and nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.socket = socket.socket()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self.socket if name == "socket" else default

    def write(self, data: Any) -> None:
        pass

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        self.socket.close()

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


def connection(app: Any, silent_seconds: float = 20) -> tuple[Any, FakeTransport]:
    """Return a connection to an application, set up as by the service."""
    service = SimpleNamespace(settings=Settings(silent_seconds=silent_seconds))
    config = uvicorn.Config(app, http=GuardedHttpProtocol, log_config=None)
    config.load()
    transport = FakeTransport()
    state = {"service": service}
    made: Any = GuardedHttpProtocol(config=config, server_state=ServerState(), app_state=state)
    made.connection_made(transport)
    return made, transport


@pytest.mark.parametrize("requests", [1, 2])
def test_every_request_under_way_hears_that_the_connection_is_lost(requests: int) -> None:
    async def play() -> None:
        begun, ended = asyncio.Event(), asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            begun.set()
            while (await receive())["type"] != "http.disconnect":
                pass
            ended.set()

        made, _ = connection(app)
        for _ in range(requests):
            made.data_received(REQUEST)
        await begun.wait()
        assert not ended.is_set()
        made.connection_lost(None)
        await asyncio.wait_for(ended.wait(), 30)

    run_apart(play())


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has none")
def test_every_connection_is_given_up_when_its_other_end_is_silent() -> None:
    async def play() -> list[int]:
        found = []
        for seconds in (7, 0):
            made, transport = connection(None, seconds)
            taken = transport.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            alive = transport.socket.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            found += [taken, alive]
            made.connection_lost(None)
        return found

    assert run_apart(play()) == [7000, 1, 0, 0]


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has none")
def test_whoever_takes_nothing_any_more_is_dropped() -> None:
    """The other end reads nothing, like a phone that has left the network."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as phone:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        phone.connect(server.getsockname())
        ours, _ = server.accept()
        with ours:
            ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
            drop_silent_peer(ours, 1)
            ours.settimeout(60)
            with pytest.raises(TimeoutError, match="Connection timed out"):
                ours.sendall(bytes(10_000_000))
