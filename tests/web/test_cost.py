"""No request within the body limit takes more than two seconds of processor or 200 MB."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hostile_files import hostile_requests

from servers import Service, descendants, http_client, processor_seconds

MOST_SECONDS = 2.0
MOST_BYTES = 200_000_000

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("cost")
    found = Service(f"sqlite:///{folder}/fights.db", job_seconds=5.0).start()
    yield found
    found.stop()


def memory(service: Service) -> dict[int, tuple[int, int]]:
    """Return each process's memory now, and its maximum since the last call."""
    assert service.process is not None
    found = {}
    for process in (service.process.pid, *descendants(service.process.pid)):
        try:
            status = Path(f"/proc/{process}/status").read_text()
            Path(f"/proc/{process}/clear_refs").write_text("5")
        except OSError:
            continue
        kilobytes = {name: line.split()[0] for name, line in fields_of(status) if line[-2:] == "kB"}
        found[process] = (int(kilobytes["VmRSS"]) * 1024, int(kilobytes["VmHWM"]) * 1024)
    return found


def fields_of(status: str) -> list[list[str]]:
    """Return the names and values of a /proc/PID/status file."""
    return [line.split(":", 1) for line in status.splitlines()]


@pytest.mark.soak
def test_no_hostile_file_costs_much(service: Service) -> None:
    assert service.process is not None
    process = service.process.pid
    dear: list[str] = []
    wrong: list[str] = []
    with http_client(service.address, timeout=120) as client:
        for name, (path, body) in hostile_requests().items():
            before, then = processor_seconds(process), memory(service)
            response = client.post(path, content=body, headers={"content-type": "application/json"})
            used = processor_seconds(process) - before
            grown = sum(
                max(0, most - then[one][0])
                for one, (_, most) in memory(service).items()
                if one in then
            )
            if used > MOST_SECONDS or grown > MOST_BYTES:
                dear.append(f"{name}: {used:.2f} s, {grown / 1e6:.0f} MB")
            if response.status_code >= 500 or "detail" not in response.json():
                if response.status_code not in (200, 201, 202):
                    wrong.append(f"{name}: {response.status_code} {response.text[:100]}")
        assert client.get("/health").json()["status"] == "ok"
    assert dear == []
    assert wrong == []


def test_what_is_refused_is_refused_in_a_sentence(service: Service) -> None:
    """The refusal says where the problem is, without a stack trace."""
    with http_client(service.address, timeout=120) as client:
        for name, (path, body) in hostile_requests().items():
            if not name.startswith(("begin", "tape", "write")):
                continue
            response = client.post(path, content=body, headers={"content-type": "application/json"})
            if response.status_code in (200, 201):
                continue
            said = response.json()["detail"]
            assert 400 <= response.status_code < 500, name
            assert 5 < len(said) < 600, f"{name}: {said[:200]}"
            assert "Traceback" not in said
            assert "\x1b" not in said
