"""Checks of a stat against a Challenge Rating."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.olde import log
from affray.rulesets.olde.adjustments import Tally, add_check
from affray.rulesets.olde.dice import OpposedAttempt
from affray.rulesets.olde.sheet import BRAWN, NERVE

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight

EASY: Final[i64] = 6
MODERATE: Final[i64] = 9
HARD: Final[i64] = 12


@mypyc_attr(acyclic=True)
class Challenge:
    """The challenge of a check: its Challenge Rating `cr`, its purpose `why`, and its rule.

    `cr_is` says where a rating without a name comes from, such as "the damage".
    """

    def __init__(self, cr: i64, why: str, rule: str, cr_is: str = "") -> None:
        self.cr: Final[i64] = cr
        self.why: Final = why
        self.rule: Final = rule
        self.cr_is: Final = cr_is


def check(fight: OldeFight, who: Combatant, stat: i64, tally: Tally, challenge: Challenge) -> bool:
    """Roll two exploding dice of a stat against a Challenge Rating; equal is enough
    [check.rating]."""
    attempt = OpposedAttempt(0, challenge.cr, who.sheet.rank(stat), tally.total, -1, 0)
    fight.table.stage(attempt)
    success = attempt.margin >= 0
    log.check(fight, who, stat, attempt, tally, challenge, success)
    return success


def brawn_or_nerve_check(fight: OldeFight, who: Combatant, challenge: Challenge) -> bool:
    """Make a Brawn or a Nerve check, whichever is better."""
    brawn = Tally(fight.has_listener)
    add_check(brawn, who, BRAWN)
    nerve = Tally(fight.has_listener)
    add_check(nerve, who, NERVE)
    if who.sheet.nerve + nerve.total > who.sheet.brawn + brawn.total:
        return check(fight, who, NERVE, nerve, challenge)
    return check(fight, who, BRAWN, brawn, challenge)
