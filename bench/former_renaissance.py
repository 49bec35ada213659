"""Renaissance's simple player of revision 1, to measure today's against (mirrored.py).

It charges, braces against a charge, shoots from cover and from afar, aims strikes where they pay,
gets up, breaks free, and spends Luck on what went wrong. It sees the fight only as a person would.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.renaissance import modifiers, skills, tags
from affray.rulesets.renaissance.armor import armor_of
from affray.rulesets.renaissance.attack import (
    Attack,
    attack_effort,
    best_parry,
    best_plain_guard,
    defense_effort,
)
from affray.rulesets.renaissance.awareness import knows_of
from affray.rulesets.renaissance.checks import EXCEPTIONAL_MARGIN, SUCCESS
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.damage import DamageSum, add_bonuses, harm_of
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.movement import (
    CHARGE,
    DIAGONAL,
    RUN,
    RUN_UP,
    WALK,
    length,
    occupied_cells,
    rate,
    way_to,
)
from affray.rulesets.renaissance.reactions import threatens
from affray.rulesets.renaissance.sheet import (
    ARMOR_GAP,
    MAIM,
    MIGHTY_BLOW,
    NO_STRIKE,
    QUICK_RELOAD,
    Weapon,
)
from affray.rulesets.renaissance.turn import (
    can_move,
    has_quick,
    has_standard,
    hits_by_hand,
    is_opponent,
    reaches_from_afar,
    weapon_to_load,
)
from affray.space.grid import NO_SIGHT, UNREACHED
from affray.space.ways import beeline, step_cost

MEAN_DIE: Final = 5.5
STRIKE_PENALTY: Final[i64] = -10
MAIM_PENALTY: Final[i64] = -20
CLOSE: Final[i64] = 16
"""How near an enemy is who might charge this turn."""

WORTH_A_THROW: Final = 0.5
"""How sure of dropping somebody one is to throw one's only weapon."""

GOOD_ENOUGH_TO_CATCH: Final[i64] = 55
A_HEAVY_PENALTY: Final[i64] = -30


