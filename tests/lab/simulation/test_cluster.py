"""A real Dask cluster gives the same result, even if a worker dies."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import affray
from affray.core.problems import InvalidDataError
from affray.lab.compare import compare
from affray.lab.simulation import Tally, simulate
from affray.library import load
from servers import wait_for
from support import skip_without

skip_without("distributed")

pytestmark = pytest.mark.slow

START_UP = 60


@dataclass
class Cluster:
    """A scheduler with two workers, each in its own process."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    tmp_path = tmp_path_factory.mktemp("cluster")
    place = tmp_path / "scheduler.json"
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(
            [str(Path(affray.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        ),
    }
    started: list[subprocess.Popen[bytes]] = []

    def start(*words: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *words],
            env=environment,
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        started.append(process)
        return process

    try:
        scheduler = start(
            "scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--no-dashboard",
            "--scheduler-file",
            str(place),
        )
        until = time.monotonic() + START_UP
        while not place.exists() or not place.read_text():
            assert time.monotonic() < until, "the scheduler did not start"
            time.sleep(0.1)
        address = json.loads(place.read_text())["address"]
        workers = [
            start(
                "worker",
                address,
                "--nthreads",
                "1",
                "--no-nanny",
                "--no-dashboard",
                "--host",
                "127.0.0.1",
            )
            for _ in range(2)
        ]
        wait_for_workers(address, 2)
        yield Cluster(address, scheduler, workers)
    finally:
        for process in started:
            process.kill()
        for process in started:
            process.wait()


def wait_for_workers(address: str, count: int) -> None:
    from distributed import Client

    with Client(address, timeout=START_UP, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=START_UP)


def wait_for_no_workers(address: str) -> None:
    from distributed import Client

    with Client(address, timeout=START_UP, set_as_default=False) as client:
        wait_for(lambda: not client.scheduler_info()["workers"])


def test_a_worker_that_dies_changes_nothing(cluster: Cluster) -> None:
    scenario = load("causeway")
    fights = 40_000
    alone = simulate(scenario, fights, seed=7, workers=1, detailed_fights=500)
    victim = cluster.workers[0]

    def kill_one(tally: Tally) -> None:
        if victim.poll() is None and tally.fights >= 4_000:
            victim.send_signal(signal.SIGKILL)
            victim.wait()

    together = simulate(
        scenario, fights, seed=7, cluster=cluster.address, progress=kill_one, detailed_fights=500
    )
    assert victim.poll() is not None, "no worker was killed"
    assert together.tally == alone.tally
    assert together.data()["checksum"] == alone.data()["checksum"]
    assert together.details == alone.details


def test_comparing_on_a_cluster_is_comparing_at_home(cluster: Cluster) -> None:
    base = load("causeway")
    variants = {"as it is": base, "d20": base.with_house({"check": "d20"})}
    home = compare(variants, 4_000, workers=1)
    away = compare(variants, 4_000, cluster=cluster.address)
    assert away.pairs == home.pairs


def test_a_cluster_without_workers_is_told_at_once(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("affray.lab.simulation.executors.CLUSTER_TIMEOUT", 1.0)
    for worker in cluster.workers:
        worker.kill()
        worker.wait()
    wait_for_no_workers(cluster.address)
    with pytest.raises(InvalidDataError, match="has no workers"):
        simulate(load("causeway"), 100, cluster=cluster.address)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("tcp://127.0.0.1:1", "no Dask scheduler answers"),
        ("127.0.0.1:1", "no Dask scheduler answers"),
        ("nonsense", "expected an address"),
        ("tcp://127.0.0.1:99999", "expected an address"),
        ("tcp://no.such.host.invalid:8786", "no Dask scheduler answers"),
    ],
)
def test_an_unreachable_cluster_is_told_quickly_in_one_line(address: str, said: str) -> None:
    started = time.monotonic()
    with pytest.raises(InvalidDataError, match=said) as wrong:
        simulate(load("causeway"), 100, cluster=address)
    assert len(wrong.value.lines()) == 1
    assert time.monotonic() - started < 10


def test_somebody_else_at_the_address_is_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("affray.lab.simulation.executors.CLUSTER_TIMEOUT", 1.0)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(InvalidDataError, match="no Dask scheduler answers"):
            simulate(load("causeway"), 100, cluster=f"tcp://127.0.0.1:{other.getsockname()[1]}")
