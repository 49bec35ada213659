"""States worked out by several processes at once.

A process is forked for every batch, so it has all states there are without anything being sent to
it. It sends back numbers only: where the paths of each state lead, and to a state that was not
known before the way taken at every branch of a path there. The first process follows that one path
again, and so has the state itself.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import threading
import warnings
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from affray.core.steps import FollowedStep
from affray.lab.duels.limits import OutOfTimeError, WorkDone

Done = TypeVar("Done")
"""What a process has worked out."""


class WorkedOutState(NamedTuple):
    """What follows a state, in numbers that mean the same in every process; those of states that
    were not known before the process began are its own, in the order of their trails."""

    number: int
    level: int
    """How closely it was looked at."""
    merges_ways: bool
    left_out: float
    targets: array[int]
    rounds: array[int]
    probabilities: array[float]
    trails: list[list[int]]


class WorkDoneElsewhere(NamedTuple):
    """What another process has worked out."""

    states: list[WorkedOutState]
    paths: int


def in_numbers(
    number: int, level: int, merges_ways: bool, left_out: float, found: FollowedStep
) -> WorkedOutState:
    """What follows a state in a form that can be sent."""
    return WorkedOutState(
        number,
        level,
        merges_ways,
        left_out,
        array("q", found.targets),
        array("h", found.rounds),
        array("d", found.probabilities),
        found.trails,
    )


def usable_processes(wanted: int | None) -> int:
    """How many processes may work at once: one for each core unless told otherwise, and one alone
    where a process cannot be forked safely: on other systems than Linux, and in another thread than
    the first."""
    if sys.platform != "linux" or threading.current_thread() is not threading.main_thread():
        return 1
    return wanted or len(os.sched_getaffinity(0))


@contextmanager
def work_elsewhere(
    shares: list[list[int]], work_out: Callable[[list[int]], Done]
) -> Iterator[list[Callable[[], Done | None]]]:
    """Has every share worked out by a process of its own, and gives what waits for each; a process
    that could not do its work gives None. Whatever is still at work at the end is ended."""
    gc.freeze()  # what is not collected is not written to, and stays shared with the others
    started: list[tuple[int, int]] = []
    try:
        for share in shares:
            started.append(start_process(share, work_out))
        yield [lambda pipe=reads: receive(pipe) for _, reads in started]  # type: ignore[misc]
    finally:
        for process, reads in started:
            os.close(reads)
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
        gc.unfreeze()


def work_together(
    work: WorkDone,
    numbers: list[int],
    processes: int,
    work_out: Callable[[int], None],
    work_out_apart: Callable[[list[int]], Done],
    take_over: Callable[[Done], None],
) -> bool:
    """Works out states in several processes at once, each with its share: this one state by state,
    the others all of theirs, which is then taken over; False when a limit is reached."""
    first, *others = [numbers[start::processes] for start in range(processes)]
    with work_elsewhere(others, work_out_apart) as results:
        try:
            goes_on = work.work_out_each(first, work_out)
        except OutOfTimeError:
            goes_on = False  # what the others have found meanwhile counts all the same
        for result in results:
            found = result()
            if found is not None:
                take_over(found)
    return goes_on


def start_process(share: list[int], work_out: Callable[[list[int]], Done]) -> tuple[int, int]:
    """Forks a process that works out some states; gives its number, and where to read from."""
    reads, writes = os.pipe()
    with warnings.catch_warnings():
        # the new process touches nothing that another thread, such as one that draws, has a part in
        warnings.simplefilter("ignore", DeprecationWarning)
        process = os.fork()
    if process:
        os.close(writes)
        return process, reads
    code = 1
    try:
        os.close(reads)
        gc.disable()
        with open(writes, "wb") as pipe:
            pickle.dump(work_out(share), pipe, pickle.HIGHEST_PROTOCOL)
        code = 0
    except (KeyboardInterrupt, BrokenPipeError):
        pass
    finally:
        os._exit(code)


def receive(reads: int) -> Any:
    """What a process sends, once it is done; None if it could not do its work."""
    with open(reads, "rb", closefd=False) as pipe:
        sent = pipe.read()
    return pickle.loads(sent) if sent else None
