"""A grid of hexes, with the verbs of the grid of squares.

Cells are numbered row by row, and every other row stands half a cell to the right. There are no
diagonals: each of the six neighbours is one step away.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from affray.space.grid import Grid, Segment

ROW: Final = sqrt(3.0) / 2.0
"""How far apart two rows of hexes are, when neighbours' centres are one apart."""

EVEN: Final = [(0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
ODD: Final = [(1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1)]
"""The six neighbours, clockwise from the upper right, in even and in odd rows."""

CORNERS: Final = [
    (0.0, -1.0 / sqrt(3.0)),
    (0.5, -0.5 / sqrt(3.0)),
    (0.5, 0.5 / sqrt(3.0)),
    (0.0, 1.0 / sqrt(3.0)),
    (-0.5, 0.5 / sqrt(3.0)),
    (-0.5, -0.5 / sqrt(3.0)),
]
"""From a hex's centre to its corners."""


class Hexes(Grid):
    """A map of hexes that never changes. Walls are whole cells here."""

    def directions(self, row: i64) -> list[tuple[int, int]]:
        return ODD if row % 2 else EVEN

    def is_diagonal(self, here: i64, there: i64) -> bool:
        return False

    def _measured(self, here: i64, there: i64) -> i64:
        """Return how many steps apart two cells are."""
        down = self.y(there) - self.y(here)
        across: i64 = self.slanted[there] - self.slanted[here]
        if across < 0:
            across = -across
            down = -down
        if down >= 0:
            return across + down
        return across if across > -down else -down

    def least_halves(self, here: i64, there: i64, diagonal: i64) -> i64:
        return 2 * self.spaces(here, there)

    def straight(self, here: i64, there: i64) -> float:
        return 0.5 * sqrt(float(self.straight_order(here, there)))

    def straight_order(self, here: i64, there: i64) -> i64:
        """Return the square of the straight distance, in half cells."""
        halves = (self.y(here) & 1) - (self.y(there) & 1)
        across = 2 * (self.x(here) - self.x(there)) + halves
        down = self.y(here) - self.y(there)
        return across * across + 3 * down * down

    def centre(self, cell: i64) -> tuple[float, float]:
        half = 0.5 if self.y(cell) % 2 else 0.0
        return (float(self.x(cell)) + half + 0.5, float(self.y(cell)) * ROW + 0.5)

    def sides(self, cell: i64) -> list[Segment]:
        corners = self._outline(cell, 1.0)
        return [
            (
                corners[turn][0],
                corners[turn][1],
                corners[(turn + 1) % 6][0],
                corners[(turn + 1) % 6][1],
            )
            for turn in range(6)
        ]

    def corners(self, cell: i64) -> list[tuple[float, float]]:
        return self._outline(cell, 0.98)

    def _outline(self, cell: i64, scale: float) -> list[tuple[float, float]]:
        x, y = self.centre(cell)
        return [(x + across * scale, y + down * scale) for across, down in CORNERS]
