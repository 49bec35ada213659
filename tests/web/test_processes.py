"""`affray serve --processes N`: several processes at one address."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from at_the_table import Table, begin
from streams import Ear
from test_servers_together import answer_first, wait_for_growth

from affray.core.problems import InvalidDataError
from affray.store import Store
from affray.web.server import check_store_is_shared, listening_socket, serve_processes
from affray.web.settings import Settings
from servers import (
    Service,
    descendants,
    free_port,
    free_ports_in_a_row,
    http_client,
    is_running,
    postgres,
    process_stat,
)

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with postgres() as found:
        yield found


@pytest.fixture(scope="module")
def metrics_port() -> int:
    return free_ports_in_a_row(2)


@pytest.fixture(scope="module")
def shared_service(address: str, metrics_port: int) -> Iterator[Service]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AFFRAY_LEASE_SECONDS", "2")
        patch.setenv("AFFRAY_WORKERS", "1")
        found = Service(address, "--processes", "2", "--metrics", f"127.0.0.1:{metrics_port}")
        yield found
        found.stop()


@pytest.fixture
def service(shared_service: Service) -> Service:
    """Return two serving processes; start them again if an earlier test ended them."""
    process = shared_service.process
    if process is None or process.poll() is not None:
        shared_service.log.write_text("")
        shared_service.start()
        wait_until(lambda: len(logged_processes(shared_service)) == 2, shared_service)
    return shared_service


def wait_until(is_so: Callable[[], bool], service: Service) -> None:
    for _ in range(1800):
        if is_so():
            return
        time.sleep(0.1)
    raise AssertionError(service.logged()[-3000:])


def logged_processes(service: Service) -> set[int]:
    """Return the processes that have answered; each call uses a new connection."""
    httpx.get(f"{service.address}/health", timeout=60)
    lines = [line for line in service.logged().splitlines() if line.startswith("{")]
    return {one["process"] for one in map(json.loads, lines) if "status" in one}


def workers(service: Service) -> list[int]:
    """Return the processes that serve."""
    assert service.process is not None
    own = str(service.process.pid)
    found = [one for one in descendants(service.process.pid) if process_stat(one)[1:2] == [own]]
    return sorted(one for one in found if "--multiprocessing-fork" in words_of(one))


def words_of(process: int) -> str:
    """Return the words with which a process was started."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def test_one_address_is_served_by_several(service: Service, metrics_port: int) -> None:
    assert len(workers(service)) == 2
    table = begin(http_client(service.address))
    ear = Ear(service.address, table.as_onlooker())
    for _ in range(6):  # by a connection of its own each, so that either may be asked
        with http_client(service.address) as client:
            there = Table(client, table.links, table.secret)
            ear.wait(answer_first(there))
    for number in range(2):
        text = httpx.get(f"http://127.0.0.1:{metrics_port + number}/metrics", timeout=60).text
        assert "affray_ready 1.0" in text


@pytest.mark.soak
def test_one_that_is_killed_is_started_again_and_its_fights_go_on(
    service: Service, address: str
) -> None:
    before = workers(service)
    client = http_client(service.address)
    table = begin(client, players=["strong", "strong"], seed=8)
    playing = begin(client)
    client.close()
    for process in before:
        os.kill(process, signal.SIGKILL)
    wait_until(lambda: len(set(workers(service)) - set(before)) == 2, service)
    wait_until(lambda: is_answering(service), service)
    store = Store(address)
    wait_for_growth(store, table.links["id"], store.journal_length(table.links["id"]))
    store.close()
    with http_client(service.address) as client:
        there = Table(client, playing.links, playing.secret)
        question = there.question()
        assert question is not None
        assert there.answer(question["number"], question["options"][0]["key"]).status_code == 200
    assert "died" in service.logged()


def is_answering(service: Service) -> bool:
    try:
        return httpx.get(f"{service.address}/ready", timeout=60).status_code == 200
    except httpx.TransportError:
        return False


def test_a_clean_stop_ends_all_of_them_and_their_streams(service: Service) -> None:
    table = begin(http_client(service.address))
    ears = [Ear(service.address, table.as_onlooker()) for _ in range(4)]
    for ear in ears:
        ear.wait(table.story()["number"])
    processes, logged = workers(service), len(service.logged())
    started = time.monotonic()
    assert service.stop() == 0
    assert time.monotonic() - started < 15
    assert not any(map(is_running, processes))
    assert "Traceback" not in service.logged()[logged:]


@pytest.mark.soak
def test_a_process_that_does_not_stop_is_ended(service: Service) -> None:
    processes = workers(service)
    os.kill(processes[0], signal.SIGSTOP)
    assert service.stop() == 0
    assert not any(map(is_running, processes))
    assert "does not stop" in service.logged()


def test_processes_that_are_left_alone_end(service: Service) -> None:
    processes = workers(service)
    service.kill()
    wait_until(lambda: not any(map(is_running, processes)), service)


# --- what is refused ---


def test_a_file_is_for_one_process(tmp_path: Path) -> None:
    words = ["serve", "--processes", "2", "--store", f"sqlite:///{tmp_path}/x.db"]
    done = subprocess.run(
        [sys.executable, "-m", "affray", *words], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 2
    said = (done.stdout + done.stderr).strip().splitlines()
    assert len(said) == 1
    assert "a SQLite file is for one process" in said[0]
    assert not (tmp_path / "x.db").exists()
    check_store_is_shared("postgresql://affray@localhost/affray")


def test_an_address_that_is_taken_is_said() -> None:
    with listening_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InvalidDataError, match="nothing can be served"):
            listening_socket("127.0.0.1", port)
    listening_socket("127.0.0.1", port).close()


@pytest.mark.parametrize("metrics", ["127.0.0.1:", "127.0.0.1:65535"])
def test_figures_that_have_no_port_are_refused_before_anything_starts(metrics: str) -> None:
    settings = Settings(store="postgresql://nobody@127.0.0.1:1/none", metrics=metrics)
    with pytest.raises(InvalidDataError, match="ADDRESS:PORT"):
        serve_processes(2, "127.0.0.1", 0, settings)


@pytest.mark.soak
def test_processes_that_cannot_start_are_not_started_for_ever(address: str) -> None:
    with listening_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        words = ["--processes", "2", "--metrics", f"127.0.0.1:{port}", "--port", str(free_port())]
        done = subprocess.run(
            [sys.executable, "-m", "affray", "serve", "--store", address, *words],
            capture_output=True,
            text=True,
            timeout=120,
        )
    assert done.returncode == 2
    assert "a process cannot start" in done.stdout + done.stderr
