"""A board of squares where models face one of their eight neighbours.

One model stands in a space. Its neighbours are its influence zone, of which its facing makes
five the front and three the back. Spaces can cost more to enter, be closed to everybody, or
block lines of sight; a line is blocked by what it passes through, not by where it ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from mypy_extensions import i64, mypyc_attr

from affray.core.table import bit_at
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

MOST_COLUMNS: Final[i64] = 60
"""How wide a board may be: a row of it fits into the bits of a number."""

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
        """In how many zones of a side's enemies the space is."""
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
        """A mark that no space has, and neither the one after it."""
        self._last_mark += 2
        return self._last_mark

    def standing(self) -> list[int]:
        """Who stands in each space."""
        return [int(space.model) for space in self.spaces]

    def guarded(self, side: i64) -> list[int]:
        """In how many zones of a side's enemies each space is."""
        return [int(space.guards(side)) for space in self.spaces]

    def add_zone(self, here: i64, side: i64, change: i64) -> None:
        """Adds the influence zone of a model of that side, the spaces around it; with a change of
        -1 takes it away."""
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
        """The spaces around one, kept from now on."""
        beyond = Space()
        ring = self._board.around[here]
        found = SpacesAround([self.spaces[cell] if cell >= 0 else beyond for cell in ring])
        self._around[here] = found
        return found

    def add_wide_zone(self, here: i64, side: i64, change: i64) -> None:
        """The same for a zone that is two spaces wide. Closed spaces are left out, where nobody
        ever stands."""
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
        self.grounds: Final = [Ground(board, self.costs, cost) for cost in sorted(set(costs))]
        """Which spaces cost as much, the cheapest first."""

    # --- on an empty board ---

    def to(self, goal: i64) -> list[int]:
        """What it costs to get to `goal` from each space."""
        found = self._to[goal]
        if not found:
            found = self._costs(int(goal), True, int(FAR))
            self._to[goal] = found
        return found

    def left(self, goal: i64) -> bytes:
        """The same, a byte each: BEYOND where it is that much or more."""
        found = self._left[goal]
        if len(found) == 0:
            found = bytes([min(cost, int(BEYOND)) for cost in self.to(goal)])
            self._left[goal] = found
        return found

    def away(self, start: i64) -> bytes:
        """What it costs to get from `start` to each space, a byte each: BEYOND where it is that
        much or more."""
        found = self.known_away[start]
        if len(found) == 0:
            found = bytes(self._costs(int(start), False, int(BEYOND)))
            self.known_away[start] = found
        return found

    def _costs(self, start: int, is_goal: bool, far: int) -> list[int]:
        """What it costs to get from a space to each, or to it where it is the goal; `far` where
        that is as much or there is no way."""
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
        """From which neighbours the cheapest ways from `start` come to each space: a bit for each
        facing that they lie in."""
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
        """The neighbours that are nearer to `goal`, the nearest first."""
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
        """Whether one of the cheapest ways is free of models and passes no guarded space.

        A quick answer for those who look at many goals; a longer way round may be open too.
        """
        search = OpenWays()
        search.begin(self, start, most, positions, side)
        return search.leads_to(goal)


def sorted_by(cells: list[int], costs: list[int]) -> list[int]:
    """Spaces in the order of what they cost, and of equals as they were."""
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
        """Whose ways they are, how far they may lead, and who is in the way of them now."""
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
        """Somebody has moved: what was found out holds no more."""
        self._start = EMPTY

    def leads_to(self, goal: i64) -> bool:
        """Whether one of the cheapest ways to a space is open; a longer one may be, too."""
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
class RowBits:
    """Some spaces of a row, a bit for each column."""

    def __init__(self, bits: i64 = 0) -> None:
        self.bits: i64 = bits