class FormerPlayer(Player):
    """Decides by rules of thumb, always the same in the same place."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, RenaissanceFight)
        kind = question.kind
        if kind == "turn":
            return choose_action(fight, fight.combatants[question.who])
        if kind == "charge" or kind == "run" or kind == "move" or kind == "ride by":
            return choose_place(fight, fight.combatants[question.who], kind)
        if kind == "luck-before" or kind == "luck-after":
            return choose_luck(fight, question)
        if kind in ATTACK_QUESTIONS:
            return choose_attack_among(fight, fight.combatants[question.who], question)
        if kind == "location":
            return question.options[len(question.options) - 1]
        if kind == "catch":
            return question.options[1 if wants_to_catch(fight, question) else 0]
        if kind == "parry" or kind == "event":
            return question.options[1]
        return question.options[question.default]


ATTACK_QUESTIONS: Final = ("opportunity", "brace", "readied", "each", "ride-by")

# --- what an attack is worth ----------------------------------------------------------------------


def chance(least: i64, most: i64, defense: i64) -> float:
    """How likely an attack roll is from `least` to `most` and not beaten by the defence."""
    if most < least:
        return 0.0
    rolls: i64 = most - least + 1
    beaten: i64 = 0
    highest = most if most < defense else defense
    if highest >= least:
        count: i64 = highest - least + 1
        beaten = count * (defense - least + defense - highest) // 2
    return (float(rolls) - float(beaten) / 100.0) / 100.0


class Prospect:
    """What one can expect of attacking somebody with a weapon."""

    def __init__(
        self, target_number: i64, defense: i64, mean: float, soak: float, left: float
    ) -> None:
        self.target_number: Final[i64] = target_number
        self.defense: Final[i64] = defense
        self.mean: Final = mean
        self.soak: Final = soak
        self.left: Final = left

    def worth(self, penalty: i64, more: float, gap: float, kills: bool) -> float:
        """The share of what the target has left that it takes, on average; 1 drops it."""
        target = self.target_number + penalty
        if target < 0:
            target = 0
        plain = chance(
            0, target if target < EXCEPTIONAL_MARGIN else EXCEPTIONAL_MARGIN, self.defense
        )
        fine = chance(EXCEPTIONAL_MARGIN + 1, target, self.defense)
        soak = self.soak - gap if self.soak > gap else 0.0
        extra = 1.0 if kills else self.share(self.mean + 5.0 + more - soak)
        return plain * self.share(self.mean - self.soak) + fine * extra

    def share(self, damage: float) -> float:
        """Damage as a share of what is left; a graze is better than nothing."""
        if damage < 0.5:
            damage = 0.5
        return damage / self.left if damage < self.left else 1.0


def prospect(fight: RenaissanceFight, attack: Attack) -> Prospect:
    """Works out what an attack can be expected to do."""
    target = attack.target
    harm = harm_of(fight, attack)
    mean = MEAN_DIE * float(harm.dice)
    if harm.halved:
        mean /= 2.0
    total = DamageSum(0, SUCCESS, False)
    add_bonuses(fight, attack, harm, total)
    mean += float(total.bonus)
    armor = armor_of(target, SUCCESS) - harm.ap
    left = target.sheet.dur - target.damage
    return Prospect(
        attack_effort(fight, attack).target(),
        defense_against(fight, attack),
        mean,
        float(armor) if armor > 0 else 0.0,
        float(left) if left > 0 else 1.0,
    )


def defense_against(fight: RenaissanceFight, attack: Attack) -> i64:
    """What the target would defend with; nothing if it is taken unawares."""
    target = attack.target
    if target.unaware or (attack.attacker.hidden and not target.sheet.is_pc):
        return -1
    guard = best_plain_guard(fight, attack)
    if attack.melee:
        parry = best_parry(fight, attack)
        if parry is not None and parry.rating > guard.rating:
            guard = parry
    return defense_effort(fight, attack, guard, False).target()


def best_strike(fight: RenaissanceFight, attack: Attack, found: Prospect) -> tuple[i64, float]:
    """The manner of attack that pays most, and what it is worth."""
    weapon = attack.weapon
    best: i64 = NO_STRIKE
    most = found.worth(0, 0.0, 0.0, False)
    db = float(attack.attacker.sheet.db)
    if attack.melee:
        penalty: i64 = 0 if weapon.suits(MIGHTY_BLOW) else STRIKE_PENALTY
        worth = found.worth(penalty, db, 0.0, False)
        if worth > most:
            most = worth
            best = MIGHTY_BLOW
    if found.soak > 0.0:
        worth = found.worth(STRIKE_PENALTY, 0.0, db, False)
        if worth > most:
            most = worth
            best = ARMOR_GAP
    penalty = 0 if weapon.suits(MAIM) else MAIM_PENALTY
    worth = found.worth(penalty, 0.0, 0.0, True)
    if worth > most:
        most = worth
        best = MAIM
    return best, most


def area_worth(fight: RenaissanceFight, me: Combatant, target: Combatant, weapon: Weapon) -> float:
    """What a burst there would take from enemies, less what it would take from friends."""
    total = 0.0
    for other in fight.combatants:
        if not other.is_able() or not knows_of(me, other):
            continue
        away = fight.metres(target.cell, other.cell)
        if weapon.tags & tags.BLAST:
            damage = MEAN_DIE * float(weapon.harm.dice) - 2.0 * float(away)
            damage -= float(armor_of(other, SUCCESS))
        else:
            damage = MEAN_DIE if away <= 1 and not other.burning else 0.0
        if damage > 0.0:
            left = float(other.sheet.dur - other.damage)
            share = damage / left if damage < left else 1.0
            total += share if other.side != me.side else -2.0 * share
    return total


def attack_on(
    fight: RenaissanceFight, me: Combatant, enemy: Combatant, weapon: Weapon, thrown: bool
) -> tuple[Option, float]:
    """The best attack on somebody with a weapon, and what it is worth."""
    scene = fight.scene
    if weapon.is_area():
        plain = scene.attack(me.index, weapon.index, enemy.index, NO_STRIKE, thrown)
        return plain, area_worth(fight, me, enemy, weapon)
    attack = Attack(me, enemy, weapon, NO_STRIKE, thrown)
    attack.off_hand = me.off == weapon.base and me.main != weapon.base
    strike, worth = best_strike(fight, attack, prospect(fight, attack))
    if thrown and not me.carried and worth < WORTH_A_THROW:
        worth = 0.0
    if enemy.has_no_turn():
        worth *= 0.5
    return scene.attack(me.index, weapon.index, enemy.index, strike, thrown), worth


def best_attack(fight: RenaissanceFight, me: Combatant) -> tuple[Option | None, float]:
    """The most worthwhile attack that can be made now."""
    scene = fight.scene
    best: Option | None = None
    most = 0.0
    for item in me.at_hand:
        if best is not None and (item == me.off or scene.weapons[item].is_unarmed()):
            continue
        for weapon in scene.forms[item]:
            for enemy in fight.combatants:
                if not is_opponent(me, enemy):
                    continue
                thrown = False
                if not hits_by_hand(fight, me, enemy, weapon):
                    if not reaches_from_afar(fight, me, enemy.cell, weapon):
                        continue
                    thrown = not weapon.is_projectile and weapon.hands > 0
                option, worth = attack_on(fight, me, enemy, weapon, thrown)
                if worth > most:
                    most = worth
                    best = option
    return best, most


def choose_attack_among(fight: RenaissanceFight, me: Combatant, question: Question) -> Option:
    """Of the attacks a question offers, the best plain one or Mighty Blow; any is better than
    none."""
    best = question.options[0]
    most = 0.0
    for option in question.options:
        if option.target < 0 or (option.value != NO_STRIKE and option.value != MIGHTY_BLOW):
            continue
        attack = fight.attack_from(me, option)
        attack.one_of_many = question.kind == "each"
        attack.riding_by = question.kind == "ride-by"
        found = prospect(fight, attack)
        suited = attack.weapon.suits(MIGHTY_BLOW)
        if option.value == MIGHTY_BLOW:
            db = float(me.sheet.db)
            worth = found.worth(0 if suited else STRIKE_PENALTY, db, 0.0, False)
        else:
            worth = found.worth(0, 0.0, 0.0, False)
        if worth > most:
            most = worth
            best = option
    return best


# --- what to do -----------------------------------------------------------------------------------


def choose_action(fight: RenaissanceFight, me: Combatant) -> Option:
    """What to do next with the turn."""
    scene = fight.scene
    if not me.is_free_to_act():
        return scene.break_free
    first = mend_oneself(fight, me)
    if first is not None:
        return first
    if has_standard(fight):
        return use_standard(fight, me)
    return use_quick(fight, me)


def mend_oneself(fight: RenaissanceFight, me: Combatant) -> Option | None:
    """Gets up, beats out flames, frees or takes a weapon, before anything else."""
    scene = fight.scene
    quick = has_quick(fight)
    if quick and me.burning:
        return scene.douse
    if me.catching >= 0 and has_standard(fight):
        return scene.disarm[me.catching]
    if quick and me.caught_item >= 0:
        return scene.pull_free
    if quick and me.prone and not shoots_lying(fight, me):
        return scene.stand
    if me.main < 0 and quick:
        return take_something(fight, me)
    if me.main >= 0 and crowded(fight, me) and better_drawn(fight, me):
        return scene.drop_item[me.main]
    return None


def shoots_lying(fight: RenaissanceFight, me: Combatant) -> bool:
    """Whether one is as well off on the ground: with the right weapon and nobody near."""
    if me.main < 0 or not fight.scene.weapons[me.main].tags & tags.PRONE:
        return False
    foe = fight.nearest_foe(me)
    return foe is not None and fight.scene.grid.spaces(me.cell, foe.cell) > 3


def take_something(fight: RenaissanceFight, me: Combatant) -> Option | None:
    """Draws the best weapon carried, or picks one up."""
    scene = fight.scene
    foe = fight.nearest_foe(me)
    near = foe is not None and scene.grid.spaces(me.cell, foe.cell) <= 2
    best: Option | None = None
    most = -1.0
    for item in me.carried:
        weapon = scene.weapons[item]
        if me.can_take(weapon):
            worth = float(weapon.harm.dice) * MEAN_DIE + float(weapon.harm.bonus)
            if near and not weapon.is_melee():
                worth = 0.0
            if worth > most:
                most = worth
                best = scene.draw[item]
    if best is not None or not me.sheet.always or me.mount >= 0:
        return best
    if scene.weapons[me.sheet.always[0]].is_natural():
        return None
    for item in fight.weapons_lying_at(me.cell):
        if me.can_take(scene.weapons[item]):
            return scene.pick_up[item]
    return None


def crowded(fight: RenaissanceFight, me: Combatant) -> bool:
    """Whether an enemy is too close to shoot."""
    if fight.scene.weapons[me.main].is_melee():
        return False
    for enemy in fight.combatants:
        if is_opponent(me, enemy) and not enemy.has_no_turn():
            if fight.scene.grid.spaces(me.cell, enemy.cell) <= 1:
                return True
    return False


def better_drawn(fight: RenaissanceFight, me: Combatant) -> bool:
    """Whether a melee weapon is carried, and there is time to draw it."""
    if not has_quick(fight) or me.main == me.caught_item:
        return False
    for item in me.carried:
        if fight.scene.weapons[item].is_melee():
            return True
    return False


def use_standard(fight: RenaissanceFight, me: Combatant) -> Option:
    """An attack if one pays, else a way to get at somebody, else the best defence."""
    scene = fight.scene
    empty = weapon_to_load(fight, me)
    if empty >= 0 and (scene.weapons[empty].reload > QUICK_RELOAD or has_quick(fight)):
        return scene.reload
    option, worth = best_attack(fight, me)
    if option is not None and worth > 0.0:
        if may_step(fight, me) and cover_for(fight, me) >= 0:
            return scene.gaits[WALK][0]
        if feint_pays(fight, me, option):
            return scene.feint[option.target]
        if each_pays(fight, me, option, worth):
            return scene.each
        if me.mount >= 0:
            return better_of_mount(fight, me, option, worth)
        return option
    if may_step(fight, me):
        if braces_for_rider(fight, me):
            return scene.brace
        if charge_goal(fight, me) >= 0:
            return scene.gaits[CHARGE][0]
        if braces(fight, me):
            return scene.brace
        if approach_goal(fight, me, RUN) >= 0:
            return scene.gaits[RUN][0]
    if braces(fight, me):
        return scene.brace
    return scene.full_defense


def use_quick(fight: RenaissanceFight, me: Combatant) -> Option:
    """What is left when the Standard Action is spent: reload, draw, or step back into cover."""
    scene = fight.scene
    empty = weapon_to_load(fight, me)
    if empty >= 0 and scene.weapons[empty].reload == QUICK_RELOAD:
        return scene.reload
    if may_step(fight, me) and cover_for(fight, me) >= 0:
        return scene.gaits[WALK][0]
    return scene.end


def may_step(fight: RenaissanceFight, me: Combatant) -> bool:
    """Whether a move is still possible."""
    return has_quick(fight) and not me.prone and can_move(fight, me)


def better_of_mount(fight: RenaissanceFight, me: Combatant, option: Option, worth: float) -> Option:
    """The rider's attack, or the mount's if that is better and the rider can make it."""
    mount = fight.combatants[me.mount]
    other, more = best_attack(fight, mount)
    if other is not None and more > worth and me.sheet.rides_well:
        return other
    return option


def each_pays(fight: RenaissanceFight, me: Combatant, single: Option, worth: float) -> bool:
    """Whether an attack with each weapon takes more than one with the best."""
    if me.off < 0 and me.main >= 0:
        return False
    items = me.wielded
    if len(items) < 2:
        return False
    target = fight.combatants[single.target]
    total = 0.0
    for position, item in enumerate(items):
        weapon = fight.scene.weapons[item]
        if hits_by_hand(fight, me, target, weapon):
            attack = Attack(me, target, weapon, NO_STRIKE, False)
            attack.one_of_many = True
            attack.off_hand = position > 0
            total += prospect(fight, attack).worth(0, 0.0, 0.0, False)
    return total > worth


def feint_pays(fight: RenaissanceFight, me: Combatant, option: Option) -> bool:
    """Whether one can well deceive an enemy in reach before striking, with an action to spare."""
    if not has_quick(fight) or fight.quick_used > 0:
        return False
    target = fight.combatants[option.target]
    if target.feinted or target.unaware or not threatens(fight, me, target.cell):
        return False
    born = target.sheet.born
    wits = born.sav + born.int
    read = target.sheet.skill(skills.READ)
    better = read if read > wits else wits
    return me.sheet.skill(skills.DECEPTION) >= better


def braces(fight: RenaissanceFight, me: Combatant) -> bool:
    """Whether to set the spear against somebody who may charge."""
    if me.main < 0 or me.mount >= 0 or me.prone:
        return False
    if not fight.scene.weapons[me.main].tags & tags.BRACE:
        return False
    foe = fight.nearest_foe(me)
    return foe is not None and not foe.prone and charges_soon(fight, me, foe)


def braces_for_rider(fight: RenaissanceFight, me: Combatant) -> bool:
    """Against a rider it is better to wait for the charge than to meet it."""
    foe = fight.nearest_foe(me)
    return foe is not None and (foe.mount >= 0 or foe.rider >= 0) and braces(fight, me)


def charges_soon(fight: RenaissanceFight, me: Combatant, foe: Combatant) -> bool:
    """Whether an enemy without a shot in hand is near enough to come on."""
    if foe.braced or (foe.main >= 0 and fight.scene.weapons[foe.main].is_projectile):
        return False
    return fight.scene.grid.spaces(me.cell, foe.cell) <= CLOSE


# --- where to go ----------------------------------------------------------------------------------


def choose_place(fight: RenaissanceFight, me: Combatant, kind: str) -> Option:
    """Where a move is to end; the same that made it worth making."""
    goal: i64 = -1
    if kind == "charge":
        goal = charge_goal(fight, me)
    elif kind == "run":
        goal = approach_goal(fight, me, RUN)
    elif kind == "move":
        goal = cover_for(fight, me)
    return fight.scene.to(goal) if goal >= 0 else fight.scene.stay


def melee_reach(fight: RenaissanceFight, me: Combatant) -> i64:
    """How far one's best melee weapon reaches; 0 for one who would rather shoot."""
    scene = fight.scene
    if me.main >= 0:
        weapon = scene.weapons[me.main]
        return weapon.reach if weapon.is_melee() else 0
    return scene.weapons[me.sheet.always[0]].reach


