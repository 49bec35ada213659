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

FACINGS: Final = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
"""The eight facings by number, clockwise, as the neighbours of a space are listed."""

BEYOND: Final[i64] = 255
"""Stands for what costs as much or more, where a byte says what a way costs. No move does."""

NOT_LOOKED: Final[i64] = 2
"""Stands for whether a space is seen from another where nobody has looked yet."""

NO_SPACES: Final[list[int]] = []
NO_LISTS: Final[list[list[int]]] = []
NO_BYTES: Final = b""
NOT_LISTED: Final[list[int]] = []
"""Where something has not been worked out yet, or where there is nothing."""

NO_OFFSET: Final[i64] = 64
"""Stands for a neighbour that lies no further on, where a byte says how far on one does."""

GUARD_BITS: Final[i64] = 8
"""How many bits of `Space.zones` each side has: there may be seven sides."""

MOST_GUARDS: Final[i64] = 255
"""What fits into those."""

LOWEST: Final = bytes([0, *[(bits & -bits).bit_length() - 1 for bits in range(1, 256)]])
"""The number of the lowest bit of a byte that is set."""

EVERY_FACING: Final[i64] = 255
"""All eight facings, a bit each."""

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

    Of `zones` each side has GUARD_BITS bits, those of the first side the lowest: in how many
    influence zones of its enemies the space is. `way_mark` is what `OpenWays` found out.
    """

    def __init__(self) -> None:
        self.model: i64 = EMPTY
        self.zones: i64 = 0
        self.way_mark: i64 = 0

    def guards(self, side: i64) -> i64:
        """Return how many zones of a side's enemies the space is in."""
        return (self.zones >> (GUARD_BITS * side)) & MOST_GUARDS


NO_POSITIONS: Final[list[Space]] = []
"""Those of a search that has not begun."""


@mypyc_attr(acyclic=True)
class SpacesAround:
    """The eight spaces around one, by facing; whatever lies beyond the edge of the board is a space
    that nobody looks at."""

    def __init__(self, around: list[Space]) -> None:
        self.north: Final = around[0]
        self.north_east: Final = around[1]
        self.east: Final = around[2]
        self.south_east: Final = around[3]
        self.south: Final = around[4]
        self.south_west: Final = around[5]
        self.west: Final = around[6]
        self.north_west: Final = around[7]


class Positions:
    """Who stands where on a board in one fight, and which spaces are in whose influence zones.

    Numbers that change often are attributes of an object for each space, since in a list each of
    them would be an object itself.
    """

    def __init__(self, board: Squares, sides: int) -> None:
        self._board: Final = board
        self.spaces: Final = [Space() for _ in range(board.size)]
        self._around: Final[list[SpacesAround | None]] = [None] * board.size
        """Those around each space where somebody has stood."""
        every = sum(1 << int(GUARD_BITS) * side for side in range(sides))
        self._weights: Final = [every - (1 << int(GUARD_BITS) * side) for side in range(sides)]
        """What a zone of each side adds to `Space.zones`: one for every other side."""
        self._last_mark: i64 = 0

    def next_mark(self) -> i64:
        """Return a mark that no space has. The next number is unused too."""
        self._last_mark += 2
        return self._last_mark

    def standing(self) -> list[int]:
        """Return who stands in each space."""
        return [int(space.model) for space in self.spaces]

    def guarded(self, side: i64) -> list[int]:
        """Return how many zones of a side's enemies each space is in."""
        return [int(space.guards(side)) for space in self.spaces]

    def add_zone(self, here: i64, side: i64, change: i64) -> None:
        """Add the influence zone of a model, the spaces around it. A change of -1 removes it."""
        weight: i64 = self._weights[side]
        weight *= change
        around = self._around[here]
        if around is None:
            around = self._look_around(here)
        around.north.zones += weight
        around.north_east.zones += weight
        around.east.zones += weight
        around.south_east.zones += weight
        around.south.zones += weight
        around.south_west.zones += weight
        around.west.zones += weight
        around.north_west.zones += weight

    def _look_around(self, here: i64) -> SpacesAround:
        """Return the spaces around one, and keep them."""
        beyond = Space()
        ring = self._board.around[here]
        found = SpacesAround([self.spaces[cell] if cell >= 0 else beyond for cell in ring])
        self._around[here] = found
        return found

    def add_wide_zone(self, here: i64, side: i64, change: i64) -> None:
        """Add a zone that is two spaces wide.

        Closed spaces, where nobody ever stands, are left out.
        """
        weight: i64 = self._weights[side]
        weight *= change
        cell: i64
        for cell in self._board.within(here, 2):
            self.spaces[cell].zones += weight