@mypyc_attr(acyclic=True)
class RowSteps:
    """From which spaces of a row one can step in each facing, a bit for each column."""

    def __init__(self, bits: list[int]) -> None:
        self.north: Final[i64] = bits[0]
        self.north_east: Final[i64] = bits[1]
        self.east: Final[i64] = bits[2]
        self.south_east: Final[i64] = bits[3]
        self.south: Final[i64] = bits[4]
        self.south_west: Final[i64] = bits[5]
        self.west: Final[i64] = bits[6]
        self.north_west: Final[i64] = bits[7]


class Ground:
    """All open spaces that cost the same to enter, row by row."""

    def __init__(self, board: Squares, costs: bytes, cost: int) -> None:
        self.cost: Final[i64] = cost
        self.rows: Final = [
            RowBits(
                row_bits(board, row, lambda cell: costs[cell] == cost and not board.solid[cell])
            )
            for row in range(board.height)
        ]


def row_bits(board: Squares, row: int, is_meant: Callable[[int], bool]) -> int:
    """The spaces of a row that are meant, a bit for each column."""
    first = row * int(board.width)
    # an int, for in a shift by an i64 the compiled 1 has 32 bits
    return sum(1 << column for column in range(int(board.width)) if is_meant(first + column))


@mypyc_attr(acyclic=True)
class ReachedRow:
    """The spaces of a row that can be got to for so much, and all that one can step to from those
    of this row and its neighbours, whatever they cost; a bit for each column."""

    def __init__(self) -> None:
        self.reached: i64 = 0
        self.ahead: i64 = 0


EVERY_SECOND: Final[i64] = 0x1555555555555555
EVERY_TWO: Final[i64] = 0x3333333333333333
EVERY_FOUR: Final[i64] = 0x0F0F0F0F0F0F0F0F
LOWEST_BYTE: Final[i64] = 255
"""Bits to count by, of which a row has MOST_COLUMNS at most."""


def count_bits(bits: i64) -> i64:
    """How many bits of a number are set: counted by twos, fours and eights, and added up."""
    bits -= (bits >> 1) & EVERY_SECOND
    bits = (bits & EVERY_TWO) + ((bits >> 2) & EVERY_TWO)
    bits = (bits + (bits >> 4)) & EVERY_FOUR
    bits += bits >> 8
    bits += bits >> 16
    bits += bits >> 32
    return bits & LOWEST_BYTE


def column_of(bits: i64) -> i64:
    """The column of the first space of some."""
    column: i64 = 0
    while bits & LOWEST_BYTE == 0:
        bits >>= 8
        column += 8
    return column + LOWEST[bits & LOWEST_BYTE]


NO_ROWS: Final[list[RowBits]] = []


