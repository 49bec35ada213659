"""Where the simple player goes: to strike, to shoot, to take cover, to meet a charge."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option, Question
from affray.rulesets.renaissance import tags
from affray.rulesets.renaissance.actions import can_move, has_quick, has_whole_turn
from affray.rulesets.renaissance.awareness import is_foe
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.gaits import CHARGE, RIDE_BY, RUN, RUN_UP, WALK
from affray.rulesets.renaissance.movement import (
    DIAGONAL,
    Destinations,
    is_one_metre,
    length,
    occupied_cells,
    rate,
)
from affray.rulesets.renaissance.player.attacks import (
    melee_reach,
    threat_of,
    weapon_in_use,
)
from affray.rulesets.renaissance.player.codes import (
    RIDING_BY,
    attacker_code,
)
from affray.rulesets.renaissance.player.estimates import (
    best_strike,
)
from affray.rulesets.renaissance.player.mind import Mind
from affray.rulesets.renaissance.player.surroundings import (
    Advance,
    Advances,
    Approach,
    RideByWay,
    RideByWays,
    Shelter,
    Surroundings,
    surroundings_of,
    way_from,
)
from affray.rulesets.renaissance.sheet import (
    NO_STRIKE,
    NONE,
    Weapon,
)
from affray.rulesets.renaissance.targets import threatens
from affray.space.grid import NO_SIGHT, UNREACHED
from affray.space.ways import bends, half_metres, step_cost, straight_length

CLOSE: Final[i64] = 16
"""How near an enemy is who might charge this turn."""

COST_OF_RUNNING: Final = 0.04
"""What -10 to every defence until the next turn is worth."""

STRIDE: Final[i64] = 2
"""How near one is to be struck at without a run."""

OUT_OF_REACH: Final = 0.1
"""What it is worth to have attacked and be where nobody can strike back without coming after."""


def may_step(mind: Mind, me: Combatant) -> bool:
    """Whether a move is still possible."""
    return has_quick(mind.fight) and not me.prone and can_move(mind.fight, me)


def braces(mind: Mind, me: Combatant, surroundings: Surroundings) -> bool:
    """Whether to set the spear against somebody who may charge."""
    if not may_brace(mind, me):
        return False
    foe = surroundings.nearest_foe(mind.fight)
    return foe is not None and not foe.prone and charges_soon(mind, me, foe)


def may_brace(mind: Mind, me: Combatant) -> bool:
    """Whether one has a weapon to brace, and a reaction left to strike with it."""
    if me.main < 0 or me.mount >= 0 or me.prone or me.reacted > 0:
        return False
    return mind.scene.weapons[me.main].tags & tags.BRACE != 0


def braces_for_rider(mind: Mind, me: Combatant, surroundings: Surroundings) -> bool:
    """Against a rider it is better to wait for the charge than to meet it."""
    if not may_brace(mind, me):
        return False
    foe = surroundings.nearest_foe(mind.fight)
    return foe is not None and (foe.mount >= 0 or foe.rider >= 0) and braces(mind, me, surroundings)


def charges_soon(mind: Mind, me: Combatant, foe: Combatant) -> bool:
    """Whether an enemy without a shot in hand is near enough to come on."""
    if foe.braced or foe.gear.shoots:
        return False
    return mind.scene.grid.spaces(me.cell, foe.cell) <= CLOSE


UNWEIGHED: Final = -10.0
"""Stands for what an advance is worth that nobody has asked for."""


@mypyc_attr(acyclic=True)
class Plan:
    """A move for an attack: at what gait, where to, and what it is worth."""

    def __init__(self, gait: i64, cell: i64, worth: float) -> None:
        self.gait: Final[i64] = gait
        self.cell: Final[i64] = cell
        self.worth: Final = worth


def best_advance(
    mind: Mind,
    me: Combatant,
    surroundings: Surroundings,
    worth: float,
    waits: bool,
) -> Option | None:
    """A move to somebody who can then be attacked, if that is worth more than staying, and at a
    walk if one waits for them to charge; None if there is none. Against a rider who will charge, a
    spear waits instead."""
    if melee_reach(mind, me) == 0 or braces_for_rider(mind, me, surroundings):
        return None
    may_ride_by = me.mount >= 0 and has_whole_turn(mind.fight) and not waits
    found = plan_advance(mind, me, surroundings, not waits, may_ride_by or worth > 0.0)
    if may_ride_by:
        riding_by = plan_ride_by(mind, me, surroundings)
        if riding_by.worth > found.worth and riding_by.worth > 0.0:
            found = riding_by
    if found.gait < 0 or (found.worth != UNWEIGHED and found.worth <= worth):
        return None
    mind.intent.note(mind.fight, me.index, found.gait, found.cell)
    return mind.options.gaits[found.gait][0]


def plan_advance(
    mind: Mind,
    me: Combatant,
    surroundings: Surroundings,
    may_charge: bool,
    is_compared: bool,
) -> Plan:
    """The most worthwhile of walking or charging to any enemy within reach of it; what the only one
    is worth is worked out if it is to be compared with something else. Ways round others are
    measured only for the one that is chosen."""
    weapon = mind.scene.weapons[weapon_in_use(me)]
    advances = known_advances(mind, me, surroundings, may_charge)
    only = advances.only
    if only is not None and not is_compared and only.is_straight:
        return Plan(only.gait, only.cell, UNWEIGHED)
    plans = advances.plans
    while plans:
        found = plans[0]
        most = UNWEIGHED
        if is_compared or len(plans) > 1:
            most = worth_after(mind, me, mind.fight.combatants[found.enemy], weapon, found.gait)
        for one in plans:
            if one is not found:
                worth = worth_after(mind, me, mind.fight.combatants[one.enemy], weapon, one.gait)
                if worth > most:
                    most = worth
                    found = one
        metres = rate(mind.fight, me, found.gait, 0)
        if found.is_straight or way_from(mind, me, surroundings, found.cell, metres):
            return Plan(found.gait, found.cell, most)
        plans = [one for one in plans if one.cell != found.cell]
    return Plan(NONE, NONE, UNWEIGHED)


def likely_advances(
    mind: Mind, me: Combatant, surroundings: Surroundings, may_charge: bool
) -> list[Advance]:
    """Every advance on an enemy, as if others could be walked through where there is no straight
    way."""
    return known_advances(mind, me, surroundings, may_charge).plans


def known_advances(
    mind: Mind, me: Combatant, surroundings: Surroundings, may_charge: bool
) -> Advances:
    """The same with what they follow from, which were looked for before or are now."""
    reach = melee_reach(mind, me)
    base = rate(mind.fight, me, WALK, 0)
    full = rate(mind.fight, me, CHARGE, 0) if may_charge else base
    known = surroundings.advances
    while known is not None:
        if known.full == full and known.reach == reach and known.base == base:
            return known
        known = known.next
    found = Advances(reach, base, full, find_advances(mind, me, reach, base, full))
    surroundings.keep_advances(found)
    return found


def find_advances(mind: Mind, me: Combatant, reach: i64, base: float, full: float) -> list[Advance]:
    """The same for one who reaches so far and walks and charges so many metres."""
    found: list[Advance] = []
    furthest: i64 = int(full) + reach
    spaces = mind.terrain.spaces_from(me.cell)
    taken = occupied_cells(mind.fight, me)
    for enemy in mind.fight.enemies[me.side]:
        if spaces[enemy.cell] > furthest or enemy.has_no_turn() or not is_foe(me, enemy):
            continue
        cell = landing(mind, me, enemy, reach, taken)
        if cell < 0 or cell == me.cell:
            continue
        metres = straight_way(mind, me, cell, taken)
        is_straight = metres < UNREACHED
        if not is_straight:
            metres = mind.routes.field(cell)[me.cell]
        if metres > base and (metres > full or metres <= RUN_UP):
            continue
        gait = WALK if metres <= base else CHARGE
        found.append(Advance(gait, cell, enemy.index, is_straight))
    return found


def worth_after(mind: Mind, me: Combatant, enemy: Combatant, weapon: Weapon, gait: i64) -> float:
    """What an attack would be worth after a move: a charge adds DB, and costs -10 on it and on
    every defence."""
    fast = gait != WALK
    me.ran = fast
    me.charged = fast
    manner: i64 = RIDING_BY if gait == RIDE_BY else 0
    code = attacker_code(mind, me, enemy, weapon, NO_STRIKE, 0, manner)
    worth = best_strike(mind, me, enemy, weapon, manner, code).worth
    me.ran = False
    me.charged = False
    if enemy.braced:
        worth -= 0.2
    return worth - COST_OF_RUNNING if fast else worth


def plan_ride_by(mind: Mind, me: Combatant, surroundings: Surroundings) -> Plan:
    """A charge past enemies and on, out of their reach: what all the attacks on the way are worth
    together."""
    weapon = mind.scene.weapons[weapon_in_use(me)]
    best: i64 = NONE
    most = UNWEIGHED
    for one in ways_past(mind, me, surroundings):
        worth = worth_of_passing(mind, me, weapon, one)
        if worth > most:
            most = worth
            best = one.goal
    return Plan(RIDE_BY if best >= 0 else NONE, best, most)


def ways_past(mind: Mind, me: Combatant, surroundings: Surroundings) -> list[RideByWay]:
    """The ways of such a charge past every enemy."""
    full = rate(mind.fight, me, RIDE_BY, 0)
    known = surroundings.passings
    while known is not None:
        if known.full == full:
            return known.ways
        known = known.next
    found: list[RideByWay] = []
    furthest: i64 = int(full) - 2
    spaces = mind.terrain.spaces_from(me.cell)
    for enemy in mind.fight.enemies[me.side]:
        if spaces[enemy.cell] > furthest or enemy.has_no_turn() or not is_foe(me, enemy):
            continue
        goal = beyond(mind, me, enemy, full, occupied_cells(mind.fight, me))
        if goal >= 0:
            path = way_from(mind, me, surroundings, goal, full)
            if len(path) >= 3:
                found.append(ride_by_way(mind, me, path))
    surroundings.keep_ride_by_ways(RideByWays(full, found))
    return found


def ride_by_way(mind: Mind, me: Combatant, path: list[int]) -> RideByWay:
    """Whom a path passes, and how near."""
    goal = path[len(path) - 1]
    is_clear = True
    enemies: list[int] = []
    nearest: list[int] = []
    strides: list[list[int]] = []
    for enemy in mind.fight.enemies[me.side]:
        if enemy.has_no_turn() or not is_foe(me, enemy):
            continue
        spaces = mind.terrain.spaces_from(enemy.cell)
        is_clear = is_clear and spaces[goal] > STRIDE
        enemies.append(int(enemy.index))
        nearest.append(min([spaces[cell] for cell in path[:-1]]))
        strides.append([cell for cell in path[:-1] if spaces[cell] <= STRIDE])
    return RideByWay(goal, is_clear, enemies, nearest, strides)


def beyond(mind: Mind, me: Combatant, enemy: Combatant, full: float, taken: list[bool]) -> i64:
    """A free cell some way behind an enemy, as far as the charge goes; NONE if there is none."""
    grid = mind.scene.grid
    across = grid.x(enemy.cell) - grid.x(me.cell)
    down = grid.y(enemy.cell) - grid.y(me.cell)
    longer = across if across * across > down * down else down
    if longer < 0:
        longer = -longer
    if longer == 0:
        return NONE
    far: i64 = int(full) - 2
    while far > longer + 2:
        x = grid.x(me.cell) + across * far // longer
        y = grid.y(me.cell) + down * far // longer
        for side in (0, 1, -1):
            down_side = y + side if across * across > down * down else y
            across_side = x if across * across > down * down else x + side
            if grid.inside(across_side, down_side):
                cell = grid.cell(across_side, down_side)
                if not taken[cell] and not grid.solid[cell]:
                    return cell
        far -= 2
    return NONE


def worth_of_passing(mind: Mind, me: Combatant, weapon: Weapon, passing: RideByWay) -> float:
    """What the attacks on all those whom a path passes are worth, less what their own openings
    cost; more if it ends where nobody strikes back."""
    total = 0.0
    for place, foe in enumerate(passing.enemies):
        enemy = mind.fight.combatants[foe]
        if passing.nearest[place] <= weapon.reach:
            total += worth_after(mind, me, enemy, weapon, RIDE_BY)
        if enemy.reacted == 0:
            for cell in passing.strides[place]:
                if threatens(mind.fight, enemy, cell):
                    total -= threat_of(mind, enemy, me)
                    break
    return total + OUT_OF_REACH if passing.is_clear and total > 0.0 else total


def straight_way(mind: Mind, me: Combatant, cell: i64, taken: list[bool]) -> float:
    """How far it is straight to a cell; UNREACHED if somebody or something is in between."""
    grid = mind.scene.grid
    found = straight_length(grid, me.cell, cell, taken, True, DIAGONAL)
    if found < UNREACHED or not bends(grid, me.cell, cell):
        return found
    return straight_length(grid, me.cell, cell, taken, False, DIAGONAL)


def choose_place(mind: Mind, question: Destinations) -> Option:
    """Where a move is to end; the same that made it worth making, or as near to the enemy as one
    goes that somebody else wanted."""
    me = question.mover
    if question.kind not in GAIT_OF_QUESTION:
        return mind.options.stay  # it never means to crawl, dash or tumble
    gait = GAIT_OF_QUESTION[question.kind]
    goal = mind.intent.taken_up(mind.fight, me.index, gait)
    if goal < 0:
        goal = goal_of(mind, me, surroundings_of(mind, me), gait)
    if goal < 0 or goal == me.cell:
        return mind.options.stay
    return (
        mind.options.to(goal) if leads_to(mind, question, goal) else nearest(mind, question, goal)
    )


def leads_to(mind: Mind, question: Destinations, cell: i64) -> bool:
    """Return whether a cell is one of the destinations that a question offers."""
    me = question.mover
    if question.run_up and is_one_metre(mind.fight, me.cell, cell):
        return False
    return len(way_from(mind, me, surroundings_of(mind, me), cell, question.most)) > 0


def goal_of(mind: Mind, me: Combatant, surroundings: Surroundings, gait: i64) -> i64:
    """Where a move that was not chosen for a plan is to end; NONE if nowhere is better."""
    goal = planned_goal(mind, me, surroundings, gait)
    return goal if goal >= 0 else best_approach(mind, me, surroundings).cell


def planned_goal(mind: Mind, me: Combatant, surroundings: Surroundings, gait: i64) -> i64:
    """Where a move at that gait is worth making to; NONE if it is not."""
    if gait == RIDE_BY:
        return plan_ride_by(mind, me, surroundings).cell
    if gait == RUN:
        return NONE
    if gait == WALK and melee_reach(mind, me) == 0:
        return cover_for(mind, me, surroundings)
    plan = plan_advance(mind, me, surroundings, gait == CHARGE, False)
    return plan.cell if plan.gait == gait else NONE


def nearest(mind: Mind, question: Question, goal: i64) -> Option:
    """Of the places a move can lead to, the nearest to one that it does not."""
    chosen = mind.options.stay
    best = mind.scene.grid.spaces(mind.fight.combatants[question.who].cell, goal)
    for option in question.options:
        if option is not mind.options.stay:
            away = mind.scene.grid.spaces(option.place, goal)
            if away < best:
                chosen, best = option, away
    return chosen


GAIT_OF_QUESTION: Final[dict[str, int]] = {
    "move": int(WALK),
    "charge": int(CHARGE),
    "run": int(RUN),
    "ride by": int(RIDE_BY),
}


def gait_to(
    mind: Mind,
    me: Combatant,
    surroundings: Surroundings,
    goal: i64,
    base: float,
    full: float,
    reach: i64,
) -> i64:
    """How to get to a cell: at a walk if that goes so far, else running, or charging where it leads
    next to an enemy."""
    metres = length(mind.fight, me.cell, way_from(mind, me, surroundings, goal, full))
    if metres <= base:
        return WALK
    if reach > 0 and metres > RUN_UP:
        spaces = mind.terrain.spaces_from(goal)
        for enemy in mind.fight.enemies[me.side]:
            if spaces[enemy.cell] <= reach and is_foe(me, enemy):
                return CHARGE
    return RUN


def landing(mind: Mind, me: Combatant, enemy: Combatant, reach: i64, taken: list[bool]) -> i64:
    """The free cell nearest to oneself from which an enemy can be struck; NONE if none is free."""
    for cell in mind.routes.striking_cells_by(me.cell, enemy.cell, reach):
        if not taken[cell]:
            return cell
    return NONE


def best_approach(mind: Mind, me: Combatant, surroundings: Surroundings) -> Approach:
    """As far towards the nearest enemy as one gets, for one without a shot, and how; nowhere if one
    is there already."""
    reach = melee_reach(mind, me)
    base = rate(mind.fight, me, WALK, 0)
    full = rate(mind.fight, me, RUN, 0)
    known = surroundings.approaches
    while known is not None:
        if known.full == full and known.reach == reach and known.base == base:
            return known
        known = known.next
    cell = approach_goal(mind, me, reach, full)
    gait = gait_to(mind, me, surroundings, cell, base, full, reach) if cell >= 0 else NONE
    found = Approach(reach, base, full, cell, gait)
    surroundings.keep_approach(found)
    return found


def approach_goal(mind: Mind, me: Combatant, reach: i64, full: float) -> i64:
    """The cell that one comes to; NONE if that is nowhere, or one is there already."""
    foe = nearest_on_foot(mind, me)
    if foe is None:
        return NONE
    most = half_metres(full)
    taken = occupied_cells(mind.fight, me)
    spaces = mind.terrain.spaces_from(foe.cell)
    here = me.cell
    spent: i64 = 0
    while reach == 0 or spaces[here] > reach:
        best: i64 = NONE
        nearer = mind.routes.nearer(foe.cell, here)
        for place, there in enumerate(nearer.cells):
            cost: i64 = nearer.costs[place]
            if not taken[there] and spent + cost <= most:
                best = there
                spent += cost
                break
        if best < 0:
            break
        here = best
    return here if here != me.cell else NONE


def nearest_on_foot(mind: Mind, me: Combatant) -> Combatant | None:
    """The enemy to whom the way is shortest."""
    best: Combatant | None = None
    least = UNREACHED
    for enemy in mind.fight.enemies[me.side]:
        if is_foe(me, enemy) and not enemy.has_no_turn():
            away = mind.routes.field(enemy.cell)[me.cell]
            if away < least:
                least = away
                best = enemy
    return best


def cover_for(mind: Mind, me: Combatant, surroundings: Surroundings) -> i64:
    """For a shooter: a better place to shoot from within a move, in cover or further off; NONE if
    this one is as good, or somebody would get an opening."""
    if not is_shooter(me) or surroundings.nearest < 0:
        return NONE
    if surroundings.spaces_to_nearest <= 2 and somebody_threatens(mind, me):
        return NONE
    metres = rate(mind.fight, me, WALK, 0)
    known = surroundings.shelters
    while known is not None:
        if known.weapon == me.main and known.metres == metres:
            return known.cell
        known = known.next
    cell = find_cover(mind, me, surroundings, metres)
    surroundings.keep_shelter(Shelter(me.main, metres, cell))
    return cell


def find_cover(mind: Mind, me: Combatant, surroundings: Surroundings, metres: float) -> i64:
    """The same where nobody would get an opening, within so many metres."""
    foe = mind.fight.combatants[surroundings.nearest]
    weapon = mind.scene.weapons[me.main]
    best: i64 = NONE
    most = place_worth(mind, foe, weapon, me.cell) + 0.5
    for cell in mind.routes.shelters_near(me.cell, metres):
        worth = place_worth(mind, foe, weapon, cell)
        if worth > most and way_from(mind, me, surroundings, cell, metres):
            most = worth
            best = cell
    if best < 0 and surroundings.spaces_to_nearest < CLOSE and not mind.scene.grid.cover[me.cell]:
        return step_back(mind, me, foe, metres)
    return best


def is_shooter(me: Combatant) -> bool:
    """Whether one is on foot with a bow or the like in hand."""
    return me.gear.shoots and me.mount < 0


def somebody_threatens(mind: Mind, me: Combatant) -> bool:
    """Whether an enemy would get an opening if one moved."""
    for enemy in mind.fight.enemies[me.side]:
        if is_foe(me, enemy) and threatens(mind.fight, enemy, me.cell):
            return True
    return False


def step_back(mind: Mind, me: Combatant, foe: Combatant, metres: float) -> i64:
    """Straight away from an enemy, as far as the way is open; NONE if it is not."""
    grid = mind.scene.grid
    taken = occupied_cells(mind.fight, me)
    here = me.cell
    spent = 0.0
    while True:
        best: i64 = NONE
        furthest = grid.straight(here, foe.cell) + 0.1
        for there in grid.neighbours[here]:
            away = grid.straight(there, foe.cell)
            if away > furthest and not taken[there]:
                if spent + step_cost(grid, here, there, DIAGONAL) <= metres:
                    furthest = away
                    best = there
        if best < 0:
            break
        spent += step_cost(grid, here, best, DIAGONAL)
        here = best
    if here == me.cell or grid.sight(here, foe.cell) == NO_SIGHT:
        return NONE
    return here


def place_worth(mind: Mind, foe: Combatant, weapon: Weapon, cell: i64) -> float:
    """How good a cell is to shoot from: with a view, in cover, out of reach but in short range."""
    grid = mind.scene.grid
    if grid.sight(cell, foe.cell) == NO_SIGHT:
        return -10.0
    worth = 3.0 if grid.cover[cell] else 0.0
    away = mind.fight.metres(cell, foe.cell)
    if away > weapon.ranges[0]:
        worth -= 2.0
    return worth + (0.2 * float(away) if away < CLOSE else 0.2 * float(CLOSE))
