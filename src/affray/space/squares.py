"""A board of squares where models face one of their eight neighbours.

One model stands in a space. Its neighbours are its influence zone, of which its facing makes
five the front and three the back. Spaces can cost more to enter, be closed to everybody, or
block lines of sight; a line is blocked by what it passes through, not by where it ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import Final, TypeVar

from mypy_extensions import i64, mypyc_attr

from affray.space.grid import DIRECTIONS, Grid, crosses, sides_of

T = TypeVar("T")

EMPTY: Final[i64] = -1
"""Who stands in a space where nobody does; also the space beyond the board's edge."""

FAR: Final[i64] = 1_000_000
"""What it costs to get where there is no way."""

EVERY_ZONE: Final[i64] = -1
"""Stands for a model that may leave every space."""

FACINGS: Final = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
"""The eight facings by number, clockwise, as the neighbours of a space are listed."""

NOT_LOOKED: Final[i64] = 2
"""Stands for whether a space is seen from another where nobody has looked yet."""

NO_SPACES: Final[list[int]] = []
NOT_LISTED: Final[list[int]] = []
"""Where something has not been worked out yet, or where there is nothing."""

BACK: Final = [False, False, False, True, True, True, False, False]
"""Whether a neighbour lies behind, by how many eighths it lies clockwise of straight ahead."""

BEHIND: Final = bytes(
    [sum(1 << there for there in range(8) if BACK[(there - facing) % 8]) for facing in range(8)]
)
"""The three facings that lie behind each facing, a bit each."""

BEARINGS: Final = bytes([7, 0, 1, 6, 8, 2, 5, 4, 3])
"""The facing of each neighbour, row by row; in the middle, where no neighbour is, none of them."""


@mypyc_attr(acyclic=True)
class Space:
    """A space in one fight: which model stands there, or EMPTY, and who guards it.

    `guards` says for each side in how many influence zones of its enemies the space is.
    """

    def __init__(self, sides: i64) -> None:
        self.model: i64 = EMPTY
        self.guards: Final = [0] * sides


class Positions:
    """Who stands where on a board in one fight, and which spaces are in whose influence zones."""

    def __init__(self, board: Squares, sides: int) -> None:
        self._board: Final = board
        self._sides: Final = sides
        self.spaces: Final = [Space(sides) for _ in range(board.size)]

    def standing(self) -> list[int]:
        """Return who stands in each space."""
        return [int(space.model) for space in self.spaces]

    def guarded(self, side: i64) -> list[int]:
        """Return how many zones of a side's enemies each space is in."""
        return [space.guards[side] for space in self.spaces]

    def add_zone(self, here: i64, side: i64, change: i64, wide: i64 = 1) -> None:
        """Add the influence zone of a model, the open spaces around it, `wide` spaces each way.

        A change of -1 removes it.
        """
        for cell in self._board.within(here, wide):
            guards = self.spaces[cell].guards
            for other in range(self._sides):
                if other != side:
                    guards[other] += int(change)


class Ways:
    """What each space costs to enter for one kind of mover."""

    def __init__(self, board: Squares, costs: list[int]) -> None:
        self.board: Final = board
        self.costs: Final = costs
        self._to: Final[list[list[int]]] = [NO_SPACES] * board.size

    def to(self, goal: i64) -> list[int]:
        """Return the cost from each space to `goal` on an empty board; FAR if there is no way.

        It follows from the board alone, so it is computed once.
        """
        found = self._to[goal]
        if not found:
            found = [int(FAR)] * self.board.size
            found[goal] = 0
            edge = [(0, int(goal))]
            while edge:
                left, here = heappop(edge)
                total = left + self.costs[here]
                for there in self.board.neighbours[here]:
                    if total < found[there]:
                        found[there] = total
                        heappush(edge, (total, there))
            self._to[goal] = found
        return found


