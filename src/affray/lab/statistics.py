"""Statistics for the lab: intervals of shares and of paired differences."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import sqrt
from typing import TypeVar

Outcome = TypeVar("Outcome")
Group = TypeVar("Group", bound=Hashable)

Z95 = 1.959963984540054
"""The half width of a 95 % interval, in standard deviations."""


def wilson(wins: int, fights: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, by Wilson's score."""
    if fights == 0:
        return 0.0, 1.0
    share = wins / fights
    spread = Z95 * Z95 / fights
    centre = (share + spread / 2) / (1 + spread)
    half = Z95 * sqrt(share * (1 - share) / fights + spread / (4 * fights)) / (1 + spread)
    low = centre - half if wins > 0 else 0.0  # the formula would leave a small rounding error
    high = centre + half if wins < fights else 1.0
    return low, high


def paired(only_first: int, only_second: int, fights: int) -> tuple[float, float, float]:
    """Return the difference of two paired shares (second minus first), with its 95 % interval.

    Only fights with different results count, so common dice make the interval narrow. The interval
    is Bonett and Price's, which stays valid if few fights or none differ.
    """
    if fights == 0:
        return 0.0, -1.0, 1.0
    up, down = (only_second + 1) / (fights + 2), (only_first + 1) / (fights + 2)
    half = Z95 * sqrt((up + down - (up - down) ** 2) / (fights + 2))
    found = (only_second - only_first) / fights
    return found, max(-1.0, up - down - half), min(1.0, up - down + half)


def percentile(counted: Sequence[tuple[int, float]], share: float) -> int:
    """Return the smallest value that covers this share of the counts."""
    wanted = share * sum(count for _, count in counted)
    seen = 0.0
    for value, count in counted:
        seen += count
        if seen >= wanted:
            return value
    return counted[-1][0]


def grouped(
    chances: Mapping[Outcome, float], group_of: Callable[[Outcome], Group]
) -> dict[Group, float]:
    """Return the total probability of each group of outcomes."""
    found: dict[Group, float] = {}
    for outcome, chance in chances.items():
        group = group_of(outcome)
        found[group] = found.get(group, 0.0) + chance
    return found


def percent(share: float) -> str:
    """Return a share in words that distinguish zero from nearly zero."""
    if share > 1 - 1e-9:
        return "100.0 %"  # except for rounding errors
    if 0 < share < 0.0005:
        return "<0.1 %"
    if share > 0.9995:
        return ">99.9 %"
    return f"{share * 100:.1f} %"
