"""Between fights: what lasts, and what time brings back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AT_ONCE, DEAD
from affray.rulesets.renaissance.strikes import EYE, HAND, LEG

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight

DAY: Final = "a day"
WEEK: Final = "a week"
RESTS: Final = [AT_ONCE, DAY, WEEK]

DAYS_A_WEEK: Final[i64] = 7
LIMBS: Final = [("hand", HAND), ("leg", LEG), ("eye", EYE)]


def rest(fight: RenaissanceFight, kind: str) -> None:
    """A body heals one point of damage a day; with all of it healed, a wound a week."""
    for who in fight.combatants:
        if kind == AT_ONCE or who.is_dead():
            continue
        if who.damage > 0:
            healed = who.damage - (DAYS_A_WEEK if kind == WEEK else 1)
            who.damage = healed if healed > 0 else 0
        elif kind == WEEK and who.wounds > 0:
            who.wounds -= 1


def lasting(who: Combatant) -> list[tuple[str, str]]:
    """Damage, wounds, lost limbs and death last."""
    if who.is_dead():
        return [("state", DEAD)]
    found: list[tuple[str, str]] = []
    if who.damage > 0:
        found.append(("health", str(who.health())))
    if who.wounds > 0:
        found.append(("condition", f"{who.wounds} wounds"))
    for name, limb in LIMBS:
        if who.lost_limbs & limb:
            found.append(("condition", f"lost {name}"))
    return found