def reach(
    ways: Ways, start: i64, most: i64, positions: Positions, dodging_side: i64 = EVERY_ZONE
) -> list[int]:
    """Return the free spaces within a cost of `most`, in order, without the first.

    With a side, its model does not leave a space that its enemies guard, except the first.
    """
    spaces, board = positions.spaces, ways.board
    lowest = [int(FAR)] * board.size
    lowest[start] = 0
    edge = [(0, int(start))]
    while edge:
        spent, here = heappop(edge)
        if spent > lowest[here]:
            continue
        if dodging_side != EVERY_ZONE and here != start and spaces[here].guards[dodging_side] > 0:
            continue
        for there in board.neighbours[here]:
            total = spent + ways.costs[there]
            if total <= most and total < lowest[there] and spaces[there].model < 0:
                lowest[there] = total
                heappush(edge, (total, there))
    return [cell for cell in range(board.size) if lowest[cell] <= most and cell != start]


def flight(board: Squares, start: i64, most: i64, positions: Positions) -> list[int]:
    """Return the free spaces in reach of a model that nothing on the way stops, in order."""
    return [cell for cell in board.within(start, most) if positions.spaces[cell].model < 0]


def path(
    ways: Ways, start: i64, goal: i64, most: i64, positions: Positions, side: i64
) -> list[int]:
    """Return the spaces on the way to `goal`, or an empty list if none costs at most `most`.

    The way leaves the fewest guarded spaces, then is the cheapest. Steps that leave as many are
    taken together, the cheapest first; those that leave one more come next.
    """
    board, left, spaces = ways.board, ways.to(goal), positions.spaces
    lowest = [int(FAR)] * board.size
    lowest_next = lowest[:]
    steps = [(int(start), -1)]  # a space, and the number of the step before
    edge = [(0, int(start), 0)]
    while edge:
        edge_next: list[tuple[int, int, int]] = []
        while edge:
            spent, here, number = heappop(edge)
            if spent > lowest[here]:
                continue
            if here == goal:
                return traced(steps, number)
            is_guarded = spaces[here].guards[side] > 0
            for there in board.neighbours[here]:
                total = spent + ways.costs[there]
                # even on an empty board the rest may be too far
                if total + left[there] > most or spaces[there].model >= 0:
                    continue
                is_cheaper = total < (lowest_next if is_guarded else lowest)[there]
                lowest_next[there] = min(lowest_next[there], total)
                if is_cheaper and is_guarded:
                    heappush(edge_next, (total, there, len(steps)))
                elif is_cheaper:
                    lowest[there] = total
                    heappush(edge, (total, there, len(steps)))
                if is_cheaper:
                    steps.append((there, number))
        edge = edge_next
        lowest = lowest_next[:]
    return []


def traced(steps: list[tuple[int, int]], number: i64) -> list[int]:
    """Return the spaces of the steps that lead to one, without the first."""
    found: list[int] = []
    while number > 0:
        cell, number = steps[number]
        found.append(cell)
    found.reverse()
    return found