def charge_goal(fight: RenaissanceFight, me: Combatant) -> i64:
    """A cell within a charge from which somebody can be struck; -1 if there is none."""
    reach = melee_reach(fight, me)
    if reach == 0:
        return -1
    scene = fight.scene
    most = rate(fight, me, CHARGE, 0)
    best: i64 = -1
    least = 1e9
    taken = occupied_cells(fight, me)
    for enemy in fight.combatants:
        if not is_opponent(me, enemy) or enemy.has_no_turn():
            continue
        away = scene.grid.spaces(me.cell, enemy.cell)
        if float(away - reach) > most or float(away) >= least + float(reach):
            continue
        cell = landing(fight, me, enemy, reach, taken)
        if cell < 0:
            continue
        metres = open_way(fight, me, cell, taken)
        if RUN_UP < metres < least and metres <= most:
            least = metres
            best = cell
    return best


def open_way(fight: RenaissanceFight, me: Combatant, cell: i64, taken: list[bool]) -> float:
    """How far it is straight to a cell with nobody in between; UNREACHED if somebody is."""
    grid = fight.scene.grid
    for diagonals_first in (True, False):
        found = beeline(grid, me.cell, cell, taken, diagonals_first)
        if found:
            return length(fight, me.cell, found)
    return UNREACHED


