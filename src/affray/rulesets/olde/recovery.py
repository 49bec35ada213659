"""What lasts from one fight to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from affray.core.fight import DEAD
from affray.core.recovery import Recovery

if TYPE_CHECKING:  # named in the base of the class
    from affray.rulesets.olde.fight import OldeFight  # noqa: F401


class OldeRecovery(Recovery["OldeFight"]):
    """No rest between fights: what binding and days bring back takes checks that a game master
    calls for."""

    def lasting(self, who: i64) -> list[tuple[str, str]]:
        """Return what lasts: lost hit points and death."""
        fighter = self.fight.combatants[who]
        if fighter.is_dead():
            return [("state", DEAD)]
        if fighter.hit_points < fighter.sheet.hp:
            return [("health", str(fighter.health()))]
        return []
