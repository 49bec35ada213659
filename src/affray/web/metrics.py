"""Metrics of a running server for Prometheus, at a separate address.

They need the extra `metrics` (prometheus-client), which is imported only if metrics are on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from affray.core.problems import data_error
from affray.version import VERSION, is_compiled

UNMATCHED = "unmatched"
"""The path label of requests to unknown paths, which would be too many different labels."""

STREAM_PATHS = frozenset({"/api/fights/{fight}/events"})
"""Paths of streams, whose durations are not measured: they last as long as a page listens."""

SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

Gauges = Mapping[str, tuple[str, Callable[[], float]]]
"""Metrics that can be read at any time, by name: a description and a function that reads it."""


class Metrics:
    """The metrics of one server, and the small HTTP server that shows them."""

    def __init__(self, gauges: Gauges) -> None:
        try:
            import prometheus_client as prometheus
        except ImportError:
            raise data_error("figures need: pip install 'affray[metrics]'", "--metrics") from None
        self.registry = prometheus.CollectorRegistry()
        self.requests = prometheus.Counter(
            "affray_requests",
            "Requests by address and answer.",
            ["method", "path", "status"],
            registry=self.registry,
        )
        self.seconds = prometheus.Histogram(
            "affray_request_seconds",
            "How long requests took that are no streams.",
            ["path"],
            buckets=SECONDS,
            registry=self.registry,
        )
        build = {"version": VERSION, "compiled": str(is_compiled()).lower()}
        prometheus.Info("affray", "Which version this is.", registry=self.registry).info(build)
        for name, (about, read) in gauges.items():
            gauge = prometheus.Gauge(f"affray_{name}", about, registry=self.registry)
            gauge.set_function(read)
        prometheus.ProcessCollector(registry=self.registry)
        prometheus.PlatformCollector(registry=self.registry)
        self._server: Any = None

    def count_request(self, method: str, path: str | None, status: int, seconds: float) -> None:
        """Count a request by its path pattern; None for an unknown path."""
        known = path or UNMATCHED
        self.requests.labels(method, known, str(status)).inc()
        if known not in STREAM_PATHS:
            self.seconds.labels(known).observe(seconds)

    def serve(self, address: str, process_count: int = 1) -> None:
        """Show the metrics at ADDRESS:PORT; each of several processes takes the next free port.

        Raise InvalidDataError if nothing can be served there.
        """
        from prometheus_client import start_http_server

        host, first = parse_metrics_address(address)
        for port in range(first, first + process_count):
            try:
                self._server, _ = start_http_server(
                    port, host.strip("[]") or "127.0.0.1", registry=self.registry
                )
            except OSError as error:
                reason = error.strerror or str(error)
            else:
                return
        raise data_error(f"nothing can be served at {address}: {reason}", "--metrics")

    def close(self) -> None:
        """Stop the server that shows the metrics."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


def parse_metrics_address(address: str, process_count: int = 1) -> tuple[str, int]:
    """Return the host and the first port of ADDRESS:PORT, or raise InvalidDataError."""
    host, _, port = address.rpartition(":")
    if not port.isdecimal() or not 0 < int(port) <= 65536 - process_count:
        raise data_error(f"expected ADDRESS:PORT, not {address!r}", "--metrics")
    return host, int(port)
