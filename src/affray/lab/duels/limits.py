"""Limits for the work on a solution, and progress reports."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

from affray.core.problems import data_error

EXACT = 1e-9
"""A solution is exact if it leaves out no more probability than this."""

MOST_STATES = 2_000_000
MOST_SECONDS = 10.0
MOST_MEGABYTES = 1_500
"""The default limits of a solution."""

INTERRUPTED = "interrupted"
"""The reason for stopping after Ctrl-C."""

REPORT_SECONDS = 0.25
"""Progress is reported at least this often."""

STATES_BETWEEN_MEMORY_CHECKS = 256


@dataclass
class SolverProgress:
    """The progress of a solution: states expanded, and bounds on the first side's share of wins."""

    states: int
    seconds: float
    low: float
    high: float


@dataclass
class SolverLimits:
    """The required precision of a solution, and the limits at which it stops anyway."""

    states: int = MOST_STATES
    """The maximum number of states to expand."""
    on_progress: Callable[[SolverProgress], None] | None = None
    within: float = EXACT / 2
    """A solution is precise enough if every share is known to plus or minus this."""
    seconds: float = MOST_SECONDS
    megabytes: int = MOST_MEGABYTES
    """The maximum memory of the solution itself, if the system reports memory use."""
    clock: Callable[[], float] = perf_counter
    workers: int | None = None
    """Accepted for commands that share their options; one process solves a duel."""

    def check(self) -> None:
        """Raise InvalidDataError for values that make no sense."""
        if not 1 <= self.states <= 10_000_000:
            raise data_error(f"expected 1 to 10,000,000 states, not {self.states:,}", "--states")
        if not 0 <= self.within < 0.5:
            raise data_error(
                f"expected a half-width from 0 to below 0.5, not {self.within:g}", "--within"
            )
        if not 0 < self.seconds <= 1_000_000:
            raise data_error(
                f"expected seconds above 0, 1,000,000 at most, not {self.seconds:g}", "--seconds"
            )
        if not 1 <= self.megabytes <= 10_000_000:
            raise data_error(
                f"expected 1 to 10,000,000 megabytes, not {self.megabytes:,}", "--memory"
            )

    @property
    def width(self) -> float:
        """Return the maximum width of an interval that is precise enough."""
        return 2 * self.within


class LimitReachedError(Exception):
    """A limit was reached."""


@dataclass
class Work:
    """A monitor of the limits while states are expanded; it also reports progress."""

    limits: SolverLimits
    started: float = field(init=False)
    megabytes_before: float = field(init=False)
    stopped: str = ""
    """Why the work stopped too early: states, seconds, memory or interrupted."""
    share_of_seconds: float = 1.0
    """The share of the time that may be spent so far."""
    reserved: float = 0.0
    """The number of seconds reserved for the work after the states."""
    states: int = 0
    low: float = 0.0
    high: float = 1.0
    _reported: float = 0.0

    def __post_init__(self) -> None:
        self.started = self.limits.clock()
        self.megabytes_before = memory_megabytes()

    def seconds(self) -> float:
        """Return the time spent so far."""
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
        """Raise LimitReachedError if no more states may be expanded."""
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
        """End the block quietly when a limit is reached or at Ctrl-C."""
        try:
            with without_garbage_collection():
                yield
        except LimitReachedError:
            pass
        except KeyboardInterrupt:
            self.stopped = INTERRUPTED

    def report(self, low: float, high: float) -> None:
        """Report the progress, with bounds on the first side's share."""
        self.low, self.high = low, high
        self._reported = self.seconds()
        if self.limits.on_progress:
            self.limits.on_progress(SolverProgress(self.states, self._reported, low, high))


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Switch garbage collection off: all new states stay, and scanning them takes long."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            # count all new objects as old, otherwise they would all be scanned at once
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def memory_megabytes() -> float:
    """Return the memory of this process, or 0 if the system does not report it."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * 4096 / 1e6
    except OSError:
        return 0.0
