"""The terrain as the simple player measures it: steps between cells, and what is near each.

Each is worked out once and kept. None of it changes while people fight.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.olde.field import NO_BYTES, Field
from affray.space.grid import Grid

LONG_WALK: Final[i64] = 255
"""Stands for as many steps or more, and for no way at all, where a byte says how many: how many
they are is looked up apart."""

AROUND: Final[i64] = 3
"""How many steps a fighter's surroundings go."""

LONG_REACH: Final = 5
"""So many spaces are more than most weapons reach."""

EVERY_CELL: Final[i64] = -1
"""The bits of all cells."""

Rings = tuple[i64, i64, i64]
"""The spaces one, two and three steps away, a bit for each."""


def bit_numbers() -> bytes:
    """The number of a bit, by what is left of it over a division by 67, which no two share."""
    found = [0] * 67
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
class Cells:
    """Some of the cells of somebody's surroundings, a bit for each."""

    def __init__(self, bits: i64) -> None:
        self.bits: Final[i64] = bits


@mypyc_attr(acyclic=True)
class Beyond:
    """The cells two and three steps away where some are closed, a bit for each."""

    def __init__(self, closed: i64, second: i64, third: i64) -> None:
        self.closed: Final[i64] = closed
        self.second: Final[i64] = second
        self.third: Final[i64] = third


@mypyc_attr(acyclic=True)
class Surroundings:
    """The cells at most three steps from one, in the order of their numbers. Each has a bit of
    its own, so that a few whole numbers say where one gets to past others."""

    def __init__(self, grid: Grid, start: i64) -> None:
        near = sorted([cell for cell, _ in grid.ways_from(start, AROUND, [])])
        numbers = [0] * grid.size
        for position, cell in enumerate(near):
            numbers[cell] = position + 1
        self.numbers: Final = bytes(numbers)
        """One more than the number of each cell's bit; 0 of those that are not near."""
        self.cells: Final = [NearCell(cell, 1 << number) for number, cell in enumerate(near)]
        self._grid: Final = grid
        self._within: Final[list[list[Cells | None]]] = [[] for _ in range(LONG_REACH)]
        """The cells at most so many spaces from each, as far as that was asked."""
        self._ahead: Final[list[Cells | None]] = []
        self._farther: Final[list[Cells | None]] = []
        self.start: Final[i64] = start
        self.beside: i64 = 0
        self.open_second: i64 = 0
        self.open_third: i64 = 0
        self._look_around(grid, start)
        self._beyond_closed: Beyond = Beyond(0, self.open_second, self.open_third)
        self._beyond_before: Beyond = self._beyond_closed
        """What was asked last, and before that, is kept, for those who fight stand still."""

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

    def within(self, there: i64, most: i64) -> i64:
        """The cells at most so many spaces from one; all of them where that is far."""
        if most >= len(self._within):
            return EVERY_CELL
        by_cell = self._within[most]
        if not by_cell:
            by_cell.extend([None] * self._grid.size)
        found = by_cell[there]
        if found is None:
            near: i64 = 0
            for one in self.cells:
                if self._grid.spaces(one.cell, there) <= most:
                    near |= one.bit
            found = Cells(near)
            by_cell[there] = found
        return found.bits

    def ahead(self, terrain: Terrain, there: i64) -> i64:
        """The cells that are as many steps nearer to one as it takes to get to them."""
        if not self._ahead:
            self._ahead.extend([None] * self._grid.size)
        found = self._ahead[there]
        if found is None:
            away = terrain.walk_between(self.start, there)
            nearer: i64 = 0
            for one in self.cells:
                if terrain.walk_between(one.cell, there) + self._steps_to(one) == away:
                    nearer |= one.bit
            found = Cells(nearer)
            self._ahead[there] = found
        return found.bits

    def farther(self, terrain: Terrain, there: i64) -> i64:
        """The cells that are more steps or more spaces away from one than the start is."""
        if not self._farther:
            self._farther.extend([None] * self._grid.size)
        found = self._farther[there]
        if found is None:
            walk = terrain.walk_between(self.start, there)
            spaces = terrain.field.spaces(self.start, there)
            away: i64 = 0
            for one in self.cells:
                is_farther = terrain.field.spaces(one.cell, there) > spaces
                if is_farther or terrain.walk_between(one.cell, there) > walk:
                    away |= one.bit
            found = Cells(away)
            self._farther[there] = found
        return found.bits

    def _steps_to(self, one: NearCell) -> i64:
        """How many steps a cell is away where nobody bars a way."""
        if one.bit & self.beside:
            return 1
        return 2 if one.bit & self.open_second else 3

    def rings(self, closed: i64, most: i64) -> Rings:
        """The cells that one gets to in one step, in two and in three, and in no fewer; those that
        are `closed` are not entered [reach.enter]. No more steps are looked at than `most`."""
        first: i64 = self.beside & ~closed
        if most == 1:
            return first, 0, 0
        beyond = self._beyond_closed
        if closed != beyond.closed:
            last, beyond = beyond, self._beyond_before
            if closed != beyond.closed:
                beyond = self._look_beyond(first, closed)
            self._beyond_before = last
            self._beyond_closed = beyond
        if most == 2:
            return first, beyond.second, 0
        return first, beyond.second, beyond.third

    def _look_beyond(self, first: i64, closed: i64) -> Beyond:
        """Works out what one gets to in two and in three steps past what is closed."""
        second = self.open_second
        if first != self.beside:
            second = self._beyond(first) & ~first
        second &= ~closed
        third = self.open_third
        if first != self.beside or second != self.open_second:
            third = self._beyond(second) & ~(first | second)
        return Beyond(closed, second, third & ~closed)

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


