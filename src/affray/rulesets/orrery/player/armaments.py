"""What somebody attacks with, and in which circumstances.

What is rolled for an attack, and against it, follows from who attacks whom and with what, and from
a few circumstances that change in a fight: whether the target is unaware, a friend helps,
somebody is in the way. Those are one small number, and what follows from it is kept with
the scenario for all of its fights.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.orrery.modifiers import barrier_between, somebody_in_the_way
from affray.rulesets.orrery.player.notes import Notes, notes_of
from affray.rulesets.orrery.sheet import MAGIC, MELEE, RANGED, SMALL
from affray.rulesets.orrery.sight import (
    ABOVE,
    AIMED_BADLY,
    BELOW,
    COVERED,
    FAR,
    NOT_AT_TOUCH,
    OBSCURED,
)

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight
    from affray.rulesets.orrery.player.estimates import AttackEstimate
    from affray.rulesets.orrery.setup import Scene

NO_CONDITION: Final[i64] = -1

# --- the circumstances of an attack, a bit each ---

UNAWARE: Final[i64] = 1
"""The target is defenseless, or the attacker Hidden from them."""

HELPED: Final[i64] = 2
"""A friend has helped the attacker."""

HINDERED: Final[i64] = 4
"""The attacker is frightened of the target, or by option Tethered."""

FACTOR_ADV: Final[i64] = 8
FACTOR_DIS: Final[i64] = 16
"""From afar something that gives adv, and something that gives dis."""

SHIELDED: Final[i64] = 8
"""In close combat, where there are no such factors: by option, the target has a shield."""

CIRCUMSTANCES: Final[i64] = 64
"""All of these numbers are below; beside those above there is the bit FAR."""


@mypyc_attr(acyclic=True)
class Armament:
    """A weapon, a rune or an engine in somebody's hands, what is rolled with it, and what can be
    expected of that."""

    def __init__(self, number: i64, item: i64, skill: i64, condition: i64, unarmed: bool) -> None:
        self.number: Final[i64] = number
        self.item: Final[i64] = item
        self.skill: Final[i64] = skill
        self.needs_touch: Final = skill == MELEE
        self.condition: Final[i64] = condition
        """The Condition one would use it for: a rune's, or the first a weapon is known for."""
        self.is_unarmed: Final = unarmed
        self.estimates: Final[list[AttackEstimate | None]] = []
        """For each target by the circumstances; an empty list as long as there is none."""


def armament_of(scene: Scene, who: i64, number: i64) -> Armament:
    """What somebody attacks with by its number, with weapons first, then runes, then engines."""
    notes = notes_of(scene)
    place = who * notes.armament_count + number
    found = notes.armaments[place]
    if found is None:
        found = make_armament(scene, notes, number)
        notes.armaments[place] = found
    return found


def make_armament(scene: Scene, notes: Notes, number: i64) -> Armament:
    """A weapon, a rune or an engine, of which nothing is expected yet."""
    if notes.first_rune <= number < notes.first_engine:
        rune = scene.runes[number - notes.first_rune]
        return Armament(number, rune.index, MAGIC, rune.condition_number, False)
    item = number if number < notes.first_rune else number - notes.first_engine
    weapon = scene.weapons[item] if number < notes.first_rune else scene.engines[item].like
    condition = weapon.condition_numbers[0] if weapon.condition_numbers else int(NO_CONDITION)
    return Armament(number, item, weapon.skill, condition, weapon.is_unarmed)


def circumstances_of(fight: OrreryFight, who: Combatant, target: Combatant, skill: i64) -> i64:
    """All that the estimate of an attack with a skill follows from but who attacks whom and with
    what, as a number."""
    found: i64 = 0
    if (who.hidden and who.side != target.side) or target.is_defenseless():
        found = UNAWARE
    if who.helped:
        found |= HELPED
    if who.frightened and who.frightened_of == target.index:
        found |= HINDERED
    if skill == MELEE:
        if fight.house.shield_block == "adv" and fight.has_shield(target):
            found |= SHIELDED
        return found
    if skill == RANGED:
        if fight.house.tethered_aim == "dis" and who.is_tethered():
            found |= HINDERED
    elif not fight.house.rune_factors:
        return found
    return found | factors_of(fight, who, target, found & UNAWARE != 0)


def factors_of(fight: OrreryFight, who: Combatant, target: Combatant, unaware: bool) -> i64:
    """Whether any factor of a ranged attack gives adv and any dis, and whether it is at
    Distant."""
    sight = fight.scene.sight
    view: i64 = sight.views[who.spot * sight.count + target.spot]
    found = view & FAR
    if view & ABOVE:
        found |= FACTOR_ADV
    if (
        view & (COVERED | BELOW | OBSCURED)
        or target.sheet.size_class <= SMALL
        or (view & AIMED_BADLY and not unaware)
        or (view & NOT_AT_TOUCH and who.blinded)
        or is_something_in_the_way(fight, who, target)
    ):
        found |= FACTOR_DIS
    return found


def is_something_in_the_way(fight: OrreryFight, who: Combatant, target: Combatant) -> bool:
    """Whether a gate or somebody else gives the target cover [modifier.gate,
    modifier.in-the-way]."""
    if who.spot == target.spot:
        return False
    if fight.scene.barriers:
        gate = barrier_between(fight, who.spot, target.spot)
        if gate is not None and gate is not target:
            return True
    return somebody_in_the_way(fight, who, target) is not None
