"""Limits on bodies, addresses and host names, security headers, and a log line for each request."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from time import monotonic, perf_counter, time
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from affray.web.settings import Settings

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
"""The largest number of addresses that are remembered; beyond it, the oldest are forgotten."""

UNLIMITED_PATHS = frozenset({"/health", "/ready"})
"""Paths without a rate limit."""


LOCAL_SUFFIXES = (".localhost", ".local", ".lan", ".internal", ".home.arpa")
"""Endings of host names that public name servers do not resolve."""

IPV6_PREFIX = 64
"""The prefix length of the IPv6 network that one household or machine usually has."""

CountRequest = Callable[[str, str | None, int, float], None]
"""A function that takes a request's method, path pattern, status and duration in seconds."""


class TooManyRequestsError(Exception):
    """A request beyond a rate limit; the message says which, `seconds` how long to wait."""

    def __init__(self, text: str, seconds: float) -> None:
        super().__init__(text)
        self.seconds = seconds


class RateLimiter:
    """A token bucket for each key, filled at `rate` a second up to `burst`; zero is no limit."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: dict[str, tuple[float, float]] = {}

    @classmethod
    def per_minute(cls, rate: float, burst: int, settings: Settings) -> RateLimiter:
        """Return a limiter for `rate` actions a minute; without limit if requests have none."""
        return cls(rate / 60 if settings.rate > 0 else 0.0, burst)

    def check(self, key: str, too_many: str) -> None:
        """Take a token, or raise TooManyRequestsError with the message `too_many`."""
        wait = self.take(key)
        if wait > 0:
            raise TooManyRequestsError(too_many, wait)

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


class KnownHosts:
    """The names that a request's Host header may have.

    A foreign page can point its own name at this machine (DNS rebinding) and would then read the
    service's answers. IP addresses, names without a dot and names of local networks cannot be
    pointed here that way. Any other name has to be configured; `*` allows all.
    """

    def __init__(self, names: Iterable[str], public_address: str = "") -> None:
        public_host = urlsplit(public_address).hostname
        self.names = {name.lower().rstrip(".") for name in names}
        if public_host:
            self.names.add(public_host)

    def allows(self, host: str) -> bool:
        """Return whether a Host header names this service."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:
            return False
        if "." not in name or name.endswith(LOCAL_SUFFIXES) or is_address(name):
            return True
        return name in self.names or "*" in self.names


def is_address(name: str) -> bool:
    """Return whether a host is an IP address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=4096)
def client_network(address: str) -> str:
    """Return the address that limits are counted for: for IPv6 the client's whole network."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, IPV6_PREFIX), strict=False))


class LimitsMiddleware:
    """Middleware that refuses requests beyond the limits, adds headers and logs requests."""

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
                    # an unknown path may be a pasted link with its secret
                    "path": pattern or "unmatched",
                    "status": status,
                    "ms": round(1000 * seconds, 2),
                    "address": address,
                    "at": round(time(), 3),
                }
                log.info("request", extra={"fields": fields})

    def refusal(self, scope: Scope, address: str) -> JSONResponse | None:
        """Return the refusal of a request that is rejected before it is read; None otherwise."""
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
        """Return a `receive` that refuses a body with 413 if too large, with 408 if too slow."""
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
    """Return the path pattern of a request; None for an unknown path."""
    if scope["path"].startswith("/static/"):
        return "/static"
    return getattr(scope.get("route"), "path", None)
