"""Limits on requests: slow ones, half-sent ones, large ones, many, and who a proxy is."""

from __future__ import annotations

import json
import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from at_the_table import begin
from fastapi.testclient import TestClient

from affray.web.app import create_app
from affray.web.limits import RateLimiter, client_network
from affray.web.server import server_config
from affray.web.settings import Settings
from servers import Service, http_client

PATIENCE = 2.0
"""Seconds that the service of these tests waits for a request to arrive."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("limits")
    found = Service(f"sqlite:///{folder}/x.db", body_seconds=PATIENCE).start()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def patient_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Return a service that waits long enough for requests on a busy machine."""
    folder = tmp_path_factory.mktemp("patient")
    found = Service(f"sqlite:///{folder}/x.db", link_stream_limit=3).start()
    yield found
    found.stop()


def connected(service: Service) -> socket.socket:
    return socket.create_connection(("127.0.0.1", service.port), 30)


def read_all(connection: socket.socket) -> bytes:
    """Return the service's bytes until it closes the connection."""
    found = b""
    connection.settimeout(30)
    try:
        while more := connection.recv(65536):
            found += more
    except ConnectionResetError:
        pass
    return found


HALVES = [b"", b"GET", b"GET /health HTTP/1.1\r\nhost: x\r\n", b"POST /api/check HTTP/1.1\r\nx: "]


@pytest.fixture(scope="module")
def half_sent(service: Service) -> Iterator[dict[bytes, socket.socket]]:
    """Yield connections with unfinished requests; all wait at the same time."""
    with ExitStack() as opened:
        found = {half: opened.enter_context(connected(service)) for half in HALVES}
        for half, connection in found.items():
            connection.sendall(half)
        yield found


@pytest.mark.parametrize("half", HALVES)
def test_a_connection_that_never_sends_its_headers_is_closed(
    half_sent: dict[bytes, socket.socket], half: bytes
) -> None:
    assert read_all(half_sent[half]) == b""


def test_a_second_request_that_stops_in_the_middle_is_closed_too(service: Service) -> None:
    with connected(service) as connection:
        connection.sendall(b"GET /ready HTTP/1.1\r\nhost: x\r\n\r\n")
        connection.settimeout(30)
        first = b""
        while not first.endswith(b'{"ready":true}'):
            first += connection.recv(65536)
        assert first.startswith(b"HTTP/1.1 200")
        connection.sendall(b"GET /ready HTTP/1.1\r\nho")
        assert read_all(connection) == b""


def test_headers_that_arrive_in_pieces_in_time_are_answered(service: Service) -> None:
    with connected(service) as connection:
        for piece in (b"GET /ready HT", b"TP/1.1\r\nhost: x\r\n", b"connection: close\r\n\r\n"):
            connection.sendall(piece)
            time.sleep(0.05)
        assert read_all(connection).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("path", ["/api/check", "/api/fights/0/answers"])
def test_a_body_that_does_not_come_to_its_end_is_refused(service: Service, path: str) -> None:
    with connected(service) as connection:
        head = f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n"
        secret = "authorization: Bearer x\r\nconnection: close\r\n\r\n"
        connection.sendall((head + secret + "{").encode())
        found = read_all(connection)
    assert found.startswith((b"HTTP/1.1 408", b"HTTP/1.1 404"))


def test_slow_requests_keep_nobody_waiting(patient_service: Service) -> None:
    slow = [connected(patient_service) for _ in range(150)]
    for number, connection in enumerate(slow):
        half = b"POST /api/check HTTP/1.1\r\nhost: x\r\n"
        connection.sendall(half if number % 2 else half + b"content-length: 900\r\n\r\n{")
    with http_client(patient_service.address) as client:
        table = begin(client)
        question = table.question()
        assert question is not None
        assert table.answer(question["number"], question["options"][0]["key"]).status_code == 200
        assert client.get("/health").status_code == 200
    for connection in slow:
        connection.close()


def test_streams_of_one_link_are_limited_and_another_link_listens(patient_service: Service) -> None:
    with http_client(patient_service.address, timeout=30) as client:
        table = begin(client)
        opened = threading.Barrier(4, timeout=30)
        ended = threading.Event()

        def listen() -> None:
            address = patient_service.address + table.address + "/events"
            with httpx.stream("GET", address, headers=table.headers, timeout=60) as stream:
                lines = stream.iter_lines()  # the stream closes when this is let go
                next(lines)
                opened.wait()
                ended.wait(30)

        threads = [threading.Thread(target=listen, daemon=True) for _ in range(3)]
        for thread in threads:
            thread.start()
        opened.wait()
        address = patient_service.address + table.address + "/events"
        with httpx.stream("GET", address, headers=table.headers, timeout=60) as refused:
            assert refused.status_code == 429
            refused.read()
        assert "this link" in refused.json()["detail"]
        other = table.as_onlooker()
        address = patient_service.address + other.address + "/events"
        with httpx.stream("GET", address, headers=other.headers, timeout=60) as stream:
            assert stream.status_code == 200
        ended.set()
        for thread in threads:
            thread.join(30)


# --- headers ---

HEAD = b"GET /ready HTTP/1.1\r\nhost: x\r\n"


def sent_until_refused(service: Service, first: bytes, piece: bytes) -> tuple[int, bytes]:
    """Send a piece repeatedly until the service answers; return the number of bytes."""
    sent = 0
    with connected(service) as connection:
        connection.sendall(first)
        connection.setblocking(False)
        while sent < 30_000_000:
            ready, writable, _ = select.select([connection], [connection], [], 30)
            if ready:
                break
            if writable:
                sent += connection.send(piece)
        connection.setblocking(True)
        return sent, read_all(connection)


