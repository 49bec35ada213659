"""A board of squares where models face one of their eight neighbours.

One model stands in a space. Its neighbours are its influence zone, of which its facing makes
five the front and three the back. Spaces can cost more to enter, be closed to everybody, or
block lines of sight; a line is blocked by what it passes through, not by where it ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.space.grid import DIRECTIONS, Grid, crosses, sides_of

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

STEP_BITS: Final[i64] = 19
LAST_STEP: Final[i64] = (1 << 19) - 1
"""A step and the space it leads to in one number, of which so many bits are the step."""

SPACE_BITS: Final[i64] = 14
LAST_SPACE: Final[i64] = (1 << 14) - 1
"""A space and the one before it in one number, of which so many bits are the one before it."""

LAST_MARK: Final[i64] = 249
"""Marks are small numbers, of which Python keeps one each."""

LOWEST: Final = bytes([0, *[(bits & -bits).bit_length() - 1 for bits in range(1, 256)]])
"""The number of the lowest bit of a byte that is set."""

MOST_KEPT: Final[i64] = 20_000
"""How many lists of spaces past one model are kept."""

BACK: Final = [False, False, False, True, True, True, False, False]
"""Whether a neighbour lies behind, by how many eighths it lies clockwise of straight ahead."""

BEARINGS: Final = [7, 0, 1, 6, 8, 2, 5, 4, 3]
"""The facing of each neighbour, row by row; in the middle, where no neighbour is, none of them."""


class Ways:
    """What each space costs to enter for one kind of mover, and the cheapest ways by that.

    What of them holds on an empty board is worked out once, when it is first asked for.
    """

    def __init__(self, board: Squares, costs: list[int]) -> None:
        self.board: Final = board
        self.costs: Final = costs
        self._to: list[list[int]] = [NO_SPACES] * board.size
        self._closer: list[list[list[int]]] = [NO_LISTS] * board.size
        self._away: list[bytes] = [NO_BYTES] * board.size
        self._back: list[bytes] = [NO_BYTES] * board.size
        self._ordered: list[list[int]] = [NO_SPACES] * board.size
        self._reached: list[list[list[int]]] = [[] for _ in costs]
        self._past_one: dict[int, list[int]] = {}

    # --- on an empty board ---

    def to(self, goal: i64) -> list[int]:
        """What it costs to get to `goal` from each space."""
        found = self._to[goal]
        if not found:
            found = self._costs(int(goal), True, int(FAR))
            self._to[goal] = found
        return found

    def away(self, start: i64) -> bytes:
        """What it costs to get from `start` to each space, a byte each: BEYOND where it is that
        much or more."""
        found = self._away[start]
        if not found:
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
        if not found:
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

    def _in_order(self, start: i64) -> list[int]:
        """Every space but this one that can be got to, the cheapest first, each in one number with
        the space that a cheapest way to it comes from."""
        found = self._ordered[start]
        if not found:
            away = self.away(start)
            back = self.back(start)
            cells = [cell for cell in range(self.board.size) if 0 < away[cell] < BEYOND]
            found = []
            for cell in sorted_by(cells, list(away)):
                before = cell + self.board.offsets[LOWEST[back[cell]]]
                found.append(cell << int(SPACE_BITS) | before)
            self._ordered[start] = found
        return found

    def _near(self, start: i64, most: i64) -> list[int]:
        """The spaces that one can get to for at most `most`, in order."""
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

    def is_open(
        self, start: i64, goal: i64, most: i64, standing: list[int], guarded: list[int]
    ) -> bool:
        """Whether one of the cheapest ways is free of models and leaves no guarded space.

        A quick answer for those who look at many goals; a longer way round may be open too.
        """
        search = OpenWays()
        search.begin(self, start, most, standing, guarded)
        return search.leads_to(goal)

    def reach(self, start: i64, most: i64, taken: list[int]) -> list[int]:
        """The spaces one can get to for at most `most`, in order, without entering one that is
        taken. The list may be one that is given to others as well, so it is not to be changed."""
        near = self._near(start, most)
        away = self.away(start)
        blockers: list[int] = []
        cell: i64
        for cell in taken:
            if cell != start and away[cell] <= most:
                blockers.append(int(cell))
        if not blockers:
            return near
        if len(blockers) > 1:
            return self._near_past(near, start, most, blockers)
        key = int((most * self.board.size + start) * self.board.size + blockers[0])
        found = self._past_one.get(key)
        if found is None:
            found = self._near_past(near, start, most, blockers)
            if len(self._past_one) < MOST_KEPT:
                self._past_one[key] = found  # so it is in a duel, again and again
        return found

    def _near_past(self, near: list[int], start: i64, most: i64, blockers: list[int]) -> list[int]:
        """Those of the spaces that one can get to past whoever stands there: nearly all of them
        still by a way that is cheapest on an empty board, and most others by a detour."""
        is_missed = [False] * self.board.size
        cell: i64
        for cell in blockers:
            is_missed[cell] = True
        others: list[int] = []
        order = self._in_order(start)
        for number in range(len(near)):
            code: i64 = order[number]
            if is_missed[code & LAST_SPACE]:
                cell = code >> SPACE_BITS
                if not is_missed[cell] and self._comes_from_missed(start, cell, is_missed):
                    is_missed[cell] = True
                    others.append(int(cell))
        if others:
            self._go_round(others, self.away(start), most, is_missed)
            blockers = blockers + [one for one in others if is_missed[one]]
        blockers.sort()
        found = near.copy()
        for number in range(len(blockers) - 1, -1, -1):
            del found[place_in(near, blockers[number])]
        return found

    def _comes_from_missed(self, start: i64, here: i64, is_missed: list[bool]) -> bool:
        """Whether all cheapest ways to a space come from one that is missed."""
        facings: i64 = self.back(start)[here]
        while facings != 0:
            if not is_missed[here + self.board.offsets[LOWEST[facings]]]:
                return False
            facings &= facings - 1
        return True

    def _go_round(self, others: list[int], away: bytes, most: i64, is_missed: list[bool]) -> None:
        """Notes which of the missed spaces one gets to by a detour; to those that are not missed a
        cheapest way leads, for what `away` has."""
        least = [0] * self.board.size  # nothing is gained by going where one gets anyhow
        edges: list[list[int]] = [NO_SPACES] * (most + 1)
        here: i64
        there: i64
        total: i64
        for here in others:
            least[here] = int(most + 1)
            lowest: i64 = most + 1
            for there in self.board.neighbours[here]:
                if not is_missed[there] and away[there] < lowest:
                    lowest = away[there]
            total = lowest + self.costs[here]
            if total <= most:
                least[here] = int(total)
                put_in(edges, total, here, 0)
        spent: i64
        code: i64
        for spent in range(most + 1):
            for code in edges[spent]:
                here = code >> STEP_BITS
                if not is_missed[here]:
                    continue
                is_missed[here] = False
                for there in self.board.neighbours[here]:
                    total = spent + self.costs[there]
                    before: i64 = least[there]
                    if total < before:
                        least[there] = int(total)
                        put_in(edges, total, there, 0)

    def path(
        self, start: i64, goal: i64, most: i64, standing: list[int], guarded: list[int]
    ) -> list[int]:
        """The spaces on the way to `goal`: it leaves the fewest guarded ones, then is the
        cheapest. Empty if there is none for at most `most`.

        A space from which even an empty board leaves no way for the rest is not looked at.
        """
        left = self.to(goal)
        neighbours = self.board.neighbours
        cells = [int(start)]  # every step that was looked at, and the one before it
        befores = [-1]
        lowest = [int(most + 1)] * self.board.size  # with as many guarded spaces left as now
        now: list[list[int]] = [NO_SPACES] * (most + 1)
        now[0] = [int(start << STEP_BITS)]
        lowest[start] = 0
        code: i64
        here: i64
        there: i64
        spent: i64
        while True:
            later: list[list[int]] = []  # where one more guarded space is left
            lowest_later = lowest
            for spent in range(most + 1):
                edge = now[spent]
                if len(edge) > 1:
                    edge.sort()
                for code in edge:
                    step: i64 = code & LAST_STEP
                    here = code >> STEP_BITS
                    so_far: i64 = lowest[here]
                    if so_far < spent:
                        continue  # whoever came here before left no more guarded spaces
                    if here == goal:
                        return way_to(cells, befores, step)
                    guards: i64 = guarded[here]
                    if guards > 0 and not later:
                        later = [NO_SPACES] * (most + 1)
                        lowest_later = lowest.copy()
                    for there in neighbours[here]:
                        total: i64 = spent + self.costs[there]
                        rest: i64 = left[there]
                        if total + rest > most:
                            continue
                        model: i64 = standing[there]
                        if model != EMPTY:
                            continue
                        if guards == 0:
                            if total < lowest[there]:
                                lowest[there] = int(total)
                                if later and total < lowest_later[there]:
                                    lowest_later[there] = int(total)
                                put_in(now, total, there, len(cells))
                                cells.append(int(there))
                                befores.append(int(step))
                        elif total < lowest_later[there]:
                            lowest_later[there] = int(total)
                            put_in(later, total, there, len(cells))
                            cells.append(int(there))
                            befores.append(int(step))
            if not later:
                return []
            now = later
            lowest = lowest_later


def sorted_by(cells: list[int], costs: list[int]) -> list[int]:
    """Spaces in the order of what they cost, and of equals as they were."""
    return sorted(cells, key=lambda cell: costs[cell])


def place_in(cells: list[int], cell: i64) -> int:
    """Where a space stands in a list of them that is in order."""
    low: i64 = 0
    high: i64 = len(cells)
    while low < high:
        middle = (low + high) >> 1
        other: i64 = cells[middle]
        if other < cell:
            low = middle + 1
        else:
            high = middle
    return int(low)


def put_in(edges: list[list[int]], total: i64, cell: i64, step: i64) -> None:
    """Puts a step to a space among those that cost as much."""
    code = int(cell << STEP_BITS | step)
    edge = edges[total]
    if edge:
        edge.append(code)
    else:
        edges[total] = [code]


def way_to(cells: list[int], befores: list[int], last: i64) -> list[int]:
    """The spaces that lead to a step, from the second on; each step knows the one before it."""
    found: list[int] = []
    while last > 0:
        found.append(cells[last])
        last = befores[last]
    found.reverse()
    return found


@mypyc_attr(acyclic=True)
class OpenWays:
    """Which of one mover's cheapest ways are free of models and leave no guarded space.

    It looks for them from the goal back, and keeps what it finds out about the spaces between for
    the goals it is asked about next, until it begins anew.
    """

    def __init__(self) -> None:
        self._start: i64 = EMPTY
        self._away: bytes = NO_BYTES
        self._back: bytes = NO_BYTES
        self._offsets: list[int] = NO_SPACES
        self._most: i64 = 0
        self._standing: list[int] = NO_SPACES
        self._guarded: list[int] = NO_SPACES
        self._marks: list[int] = NO_SPACES
        self._dead_end: i64 = LAST_MARK

    def begin(
        self, ways: Ways, start: i64, most: i64, standing: list[int], guarded: list[int]
    ) -> None:
        """Whose ways they are, how far they may lead, and who is in the way of them now."""
        self._start = start
        self._most = most
        self._away = ways.away(start)
        self._back = ways.back(start)
        self._offsets = ways.board.offsets
        self._standing = standing
        self._guarded = guarded
        if self._dead_end < LAST_MARK and len(self._marks) == len(standing):
            self._dead_end += 2
        else:
            self._marks = [0] * len(standing)
            self._dead_end = 1

    def leads_to(self, goal: i64) -> bool:
        """Whether one of the cheapest ways to a space is open; a longer one may be, too."""
        model: i64 = self._standing[goal]
        guards: i64 = self._guarded[self._start]
        if guards > 0 or model != EMPTY or self._away[goal] > self._most:
            return False
        return goal == self._start or self._comes_to(goal)

    def _comes_to(self, here: i64) -> bool:
        """Whether an open way comes to a space from one of those before it."""
        dead_end = self._dead_end
        facings: i64 = self._back[here]
        while facings != 0:
            facing: i64 = LOWEST[facings]
            facings &= facings - 1
            before: i64 = here + self._offsets[facing]
            if before == self._start:
                break
            model: i64 = self._standing[before]
            guards: i64 = self._guarded[before]
            if model != EMPTY or guards > 0:
                continue
            mark: i64 = self._marks[before]
            if mark == dead_end + 1 or (mark != dead_end and self._comes_to(before)):
                break
        else:
            self._marks[here] = int(dead_end)
            return False
        self._marks[here] = int(dead_end + 1)
        return True


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
        return bearing >= 0 and BACK[(bearing - facing + 8) % 8]

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


def line(width: int, column: int, down: int) -> bytes:
    """How far the spaces of a row are from one so many rows up or down, in that column."""
    return bytes([max(abs(column - other), down) for other in range(width)])
