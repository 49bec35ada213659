"""Between fights: what lasts, and what time brings back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import DEAD
from affray.core.recovery import AT_ONCE, Recovery
from affray.rulesets.renaissance.sheet import LIMBS

if TYPE_CHECKING:  # named in the base of the class
    from affray.rulesets.renaissance.fight import RenaissanceFight  # noqa: F401

DAY: Final = "a day"
WEEK: Final = "a week"

DAYS_A_WEEK: Final[i64] = 7


class RenaissanceRecovery(Recovery["RenaissanceFight"]):
    """What time heals, and what it does not."""

    def rests(self) -> list[str]:
        return [AT_ONCE, DAY, WEEK]

    def rest(self, kind: str) -> None:
        """Heal one point of damage a day; a wound a week once all damage is healed."""
        for who in self.fight.combatants:
            if kind == AT_ONCE or who.is_dead():
                continue
            if who.damage > 0:
                healed = who.damage - (DAYS_A_WEEK if kind == WEEK else 1)
                who.damage = healed if healed > 0 else 0
            elif kind == WEEK and who.wounds > 0:
                who.wounds -= 1

    def lasting(self, who: i64) -> list[tuple[str, str]]:
        """List what lasts: damage, wounds, lost limbs and death."""
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
