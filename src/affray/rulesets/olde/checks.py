"""Checks of a stat against a Challenge Rating."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.olde.adjustments import Tally, check_adjustments
from affray.rulesets.olde.dice import Opposed, named
from affray.rulesets.olde.gear import BRAWN, NERVE, STATS

if TYPE_CHECKING:
    from affray.rulesets.olde.fight import Combatant, OldeFight

EASY: Final[i64] = 6
MODERATE: Final[i64] = 9
HARD: Final[i64] = 12


def check(
    fight: OldeFight, who: Combatant, stat: i64, tally: Tally, cr: i64, why: str, rule: str
) -> bool:
    """Two exploding dice of a stat and the adjustments, against a CR; equal is enough."""
    rank = who.sheet.rank(stat)
    attempt = Opposed(0, cr, rank, tally.total, -1, 0)
    success = fight.table.stage(attempt) >= 0
    if fight.wants_events:
        fight.tell(
            "check",
            {
                "who": who.name,
                "stat": STATS[stat],
                "why": why,
                "pool": named(rank, True),
                "dice": attempt.second_dice,
                "made_of": tally.text(),
                "total": int(attempt.total),
                "cr": int(cr),
                "result": "success" if success else "failure",
                "because": [[f"{named(rank, True)} {STATS[stat]}", "dice.rank"], *tally.because],
            },
            (rule, "dice.rank", *tally.rules),
        )
    return success


def sturdy_check(fight: OldeFight, who: Combatant, cr: i64, why: str, rule: str) -> bool:
    """A Brawn or a Nerve check, whichever is better."""
    brawn = check_adjustments(fight, who, BRAWN)
    nerve = check_adjustments(fight, who, NERVE)
    sheet = who.sheet
    if sheet.nerve + nerve.total > sheet.brawn + brawn.total:
        return check(fight, who, NERVE, nerve, cr, why, rule)
    return check(fight, who, BRAWN, brawn, cr, why, rule)
