"""The win probability along a fight, fitted to all paired playouts together.

The pairs of playouts across a link measure the probabilities at both points, and measure the
difference between them more precisely. A generalised least squares fit finds the probabilities that
match all pairs best. So a point's probability benefits from the playouts at its neighbours, and
from the known result at the end of the fight. Errors are half the width of a 95 % interval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from affray.core.questions import NOBODY
from affray.lab.statistics import Z95
from affray.lab.study.paired_playouts import PairCounts

ROUNDS = 3
"""The number of fits; each takes its weights from the one before."""

CERTAIN = 1e9
"""The weight of a known probability."""

USUAL_CHANGE = 0.08
"""The assumed change of a probability across a link without playouts (a standard deviation)."""


@dataclass(frozen=True)
class Estimate:
    """A value and half the width of its 95 % interval."""

    value: float
    error: float

    def __neg__(self) -> Estimate:
        return Estimate(-self.value, self.error)

    def __add__(self, other: Estimate) -> Estimate:
        """Return the sum of two values that were measured independently."""
        return Estimate(self.value + other.value, sqrt(self.error**2 + other.error**2))

    def is_sure(self) -> bool:
        """Return whether the value differs from zero by more than its error."""
        return abs(self.value) > self.error

    def data(self) -> dict[str, float]:
        """Return the value as JSON data."""
        return {"value": self.value, "error": self.error}


NONE = Estimate(0.0, 0.0)


def score(winner: int, side: int) -> float:
    """Return the score of an ending for a side: 1 for a win, 0.5 for a draw."""
    if winner == NOBODY:
        return 0.5
    return 1.0 if winner == side else 0.0


@dataclass(frozen=True)
class PairScores:
    """The scores of paired playouts for one side."""

    pairs: int
    first: float
    second: float
    """The mean scores from both points."""
    draws: float
    """The share of draws."""
    squares: float
    """The mean square difference of both scores, as if two more pairs had differed (Bonett and
    Price). Without these pairs, no observed difference would count as certainty."""

    @classmethod
    def of(cls, counts: PairCounts, side: int) -> PairScores:
        """Return the scores of a side."""
        pairs = sum(counts.values())
        first = second = draws = squares = 0.0
        for (one, other), count in counts.items():
            was, became = score(one, side), score(other, side)
            first += count * was
            second += count * became
            draws += count * ((one == NOBODY) + (other == NOBODY)) / 2
            squares += count * (became - was) ** 2
        return cls(pairs, first / pairs, second / pairs, draws / pairs, (squares + 2) / (pairs + 2))

    def difference(self) -> Estimate:
        """Return how much better the second point is than the first."""
        change = (self.second - self.first) * self.pairs / (self.pairs + 2)
        spread = max(0.0, self.squares - change**2)
        return Estimate(change, Z95 * sqrt(spread / (self.pairs + 2)))

    def variance(self, p: float) -> float:
        """Return the variance of one score if the probability is `p`."""
        kept = min(max(p, 1 / (self.pairs + 2)), 1 - 1 / (self.pairs + 2))
        least = kept * (1 - kept) / 4
        return max(least, kept * (1 - kept) - self.draws / 4)

    def covariance(self, p: float, q: float) -> Any:
        """Return the covariance matrix of the mean scores for probabilities `p` and `q`."""
        import numpy as np  # here, so that commands without a fit start quickly

        one, other = self.variance(p), self.variance(q)
        apart = max(self.squares - (q - p) ** 2, 2 / (self.pairs + 2) / 2)
        common = (one + other - apart) / 2
        most = 0.999 * sqrt(one * other)
        common = min(max(common, -most), most)
        return np.array([[one, common], [common, other]]) / self.pairs


class WinCurve:
    """The win probability of one side at every point of a fight."""

    def __init__(self, values: Any, covariance: Any) -> None:
        self.values = values
        self.covariance = covariance

    def at(self, point: int) -> Estimate:
        """Return the probability at a point."""
        value = min(1.0, max(0.0, float(self.values[point])))
        return Estimate(value, min(1.0, Z95 * sqrt(max(0.0, self.covariance[point, point]))))

    def change(self, link: int) -> Estimate:
        """Return how much the probability changes across a link."""
        return self.sum_of_changes([link])

    def sum_of_changes(self, links: Sequence[int]) -> Estimate:
        """Return the total change of the probability across several links."""
        weights: Counter[int] = Counter()
        for link in links:
            weights[link + 1] += 1
            weights[link] -= 1
        # consecutive links cancel out, except for their ends
        ends = [(point, weight) for point, weight in weights.items() if weight]
        value = sum(weight * float(self.values[point]) for point, weight in ends)
        variance = sum(
            one * other * float(self.covariance[point, second])
            for point, one in ends
            for second, other in ends
        )
        return Estimate(value, Z95 * sqrt(max(0.0, variance)))


def fit_curve(pairs: Sequence[PairCounts], side: int, winner: int | None) -> WinCurve:
    """Return the curve of a side that best fits the pairs of playouts across each link.

    `winner` is the side that won; None if the fight is not over.
    """
    import numpy as np

    points = len(pairs) + 1
    scores = [PairScores.of(counts, side) if counts else None for counts in pairs]
    values = first_guess(scores)
    covariance: Any = np.zeros((points, points))
    unknown_change = np.array([[1.0, -1.0], [-1.0, 1.0]]) / USUAL_CHANGE**2
    for _ in range(ROUNDS):
        weights, sums = np.zeros((points, points)), np.zeros(points)
        if winner is not None:
            weights[-1, -1] += CERTAIN
            sums[-1] += CERTAIN * score(winner, side)
        for link, found in enumerate(scores):
            if found is None:
                weights[link : link + 2, link : link + 2] += unknown_change
                continue
            if winner is not None and link == points - 2:
                variance = found.variance(values[link]) / found.pairs
                weights[link, link] += 1 / variance
                sums[link] += found.first / variance
                continue
            precision = np.linalg.inv(found.covariance(values[link], values[link + 1]))
            weights[link : link + 2, link : link + 2] += precision
            sums[link : link + 2] += precision @ np.array([found.first, found.second])
        covariance = np.linalg.inv(weights)
        values = np.clip(covariance @ sums, 0.0, 1.0)
    return WinCurve(values, covariance)


def first_guess(scores: Sequence[PairScores | None]) -> Any:
    """Return a first estimate of every point's probability, from its own playouts alone."""
    import numpy as np

    sums, counts = np.zeros(len(scores) + 1), np.zeros(len(scores) + 1)
    for link, found in enumerate(scores):
        if found is None:
            continue
        sums[link : link + 2] += found.pairs * np.array([found.first, found.second])
        counts[link : link + 2] += found.pairs
    return (sums + 1) / (counts + 2)