def landing(
    fight: RenaissanceFight, me: Combatant, enemy: Combatant, reach: i64, taken: list[bool]
) -> i64:
    """The free cell nearest to oneself from which an enemy can be struck; -1 if none is free."""
    grid = fight.scene.grid
    best: i64 = -1
    least = 1e9
    for near in grid.neighbours[enemy.cell]:
        cells = grid.neighbours[near] if reach > 1 else [near]
        for cell in cells:
            apart = grid.spaces(cell, enemy.cell)
            if taken[cell] or apart == 0 or apart > reach:
                continue
            away = grid.straight(me.cell, cell)
            if away < least - 1e-9 and grid.sight(cell, enemy.cell) != NO_SIGHT:
                least = away
                best = cell
    return best


def approach_goal(fight: RenaissanceFight, me: Combatant, gait: i64) -> i64:
    """As far towards the nearest enemy as one gets; -1 if that is nowhere."""
    grid = fight.scene.grid
    foe = nearest_on_foot(fight, me)
    if foe is None:
        return -1
    field = fight.scene.field(foe.cell)
    most = rate(fight, me, gait, 0)
    taken = occupied_cells(fight, me)
    reach = melee_reach(fight, me)
    here = me.cell
    spent = 0.0
    while True:
        best: i64 = -1
        least = field[here]
        for there in grid.neighbours[here]:
            step = step_cost(grid, here, there, DIAGONAL)
            if not taken[there] and field[there] < least - 1e-9 and spent + step <= most:
                least = field[there]
                best = there
        if best < 0 or (reach > 0 and grid.spaces(here, foe.cell) <= reach):
            break
        spent += step_cost(grid, here, best, DIAGONAL)
        here = best
    return here if here != me.cell else -1


