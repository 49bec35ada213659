"""Fighting without a weapon, and with natural ones."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from mypy_extensions import i64

from affray.core.table import Stage, Table
from affray.rulesets.renaissance import log, tags
from affray.rulesets.renaissance.armor import armor_of
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.effort import (
    CRITICAL_FAILURE,
    EXCEPTIONAL_FAILURE,
    SUCCESS,
    Modifiers,
)
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.sheet import Weapon
from affray.rulesets.renaissance.wounds import hurt

NATURAL_DEFENSE: Final[i64] = -10
"""The defence modifier of natural weapons against the armed [natural.armed]."""


UNARMED_ATTACK_PENALTY: Final[i64] = -10
UNARMED_DEFENSE_PENALTIES: Final[dict[str, int]] = {"section": -20, "unsorted": -10, "none": 0}
"""The modifiers of attack and defence against the armed [unarmed.versus-armed]."""


class Bruise(Stage):
    """1d10÷2, for knuckles on armour."""

    def key(self) -> Hashable:
        return 0

    def play(self, table: Table) -> i64:
        return table.die(10) // 2


def is_armed(fight: RenaissanceFight, who: Combatant) -> bool:
    """Return whether a fighter has a weapon in hand, or a natural one [natural.armed]."""
    if who.main >= 0 or who.off >= 0:
        return True
    for item in who.sheet.always:
        if not fight.scene.weapons[item].tags & (tags.UNARMED_ATTACK | tags.TOUCH | tags.INDICATE):
            return True
    return False


def attack_unarmed(
    fight: RenaissanceFight, target: Combatant, weapon: Weapon, mods: Modifiers
) -> None:
    """Add the penalty of bare hands against the armed [unarmed.versus-armed]."""
    if weapon.is_unarmed() and is_armed(fight, target):
        if fight.house.unarmed_penalty != "none":
            mods.add(UNARMED_ATTACK_PENALTY, "unarmed against armed", "unarmed.versus-armed")


def defend_unarmed(
    fight: RenaissanceFight, parried_with: Weapon, against: Weapon, mods: Modifiers
) -> None:
    """Add the penalty for parrying a weapon without one [unarmed.versus-armed, natural.armed]."""
    if against.is_unarmed():
        return
    if parried_with.is_unarmed():
        penalty = UNARMED_DEFENSE_PENALTIES[fight.house.unarmed_penalty]
        mods.add(penalty, "against a weapon", "unarmed.versus-armed")
    elif parried_with.is_natural() and not against.is_natural():
        mods.add(NATURAL_DEFENSE, "against a weapon", "natural.armed")


def bruise_knuckles(
    fight: RenaissanceFight, attacker: Combatant, target: Combatant, weapon: Weapon, quality: i64
) -> None:
    """Hurt an attacker whose unarmed attack on armour fails exceptionally [unarmed.versus-armor].

    A critical failure counts as exceptional, unless a house rule says otherwise [unarmed.critical].
    """
    if quality > EXCEPTIONAL_FAILURE or not weapon.is_unarmed():
        return
    if quality == CRITICAL_FAILURE and not fight.house.critical_bruises:
        return
    if armor_of(target, SUCCESS) > 0:
        dv = fight.table.stage(Bruise())
        log.bruises(fight, attacker, target, dv, quality == CRITICAL_FAILURE)
        hurt(fight, attacker, dv, target)
