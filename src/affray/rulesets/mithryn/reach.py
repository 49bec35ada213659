"""Zones: which weapon reaches where, and what stands in the way of an attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import Option
from affray.rulesets.mithryn.house import House
from affray.rulesets.mithryn.sheet import Sheet, Weapon
from affray.space.zones import APART

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight

THROW: Final[i64] = 1
"""How many zones away a throwable weapon reaches."""

SHOT: Final[i64] = 3
"""How many zones away a ranged weapon reaches."""


def can_reach(fight: MithrynFight, weapon: Weapon, distance: i64) -> bool:
    """Whether a weapon reaches so many zones away."""
    return reaches(fight.house, weapon, distance)


def reaches(house: House, weapon: Weapon, distance: i64) -> bool:
    """By hand in one's own zone [zones.melee]; a throw one zone [zones.thrown, weapon.throwable]; a
    shot one to three [zones.ranged], and in one's own zone only by option
    [zones.ranged-same-zone]."""
    if weapon.is_ranged:
        return distance <= SHOT and (distance > 0 or house.ranged_in_same_zone)
    return distance == 0 or (weapon.is_throwable and distance <= THROW)


def can_wield(fight: MithrynFight, actor: Combatant, weapon: Weapon) -> bool:
    """Whether somebody can attack with a weapon as they are."""
    return is_wieldable(fight.house, actor.sheet, actor.shield_raised, weapon)


def is_wieldable(house: House, sheet: Sheet, shield_raised: bool, weapon: Weapon) -> bool:
    """A two-handed weapon needs both hands, so no raised shield [weapon.two-handed]; by option, one
    without Rushed dice needs its minimum scores [attack.requirement-reload]."""
    if weapon.is_two_handed and shield_raised:
        return False
    return weapon.rushed_count > 0 or not is_unfit(house, sheet, weapon)


def is_unfit(house: House, sheet: Sheet, weapon: Weapon) -> bool:
    """Whether no dice are left for somebody below a weapon's scores
    [attack.requirement-reload]."""
    if weapon.rushed_count > 0 or house.unfit_reload != "no attack":
        return False
    return not sheet.meets_requirements(weapon)


def carries_two_handed(fight: MithrynFight, actor: Combatant) -> bool:
    """Whether there is a weapon to put the shield away for."""
    for item in actor.arms:
        if fight.scene.weapons[item].is_two_handed:
            return True
    return False


def hindrance_of(fight: MithrynFight, actor: Combatant, option: Option) -> str:
    """Why an attack cannot be made from where the actor stands; empty if it can."""
    weapon = fight.scene.weapons[option.item]
    target = fight.combatants[option.target]
    distance = fight.scene.zones.distance(actor.zone, target.zone)
    is_throw = option.kind.endswith("throw")
    if weapon.is_two_handed and actor.shield_raised:
        return f"the {weapon.name} takes both hands, and {actor.name} has a shield raised"
    if is_unfit(fight.house, actor.sheet, weapon):
        return f"{actor.name} is not fit for the {weapon.name} (house rule unfit_reload)"
    if not target.is_present():
        return f"{target.name} is not there to be attacked"
    if is_throw and distance == 0:
        return f"{target.name} is in the same zone: attack instead of throwing"
    if is_throw and distance > THROW:
        return f"{target.name} is {zones_away(distance)}, and a throw reaches one"
    if weapon.is_throwable and not is_throw and distance > 0:
        return f"{target.name} is {zones_away(distance)}; at one zone the {weapon.name} is thrown"
    if can_reach(fight, weapon, distance):
        return ""
    if weapon.is_ranged and distance == 0:
        return "a ranged weapon cannot be used in one's own zone (house rule ranged_in_same_zone)"
    reach = f"reaches up to {SHOT} zones" if weapon.is_ranged else "reaches its own zone only"
    return f"{target.name} is {zones_away(distance)}, and an attack with {weapon.phrase()} {reach}"


def zones_away(distance: i64) -> str:
    """A distance in words."""
    if distance >= APART:
        return "where no path leads"
    return "one zone away" if distance == 1 else f"{distance} zones away"
