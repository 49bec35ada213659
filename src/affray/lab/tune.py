"""Tuning: find the value of a number that leads to a wanted share of wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from affray.core.problems import data_error, unknown_name
from affray.lab.report.notebook import figures_html
from affray.lab.scenario_keys import with_changes
from affray.lab.simulation.executors import WorkerPool, stop_on_interrupt, worker_pool
from affray.lab.simulation.results import Simulation
from affray.lab.simulation.runner import simulate
from affray.lab.statistics import percent
from affray.library import Scenario
from affray.players import PlayerLike

MOST_RANGE = 1_000_000
"""The maximum distance between the lowest and the highest value."""

COARSE_VALUES = 9
"""The number of values in the first, coarse search."""

COARSE_WITHIN = 0.022
"""The best precision of a share in the coarse search."""


@dataclass(repr=False)
class Tuning:
    """The values tried, and the one whose share is nearest to the wanted."""

    scenario: Scenario
    key: str
    side: str
    wanted: float
    tried: dict[int, Simulation] = field(default_factory=dict)
    value: int = 0
    stopped: bool = False

    def __repr__(self) -> str:
        share = percent(self.share(self.value)) if self.tried else "nothing"
        return f"<Tuning of {self.key}: {self.value} gives {self.side} {share}>"

    def share(self, value: int) -> float:
        """Return the side's share of wins at a value that was tried."""
        return self.tried[value].sides[self.side].share

    def rows(self) -> list[dict[str, Any]]:
        """Return one row of plain values for each value that was tried."""
        return [
            {
                self.key: value,
                **self.tried[value].sides[self.side]._asdict(),
                "fights": self.tried[value].fights,
                "nearest": value == self.value,
            }
            for value in sorted(self.tried)
        ]

    def distance(self, value: int) -> float:
        """Return the distance of a value's share from the wanted share."""
        return abs(self.share(value) - self.wanted)

    def may_be_nearest(self, value: int) -> bool:
        """Return whether a value's share may still prove nearer, by the intervals."""
        if value not in self.tried:
            return True
        one, best = (self.tried[each].sides[self.side] for each in (value, self.value))
        least = max(0.0, one.low - self.wanted, self.wanted - one.high)
        most = max(abs(best.low - self.wanted), abs(best.high - self.wanted))
        return least <= most

    def choose_nearest(self) -> None:
        """Choose the nearest value so far; of equal ones, the one with more fights."""
        self.value = min(
            self.tried,
            key=lambda value: (self.distance(value), -self.tried[value].tally.fights, value),
        )

    def is_reached(self) -> bool:
        """Return whether the wanted share is within the interval of the chosen value."""
        share = self.tried[self.value].sides[self.side]
        return share.low <= self.wanted <= share.high

    def data(self) -> dict[str, Any]:
        """Return the result as the data that `affray tune --json` prints."""
        return {
            "scenario": self.scenario.name,
            "key": self.key,
            "side": self.side,
            "wanted": self.wanted,
            "value": self.value,
            **self.tried[self.value].sides[self.side]._asdict(),
            "fights": self.tried[self.value].tally.fights,
            "reached": self.is_reached(),
            "stopped": self.stopped,
            "tried": [
                {self.key: value, **self.tried[value].data()} for value in sorted(self.tried)
            ],
        }

    def _repr_html_(self) -> str:
        return figures_html(f"{self.key} = {self.value}", self.rows())


def tune(
    scenario: Scenario,
    key: str,
    low: int,
    high: int,
    side: str | None = None,
    share: float = 0.5,
    within: float = 0.01,
    seed: int = 0,
    players: Mapping[str, PlayerLike] | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[Tuning], None] | None = None,
) -> Tuning:
    """Find the whole number that brings a side's share of wins nearest to the wanted one.

    Values from `low` to `high` are tried. The search is coarse at first and then closes in on the
    nearest share. It then plays the nearest value and neighbours that may be nearer, until their
    shares are known to `within`. A share need not rise with the value; the result is the nearest of
    the values tried. All values get the same dice.
    """
    if not 0 <= share <= 1:
        raise data_error(
            f"expected a share from 0 to 1, or 0% to 100%, not {share * 100:g}%", "--share"
        )
    if high - low > MOST_RANGE:
        raise data_error(f"expected {MOST_RANGE:,} values at most, not {high - low + 1:,}", "--to")
    if low > high:
        raise data_error(f"expected the first value before the last, not {low} and {high}", "--to")
    wanted_side = side or scenario.sides[0]
    if wanted_side not in scenario.sides:
        raise data_error(unknown_name("side", wanted_side, scenario.sides), "--side")
    found = Tuning(scenario, key, wanted_side, share)
    variants: dict[int, Scenario] = {}

    def try_value(value: int, pool: WorkerPool, known_to: float) -> None:
        if value not in variants:
            variants[value] = with_changes(scenario, {key: value})
        if value in found.tried and found.tried[value].tally.is_known_within(known_to):
            return
        found.tried[value] = simulate(variants[value], None, known_to, seed, players, pool=pool)
        if progress:
            progress(found)
        if found.tried[value].stopped:
            raise KeyboardInterrupt

    with stop_on_interrupt(found, lambda: bool(found.tried)), worker_pool(workers, cluster) as pool:
        coarse = max(within, COARSE_WITHIN)
        for value in evenly_spaced(low, high, COARSE_VALUES):
            try_value(value, pool, coarse)
        while True:
            found.choose_nearest()
            near = values_between(found)
            if not near:
                break
            for value in near:
                try_value(value, pool, coarse)
        for value in range(max(low, found.value - 1), min(high, found.value + 1) + 1):
            if found.may_be_nearest(value):
                try_value(value, pool, within)
    found.choose_nearest()
    return found


def evenly_spaced(low: int, high: int, count: int) -> list[int]:
    """Return `count` values spread evenly over a range, including its ends."""
    if high - low < count:
        return list(range(low, high + 1))
    return sorted({low + (high - low) * number // (count - 1) for number in range(count)})


def values_between(found: Tuning) -> list[int]:
    """Return the values halfway between the nearest one and its tried neighbours."""
    values = sorted(found.tried)
    at = values.index(found.value)
    near = []
    if at > 0 and values[at] - values[at - 1] > 1:
        near.append((values[at] + values[at - 1]) // 2)
    if at + 1 < len(values) and values[at + 1] - values[at] > 1:
        near.append((values[at] + values[at + 1] + 1) // 2)
    return near
