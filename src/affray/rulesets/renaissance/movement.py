"""The grid and moving on it: rates, charges, stunts, and the steps one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import GM, Option, Question
from affray.rulesets.renaissance import log, skills, tags
from affray.rulesets.renaissance.awareness import step_in_sight
from affray.rulesets.renaissance.checks import EXCEPTIONAL_FAILURE, Modifiers, check, hinder
from affray.rulesets.renaissance.gaits import (
    CLIMBING,
    CRAWL,
    DASH,
    ENDS_PRONE,
    GAITS,
    NO_OPENING,
    RIDE_BY,
    RUN_UP,
    STUNTS,
    TUMBLING,
    WALK,
    is_charging,
    is_fast,
)
from affray.rulesets.renaissance.mounts import controls, hinder_by_mount, ride_by
from affray.rulesets.renaissance.reactions import enters, is_waited_for, leaves, trigger
from affray.rulesets.renaissance.sheet import LEG
from affray.rulesets.renaissance.verbs import IN_REACH
from affray.rulesets.renaissance.wounds import fall
from affray.space import ways
from affray.space.grid import NO_SIGHT
from affray.space.ways import way

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight
    from affray.rulesets.renaissance.gaits import Stunt
    from affray.rulesets.renaissance.sheet import Mode

DIAGONAL: Final = 1.5
"""What a diagonal step costs along a path [grid.distance]."""

AWKWARDNESS: Final[i64] = -10


@mypyc_attr(acyclic=True)
class Walk:
    """A move under way: whose, on which mount, along which cells, and how much of it is logged."""

    def __init__(self, who: Combatant, gait: i64, path: list[int]) -> None:
        self.who: Final = who
        self.mount: Final[i64] = who.mount
        self.gait: Final[i64] = gait
        self.goal: Final[i64] = path[len(path) - 1]
        self.metres: float = 0.0
        self.logged_metres: float = 0.0
        self.is_logged: bool = False
        self.opened_to: Final[list[int]] = []
        """Enemies who had the opening that a move away or past them gives."""
        self.charged_at: Final[list[int]] = []
        """Enemies whose braced weapon it has met."""


@mypyc_attr(acyclic=True)
class Destinations(Question):
    """Ask where a move ends, among all cells within `most` metres.

    With `run_up` the move has to be longer than a metre [move.charge].
    """

    def __init__(
        self, fight: RenaissanceFight, who: Combatant, kind: str, most: float, run_up: bool
    ) -> None:
        super().__init__(kind, who.side, who.index, None)
        self.fight: Final = fight
        self.mover: Final = who
        self.most: Final = most
        self.run_up: Final = run_up

    def list_options(self) -> list[Option]:
        fight, who = self.fight, self.mover
        options: list[Option] = [fight.options.stay]
        taken = occupied_cells(fight, who)
        for cell in ways.within(fight.scene.grid, who.cell, self.most, DIAGONAL, taken):
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


@mypyc_attr(acyclic=True)
class Landings(Question):
    """Ask where a stunt through the air ends: within `most` metres, in sight or by climbing."""

    def __init__(self, fight: RenaissanceFight, who: Combatant, most: float, climbs: bool) -> None:
        super().__init__("stunt-to", who.side, who.index, None)
        self.fight: Final = fight
        self.mover: Final = who
        self.most: Final = most
        self.climbs: Final = climbs

    def list_options(self) -> list[Option]:
        scene, here = self.fight.scene, self.mover.cell
        grid = scene.grid
        options: list[Option] = [self.fight.options.stay]
        taken = occupied_cells(self.fight, self.mover)
        for cell in range(grid.size):
            if cell == here or taken[cell] or grid.solid[cell]:
                continue
            if grid.straight(here, cell) <= self.most:
                if self.climbs or grid.sight(here, cell) != NO_SIGHT:
                    options.append(self.fight.options.to(cell))
        return options


def occupied_cells(fight: RenaissanceFight, mover: Combatant) -> list[bool]:
    """Mark the cells where others stand, which nobody walks through [grid.squares]."""
    taken = [False] * fight.scene.grid.size
    for one in fight.combatants:
        if one.is_able():
            taken[one.cell] = True
    taken[mover.cell] = False
    return taken


def way_to(fight: RenaissanceFight, mover: Combatant, goal: i64, most: float) -> list[int]:
    """List the cells of a cheapest path, without the first; empty if there is none so short."""
    return way(fight.scene.grid, mover.cell, goal, most, DIAGONAL, occupied_cells(fight, mover))


def length(fight: RenaissanceFight, start: i64, path: list[int]) -> float:
    """What a path costs: a metre a step, 1.5 diagonally, more over rough ground
    [grid.distance]; on hexes every step is one [grid.hexes]."""
    return ways.length(fight.scene.grid, start, path, DIAGONAL)


def mode_of(mover: Combatant, number: i64) -> Mode:
    """A movement mode by its number; walking where they have none of that number."""
    for one in mover.sheet.modes:
        if one.number == number:
            return one
    return mover.sheet.modes[0]


def rate(fight: RenaissanceFight, who: Combatant, gait: i64, mode: i64) -> float:
    """How far a gait goes: the base or the full rate of one movement mode [move.rates], or the
    greatest where it has one [move.max]; half the base prone [prone.rules]; half of all with a leg
    lost [strike.maim]. A mount moves for its rider [mount.shared-turn]."""
    mover = fight.combatants[who.mount] if who.mount >= 0 else who
    if mode == 0 and gait != CRAWL and gait != DASH and not mover.lost_limbs & LEG:
        return mover.sheet.base_rate if gait == WALK else mover.sheet.full_rate
    found = mode_of(mover, mode)
    metres: i64 = found.full
    if gait == WALK or gait == CRAWL:
        metres = found.base
    elif gait == DASH:
        metres = found.max
    if gait != CRAWL and not mover.lost_limbs & LEG:
        return float(metres)
    halves: i64 = 1 if gait == CRAWL else 0
    if mover.lost_limbs & LEG:
        halves += 1
    return halved(fight, metres, halves)


def halved(fight: RenaissanceFight, metres: i64, times: i64) -> float:
    """A rate halved so many times: rounded down as everything is, or exactly [move.half]."""
    if fight.house.half_metres == "down":
        return float(metres >> times)
    return float(metres) / float(1 << times)


def move(fight: RenaissanceFight, who: Combatant, gait: i64, mode: i64) -> None:
    """Up to the base rate, the full rate, or in a charge; only one action of a turn may move
    [move.once]. Running and charging are at -10 until the next turn, for the mount as well
    [move.rates]."""
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
    """The cells that a move leads through; none for somebody who stays after all."""
    most = rate(fight, who, gait, mode)
    chosen = fight.ask(Destinations(fight, who, GAITS[gait], most, is_charging(gait)))
    if chosen is fight.options.stay:
        return []
    return way_to(fight, who, chosen.place, most)


def walk(fight: RenaissanceFight, who: Combatant, path: list[int], gait: i64) -> None:
    """Move step by step, with all that it provokes [move.rates]."""
    one = Walk(who, gait, path)
    fight.walk = one
    attacked: list[tuple[int, int]] = []
    for there in path:
        if not step(fight, one, there):
            break
        if gait == RIDE_BY and there != one.goal:
            ride_by(fight, who, attacked)
            if not fight.can_go_on(who):
                break
    log.move_ends(fight, one)
    fight.walk = None


def step(fight: RenaissanceFight, one: Walk, there: i64) -> bool:
    """Take one step of a move, with all that it provokes; return whether the move can go on.

    A charge that moved more than a metre adds DB to attacks for the rest of the turn
    [move.charge].
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
    if fight.somebody_waits and is_waited_for(fight, who) and fight.can_go_on(who):
        trigger(fight, IN_REACH, who)
    return fight.can_go_on(who)


