"""Conditions: who has them, for how long, and how they end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.olde.checks import sturdy_check

if TYPE_CHECKING:
    from affray.rulesets.olde.fight import Combatant, OldeFight

NOT_SUFFERED: Final[i64] = 0
TEMPORARY: Final[i64] = 1
PERSISTENT: Final[i64] = 2
PERMANENT: Final[i64] = 3
DURATIONS: Final = ["", "temporary", "persistent", "permanent"]
"""Until the next Reset, until a recovery check, or until something else ends it."""


def suffer(fight: OldeFight, who: Combatant, condition: i64, duration: i64, cr: i64) -> None:
    """Somebody comes to have a condition; of two durations the longer holds [conditions.list]."""
    if who.marks[condition] >= duration:
        return
    who.mark(condition, duration, cr)
    if fight.wants_events:
        fight.tell(
            "suffers",
            {
                "who": who.name,
                "condition": fight.scene.conditions[condition].name,
                "duration": DURATIONS[duration],
            },
            ("conditions.list",),
        )


def recover(fight: OldeFight, who: Combatant, condition: i64) -> None:
    """A condition ends."""
    if who.marks[condition] == NOT_SUFFERED:
        return
    who.mark(condition, NOT_SUFFERED, 0)
    if fight.wants_events:
        name = fight.scene.conditions[condition].name
        fight.tell("recovers", {"who": who.name, "condition": name}, ("conditions.list",))


def end_temporary(fight: OldeFight, who: Combatant) -> None:
    """Temporary conditions and adjustments end at the Reset [turn.ap]."""
    who.temporary = []
    who.blocking = False
    if who.afflicted:
        for condition in range(len(who.marks)):
            if who.marks[condition] == TEMPORARY:
                recover(fight, who, condition)


def end_persistent(fight: OldeFight, who: Combatant) -> None:
    """A recovery check ends a persistent condition [turn.ap]: Brawn or Nerve against the
    condition's CR."""
    if not who.afflicted or not who.able():
        return
    for condition in range(len(who.marks)):
        if who.marks[condition] == PERSISTENT:
            name = fight.scene.conditions[condition].name
            why = f"to be no longer {name}"
            if sturdy_check(fight, who, who.recovery[condition], why, "conditions.list"):
                recover(fight, who, condition)
