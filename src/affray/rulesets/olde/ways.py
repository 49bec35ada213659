"""Ways: the spaces that somebody gets to in a round, past those whom nobody gets past.

Where nobody bars a way, ways are worked out once for each space they begin in. Others bar few of
them, so only what they bar is looked for, and nothing of that is kept.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.space.grid import Grid

MOST_SPACES: Final[i64] = 6
"""How far one goes in a round at most: by running, with three Action Points."""

NO_WAY: Final[i64] = 0
"""The steps to where one does not get, or is already."""


@mypyc_attr(acyclic=True)
class OpenWays:
    """The cells at most six steps from one where nobody bars a way: those so many steps away, in
    the order of their numbers, and the steps to each."""

    def __init__(self, grid: Grid, start: i64) -> None:
        self.neighbours: Final = grid.neighbours
        self.rings: Final[list[list[int]]] = [[] for _ in range(int(MOST_SPACES) + 1)]
        steps = [0] * grid.size
        for cell, away in grid.ways_from(start, MOST_SPACES, []):
            self.rings[away].append(cell)
            steps[cell] = away
        self.steps: Final = bytes(steps)


@mypyc_attr(acyclic=True, free_list_len=1)
class Ways:
    """The cells somebody gets to in at most so many steps; `closed` ones are not entered
    [reach.enter]."""

    def __init__(self, near: OpenWays, closed: list[int], most: i64) -> None:
        self.near: Final = near
        self.most: Final[i64] = most
        self._barred: Final[list[int]] = []
        """The cells that are closed, and then those to which every shortest way is barred."""
        self._detours: Final[list[int]] = []
        """How many steps each of them is away all the same."""
        for cell in closed:
            if NO_WAY < near.steps[cell] <= most and cell not in self._barred:
                self._barred.append(cell)
        if self._barred:
            self._look_for_detours(len(self._barred))

    def _look_for_detours(self, closed: int) -> None:
        """Finds the cells to which a way is longer than where nobody bars one, and how long it is.
        The first so many that are barred are closed."""
        barred, detours, near = self._barred, self._detours, self.near
        for steps in range(1, int(self.most)):
            for cell in barred:
                if near.steps[cell] == steps:
                    for beyond in near.neighbours[cell]:
                        if near.steps[beyond] == steps + 1 and beyond not in barred:
                            if self._is_cut_off(beyond, steps):
                                barred.append(beyond)
        for _ in barred:
            detours.append(int(NO_WAY))
        for steps in range(2, int(self.most) + 1):
            for position in range(closed, len(barred)):
                if detours[position] == NO_WAY and self._is_beside(barred[position], steps - 1):
                    detours[position] = steps

    def _is_cut_off(self, cell: int, steps: i64) -> bool:
        """Whether every cell is barred from which one comes to this one with one step more."""
        near = self.near
        for before in near.neighbours[cell]:
            if near.steps[before] == steps and before not in self._barred:
                return False
        return True

    def _is_beside(self, cell: int, steps: i64) -> bool:
        """Whether a cell beside this one is so many steps away."""
        for other in self.near.neighbours[cell]:
            if self.steps_to(other) == steps:
                return True
        return False

    def steps_to(self, cell: int) -> i64:
        """How many steps a cell is away; NO_WAY if one does not get there."""
        if cell in self._barred:
            return self._detours[self._barred.index(cell)]
        steps: i64 = self.near.steps[cell]
        return steps if steps <= self.most else NO_WAY

    def count(self, steps: i64) -> i64:
        """How many cells are so many steps away."""
        near = self.near
        found: i64 = len(near.rings[steps])
        for position in range(len(self._barred)):
            if near.steps[self._barred[position]] == steps:
                found -= 1
            if self._detours[position] == steps:
                found += 1
        return found

    def ring(self, steps: i64) -> list[int]:
        """The cells so many steps away, in the order of their numbers. Not to be changed."""
        cells = self.near.rings[steps]
        barred = self._barred
        if not barred:
            return cells
        found = [cell for cell in cells if cell not in barred]
        for position in range(len(barred)):
            if self._detours[position] == steps:
                found.append(barred[position])
        found.sort()
        return found
