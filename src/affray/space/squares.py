"""A board of squares where models face one of their eight neighbours.

One model stands in a space. Its neighbours are its influence zone, of which its facing makes
five the front and three the back. Spaces can cost more to enter, be closed to everybody, or
block lines of sight; a line is blocked by what it passes through, not by where it ends.
"""

from __future__ import annotations

from collections.abc import Iterable
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

NO_SPACES: Final[list[int]] = []
NO_LISTS: Final[list[list[int]]] = []
NO_BYTES: Final = b""
NOT_LISTED: Final[list[int]] = []
"""Where something has not been worked out yet, or where there is nothing."""

GUARD_BITS: Final[i64] = 8
"""How many bits of `Space.zones` each side has: there may be seven sides."""

MOST_GUARDS: Final[i64] = 255
"""What fits into those."""

LOWEST: Final = bytes([0, *[(bits & -bits).bit_length() - 1 for bits in range(1, 256)]])
"""The number of the lowest bit of a byte that is set."""

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


class Positions:
    """Who stands where on a board in one fight, and which spaces are in whose influence zones.

    Numbers that change often are attributes of an object for each space, since in a list each of
    them would be an object itself.
    """

    def __init__(self, board: Squares, sides: int) -> None:
        self._board: Final = board
        self.spaces: Final = [Space() for _ in range(board.size)]
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
        board, spaces = self._board, self.spaces
        weight: i64 = self._weights[side]
        weight *= change
        column: i64 = board.columns[here]
        row: i64 = board.rows[here]
        width = board.width
        left = here - 1 if column > 0 else here
        right = here + 1 if column + 1 < width else here
        above = -width if row > 0 else 0
        below = width if row + 1 < board.height else 0
        while above <= below:
            cell = left + above
            last = right + above
            while cell <= last:
                spaces[cell].zones += weight
                cell += 1
            above += width
        spaces[here].zones -= weight

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
        self._away: list[bytes] = [NO_BYTES] * board.size
        self._back: list[bytes] = [NO_BYTES] * board.size
        self._forth: list[bytes] = [NO_BYTES] * board.size
        self._reached: list[list[list[int]]] = [[] for _ in costs]

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
        found = self._away[start]
        if len(found) == 0:
            found = bytes(self._costs(int(start), False, int(BEYOND)))
            self._away[start] = found
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

    def forth(self, start: i64) -> bytes:
        """To which neighbours the cheapest ways from `start` lead on from each space: a bit for
        each facing that they lie in."""
        found = self._forth[start]
        if len(found) == 0:
            back = self.back(start)
            bits = [0] * self.board.size
            for there in range(self.board.size):
                for facing in range(8):
                    if back[there] & (1 << facing):
                        bits[there + self.board.offsets[facing]] |= 1 << (facing ^ 4)
            found = bytes(bits)
            self._forth[start] = found
        return found

    def near(self, start: i64, most: i64) -> list[int]:
        """The spaces that one can get to for at most `most`, in order; not to be changed."""
        known = self._reached[start]
        while len(known) <= most:
            known.append(NOT_LISTED)
        found = known[most]
        if found is NOT_LISTED:
            away = self.away(start)
            found = [cell for cell in range(self.board.size) if 0 < away[cell] <= most]
            known[most] = found
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
        self._away: bytes = NO_BYTES
        self._back: bytes = NO_BYTES
        self._offsets: list[int] = NO_SPACES
        self._most: i64 = 0
        self._spaces: list[Space] = NO_POSITIONS
        self._guards_shift: i64 = 0
        """By how much `Space.zones` is shifted to have the mover's guards lowest."""
        self._dead_end: i64 = 0
        """The mark of a dead end. The next one is that of a goal to which a way is open, all others
        mean nothing."""

    def begin(self, ways: Ways, start: i64, most: i64, positions: Positions, side: i64) -> None:
        """Whose ways they are, how far they may lead, and who is in the way of them now."""
        away = ways.away(start)
        shift = GUARD_BITS * side
        if (
            start == self._start
            and most == self._most
            and away is self._away
            and positions.spaces is self._spaces
            and shift == self._guards_shift
        ):
            return
        self._start = start
        self._most = most
        self._away = away
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
                before = here + offsets[facings]
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
class SearchedSpace:
    """What a search notes about a space: a mark, and what it costs to get there; `PathSearch` with
    as many guarded spaces left as now, or fewer, and with one more."""

    def __init__(self) -> None:
        self.mark: i64 = 0
        self.lowest: i64 = BEYOND
        self.lowest_later: i64 = BEYOND


NO_NOTES: Final[list[SearchedSpace]] = []
"""Those of a search that was never made."""


