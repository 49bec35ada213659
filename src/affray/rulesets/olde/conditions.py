"""Conditions: how they come, and how they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from affray.rulesets.olde import log
from affray.rulesets.olde.checks import Challenge, brawn_or_nerve_check
from affray.rulesets.olde.sheet import PERSISTENT, TEMPORARY, Condition

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight


def suffer(fight: OldeFight, who: Combatant, condition: Condition, duration: i64, cr: i64) -> None:
    """Give a fighter a condition; of two durations the longer holds."""
    if who.duration_of(condition) >= duration:
        return
    who.afflict(condition, duration, cr)
    log.suffers(fight, who, condition, duration)


def recover(fight: OldeFight, who: Combatant, condition: Condition) -> None:
    """End a condition, if the fighter has it."""
    if who.has(condition):
        who.cure(condition)
        log.recovers(fight, who, condition)


def end_temporary(fight: OldeFight, who: Combatant) -> None:
    """End temporary conditions at the Reset."""
    for one in who.afflictions:
        if one.duration == TEMPORARY:
            recover(fight, who, one.condition)


def end_persistent(fight: OldeFight, who: Combatant) -> None:
    """Make a recovery check for each persistent condition: Brawn or Nerve against its CR."""
    if not who.is_in_fight():
        return
    for one in who.afflictions:
        if one.duration == PERSISTENT:
            name = one.condition.name
            is_usual = one.cr == one.condition.cr
            cr_is = f"recovery from {name}" if is_usual else "as hard as the blow"
            challenge = Challenge(one.cr, f"to be no longer {name}", "conditions.list", cr_is)
            if brawn_or_nerve_check(fight, who, challenge):
                recover(fight, who, one.condition)
