"""Figures of a running server for Prometheus, at an address of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    start_http_server,
)
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily
from prometheus_client.registry import Collector

from affray.core.problems import data_error
from affray.version import VERSION, is_compiled

UNMATCHED = "unmatched"
"""The path of requests to addresses that there are not: their own would be without number."""

STREAM_PATHS = frozenset({"/api/fights/{fight}/events"})
"""Addresses whose requests last as long as somebody listens: their time says nothing."""

SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

Gauges = Mapping[str, tuple[str, Callable[[], float]]]
"""What can be counted at any time: by name, what it is and how it is counted."""


class GaugeCollector(Collector):
    """Counts when it is asked."""

    def __init__(self, gauges: Gauges) -> None:
        self.gauges = gauges

    def collect(self) -> Iterator[Any]:
        """The figures as they are now."""
        build = {"version": VERSION, "compiled": str(is_compiled()).lower()}
        yield InfoMetricFamily("affray", "Which version this is.", value=build)
        for name, (about, count) in self.gauges.items():
            yield GaugeMetricFamily(f"affray_{name}", about, value=count())


class Metrics:
    """The figures of one server."""

    def __init__(self, gauges: Gauges) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "affray_requests",
            "Requests by address and answer.",
            ["method", "path", "status"],
            registry=self.registry,
        )
        self.seconds = Histogram(
            "affray_request_seconds",
            "How long requests took that are no streams.",
            ["path"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self.registry.register(GaugeCollector(gauges))
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)

    def count_request(self, method: str, path: str | None, status: int, seconds: float) -> None:
        """Counts a request to the address of this pattern; None where there is none."""
        known = path or UNMATCHED
        self.requests.labels(method, known, str(status)).inc()
        if known not in STREAM_PATHS:
            self.seconds.labels(known).observe(seconds)


def parse_metrics_address(address: str) -> tuple[str, int]:
    """The address and the port of ADDRESS:PORT, or InvalidDataError."""
    host, _, port = address.rpartition(":")
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise data_error(f"expected ADDRESS:PORT, not {address!r}", "--metrics")
    return host, int(port)


@contextmanager
def metrics_server(metrics: Metrics, address: str) -> Iterator[None]:
    """Serves the figures at ADDRESS:PORT while it is open; at an empty address nowhere.

    Raises InvalidDataError where that cannot be.
    """
    if not address:
        yield
        return
    host, port = parse_metrics_address(address)
    try:
        server, thread = start_http_server(
            port, host.strip("[]") or "127.0.0.1", registry=metrics.registry
        )
    except OSError as error:
        reason = error.strerror or str(error)
        raise data_error(f"nothing can be served at {address}: {reason}", "--metrics") from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