def nearest_on_foot(fight: RenaissanceFight, me: Combatant) -> Combatant | None:
    """The enemy to whom the way is shortest."""
    best: Combatant | None = None
    least = UNREACHED
    for enemy in fight.combatants:
        if is_opponent(me, enemy) and not enemy.has_no_turn():
            away = fight.scene.field(enemy.cell)[me.cell]
            if away < least:
                least = away
                best = enemy
    return best


def cover_for(fight: RenaissanceFight, me: Combatant) -> i64:
    """For a shooter: a better place to shoot from within a move, in cover or further off; -1 if
    this one is as good, or somebody would get an opening."""
    if me.main < 0 or me.mount >= 0 or not fight.scene.weapons[me.main].is_projectile:
        return -1
    foe = fight.nearest_foe(me)
    if foe is None:
        return -1
    grid = fight.scene.grid
    metres = rate(fight, me, WALK, 0)
    near = grid.spaces(me.cell, foe.cell)
    if near <= 2 and somebody_threatens(fight, me):
        return -1
    weapon = fight.scene.weapons[me.main]
    best: i64 = -1
    most = place_worth(fight, foe, weapon, me.cell) + 0.5
    for cell in fight.scene.sheltered:
        if grid.at_least(me.cell, cell, DIAGONAL) <= metres and cell != me.cell:
            worth = place_worth(fight, foe, weapon, cell)
            if worth > most and way_to(fight, me, cell, metres):
                most = worth
                best = cell
    if best < 0 and near < CLOSE and not grid.cover[me.cell]:
        return step_back(fight, me, foe, metres)
    return best


