"""The grid and moving on it: rates, charges, stunts, and the steps one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.dice import Dice
from affray.core.questions import GM, Option, Question
from affray.rulesets.renaissance import log, skills, tags
from affray.rulesets.renaissance.awareness import step_in_sight
from affray.rulesets.renaissance.checks import EXCEPTIONAL_FAILURE, Modifiers, check, hinder
from affray.rulesets.renaissance.formations import (
    DIAGONAL,
    NO_WAY,
    FoundWay,
    Surroundings,
    note_stances,
    surroundings_of,
)
from affray.rulesets.renaissance.mounts import controls, hinder_by_mount, ride_by
from affray.rulesets.renaissance.reachable import (
    OUT_OF_RANGE,
    Reach,
    option_left,
    options_left,
    reach_of,
)
from affray.rulesets.renaissance.reactions import (
    IN_REACH,
    enters,
    is_waited_for,
    leaves,
    trigger,
)
from affray.rulesets.renaissance.strikes import LEG
from affray.rulesets.renaissance.wounds import fall
from affray.space import ways
from affray.space.ways import way

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight
    from affray.rulesets.renaissance.sheet import Mode

RUN_UP: Final = 1.0
"""A charge has to have moved more than this [move.charge]."""

WALK: Final[i64] = 0
RUN: Final[i64] = 1
CHARGE: Final[i64] = 2
CRAWL: Final[i64] = 3
RIDE_BY: Final[i64] = 4
DASH: Final[i64] = 5
TUMBLING: Final[i64] = 6
GAITS: Final = ["move", "run", "charge", "crawl", "ride by", "dash"]

AWKWARDNESS: Final[i64] = -10


def is_charging(gait: i64) -> bool:
    """Whether a gait is a charge, with or without attacks on the way [move.charge]."""
    return gait == CHARGE or gait == RIDE_BY


def is_fast(gait: i64) -> bool:
    """Whether a gait hinders everything else, and is seen from afar [move.rates]."""
    return gait != WALK and gait != CRAWL


NOBODY: Final[list[int]] = []
"""Stands for those whom a move has met with nothing yet, and stays empty."""

NO_ATTACKS: Final[list[tuple[int, int]]] = []
"""Stands for the attacks of a move that has none, and stays empty."""


@mypyc_attr(acyclic=True)
class Walk:
    """A move that is under way: whose, on which mount, how far, and what of it has been told."""

    def __init__(self, who: Combatant, gait: i64, path: list[int]) -> None:
        self.who: Final = who
        self.mount: Final[i64] = who.mount
        self.gait: Final[i64] = gait
        self.path: Final = path
        self.goal: Final[i64] = path[len(path) - 1]
        self.metres: float = 0.0
        self.told_metres: float = 0.0
        self.was_told: bool = False
        self.opened_to: list[int] = NOBODY
        """Who had the opening that one gives by moving away or past."""
        self.charged_at: list[int] = NOBODY
        """Whose braced weapon it has met."""
        self.is_near_enemy: bool = False
        """Whether the next step may lead into an enemy's reach."""
        self.has_gone_on: bool = False
        """Whether it could go on after its last step; only what happens on the way changes that."""


