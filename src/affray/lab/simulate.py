"""Simulation: many fights in numbered batches, merged, whoever worked on them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count as numbers
from time import perf_counter
from typing import Any

from affray.core.batch import play_batch
from affray.core.problems import problem
from affray.lab.statistics import percentile, wilson
from affray.library import Scenario, parse
from affray.players import player_named

BATCH = 2000
"""How many fights a worker plays at a time. Each fight is seeded by its own number, so the
result does not depend on this, nor on how many workers there are."""

MOST_FIGHTS = 1_000_000_000


@dataclass
class Tally:
    """What many fights came to. Tallies of batches add up."""

    fights: int = 0
    turns: int = 0
    draws: int = 0
    wins: list[int] = field(default_factory=list)
    rounds: dict[int, int] = field(default_factory=dict)
    checksum: int = 0

    def add(self, other: Tally) -> None:
        """Takes in another tally."""
        self.fights += other.fights
        self.turns += other.turns
        self.draws += other.draws
        if not self.wins:
            self.wins = [0] * len(other.wins)
        self.wins = [mine + theirs for mine, theirs in zip(self.wins, other.wins, strict=True)]
        for length, count in other.rounds.items():
            self.rounds[length] = self.rounds.get(length, 0) + count
        self.checksum += other.checksum


@dataclass
class Simulation:
    """The figures of a simulation."""

    scenario: Scenario
    tally: Tally
    seconds: float
    seed: int
    stopped: bool = False

    def sides(self) -> dict[str, dict[str, float]]:
        """Each side's wins, with their share and its 95 % interval."""
        found = {}
        for name, wins in zip(self.scenario.sides, self.tally.wins, strict=True):
            low, high = wilson(wins, self.tally.fights)
            found[name] = {
                "wins": wins,
                "share": wins / self.tally.fights,
                "low": low,
                "high": high,
            }
        return found

    def rounds(self) -> dict[str, Any]:
        """How long fights last."""
        lengths = sorted(self.tally.rounds.items())
        total = sum(length * count for length, count in lengths)
        return {
            "mean": total / self.tally.fights,
            **{f"p{percent}": percentile(lengths, percent / 100) for percent in (10, 50, 90)},
            "histogram": {str(length): count for length, count in lengths},
        }

    def data(self) -> dict[str, Any]:
        """The figures, as `affray simulate --json` gives them."""
        return {
            "scenario": self.scenario.name,
            "ruleset": self.scenario.ruleset.name,
            "seed": self.seed,
            "fights": self.tally.fights,
            "turns": self.tally.turns,
            "seconds": self.seconds,
            "fights_per_second": self.tally.fights / self.seconds,
            "turns_per_second": self.tally.turns / self.seconds,
            "checksum": f"{self.tally.checksum:016x}",
            "stopped": self.stopped,
            "draws": self.tally.draws,
            "sides": self.sides(),
            "rounds": self.rounds(),
        }


@lru_cache(maxsize=4)
def ready(text: str, name: str) -> Scenario:
    """A scenario read once in each worker."""
    return parse(text, name)


def run_batch(
    text: str, name: str, players: tuple[str, ...], seed: int, first: int, count: int
) -> Tally:
    """Plays the fights numbered from `first` on, in this process."""
    scenario = ready(text, name)
    # a player who decides by chance gets a seed of its own in each batch
    made = [
        player_named(player, scenario.ruleset, seed * 1_000_003 + first * 8 + side)
        for side, player in enumerate(players)
    ]
    batch = play_batch(scenario.setup, made, seed, first, count)
    return Tally(
        int(batch.fights),
        int(batch.turns),
        int(batch.draws),
        batch.wins,
        batch.rounds,
        int(batch.checksum),
    )


class Here(Executor):
    """An executor that works in this process, when it is told to."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Does it now."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def ignore_interrupts() -> None:
    """A worker leaves Ctrl-C to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def executor_for(workers: int) -> Executor:
    """Who does the work: this process, or as many others."""
    if workers == 1:
        return Here()
    return ProcessPoolExecutor(workers, initializer=ignore_interrupts)


def simulate(
    scenario: Scenario,
    fights: int | None = None,
    within: float | None = None,
    seed: int = 0,
    players: dict[str, str] | None = None,
    workers: int | None = None,
    progress: Callable[[Tally], None] | None = None,
    executor: Executor | None = None,
) -> Simulation:
    """Plays a number of fights, or as many as it takes for every share's interval to be as
    narrow as `within` on either side. Ctrl-C gives what there is.
    """
    if fights is not None and not 1 <= fights <= MOST_FIGHTS:
        raise problem(f"expected 1 to {MOST_FIGHTS:,} fights, not {fights:,}", "-n")
    if within is not None and not 0.0001 <= within < 0.5:
        raise problem(f"expected a half-width from 0.0001 to 0.5, not {within}", "--within")
    if workers is not None and not 1 <= workers <= 1024:
        raise problem(f"expected 1 to 1024 workers, not {workers}", "--workers")
    given = players or {}
    chosen = tuple(given.get(side, "simple") for side in scenario.sides)
    for player in chosen:
        player_named(player, scenario.ruleset)
    wanted = fights if fights is not None else (MOST_FIGHTS if within else 10_000)
    workers = workers or min(os.cpu_count() or 1, max(1, wanted // BATCH))
    pool = executor or executor_for(workers)
    started = perf_counter()
    tally = Tally(wins=[0] * len(scenario.sides))
    stopped = False
    batches = batches_of(wanted)
    text = scenario.toml()
    waiting: list[Future[Tally]] = []
    try:
        while True:
            while len(waiting) < 2 * workers:
                batch = next(batches, None)
                if batch is None:
                    break
                arguments = (text, scenario.name, chosen, seed, *batch)
                waiting.append(pool.submit(run_batch, *arguments))
            if not waiting:
                break
            # in the order of their numbers, so that `within` always stops at the same one
            tally.add(waiting.pop(0).result())
            if progress:
                progress(tally)
            if within is not None and narrow_enough(tally, within):
                break
    except KeyboardInterrupt:
        stopped = True
        if tally.fights == 0:
            raise
    finally:
        if executor is None:
            pool.shutdown(wait=False, cancel_futures=True)
    return Simulation(scenario, tally, perf_counter() - started, seed, stopped)


def batches_of(fights: int) -> Iterator[tuple[int, int]]:
    """The first fight and the size of each batch."""
    for number in numbers():
        first = number * BATCH
        if first >= fights:
            return
        yield first, min(BATCH, fights - first)


def narrow_enough(tally: Tally, within: float) -> bool:
    """Whether every side's share is known to within this much on either side."""
    for wins in tally.wins:
        low, high = wilson(wins, tally.fights)
        if (high - low) / 2 > within:
            return False
    return True
