"""A board of squares where models face one of their eight neighbours.

One model stands in a space. Its neighbours are its influence zone, of which its facing makes
five the front and three the back. Spaces can cost more to enter, be closed to everybody, or
block lines of sight; a line is blocked by what it passes through, not by where it ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import Final

from mypy_extensions import i64

from affray.space.grid import DIRECTIONS, Grid, crosses, sides_of

EMPTY: Final[i64] = -1
"""Who stands in a space where nobody does; also the space beyond the board's edge."""

FAR: Final[i64] = 1_000_000
"""What it costs to get where there is no way."""

FACINGS: Final = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
"""The eight facings by number, clockwise, as the neighbours of a space are listed."""

NO_STEPS: Final[list[int]] = []
"""Where the steps of a way have not been looked for yet."""

MOST_KEPT: Final[i64] = 20_000
"""How many lists of spaces past one model are kept."""

BACK: Final = [False, False, False, True, True, True, False, False]
"""Whether a neighbour lies behind, by how many eighths it lies clockwise of straight ahead."""


BEARINGS: Final = [7, 0, 1, 6, 8, 2, 5, 4, 3]
"""The facing of each neighbour, row by row; in the middle, where no neighbour is, none of them."""


class Ways:
    """What each space costs to enter for one kind of mover, and the cheapest ways by that."""

    def __init__(self, board: Squares, costs: list[int]) -> None:
        self.board: Final = board
        self.costs: Final = costs
        self._to: list[list[int]] = [[] for _ in costs]
        self._onward: list[list[list[int]]] = [[] for _ in costs]
        self._reached: list[list[list[int]]] = [[] for _ in costs]
        self._past_one: dict[int, list[int]] = {}

    def to(self, goal: i64) -> list[int]:
        """What it costs to get to `goal` from each space of an empty board, worked out once."""
        found = self._to[goal]
        if not found:
            found = self._costs_to(int(goal))
            self._to[goal] = found
        return found

    def _costs_to(self, goal: int) -> list[int]:
        found = [int(FAR)] * self.board.size
        found[goal] = 0
        edges: list[list[int]] = [[goal]]  # the spaces that cost so much, in order
        spent: i64 = 0
        while spent < len(edges):
            for here in edges[spent]:
                if found[here] < spent:
                    continue
                total: i64 = spent + self.costs[here]
                for before in self.board.neighbours[here]:
                    if total < found[before]:
                        found[before] = int(total)
                        while len(edges) <= total:
                            edges.append([])
                        edges[total].append(before)
            spent += 1
        return found

    def onward(self, here: i64, goal: i64) -> list[int]:
        """The neighbours by which the cheapest ways to `goal` go on, worked out once."""
        steps = self._onward[goal]
        if not steps:
            steps = [NO_STEPS] * self.board.size
            self._onward[goal] = steps
        found = steps[here]
        if not found:
            left = self.to(goal)
            found = []
            for there in self.board.neighbours[here]:
                if left[there] + self.costs[there] == left[here]:
                    found.append(there)
            steps[here] = found
        return found

    def is_open(
        self, start: i64, goal: i64, most: i64, standing: list[int], guarded: list[int]
    ) -> bool:
        """Whether one of the cheapest ways is free of models and leaves no guarded space.

        A quick answer for those who look at many goals; a longer way round may be open too.
        """
        if guarded[start] > 0 or standing[goal] != EMPTY or self.to(goal)[start] > most:
            return False
        return start == goal or self._leads(start, goal, standing, guarded, [])

    def _leads(
        self, here: i64, goal: i64, standing: list[int], guarded: list[int], dead_ends: list[int]
    ) -> bool:
        """Whether a cheapest way leads on from here; `dead_ends` are where none does."""
        there: i64
        for there in self.onward(here, goal):
            if there == goal:
                return True
            model: i64 = standing[there]
            if model != EMPTY:
                continue
            guards: i64 = guarded[there]
            if guards > 0 or (dead_ends and int(there) in dead_ends):
                continue
            if self._leads(there, goal, standing, guarded, dead_ends):
                return True
        dead_ends.append(int(here))
        return False

    def reach(self, start: i64, most: i64, standing: list[int]) -> list[int]:
        """The free spaces one can get to for at most `most`, in order. The list may be one that is
        given to others as well, so it is not to be changed."""
        near = self._near(start, most)
        blocker: i64 = EMPTY
        blockers: i64 = 0
        model: i64
        for cell in near:
            model = standing[cell]
            if model != EMPTY:
                blocker = cell
                blockers += 1
        if blockers == 0:
            return near
        if blockers > 1:
            return self._near_past(near, start, most, standing)
        return self._near_past_one(near, start, most, standing, blocker)

    def _near_past_one(
        self, near: list[int], start: i64, most: i64, standing: list[int], blocker: i64
    ) -> list[int]:
        """Those that one can get to past the only one who stands near, worked out once: so it is in
        a duel."""
        key = int((most * self.board.size + start) * self.board.size + blocker)
        found = self._past_one.get(key)
        if found is None:
            found = self._near_past(near, start, most, standing)
            if len(self._past_one) < MOST_KEPT:
                self._past_one[key] = found
        return found

    def _near_past(self, near: list[int], start: i64, most: i64, standing: list[int]) -> list[int]:
        """Those of the spaces that one can get to past whoever stands there."""
        spent = self._costs_from(start, most, standing)
        return [cell for cell in near if spent[cell] <= most]

    def _near(self, start: i64, most: i64) -> list[int]:
        """The spaces that one can get to on an empty board, worked out once."""
        known = self._reached[start]
        while len(known) <= most:
            known.append(NO_STEPS)
        found = known[most]
        if found is NO_STEPS:
            spent = self._costs_from(start, most, [int(EMPTY)] * self.board.size)
            found = [one for one in range(self.board.size) if one != start and spent[one] <= most]
            known[most] = found
        return found

    def _costs_from(self, start: i64, most: i64, standing: list[int]) -> list[int]:
        """What it costs to get from `start` to each space, past whoever stands there, as long as it
        is at most `most`."""
        spent = [int(FAR)] * self.board.size
        spent[start] = 0
        edges: list[list[int]] = [[] for _ in range(most + 1)]
        edges[0].append(int(start))
        cost: i64
        here: i64
        there: i64
        for cost in range(most + 1):
            for here in edges[cost]:
                so_far: i64 = spent[here]
                if so_far < cost:
                    continue
                for there in self.board.neighbours[here]:
                    total: i64 = cost + self.costs[there]
                    before: i64 = spent[there]
                    if total > most or total >= before or standing[there] != EMPTY:
                        continue
                    spent[there] = int(total)
                    edges[total].append(int(there))
        return spent

    def path(
        self, start: i64, goal: i64, most: i64, standing: list[int], guarded: list[int]
    ) -> list[int]:
        """The spaces on the way to `goal`: it leaves the fewest guarded ones, then is the
        cheapest. Empty if there is none for at most `most`.

        A space from which even an empty board leaves no way for the rest is not looked at.
        """
        left = self.to(goal)
        steps: list[tuple[int, int]] = [(int(start), -1)]
        lowest = [int(FAR)] * self.board.size
        edge: list[tuple[int, int, int, int]] = [(0, 0, int(start), 0)]
        while edge:
            left_guarded, spent, here, step = heappop(edge)
            if spent >= lowest[here]:
                continue  # whoever came here before left no more guarded spaces, and spent less
            lowest[here] = spent
            if here == goal:
                return way_to(steps, step)
            risk = left_guarded + (1 if guarded[here] > 0 else 0)
            for there in self.board.neighbours[here]:
                total = spent + self.costs[there]
                if total + left[there] > most:
                    continue
                if total < lowest[there] and standing[there] == EMPTY:
                    steps.append((there, step))
                    heappush(edge, (risk, total, there, len(steps) - 1))
        return []


