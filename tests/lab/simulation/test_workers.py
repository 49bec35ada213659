"""Many fights: memory stays flat, workers share them, and Ctrl-C gives what is there."""

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
from affray.lab.simulation.workers import InProcessExecutor, WorkerPool, deferred_interrupts
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
    """What is kept of a batch is its sums; the same process plays ten times as many in no more."""
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
    """Ctrl-C as in a shell's foreground, wherever the tests were started; programs inherit it."""
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
    """Waits until a process has started others, which it does when it begins to play."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while not children.read_text():
        assert process.poll() is None
        time.sleep(0.05)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_is_heeded_between_batches() -> None:
    """It is noted, not raised wherever the process happens to be, perhaps with a lock taken."""
    seen: list[object] = []

    def play() -> None:
        for number in run_in_order(
            WorkerPool(InProcessExecutor(), 1), lambda first, _: first, batch_ranges(100, 10)
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
    """Does the work at once, and notes how many batches it was sent at a time."""

    def __init__(self) -> None:
        self.sent: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        self.sent.append(len(args[1]))
        future: Future[Any] = Future()
        future.set_result(fn(*args))
        return future


@pytest.mark.parametrize(
    ("seconds", "sent"),
    [
        (4, [1] * 20),
        (3, [1, 1, *[2] * 9]),
        (1, [1, 1, 2, 2, 4, 4, 4, 2]),
    ],
    ids=["slow", "not so slow", "quick"],
)
def test_quick_batches_are_sent_together_and_come_in_order(
    seconds: int, sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = 0

    def play(first: int) -> int:
        nonlocal clock
        clock += seconds
        return first

    monkeypatch.setattr(batches, "SENT_SECONDS", 8)
    monkeypatch.setattr(batches, "perf_counter", lambda: clock)
    monkeypatch.setattr(batches, "check_can_be_sent", lambda work: None)
    sender = Sender()
    numbers = run_in_order(WorkerPool(sender, 1), play, ((number,) for number in range(20)))
    assert list(numbers) == list(range(20))
    assert sender.sent == sent


def test_the_last_batches_are_sent_in_smaller_lots_and_lots_come_joined(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As long as there is much to do lots may be large; a worker that is done first at the end
    has little to wait for."""
    monkeypatch.setattr(batches, "perf_counter", lambda: 0)
    monkeypatch.setattr(batches, "check_can_be_sent", lambda work: None)
    sender = Sender()

    def play(first: int) -> list[int]:
        return [first]

    def join(lots: list[list[int]]) -> list[int]:
        return [number for lot in lots for number in lot]

    numbers = ((number,) for number in range(60))
    found = list(run_in_order(WorkerPool(sender, 1), play, numbers, 60, join))
    assert join(found) == list(range(60))
    assert [len(lot) for lot in found] == sender.sent
    assert sender.sent == [1, 1, 2, 2, 4, 4, 8, 8, 7, 5, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1]


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