@mypyc_attr(acyclic=True)
class Reach:
    """Where one mover can get to past those who stand there. Nothing is listed that nobody looks
    at: the spaces of a row are the bits of a number, so that a whole row takes a step at once.

    First it is told who stands where (`begin`, `take`), then how the mover goes (`walk`, `fly`).
    """

    def __init__(self) -> None:
        self._board: Squares | None = None
        self._taken: list[RowBits] = NO_ROWS
        self._found: list[RowBits] = NO_ROWS
        self._layers: list[list[ReachedRow]] = []
        """The rows that can be got to for nothing, for 1, and so on."""
        self._top: i64 = 0
        self._bottom: i64 = -1
        """The first and the last row of those that were found."""
        self._count: i64 = 0

    def begin(self, board: Squares) -> None:
        """Makes as if nobody stood anywhere on a board."""
        if board is not self._board:
            self._board = board
            self._taken = [RowBits() for _ in range(board.height)]
            self._found = [RowBits() for _ in range(board.height)]
            self._layers = []
        else:
            for row in self._taken:
                row.bits = 0

    def take(self, cell: i64) -> None:
        """Somebody stands in a space."""
        board = self._board
        assert board is not None
        self._taken[board.rows[cell]].bits |= bit_at(board.columns[cell])

    def walk(self, ways: Ways, start: i64, most: i64) -> None:
        """Looks where one can get to for at most `most` without entering a space that is taken."""
        board = ways.board
        while len(self._layers) <= most:
            self._layers.append([ReachedRow() for _ in range(board.height)])
        row: i64 = board.rows[start]
        first = bit_at(board.columns[start])
        self._layers[0][row].reached = first
        self._top = self._bottom = row
        spent: i64
        for spent in range(most):
            self._look_ahead(board, self._layers[spent])
            self._go_on(ways, row, spent + 1)
        last = self._layers[most]
        self._count = 0
        number: i64
        for number in range(self._top, self._bottom + 1):
            bits = last[number].reached
            if number == row:
                bits &= ~first
            self._found[number].bits = bits
            self._count += count_bits(bits)

    def _look_ahead(self, board: Squares, layer: list[ReachedRow]) -> None:
        """Notes what one can step to from all rows that were got to for so much."""
        steps, top, bottom = board.row_steps, self._top, self._bottom
        below_all = board.height - 1
        layer[top].ahead = 0
        if top > 0:
            layer[top - 1].ahead = 0
        number: i64
        for number in range(top, bottom + 1):
            row, step = layer[number], steps[number]
            bits = row.reached
            row.ahead |= (bits & step.east) << 1 | (bits & step.west) >> 1
            if number > 0:
                layer[number - 1].ahead |= (
                    bits & step.north
                    | (bits & step.north_east) << 1
                    | (bits & step.north_west) >> 1
                )
            if number < below_all:
                layer[number + 1].ahead = (
                    bits & step.south
                    | (bits & step.south_east) << 1
                    | (bits & step.south_west) >> 1
                )

    def _go_on(self, ways: Ways, start: i64, spent: i64) -> None:
        """Takes all steps that come to so much: those that cost 1 from where one has spent one
        less, those that cost 2 from where it was two less, and so on; `start` is the first row."""
        layers, taken, top, bottom = self._layers, self._taken, self._top, self._bottom
        before, after = layers[spent - 1], layers[spent]
        if top > 0:
            self._top = top - 1
        self._bottom = bottom + 1 if bottom + 1 < ways.board.height else bottom
        number: i64
        for number in range(self._top, self._bottom + 1):
            away = number - start if number > start else start - number
            bits: i64 = 0
            for ground in ways.grounds:
                rest = spent - ground.cost
                if rest < 0 or away > rest + 1:
                    break  # nobody has come so far; dearer ground is behind
                bits |= layers[rest][number].ahead & ground.rows[number].bits
            bits &= ~taken[number].bits
            if top <= number <= bottom:
                bits |= before[number].reached
            after[number].reached = bits

    def fly(self, board: Squares, start: i64, spaces: i64) -> None:
        """Looks where one can get to who is stopped by nothing on the way."""
        row: i64 = board.rows[start]
        column: i64 = board.columns[start]
        self._top = 0
        if row > spaces:
            self._top = row - spaces
        self._bottom = row + spaces if row + spaces < board.height else board.height - 1
        beyond = column + spaces + 1 if column + spaces < board.width else board.width
        near = bit_at(beyond) - bit_at(column - spaces if column > spaces else 0)
        self._count = 0
        number: i64
        for number in range(self._top, self._bottom + 1):
            bits = board.open_rows[number].bits & near & ~self._taken[number].bits
            if number == row:
                bits &= ~bit_at(column)
            self._found[number].bits = bits
            self._count += count_bits(bits)

    def count(self) -> i64:
        """How many spaces that is."""
        return self._count

    def space(self, number: i64) -> i64:
        """One of them, by its place among all, which are in order."""
        board = self._board
        assert board is not None
        row = self._top
        bits = self._found[row].bits
        passed = count_bits(bits)
        while number >= passed:
            number -= passed
            row += 1
            bits = self._found[row].bits
            passed = count_bits(bits)
        for _bit in range(number):
            bits &= bits - 1
        return row * board.width + column_of(bits)

    def of(self, things: list[T]) -> list[T]:
        """What a list has for each of them, in order."""
        board = self._board
        assert board is not None
        found: list[T] = []
        row: i64
        for row in range(self._top, self._bottom + 1):
            bits = self._found[row].bits
            while bits != 0:
                found.append(things[row * board.width + column_of(bits)])
                bits &= bits - 1
        return found


