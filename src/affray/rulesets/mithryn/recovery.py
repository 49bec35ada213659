"""Between fights: what lasts, and what a rest brings back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import DEAD, DOWN
from affray.core.recovery import AT_ONCE, Recovery
from affray.rulesets.mithryn.health import heal

if TYPE_CHECKING:  # named in the base of the class
    from affray.rulesets.mithryn.fight import MithrynFight  # noqa: F401

SHORT_REST: Final = "short rest"
LONG_REST: Final = "long rest"

CRITICAL: Final[i64] = 1
"""Hit points at which a short rest helps no more."""
HEALING_SIDES: Final[i64] = 4


class MithrynRecovery(Recovery["MithrynFight"]):
    """Rests, and what lasts until one."""

    def rests(self) -> list[str]:
        return [AT_ONCE, SHORT_REST, LONG_REST]

    def rest(self, kind: str) -> None:
        """A short rest brings back Rank and 1d4 hit points, but not to the Critical; a long one
        Rank and 3d4."""
        fight = self.fight
        for who in fight.combatants:
            if kind == AT_ONCE or who.state() == DEAD:
                continue
            if kind == SHORT_REST and who.hit_points <= CRITICAL:
                continue
            dice = 1 if kind == SHORT_REST else 3
            heal(fight, who, who.sheet.rank + sum(fight.table.roll(dice, HEALING_SIDES)))

    def lasting(self, who: i64) -> list[tuple[str, str]]:
        """Lost hit points, collapse and death last, and poultices are used up. Weapons that lie
        about are picked up again."""
        combatant = self.fight.combatants[who]
        if combatant.state() == DEAD:
            return [("state", DEAD)]
        found: list[tuple[str, str]] = []
        if combatant.hit_points < combatant.sheet.hit_points:
            found.append(("health", str(combatant.hit_points)))
        if combatant.collapsed and combatant.hit_points > 0:
            found.append(("state", DOWN))
        used = combatant.sheet.poultices - combatant.poultices
        found.extend([("gear", "not poultice")] * used)
        return found
