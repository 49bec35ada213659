"""What something follows from, as numbers by which it is kept and found again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.renaissance.player.lines import FireLine, line_of_fire

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.player.mind import Mind
    from affray.rulesets.renaissance.sheet import Weapon

# --- how an attack is made, apart from who, on whom, with what and as which strike ---

THROWN: Final[i64] = 1
OFF_HAND: Final[i64] = 2
ONE_OF_MANY: Final[i64] = 4
MANY_TARGETS: Final[i64] = 8
RIDING_BY: Final[i64] = 16
RECEIVING_CHARGE: Final[i64] = 32

# --- what it follows from on either side ----------------------------------------------------------

MAX_WOUNDS: Final[i64] = 15
"""Estimates are kept for fighters who feel no more wounds than this."""

REACTED: Final[i64] = 2
"""Part of the number of a target that has taken its reaction."""

UNKEPT: Final[i64] = -1
"""Stands for one whose figures are too large to be kept, or of whose gear nothing is kept."""


def attacker_code(
    mind: Mind,
    who: Combatant,
    target: Combatant,
    weapon: Weapon,
    strike: i64,
    fists: i64,
    manner: i64,
) -> i64:
    """All that an attack follows from on the attacker's side, and of the distance, as a number;
    UNKEPT if one has no room for it."""
    code = wielder_code(mind, who, weapon, strike, fists, manner)
    if manner & THROWN or not weapon.is_melee():
        return with_aim(who, line_of_fire(mind, weapon, who.cell, target.cell), code)
    return code


def wielder_code(
    mind: Mind, who: Combatant, weapon: Weapon, strike: i64, fists: i64, manner: i64
) -> i64:
    """The same without the distance, for any target."""
    wounds = who.felt_wounds()
    gear = mind.gear_number(who)
    if wounds > MAX_WOUNDS or gear < 0 or not mind.keeps_estimates:
        return UNKEPT
    code = who.index << 8 | weapon.index
    code = code << 8 | (who.mount + 1)
    code = code << 8 | gear
    code = code << 4 | wounds
    code = code << 3 | strike
    code = code << 6 | manner
    # each of the rest seldom holds, so that passing it by is quicker than adding a 0
    code <<= 15
    if who.dazed:
        code |= 1 << 14
    if who.ran:
        code |= 1 << 13
    if who.prone:
        code |= 1 << 12
    if who.charged:
        code |= 1 << 11
    if who.hidden:
        code |= 1 << 10
    if who.rider >= 0:
        code |= 1 << 9
    if who.gear.free_hands > fists:
        code |= 1 << 8
    if weapon.harm_overcharged is not None and who.load_of(weapon.base) == 2:
        code |= 1 << 7
    return code


def with_aim(who: Combatant, line: FireLine, code: i64) -> i64:
    """Such a number of one who attacks from afar, with what counts on the way to the target."""
    if code == UNKEPT:
        return UNKEPT
    return code | line.code << 1 | (1 if who.has_lost_eye() else 0)


def target_code(mind: Mind, who: Combatant) -> i64:
    """All that an attack follows from on its target's side but for what they have left, as a
    number; UNKEPT if one has no room for it. Where a parry is a reaction, whether they have one
    left comes to it (REACTED)."""
    wounds = who.felt_wounds()
    gear = mind.gear_number(who)
    if wounds > MAX_WOUNDS or gear < 0:
        return UNKEPT
    code = who.index << 8 | gear
    code = code << 4 | wounds
    code <<= 10
    if who.mount >= 0:
        code |= 1 << 9
    if who.dazed:
        code |= 1 << 8
    if who.ran:
        code |= 1 << 7
    if who.prone:
        code |= 1 << 6
    if who.melted:
        code |= 1 << 5
    if who.feinted:
        code |= 1 << 4
    if who.unaware:
        code |= 1 << 3
    if who.full_defense:
        code |= 1 << 2
    if who.grabbed_by >= 0 or who.pinned:
        code |= 1
    return code


# --- where it is kept -----------------------------------------------------------------------------

ONE_MIX: Final[i64] = 0x1E3779B97F4A7C15
OTHER_MIX: Final[i64] = 0x15EBCA7712B2AE3D
"""What a pair of numbers is multiplied by to find its place among those kept."""


def place_of(one: i64, other: i64) -> i64:
    """Where what follows from a pair of numbers is kept: the last bits of this number, at most
    fifteen. Compiled the product wraps round, of which these bits know nothing."""
    return one * ONE_MIX + other * OTHER_MIX >> 49
