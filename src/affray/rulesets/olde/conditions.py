"""Conditions: how they come, and how they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from affray.rulesets.olde import tell
from affray.rulesets.olde.checks import brawn_or_nerve_check
from affray.rulesets.olde.sheet import PERSISTENT, TEMPORARY, Condition

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight


def suffer(fight: OldeFight, who: Combatant, condition: Condition, duration: i64, cr: i64) -> None:
    """Somebody comes to have a condition; of two durations the longer holds [conditions.list]."""
    if who.duration_of(condition) >= duration:
        return
    who.afflict(condition, duration, cr)
    if fight.wants_events:
        tell.suffers(fight, who, condition, duration)


def recover(fight: OldeFight, who: Combatant, condition: Condition) -> None:
    """A condition ends, if somebody has it."""
    if who.has(condition):
        who.cure(condition)
        if fight.wants_events:
            tell.recovers(fight, who, condition)


def end_temporary(fight: OldeFight, who: Combatant) -> None:
    """Temporary conditions end at the Reset [turn.ap]."""
    for one in who.afflictions:
        if one.duration == TEMPORARY:
            recover(fight, who, one.condition)


def end_persistent(fight: OldeFight, who: Combatant) -> None:
    """A recovery check ends a persistent condition [turn.ap]: Brawn or Nerve against the
    condition's CR."""
    if not who.is_in_fight():
        return
    for one in who.afflictions:
        if one.duration == PERSISTENT:
            why = f"to be no longer {one.condition.name}" if fight.wants_events else ""
            if brawn_or_nerve_check(fight, who, one.cr, why, "conditions.list"):
                recover(fight, who, one.condition)
