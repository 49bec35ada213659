"""A client for loads, written apart from the service: plain HTTP/1.1 on asyncio's transports.

It does as little as it can, because it shares the machine with the service it measures.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast
from urllib.parse import urlsplit


class ConnectionLostError(Exception):
    """The service closed the connection before it answered."""


class Connection(asyncio.Protocol):
    """One connection, one request at a time."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.buffer = b""
        self.waiting: asyncio.Future[tuple[int, bytes]] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # that of uvloop is no subclass

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, found, rest = self.buffer.partition(b"\r\n\r\n")
        if not found or self.waiting is None:
            return
        length = 0
        for line in head.split(b"\r\n")[1:]:
            if line[:15].lower() == b"content-length:":
                length = int(line[15:])
        if len(rest) >= length:
            self.buffer = rest[length:]
            waiting, self.waiting = self.waiting, None
            if not waiting.done():
                waiting.set_result((int(head[9:12]), rest[:length]))

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_exception(ConnectionLostError())


class Client:
    """Requests to one service over one connection, opened again when it was lost."""

    def __init__(self, address: str) -> None:
        split = urlsplit(address)
        self.host, self.port = split.hostname or "127.0.0.1", split.port or 80
        self.connection: Connection | None = None

    async def request(
        self, method: str, path: str, secret: str = "", body: Any = None, more: str = ""
    ) -> tuple[int, Any]:
        """Return the status of a response, and its JSON."""
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: x\r\n"
        if secret:
            head += f"authorization: Bearer {secret}\r\n"
        if body is not None:
            head += "content-type: application/json\r\n"
        head += f"content-length: {len(content)}\r\n{more}\r\n"
        connection = await self.open()
        loop = asyncio.get_running_loop()
        connection.waiting = loop.create_future()
        transport = connection.transport
        if transport is None:
            raise ConnectionLostError
        transport.write(head.encode() + content)
        async with asyncio.timeout(60):
            status, found = await connection.waiting
        return status, json.loads(found) if found else None

    async def open(self) -> Connection:
        if self.connection is None or self.connection.transport is None:
            loop = asyncio.get_running_loop()
            try:
                _, self.connection = await loop.create_connection(Connection, self.host, self.port)
            except OSError:
                raise ConnectionLostError from None
        return self.connection

    def close(self) -> None:
        if self.connection is not None and self.connection.transport is not None:
            self.connection.transport.abort()
        self.connection = None


class Listener(asyncio.Protocol):
    """A stream of a fight: notes when each event of the journal's length arrived."""

    def __init__(self, request: bytes, on_event: Any) -> None:
        self.request = request
        self.on_event = on_event
        self.status = 0
        self.tail = b""
        self.transport: asyncio.Transport | None = None
        self.is_open = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # that of uvloop is no subclass
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        data = self.tail + data
        if not self.status and len(data) > 12:
            self.status = int(data[9:12])
            if not self.is_open.done():
                self.is_open.set_result(self.status)
        start = data.rfind(b"id: ")
        if start >= 0 and (end := data.find(b"\n", start)) >= 0:
            self.on_event(int(data[start + 4 : end]))
            data = data[end:]
        self.tail = data[-40:]

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.is_open.done():
            self.is_open.set_result(0)


async def listen(address: str, fight: str, secret: str, on_event: Any) -> Listener:
    """Open a stream."""
    split = urlsplit(address)
    request = (
        f"GET /api/fights/{fight}/events HTTP/1.1\r\nhost: x\r\n"
        f"authorization: Bearer {secret}\r\n\r\n"
    ).encode()
    loop = asyncio.get_running_loop()
    _, listener = await loop.create_connection(
        lambda: Listener(request, on_event), split.hostname or "127.0.0.1", split.port or 80
    )
    await listener.is_open
    return listener
