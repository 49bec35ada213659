"""A board of squares where models face one of their eight neighbours.

One model stands in a space. Its neighbours are its influence zone, of which its facing makes
five the front and three the back. Spaces can cost more to enter, be closed to everybody, or
block lines of sight; a line is blocked by what it passes through, not by where it ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import Final, TypeVar

from mypy_extensions import i64

from affray.space.grid import DIRECTIONS, Grid, crosses, sides_of, sign

T = TypeVar("T")

EMPTY: Final[i64] = -1
"""The mark of a space without a model, and of the spaces beyond the board's edge."""

UNREACHABLE: Final[i64] = 1_000_000
"""What it costs to get where there is no way."""

FACINGS: Final = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
"""The eight facings by number, clockwise, as the neighbours of a space are listed."""

NOT_LOOKED: Final[i64] = 2
"""The mark of a line of sight that has not been worked out yet."""

NO_SPACES: Final[list[int]] = []
NOT_LISTED: Final[list[int]] = []
"""Where something has not been worked out yet, or where there is nothing."""

AHEAD: Final = [0, 1, 2, 6, 7]
BACK: Final = [3, 4, 5]
"""How many eighths clockwise of straight ahead the spaces in front of a model lie, and those behind
it."""

BEARINGS: Final = bytes([7, 0, 1, 6, 8, 2, 5, 4, 3])
"""The facing of each neighbour, row by row; in the middle, where no neighbour is, none of them."""


def is_back(facing: i64, bearing: i64) -> bool:
    """Return whether a neighbour in the direction `bearing` is behind a model."""
    return 3 <= (bearing - facing) % 8 <= 5


class Positions:
    """Who stands where on a board in one fight, and which spaces are in whose influence zones.

    `models` says which model stands in each space, or EMPTY. `guards` says for each side in how
    many influence zones of its enemies each space is.
    """

    def __init__(self, board: Squares, sides: int) -> None:
        self.models: Final = [int(EMPTY)] * board.size
        self.guards: Final = [[0] * board.size for _ in range(sides)]

    def add_zone(self, cells: list[int], side: i64, change: i64) -> None:
        """Add the influence zone of a model of that side. A change of -1 removes it."""
        for other in range(len(self.guards)):
            if other != side:
                guards = self.guards[other]
                for cell in cells:
                    guards[cell] += int(change)


class Ways:
    """What each space costs to enter for one kind of mover."""

    def __init__(self, board: Squares, costs: list[int]) -> None:
        self.board: Final = board
        self.costs: Final = costs
        self._to: Final[list[list[int]]] = [NO_SPACES] * board.size
        self._rings: Final[list[list[list[int]]]] = [[] for _ in range(board.size)]

    def to(self, goal: i64) -> list[int]:
        """Return the cost from each space to `goal` on an empty board; UNREACHABLE without a way.

        It follows from the board alone, so it is computed once.
        """
        found = self._to[goal]
        if not found:
            found = [int(UNREACHABLE)] * self.board.size
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

    def rings(self, goal: i64) -> list[list[int]]:
        """Return the spaces by their cost to `goal` on an empty board, the straightest first.

        They are computed once.
        """
        found = self._rings[goal]
        if not found:
            left = self.to(goal)
            cells = [cell for cell in range(len(left)) if left[cell] < UNREACHABLE]
            cells.sort(key=lambda cell: self.board.straight_order(cell, goal))
            found = [[] for _ in range(max([left[cell] for cell in cells]) + 1)]
            for cell in cells:
                found[left[cell]].append(cell)
            self._rings[goal] = found
        return found


def reach(ways: Ways, start: i64, most: i64, positions: Positions) -> list[int]:
    """Return the free spaces within a cost of `most`, in order, without the first."""
    models, board = positions.models, ways.board
    lowest = [int(UNREACHABLE)] * board.size
    lowest[start] = 0
    found: list[int] = []
    edge = [int(start)]
    for here in edge:  # it grows meanwhile
        spent = lowest[here]
        if spent == most:
            continue
        for there in board.neighbours[here]:
            total = spent + ways.costs[there]
            if total < lowest[there] and total <= most and models[there] < 0:
                if lowest[there] == UNREACHABLE:
                    found.append(there)
                lowest[there] = total
                edge.append(there)
    found.sort()
    return found