class Ways:
    """What each space costs to enter for one kind of mover, and the cheapest ways by that.

    What of them holds on an empty board is worked out once, when it is first asked for.
    """

    def __init__(self, board: Squares, costs: list[int]) -> None:
        self.board: Final = board
        self.costs: Final = bytes(costs)
        self._to: list[list[int]] = [NO_SPACES] * board.size
        self._closer: list[list[list[int]]] = [NO_LISTS] * board.size
        self._left: list[bytes] = [NO_BYTES] * board.size
        self.known_away: Final[list[bytes]] = [NO_BYTES] * board.size
        """What `away` has worked out so far, for those who look there first."""
        self._back: list[bytes] = [NO_BYTES] * board.size

    # --- on an empty board ---

    def to(self, goal: i64) -> list[int]:
        """Return the cost from each space to `goal`."""
        found = self._to[goal]
        if not found:
            found = self._costs(int(goal), True, int(FAR))
            self._to[goal] = found
        return found

    def left(self, goal: i64) -> bytes:
        """Return the cost from each space to `goal`, a byte each: BEYOND for that much or more."""
        found = self._left[goal]
        if len(found) == 0:
            found = bytes([min(cost, int(BEYOND)) for cost in self.to(goal)])
            self._left[goal] = found
        return found

    def away(self, start: i64) -> bytes:
        """Return the cost from `start` to each space, a byte each: BEYOND for that much or more."""
        found = self.known_away[start]
        if len(found) == 0:
            found = bytes(self._costs(int(start), False, int(BEYOND)))
            self.known_away[start] = found
        return found

    def _costs(self, start: int, is_goal: bool, far: int) -> list[int]:
        """Return the cost from a space to each, or to it if it is the goal.

        The cost is `far` if it is that much or there is no way.
        """
        found = [far] * self.board.size
        found[start] = 0
        edges: list[list[int]] = [[start]]  # the spaces that cost so much, in order
        spent = 0
        while spent < len(edges):
            for here in edges[spent]:
                if found[here] < spent:
                    continue
                for there in self.board.neighbours[here]:
                    total = spent + self.costs[here if is_goal else there]
                    if total < found[there]:
                        found[there] = total
                        while len(edges) <= total:
                            edges.append([])
                        edges[total].append(there)
            spent += 1
        return found

    def back(self, start: i64) -> bytes:
        """Return where the cheapest ways from `start` enter each space from, a bit for each
        facing."""
        found = self._back[start]
        if len(found) == 0:
            away = self.away(start)
            bits = [0] * self.board.size
            for here in range(self.board.size):
                spent: i64 = away[here]
                for facing in range(8):
                    before: i64 = self.board.steps[here][facing]
                    if before >= 0 and spent < BEYOND and here != start:
                        if away[before] + self.costs[here] == spent:
                            bits[here] |= 1 << facing
            found = bytes(bits)
            self._back[start] = found
        return found

    def closer(self, here: i64, goal: i64) -> list[int]:
        """Return the neighbours that are nearer to `goal`, the nearest first."""
        known = self._closer[goal]
        if not known:
            known = [NOT_LISTED] * self.board.size
            self._closer[goal] = known
        found = known[here]
        if found is NOT_LISTED:
            left = self.to(goal)
            nearer = [one for one in self.board.neighbours[here] if left[one] < left[here]]
            found = sorted_by(nearer, left)
            known[here] = found
        return found

    # --- past those who stand there ---

    def is_open(self, start: i64, goal: i64, most: i64, positions: Positions, side: i64) -> bool:
        """Return whether one of the cheapest ways is free of models and passes no guarded space.

        This is a quick answer for many goals. A longer way round may be open too.
        """
        search = OpenWays()
        search.begin(self, start, most, positions, side)
        return search.leads_to(goal)


def sorted_by(cells: list[int], costs: list[int]) -> list[int]:
    """Return spaces in the order of their costs. Equal ones keep their order."""
    return sorted(cells, key=lambda cell: costs[cell])


