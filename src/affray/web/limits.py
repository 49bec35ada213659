"""Limits on bodies and addresses, security headers, and a log line for each request."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from time import monotonic, perf_counter, time

from fastapi import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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

MAX_ADDRESSES = 20_000
"""How many addresses are remembered; more, and the oldest are forgotten."""


class RateLimiter:
    """A bucket of tokens for each address: it fills at `rate` a second, and holds `burst`."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, address: str) -> float:
        """Takes a token; gives how many seconds to wait when there is none."""
        if self.rate <= 0:
            return 0.0
        now = monotonic()
        left, then = self._buckets.pop(address, (float(self.burst), now))
        left = min(self.burst, left + (now - then) * self.rate)
        wait = 0.0 if left >= 1 else (1 - left) / self.rate
        self._buckets[address] = (left - 1 if left >= 1 else left, now)
        if len(self._buckets) > MAX_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]
        return wait


class LimitsMiddleware:
    """Lets a request through if it is neither too large nor one too many, and logs it."""

    def __init__(self, app: ASGIApp, body_limit: int, rate: float, burst: int) -> None:
        self.app = app
        self.body_limit = body_limit
        self.buckets = RateLimiter(rate, burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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
                await self.app(scope, self.limited(receive), send_with_headers)
        finally:
            route = scope.get("route")
            fields = {
                "method": scope["method"],
                "path": getattr(route, "path", scope["path"][:200]),
                "status": status,
                "ms": round(1000 * (perf_counter() - started), 2),
                "address": address,
                "at": round(time(), 3),
            }
            log.info("request", extra={"fields": fields})

    def refusal(self, scope: Scope, address: str) -> JSONResponse | None:
        """Why a request is not even looked at, if it is not."""
        wait = self.buckets.take(address)
        if wait > 0:
            return JSONResponse(
                {"detail": "too many requests from this address; wait a moment"},
                429,
                {"retry-after": str(max(1, round(wait)))},
            )
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit():
            return JSONResponse({"detail": "the length of the body is no number"}, 400)
        if int(length) > self.body_limit:
            return JSONResponse({"detail": f"a request is at most {self.body_limit:,} bytes"}, 413)
        return None

    def limited(self, receive: Receive) -> Receive:
        """A body that ends with 413 when it grows too large without having said so."""
        seen = 0

        async def receive_some() -> Message:
            nonlocal seen
            message = await receive()
            if message["type"] == "http.request":
                seen += len(message.get("body", b""))
                if seen > self.body_limit:
                    raise HTTPException(413, f"a request is at most {self.body_limit:,} bytes")
            return message

        return receive_some
