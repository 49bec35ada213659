"""Which attack the simple player makes, and what each is worth."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.questions import Option, Question
from affray.rulesets.renaissance import tags, verbs
from affray.rulesets.renaissance.armor import armor_of
from affray.rulesets.renaissance.awareness import is_foe, knows_of
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.effort import SUCCESS
from affray.rulesets.renaissance.options import is_thrown
from affray.rulesets.renaissance.player.codes import (
    OFF_HAND,
    ONE_OF_MANY,
    RIDING_BY,
    THROWN,
    wielder_code,
    with_aim,
)
from affray.rulesets.renaissance.player.estimates import (
    HOPELESS,
    MEAN_DIE,
    NOT_ASKED,
    best_strike,
    chance,
    estimate,
    mighty_estimate,
    plain_worth,
    worth_on,
)
from affray.rulesets.renaissance.player.lines import FireLine, line_of_fire
from affray.rulesets.renaissance.player.mind import Mind
from affray.rulesets.renaissance.ranges import is_in_range
from affray.rulesets.renaissance.sheet import (
    LOADED,
    MIGHTY_BLOW,
    NO_RELOAD,
    NO_STRIKE,
    NONE,
    Weapon,
)
from affray.rulesets.renaissance.targets import is_ready_for_afar, reaches
from affray.rulesets.renaissance.terrain import NO_REACH

WORTH_A_THROW: Final = 0.5
"""How sure of dropping somebody one is to throw one's only weapon."""


def chance_to_win(mine: i64, theirs: i64) -> float:
    """How likely the first wins an opposed check, in which double failures are rolled again."""
    first = float(mine + 1) / 100.0
    second = float(theirs + 1) / 100.0
    decided = 1.0 - (1.0 - first) * (1.0 - second)
    return chance(0, mine, theirs) / decided if decided > 0.0 else 0.0


def area_worth(mind: Mind, me: Combatant, target: Combatant, weapon: Weapon, thrown: bool) -> float:
    """What a burst there would take from enemies, less what it would take from friends."""
    total = 0.0
    metres = mind.terrain.metres_from(target.cell)
    blasts = weapon.tags & tags.BLAST != 0
    in_the_middle = MEAN_DIE * float(weapon.harm.dice)
    for other in mind.fight.combatants:
        away: i64 = metres[other.cell]
        damage = in_the_middle - 2.0 * float(away) if blasts else 0.0
        if damage <= 0.0 and (blasts or away > 1):
            continue
        if not other.is_able() or not knows_of(me, other):
            continue
        if blasts:
            damage -= float(armor_of(other, SUCCESS))
        elif not other.burning:
            damage = MEAN_DIE
        if damage > 0.0:
            left = float(other.sheet.dur - other.damage)
            share = damage / left if damage < left else 1.0
            total += share if other.side != me.side else -2.0 * share
    if total <= 0.0:
        return 0.0
    aim = estimate(mind, me, target, weapon, THROWN if thrown else 0).target_number
    return total * float(aim + 1) / 100.0 if aim > HOPELESS else 0.0


def best_attack(mind: Mind, me: Combatant) -> tuple[Option | None, float]:
    """The most worthwhile attack that can be made now. With the off-hand or none at all only where
    there is no other."""
    best: Option | None = None
    most = 0.0
    needed: i64 = 0
    begun: i64 = NONE
    is_left_out = False
    for weapon in me.gear.arms:
        if weapon.base != begun:
            begun = weapon.base
            is_left_out = best is not None and (begun == me.off or weapon.is_unarmed())
        if is_left_out or (weapon.reach < needed and not weapon.is_ranged()):
            continue
        option, worth = best_attack_with(mind, me, weapon, most)
        if option is not None:
            best = option
            most = worth
        elif needed == 0:
            needed = reach_needed(mind, me)  # from now on leaves out what strikes nobody
    return best, most


def reach_needed(mind: Mind, me: Combatant) -> i64:
    """How far a weapon has to reach to strike at the nearest enemy."""
    reaches_from = mind.terrain.reaches_from(me.cell)
    least: i64 = NO_REACH
    for enemy in mind.fight.enemies[me.side]:
        needed: i64 = reaches_from[enemy.cell]
        if needed < least and is_foe(me, enemy):
            least = needed
    return least


