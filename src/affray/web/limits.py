"""Limits on bodies and addresses, security headers, and a log line for each request."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from time import monotonic, perf_counter, time

from fastapi import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from affray.web.hosts import KnownHosts, client_network

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

HEADERS: Iterable[tuple[bytes, bytes]] = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]

log = logging.getLogger("affray.web")

MAX_KEYS = 20_000
"""How many addresses are remembered; of more, the oldest are forgotten."""

UNLIMITED_PATHS = frozenset({"/health", "/ready"})
"""Addresses that are always answered, however much somebody asks."""


CountRequest = Callable[[str, str | None, int, float], None]
"""Takes a request's method, the pattern of its address, its status and how long it took."""


class TooManyRequestsError(Exception):
    """Somebody asks for too much; the message says of what."""

    def __init__(self, text: str, seconds: float) -> None:
        super().__init__(text)
        self.seconds = seconds


class RateLimiter:
    """A bucket of tokens for each key: it fills at `rate` a second, and holds `burst`. A rate of
    zero sets no limit."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> float:
        """Take a token; return the seconds to wait if there is none."""
        if self.rate <= 0:
            return 0.0
        now = monotonic()
        left, then = self._buckets.pop(key, (float(self.burst), now))
        left = min(self.burst, left + (now - then) * self.rate)
        wait = 0.0 if left >= 1 else (1 - left) / self.rate
        self._buckets[key] = (left - 1 if left >= 1 else left, now)
        if len(self._buckets) > MAX_KEYS:
            del self._buckets[next(iter(self._buckets))]
        return wait


class LimitsMiddleware:
    """Lets a request through if it is neither too large, too slow nor one too many, and logs it."""

    def __init__(
        self,
        app: ASGIApp,
        body_limit: int,
        body_seconds: float,
        rate: float,
        burst: int,
        hosts: KnownHosts,
        count_request: CountRequest | None = None,
    ) -> None:
        self.app = app
        self.count_request = count_request
        self.body_limit = body_limit
        self.body_seconds = body_seconds
        self.hosts = hosts
        self.limiter = RateLimiter(rate, burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = perf_counter()
        status = 0
        client = scope.get("client")
        address = client[0] if client else ""

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        try:
            refusal = self.refusal(scope, address)
            if refusal is not None:
                await refusal(scope, receive, send_with_headers)
            else:
                await self.app(scope, self.limited(scope, receive), send_with_headers)
        finally:
            seconds = perf_counter() - started
            pattern = path_pattern(scope)
            if self.count_request is not None:
                self.count_request(scope["method"], pattern, status, seconds)
            if log.isEnabledFor(logging.INFO):
                fields = {
                    "method": scope["method"],
                    # a path that is no address of ours may be a pasted link with its secret
                    "path": pattern or "unmatched",
                    "status": status,
                    "ms": round(1000 * seconds, 2),
                    "address": address,
                    "at": round(time(), 3),
                }
                log.info("request", extra={"fields": fields})

    def refusal(self, scope: Scope, address: str) -> JSONResponse | None:
        """Return why a request is not even looked at, if it is not."""
        if scope["path"] in UNLIMITED_PATHS:
            return None
        wait = self.limiter.take(client_network(address))
        if wait > 0:
            return JSONResponse(
                {"detail": "too many requests from this address; wait a moment"},
                429,
                {"retry-after": str(max(1, round(wait)))},
            )
        for name, value in scope["headers"]:
            if name == b"content-length":
                if not value.isdigit() or len(value) > 18:
                    return JSONResponse({"detail": "the length of the body is no number"}, 400)
                if int(value) > self.body_limit:
                    detail = f"a request is at most {self.body_limit:,} bytes"
                    return JSONResponse({"detail": detail}, 413)
            elif name == b"host" and not self.hosts.allows(value.decode("latin-1")):
                detail = (
                    "the service does not go by this name; whoever hosts it lists its names in "
                    "AFFRAY_HOST_NAMES"
                )
                return JSONResponse({"detail": detail}, 421)
        return None

    def limited(self, scope: Scope, receive: Receive) -> Receive:
        """Return a body that is refused with 413 if it is too large, with 408 if too slow."""
        if scope["method"] in ("GET", "HEAD"):
            return receive
        seen = 0
        is_complete = False
        until = monotonic() + self.body_seconds

        async def receive_some() -> Message:
            nonlocal seen, is_complete
            if is_complete or not self.body_seconds:
                message = await receive()
            else:
                try:
                    async with asyncio.timeout(max(0.0, until - monotonic())):
                        message = await receive()
                except TimeoutError:
                    raise HTTPException(408, "the request did not arrive in time") from None
            if message["type"] == "http.request":
                is_complete = not message.get("more_body", False)
                seen += len(message.get("body", b""))
                if seen > self.body_limit:
                    raise HTTPException(413, f"a request is at most {self.body_limit:,} bytes")
            return message

        return receive_some


def path_pattern(scope: Scope) -> str | None:
    """Return the pattern of the address of a request; None for an unknown address."""
    if scope["path"].startswith("/static/"):
        return "/static"
    return getattr(scope.get("route"), "path", None)
