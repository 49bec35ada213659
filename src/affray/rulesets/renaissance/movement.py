"""The grid and moving on it: rates, charges, stunts, and single steps."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option, Question
from affray.rulesets.renaissance import log
from affray.rulesets.renaissance.awareness import step_in_sight
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.gaits import (
    CRAWL,
    DASH,
    GAITS,
    RIDE_BY,
    RUN_UP,
    WALK,
    is_charging,
    is_fast,
)
from affray.rulesets.renaissance.mounts import controls, ride_by
from affray.rulesets.renaissance.ongoing import Walk
from affray.rulesets.renaissance.reactions import enters, leaves
from affray.rulesets.renaissance.readied import trigger
from affray.rulesets.renaissance.sheet import LEG, NONE, Mode
from affray.rulesets.renaissance.verbs import IN_REACH
from affray.space import pathfinding

DIAGONAL: Final = 1.5
"""The cost of a diagonal step along a path [grid.distance]."""


@mypyc_attr(acyclic=True)
class Destinations(Question):
    """Ask where a move ends, among all cells within `most` metres.

    With `run_up` the move must be longer than a metre [move.charge].
    """

    def __init__(
        self, fight: RenaissanceFight, who: Combatant, kind: str, most: float, run_up: bool
    ) -> None:
        super().__init__(kind, who.side, who.index, None)
        self.fight: Final = fight
        self.mover: Final = who
        self.most: Final = most
        self.run_up: Final = run_up
        self._goal: i64 = NONE
        self._way: list[int] = []

    def way_to(self, goal: i64) -> list[int]:
        """List the cells of a cheapest path, without the first; empty if none is short enough."""
        if goal != self._goal:
            self._goal, self._way = goal, way_to(self.fight, self.mover, goal, self.most)
        return self._way

    def forget_options(self) -> None:
        super().forget_options()
        self._goal = NONE

    def list_options(self) -> list[Option]:
        fight, who = self.fight, self.mover
        options: list[Option] = [fight.options.stay]
        taken = occupied_cells(fight, who)
        for cell in pathfinding.within(fight.scene.grid, who.cell, self.most, DIAGONAL, taken):
            if not self.run_up or not is_one_metre(fight, who.cell, cell):
                options.append(fight.options.to(cell))
        return options


def is_one_metre(fight: RenaissanceFight, here: i64, there: i64) -> bool:
    """Return whether one cell is a single straight step from another: too short to build up
    speed, however difficult the ground [move.charge]."""
    grid = fight.scene.grid
    if grid.spaces(here, there) != 1 or grid.is_diagonal(here, there):
        return False
    return int(there) in grid.neighbours[here]


def occupied_cells(
    fight: RenaissanceFight, mover: Combatant, goal: Combatant | None = None
) -> bytes:
    """Mark the cells that others occupy, which a walk cannot cross [grid.squares].

    The cell of a fighter who is the `goal` stays free.
    """
    taken = bytearray(fight.scene.grid.size)
    for one in fight.combatants:
        if one.is_able():
            taken[one.cell] = 1
    taken[mover.cell] = 0
    if goal is not None:
        taken[goal.cell] = 0
    return bytes(taken)


def way_to(fight: RenaissanceFight, mover: Combatant, goal: i64, most: float) -> list[int]:
    """List the cells of a cheapest path, without the first; empty if none is short enough."""
    return pathfinding.cheapest_way(
        fight.scene.grid, mover.cell, goal, most, DIAGONAL, occupied_cells(fight, mover)
    )


def length(fight: RenaissanceFight, start: i64, path: list[int]) -> float:
    """Return the cost of a path: a metre per step, 1.5 diagonally, more over rough ground
    [grid.distance].

    On hexes every step costs one [grid.hexes].
    """
    return pathfinding.length(fight.scene.grid, start, path, DIAGONAL)


def mode_of(mover: Combatant, number: i64) -> Mode:
    """Return a movement mode by its number, or walking if the mover lacks it."""
    for one in mover.sheet.modes:
        if one.number == number:
            return one
    return mover.sheet.modes[0]


def rate(fight: RenaissanceFight, who: Combatant, gait: i64, mode: i64) -> float:
    """Return the distance of a gait, in metres [move.rates].

    That is the base or full rate of a mode, or its maximum [move.max]; half the base prone
    [prone.rules]; half of all with a lost leg [strike.maim]. A mount moves for its rider
    [mount.shared-turn].
    """
    mover = fight.combatants[who.mount] if who.mount >= 0 else who
    found = mode_of(mover, mode)
    metres: i64 = found.full
    if gait == WALK or gait == CRAWL:
        metres = found.base
    elif gait == DASH:
        metres = found.max
    halves: i64 = 1 if gait == CRAWL else 0
    if mover.lost_limbs & LEG:
        halves += 1
    return halved(fight, metres, halves) if halves > 0 else float(metres)


def halved(fight: RenaissanceFight, metres: i64, times: i64) -> float:
    """Return a rate halved: rounded down as everything is, or exactly [move.half]."""
    if fight.house.half_metres == "down":
        return float(metres >> times)
    return float(metres) / float(1 << times)


def move(fight: RenaissanceFight, who: Combatant, gait: i64, mode: i64) -> None:
    """Move a fighter, once a turn [move.once].

    Running and charging are at -10 until the next turn, for the mount as well [move.rates].
    """
    fight.moved = True
    if who.mount >= 0 and not controls(fight, who):
        return
    path = chosen_path(fight, who, gait, mode)
    if not path:
        return
    if is_fast(gait):
        who.ran = True
        if who.mount >= 0:
            fight.combatants[who.mount].ran = True
    walk(fight, who, path, gait)


def chosen_path(fight: RenaissanceFight, who: Combatant, gait: i64, mode: i64) -> list[int]:
    """Ask where a move ends; list the cells of its path, none for a mover who stays."""
    most = rate(fight, who, gait, mode)
    question = Destinations(fight, who, GAITS[gait], most, is_charging(gait))
    chosen = fight.ask(question)
    return [] if chosen is fight.options.stay else question.way_to(chosen.place)


def walk(fight: RenaissanceFight, who: Combatant, path: list[int], gait: i64) -> None:
    """Move step by step, with all reactions to it [move.rates]."""
    one = Walk(who, gait, path)
    fight.walk = one
    attacked: list[tuple[int, int, int]] = []
    for there in path:
        if not step(fight, one, there):
            break
        if gait == RIDE_BY and there != one.goal:
            ride_by(fight, who, attacked)
            if not fight.can_go_on(who):
                break
    log.moves(fight, one)
    fight.walk = None


def step(fight: RenaissanceFight, one: Walk, there: i64) -> bool:
    """Take one step of a move, with all reactions to it; return whether the move can continue.

    A charge that moved more than a metre adds DB to attacks for the rest of the turn [move.charge].
    """
    who = one.who
    if leaves(fight, one, there):
        return False
    before = who.cell
    fight.put(who, there)
    charges = is_charging(one.gait)
    one.metres += DIAGONAL if fight.scene.grid.is_diagonal(before, there) else 1.0
    if charges and one.metres > RUN_UP:
        who.charged = True
        if who.mount >= 0:
            fight.combatants[who.mount].charged = True
    if who.hidden:
        step_in_sight(fight, who, is_fast(one.gait))
    enters(fight, one, before, charges)
    if fight.somebody_waits and fight.can_go_on(who):
        trigger(fight, IN_REACH, who, before)
    return fight.can_go_on(who)
