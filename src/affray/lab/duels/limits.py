"""How much work a solution may be, and what is told on the way to it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

EXACT = 1e-9
"""A solution is called exact where no more probability than this is left out of it."""

MOST_STATES = 2_000_000
MOST_SECONDS = 60.0
MOST_MEGABYTES = 1_500
"""How many states and seconds, and how much memory, a solution takes unless it is told
otherwise."""

INTERRUPTED = "interrupted"
"""What is said to have stopped a solution that somebody interrupted."""

REPORTED_STATES = 250
"""After so many states it is told how far it is, also before the bounds are looked at again."""


@dataclass
class SolverProgress:
    """How far a solution is: the states worked out, and between what the first side's share of
    wins lies for certain."""

    states: int
    seconds: float
    low: float
    high: float


@dataclass
class SolverLimits:
    """When a solution is near enough, and how much work it may be before it stops anyway."""

    states: int = MOST_STATES
    """How many states may be worked out."""
    on_progress: Callable[[SolverProgress], None] | None = None
    within: float = EXACT / 2
    """It is near enough when every share is known to plus or minus this."""
    seconds: float = MOST_SECONDS
    megabytes: int = MOST_MEGABYTES
    """How much memory it may take beside what the program had before, where the system says how
    much that is."""
    clock: Callable[[], float] = perf_counter
    """What the seconds are counted by."""
    workers: int | None = None
    """How many processes work at once; one for each core unless it is said."""

    @property
    def width(self) -> float:
        """How wide an interval may be that is near enough."""
        return 2 * self.within


class OutOfTimeError(Exception):
    """There is no more time, in the middle of a state."""


@dataclass
class WorkDone:
    """Watches the limits while states are worked out."""

    limits: SolverLimits
    started: float = field(init=False)
    held: float = field(init=False)
    """How many megabytes the program had before."""
    states: int = 0
    paths: int = 0
    stopped: str = ""
    """What stopped it before it was near enough: states, seconds, memory or interrupted."""
    reserved: float = 0.0
    """How many megabytes are left for what comes after the states."""
    reserved_seconds: float = 0.0
    """How many seconds are left for that."""
    low: float = 0.0
    high: float = 1.0
    """Between what the first side's share lay when that was last looked at."""

    def __post_init__(self) -> None:
        self.started = self.limits.clock()
        self.held = memory_megabytes()

    def count_path(self) -> None:
        """Counts a path; raises OutOfTimeError when there is no time for another."""
        self.paths += 1
        if self.paths % 64 == 0:
            self.watch_time()

    def watch_time(self) -> None:
        """Raises OutOfTimeError when there is no more time."""
        if self._is_out_of_time():
            self.stopped = "seconds"
            raise OutOfTimeError

    def may_go_on(self) -> bool:
        """Whether another state may be worked out; notes why not."""
        if self.states >= self.limits.states:
            self.stopped = "states"
        elif self._is_out_of_time():
            self.stopped = "seconds"
        elif self.states % 256 == 0 and self.megabytes_left() < 0.0:
            self.stopped = "memory"
        return not self.stopped

    def _is_out_of_time(self) -> bool:
        return self.seconds() + self.reserved_seconds > self.limits.seconds

    def megabytes_left(self) -> float:
        """How much more memory it may take."""
        return self.limits.megabytes - self.reserved - (memory_megabytes() - self.held)

    def work_out_each(self, numbers: Iterable[int], work_out: Callable[[int], None]) -> bool:
        """Works out states one after the other; False when there is none, or a limit is reached."""
        done = 0
        for number in numbers:
            if not self.may_go_on():
                return False
            work_out(number)
            done += 1
            if done % REPORTED_STATES == 0:
                self._tell()
        return done > 0

    @contextmanager
    def until_stopped(self) -> Iterator[None]:
        """Goes no further, and is content with what there is, when there is no more time or it is
        interrupted."""
        try:
            yield
        except OutOfTimeError:
            pass
        except KeyboardInterrupt:
            self.stopped = INTERRUPTED

    def seconds(self) -> float:
        """How long it has taken so far."""
        return self.limits.clock() - self.started

    def report(self, low: float, high: float) -> None:
        """Tells whoever listens how far it is, and between what the first side's share lies."""
        self.low, self.high = low, high
        self._tell()

    def _tell(self) -> None:
        if self.limits.on_progress:
            told = SolverProgress(self.states, self.seconds(), self.low, self.high)
            self.limits.on_progress(told)


@contextmanager
def without_collecting() -> Iterator[None]:
    """Looks for no garbage meanwhile: states come and stay, and to go through them again and again
    would take a quarter of the time."""
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
    """How much memory this process has; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * 4096 / 1e6
    except OSError:
        return 0.0