@mypyc_attr(acyclic=True)
class Destinations(Question):
    """Where to, of every cell that can be reached: listed only if somebody looks. With `run_up`
    the move has to be longer than a metre."""

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
        reach = reach_of(fight.scene, who.cell, self.most)
        if reach is not None:
            return [fight.scene.stay, *options_left(reach.options, self.cells_lost(reach))]
        options: list[Option] = [fight.scene.stay]
        taken = occupied_cells(fight, who)
        for cell in ways.within(fight.scene.grid, who.cell, self.most, DIAGONAL, taken):
            if not self.run_up or not is_one_metre(fight, who.cell, cell):
                options.append(fight.scene.to(cell))
        return options

    def draw(self, dice: Dice) -> Option:
        """The same as of those that are listed, without listing them."""
        scene = self.fight.scene
        reach = reach_of(scene, self.mover.cell, self.most)
        if reach is None:
            return super().draw(dice)
        lost = self.cells_lost(reach)
        number = dice.die(1 + len(reach.options) - len(lost)) - 2
        return scene.stay if number < 0 else option_left(reach.options, lost, number)

    def cells_lost(self, reach: Reach) -> list[int]:
        """The cells of a reach that are none of these, in their order."""
        fight, here = self.fight, self.mover.cell
        note_stances(fight)
        lost = reach.cells_lost(fight, self.mover)
        if not self.run_up:
            return lost
        for there in fight.scene.grid.neighbours[here]:
            is_within = reach.halves[there] != OUT_OF_RANGE
            if is_within and there not in lost and is_one_metre(fight, here, there):
                lost.append(there)
        lost.sort()
        return lost

    def leads_to(self, cell: i64) -> bool:
        """Whether a cell is one of them."""
        fight, who = self.fight, self.mover
        if self.run_up and is_one_metre(fight, who.cell, cell):
            return False
        return len(way_to(fight, who, cell, self.most)) > 0

    def forced_option(self) -> Option | None:
        grid = self.fight.scene.grid
        here = self.mover.cell
        taken = occupied_cells(self.fight, self.mover)
        for there in grid.neighbours[here]:
            cost = ways.step_cost(grid, here, there, DIAGONAL)
            if taken[there] or cost > self.most:
                continue
            if not self.run_up or grid.is_diagonal(here, there):
                return None
            for beyond in grid.neighbours[there]:
                if taken[beyond] or beyond == here or is_one_metre(self.fight, here, beyond):
                    continue
                if cost + ways.step_cost(grid, there, beyond, DIAGONAL) <= self.most:
                    return None
        return super().forced_option()


def is_one_metre(fight: RenaissanceFight, here: i64, there: i64) -> bool:
    """Whether one cell is a single straight step from another: too short to build up speed,
    however difficult the ground [move.charge]."""
    grid = fight.scene.grid
    if grid.spaces(here, there) != 1 or grid.is_diagonal(here, there):
        return False
    return int(there) in grid.neighbours[here]


@mypyc_attr(acyclic=True)
class Landings(Question):
    """Where a stunt through the air may end, as the crow flies: listed only if somebody looks."""

    def __init__(self, fight: RenaissanceFight, who: Combatant, most: float, climbs: bool) -> None:
        super().__init__("stunt-to", who.side, who.index, None)
        self.fight: Final = fight
        self.mover: Final = who
        self.most: Final = most
        self.climbs: Final = climbs

    def list_options(self) -> list[Option]:
        options: list[Option] = [self.fight.scene.stay]
        taken = occupied_cells(self.fight, self.mover)
        for option in self.fight.scene.landings_from(self.mover.cell, self.most, self.climbs):
            if not taken[option.place]:
                options.append(option)
        return options

    def draw(self, dice: Dice) -> Option:
        """The same as of those that are listed, without listing them."""
        scene, here = self.fight.scene, self.mover.cell
        options = scene.landings_from(here, self.most, self.climbs)
        taken = occupied_cells(self.fight, self.mover)
        lost: list[int] = []
        for one in self.fight.combatants:
            if taken[one.cell] and int(one.cell) not in lost:
                if scene.is_landing(here, one.cell, self.most, self.climbs):
                    lost.append(int(one.cell))
        lost.sort()
        number = dice.die(1 + len(options) - len(lost)) - 2
        return scene.stay if number < 0 else option_left(options, lost, number)


def occupied_cells(fight: RenaissanceFight, mover: Combatant) -> list[bool]:
    """The cells where others stand, which nobody walks through; each takes one square
    [grid.squares]. It is one list for the whole fight, good until it is asked for again."""
    note_stances(fight)
    taken = fight.taken
    if fight.freed != mover.cell:
        if fight.freed >= 0:
            taken[fight.freed] = fight.was_taken
        fight.freed = mover.cell
        fight.was_taken = taken[mover.cell]
        taken[mover.cell] = False
    return taken


def way_to(fight: RenaissanceFight, mover: Combatant, goal: i64, most: float) -> list[int]:
    """The cells of a cheapest path, without the first; empty if there is none so short."""
    return way_from(fight, mover, surroundings_of(fight, mover), goal, most)


