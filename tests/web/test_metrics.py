"""Test the metrics for Prometheus at their own address."""

from __future__ import annotations

import urllib.request
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from at_the_table import begin
from prometheus_client.parser import text_string_to_metric_families

from affray.core.problems import InvalidDataError
from affray.version import VERSION
from affray.web.metrics import Metrics
from servers import Service, free_port, free_ports_in_a_row

Samples = dict[tuple[str, str, str], float]


def samples(text: str) -> Samples:
    """Return the metrics by name, path and status."""
    return {
        (one.name, one.labels.get("path", ""), one.labels.get("status", "")): one.value
        for family in text_string_to_metric_families(text)
        for one in family.samples
        if "le" not in one.labels
    }


def scrape(metrics: Metrics) -> Samples:
    from prometheus_client import generate_latest

    return samples(generate_latest(metrics.registry).decode())


@pytest.fixture
def settings(settings: Any) -> Any:
    return replace(settings, metrics=f"127.0.0.1:{free_port()}")


def test_requests_are_counted_by_the_pattern_of_their_address(client: Any) -> None:
    metrics = client.app.state.metrics
    table = begin(client)
    table.question()
    table.question()
    client.get("/no/such/address")
    client.get("/another")
    client.get("/static/css/page.css")
    found = scrape(metrics)
    fights = "/api/fights"
    assert found["affray_requests_total", fights, "201"] == 1
    assert found["affray_requests_total", fights + "/{fight}/question", "200"] == 2
    assert found["affray_request_seconds_count", fights + "/{fight}/question", ""] == 2
    assert found["affray_requests_total", "unmatched", "404"] == 2
    assert not [path for _, path, _ in found if table.links["id"] in path]
    assert {path for _, path, _ in found if path.startswith("/static")} == {"/static"}


def test_what_is_open_is_counted_when_somebody_looks(client: Any) -> None:
    metrics = client.app.state.metrics
    before = scrape(metrics)
    assert before["affray_rooms", "", ""] == 0
    begin(client)
    after = scrape(metrics)
    assert after["affray_rooms", "", ""] == 1
    assert after["affray_room_bytes", "", ""] > 0
    assert after["affray_ready", "", ""] == 1
    assert after["affray_streams", "", ""] == 0
    assert {"process_resident_memory_bytes", "affray_jobs"} <= {name for name, _, _ in after}


def test_a_stream_has_no_length() -> None:
    metrics = Metrics({})
    metrics.count_request("GET", "/api/fights/{fight}/events", 200, 900.0)
    metrics.count_request("GET", "/api/fights/{fight}", 200, 0.1)
    found = scrape(metrics)
    assert ("affray_request_seconds_count", "/api/fights/{fight}/events", "") not in found
    assert found["affray_request_seconds_count", "/api/fights/{fight}", ""] == 1
    assert found["affray_requests_total", "/api/fights/{fight}/events", "200"] == 1


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:", "127.0.0.1:99999", "127.0.0.1:0"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(InvalidDataError, match="--metrics: expected ADDRESS:PORT"):
        Metrics({}).serve(address)


def test_a_port_that_is_taken_is_said_and_one_that_is_free_is_given_back() -> None:
    address = f"127.0.0.1:{free_port()}"
    first = Metrics({})
    first.serve(address)
    with urllib.request.urlopen(f"http://{address}/metrics") as answer:
        assert f'version="{VERSION}"' in answer.read().decode()
    with pytest.raises(InvalidDataError, match="nothing can be served at"):
        Metrics({}).serve(address)
    first.close()
    again = Metrics({})
    again.serve(address)
    again.close()


def test_several_processes_take_one_port_after_the_other() -> None:
    first = free_ports_in_a_row(2)
    both = [Metrics({}), Metrics({})]
    for one in both:
        one.serve(f"127.0.0.1:{first}", 2)
    for port in (first, first + 1):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            assert answer.status == 200
    for one in both:
        one.close()


def test_the_service_serves_them_apart_from_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    monkeypatch.setenv("AFFRAY_METRICS", f"127.0.0.1:{port}")
    service = Service(f"sqlite:///{tmp_path}/fights.db").start()
    try:
        assert httpx.get(f"{service.address}/metrics", timeout=60).status_code == 404
        found = samples(httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=60).text)
        assert found["affray_requests_total", "/health", "200"] >= 1
    finally:
        assert service.stop() in (0, -15)