def best_attack_with(
    mind: Mind, me: Combatant, weapon: Weapon, at_least: float
) -> tuple[Option | None, float]:
    """The most worthwhile attack with a weapon, if one is worth more than that."""
    if not is_ready_for_afar(me, weapon):
        return best_blow_with(mind, me, weapon, at_least)
    most = at_least
    best: Option | None = None
    is_area = weapon.is_area()
    is_thrown_there = weapon.is_thrown_to_reach()
    hand = hand_used(me, weapon)
    reaches_from = mind.terrain.reaches_from(me.cell)
    code = coded_manner = NOT_ASKED
    for enemy in mind.fight.enemies[me.side]:
        if not is_foe(me, enemy):
            continue
        thrown = False
        line: FireLine | None = None
        if not is_hit_from(reaches_from, me, enemy, weapon):
            line = line_of_fire(mind, weapon, me.cell, enemy.cell)
            if not line.is_open:
                continue
            thrown = is_thrown_there
        if is_area:
            worth = area_worth(mind, me, enemy, weapon, thrown)
            if worth > most:
                most = worth
                best = mind.options.attack(me.index, weapon.index, enemy.index, NO_STRIKE, thrown)
        else:
            manner = hand | THROWN if thrown else hand
            if coded_manner != manner:
                coded_manner = manner
                code = wielder_code(mind, me, weapon, NO_STRIKE, 0, manner)
            aimed = code if line is None else with_aim(me, line, code)
            pays = best_strike(mind, me, enemy, weapon, manner, aimed)
            worth = pays.worth
            if thrown and not me.carried and worth < WORTH_A_THROW:
                worth = 0.0
            if enemy.has_no_turn():
                worth *= 0.5
            if worth > most:
                most = worth
                best = pays.option
    return best, most


def best_blow_with(
    mind: Mind, me: Combatant, weapon: Weapon, at_least: float
) -> tuple[Option | None, float]:
    """The same with a weapon that strikes only those in its reach."""
    most = at_least
    best: Option | None = None
    if weapon.is_melee():
        reaches_from = mind.terrain.reaches_from(me.cell)
        reach = weapon.reach
        manner = code = NOT_ASKED
        for enemy in mind.fight.enemies[me.side]:
            needed: i64 = reaches_from[enemy.cell]
            if needed > reach or not is_foe(me, enemy):
                continue
            if not is_hit_from(reaches_from, me, enemy, weapon):
                continue
            if manner == NOT_ASKED:
                manner = hand_used(me, weapon)
                code = wielder_code(mind, me, weapon, NO_STRIKE, 0, manner)
            pays = best_strike(mind, me, enemy, weapon, manner, code)
            worth = pays.worth
            if enemy.has_no_turn():
                worth *= 0.5
            if worth > most:
                most = worth
                best = pays.option
    return best, most


def hand_used(who: Combatant, weapon: Weapon) -> i64:
    """OFF_HAND for a weapon that is held in that hand only."""
    return OFF_HAND if who.off == weapon.base and who.main != weapon.base else 0


def choose_each(mind: Mind, me: Combatant, item: i64, hand: i64) -> Option:
    """Of the attacks with one of several weapons, the best plain one or Mighty Blow, as if they
    had been listed."""
    scene = mind.scene
    if not me.has_at_hand(item) or me.is_stuck(hand):
        return mind.options.hold_back
    is_empty = me.load_in(hand) < LOADED
    best = mind.options.hold_back
    most = 0.0
    reaches_from = mind.terrain.reaches_from(me.cell)
    for enemy in mind.fight.enemies[me.side]:
        if not is_foe(me, enemy):
            continue
        for weapon in scene.forms[item]:
            if is_hit_from(reaches_from, me, enemy, weapon):
                strike, worth = weigh_one_of_many(mind, me, enemy, weapon, False)
                if worth > most:
                    most = worth
                    best = mind.options.attack(me.index, weapon.index, enemy.index, strike, False)
            if is_empty and weapon.reload != NO_RELOAD:
                continue
            if reaches_from_afar(mind, me, enemy.cell, weapon):
                thrown = weapon.is_thrown_to_reach()
                strike, worth = weigh_one_of_many(mind, me, enemy, weapon, thrown)
                if worth > most:
                    most = worth
                    best = mind.options.attack(me.index, weapon.index, enemy.index, strike, thrown)
    return best


