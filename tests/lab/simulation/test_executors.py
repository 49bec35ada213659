"""Simulation in processes: flat memory, results in order, and Ctrl-C."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

import affray
from affray.lab.simulation import batches, simulate
from affray.lab.simulation.batches import (
    SLOW_BATCH_SIZE,
    batch_ranges,
    make_job,
    run_in_order,
)
from affray.lab.simulation.executors import WorkerPool, deferred_interrupts
from affray.library import load
from affray.version import is_compiled
from servers import processor_seconds, wait_for

ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join(
        [str(Path(affray.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    ),
}


def test_memory_does_not_grow_with_the_fights() -> None:
    """Ten times as many fights in one process take no more memory."""
    simulate(load("first-blood"), 4_000, workers=1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    simulate(load("first-blood"), 40_000 if is_compiled() else 8_000, workers=1)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert after - before < 20_000, "kilobytes"


@pytest.mark.slow
@pytest.mark.skipif(not is_compiled(), reason="takes too long in plain Python")
@pytest.mark.soak
def test_a_million_fights_need_little_memory() -> None:
    script = (
        "import affray\n"
        "found = affray.load('first-blood').simulate(1_000_000, workers=1)\n"
        "assert found.tally.fights == 1_000_000\n"
        # not getrusage, whose figure a process inherits from the one that started it
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, text=True, check=True
    )
    assert int(run.stdout) < 200_000, "kilobytes"


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Handle Ctrl-C as in a shell's foreground; programs inherit it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_gives_what_is_there() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "affray", "simulate", "first-blood", "-n", "900000000", "--json"],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(lambda: processor_seconds(process.pid) > 2, "it does not play")
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    found = json.loads(out)
    assert found["stopped"]
    assert 0 < found["fights"] < 900_000_000
    assert found["fights"] % 2000 == 0
    assert "Traceback" not in error


def wait_for_workers(process: subprocess.Popen[str]) -> None:
    """Wait until a process has started its workers."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while not children.read_text():
        assert process.poll() is None
        time.sleep(0.05)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_is_heeded_between_batches() -> None:
    """It is recorded and raised later, because a lock may be taken at the moment."""
    seen: list[object] = []

    def play() -> None:
        for number in run_in_order(
            WorkerPool(None, 1), lambda first, _: first, batch_ranges(100, 10)
        ):
            seen.append(number)
            if number == 30:
                os.kill(os.getpid(), signal.SIGINT)
                seen.append("still here")

    with pytest.raises(KeyboardInterrupt):
        play()
    assert seen == [0, 10, 20, 30, "still here"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


class Sender(Executor):
    """An executor that works at once and records what was submitted."""

    def __init__(self) -> None:
        self.sent: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        self.sent.append(args[0])
        future: Future[Any] = Future()
        future.set_result(fn(*args))
        return future


def test_results_come_in_order_and_few_batches_are_on_the_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(batches, "check_can_be_sent", lambda work: None)
    sender = Sender()
    numbers = run_in_order(WorkerPool(sender, 2), lambda one: one, ((one,) for one in range(20)))
    assert next(numbers) == 0
    assert len(sender.sent) == 4, "two for each worker"
    assert list(numbers) == list(range(1, 20))
    assert len(sender.sent) == 20


@pytest.mark.usefixtures("interruptible")
def test_a_second_interrupt_does_not_wait() -> None:
    with deferred_interrupts() as guard:
        os.kill(os.getpid(), signal.SIGINT)
        assert guard.is_pressed
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)


def test_an_interrupt_that_is_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with deferred_interrupts() as guard:
            os.kill(os.getpid(), signal.SIGINT)
            assert not guard.is_pressed
    finally:
        signal.signal(signal.SIGINT, before)


def test_slow_players_come_in_small_batches() -> None:
    scenario = load("causeway")
    assert make_job(scenario, {"party": "strong"}).batch_size() == SLOW_BATCH_SIZE
    assert make_job(scenario).batch_size() > SLOW_BATCH_SIZE


@pytest.mark.slow
def test_strong_players_play_the_same_for_any_number_of_workers() -> None:
    scenario = load("first-blood")
    how = {"seed": 2, "players": {"blade": "strong:20"}}
    one = simulate(scenario, 16, workers=1, **how)  # type: ignore[arg-type]
    two = simulate(scenario, 16, workers=2, **how)  # type: ignore[arg-type]
    assert one.tally == two.tally
