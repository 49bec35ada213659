"""Comparing changes of a scenario with the same dice: how much each moves the shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from affray.core.batch import play_batch
from affray.core.problems import data_error
from affray.lab.simulate import Job, Simulation, Tally, batches_of, check_amount, in_order, job_for
from affray.lab.statistics import paired
from affray.lab.workers import crew_for
from affray.library import Scenario


@dataclass
class Pairs:
    """Fights of several variants with the same numbers: what each came to, and who won when
    another did not."""

    tallies: list[Tally]
    winners: Counter[tuple[int, ...]]
    """How often the variants were won by these sides, in their order."""

    def add(self, other: Pairs) -> None:
        """Takes in more."""
        for mine, theirs in zip(self.tallies, other.tallies, strict=True):
            mine.add(theirs)
        self.winners.update(other.winners)


@dataclass
class Comparison:
    """Several variants of a scenario by the same dice; the first is what others differ from."""

    labels: list[str]
    scenarios: list[Scenario]
    pairs: Pairs
    seconds: float
    seed: int
    stopped: bool = False

    def row(self, number: int) -> dict[str, Any]:
        """A variant's figures, and how its shares differ from the first's."""
        tally = self.pairs.tallies[number]
        figures = Simulation(
            self.scenarios[number], tally, self.seconds, self.seed, self.stopped
        ).data()
        return {"label": self.labels[number], **figures, "difference": self.difference(number)}

    def difference(self, number: int) -> dict[str, dict[str, float]]:
        """How much larger each side's share is than in the first variant, with its interval."""
        found = {}
        fights = sum(self.pairs.winners.values())
        for side, name in enumerate(self.scenarios[0].sides):
            lost = gained = 0
            for winners, count in self.pairs.winners.items():
                lost += count * (winners[0] == side and winners[number] != side)
                gained += count * (winners[0] != side and winners[number] == side)
            change, low, high = paired(lost, gained, fights) if number else (0.0, 0.0, 0.0)
            found[name] = {"share": change, "low": low, "high": high}
        return found

    def data(self) -> list[dict[str, Any]]:
        """A row for each variant, as `affray compare --json` gives them."""
        return [self.row(number) for number in range(len(self.labels))]


@dataclass(frozen=True)
class PairedJob:
    """The same numbers of fights of several variants."""

    jobs: tuple[Job, ...]

    def play(self, first: int, count: int) -> Pairs:
        """Plays a batch of every variant."""
        tallies, winners = [], []
        for job in self.jobs:
            setup = job.scenario().setup
            batch = play_batch(setup, job.seated(first), job.seed, first, count, True)
            tally = Tally(wins=[0] * len(setup.sides))
            tally.take(batch)
            tallies.append(tally)
            winners.append(batch.winners)
        return Pairs(tallies, Counter(zip(*winners, strict=True)))


def compare(
    variants: Mapping[str, Scenario],
    fights: int = 10_000,
    within: float | None = None,
    seed: int = 0,
    players: dict[str, str] | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    cluster: str | None = None,
) -> Comparison:
    """Plays every variant with the same dice. With `within`, until every difference is known to
    so much on either side. Ctrl-C gives what there is."""
    check_amount(fights, within)
    scenarios = list(variants.values())
    if len(scenarios) < 2:
        raise data_error("name something to compare: --house NAME=VALUE or --change KEY=VALUE")
    for scenario in scenarios[1:]:
        if scenario.sides != scenarios[0].sides:
            raise data_error(
                f"what is compared has to have the same sides: {', '.join(scenarios[0].sides)}"
            )
    work = PairedJob(tuple(job_for(scenario, players, seed) for scenario in scenarios))
    size = min(job.batch() for job in work.jobs)
    most = 1_000_000_000 if within else fights
    pairs = Pairs([Tally(wins=[0] * len(one.sides)) for one in scenarios], Counter())
    found = Comparison(list(variants), scenarios, pairs, 0.0, seed)
    started = perf_counter()
    try:
        with crew_for(workers, cluster, max(1, most // size)) as crew:
            for played in in_order(crew, work.play, batches_of(most, size)):
                pairs.add(played)
                if progress:
                    progress(pairs.tallies[0].fights)
                if within is not None and told_apart(found, within):
                    break
    except KeyboardInterrupt:
        found.stopped = True
        if not pairs.winners:
            raise
    found.seconds = perf_counter() - started
    return found


def told_apart(found: Comparison, within: float) -> bool:
    """Whether every difference is known to so much on either side."""
    for number in range(1, len(found.labels)):
        for side in found.difference(number).values():
            if (side["high"] - side["low"]) / 2 > within:
                return False
    return True
