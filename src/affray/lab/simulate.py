"""Simulation: many fights in numbered batches, merged, whoever worked on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count as numbers
from time import perf_counter
from typing import Any, TypeVar

from affray.core.batch import Batch, play_batch
from affray.core.problems import data_error
from affray.core.table import Player
from affray.lab.detail import Detail, hear_batch
from affray.lab.statistics import percentile, wilson
from affray.lab.workers import Crew, crew_for, heeding_interrupts
from affray.library import Scenario, parse
from affray.players import player_named

BATCH = 2000
"""How many fights a worker plays at a time, however many workers there are: a result never
depends on who played which."""

LOOK_UP = 0.2
"""Seconds between two looks whether Ctrl-C was pressed, while a batch is on its way."""

SLOW_BATCH = 8
"""As many, when somebody plays who takes their time."""

HEARD = 1000
"""How many fights are listened to for the details, unless all are."""

T = TypeVar("T")

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
    detail: Detail = field(default_factory=Detail)

    def take(self, batch: Batch) -> None:
        """Takes in a batch that was played."""
        self.add(
            Tally(
                int(batch.fights),
                int(batch.turns),
                int(batch.draws),
                batch.wins,
                batch.rounds,
                int(batch.checksum),
            )
        )

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
        self.detail.add(other.detail)


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
            "detail": self.detail(),
        }

    def detail(self) -> dict[str, Any] | None:
        """What happened within the fights that were heard, if any were."""
        wants_events = self.tally.detail
        return wants_events.data(self.scenario.setup) if wants_events.fights else None

    def _repr_html_(self) -> str:
        from affray.lab.plots import html_of, simulation_chart

        return html_of(simulation_chart(self.data()))


@lru_cache(maxsize=4)
def ready(text: str, name: str) -> Scenario:
    """A scenario read once in each worker."""
    return parse(text, name)


@dataclass(frozen=True)
class Job:
    """Fights of one scenario by the same players, as it goes to those who play them."""

    text: str
    name: str
    players: tuple[str, ...]
    seed: int
    wants_events: int = 0
    """The fights with lower numbers than this are listened to."""

    def scenario(self) -> Scenario:
        """The scenario, ready to fight."""
        return ready(self.text, self.name)

    def seated(self, first: int) -> list[Player]:
        """The players, for a batch: one who decides by chance gets a seed of its own in each."""
        ruleset = self.scenario().ruleset
        return [
            player_named(player, ruleset, self.seed * 1_000_003 + first * 8 + side)
            for side, player in enumerate(self.players)
        ]

    def batch(self) -> int:
        """How many fights make a batch."""
        return SLOW_BATCH if any(player.needs_tape() for player in self.seated(0)) else BATCH

    def play(self, first: int, count: int) -> Tally:
        """Plays the fights numbered from `first` on, in this process."""
        setup, players = self.scenario().setup, self.seated(first)
        tally = Tally(wins=[0] * len(setup.sides))
        wants_events = max(0, min(count, self.wants_events - first))
        if wants_events:
            batch, detail = hear_batch(setup, players, self.seed, first, wants_events)
            tally.take(batch)
            tally.detail = detail
        if count > wants_events:
            tally.take(
                play_batch(setup, players, self.seed, first + wants_events, count - wants_events)
            )
        return tally


def job_for(
    scenario: Scenario, players: dict[str, str] | None = None, seed: int = 0, wants_events: int = 0
) -> Job:
    """The job of playing a scenario; problems where a player is not known."""
    given = players or {}
    chosen = tuple(given.get(side, "simple") for side in scenario.sides)
    for player in chosen:
        player_named(player, scenario.ruleset)
    return Job(scenario.toml(), scenario.name, chosen, seed, wants_events)


def simulate(
    scenario: Scenario,
    fights: int | None = None,
    within: float | None = None,
    seed: int = 0,
    players: dict[str, str] | None = None,
    workers: int | None = None,
    progress: Callable[[Tally], None] | None = None,
    crew: Crew | None = None,
    cluster: str | None = None,
    detail: int = 0,
) -> Simulation:
    """Plays a number of fights, or as many as it takes for every share's interval to be as
    narrow as `within` on either side; listens to the first `detail` of them. Ctrl-C gives what
    there is.
    """
    check_amount(fights, within)
    wanted = fights if fights is not None else (MOST_FIGHTS if within else 10_000)
    job = job_for(scenario, players, seed, detail)
    if crew is None:
        with crew_for(workers, cluster, max(1, wanted // job.batch())) as hired:
            return simulate(
                scenario, fights, within, seed, players, None, progress, hired, None, detail
            )
    started = perf_counter()
    tally = Tally(wins=[0] * len(scenario.sides))
    stopped = False
    try:
        for played in in_order(crew, job.play, batches_of(wanted, job.batch())):
            tally.add(played)
            if progress:
                progress(tally)
            if within is not None and narrow_enough(tally, within):
                break
    except KeyboardInterrupt:
        stopped = True
        if tally.fights == 0:
            raise
    return Simulation(scenario, tally, perf_counter() - started, seed, stopped)


def check_amount(fights: int | None, within: float | None) -> None:
    """Refuses what cannot be a number of fights or a half-width."""
    if fights is not None and not 1 <= fights <= MOST_FIGHTS:
        raise data_error(f"expected 1 to {MOST_FIGHTS:,} fights, not {fights:,}", "-n")
    if within is not None and not 0.0001 <= within < 0.5:
        raise data_error(f"expected a half-width from 0.0001 to 0.5, not {within}", "--within")


def in_order(
    crew: Crew, work: Callable[[int, int], T], batches: Iterator[tuple[int, int]]
) -> Iterator[T]:
    """The results of batches in the order of their numbers, so that whoever stops early always
    stops at the same one. Only a few are on the way at any time. Ctrl-C interrupts between two
    of them.
    """
    waiting: list[Future[T]] = []
    with heeding_interrupts() as interrupted:
        try:
            while True:
                while len(waiting) < 2 * crew.size:
                    batch = next(batches, None)
                    if batch is None:
                        break
                    waiting.append(crew.executor.submit(work, *batch))
                if not waiting:
                    return
                yield result_of(waiting.pop(0), interrupted)
        finally:
            for future in waiting:
                future.cancel()


def result_of(future: Future[T], interrupted: Callable[[], bool]) -> T:
    """What comes of a batch, unless Ctrl-C comes first."""
    while not interrupted():
        try:
            return future.result(LOOK_UP)
        except TimeoutError:
            if future.done():
                return future.result()
    future.cancel()
    raise KeyboardInterrupt


def batches_of(fights: int, size: int = BATCH) -> Iterator[tuple[int, int]]:
    """The first fight and the size of each batch."""
    for number in numbers():
        first = number * size
        if first >= fights:
            return
        yield first, min(size, fights - first)


def narrow_enough(tally: Tally, within: float) -> bool:
    """Whether every side's share is known to within this much on either side."""
    for wins in tally.wins:
        low, high = wilson(wins, tally.fights)
        if (high - low) / 2 > within:
            return False
    return True