def way_from(
    fight: RenaissanceFight, mover: Combatant, surroundings: Surroundings, goal: i64, most: float
) -> list[int]:
    """The same for one of whom is known what they have before them."""
    found = surroundings.way_known(goal, most)
    if found is None:
        grid = fight.scene.grid
        cells = way(grid, mover.cell, goal, most, DIAGONAL, occupied_cells(fight, mover))
        found = FoundWay(grid, mover.cell, goal, most, cells)
        surroundings.keep_way(found)
    return found.cells_within(most)


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
    if chosen is fight.scene.stay:
        return NO_WAY
    return way_to(fight, who, chosen.place, most)


def goes_to(fight: RenaissanceFight, one: Walk, there: i64) -> bool:
    """Takes one step of a walk, with all that it provokes; whether it can go on from there."""
    if leaves(fight, one, there):
        return False
    is_disturbed = step(fight, one, there)
    if is_disturbed or not one.has_gone_on:
        one.has_gone_on = fight.can_go_on(one.who)
    return one.has_gone_on


def walk(fight: RenaissanceFight, who: Combatant, path: list[int], gait: i64) -> None:
    """Step by step, with all that it provokes; a charge that moved more than a metre adds DB to
    attacks for the rest of the turn [move.charge]."""
    one = Walk(who, gait, path)
    fight.walk = one
    fight.clear_steps = 0
    attacked: list[tuple[int, int]] = [] if gait == RIDE_BY else NO_ATTACKS
    for there in path:
        if not goes_to(fight, one, there):
            break
        if gait == RIDE_BY and there != one.goal:
            ride_by(fight, who, attacked)
            if not fight.can_go_on(who):
                break
    log.move_ends(fight, one)
    fight.walk = None
    fight.clear_steps = 0


def step(fight: RenaissanceFight, one: Walk, there: i64) -> bool:
    """One step, and what it brings about in those whose reach it comes into; whether anybody had a
    chance to do something."""
    who = one.who
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
    is_disturbed = one.is_near_enemy and enters(fight, one, before, charges)
    if fight.somebody_waits and is_waited_for(fight, who) and fight.can_go_on(who):
        is_disturbed = True
        trigger(fight, IN_REACH, who)
    return is_disturbed


# --- stunts ---------------------------------------------------------------------------------------

OVERHEAD: Final[i64] = 1
CLIMBING: Final[i64] = 2
NO_OPENING: Final[i64] = 1
ENDS_PRONE: Final[i64] = 2


class Stunt:
    """An unusual move: whether it goes over what is in the way, and what it is tried for."""

    def __init__(self, name: str, text: str, way: i64, result: i64) -> None:
        self.name: Final = name
        self.text: Final = text
        self.way: Final[i64] = way
        self.result: Final[i64] = result


STUNTS: Final = [
    Stunt("dive", "Dive, and end prone", 0, ENDS_PRONE),
    Stunt("tumble", "Tumble past enemies without giving them an opening", 0, NO_OPENING),
    Stunt("flip", "Flip across an enemy", OVERHEAD, NO_OPENING),
    Stunt("jump", "Jump across what is in the way", OVERHEAD, 0),
    Stunt("climb", "Climb over what is in the way", CLIMBING, 0),
    Stunt("swing", "Swing across what is in the way", OVERHEAD, 0),
    Stunt("roll", "Roll under something, or over it", 0, 0),
]
"""What people try; a game master may make anything of them [move.stunts]."""


def stunt(fight: RenaissanceFight, who: Combatant, kind: i64) -> None:
    """An unusual move with a test of a movement skill, as the game master rules [move.stunts]:
    which action it takes, how far it goes and how hard it is, or that it cannot be done, which
    costs nothing."""
    scene = fight.scene
    rulings = scene.stunt_rulings[fight.actions_left()]
    ruling = fight.ask(Question("stunt", GM, who.index, rulings))
    if ruling is scene.refused:
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
    scene = fight.scene
    results = Question("stunt-result", GM, who.index, scene.stunt_results, default=one.result)
    result = fight.ask(results).value
    who.prone = False
    chosen = fight.ask(
        Landings(fight, who, most, one.way == CLIMBING)
        if one.way
        else Destinations(fight, who, "stunt-to", most, False)
    )
    if chosen is not scene.stay:
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
    fight.clear_steps = 0
    for there in cells:
        if not goes_to(fight, one, there):
            break
    fight.walk = None
    fight.clear_steps = 0