def flight(board: Squares, start: i64, most: i64, positions: Positions) -> list[int]:
    """Return the free spaces in reach of a model that nothing on the way stops, in order."""
    return [cell for cell in board.within(start, most) if positions.models[cell] < 0]


def path(
    ways: Ways, start: i64, goal: i64, most: i64, positions: Positions, side: i64
) -> list[int]:
    """Return the spaces on the way to `goal`, or an empty list if none costs at most `most`.

    The way leaves the fewest spaces that the side's enemies guard, its risks, then is the cheapest.
    """
    found = open_way(ways, start, goal, most, positions, side)
    return found if found else risky_way(ways, start, goal, most, positions, side)


def open_way(
    ways: Ways, start: i64, goal: i64, most: i64, positions: Positions, side: i64
) -> list[int]:
    """Return the cheapest way that leaves no guarded space but the first, or an empty list.

    Most often that is the way straight there.
    """
    found = straight_way(ways, start, goal, positions, side)
    if found and len(found) <= most:
        return found
    if start == goal or positions.models[goal] >= 0:
        return []
    search = OpenWays(ways, start, positions, side)
    # the way back enters the start instead of the goal
    limit = most + ways.costs[start] - ways.costs[goal]
    for cost in range(search.back[goal], limit + 1):
        if search.leads_back(goal, cost):
            break
    return search.found


class OpenWays:
    """A search for a way that leaves no guarded space, from the goal back to the start.

    Enemies stand round the goal rather than round the start, so it soon knows if there is none.
    """

    def __init__(self, ways: Ways, start: i64, positions: Positions, side: i64) -> None:
        self.neighbours: Final = ways.board.neighbours
        self.costs: Final = ways.costs
        self.start: Final[i64] = start
        self.back: Final = ways.to(start)
        """The least cost of the way back from each space."""
        self.models: Final = positions.models
        self.guards: Final = positions.guards[side]
        self.failed: Final[dict[int, int]] = {}
        """The most that was spent in vain on a way back from each space."""
        self.found: Final[list[int]] = []

    def leads_back(self, here: i64, most: i64) -> bool:
        """Return whether a way back from here costs at most `most`. If so, `found` is the way."""
        for there in self.neighbours[here]:
            left = most - self.costs[there]
            if left < self.back[there]:
                continue
            if there != self.start:
                if self.models[there] >= 0 or self.guards[there] > 0:
                    continue
                if left <= self.failed.get(there, -1) or not self.leads_back(there, left):
                    continue
            self.found.append(int(here))
            return True
        self.failed[int(here)] = int(most)
        return False


def straight_way(ways: Ways, start: i64, goal: i64, positions: Positions, side: i64) -> list[int]:
    """Return the spaces straight to `goal`, diagonal steps first.

    The list is empty if one of them costs more than 1, is taken, or is guarded before the goal.
    """
    board, models, guards = ways.board, positions.models, positions.guards[side]
    found: list[int] = []
    here = start
    while here != goal:
        if here != start and guards[here] > 0:
            return []
        across = sign(board.columns[goal] - board.columns[here])
        down = sign(board.rows[goal] - board.rows[here])
        here = board.steps[here][BEARINGS[3 * down + across + 4]]
        if here < 0 or ways.costs[here] != 1 or models[here] >= 0:
            return []
        found.append(int(here))
    return found


