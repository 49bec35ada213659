"""Reach, range and sight: whether an attack can be made from where one stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import Option
from affray.rulesets.olde import verbs
from affray.rulesets.olde.adjustments import Tally
from affray.rulesets.olde.hands import has_hands_for, why_not_in_hand
from affray.rulesets.olde.house import House
from affray.rulesets.olde.sheet import Use, Weapon
from affray.space.grid import CLEAR, MINIMAL, NO_SIGHT, PARTIAL

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight
    from affray.rulesets.olde.strike import Attack

DOUBLING: Final[i64] = -2
ADJACENT: Final[i64] = -2
MINIMAL_SIGHT: Final[i64] = -6

RANGE_NAMES: Final = [f"range {spaces}" for spaces in range(256)]
"""What a range is called, by its spaces: a byte holds every distance of a field."""

GONE: Final = "{target} is not there to be attacked"
UNABLE: Final = "{attacker} cannot attack: {conditions}"
BOTH_HANDS: Final = "the {weapon} takes both hands to {act}"
OWN_SPACE: Final = "{target} is in the same space, where no ranged weapon can attack"
OUT_OF_RANGE: Final = "{target} is {distance} spaces away, and the {weapon}'s limit is {limit}"
OUT_OF_REACH: Final = "{target} is {distance} spaces away, and the reach of {called} is {reach}"
NO_LINE: Final = "{attacker} has no line of sight to {target}"
POOR_LINE: Final = "{attacker} has only minimal sight of {target}"
TOO_WEAK: Final = "the {weapon} needs Brawn {brawn} to aim and shoot"
UNLOADED: Final = "the {weapon} has to be reset first"
"""Why an attack cannot be made."""


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
    """Return what sight does: nothing where it is clear or partial [sight.lines].

    As a house rule partial sight is -3, and minimal sight allows an attack at -6.
    """
    if sight == CLEAR:
        return 0
    return house.partial_sight if sight == PARTIAL else MINIMAL_SIGHT


def can_see(fight: OldeFight, here: i64, there: i64) -> bool:
    """Return whether one cell is seen well enough from another to attack into it."""
    return is_enough(fight.house, fight.scene.grid.sight(here, there))


def is_enough(house: House, sight: i64) -> bool:
    """Return whether a grade of sight is enough to attack: clear or partial, and as a house rule
    minimal."""
    return sight < MINIMAL or (sight < NO_SIGHT and house.minimal_sight == "attack")


def is_unhindered(use: Use, sight: i64) -> bool:
    """Return whether neither range nor sight can hinder an attack: by hand, in clear sight."""
    return sight == CLEAR and not use.ranged


def add_distance(tally: Tally, attack: Attack) -> None:
    """Add what distance and sight do to an attack check."""
    scene = attack.fight.scene
    here, there = attack.attacker.cell, attack.target.cell
    add_range(tally, attack.use, scene.field.spaces(here, there), attack.target)
    add_sight(tally, attack.fight.house, scene.grid.sight(here, there))


def add_range(tally: Tally, use: Use, distance: i64, target: Combatant) -> None:
    """Add what the range does to a shot: -2 at an adjacent defender who moves [ranged.adjacent]."""
    if not use.ranged:
        return
    tally.add(range_adjustment(use, distance), RANGE_NAMES[distance], "ranged.base")
    if distance == 1 and not target.is_motionless():
        tally.add(ADJACENT, "adjacent", "ranged.adjacent")


def add_sight(tally: Tally, house: House, sight: i64) -> None:
    """Add what stands in the way of sight; what costs nothing is noted."""
    if sight == CLEAR:
        return
    name = "partial sight" if sight == PARTIAL else "minimal sight"
    adjusts = sight_adjustment(house, sight)
    tally.add(adjusts, name, "sight.lines")
    if adjusts == 0:
        tally.note(name, "sight.lines")


# --- whether an attack can be made ---


def can_reach(fight: OldeFight, use: Use, here: i64, target: Combatant) -> bool:
    """Return whether a target is within reach or range, and seen, from a cell."""
    return why_not_reached(fight, use, here, target) == ""


def why_not_reached(fight: OldeFight, use: Use, here: i64, target: Combatant) -> str:
    """Return why a target cannot be attacked from a cell, as a template: it has to be within reach
    or range, and seen; empty if it can [attack.declare]."""
    distance = fight.scene.field.spaces(here, target.cell)
    if is_in_reach(use, distance):
        sight = fight.scene.grid.sight(here, target.cell)
        if is_enough(fight.house, sight):
            return ""
        return POOR_LINE if sight == MINIMAL else NO_LINE
    if not use.ranged:
        return OUT_OF_REACH
    return OWN_SPACE if distance == 0 else OUT_OF_RANGE


def why_not_ready(attacker: Combatant, use: Use) -> str:
    """Return why a crossbow cannot be shot, as a template; empty if it can.

    As a house rule one has to have the first of its minimums.
    """
    if not use.crossbow:
        return ""
    is_weak = attacker.sheet.brawn < use.two_hands
    if is_weak and attacker.scene.house.weak_crossbow != "penalty":
        return TOO_WEAK
    return "" if attacker.loaded else UNLOADED


def why_not_wielded(attacker: Combatant, weapon: Weapon, use: Use) -> str:
    """Return why a weapon cannot be used as it is held, as a template; empty if it can."""
    why = why_not_in_hand(attacker, weapon)
    if why or has_hands_for(attacker, weapon, use):
        return why
    return BOTH_HANDS


def why_not_attacked(
    fight: OldeFight, attacker: Combatant, weapon: Weapon, use: Use, target: Combatant
) -> str:
    """Return why an attack cannot be made from where the attacker stands, as a template; empty if
    it can."""
    if target.is_gone():
        return GONE
    if not attacker.can_attack():
        return UNABLE
    return (
        why_not_wielded(attacker, weapon, use)
        or why_not_reached(fight, use, attacker.cell, target)
        or why_not_ready(attacker, use)
    )


def hindrance_of(fight: OldeFight, attacker: Combatant, option: Option) -> str:
    """Return why an attack cannot be made, in words; empty if it can."""
    weapon = fight.scene.weapons[option.item]
    target = fight.combatants[option.target]
    use = weapon.use(option.verb == verbs.SHOOT)
    reach = f"{use.nearest} to {use.farthest}" if use.nearest < use.farthest else f"{use.farthest}"
    return why_not_attacked(fight, attacker, weapon, use, target).format(
        attacker=attacker.name,
        target=target.name,
        weapon=weapon.name,
        called=weapon.called(),
        conditions=", ".join(attacker.conditions()),
        act="shoot" if use.ranged else "strike",
        distance=fight.scene.field.spaces(attacker.cell, target.cell),
        reach=reach,
        limit=use.farthest,
        brawn=use.two_hands,
    )