# --- stunts ---------------------------------------------------------------------------------------


def stunt(fight: RenaissanceFight, who: Combatant, kind: i64) -> None:
    """An unusual move with a test of a movement skill, as the game master rules [move.stunts]:
    which action it takes, how far it goes and how hard it is, or that it cannot be done, which
    costs nothing."""
    rulings = fight.options.stunt_rulings[fight.actions_left()]
    ruling = fight.ask(Question("stunt", GM, who.index, rulings))
    if ruling is fight.options.refused:
        fight.stunt_refused = True
        log.refused(fight, who, STUNTS[kind].name)
        return
    fight.moved = True
    fight.spend(ruling.verb)
    skill = skills.RIDE if who.mount >= 0 else skills.ATHLETICS
    mods = Modifiers(fight.has_listener)
    hinder(who, mods, True, skills.ON_COORDINATION[skill])
    hinder_by_mount(fight, who, mods)
    if ruling.value:
        mods.add(ruling.value, "the game master's ruling", "move.stunts")
    if carries_awkward(fight, who):
        mods.add(AWKWARDNESS, "awkward", "weapon.tags")
    base = who.sheet.skill(skill)
    log.tries(fight, who, STUNTS[kind].name)
    quality = check(fight, who, skills.SKILL_TITLES[skill], base, mods, "move.stunts")
    step_in_sight(fight, who, True)
    if quality > 0:
        bring_off(fight, who, STUNTS[kind], rate(fight, who, ruling.item, 0))
    elif quality <= EXCEPTIONAL_FAILURE:
        fall(fight, who, "move.stunts")


def carries_awkward(fight: RenaissanceFight, who: Combatant) -> bool:
    """Whether something in the hands gets in the way of moving."""
    for item in who.held:
        if fight.scene.weapons[item].tags & tags.AWKWARD:
            return True
    return False


def bring_off(fight: RenaissanceFight, who: Combatant, one: Stunt, most: float) -> None:
    """A stunt that worked: the game master names its result, and it goes along the ground or over
    what is in the way, giving openings unless that was the point of it [move.stunts]. It brings
    the prone to their feet."""
    results = Question(
        "stunt-result", GM, who.index, fight.options.stunt_results, default=one.result
    )
    result = fight.ask(results).value
    who.prone = False
    chosen = fight.ask(
        Landings(fight, who, most, one.way == CLIMBING)
        if one.way
        else Destinations(fight, who, "stunt-to", most, False)
    )
    if chosen is not fight.options.stay:
        cells = [int(chosen.place)] if one.way else way_to(fight, who, chosen.place, most)
        go_through_with(fight, who, cells, result)
        log.stunt(fight, who, one.name)
    if result & ENDS_PRONE and who.mount < 0 and who.is_able():
        who.prone = True


def go_through_with(fight: RenaissanceFight, who: Combatant, cells: list[int], result: i64) -> None:
    """Moves through some cells of a stunt, past those who threaten them unless its result is that
    it gives no openings."""
    one = Walk(who, TUMBLING, cells)
    if result & NO_OPENING != 0:
        fight.put(who, one.goal)
        return
    fight.walk = one
    for there in cells:
        if not step(fight, one, there):
            break
    fight.walk = None
