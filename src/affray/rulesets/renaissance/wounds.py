"""Damage taken: wounds, falling, disabled, dead; fire and bleeding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.renaissance.checks import aptitude_check

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight

TURNS_A_MINUTE: Final[i64] = 20
"""A turn is about three seconds [turn.seconds]."""


def hurt(fight: RenaissanceFight, who: Combatant, dv: i64, by: Combatant | None) -> None:
    """Takes damage: every full Wound Threshold in it is a wound [wound.threshold]; damage of DUR
    disables and of the Death Rating kills [wound.disabled]."""
    if dv <= 0 or who.is_dead():
        return
    body = who.sheet.body
    before = who.damage
    was_able = who.able()
    was_bloodied = who.bloodied()
    who.damage = before + dv
    wounds = dv // body.wound_threshold
    who.wounds += wounds
    if fight.wants_events:
        tell_hurt(fight, who, dv, wounds, before, by)
        if who.bloodied() and not was_bloodied and who.able():
            fight.tell("bloodied", {"who": who.name}, ("turn.bloodied",))
    if not who.able():
        if was_able or who.is_dead():
            go_down(fight, who, by)
    elif wounds > 0 and not who.prone:
        keep_standing(fight, who, "wound.threshold")
    fight.was_hurt(who, by)


def keep_standing(fight: RenaissanceFight, who: Combatant, rule: str) -> None:
    """SOM×3, with the new wounds, or fall prone [wound.threshold]."""
    if not aptitude_check(fight, who, "SOM×3", 3 * who.sheet.aptitudes.som, False, rule):
        fall(fight, who, rule)


def fall(fight: RenaissanceFight, who: Combatant, rule: str) -> None:
    """Falls prone [prone.rules]; a mount takes its rider along [mount.fall]."""
    if who.prone or who.mount >= 0:
        return
    who.prone = True
    who.braced = False
    if fight.wants_events:
        fight.tell("falls", {"who": who.name}, (rule, "prone.rules"))
    if who.rider >= 0:
        fight.mount_falls(who)


def go_down(fight: RenaissanceFight, who: Combatant, by: Combatant | None) -> None:
    """Disabled or dead [wound.disabled]: out of every hold, and out of the fight."""
    fight.let_go(who)
    if fight.wants_events:
        how = "is dead" if who.is_dead() else "is disabled"
        fight.tell_out(who, by, how, "wound.disabled")
    if who.rider >= 0:
        fight.mount_falls(who)
    if who.mount >= 0:
        fight.unseat(who)
    who.prone = True


def tell_hurt(
    fight: RenaissanceFight,
    who: Combatant,
    dv: i64,
    wounds: i64,
    before: i64,
    by: Combatant | None,
) -> None:
    """Tells the damage and what is left of DUR."""
    body = who.sheet.body
    fight.tell(
        "hurt",
        {
            "who": who.name,
            "by": by.name if by is not None else None,
            "harm": int(dv),
            "wounds": int(wounds),
            "s": "" if wounds == 1 else "s",
            "before": int(before),
            "now": int(who.damage),
            "dur": int(body.dur),
        },
        ("wound.threshold", "armor.reduces"),
    )


def suffer(fight: RenaissanceFight, who: Combatant) -> None:
    """At the start of a turn: fire burns for 1d10, and a stump bleeds 1 DV a minute, which is
    every twentieth turn [turn.seconds]."""
    if who.burning:
        dv = fight.table.die(10)
        if fight.wants_events:
            fight.tell("burns", {"who": who.name, "dv": int(dv)}, ("area.splash",))
        hurt(fight, who, dv, None)
    if who.bleeding > 0 and who.able():
        who.bleeding += 1
        if who.bleeding > TURNS_A_MINUTE:
            who.bleeding = 1
            if fight.wants_events:
                fight.tell("bleeds", {"who": who.name}, ("turn.seconds", "strike.maim"))
            hurt(fight, who, 1, None)