@mypyc_attr(acyclic=True)
class SearchedSpace:
    """What a search for a path notes about a space: what it costs to get there with as many guarded
    spaces left as now, or fewer, and with one more."""

    def __init__(self) -> None:
        self.lowest: i64 = BEYOND
        self.lowest_later: i64 = BEYOND


NO_NOTES: Final[list[SearchedSpace]] = []
"""Those of a search that was never made."""


@mypyc_attr(acyclic=True)
class Step:
    """A step of a search: the space it leads to, the number of the step before it, and of the next
    of those that cost as much; -1 where there is none."""

    def __init__(self) -> None:
        self.cell: i64 = EMPTY
        self.before: i64 = -1
        self.next: i64 = -1


@mypyc_attr(acyclic=True)
class PathSearch:
    """Looks for the best way to a goal past those who stand there and those who guard spaces.

    Steps are numbered as they are looked at, and those that cost as much are chained in the order
    of their spaces. All that is noted is set back when it is done, so that it can be used again.
    """

    def __init__(self) -> None:
        self._notes: list[SearchedSpace] = NO_NOTES
        self._steps: list[Step] = []
        self._step_count: i64 = 0
        """How many steps were added; in the list there may be more, from earlier searches."""
        self._arrived: i64 = -1
        """The step that leads to the goal, once it is found."""
        self._now: list[Step] = []
        """What stands before the first step of each cost, with as many guarded spaces left as
        now."""
        self._later: list[Step] = []
        """The same with one more left."""
        self._goes_on: bool = False
        """Whether there is any step with one more left."""

    def path(
        self, ways: Ways, start: i64, goal: i64, most: i64, positions: Positions, side: i64
    ) -> list[int]:
        """The spaces on the way to `goal`: it leaves the fewest guarded ones, then is the
        cheapest. Empty if there is none for at most `most`."""
        if len(self._notes) != len(positions.spaces):
            self._notes = [SearchedSpace() for _ in positions.spaces]
        while len(self._now) <= most:
            self._now.append(Step())
            self._later.append(Step())
        self._arrived = -1
        self._goes_on = True
        self._add(-1, start, self._now[0])
        while self._goes_on:
            self._look(ways, goal, most, positions.spaces, GUARD_BITS * side)
        found: list[int] = []
        number = self._arrived
        while number > 0:
            step = self._steps[number]
            found.append(int(step.cell))
            number = step.before
        found.reverse()
        self._forget(most)
        return found

    def _look(self, ways: Ways, goal: i64, most: i64, spaces: list[Space], shift: i64) -> None:
        """Takes all steps that are open with so many guarded spaces left, the cheapest first, and
        goes on to those with one more left. A space from which even an empty board leaves no way
        for the rest is not looked at."""
        left, neighbours, costs = ways.left(goal), ways.board.neighbours, ways.costs
        notes, steps, now, later = self._notes, self._steps, self._now, self._later
        self._goes_on = False
        spent: i64
        there: i64
        for spent in range(most + 1):
            following = now[spent].next
            while following >= 0:
                number = following
                here = steps[number].cell
                following = steps[number].next
                if notes[here].lowest < spent:
                    continue  # whoever came here before left no more guarded spaces
                if here == goal:
                    self._arrived = number
                    self._goes_on = False
                    return
                is_guarded = (spaces[here].zones >> shift) & MOST_GUARDS != 0
                for there in neighbours[here]:
                    total = spent + costs[there]
                    if total + left[there] > most or spaces[there].model >= 0:
                        continue
                    note = notes[there]
                    if total < note.lowest_later:
                        note.lowest_later = total
                        if is_guarded:
                            self._goes_on = True
                            self._add(number, there, later[total])
                    if not is_guarded and total < note.lowest:
                        note.lowest = total
                        self._add(number, there, now[total])
            now[spent].next = -1
        if self._goes_on:
            self._now, self._later = later, now
            for number in range(self._step_count):
                note = notes[steps[number].cell]
                note.lowest = note.lowest_later

    def _add(self, before: i64, cell: i64, last: Step) -> None:
        """Adds a step to a space, after those that cost as much and lead to lower ones; `last`
        stands before the first of them."""
        steps = self._steps
        number = self._step_count
        if number == len(steps):
            steps.append(Step())
        self._step_count += 1
        while last.next >= 0 and steps[last.next].cell <= cell:
            last = steps[last.next]
        step = steps[number]
        step.cell = cell
        step.before = before
        step.next = last.next
        last.next = number

    def _forget(self, most: i64) -> None:
        """Sets back what is noted by space and by cost, and drops all steps."""
        number: i64
        for number in range(self._step_count):
            note = self._notes[self._steps[number].cell]
            note.lowest = note.lowest_later = BEYOND
        for number in range(most + 1):
            self._now[number].next = self._later[number].next = -1
        self._step_count = 0


