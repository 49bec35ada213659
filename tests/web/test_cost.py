"""No request within the body limit takes more than two seconds of processor or 200 MB."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hostile_files import hostile_requests

from servers import Service, http_client

MOST_SECONDS = 2.0
MOST_BYTES = 200_000_000
TICKS = os.sysconf("SC_CLK_TCK")

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("cost")
    found = Service(f"sqlite:///{folder}/fights.db", job_seconds=5.0).start()
    yield found
    found.stop()


class ProcessTree:
    """The service's process and its descendants."""

    def __init__(self, service: Service) -> None:
        assert service.process is not None
        self.root = service.process.pid

    def processes(self) -> list[int]:
        parents: dict[int, int] = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal():
                try:
                    parents[int(entry.name)] = int(stat_fields(int(entry.name))[1])
                except OSError:
                    continue
        found = [self.root]
        for process in found:
            found.extend(child for child, parent in parents.items() if parent == process)
        return found

    def processor_seconds(self) -> float:
        """Return the processor time that the processes have used, including ended ones."""
        total = 0
        for process in self.processes():
            try:
                total += sum(int(field) for field in stat_fields(process)[11:15])
            except OSError:
                continue
        return total / TICKS

    def memory(self) -> dict[int, tuple[int, int]]:
        """Return each process's memory now, and its maximum since the last call."""
        found = {}
        for process in self.processes():
            try:
                status = Path(f"/proc/{process}/status").read_text()
                Path(f"/proc/{process}/clear_refs").write_text("5")
            except OSError:
                continue
            now, most = 0, 0
            for line in status.splitlines():
                if line.startswith("VmRSS:"):
                    now = int(line.split()[1]) * 1024
                if line.startswith("VmHWM:"):
                    most = int(line.split()[1]) * 1024
            found[process] = (now, most)
        return found


def stat_fields(process: int) -> list[str]:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


@pytest.mark.soak
def test_no_hostile_file_costs_much(service: Service) -> None:
    tree = ProcessTree(service)
    dear: list[str] = []
    wrong: list[str] = []
    with http_client(service.address, timeout=120) as client:
        for name, (path, body) in hostile_requests().items():
            before, memory = tree.processor_seconds(), tree.memory()
            response = client.post(path, content=body, headers={"content-type": "application/json"})
            used = tree.processor_seconds() - before
            grown = sum(
                max(0, most - memory.get(process, (0, 0))[0])
                for process, (_, most) in tree.memory().items()
                if process in memory
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
