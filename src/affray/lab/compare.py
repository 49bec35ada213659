"""Comparison of variants of a scenario with the same dice: how each changes the shares of wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, NamedTuple

from affray.core.batch import play_batch
from affray.core.problems import data_error
from affray.lab.report.notebook import figures_html
from affray.lab.report.plots import compare_chart
from affray.lab.simulation.batches import SimulationJob, batch_ranges, make_job, run_in_order
from affray.lab.simulation.executors import stop_on_interrupt, worker_pool
from affray.lab.simulation.results import Simulation, Tally
from affray.lab.simulation.runner import DEFAULT_FIGHTS, MOST_FIGHTS, check_fight_count
from affray.lab.statistics import paired
from affray.library import Scenario
from affray.players import PlayerLike


@dataclass
class PairedFights:
    """Fights of several variants with the same dice: the results and combinations of winners."""

    tallies: list[Tally]
    winners: Counter[tuple[int, ...]]
    """The count of each combination of winners, in the order of the variants."""

    def add(self, other: PairedFights) -> None:
        """Add more fights."""
        for mine, theirs in zip(self.tallies, other.tallies, strict=True):
            mine.add(theirs)
        self.winners.update(other.winners)


class ShareDifference(NamedTuple):
    """The difference between two shares, with its 95 % interval."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Variant:
    """A variant to compare: a scenario, and players of its own if it has any."""

    scenario: Scenario
    players: Mapping[str, PlayerLike] = field(default_factory=dict)


@dataclass(repr=False)
class Comparison:
    """A comparison of several variants with the same dice; the first is the reference."""

    labels: list[str]
    scenarios: list[Scenario]
    pairs: PairedFights
    seconds: float
    seed: int
    stopped: bool = False
    players: list[dict[str, str]] = field(default_factory=list)
    """The player of each side, in each variant."""

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(self.labels)}: {self.fights:,} fights each>"

    @property
    def fights(self) -> int:
        """Return the number of fights of each variant."""
        return self.pairs.tallies[0].fights

    def simulation(self, number: int) -> Simulation:
        """Return the results of a single variant."""
        return Simulation(
            self.scenarios[number],
            self.pairs.tallies[number],
            self.seconds,
            self.seed,
            self.stopped,
            self.players[number],
        )

    def row(self, number: int) -> dict[str, Any]:
        """Return a variant's results, and their difference from the first variant's."""
        differences = self.difference(number).items()
        return {
            "label": self.labels[number],
            **self.simulation(number).data(),
            "difference": {side: change._asdict() for side, change in differences},
            "changed": self.is_changed(number),
        }

    def is_changed(self, number: int) -> bool:
        """Return whether any fight of a variant went differently from the first variant's."""
        return self.pairs.tallies[number].checksum != self.pairs.tallies[0].checksum

    def rows(self) -> list[dict[str, Any]]:
        """Return one row of plain values for each variant, for tables."""
        found = []
        for number, label in enumerate(self.labels):
            row: dict[str, Any] = {"variant": label}
            difference = self.difference(number)
            for side, share in self.simulation(number).sides.items():
                row[f"{side} share"] = share.share
                row[f"{side} change"] = difference[side].share
                row[f"{side} low"] = difference[side].low
                row[f"{side} high"] = difference[side].high
            found.append(row)
        return found

    def difference(self, number: int) -> dict[str, ShareDifference]:
        """Return the differences of each side's share from the first variant's, with intervals."""
        found = {}
        fights = sum(self.pairs.winners.values())
        for side, name in enumerate(self.scenarios[0].sides):
            lost = gained = 0
            for winners, count in self.pairs.winners.items():
                lost += count * (winners[0] == side and winners[number] != side)
                gained += count * (winners[0] != side and winners[number] == side)
            interval = paired(lost, gained, fights) if number else (0.0, 0.0, 0.0)
            found[name] = ShareDifference(*interval)
        return found

    def is_known_within(self, half_width: float) -> bool:
        """Return whether every difference is known to plus or minus `half_width`."""
        for number in range(1, len(self.labels)):
            for side in self.difference(number).values():
                if (side.high - side.low) / 2 > half_width:
                    return False
        return True

    def data(self) -> list[dict[str, Any]]:
        """Return a row for each variant, as `affray compare --json` prints them."""
        return [self.row(number) for number in range(len(self.labels))]

    def _repr_html_(self) -> str:
        title = f"{self.scenarios[0].title}: {self.pairs.tallies[0].fights:,} fights each"
        return figures_html(title, self.rows(), lambda: compare_chart(self.data()))


@dataclass(frozen=True)
class PairedJob:
    """Fights of several variants with the same numbers, in a form that can be sent to workers."""

    jobs: tuple[SimulationJob, ...]

    def play(self, first: int, count: int) -> PairedFights:
        """Play a batch of every variant."""
        tallies, winners = [], []
        for job in self.jobs:
            setup = job.scenario().setup
            batch = play_batch(setup, job.make_players(first), job.seed, first, count, True)
            tally = Tally(wins=[0] * len(setup.sides))
            tally.add_batch(batch)
            tallies.append(tally)
            winners.append(batch.winners)
        return PairedFights(tallies, Counter(zip(*winners, strict=True)))


def compare(
    variants: Mapping[str, Scenario | Variant],
    fights: int = DEFAULT_FIGHTS,
    within: float | None = None,
    seed: int = 0,
    players: Mapping[str, PlayerLike] | None = None,
    workers: int | None = None,
    progress: Callable[[Comparison], None] | None = None,
    cluster: str | None = None,
    batch_size: int | None = None,
) -> Comparison:
    """Play every variant with the same dice.

    With `within`, fights are added until every difference is known to plus or minus this.
    `progress` is called with the results so far, and Ctrl-C ends the work with them. A variant's
    own players take precedence over `players`. A smaller `batch_size` reports progress more often.
    Raises InvalidDataError if there is nothing to compare or the sides differ.
    """
    check_fight_count(fights, within)
    listed = [one if isinstance(one, Variant) else Variant(one) for one in variants.values()]
    scenarios = [variant.scenario for variant in listed]
    if len(scenarios) < 2:
        raise data_error(
            "name something to compare: --house NAME=VALUE, --change KEY=VALUE, --with SCENARIO or "
            "--with-player SIDE=NAME"
        )
    for scenario in scenarios[1:]:
        if scenario.sides != scenarios[0].sides:
            raise data_error(
                f"what is compared has to have the same sides: {', '.join(scenarios[0].sides)}"
            )
    job = PairedJob(
        tuple(
            make_job(variant.scenario, {**(players or {}), **variant.players}, seed)
            for variant in listed
        )
    )
    size = min(batch_size or MOST_FIGHTS, *[one.batch_size() for one in job.jobs])
    most = MOST_FIGHTS if within else fights
    pairs = PairedFights([Tally(wins=[0] * len(one.sides)) for one in scenarios], Counter())
    names = [one.player_names() for one in job.jobs]
    found = Comparison(list(variants), scenarios, pairs, 0.0, seed, players=names)
    started = perf_counter()
    pool_size = max(1, most // size)
    with (
        stop_on_interrupt(found, lambda: bool(pairs.winners)),
        worker_pool(workers, cluster, pool_size) as pool,
    ):
        for batch in run_in_order(pool, job.play, batch_ranges(most, size)):
            pairs.add(batch)
            if progress:
                found.seconds = perf_counter() - started
                progress(found)
            if within is not None and found.is_known_within(within):
                break
    found.seconds = perf_counter() - started
    return found
