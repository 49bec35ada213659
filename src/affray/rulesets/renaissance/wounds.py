"""Damage taken: wounds, falling, disabled, dead; fire and bleeding."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.rulesets.renaissance import log, verbs
from affray.rulesets.renaissance.awareness import notice, reveal
from affray.rulesets.renaissance.checks import aptitude_check
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.holds import let_go
from affray.rulesets.renaissance.mounts import mount_falls, unseat
from affray.rulesets.renaissance.readied import trigger

TURNS_A_MINUTE: Final[i64] = 20
"""A turn is about three seconds [turn.seconds]."""


def hurt(fight: RenaissanceFight, who: Combatant, dv: i64, by: Combatant | None) -> None:
    """Deal damage: every full Wound Threshold in it is a wound [wound.threshold].

    Damage of DUR disables, of the Death Rating kills [wound.disabled].
    """
    if dv <= 0 or who.is_dead():
        return
    before = who.damage
    was_able = who.is_able()
    was_bloodied = who.is_bloodied()
    who.damage = before + dv
    notice(fight, who)
    reveal(fight, who)
    wounds = dv // who.sheet.wound_threshold
    who.wounds += wounds
    log.hurt(fight, who, dv, wounds, before, by)
    if who.is_bloodied() and not was_bloodied and who.is_able():
        log.simple(fight, "bloodied", who, "turn.bloodied")
    if not who.is_able():
        if was_able or who.is_dead():
            go_down(fight, who, by)
    elif wounds > 0:
        checks = wounds if fight.house.wound_checks == "each" else 1
        while checks > 0 and not who.prone and who.is_able():
            checks -= 1
            keep_standing(fight, who, "wound.checks" if wounds > 1 else "wound.threshold")
    if fight.somebody_waits and by is not None and by.side != who.side:
        trigger(fight, verbs.ALLY_HURT, by)


def keep_standing(fight: RenaissanceFight, who: Combatant, rule: str) -> None:
    """Resolve SOM×3 with the new wounds, or fall prone: once for a hit, or for each wound
    [wound.checks]."""
    if not aptitude_check(fight, who, "SOM×3", 3 * who.sheet.born.som, False, rule):
        fall(fight, who, rule)


def fall(fight: RenaissanceFight, who: Combatant, rule: str) -> None:
    """Fall prone, a rider from the saddle; a mount takes its rider along [prone.rules,
    mount.fall]."""
    if who.prone:
        return
    log.falls(fight, who, rule)
    if who.mount >= 0:
        unseat(fight, who)
    who.prone = True
    who.braced = False
    if who.rider >= 0:
        mount_falls(fight, who)


def go_down(fight: RenaissanceFight, who: Combatant, by: Combatant | None) -> None:
    """Take a disabled or dead fighter out of every hold and out of the fight [wound.disabled]."""
    let_go(fight, who)
    who.forget_intentions()
    how = "is dead" if who.is_dead() else "is disabled"
    fight.tell_out(who, by, how, "wound.disabled")
    if who.rider >= 0:
        mount_falls(fight, who)
    if who.mount >= 0:
        unseat(fight, who)
    who.prone = True


def suffer(fight: RenaissanceFight, who: Combatant) -> None:
    """Apply fire for 1d10, and for a stump 1 DV every twentieth turn [turn.seconds]."""
    if who.burning:
        dv = fight.table.die(10)
        log.simple(fight, "burns", who, "area.splash", str(dv))
        hurt(fight, who, dv, None)
    if who.bleeding > 0 and who.is_able():
        who.bleeding += 1
        if who.bleeding > TURNS_A_MINUTE:
            who.bleeding = 1
            log.simple(fight, "bleeds", who, "turn.seconds")
            hurt(fight, who, 1, None)


def set_on_fire(fight: RenaissanceFight, who: Combatant, rule: str) -> None:
    """Set a fighter on fire, until it is put out."""
    if not who.burning:
        who.burning = True
        log.simple(fight, "catches fire", who, rule)