def weigh_one_of_many(
    mind: Mind, me: Combatant, enemy: Combatant, weapon: Weapon, thrown: bool
) -> tuple[i64, float]:
    """Weighs a plain attack, and a Mighty Blow where there is such a thing: the better one, and
    what it is worth."""
    if weapon.is_area():
        return NO_STRIKE, area_worth(mind, me, enemy, weapon, thrown)
    manner = ONE_OF_MANY | hand_used(me, weapon)
    if thrown:
        manner |= THROWN
    plain = estimate(mind, me, enemy, weapon, manner)
    worth = worth_on(mind, me, enemy, NO_STRIKE, plain)
    if weapon.is_melee() and not thrown:
        mighty = mighty_estimate(mind, me, enemy, weapon, manner, plain)
        more = worth_on(mind, me, enemy, MIGHTY_BLOW, mighty)
        if more > worth:
            return MIGHTY_BLOW, more
    return NO_STRIKE, worth


def worth_of_option(
    mind: Mind,
    who: Combatant,
    target: Combatant,
    weapon: Weapon,
    strike: i64,
    thrown: bool,
    several: i64,
) -> float:
    """What an attack that a question offers is worth, one of several or not."""
    if weapon.is_area():
        return area_worth(mind, who, target, weapon, thrown)
    manner = several | hand_used(who, weapon) | (THROWN if thrown else 0)
    return plain_worth(mind, who, target, weapon, manner, strike)


def choose_attack_among(mind: Mind, me: Combatant, question: Question) -> Option:
    """Of the attacks a question offers, the best plain one or Mighty Blow; any that may hit is
    better than none."""
    best = question.options[0]
    most = 0.0
    several: i64 = 0
    if question.kind == "each":
        several = ONE_OF_MANY
    elif question.kind == "ride-by":
        several = RIDING_BY
    for option in question.options:
        if option.verb != verbs.ATTACK and option.verb != verbs.MOUNT_ATTACK:
            if option.verb:
                return option  # another action that was readied
            continue
        if option.value != NO_STRIKE and option.value != MIGHTY_BLOW:
            continue
        who = me if option.verb == verbs.ATTACK else mind.fight.combatants[me.mount]
        target, weapon = mind.fight.combatants[option.target], mind.scene.weapons[option.item]
        if not target.is_able():
            continue
        thrown = is_thrown(option)
        worth = worth_of_option(mind, who, target, weapon, option.value, thrown, several)
        if worth > most:
            most = worth
            best = option
    return best


def weapon_in_use(me: Combatant) -> i64:
    """The weapon in hand, or else the first natural one, or bare hands."""
    if me.main >= 0:
        return me.main
    return me.sheet.always[0]


def melee_reach(mind: Mind, me: Combatant) -> i64:
    """How far one's best melee weapon reaches; 0 for one who would rather shoot."""
    weapon = mind.scene.weapons[weapon_in_use(me)]
    return weapon.reach if weapon.is_melee() else 0


def threat_of(mind: Mind, enemy: Combatant, me: Combatant) -> float:
    """What an enemy's own attack on one is worth."""
    weapon = mind.scene.weapons[weapon_in_use(enemy)]
    if not weapon.is_melee():
        return 0.1
    return plain_worth(mind, enemy, me, weapon)


def is_hit_from(reaches_from: bytes, who: Combatant, enemy: Combatant, weapon: Weapon) -> bool:
    """Return whether a weapon strikes an enemy from a cell with these reaches."""
    if not reaches(reaches_from, weapon, enemy.cell):
        return False
    return not weapon.tags & tags.WHEN_GRAPPLING or enemy.grabbed_by == who.index


def reaches_from_afar(mind: Mind, me: Combatant, cell: i64, weapon: Weapon) -> bool:
    """Return whether a shot, a throw or a pointing finger gets to a cell."""
    if not is_ready_for_afar(me, weapon):
        return False
    return is_in_range(mind.scene.grid, weapon, me.cell, cell)