def way_to(steps: list[tuple[int, int]], last: int) -> list[int]:
    """The spaces that lead to a step, from the second on; each step knows the one before it."""
    found: list[int] = []
    while last > 0:
        cell, before = steps[last]
        found.append(cell)
        last = before
    found.reverse()
    return found


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
        self._seen: list[list[int]] = [[] for _ in range(size)]

    def _around(self, cell: int) -> list[int]:
        """The eight spaces around one, by facing; EMPTY beyond the edge."""
        x, y = self.x(cell), self.y(cell)
        return [
            int(self.cell(x + across, y + down)) if self.inside(x + across, y + down) else -1
            for across, down in DIRECTIONS
        ]

    def bearing(self, here: i64, there: i64) -> i64:
        """The facing in which a neighbour lies; EMPTY if it is none."""
        if self.spaces(here, there) != 1:
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
        across = self.x(there) - self.x(here)
        down = self.y(there) - self.y(here)
        wide = -across if across < 0 else across
        high = -down if down < 0 else down
        if 2 * wide < high:
            across = 0
        elif 2 * high < wide:
            down = 0
        sign_x = 1 if across > 0 else -1 if across < 0 else 0
        sign_y = 1 if down > 0 else -1 if down < 0 else 0
        return DIRECTIONS.index((sign_x, sign_y)) if sign_x or sign_y else 0

    def within(self, here: i64, spaces: i64) -> list[int]:
        """Every open space at most so many spaces away, this one apart, in order."""
        return [
            cell
            for cell in range(self.size)
            if cell != here and not self.solid[cell] and self.spaces(here, cell) <= spaces
        ]

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
