"""Rests between fights, and the changes that last until one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import DEAD, DOWN
from affray.core.recovery import NO_REST, Recovery
from affray.rulesets.mithryn.health import heal

if TYPE_CHECKING:  # named in the base of the class
    from affray.rulesets.mithryn.fight import MithrynFight  # noqa: F401

SHORT_REST: Final = "short rest"
LONG_REST: Final = "long rest"

CRITICAL: Final[i64] = 1
"""The highest hit points at which a short rest does not help."""
HEALING_SIDES: Final[i64] = 4


class MithrynRecovery(Recovery["MithrynFight"]):
    """The rests of Mithryn."""

    def rests(self) -> list[str]:
        return [NO_REST, SHORT_REST, LONG_REST]

    def rest(self, kind: str) -> None:
        """Restore Rank and 1d4 hit points for a short rest, Rank and 3d4 for a long one.

        A short rest does not help the Critical.
        """
        fight = self.fight
        for who in fight.combatants:
            if kind == NO_REST or who.state() == DEAD:
                continue
            if kind == SHORT_REST and who.hit_points <= CRITICAL:
                continue
            dice = 1 if kind == SHORT_REST else 3
            heal(who, who.sheet.rank + sum(fight.table.roll(dice, HEALING_SIDES)))

    def lasting(self, who: i64) -> list[tuple[str, str]]:
        """List lasting changes: lost hit points, collapse, death and used poultices.

        Weapons on the ground are picked up again.
        """
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
