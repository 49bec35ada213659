"""Where one gets to in a move, for those who choose among all cells there are.

Where nobody is in the way that follows from the map. Whoever stands in the way takes their own cell
and those to which every cheapest way leads past them; only of these it has to be looked for whether
another way is short enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.renaissance.formations import DIAGONAL, NOWHERE
from affray.space.grid import Grid, SearchedCell
from affray.space.ways import half_metres, within

if TYPE_CHECKING:
    from affray.core.questions import Option
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight
    from affray.rulesets.renaissance.scene import Scene

KEPT_REACHES: Final = 4096
"""For how many cells and rates it is kept how far one gets, before that begins anew."""

OUT_OF_RANGE: Final[i64] = 255
"""Stands for how far away is what is too far away, in half metres."""

FURTHEST: Final = 120.0
"""How many metres a move may have of which that is kept: fewer than OUT_OF_RANGE half metres."""

# what became of a cell, by its `total` of a search
PASSED: Final[i64] = 0
LOST: Final[i64] = 1
TAKEN: Final[i64] = 2

NOT_FOUND: Final[i64] = 1000
"""What a way costs that has not been found: more than any move has."""


@mypyc_attr(acyclic=True)
class Reach:
    """The cells that one gets to from another in so many metres where nobody is in the way."""

    def __init__(self, scene: Scene, start: i64, most: float) -> None:
        grid = scene.grid
        cells = within(grid, start, most, DIAGONAL, [False] * grid.size)
        searched = grid.notes[len(grid.notes) - 1].cells  # the search has just given them back
        halves = [int(OUT_OF_RANGE)] * grid.size
        ways = [0] * grid.size
        halves[start] = 0
        for cell in cells:
            halves[cell] = int(searched[cell].spent)
        for cell in [int(start), *cells]:
            for place, there in enumerate(searched[cell].neighbours):
                if halves[cell] + searched[cell].costs[place] == halves[there.number]:
                    ways[there.number] += 1
        self.limit: Final[i64] = half_metres(most)
        self.halves: Final = bytes(halves)
        """What it costs to get to each cell, in half metres."""
        self.ways: Final = bytes(ways)
        """From how many neighbours the cheapest ways to each cell come."""
        self.options: Final = [scene.to(cell) for cell in cells]
        """The options to go there, in the order of the cells."""

    def cells_lost(self, fight: RenaissanceFight, mover: Combatant) -> list[int]:
        """The cells of these to which there is no way past those who stand there now, in order."""
        found: list[int] = []
        halves = self.halves
        for one in fight.combatants:
            if one.stance != NOWHERE and one.cell != mover.cell:
                away: i64 = halves[one.cell]
                if away != OUT_OF_RANGE and int(one.cell) not in found:
                    found.append(int(one.cell))
        if found:
            self.add_cut_off(fight.scene, found)
            found.sort()
        return found

    def add_cut_off(self, scene: Scene, found: list[int]) -> None:
        """Adds to the cells where somebody stands those that can only be got to by longer ways than
        there may be."""
        notes = scene.grid.take_notes(DIAGONAL)
        number = notes.search
        # those where somebody stands, and behind them those to which all cheapest ways are lost
        lost: list[SearchedCell] = []
        for cell in found:
            taken = notes.cells[cell]
            taken.search = number
            taken.total = TAKEN
            lost.append(taken)
        for here in lost:
            self.lose_ways_through(here, number, lost)
        is_in_doubt = False
        for here in lost:
            if here.total == LOST:
                self.look_for_way(scene, here, number)
                is_in_doubt = is_in_doubt or here.spent > self.limit
        while is_in_doubt:
            is_in_doubt = False
            for here in lost:
                if here.total == LOST and self.look_for_way(scene, here, number):
                    is_in_doubt = True
        for here in lost:
            if here.total == LOST and here.spent > self.limit:
                found.append(int(here.number))
        scene.grid.notes.append(notes)

    def lose_ways_through(self, here: SearchedCell, number: i64, lost: list[SearchedCell]) -> None:
        """Adds the neighbours of a cell to which every cheapest way led through cells that are
        lost."""
        halves = self.halves
        spent: i64 = halves[here.number]
        costs = here.costs
        place: i64 = 0
        for there in here.neighbours:
            cost: i64 = spent + costs[place]
            place += 1
            if halves[there.number] != cost or cost > self.limit:
                continue
            if there.search != number:
                there.search = number
                there.total = PASSED
                there.left = 0
            elif there.total == TAKEN:
                continue
            there.left += 1
            if there.left == self.ways[there.number]:
                there.total = LOST
                there.spent = NOT_FOUND
                lost.append(there)

    def look_for_way(self, scene: Scene, cell: SearchedCell, number: i64) -> bool:
        """Looks for a cheaper way to a cell that is lost from one of its neighbours, as far as that
        is known of them; whether there is one."""
        before = cell.spent
        costs = scene.costs_into(cell)
        place: i64 = 0
        for there in cell.neighbours:
            cost: i64 = costs[place]
            place += 1
            if there.search == number and there.total != PASSED:
                if there.total == TAKEN:
                    continue
                cost += there.spent
            else:
                cost += self.halves[there.number]
            if cost < cell.spent:
                cell.spent = cost
        return cell.spent < before


def costs_into(grid: Grid, cell: SearchedCell) -> bytes:
    """What a step to a cell from each of its neighbours costs, in half metres."""
    found: list[int] = []
    for there in cell.neighbours:
        place = grid.neighbours[there.number].index(int(cell.number))
        found.append(there.costs[place])
    return bytes(found)


def reach_of(scene: Scene, start: i64, most: float) -> Reach | None:
    """How far one gets from a cell, which was looked at before or is now; None where that is too
    far to be kept."""
    if most > FURTHEST:
        return None
    kept = scene.reaches
    key = int(start * OUT_OF_RANGE + half_metres(most))
    found = kept.get(key)
    if found is None:
        if len(kept) == KEPT_REACHES:
            kept.clear()
        found = Reach(scene, start, most)
        kept[key] = found
    return found


def option_left(options: list[Option], lost: list[int], number: i64) -> Option:
    """The option of that number, counted from 0, among those to go to cells in their order, without
    those to some that are lost."""
    for cell in lost:
        if cell <= options[number].place:
            number += 1
    return options[number]


def options_left(options: list[Option], lost: list[int]) -> list[Option]:
    """All of these options."""
    return [one for one in options if int(one.place) not in lost] if lost else options