@mypyc_attr(acyclic=True)
class OpenWays:
    """Which of one mover's cheapest ways are free of models and pass no guarded space; the first
    and the last space of a way may be guarded.

    It looks for them from the goal back, and keeps which goals it found and which spaces between
    are dead ends, until it begins to look for others or is told that somebody has moved.
    """

    def __init__(self) -> None:
        self._start: i64 = EMPTY
        self._ways: Ways | None = None
        self._away: bytes = NO_BYTES
        self._back: bytes = NO_BYTES
        self._offsets: bytes = NO_BYTES
        self._most: i64 = 0
        self._spaces: list[Space] = NO_POSITIONS
        self._guards_shift: i64 = 0
        """By how much `Space.zones` is shifted to have the mover's guards lowest."""
        self._dead_end: i64 = 0
        """The mark of a dead end. The next one is that of a goal to which a way is open, all others
        mean nothing."""

    def begin(self, ways: Ways, start: i64, most: i64, positions: Positions, side: i64) -> None:
        """Prepare a search."""
        shift = GUARD_BITS * side
        if (
            start == self._start
            and most == self._most
            and ways is self._ways
            and positions.spaces is self._spaces
            and shift == self._guards_shift
        ):
            return
        self._start = start
        self._most = most
        self._ways = ways
        self._away = ways.away(start)
        self._back = ways.back(start)
        self._offsets = ways.board.first_offsets
        self._spaces = positions.spaces
        self._guards_shift = shift
        self._dead_end = positions.next_mark()

    def forget(self) -> None:
        """Forget what was found out, since a model has moved."""
        self._start = EMPTY

    def leads_to(self, goal: i64) -> bool:
        """Return whether one of the cheapest ways to a space is open. A longer one may be, too."""
        spaces, dead_end = self._spaces, self._dead_end
        there = spaces[goal]
        if there.way_mark == dead_end + 1:
            return True
        if there.model >= 0 or self._away[goal] > self._most:
            return False
        start, shift = self._start, self._guards_shift
        back, offsets = self._back, self._offsets
        here = goal
        while here != start:
            before = here
            facings: i64 = back[here]
            while facings != 0:
                before = here + offsets[facings] - NO_OFFSET
                if before == start:
                    break
                space = spaces[before]
                if (
                    space.model < 0
                    and (space.zones >> shift) & MOST_GUARDS == 0
                    and space.way_mark != dead_end
                ):
                    break
                facings &= facings - 1
            if facings != 0:
                here = before
            elif here != goal:
                spaces[here].way_mark = dead_end
                here = goal  # and again, past the dead end
            else:
                return False
        there.way_mark = dead_end + 1
        return True


@mypyc_attr(acyclic=True)
class Reach:
    """Where one mover can get to past those who stand there, in the order of the spaces.

    First it is told who stands where (`begin`, `take`), then how the mover goes (`walk`, `fly`).
    """

    def __init__(self) -> None:
        self._taken: list[bool] = []
        self._found: list[int] = NO_SPACES

    def begin(self, board: Squares) -> None:
        """Prepare a search of a board on which no space is taken."""
        self._taken = [False] * board.size

    def take(self, cell: i64) -> None:
        """Mark a space as taken."""
        self._taken[cell] = True

    def walk(self, ways: Ways, start: i64, most: i64) -> None:
        """Find the spaces within a cost of `most`, without entering a taken space."""
        lowest = [int(BEYOND)] * ways.board.size
        lowest[start] = 0
        edge = [(0, int(start))]
        while edge:
            spent, here = heappop(edge)
            if spent > lowest[here]:
                continue
            for there in ways.board.neighbours[here]:
                total = spent + ways.costs[there]
                if total <= most and total < lowest[there] and not self._taken[there]:
                    lowest[there] = total
                    heappush(edge, (total, there))
        cells = range(ways.board.size)
        self._found = [cell for cell in cells if lowest[cell] <= most and cell != start]

    def fly(self, board: Squares, start: i64, spaces: i64) -> None:
        """Find the spaces in reach of a model that nothing on the way stops."""
        self._found = [cell for cell in board.within(start, spaces) if not self._taken[cell]]

    def count(self) -> i64:
        """Return the number of spaces found."""
        return len(self._found)

    def space(self, number: i64) -> i64:
        """Return one of the spaces found, by its place in their order."""
        return self._found[number]

    def of(self, things: list[T]) -> list[T]:
        """Return a list's value for each space found, in order."""
        return [things[cell] for cell in self._found]


class PathSearch:
    """Looks for the best way to a goal past those who stand there and those who guard spaces."""

    def path(
        self, ways: Ways, start: i64, goal: i64, most: i64, positions: Positions, side: i64
    ) -> list[int]:
        """Return the spaces on the way to `goal`, or an empty list if none costs at most `most`.

        The way leaves the fewest guarded spaces, then is the cheapest. Steps that leave as many are
        taken together, the cheapest first; those that leave one more come next.
        """
        board, left, spaces = ways.board, ways.left(goal), positions.spaces
        lowest = [int(BEYOND)] * board.size
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
                is_guarded = spaces[here].guards(side) != 0
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
        self.offsets: Final = [int(down * width + across) for across, down in DIRECTIONS]
        self.around_facings: Final = facing_bits(self.around)
        """In which facings of each space there is another, a bit each."""
        self.open_facings: Final = facing_bits(self.steps)
        """In which of them one can step."""
        self.first_offsets: Final = bytes(
            [self.offsets[LOWEST[bits]] + int(NO_OFFSET) for bits in range(256)]
        )
        """How far on the neighbour lies in the first of some facings, which are a bit each, and
        NO_OFFSET more, since a byte is never negative."""
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


def facing_bits(rings: list[list[int]]) -> bytes:
    """Return the facings in which there is a space, a bit each, for every ring of eight."""
    return bytes([sum(1 << facing for facing in range(8) if ring[facing] >= 0) for ring in rings])


def line(width: int, column: int, down: int) -> bytes:
    """Return how far a row's spaces are from a space some rows up or down, in that column."""
    return bytes([max(abs(column - other), down) for other in range(width)])