@mypyc_attr(acyclic=True)
class Reach:
    """Where one mover can get to: all spaces that are near but those that are missed, because
    somebody stands there or is in the way. Nothing is listed that nobody looks at.

    On foot nearly every space is got to by a way that is cheapest on an empty board, and most
    others by a detour.
    """

    def __init__(self) -> None:
        self._near: list[int] = NO_SPACES
        self._missed: list[int] = NO_SPACES
        self._notes: list[SearchedSpace] = NO_NOTES
        self._taken: i64 = 0
        """The mark of a space that somebody stands in. The next one is that of a space which is
        missed because of them, lower ones mean nothing."""

    def walk(self, ways: Ways, start: i64, most: i64, taken: list[int]) -> None:
        """Looks where one can get to for at most `most` without entering a space that is taken."""
        self._near = ways.near(start, most)
        self._begin(ways.board.size)
        away = ways.away(start)
        missed: list[int] = []
        cell: i64
        for cell in taken:
            if cell != start and away[cell] <= most:
                self._notes[cell].mark = self._taken
                missed.append(int(cell))
        first_behind = len(missed)
        if first_behind > 0:
            self._look_behind(ways, start, most, missed)
            if len(missed) > first_behind:
                missed = self._go_round(ways, away, most, missed, first_behind)
        self._missed = missed

    def fly(self, board: Squares, start: i64, spaces: i64, taken: list[int]) -> None:
        """Looks where one can get to who is stopped by nothing on the way."""
        self._near = board.within(start, spaces)
        self._begin(board.size)
        row = start * board.size
        missed: list[int] = []
        cell: i64
        for cell in taken:
            if cell != start and board.apart[row + cell] <= spaces:
                self._notes[cell].mark = self._taken
                missed.append(int(cell))
        self._missed = missed

    def count(self) -> i64:
        """How many spaces that is."""
        return len(self._near) - len(self._missed)

    def space(self, number: i64) -> i64:
        """One of them, by its place among all, which are in order."""
        place: i64 = number
        while True:
            there: i64 = self._near[place]
            passed: i64 = number
            cell: i64
            for cell in self._missed:
                if cell <= there:
                    passed += 1
            if passed == place:
                return there
            place = passed

    def of(self, things: list[T]) -> list[T]:
        """What a list has for each of them, in order."""
        found: list[T] = []
        notes, taken = self._notes, self._taken
        cell: i64
        for cell in self._near:
            if notes[cell].mark < taken:
                found.append(things[cell])
        return found

    def _begin(self, size: i64) -> None:
        """Makes as if nothing were marked."""
        if len(self._notes) != size:
            self._notes = [SearchedSpace() for _ in range(size)]
        self._taken += 2

    def _look_behind(self, ways: Ways, start: i64, most: i64, missed: list[int]) -> None:
        """Adds the spaces to which all cheapest ways come from one that is missed."""
        away, back, forth = ways.away(start), ways.back(start), ways.forth(start)
        offsets, notes, taken = ways.board.first_offsets, self._notes, self._taken
        here: i64
        for here in missed:  # which grows
            ahead: i64 = forth[here]
            while ahead != 0:
                there = here + offsets[ahead]
                ahead &= ahead - 1
                if away[there] > most or notes[there].mark >= taken:
                    continue
                behind: i64 = back[there]
                while behind != 0:
                    if notes[there + offsets[behind]].mark < taken:
                        break
                    behind &= behind - 1
                if behind == 0:
                    notes[there].mark = taken + 1
                    missed.append(int(there))

    def _go_round(
        self, ways: Ways, away: bytes, most: i64, missed: list[int], first_behind: i64
    ) -> list[int]:
        """Those that are missed for good: all that are taken, and of those behind them, which come
        last, the ones to which there is no detour. To what is not missed a cheapest way leads."""
        notes, taken = self._notes, self._taken
        neighbours, costs = ways.board.neighbours, ways.costs
        edge: list[int] = []
        number: i64
        here: i64
        there: i64
        for number in range(first_behind, len(missed)):
            here = missed[number]
            lowest = most
            for there in neighbours[here]:
                if away[there] < lowest and notes[there].mark < taken:
                    lowest = away[there]
            total = lowest + costs[here]
            notes[here].lowest = total
            if total < most:
                edge.append(int(here))
        for here in edge:  # which grows
            spent = notes[here].lowest
            for there in neighbours[here]:
                note = notes[there]
                if note.mark > taken:
                    total = spent + costs[there]
                    if total <= most and total < note.lowest:
                        note.lowest = total
                        if total < most:
                            edge.append(int(there))
        found = missed[:first_behind]
        for number in range(first_behind, len(missed)):
            here = missed[number]
            note = notes[here]
            if note.lowest > most:
                found.append(int(here))
            else:
                note.mark = 0
        return found


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
    """A board that never changes. Its `neighbours` are the spaces one can step to."""

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
        self.first_offsets: Final = [self.offsets[LOWEST[bits]] for bits in range(256)]
        """How far on the neighbour lies in the first of some facings, which are a bit each."""
        self.apart: Final = self._distances()
        self._seen: list[list[int]] = [[] for _ in range(size)]
        self._within: list[list[list[int]]] = [[] for _ in range(size)]

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

    def _around(self, cell: int) -> list[int]:
        """The eight spaces around one, by facing; EMPTY beyond the edge."""
        x, y = self.x(cell), self.y(cell)
        return [
            int(self.cell(x + across, y + down)) if self.inside(x + across, y + down) else -1
            for across, down in DIRECTIONS
        ]

    def bearing(self, here: i64, there: i64) -> i64:
        """The facing in which a neighbour lies; EMPTY if it is none."""
        if self.apart[here * self.size + there] != 1:
            return EMPTY
        across: i64 = self.columns[there] - self.columns[here]
        down: i64 = self.rows[there] - self.rows[here]
        return BEARINGS[3 * down + across + 4]

    def is_behind(self, here: i64, facing: i64, there: i64) -> bool:
        """Whether `there` is one of the three spaces behind a model."""
        bearing = self.bearing(here, there)
        return bearing >= 0 and (BEHIND[facing] >> bearing) & 1 != 0

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
        return BEARINGS[bearing] if bearing != 4 else 0

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
        row = self._seen[here]
        if not row:
            row = [-1] * self.size
            self._seen[here] = row
        if row[there] < 0:
            row[there] = 1 if self._looks(here, there) else 0
        return row[there] == 1

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