class Terrain:
    """The steps and surroundings of a field's cells."""

    def __init__(self, field: Field) -> None:
        self.field: Final = field
        self.grid: Final = field.grid
        self._surroundings: Final[list[Surroundings | None]] = [None] * field.grid.size
        self._walks: Final = [NO_BYTES] * field.grid.size
        self._long_walks: Final[list[list[int]]] = [[] for _ in range(field.grid.size)]
        self._longest_walks: Final = [NO_BYTES] * field.grid.size

    def surroundings(self, start: i64) -> Surroundings:
        """The cells near one."""
        found = self._surroundings[start]
        if found is None:
            found = Surroundings(self.grid, start)
            self._surroundings[start] = found
        return found

    def walk(self, goal: i64) -> bytes:
        """How many steps each cell is from a goal, whoever is in the way: LONG_WALK of those for
        which `long_walk` tells."""
        found = self._walks[goal]
        if len(found) == 0:
            longest = int(LONG_WALK)
            found = bytes([min(steps, longest) for steps in self._walk_from_all(goal)])
            self._walks[goal] = found
        return found

    def walk_between(self, cell: i64, goal: i64) -> i64:
        """How many steps a cell is from a goal, whoever is in the way, however many there are."""
        found: i64 = self.walk(goal)[cell]
        return found if found < LONG_WALK else self.long_walk(cell, goal)

    def long_walk(self, cell: i64, goal: i64) -> i64:
        """How many steps a cell is from a goal; as many as there are cells where there is no
        way."""
        found = self._long_walks[goal]
        if not found:
            found = self._walk_from_all(goal)
            self._long_walks[goal] = found
        return found[cell]

    def longest_walk(self, goal: i64, most: i64) -> i64:
        """How many steps any cell where one can stand is from a goal at most, of those no more than
        so many spaces away; LONG_WALK for as many or more, and where there is no way."""
        found = self._longest_walks[goal]
        if len(found) == 0:
            found = self._longest_walks_to(goal)
            self._longest_walks[goal] = found
        return found[most] if most < len(found) else LONG_WALK

    def _longest_walks_to(self, goal: i64) -> bytes:
        walk, distances = self.walk(goal), self.field.distances(goal)
        farthest: i64 = 0
        for distance in distances:
            if distance > farthest:
                farthest = distance
        longest = [0] * (int(farthest) + 1)
        for cell in range(self.grid.size):
            if not self.grid.solid[cell]:
                longest[distances[cell]] = max(longest[distances[cell]], walk[cell])
        for distance in range(1, len(longest)):
            longest[distance] = max(longest[distance - 1], longest[distance])
        return bytes(longest)

    def _walk_from_all(self, goal: i64) -> list[int]:
        grid = self.grid
        found = [int(grid.size)] * grid.size
        found[goal] = 0
        for cell, steps in grid.ways_from(goal, grid.size, []):
            found[cell] = steps
        return found
