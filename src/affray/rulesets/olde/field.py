"""The field: distances, sight and ways on the grid, each worked out once and kept.

None of it changes while people fight, but for ways, which others may bar.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.space.grid import CLEAR, Grid

MOST_KEPT: Final = 4_000
"""How many ways past others are kept before all are forgotten."""

UNSEEN: Final = -1
"""In place of a sight that was not wanted yet."""

AROUND: Final[i64] = 3
"""How many steps a fighter's surroundings go."""

NO_BYTES: Final = b""

Rings = tuple[i64, i64, i64]
"""The spaces one, two and three steps away, a bit for each."""


def bit_numbers() -> bytes:
    """The number of a bit, by what is left of it over a division by 67, which no two share."""
    found = bytearray(67)
    for number in range(63):
        found[(1 << number) % 67] = number
    return bytes(found)


BIT_NUMBERS: Final = bit_numbers()


def bit_number(bit: i64) -> i64:
    """Which bit it is, counted from 0."""
    return BIT_NUMBERS[bit % 67]


@mypyc_attr(acyclic=True)
class NearCell:
    """A cell of somebody's surroundings: its bit, and the bits of those beside it."""

    def __init__(self, cell: i64, bit: i64) -> None:
        self.cell: Final[i64] = cell
        self.bit: Final[i64] = bit
        self.beside: i64 = 0


@mypyc_attr(acyclic=True)
class Surroundings:
    """The cells at most three steps from one, in the order of their numbers. Each has a bit of
    its own, so that a few whole numbers say where one gets to past others."""

    def __init__(self, grid: Grid, start: i64) -> None:
        near = sorted([cell for cell, _ in grid.ways_from(start, AROUND, [])])
        numbers = bytearray(grid.size)
        for position, cell in enumerate(near):
            numbers[cell] = position + 1
        self.numbers: Final = bytes(numbers)
        """One more than the number of each cell's bit; 0 of those that are not near."""
        self.cells: Final = [NearCell(cell, 1 << number) for number, cell in enumerate(near)]
        self.beside: i64 = 0
        self.open_second: i64 = 0
        self.open_third: i64 = 0
        self._look_around(grid, start)

    def _look_around(self, grid: Grid, start: i64) -> None:
        """Works out what is beside each cell, and what is further away where nobody bars a way."""
        for one in self.cells:
            one.beside = self._beside(grid, one.cell)
        self.beside = self._beside(grid, start)
        self.open_second = self._beyond(self.beside) & ~self.beside
        self.open_third = self._beyond(self.open_second) & ~(self.open_second | self.beside)

    def _beside(self, grid: Grid, cell: i64) -> i64:
        found: i64 = 0
        for other in grid.neighbours[cell]:
            found |= self.bit(other)
        return found

    def bit(self, cell: i64) -> i64:
        """A cell's bit; 0 if it is not near."""
        number: i64 = self.numbers[cell]
        if number == 0:
            return 0
        return self.cells[number - 1].bit

    def rings(self, closed: i64, most: i64) -> Rings:
        """The cells that one gets to in one step, in two and in three, and in no fewer; those that
        are `closed` are not entered [reach.enter]. No more steps are looked at than `most`."""
        first: i64 = self.beside & ~closed
        if most == 1:
            return first, 0, 0
        second = self.open_second
        if first != self.beside:
            second = self._beyond(first) & ~first
        second &= ~closed
        if most == 2:
            return first, second, 0
        third = self.open_third
        if first != self.beside or second != self.open_second:
            third = self._beyond(second) & ~(first | second)
        return first, second, third & ~closed

    def _beyond(self, edge: i64) -> i64:
        """What is beside any of some cells."""
        found: i64 = 0
        left: i64 = edge
        cells = self.cells
        while left:
            bit: i64 = left & -left
            left ^= bit
            found |= cells[bit_number(bit)].beside
        return found


