"""Between fights: what lasts, and what a rest brings back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AT_ONCE, DEAD, DOWN
from affray.rulesets.mithryn.health import heal

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight

SHORT_REST: Final = "short rest"
LONG_REST: Final = "long rest"
RESTS: Final = [AT_ONCE, SHORT_REST, LONG_REST]

HEALING_SIDES: Final[i64] = 4
SHORT_DICE: Final[i64] = 1
LONG_DICE: Final[i64] = 3
CRITICAL: Final[i64] = 1
"""Hit points at which a short rest helps no more."""


def rest(fight: MithrynFight, kind: str) -> None:
    """A short rest brings back Rank and 1d4 hit points, but not to the Critical; a long one Rank
    and 3d4."""
    for who in fight.combatants:
        if kind == AT_ONCE or who.state() == DEAD:
            continue
        if kind == SHORT_REST and who.hit_points <= CRITICAL:
            continue
        dice = SHORT_DICE if kind == SHORT_REST else LONG_DICE
        heal(who, who.sheet.rank + sum(fight.table.roll(dice, HEALING_SIDES)))


def lasting(who: Combatant) -> list[tuple[str, str]]:
    """Lost hit points, collapse and death last, and poultices are used up. Weapons that lie about
    are picked up again."""
    if who.state() == DEAD:
        return [("state", DEAD)]
    found: list[tuple[str, str]] = []
    if who.hit_points < who.sheet.hit_points:
        found.append(("health", str(who.hit_points)))
    if who.collapsed and who.hit_points > 0:
        found.append(("state", DOWN))
    found.extend([("gear", "not poultice")] * (who.sheet.poultices - who.poultices))
    return found
