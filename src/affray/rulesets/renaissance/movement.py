"""The grid and moving on it: rates, charges, stunts, and the steps one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import GM, Option, Question
from affray.rulesets.renaissance import skills, tags, tell
from affray.rulesets.renaissance.awareness import step_in_sight
from affray.rulesets.renaissance.checks import EXCEPTIONAL_FAILURE, Modifiers, check, hinder
from affray.rulesets.renaissance.mounts import controls, ride_by
from affray.rulesets.renaissance.reactions import IN_REACH, enters, leaves, trigger
from affray.rulesets.renaissance.strikes import LEG
from affray.rulesets.renaissance.wounds import fall
from affray.space import ways
from affray.space.grid import UNREACHED
from affray.space.ways import way

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight

DIAGONAL: Final = 1.5
"""What a diagonal step costs along a path [grid.distance]."""

RUN_UP: Final = 1.0
"""A charge has to have moved more than this [move.charge]."""

WALK: Final[i64] = 0
RUN: Final[i64] = 1
CHARGE: Final[i64] = 2
CRAWL: Final[i64] = 3
RIDE_BY: Final[i64] = 4
GAITS: Final = ["move", "run", "charge", "crawl", "ride by"]

DIVE: Final[i64] = 0
TUMBLE: Final[i64] = 1
FLIP: Final[i64] = 2
STUNTS: Final = [
    ("dive", "Dive: a short way, ending prone"),
    ("tumble", "Tumble past enemies without giving them an opening"),
    ("flip", "Flip across an enemy"),
]
AWKWARDNESS: Final[i64] = -10


class Destinations(Question):
    """Where to, of every cell that can be reached: listed only if somebody looks."""

    def __init__(
        self,
        fight: RenaissanceFight,
        who: Combatant,
        kind: str,
        most: float,
        least: float,
        across: bool,
    ) -> None:
        super().__init__(kind, who.side, who.index, None)
        self.fight: Final = fight
        self.mover: Final = who
        self.most: Final = most
        self.least: Final = least
        self.across: Final = across

    def list_options(self) -> list[Option]:
        fight, who = self.fight, self.mover
        options: list[Option] = [fight.scene.stay]
        taken = occupied_cells(fight, who)
        blocked = None if self.across else taken
        cost = fight.scene.grid.reachable(who.cell, self.most, DIAGONAL, blocked)
        for cell in range(len(cost)):
            if self.least < cost[cell] < UNREACHED and cell != who.cell and not taken[cell]:
                options.append(fight.scene.to(cell))
        return options

    def forced_option(self) -> Option | None:
        grid = self.fight.scene.grid
        taken = occupied_cells(self.fight, self.mover)
        for there in grid.neighbours[self.mover.cell]:
            step = grid.costs[there]
            if grid.is_diagonal(self.mover.cell, there):
                step *= DIAGONAL
            if not taken[there] and self.least < step <= self.most:
                return None
        return super().forced_option()


def occupied_cells(fight: RenaissanceFight, mover: Combatant) -> list[bool]:
    """The cells where others stand, which nobody walks through; each takes one square
    [grid.squares]."""
    taken = [False] * fight.scene.grid.size
    for other in fight.combatants:
        if other.is_able() and other is not mover and other.index != mover.mount:
            taken[other.cell] = True
    taken[mover.cell] = False
    return taken


def way_to(
    fight: RenaissanceFight, mover: Combatant, goal: i64, most: float, across: bool = False
) -> list[int]:
    """The cells of a cheapest path, without the first; empty if there is none so short."""
    blocked = [False] * fight.scene.grid.size if across else occupied_cells(fight, mover)
    return way(fight.scene.grid, mover.cell, goal, most, DIAGONAL, blocked)


def length(fight: RenaissanceFight, start: i64, path: list[int]) -> float:
    """What a path costs: a metre a step, 1.5 diagonally, more over rough ground
    [grid.distance]; on hexes every step is one [grid.hexes]."""
    return ways.length(fight.scene.grid, start, path, DIAGONAL)


def rate(fight: RenaissanceFight, who: Combatant, gait: i64, mode: i64) -> float:
    """How far a gait goes: the base or the full rate of one movement mode, of the mount if there
    is one [move.rates, mount.shared-turn]; half the base prone [prone.rules]; half of all with a
    leg lost [strike.maim]."""
    mover = fight.combatants[who.mount] if who.mount >= 0 else who
    modes = mover.sheet.modes
    found = modes[0]
    for one in modes:
        if one.number == mode:
            found = one
    metres = float(found.base if gait == WALK or gait == CRAWL else found.full)
    if gait == CRAWL:
        metres /= 2.0
    if mover.lost_limbs & LEG:
        metres /= 2.0
    return metres


def move(fight: RenaissanceFight, who: Combatant, gait: i64, mode: i64) -> None:
    """Up to the base rate, the full rate, or in a charge; only one action of a turn may move
    [move.once]."""
    fight.moved = True
    if who.mount >= 0 and not controls(fight, who):
        return
    charging = gait == CHARGE or gait == RIDE_BY
    most = rate(fight, who, gait, mode)
    least = RUN_UP if charging else 0.0
    question = Destinations(fight, who, GAITS[gait], most, least, False)
    chosen = fight.ask(question)
    if chosen is fight.scene.stay:
        return
    path = way_to(fight, who, chosen.place, most)
    if gait != WALK and gait != CRAWL:
        who.ran = True
    walk(fight, who, path, gait)


def walk(fight: RenaissanceFight, who: Combatant, path: list[int], gait: i64) -> None:
    """Step by step, with all that it provokes; a charge that moved more than a metre adds DB to
    attacks for the rest of the turn [move.charge]."""
    charging = gait == CHARGE or gait == RIDE_BY
    used: list[int] = []
    asked: list[int] = []
    metres = 0.0
    fight.crawling = gait == CRAWL
    for there in path:
        if leaves(fight, who, there, asked):
            break
        before = who.cell
        fight.put(who, there)
        metres += ways.step_cost(fight.scene.grid, before, there, DIAGONAL)
        if charging and metres > RUN_UP:
            who.charged = True
        step_in_sight(fight, who, gait == RUN or charging)
        if enters(fight, who, before, charging):
            break
        if fight.somebody_waits:
            trigger(fight, IN_REACH, who)
        if not fight.can_go_on(who):
            break
        if gait == RIDE_BY and there != path[len(path) - 1]:
            ride_by(fight, who, used)
            if not fight.can_go_on(who):
                break
    if fight.wants_events:
        tell.moves(fight, who, metres, gait)


def stunt(fight: RenaissanceFight, who: Combatant, kind: i64) -> bool:
    """An unusual move with a test of a movement skill, as the game master rules [move.stunts]:
    which action it takes, how hard it is, or that it cannot be done. False if refused."""
    scene = fight.scene
    ruling = fight.ask(Question("stunt", GM, who.index, scene.stunt_rulings))
    if ruling is scene.refused:
        return False
    fight.moved = True
    if ruling is scene.long_stunt:
        fight.standard_used = True
    skill = skills.RIDE if who.mount >= 0 else skills.ATHLETICS
    mods = Modifiers(fight.wants_events)
    hinder(who, mods, True, skills.ON_COORDINATION[skill])
    if ruling.value:
        mods.add(ruling.value, "the game master's ruling", "move.stunts")
    if carries_awkward(fight, who):
        mods.add(AWKWARDNESS, "awkward", "weapon.tags")
    base = who.sheet.skill(skill)
    quality = check(fight, who, skills.SKILL_TITLES[skill], base, mods, "move.stunts")
    step_in_sight(fight, who, True)
    if quality > 0:
        land(fight, who, kind)
    elif quality <= EXCEPTIONAL_FAILURE:
        fall(fight, who, "move.stunts")
    return True


def carries_awkward(fight: RenaissanceFight, who: Combatant) -> bool:
    """Whether something in the hands gets in the way of moving."""
    for item in who.held:
        if fight.scene.weapons[item].tags & tags.AWKWARD:
            return True
    return False


def land(fight: RenaissanceFight, who: Combatant, kind: i64) -> None:
    """A stunt that worked: up to the base rate, past or across enemies, perhaps ending prone."""
    most = rate(fight, who, WALK, 0)
    chosen = fight.ask(Destinations(fight, who, "stunt-to", most, 0.0, kind == FLIP))
    if chosen is not fight.scene.stay:
        steps = len(way_to(fight, who, chosen.place, most, kind == FLIP))
        fight.put(who, chosen.place)
        if fight.wants_events:
            tell.stunt(fight, who, STUNTS[kind][0], steps)
    if kind == DIVE and who.mount < 0:
        who.prone = True