class Field:
    """A grid with a memory."""

    def __init__(self, grid: Grid) -> None:
        self.grid: Final = grid
        self.hides_nothing: Final = not grid.opaque
        self._distances: Final = [NO_BYTES] * grid.size
        self._surroundings: Final[list[Surroundings | None]] = [None] * grid.size
        self._sights: Final[list[list[int]]] = [[] for _ in range(grid.size)]
        self._walks: Final[list[list[int]]] = [[] for _ in range(grid.size)]
        self._open: Final[list[list[list[tuple[int, int]] | None]]] = []
        self._pairs: Final[list[list[tuple[int, int]]]] = []
        self._ways: Final[dict[tuple[int, ...], list[tuple[int, int]]]] = {}

    def distances(self, there: i64) -> bytes:
        """How many spaces each cell is from one."""
        found = self._distances[there]
        if not found:
            grid = self.grid
            found = bytes([int(grid.spaces(cell, there)) for cell in range(grid.size)])
            self._distances[there] = found
        return found

    def spaces(self, here: i64, there: i64) -> i64:
        """How many spaces apart two cells are."""
        found = self._distances[there]
        return found[here] if found else self.distances(there)[here]

    def sight(self, here: i64, there: i64) -> i64:
        """How well one cell is seen from another [sight.lines]."""
        if self.hides_nothing:
            return CLEAR
        row = self._sights[there]
        if not row:
            row = [UNSEEN] * self.grid.size
            self._sights[there] = row
        found: i64 = row[here]
        if found == UNSEEN:
            found = self.grid.sight(here, there)
            row[here] = int(found)
        return found

    def surroundings(self, start: i64) -> Surroundings:
        """The cells near one."""
        found = self._surroundings[start]
        if found is None:
            found = Surroundings(self.grid, start)
            self._surroundings[start] = found
        return found

    def walk(self, goal: i64) -> list[int]:
        """How many steps each cell is from a goal, whoever is in the way; as many as there are
        cells where there is no way."""
        found = self._walks[goal]
        if not found:
            grid = self.grid
            found = [int(grid.size)] * grid.size
            found[goal] = 0
            for cell, steps in grid.ways_from(goal, grid.size, []):
                found[cell] = steps
            self._walks[goal] = found
        return found

    def ways(self, start: i64, most: i64, closed: list[int]) -> list[tuple[int, int]]:
        """The cells at most so many steps away, nearest first, each with its steps; `closed` cells
        are not entered [reach.enter]. Not to be changed."""
        if not closed:
            return self.open_ways(start, most)
        if len(closed) > 1:
            closed.sort()
        key = (int(start), int(most), *closed)
        found = self._ways.get(key)
        if found is None:
            if len(self._ways) >= MOST_KEPT:
                self._ways.clear()
            found = self._search(start, most, closed)
            self._ways[key] = found
        return found

    def open_ways(self, start: i64, most: i64) -> list[tuple[int, int]]:
        """The same where nobody bars the way."""
        while len(self._open) <= most:
            self._open.append([None] * self.grid.size)
        found = self._open[most][start]
        if found is None:
            found = self._search(start, most, [])
            self._open[most][start] = found
        return found

    def _search(self, start: i64, most: i64, closed: list[int]) -> list[tuple[int, int]]:
        """What `Grid.ways_from` finds. Each cell with its steps is made once, and kept, so that
        ways which are kept are nothing for the collector to go through."""
        neighbours = self.grid.neighbours
        seen = [False] * self.grid.size
        seen[start] = True
        for cell in closed:
            seen[cell] = True
        found: list[tuple[int, int]] = []
        edge = [int(start)]
        for steps in range(1, int(most) + 1):
            beyond: list[int] = []
            for here in edge:
                for there in neighbours[here]:
                    if not seen[there]:
                        seen[there] = True
                        beyond.append(there)
            beyond.sort()
            pairs = self._pairs_of(steps)
            for there in beyond:
                found.append(pairs[there])
            edge = beyond
        return found

    def _pairs_of(self, steps: int) -> list[tuple[int, int]]:
        """Every cell with so many steps."""
        while len(self._pairs) <= steps:
            self._pairs.append([(cell, len(self._pairs)) for cell in range(self.grid.size)])
        return self._pairs[steps]
