"""Reach, range and sight: whether an attack can be made from where one stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import Option
from affray.rulesets.olde import verbs
from affray.rulesets.olde.adjustments import Tally
from affray.rulesets.olde.hands import hands_hinder, has_hands_for
from affray.rulesets.olde.house import House
from affray.rulesets.olde.sheet import Use, Weapon
from affray.space.grid import CLEAR, MINIMAL, NO_SIGHT, PARTIAL

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight

DOUBLING: Final[i64] = -2
ADJACENT: Final[i64] = -2
MINIMAL_SIGHT: Final[i64] = -6


def is_in_reach(use: Use, distance: i64) -> bool:
    """Return whether a distance is within a weapon's reach: by hand those it lists and no others
    [reach.spaces].

    From afar it is up to the limit [ranged.base], and never one's own space [ranged.same-space].
    """
    return use.nearest <= distance <= use.farthest


def range_adjustment(use: Use, distance: i64) -> i64:
    """Return what the range does: every doubling of the base range is -2 [ranged.base]."""
    found: i64 = 0
    within: i64 = use.base
    while distance > within:
        within *= 2
        found += DOUBLING
    return found


def sight_adjustment(house: House, sight: i64) -> i64:
    """Return what sight does: partial -3, or nothing as a house rule, minimal -6 [sight.lines]."""
    if sight == CLEAR:
        return 0
    return house.partial_sight if sight == PARTIAL else MINIMAL_SIGHT


def can_see(fight: OldeFight, here: i64, there: i64) -> bool:
    """Return whether one cell is seen well enough from another to attack into it."""
    return is_enough(fight.house, fight.scene.field.sight(here, there))


def is_enough(house: House, sight: i64) -> bool:
    """Return whether a grade of sight is enough to attack."""
    return sight < MINIMAL or (sight < NO_SIGHT and house.minimal_sight == "attack")


def add_distance(
    tally: Tally, fight: OldeFight, attacker: Combatant, target: Combatant, use: Use
) -> None:
    """Add what distance and sight do to an attack check."""
    field = fight.scene.field
    add_range(tally, use, field.spaces(attacker.cell, target.cell), target)
    add_sight(tally, fight.house, field.sight(attacker.cell, target.cell))


def add_range(tally: Tally, use: Use, distance: i64, target: Combatant) -> None:
    """Add what the range does to a shot: -2 at an adjacent defender who moves [ranged.adjacent]."""
    if not use.ranged:
        return
    beyond = range_adjustment(use, distance)
    if beyond:
        tally.add(beyond, f"range {distance}", "ranged.base")
    if distance == 1 and not target.is_motionless():
        tally.add(ADJACENT, "adjacent", "ranged.adjacent")


def add_sight(tally: Tally, house: House, sight: i64) -> None:
    """Add what stands in the way of sight."""
    name = "partial sight" if sight == PARTIAL else "minimal sight"
    tally.add(sight_adjustment(house, sight), name, "sight.lines")


def can_attack_at(
    fight: OldeFight, attacker: Combatant, use: Use, here: i64, target: Combatant
) -> bool:
    """Return whether a target is within reach or range, and seen, from a cell [attack.declare]."""
    distance = fight.scene.field.spaces(here, target.cell)
    return is_in_reach(use, distance) and can_see(fight, here, target.cell)


def is_strong_enough(attacker: Combatant, use: Use) -> bool:
    """Return whether a fighter can aim: as a house rule a crossbow needs the first of its
    minimums."""
    if not use.crossbow or attacker.sheet.brawn >= use.two_hands:
        return True
    return attacker.scene.house.weak_crossbow == "penalty"


def hindrance_of(fight: OldeFight, attacker: Combatant, option: Option) -> str:
    """Return why an attack cannot be made from where the attacker stands; empty if it can."""
    weapon = fight.scene.weapons[option.item]
    target = fight.combatants[option.target]
    use = weapon.use(option.verb == verbs.SHOOT)
    if target.is_gone():
        return f"{target.name} is not there to be attacked"
    if not attacker.can_attack():
        return f"{attacker.name} cannot attack: {', '.join(attacker.conditions())}"
    hands = hands_hinder(attacker, weapon)
    if hands:
        return hands
    if not has_hands_for(attacker, weapon, use):
        return f"the {weapon.name} takes both hands to {'shoot' if use.ranged else 'strike'}"
    return distance_hinders(fight, attacker, target, weapon, use)


def distance_hinders(
    fight: OldeFight, attacker: Combatant, target: Combatant, weapon: Weapon, use: Use
) -> str:
    """Return why a target cannot be reached or seen, or the weapon not be shot; empty if it
    can."""
    distance = fight.scene.field.spaces(attacker.cell, target.cell)
    if not is_in_reach(use, distance):
        if use.ranged and distance == 0:
            return f"{target.name} is in the same space, where no ranged weapon can attack"
        if use.ranged:
            return (
                f"{target.name} is {distance} spaces away, "
                f"and the {weapon.name}'s limit is {use.farthest}"
            )
        reach = f"{use.nearest} to {use.farthest}" if use.nearest < use.farthest else use.farthest
        away = f"{target.name} is {distance} spaces away"
        return f"{away}, and the reach of {weapon.called()} is {reach}"
    if not can_see(fight, attacker.cell, target.cell):
        return f"{attacker.name} has no line of sight to {target.name}"
    if not is_strong_enough(attacker, use):
        return f"the {weapon.name} needs Brawn {use.two_hands} to aim and shoot"
    if use.crossbow and not attacker.loaded:
        return f"the {weapon.name} has to be reset first"
    return ""