def risky_way(
    ways: Ways, start: i64, goal: i64, most: i64, positions: Positions, side: i64
) -> list[int]:
    """Return the way with the fewest risks, and of those the cheapest, or an empty list.

    It is found by A*: the next step is that with the fewest risks, then the lowest possible cost.
    """
    left, models, guards = ways.to(goal), positions.models, positions.guards[side]
    lowest: list[dict[int, int]] = []  # by risks, the lowest cost of a way to each space
    cells, befores, costs = [int(start)], [-1], [0]
    edge = [(0, 0, 0)]  # the risks and the least cost of a way through a step, and its number
    while edge:
        risks, _least, number = heappop(edge)
        here: i64 = cells[number]
        if here == goal:
            return traced(cells, befores, number)
        if guards[here] > 0:
            risks += 1
        for there in ways.board.neighbours[here]:
            cost = costs[number] + ways.costs[there]
            total = cost + left[there]
            if total > most or models[there] >= 0 or is_beaten(lowest, risks, there, cost):
                continue
            while len(lowest) <= risks:
                lowest.append({})
            lowest[risks][there] = cost
            heappush(edge, (risks, total, len(cells)))
            cells.append(there)
            befores.append(number)
            costs.append(cost)
    return []


def is_beaten(lowest: list[dict[int, int]], risks: i64, cell: int, cost: int) -> bool:
    """Return whether a way to a space is known with no more risks and at no higher cost."""
    for some in range(len(lowest)):
        if some <= risks and lowest[some].get(cell, int(UNREACHABLE)) <= cost:
            return True
    return False


def traced(cells: list[int], befores: list[int], number: i64) -> list[int]:
    """Return the spaces of the steps that lead to one, without the first."""
    found: list[int] = []
    while number > 0:
        found.append(cells[number])
        number = befores[number]
    found.reverse()
    return found


def arc(ring: list[int], facing: int, turns: list[int]) -> list[int]:
    """Return the open spaces of a ring that lie so many eighths clockwise of a facing."""
    return [ring[(facing + turn) % 8] for turn in turns if ring[(facing + turn) % 8] >= 0]


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
        self.behind: Final = [[arc(ring, way, BACK) for way in range(8)] for ring in self.around]
        self.ahead: Final = [[arc(ring, way, AHEAD) for way in range(8)] for ring in self.around]
        """The open spaces behind a model, and the others of its zone, by its space and facing."""
        self.steps: Final = [
            [there if there in self.neighbours[cell] else int(EMPTY) for there in ring]
            for cell, ring in enumerate(self.around)
        ]
        self._seen: list[bytes] = [bytes([NOT_LOOKED]) * int(size)] * size
        """By space, 1 for each space from which it is seen, 0 for each from which it is not, and
        NOT_LOOKED where it is not worked out yet."""
        self._within: list[list[list[int]]] = [[] for _ in range(size)]

    def _around(self, cell: int) -> list[int]:
        """Return the eight spaces around one, by facing. EMPTY stands for those that are closed or
        beyond the edge."""
        found: list[int] = []
        for across, down in DIRECTIONS:
            x, y = self.x(cell) + across, self.y(cell) + down
            is_open = self.inside(x, y) and not self.solid[self.cell(x, y)]
            found.append(int(self.cell(x, y) if is_open else EMPTY))
        return found

    def _bars_diagonal(self, one: bool, other: bool) -> bool:
        """Return whether both spaces beside a diagonal step are closed: one alone bars no one."""
        return one and other

    def is_between_corners(self, here: i64, there: i64) -> bool:
        """Return whether a diagonal step leads between the corners of two closed spaces."""
        if self.columns[here] == self.columns[there] or self.rows[here] == self.rows[there]:
            return False
        if self.spaces(here, there) > 1:
            return False
        one = self.cell(self.x(there), self.y(here))
        other = self.cell(self.x(here), self.y(there))
        return self.solid[one] and self.solid[other]

    def is_behind(self, here: i64, facing: i64, there: i64) -> bool:
        """Return whether `there` is one of the three spaces behind a model."""
        return self.spaces(here, there) == 1 and is_back(facing, self.towards(here, there))

    def beyond(self, here: i64, spaces: i64) -> list[int]:
        """Return the open spaces within a number of spaces that are not next to a space."""
        distances = self.distances(here)
        return [cell for cell in self.within(here, spaces) if distances[cell] > 1]

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
            distances = self.distances(here)
            found = [
                cell
                for cell in range(self.size)
                if cell != here and not self.solid[cell] and distances[cell] <= spaces
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
