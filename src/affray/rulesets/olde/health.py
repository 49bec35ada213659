"""Injury: hit points, stunning blows, dying, and first aid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.olde import log
from affray.rulesets.olde.adjustments import Tally, add_check, add_skill
from affray.rulesets.olde.checks import EASY, HARD, MODERATE, Challenge, brawn_or_nerve_check, check
from affray.rulesets.olde.conditions import recover, suffer
from affray.rulesets.olde.sheet import (
    HEALING,
    PERMANENT,
    PERSISTENT,
    SAVVY,
)

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight

DYING_LOSS: Final[i64] = 1
"""What a dying fighter loses each turn."""


def hurt(
    fight: OldeFight,
    who: Combatant,
    harm: i64,
    by: Combatant | None,
    rules: tuple[str, ...],
    cause: str = "",
) -> None:
    """Take damage off the hit points, which may stun or drop the fighter. `cause` says what it
    comes from, if it is no attack."""
    if harm <= 0 or who.is_dead():
        return
    was_up = who.hit_points > 0
    before = who.hit_points
    who.hit_points = before - harm
    log.hurt(fight, who, by, harm, before, cause, rules)
    if who.hit_points <= 0:
        who.stabilised = False
        if was_up:
            drop(fight, who, by)
        if who.is_dead():
            log.dies(fight, who)
    elif 2 * harm > who.sheet.hp:
        stunning_blow(fight, who, harm)


def stunning_blow(fight: OldeFight, who: Combatant, harm: i64) -> None:
    """Check Brawn or Nerve against damage of more than half the hit points at once, or be stunned
    until such a check succeeds at a Reset [health.stunning-blow]."""
    why, rule = "against a stunning blow", "health.stunning-blow"
    if not brawn_or_nerve_check(fight, who, Challenge(harm, why, rule, "the damage")):
        suffer(fight, who, fight.scene.stunned, PERSISTENT, harm)


def drop(fight: OldeFight, who: Combatant, by: Combatant | None) -> None:
    """Fall at 0 hit points or below, incapacitated and dying [health.down]."""
    who.afflict(fight.scene.prone, PERMANENT, 0)
    who.cure(fight.scene.stunned)
    who.action_points = 0
    fight.tell_out(who, by, "drops", "health.down")


def lose_blood(fight: OldeFight, who: Combatant) -> None:
    """Lose what conditions take at each Reset; the dying lose a hit point a turn."""
    if who.is_in_fight():
        for one in who.afflictions:
            loses, name = one.condition.loses, one.condition.name
            hurt(fight, who, loses, None, ("conditions.list", "turn.ap"), name)
    elif who.is_dying():
        hurt(fight, who, DYING_LOSS, None, ("health.down",), "dying")


def needs_aid(fight: OldeFight, who: Combatant) -> bool:
    """Return whether first aid has something to stop."""
    return who.is_dying() or (who.is_in_fight() and who.has(fight.scene.bleeding))


def aid_cr(who: Combatant, patient: Combatant) -> i64:
    """Return the CR of first aid: Easy for the bruised, else Moderate; a step harder on oneself."""
    bruised = 2 * patient.hit_points >= patient.sheet.hp
    if who is patient:
        return MODERATE if bruised else HARD
    return EASY if bruised else MODERATE


def first_aid(fight: OldeFight, who: Combatant, patient: Combatant) -> None:
    """Stop bleeding and dying by a Healing check; without the skill it is Savvy at -2."""
    log.aids(fight, who, patient)
    tally = Tally(fight.has_listener)
    add_check(tally, who, SAVVY)
    add_skill(tally, who.sheet.skill_ranks[HEALING], "healing")
    challenge = Challenge(aid_cr(who, patient), f"to stabilise {patient.name}", "health.down")
    if check(fight, who, SAVVY, tally, challenge):
        patient.stabilised = patient.hit_points <= 0
        recover(fight, patient, fight.scene.bleeding)
        log.stabilised(fight, patient, who)