@pytest.mark.parametrize(
    ("first", "piece"),
    [
        (HEAD, b"x-more: 123\r\n" * 2000),  # endless lines
        (HEAD + b"x-long: ", b"a" * 30_000),  # one endless line
        (b"GET /", b"a" * 30_000),  # an endless address
    ],
)
def test_headers_without_end_are_refused_early(
    patient_service: Service, first: bytes, piece: bytes
) -> None:
    sent, said = sent_until_refused(patient_service, first, piece)
    assert sent < 5_000_000, "the system buffers some of it"
    assert said.startswith(b"HTTP/1.1 431") or said == b"", said[:100]


def test_headers_that_arrive_at_once_and_are_too_long_are_refused(service: Service) -> None:
    for size, status in ((40_000, b"200"), (70_000, b"431"), (20_000_000, b"431")):
        with connected(service) as connection:
            with suppress(ConnectionError):
                connection.sendall(HEAD + b"x: " + b"a" * size + b"\r\nconnection: close\r\n\r\n")
            said = read_all(connection)
        assert said[9:12] in (status, b"")[: 2 if size > 1_000_000 else 1], size


def test_trailers_without_end_close_the_connection(patient_service: Service) -> None:
    head = b"POST /api/check HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\n"
    sent, _ = sent_until_refused(patient_service, head, b"x-more: 123\r\n" * 2000)
    assert sent < 5_000_000


# --- names ---


@pytest.mark.parametrize(
    ("host", "is_known"),
    [
        ("evil.example", False),
        ("evil.example:8000", False),
        ("127.0.0.1.evil.example", False),
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("kitchen", True),
        ("kitchen.local", True),
        ("fights.example.org", True),
        ("FIGHTS.example.org.:443", True),
        ("page.example.net", True),
    ],
)
def test_a_name_that_is_not_the_services_is_refused(
    settings: Settings, host: str, is_known: bool
) -> None:
    """A foreign page cannot point its own name at this machine and read its responses."""
    named = replace(
        settings, host_names=("fights.example.org",), public_address="https://page.example.net"
    )
    with TestClient(create_app(named)) as client:
        status = client.get("/api/library", headers={"host": host}).status_code
        assert status == (200 if is_known else 421)
        assert client.get("/health", headers={"host": host}).status_code == 200


def test_every_name_can_be_allowed(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, host_names=("*",)))) as client:
        assert client.get("/api/library", headers={"host": "any.example"}).status_code == 200


def test_a_secret_in_a_pasted_link_is_not_logged(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", "affray.web"):
        assert client.get("/fight/0123/s3cret").status_code == 404
    fields = [record.fields for record in caplog.records if hasattr(record, "fields")]
    assert [one["path"] for one in fields] == ["unmatched"]
    assert "s3cret" not in str(fields)


# --- addresses ---


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("203.0.113.9", "203.0.113.9"),
        ("testclient", "testclient"),
    ],
)
def test_of_ipv6_the_network_is_counted(address: str, counted: str) -> None:
    assert client_network(address) == counted


def test_addresses_of_one_ipv6_network_share_their_limit(settings: Settings) -> None:
    app = create_app(replace(settings, rate=0.001, burst=2))
    with TestClient(app, client=("2001:db8::1", 5)) as one:
        other = TestClient(app, client=("2001:db8::2", 5))
        stranger = TestClient(app, client=("2001:db8:0:1::1", 5))
        asked = [one, other, one, stranger]
        found = [client.get("/api/library").status_code for client in asked]
    assert found == [200, 200, 429, 200]


def test_forwarded_addresses_are_trusted_only_from_configured_proxies(tmp_path: Path) -> None:
    settings = Settings(store=f"sqlite:///{tmp_path}/x.db")
    app = create_app(settings)
    plain = server_config(app, "127.0.0.1", 1, settings)
    assert not plain.proxy_headers
    proxied = Settings(store=settings.store, trusted_proxies=("10.0.0.1",))
    config = server_config(app, "127.0.0.1", 1, proxied)
    assert config.proxy_headers
    assert config.forwarded_allow_ips == ["10.0.0.1"]
    app.state.store.close()


@pytest.mark.parametrize(("proxies", "seen"), [([], "127.0.0.1"), (["127.0.0.1"], "203.0.113.9")])
def test_whoever_claims_another_address_is_counted_by_their_own(
    tmp_path: Path, proxies: list[str], seen: str
) -> None:
    service = Service(f"sqlite:///{tmp_path}/x.db", trusted_proxies=proxies).start()
    httpx.get(
        f"{service.address}/api/library", headers={"x-forwarded-for": "203.0.113.9"}, timeout=60
    )
    service.stop()
    lines = [json.loads(line) for line in service.logged().splitlines() if line.startswith("{")]
    asked = [line["address"] for line in lines if line.get("path") == "/api/library"]
    assert asked == [seen]


def test_an_address_that_asks_too_much_has_to_wait_but_not_for_health(tmp_path: Path) -> None:
    settings = Settings(store=f"sqlite:///{tmp_path}/x.db", rate=0.001, burst=5)
    with TestClient(create_app(settings)) as client:
        codes = [client.get("/api/library").status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2
        assert client.get("/health").status_code == 200
        assert client.get("/ready").status_code == 200


def test_a_bucket_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("affray.web.limits.monotonic", lambda: now)
    limiter = RateLimiter(2.0, 3)
    assert [limiter.take("a") for _ in range(3)] == [0, 0, 0]
    assert limiter.take("a") == pytest.approx(0.5)
    assert limiter.take("b") == 0
    now += 0.49
    assert limiter.take("a") > 0
    now += 0.02
    assert limiter.take("a") == 0
    assert RateLimiter(0, 1).take("a") == 0
