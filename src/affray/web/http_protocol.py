"""The HTTP protocol of a connection: uvicorn's, with limits that uvicorn does not have."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from affray.web.settings import Settings

MAX_HEAD_BYTES = 65_536
"""The largest size of a request's line and headers."""

IP_FAMILIES = (socket.AF_INET, socket.AF_INET6)
KEEPALIVE_PROBES = 3

HEAD_TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: application/json\r\n"
    b"content-length: 53\r\nconnection: close\r\n\r\n"
    b'{"detail":"the headers are longer than 65,536 bytes"}'
)


class GuardedHttpProtocol(HttpToolsProtocol):
    """A connection that is closed if its headers are too long or too slow, or its peer is gone.

    Every running request learns of a lost connection; uvicorn notifies only the last one.
    """

    header_timer: asyncio.TimerHandle | None = None
    head_bytes = 0
    """Bytes received since the last complete headers or piece of a body."""
    is_head_too_long = False

    @property
    def settings(self) -> Settings:
        """Return the settings of the service that this connection goes to."""
        found: Settings = self.app_state["service"].settings
        return found

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the timer for the first request's headers."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self.cycles: list[Any] = []
        self.set_header_timer()
        drop_silent_peer(transport.get_extra_info("socket"), self.settings.silent_seconds)

    def data_received(self, data: bytes) -> None:
        """Parse received data; refuse headers that grow too long."""
        self.head_bytes += len(data)
        super().data_received(data)
        if self.head_bytes > MAX_HEAD_BYTES:
            self.refuse_head()
        if self.is_waiting_for_headers():
            if self.header_timer is None:
                self.set_header_timer()
        else:
            self.cancel_header_timer()

    def on_headers_complete(self) -> None:
        """Begin a request, unless its headers came at once and are too long."""
        self.head_bytes = 0
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > MAX_HEAD_BYTES:
            self.is_head_too_long = True
            raise ValueError("the headers are too long")
        super().on_headers_complete()
        self.cycles = [one for one in self.cycles if not one.response_complete]
        self.cycles.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        """Take a piece of the body."""
        self.head_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """End the body."""
        self.head_bytes = 0
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that cannot be parsed."""
        if self.is_head_too_long:
            self.refuse_head()
        else:
            super().send_400_response(msg)

    def refuse_head(self) -> None:
        """Refuse headers that are too long, and close the connection."""
        if self.transport.is_closing():
            return
        if self.is_waiting_for_headers():
            self.transport.write(HEAD_TOO_LONG)
            self.transport.close()
        else:  # a response is being sent on this connection
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Notify every running request of the lost connection."""
        self.cancel_header_timer()
        super().connection_lost(exc)
        for cycle in self.cycles:
            cycle.disconnected = cycle.disconnected or not cycle.response_complete
            cycle.message_event.set()

    def shutdown(self) -> None:
        """Begin the service's stop, so that no request of this connection holds it up."""
        self.app_state["service"].begin_stop()
        super().shutdown()

    def is_waiting_for_headers(self) -> bool:
        """Return whether no request is running on this connection."""
        return self.cycle is None or self.cycle.response_complete

    def set_header_timer(self) -> None:
        """Start the timer within which the next request's headers have to arrive."""
        if self.settings.body_seconds:
            self.header_timer = self.loop.call_later(
                self.settings.body_seconds, self.close_if_waiting
            )

    def cancel_header_timer(self) -> None:
        """Stop the timer: headers have arrived, or the connection is gone."""
        if self.header_timer is not None:
            self.header_timer.cancel()
            self.header_timer = None

    def close_if_waiting(self) -> None:
        """Close a connection whose headers did not arrive in time."""
        self.header_timer = None
        if self.is_waiting_for_headers() and not self.transport.is_closing():
            self.transport.abort()


def drop_silent_peer(connection: socket.socket | None, seconds: float) -> None:
    """Have the system close a connection whose peer acknowledges nothing for `seconds`.

    A phone that leaves the network closes no connection. Without this its page would be shown as
    present for a quarter of an hour.
    """
    if connection is None or not seconds or connection.family not in IP_FAMILIES:
        return
    wanted = {
        "TCP_KEEPIDLE": round(seconds),
        "TCP_KEEPALIVE": round(seconds),
        "TCP_KEEPINTVL": round(seconds / KEEPALIVE_PROBES),
        "TCP_KEEPCNT": KEEPALIVE_PROBES,
        "TCP_USER_TIMEOUT": round(1000 * seconds),
    }
    with suppress(OSError):  # not every system knows all of these options
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in wanted.items():
        option = getattr(socket, name, None)
        if option is not None:
            with suppress(OSError):
                connection.setsockopt(socket.IPPROTO_TCP, option, max(1, value))
