"""The time between fights: lasting harm, and healing."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import DEAD
from affray.core.recovery import NO_REST, Recovery
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.sheet import LIMBS

DAY: Final = "a day"
WEEK: Final = "a week"

DAYS_A_WEEK: Final[i64] = 7


class RenaissanceRecovery(Recovery[RenaissanceFight]):
    """The healing between fights, and its limits."""

    def rests(self) -> list[str]:
        return [NO_REST, DAY, WEEK]

    def rest(self, kind: str) -> None:
        """Heal one point of damage a day; a wound a week once all damage is healed."""
        for who in self.fight.combatants:
            if kind == NO_REST or who.is_dead():
                continue
            if who.damage > 0:
                healed = who.damage - (DAYS_A_WEEK if kind == WEEK else 1)
                who.damage = healed if healed > 0 else 0
            elif kind == WEEK and who.wounds > 0:
                who.wounds -= 1

    def lasting(self, who: i64) -> list[tuple[str, str]]:
        """List lasting harm: damage, wounds, lost limbs and death."""
        combatant = self.fight.combatants[who]
        if combatant.is_dead():
            return [("state", DEAD)]
        found: list[tuple[str, str]] = []
        if combatant.damage > 0:
            found.append(("health", str(combatant.health())))
        if combatant.wounds > 0:
            found.append(("condition", f"{combatant.wounds} wounds"))
        for name, limb in LIMBS:
            if combatant.lost_limbs & limb:
                found.append(("condition", f"lost {name}"))
        return found
