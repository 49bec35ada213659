"""Checks of a stat against a Challenge Rating."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

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
    fight: OldeFight,
    who: Combatant,
    stat: i64,
    tally: Tally,
    cr: i64,
    why: str,
    rule: str,
    about: str = "",
) -> bool:
    """Roll two exploding dice of a stat, with adjustments, against a Challenge Rating; equal is
    enough [check.rating].

    `why` says what it is for, and ends with the name `about`.
    """
    attempt = OpposedAttempt(0, cr, who.sheet.rank(stat), tally.total, -1, 0)
    fight.table.stage(attempt)
    success = attempt.margin >= 0
    log.check(fight, who, stat, attempt, tally, success, why, about, rule)
    return success


def brawn_or_nerve_check(
    fight: OldeFight, who: Combatant, cr: i64, why: str, rule: str, about: str = ""
) -> bool:
    """Make a Brawn or a Nerve check, whichever is better."""
    brawn = Tally(fight.has_listener)
    add_check(brawn, who, BRAWN)
    nerve = Tally(fight.has_listener)
    add_check(nerve, who, NERVE)
    sheet = who.sheet
    if sheet.nerve + nerve.total > sheet.brawn + brawn.total:
        return check(fight, who, NERVE, nerve, cr, why, rule, about)
    return check(fight, who, BRAWN, brawn, cr, why, rule, about)