class Squares(Grid):
    """A board that never changes. Its `neighbours` are the spaces that one can step to."""

    def __init__(
        self, width: i64, height: i64, closed: Iterable[int] = (), blind: Iterable[int] = ()
    ) -> None:
        super().__init__(width, height, solid=closed)
        self.blind: Final = sorted(set(blind))
        size = width * height
        self.around: Final = [self._around(cell) for cell in range(size)]
        self.zones: Final = [[cell for cell in ring if cell >= 0] for ring in self.around]
        self.steps: Final = [
            [there if there in self.neighbours[cell] else int(EMPTY) for there in ring]
            for cell, ring in enumerate(self.around)
        ]
        self.apart: Final = self._distances()
        self.beside: Final = self._bearings()
        """In which facing of a space each of its neighbours lies, a bit for it; 0 for all others:
        first those of the first space, then those of the second one, and so on."""
        self._seen: list[bytes] = [bytes([NOT_LOOKED]) * int(size)] * size
        """By space, 1 for each space from which it is seen, 0 for each from which it is not, and
        NOT_LOOKED where nobody has looked yet. Who looks for a place to shoot from looks from many
        spaces at few."""
        self._within: list[list[list[int]]] = [[] for _ in range(size)]

    def _distances(self) -> bytes:
        """Return how many spaces apart any two spaces are, a byte each, row after row."""
        width, height = int(self.width), int(self.height)
        lines = [[line(width, column, down) for down in range(height)] for column in range(width)]
        return b"".join(
            [
                lines[self.columns[cell]][abs(self.rows[cell] - row)]
                for cell in range(width * height)
                for row in range(height)
            ]
        )

    def _bearings(self) -> bytes:
        """Return the facing of every adjacent space, for every space."""
        size = int(self.size)
        found = bytearray(size * size)
        for cell, ring in enumerate(self.around):
            for facing, there in enumerate(ring):
                if there >= 0:
                    found[cell * size + there] = 1 << facing
        return bytes(found)

    def _around(self, cell: int) -> list[int]:
        """Return the eight spaces around one, by facing. EMPTY is beyond the edge."""
        x, y = self.x(cell), self.y(cell)
        return [
            int(self.cell(x + across, y + down)) if self.inside(x + across, y + down) else -1
            for across, down in DIRECTIONS
        ]

    def _bars_diagonal(self, one: bool, other: bool) -> bool:
        """Return whether both spaces beside a diagonal step are closed: one alone bars nobody."""
        return one and other

    def is_between_corners(self, here: i64, there: i64) -> bool:
        """Return whether a diagonal step leads between the corners of two closed spaces."""
        if self.columns[here] == self.columns[there] or self.rows[here] == self.rows[there]:
            return False
        if self.apart[here * self.size + there] > 1:
            return False
        one = self.cell(self.x(there), self.y(here))
        other = self.cell(self.x(here), self.y(there))
        return self.solid[one] and self.solid[other]

    def is_behind(self, here: i64, facing: i64, there: i64) -> bool:
        """Return whether `there` is one of the three spaces behind a model."""
        return self.beside[here * self.size + there] & BEHIND[facing] != 0

    def towards(self, here: i64, there: i64) -> i64:
        """Return the facing that points most nearly from one space to another."""
        across: i64 = self.columns[there] - self.columns[here]
        down: i64 = self.rows[there] - self.rows[here]
        wide = -across if across < 0 else across
        high = -down if down < 0 else down
        if 2 * wide < high:
            across = 0
        elif 2 * high < wide:
            down = 0
        bearing: i64 = 4
        if across != 0:
            bearing += 1 if across > 0 else -1
        if down != 0:
            bearing += 3 if down > 0 else -3
        if bearing == 4:
            return 0
        return BEARINGS[bearing]

    def within(self, here: i64, spaces: i64) -> list[int]:
        """Return every open space within a number of spaces, in order, without the space itself.

        The list is computed once. Do not change it.
        """
        known = self._within[here]
        while len(known) <= spaces:
            known.append(NOT_LISTED)
        found = known[spaces]
        if found is NOT_LISTED:
            row = here * self.size
            found = [
                cell
                for cell in range(self.size)
                if cell != here and not self.solid[cell] and self.apart[row + cell] <= spaces
            ]
            known[spaces] = found
        return found

    def sees(self, here: i64, there: i64) -> bool:
        """Return whether nothing blocks the line between two spaces' centres."""
        if not self.blind:
            return True
        seen: i64 = self._seen[there][here]
        if seen == NOT_LOOKED:
            seen = 1 if self._looks(here, there) else 0
            row = self._seen[there]
            self._seen[there] = row[:here] + bytes([seen]) + row[here + 1 :]
        return seen == 1

    def _looks(self, here: i64, there: i64) -> bool:
        ax, ay, bx, by = self._centres(here, there)
        for cell in self.blind:
            if cell == here or cell == there:
                continue
            for side in sides_of(self.x(cell), self.y(cell)):
                if crosses(ax, ay, bx, by, side):
                    return False
        return True

    def name(self, cell: i64) -> str:
        """Return a space's name: its column and row, counted from 0."""
        return super().name(cell) if cell >= 0 else "off the board"


def line(width: int, column: int, down: int) -> bytes:
    """Return how far a row's spaces are from a space some rows up or down, in that column."""
    return bytes([max(abs(column - other), down) for other in range(width)])
