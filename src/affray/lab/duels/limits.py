"""How much work a solution may be, and what is reported on the way to it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

EXACT = 1e-9
"""A solution is exact where no more probability than this is left out of it."""

MOST_STATES = 2_000_000
MOST_SECONDS = 10.0
MOST_MEGABYTES = 1_500
"""The default limits of a solution."""

INTERRUPTED = "interrupted"
"""The reason why a solution stopped that was interrupted by Ctrl-C."""

REPORT_SECONDS = 0.25
"""How often progress is reported at least."""

STATES_BETWEEN_MEMORY_CHECKS = 256


@dataclass
class SolverProgress:
    """How far a solution is: the states expanded, and bounds of the first side's share of wins."""

    states: int
    seconds: float
    low: float
    high: float


@dataclass
class SolverLimits:
    """When a solution is near enough, and how much work it may be before it stops anyway."""

    states: int = MOST_STATES
    """How many states may be expanded."""
    on_progress: Callable[[SolverProgress], None] | None = None
    within: float = EXACT / 2
    """It is near enough when every share is known to plus or minus this."""
    seconds: float = MOST_SECONDS
    megabytes: int = MOST_MEGABYTES
    """How much memory it may take beside what the program had before, where the system says how
    much that is."""
    clock: Callable[[], float] = perf_counter
    workers: int | None = None
    """Accepted for commands that share their options; one process solves a duel."""

    @property
    def width(self) -> float:
        """Return how wide an interval may be that is near enough."""
        return 2 * self.within


class LimitReachedError(Exception):
    """A limit was reached."""


@dataclass
class Work:
    """Watches the limits while states are expanded, and reports progress."""

    limits: SolverLimits
    started: float = field(init=False)
    megabytes_before: float = field(init=False)
    stopped: str = ""
    """What stopped it before it was near enough: states, seconds, memory or interrupted."""
    share_of_seconds: float = 1.0
    """How much of the time may be spent by now."""
    reserved: float = 0.0
    """How many seconds are kept for what comes after the states."""
    states: int = 0
    low: float = 0.0
    high: float = 1.0
    _reported: float = 0.0

    def __post_init__(self) -> None:
        self.started = self.limits.clock()
        self.megabytes_before = memory_megabytes()

    def seconds(self) -> float:
        """Return how long it has taken so far."""
        return self.limits.clock() - self.started

    def check_time(self) -> None:
        """Raise LimitReachedError when the time is over; report progress now and then."""
        seconds = self.seconds()
        if seconds + self.reserved > self.limits.seconds * self.share_of_seconds:
            self.stopped = "seconds"
            raise LimitReachedError
        if seconds - self._reported > REPORT_SECONDS:
            self.report(self.low, self.high)

    def check_all(self) -> None:
        """Raise LimitReachedError when no other state may be expanded."""
        self.check_time()
        if self.states >= self.limits.states:
            self.stopped = "states"
        elif self.states % STATES_BETWEEN_MEMORY_CHECKS == 0:
            if memory_megabytes() - self.megabytes_before > self.limits.megabytes:
                self.stopped = "memory"
        if self.stopped:
            raise LimitReachedError

    @contextmanager
    def until_stopped(self) -> Iterator[None]:
        """Go no further when a limit is reached, or at Ctrl-C."""
        try:
            with without_garbage_collection():
                yield
        except LimitReachedError:
            pass
        except KeyboardInterrupt:
            self.stopped = INTERRUPTED

    def report(self, low: float, high: float) -> None:
        """Report how far it is, with bounds of the first side's share."""
        self.low, self.high = low, high
        self._reported = self.seconds()
        if self.limits.on_progress:
            self.limits.on_progress(SolverProgress(self.states, self._reported, low, high))


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Collect no garbage meanwhile: states come and stay, and going through them takes long."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            # what has come counts as old now, or all of it would be gone through at once
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def memory_megabytes() -> float:
    """Return how much memory this process has; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * 4096 / 1e6
    except OSError:
        return 0.0