def somebody_threatens(fight: RenaissanceFight, me: Combatant) -> bool:
    """Whether an enemy would get an opening if one moved."""
    for enemy in fight.combatants:
        if is_opponent(me, enemy) and threatens(fight, enemy, me.cell):
            return True
    return False


def step_back(fight: RenaissanceFight, me: Combatant, foe: Combatant, metres: float) -> i64:
    """Straight away from an enemy, as far as the way is open; -1 if it is not."""
    grid = fight.scene.grid
    taken = occupied_cells(fight, me)
    here = me.cell
    spent = 0.0
    while True:
        best: i64 = -1
        furthest = grid.straight(here, foe.cell) + 0.1
        for there in grid.neighbours[here]:
            cost = spent + step_cost(grid, here, there, DIAGONAL)
            away = grid.straight(there, foe.cell)
            if not taken[there] and cost <= metres and away > furthest:
                furthest = away
                best = there
        if best < 0:
            break
        spent += step_cost(grid, here, best, DIAGONAL)
        here = best
    if here == me.cell or grid.sight(here, foe.cell) == NO_SIGHT:
        return -1
    return here


def place_worth(fight: RenaissanceFight, foe: Combatant, weapon: Weapon, cell: i64) -> float:
    """How good a cell is to shoot from: with a view, in cover, out of reach but in short range."""
    grid = fight.scene.grid
    if grid.sight(cell, foe.cell) == NO_SIGHT:
        return -10.0
    worth = 3.0 if grid.cover[cell] else 0.0
    away = fight.metres(cell, foe.cell)
    if away > weapon.ranges[0]:
        worth -= 2.0
    return worth + (0.2 * float(away) if away < CLOSE else 0.2 * float(CLOSE))


# --- Luck and other answers -----------------------------------------------------------------------


def choose_luck(fight: RenaissanceFight, question: Question) -> Option:
    """Luck mends what failed, or makes the exceptional success that a strike needs."""
    scene = fight.scene
    effort = fight.effort
    if effort is None:
        return question.options[question.default]
    if question.kind == "luck-before":
        heavy = effort.mods.penalty <= A_HEAVY_PENALTY
        return scene.ignore if heavy and effort.who.luck > 1 else scene.see
    target = effort.target()
    needed: i64 = 0
    against = fight.opposing
    if against is not None and against.quality > 0:
        needed = against.roll + 1
    won = effort.quality > 0 and effort.roll >= needed
    swapped = effort.roll % 10 * 10 + effort.roll // 10
    if not won and needed <= swapped <= target and scene.swap in question.options:
        return scene.swap
    if won and effort.wants_exceptional and effort.quality == SUCCESS:
        return scene.upgrade
    return scene.keep


def wants_to_catch(fight: RenaissanceFight, question: Question) -> bool:
    """Catching pays for one who parries well."""
    me = fight.combatants[question.who]
    for item in me.held:
        skill = me.sheet.skill(me.sheet.best_skill(fight.scene.weapons[item]))
        if skill + modifiers.WOUND_PENALTY * me.felt_wounds() >= GOOD_ENOUGH_TO_CATCH:
            return True
    return False
