"""The little statistics the lab needs: intervals of shares."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054
"""How many standard deviations a 95 % interval reaches to either side."""


def wilson(wins: int, fights: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's score."""
    if fights == 0:
        return 0.0, 1.0
    share = wins / fights
    spread = Z95 * Z95 / fights
    centre = (share + spread / 2) / (1 + spread)
    half = Z95 * sqrt(share * (1 - share) / fights + spread / (4 * fights)) / (1 + spread)
    return max(0.0, centre - half), min(1.0, centre + half)
