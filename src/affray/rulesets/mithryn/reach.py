"""Zones: the reach of weapons, and reasons why an attack is not possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import Option
from affray.rulesets.mithryn import options
from affray.rulesets.mithryn.house import House
from affray.rulesets.mithryn.sheet import Sheet, Weapon
from affray.space.zones import APART

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight

THROW: Final[i64] = 1
"""The range of a throwable weapon, in zones."""

SHOT: Final[i64] = 3
"""The range of a ranged weapon, in zones."""

LEGAL: Final = ""
"""No hindrance: the attack can be made."""

HANDS_FULL: Final = "the {weapon} takes both hands, and {actor} has a shield raised"
NOT_FIT: Final = "{actor} is not fit for the {weapon} (house rule unfit_reload)"
NOT_THERE: Final = "{target} is not there to be attacked"
TOO_NEAR_TO_THROW: Final = "{target} is in the same zone: attack instead of throwing"
TOO_FAR_TO_THROW: Final = "{target} is {away}, and a throw reaches one"
ONLY_THROWN: Final = "{target} is {away}; at one zone the {weapon} is thrown"
TOO_NEAR_TO_SHOOT: Final = (
    "a ranged weapon cannot be used in one's own zone (house rule ranged_in_same_zone)"
)
TOO_FAR_TO_SHOOT: Final = (
    f"{{target}} is {{away}}, and an attack with {{phrase}} reaches up to {SHOT} zones"
)
TOO_FAR_TO_STRIKE: Final = (
    "{target} is {away}, and an attack with {phrase} reaches its own zone only"
)


def reaches(house: House, weapon: Weapon, distance: i64) -> bool:
    """Return whether a weapon reaches this many zones away.

    By hand: the same zone [zones.melee]. A throw: one zone [zones.thrown, weapon.throwable]. A
    shot: one to three zones [zones.ranged], and the same zone as a house rule
    [zones.ranged-same-zone].
    """
    if weapon.is_ranged:
        return distance <= SHOT and (distance > 0 or house.ranged_in_same_zone)
    return distance == 0 or (weapon.is_throwable and distance <= THROW)


def why_not_wielded(house: House, sheet: Sheet, shield_raised: bool, weapon: Weapon) -> str:
    """Return why a fighter cannot attack with a weapon now, or LEGAL.

    A two-handed weapon needs both hands, so no raised shield [weapon.two-handed]. As a house rule,
    one without Rushed dice needs its minimum scores [attack.requirement-reload].
    """
    if weapon.is_two_handed and shield_raised:
        return HANDS_FULL
    if weapon.rushed_count == 0 and house.unfit_reload == "no attack":
        if not sheet.meets_requirements(weapon):
            return NOT_FIT
    return LEGAL


def can_wield(fight: MithrynFight, actor: Combatant, weapon: Weapon) -> bool:
    """Return whether a fighter can attack with a weapon now."""
    return not why_not_wielded(fight.house, actor.sheet, actor.shield_raised, weapon)


def why_not_reached(
    fight: MithrynFight, actor: Combatant, target: Combatant, weapon: Weapon, is_throw: bool
) -> str:
    """Return why a weapon cannot strike a target from where the actor stands, or LEGAL."""
    if not target.is_present():
        return NOT_THERE
    distance = fight.scene.zones.distance(actor.zone, target.zone)
    if is_throw and distance == 0:
        return TOO_NEAR_TO_THROW
    if is_throw and distance > THROW:
        return TOO_FAR_TO_THROW
    if weapon.is_throwable and not is_throw and distance > 0:
        return ONLY_THROWN
    if reaches(fight.house, weapon, distance):
        return LEGAL
    if weapon.is_ranged:
        return TOO_NEAR_TO_SHOOT if distance == 0 else TOO_FAR_TO_SHOOT
    return TOO_FAR_TO_STRIKE


def is_allowed(weapon: Weapon, manner: i64, is_throw: bool) -> bool:
    """Return whether a weapon can ever be used in this manner.

    One that must be reloaded makes no second attack [attack.reload]. Both attacks can be thrown at
    once only from a set [weapon.set].
    """
    if manner == options.PLAIN:
        return True
    if weapon.rushed_count == 0:
        return False
    return manner == options.RUSHED or not is_throw or weapon.is_set


def hindrance_of(fight: MithrynFight, actor: Combatant, option: Option) -> str:
    """Describe why an attack cannot be made from where the actor stands; empty if it can."""
    weapon = fight.scene.weapons[option.item]
    target = fight.combatants[option.target]
    is_throw = option.kind.endswith("throw")
    reason = why_not_wielded(fight.house, actor.sheet, actor.shield_raised, weapon)
    if not reason:
        reason = why_not_reached(fight, actor, target, weapon, is_throw)
    distance = fight.scene.zones.distance(actor.zone, target.zone)
    return reason.format(
        actor=actor.name,
        target=target.name,
        weapon=weapon.name,
        phrase=weapon.phrase(),
        away=zones_away(distance),
    )


def zones_away(distance: i64) -> str:
    """Return a distance in words."""
    if distance >= APART:
        return "where no path leads"
    return "one zone away" if distance == 1 else f"{distance} zones away"
