"""The expected results of the rules' own stages, computed once for each key.

A simple player never repeats a formula of the rules. It makes the stage that the rules would play,
with the rules' own function, and gets its distribution here:

    attempt = opposed_attempt(fight, attack)             # a function of the rules: makes the stage
    hits = figure(attempt, "margin").reaches(0)          # how likely the margin is 0 or more
    harm = figure(damage_roll(fight, attack), "result")  # the distribution of one attribute
    value = hits * harm.share(target.hit_points)         # the share of its life that a target loses

`figure` is for stages in which one number matters. `mean` is for all others: a `Worth` evaluates
the stage in the state of each result. Both are cached by the stage's key alone, so no entry becomes
wrong during a fight. The first use of a key takes milliseconds at most. Every other use is a lookup
in a dictionary and takes about 0.2 µs. A player that asks very often stores a `Figure` that depends
on sheets alone.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.odds import Distribution, OddsTable
from affray.core.table import Stage

MOST_REMEMBERED: Final = 100_000
"""The number of cached results at which the cache is cleared, because a service may play any number
of scenarios."""

PLAY: Final = ""
"""The name of the number that `Stage.play` returns."""


class Figure:
    """The distribution of a number that a stage leaves: the probability of each value."""

    def __init__(self, chances: dict[int, float]) -> None:
        self.values: Final = sorted(chances)
        self.chances: Final = [chances[value] for value in self.values]
        self._shares: Final[list[float]] = []

    def mean(self) -> float:
        """Return the expected value."""
        found = 0.0
        for index in range(len(self.values)):
            found += self.chances[index] * float(self.values[index])
        return found

    def reaches(self, least: i64) -> float:
        """Return the probability of `least` or more."""
        if least > self.values[-1]:
            return 0.0
        found = 0.0
        for index in range(len(self.values)):
            if self.values[index] >= least:
                found += self.chances[index]
        return found

    def capped(self, most: i64) -> float:
        """Return the expected value, with values limited to the range from 0 to `most`."""
        found = 0.0
        for index in range(len(self.values)):
            value: i64 = self.values[index]
            if value > 0:
                found += self.chances[index] * float(value if value < most else most)
        return found

    def share(self, left: i64) -> float:
        """Return the expected share of `left` points that is lost; 0 if there are none."""
        if left <= 0:
            return 0.0
        shares = self._shares
        while len(shares) < left:
            points: i64 = len(shares) + 1
            shares.append(self.capped(points) / float(points))
        return shares[left - 1]


@mypyc_attr(allow_interpreted_subclasses=True)
class Worth:
    """The worth of a stage's results. A ruleset derives its own class."""

    def key(self) -> Hashable:
        """Return everything the worth depends on, except the stage's result."""
        raise NotImplementedError

    def of(self, stage: Stage, number: i64) -> float:
        """Return the worth of a result.

        `stage` has its final state, and `number` is what `play` returned.
        """
        raise NotImplementedError


class StageOdds:
    """A cache of the odds of stages, in which each question gets its default answer."""

    def __init__(self) -> None:
        self._table: Final = OddsTable()
        self._figures: Final[dict[tuple[type[Stage], str, Hashable], Figure]] = {}
        self._means: Final[dict[tuple[type[Stage], type[Worth], Hashable, Hashable], float]] = {}

    def figure(self, stage: Stage, name: str = PLAY) -> Figure:
        """Return the distribution of an attribute of a stage, or of what `play` returns."""
        key = (type(stage), name, stage.key())
        found = self._figures.get(key)
        if found is None:
            ways = self._table.ways(stage)
            chances: dict[int, float] = {}
            for way in range(len(ways.weights)):
                number = leave(stage, ways, way)
                value = int(number) if name == PLAY else int(getattr(stage, name))
                chances[value] = chances.get(value, 0.0) + ways.weights[way]
            found = Figure(chances)
            if len(self._figures) >= MOST_REMEMBERED:
                self._figures.clear()
            self._figures[key] = found
        return found

    def mean(self, stage: Stage, worth: Worth) -> float:
        """Return the mean worth of a stage's results."""
        key = (type(stage), type(worth), stage.key(), worth.key())
        found = self._means.get(key, -1.0)
        if found == -1.0 and key not in self._means:
            found = 0.0
            ways = self._table.ways(stage)
            for way in range(len(ways.weights)):
                found += ways.weights[way] * worth.of(stage, leave(stage, ways, way))
            if len(self._means) >= MOST_REMEMBERED:
                self._means.clear()
            self._means[key] = found
        return found


def leave(stage: Stage, ways: Distribution, way: i64) -> i64:
    """Put a stage into the state of one of its results. Return the number of that result."""
    if ways.results is not None:
        stage.set_state(ways.results[way])
    return ways.faces[way][0]


SHARED_ODDS: Final = StageOdds()
"""The odds of stages without questions, shared by all players."""


def figure(stage: Stage, name: str = PLAY) -> Figure:
    """Return the distribution of an attribute of a stage, or of what `play` returns."""
    return SHARED_ODDS.figure(stage, name)


def mean(stage: Stage, worth: Worth) -> float:
    """Return the mean worth of a stage's results."""
    return SHARED_ODDS.mean(stage, worth)
