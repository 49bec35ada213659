"""Possible attacks: their targets, weapons and manners, and reasons why an attack is not
possible."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.questions import Option
from affray.rulesets.renaissance import tags
from affray.rulesets.renaissance.awareness import knows_of
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.options import is_thrown
from affray.rulesets.renaissance.sheet import LOADED, NO_RELOAD, NONE, Weapon, can_box
from affray.space.grid import NO_SIGHT


def strikes_at(fight: RenaissanceFight, weapon: Weapon, here: i64, cell: i64) -> bool:
    """Return whether a melee weapon reaches a cell from another, past no wall."""
    needed: i64 = fight.terrain.reaches_from(here)[cell]
    return needed <= weapon.reach and weapon.is_melee()


def threatens(fight: RenaissanceFight, who: Combatant, cell: i64) -> bool:
    """Return whether a fighter could make a melee attack on a cell [turn.threaten]."""
    needed: i64 = fight.terrain.reaches_from(who.cell)[cell]
    return needed <= who.gear.threat_reach


def threatening_weapon(fight: RenaissanceFight, who: Combatant, cell: i64, tags: i64) -> i64:
    """Return a weapon at hand that threatens a cell and has the requested tag, if any; otherwise
    NONE [turn.threaten]."""
    gear = who.gear
    if tags and not gear.threat_tags & tags:
        return NONE
    scene = fight.scene
    needed: i64 = fight.terrain.reaches_from(who.cell)[cell]
    if needed > gear.threat_reach:
        return NONE
    for item in gear.at_hand:
        weapon = scene.weapons[item]
        if needed > weapon.reach or (tags and not weapon.tags & tags):
            continue
        if weapon.is_melee() and can_box(who.sheet, weapon):
            return item
    return NONE


def attack_from(fight: RenaissanceFight, who: Combatant, option: Option) -> Attack:
    """Return the attack of an option."""
    weapon = fight.scene.weapons[option.item]
    target = fight.combatants[option.target]
    return Attack(who, target, weapon, option.value, is_thrown(option))


# --- which attacks there are ----------------------------------------------------------------------


def list_attacks_with(fight: RenaissanceFight, who: Combatant, item: i64) -> list[Option]:
    """List every attack that is possible now with a weapon, on every enemy [attack.standard]."""
    found: list[Option] = []
    for enemy in fight.enemies[who.side]:
        found.extend(list_attacks_on(fight, who, item, enemy))
    return found


def list_attacks_on(
    fight: RenaissanceFight, who: Combatant, item: i64, enemy: Combatant
) -> list[Option]:
    """List the attacks on one enemy: by hand and afar, with each ammunition, as each strike."""
    found: list[Option] = []
    is_riding = enemy.mount >= 0
    for weapon in fight.scene.forms[item]:
        if weapon.is_melee() and can_attack(fight, who, weapon, enemy, False):
            found.extend(
                fight.options.list_manners(who.index, weapon, enemy.index, False, is_riding)
            )
        if weapon.strikes_from_afar() and can_attack(fight, who, weapon, enemy, True):
            thrown = weapon.is_thrown_to_reach()
            found.extend(
                fight.options.list_manners(who.index, weapon, enemy.index, thrown, is_riding)
            )
    return found


def can_attack(
    fight: RenaissanceFight, who: Combatant, weapon: Weapon, enemy: Combatant, from_afar: bool
) -> bool:
    """Return whether nothing hinders an attack."""
    return find_hindrance(fight, who, weapon, enemy, from_afar) == FREE


def is_ready_for_afar(who: Combatant, weapon: Weapon) -> bool:
    """Return whether a weapon strikes from afar and has its ammunition [ranged.ammunition]."""
    return weapon.strikes_from_afar() and is_loaded(who, weapon) and has_ammunition(who, weapon)


def is_loaded(who: Combatant, weapon: Weapon) -> bool:
    """Return whether a weapon in hand is loaded, if it needs loading [ranged.ammunition]."""
    return weapon.reload == NO_RELOAD or who.load_of(weapon.base) >= LOADED


def has_ammunition(who: Combatant, weapon: Weapon) -> bool:
    """Return whether there is uncommon ammunition left, if it is used [ranged.ammunition]."""
    return weapon.ammo < 0 or who.ammo[weapon.ammo] >= 1


def can_throw_at_place(fight: RenaissanceFight, who: Combatant, item: i64) -> bool:
    """Return whether a weapon bursts where it lands, so that a place can be its target
    [area.blast, area.splash]."""
    weapon = fight.scene.weapons[item]
    return weapon.is_area() and is_loaded(who, weapon)


# --- what hinders an attack -----------------------------------------------------------------------


FREE: Final[i64] = 0
NOT_AT_HAND: Final[i64] = 1
NOT_THERE: Final[i64] = 2
NOT_KNOWN: Final[i64] = 3
NOT_GRAPPLED: Final[i64] = 4
NOT_IN_REACH: Final[i64] = 5
NOT_LOADED: Final[i64] = 6
NO_AMMUNITION: Final[i64] = 7
NOT_IN_RANGE: Final[i64] = 8
NOT_IN_SIGHT: Final[i64] = 9
"""Why an attack is not possible, or that it is; numbers, because compiled code compares them
quickly."""


def find_hindrance(
    fight: RenaissanceFight, who: Combatant, weapon: Weapon, enemy: Combatant, from_afar: bool
) -> i64:
    """Return the reason against an attack, by hand or from afar, from a fighter's cell.

    The disabled can be attacked; the dead, the absent and those unknown to the attacker cannot
    [attack.standard, defend.hidden].
    """
    if not who.has_at_hand(weapon.base):
        return NOT_AT_HAND
    if not enemy.is_present():
        return NOT_THERE
    if not knows_of(who, enemy):
        return NOT_KNOWN
    if weapon.tags & tags.WHEN_GRAPPLING and enemy.grabbed_by != who.index:
        return NOT_GRAPPLED
    if not from_afar:
        if strikes_at(fight, weapon, who.cell, enemy.cell):
            return FREE
        return NOT_IN_REACH
    if not is_loaded(who, weapon):
        return NOT_LOADED
    if not has_ammunition(who, weapon):
        return NO_AMMUNITION
    if fight.metres(who.cell, enemy.cell) > weapon.far:
        return NOT_IN_RANGE
    if fight.scene.grid.sight(who.cell, enemy.cell) == NO_SIGHT:
        return NOT_IN_SIGHT
    return FREE


def hindrance_to(fight: RenaissanceFight, who: Combatant, option: Option) -> i64:
    """Return the reason against the attack of an option."""
    weapon, enemy = fight.scene.weapons[option.item], fight.combatants[option.target]
    return find_hindrance(fight, who, weapon, enemy, is_thrown(option) or not weapon.is_melee())


def is_hindered(fight: RenaissanceFight, who: Combatant, option: Option) -> bool:
    """Return whether an attack is no longer possible."""
    return hindrance_to(fight, who, option) != FREE


def explain_hindrance(fight: RenaissanceFight, who: Combatant, option: Option) -> str:
    """Return a sentence for the reason against an attack; empty if there is none."""
    weapon, enemy = fight.scene.weapons[option.item], fight.combatants[option.target]
    hindrance = hindrance_to(fight, who, option)
    if hindrance == NOT_AT_HAND:
        return f"{who.name} does not have the {weapon.name} at hand"
    if hindrance == NOT_THERE:
        return f"{enemy.name} is not there to be attacked"
    if hindrance == NOT_KNOWN:
        return f"{who.name} does not know where {enemy.name} is"
    if hindrance == NOT_GRAPPLED:
        return f"the {weapon.name} is for those one grapples"
    if hindrance == NOT_IN_REACH:
        away = fight.scene.grid.spaces(who.cell, enemy.cell)
        return (
            f"{enemy.name} is {away} squares away, and an attack with {weapon.phrase()} "
            f"reaches {weapon.reach}"
        )
    if hindrance == NOT_LOADED:
        return f"the {weapon.name} is not loaded"
    if hindrance == NO_AMMUNITION:
        return f"{who.name} has nothing of that left to shoot"
    if hindrance == NOT_IN_RANGE:
        metres = fight.metres(who.cell, enemy.cell)
        return f"{enemy.name} is {metres} metres away, and the {weapon.name} reaches {weapon.far}"
    if hindrance == NOT_IN_SIGHT:
        return f"{who.name} does not see {enemy.name}"
    return ""
