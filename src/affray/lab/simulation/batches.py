"""Fights in numbered batches: what goes to a worker, and what comes back in order.

A result never depends on who played which batch, nor on how many workers there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from functools import lru_cache
from itertools import count as count_from
from typing import TypeVar

from affray.core.batch import play_batch
from affray.core.table import Player
from affray.lab.simulation.details import play_detailed_batch
from affray.lab.simulation.results import Tally
from affray.lab.simulation.workers import WorkerPool, deferred_interrupts
from affray.library import Scenario, parse
from affray.players import player_named

BATCH_SIZE = 2000
"""How many fights a worker plays at a time."""

SLOW_BATCH_SIZE = 8
"""How many, when a player takes its time over each decision."""

POLL_SECONDS = 0.2
"""How often Ctrl-C is checked for while a batch is being waited for."""

T = TypeVar("T")


@lru_cache(maxsize=4)
def cached_scenario(text: str, name: str) -> Scenario:
    """A scenario from its text, read once in each worker."""
    return parse(text, name)


@dataclass(frozen=True)
class SimulationJob:
    """Fights of one scenario by the same players, in a form that can be sent to workers."""

    text: str
    name: str
    players: tuple[str, ...]
    seed: int
    detailed_fights: int = 0
    """The events of fights with lower numbers than this are recorded."""

    def scenario(self) -> Scenario:
        """The scenario, ready to fight."""
        return cached_scenario(self.text, self.name)

    def make_players(self, first: int) -> list[Player]:
        """The players of a batch: one who decides by chance gets another seed in each."""
        ruleset = self.scenario().ruleset
        return [
            player_named(player, ruleset, self.seed * 1_000_003 + first * 8 + side)
            for side, player in enumerate(self.players)
        ]

    def batch_size(self) -> int:
        """How many fights make a batch."""
        is_slow = any(player.needs_tape() for player in self.make_players(0))
        return SLOW_BATCH_SIZE if is_slow else BATCH_SIZE

    def play(self, first: int, count: int) -> Tally:
        """Plays the fights numbered from `first` on, in this process."""
        setup, players = self.scenario().setup, self.make_players(first)
        tally = Tally(wins=[0] * len(setup.sides))
        detailed = max(0, min(count, self.detailed_fights - first))
        if detailed:
            batch, details = play_detailed_batch(setup, players, self.seed, first, detailed)
            tally.add_batch(batch)
            tally.details = details
        if count > detailed:
            tally.add_batch(
                play_batch(setup, players, self.seed, first + detailed, count - detailed)
            )
        return tally


def make_job(
    scenario: Scenario,
    players: dict[str, str] | None = None,
    seed: int = 0,
    detailed_fights: int = 0,
) -> SimulationJob:
    """The job of playing a scenario; raises InvalidDataError where a player is not known."""
    given = players or {}
    names = tuple(given.get(side, "simple") for side in scenario.sides)
    for name in names:
        player_named(name, scenario.ruleset)
    return SimulationJob(scenario.toml(), scenario.name, names, seed, detailed_fights)


def batch_ranges(fights: int, size: int = BATCH_SIZE) -> Iterator[tuple[int, int]]:
    """The first fight and the size of each batch."""
    for number in count_from():
        first = number * size
        if first >= fights:
            return
        yield first, min(size, fights - first)


def run_in_order(
    pool: WorkerPool, work: Callable[[int, int], T], batches: Iterator[tuple[int, int]]
) -> Iterator[T]:
    """The results of batches in the order of their numbers, so that whoever stops early always
    stops at the same one. Only a few are on the way at any time. Ctrl-C raises KeyboardInterrupt
    between two of them.
    """
    waiting: list[Future[T]] = []
    with deferred_interrupts() as is_interrupted:
        try:
            while True:
                while len(waiting) < 2 * pool.size:
                    batch = next(batches, None)
                    if batch is None:
                        break
                    waiting.append(pool.executor.submit(work, *batch))
                if not waiting:
                    return
                yield wait_for(waiting.pop(0), is_interrupted)
        finally:
            for future in waiting:
                future.cancel()


def wait_for(future: Future[T], is_interrupted: Callable[[], bool]) -> T:
    """The result of a batch; raises KeyboardInterrupt if Ctrl-C is pressed first."""
    while not is_interrupted():
        try:
            return future.result(POLL_SECONDS)
        except TimeoutError:
            if future.done():
                return future.result()
    future.cancel()
    raise KeyboardInterrupt