class Squares(Grid):
    """A board that never changes, at most MOST_COLUMNS wide. Its `neighbours` are the spaces that
    one can step to."""

    def __init__(
        self, width: i64, height: i64, closed: Iterable[int] = (), blind: Iterable[int] = ()
    ) -> None:
        if width > MOST_COLUMNS:
            raise ValueError(f"a board is at most {MOST_COLUMNS} spaces wide, not {width}")
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
        self.row_steps: Final = [
            RowSteps([row_bits(self, row, self._opens(facing)) for facing in range(8)])
            for row in range(height)
        ]
        """From which spaces of each row one can step in each facing."""
        self.open_rows: Final = [
            RowBits(row_bits(self, row, lambda cell: not self.solid[cell])) for row in range(height)
        ]
        """Which spaces of each row are open."""
        self.apart: Final = self._distances()
        self.beside: Final = self._bearings()
        """In which facing of a space each of its neighbours lies, a bit for it; 0 for all others:
        first those of the first space, then those of the second one, and so on."""
        self._seen: list[bytes] = [bytes([NOT_LOOKED]) * int(size)] * size
        """By space, 1 for each space from which it is seen, 0 for each from which it is not, and
        NOT_LOOKED where nobody has looked yet. Who looks for a place to shoot from looks from many
        spaces at few."""
        self._within: list[list[list[int]]] = [[] for _ in range(size)]

    def _opens(self, facing: int) -> Callable[[int], bool]:
        """Whether one can step in a facing from a space."""
        return lambda cell: self.steps[cell][facing] >= 0

    def _distances(self) -> bytes:
        """How many spaces apart any two spaces are, a byte each: those from the first one to every
        other, then those from the second one, and so on."""
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
        """The facing of every space from every other, if it is beside it."""
        size = int(self.size)
        found = bytearray(size * size)
        for cell, ring in enumerate(self.around):
            for facing, there in enumerate(ring):
                if there >= 0:
                    found[cell * size + there] = 1 << facing
        return bytes(found)

    def _around(self, cell: int) -> list[int]:
        """The eight spaces around one, by facing; EMPTY beyond the edge."""
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
        """Whether `there` is one of the three spaces behind a model."""
        return self.beside[here * self.size + there] & BEHIND[facing] != 0

    def towards(self, here: i64, there: i64) -> i64:
        """The facing that points most nearly from one space to another."""
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
        """Every open space at most so many spaces away, this one apart, in order: worked out once,
        so it is not to be changed."""
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
        """Whether the line between two spaces' centres passes through nothing that blocks it."""
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
        """How a space is written: its column and row, counted from 0."""
        return super().name(cell) if cell >= 0 else "off the board"


def facing_bits(rings: list[list[int]]) -> bytes:
    """In which facings there is a space, a bit each, for every ring of eight."""
    return bytes([sum(1 << facing for facing in range(8) if ring[facing] >= 0) for ring in rings])


def line(width: int, column: int, down: int) -> bytes:
    """How far the spaces of a row are from one so many rows up or down, in that column."""
    return bytes([max(abs(column - other), down) for other in range(width)])
