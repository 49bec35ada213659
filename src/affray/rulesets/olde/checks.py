"""Checks of a stat against a Challenge Rating."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.olde import tell
from affray.rulesets.olde.adjustments import Tally, check_adjustments, check_total
from affray.rulesets.olde.dice import OpposedAttempt, throw_check
from affray.rulesets.olde.sheet import BRAWN, NERVE

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight

EASY: Final[i64] = 6
MODERATE: Final[i64] = 9
HARD: Final[i64] = 12

RATINGS: Final = {
    "CR 9": 9,
    "CR 6": 6,
    "CR 12": 12,
    "CR 15": 15,
    "CR 18": 18,
    "CR 21": 21,
}
"""The Challenge Ratings from Easy to Godly, first Moderate, which is usual [check.rating]."""


def check(
    fight: OldeFight, who: Combatant, stat: i64, tally: Tally, cr: i64, why: str, rule: str
) -> bool:
    """Two exploding dice of a stat and the adjustments, against a CR; equal is enough."""
    if not fight.table.follows_stages and not fight.wants_events:
        return throw_check(fight.table, who.sheet.rank(stat)) + tally.total >= cr
    attempt = OpposedAttempt(0, cr, who.sheet.rank(stat), tally.total, -1, 0)
    fight.table.stage(attempt)
    success = attempt.margin >= 0
    if fight.wants_events:
        tell.check(fight, who, stat, attempt, tally, success, why, rule)
    return success


def brawn_or_nerve_check(fight: OldeFight, who: Combatant, cr: i64, why: str, rule: str) -> bool:
    """A Brawn or a Nerve check, whichever is better."""
    if not fight.table.follows_stages and not fight.wants_events:
        return throw_brawn_or_nerve(fight, who) >= cr
    brawn = check_adjustments(fight, who, BRAWN)
    nerve = check_adjustments(fight, who, NERVE)
    sheet = who.sheet
    if sheet.nerve + nerve.total > sheet.brawn + brawn.total:
        return check(fight, who, NERVE, nerve, cr, why, rule)
    return check(fight, who, BRAWN, brawn, cr, why, rule)


def throw_brawn_or_nerve(fight: OldeFight, who: Combatant) -> i64:
    """What such a check comes to where nobody sees the dice."""
    brawn, nerve = check_total(who, BRAWN), check_total(who, NERVE)
    sheet = who.sheet
    if sheet.nerve + nerve > sheet.brawn + brawn:
        return nerve + throw_check(fight.table, sheet.nerve)
    return brawn + throw_check(fight.table, sheet.brawn)
