"""Hit points, the Wounded and Critical tiers, and what becomes of those who drop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import PlainQuestion
from affray.rulesets.mithryn import options, tell
from affray.rulesets.mithryn.checks import check

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight


FATES: Final = [options.SCAR, options.DEATH]


def hurt(fight: MithrynFight, who: Combatant, hits: i64, by: Combatant | None) -> None:
    """Each hit takes one hit point [attack.hits], and lower tiers take their toll."""
    if hits <= 0 or who.hit_points == 0:
        return
    was_wounded = who.is_wounded()
    before = who.hit_points
    who.hit_points = before - hits if before > hits else 0
    if fight.wants_events:
        fight.tell_hurt(who, by, hits, before, who.hit_points, ("attack.hits",))
    if who.hit_points == 0:
        drop(fight, who, by)
        return
    if fight.wants_events and who.is_wounded() and not was_wounded:
        tell.is_wounded(fight, who)
    if who.hit_points == 1 and who.sheet.has_wounded_tier:
        critical(fight, who, by)


def critical(fight: MithrynFight, who: Combatant, by: Combatant | None) -> None:
    """At 1 HP a STR check keeps a PC up; failing it, they collapse [health.critical]."""
    if not check(fight, who, "STR", "to stay up", "health.critical"):
        who.collapsed = True
        fight.count_collapsed()
        leave(fight, who, by, "collapses", "health.critical")


def drop(fight: MithrynFight, who: Combatant, by: Combatant | None) -> None:
    """At 0 HP a foe is out and a PC is down [health.down]."""
    if who.collapsed:
        who.collapsed = False
        fight.count_collapsed()
    leave(fight, who, by, "drops", "health.down")


def leave(fight: MithrynFight, who: Combatant, by: Combatant | None, how: str, rule: str) -> None:
    """Somebody stands no more, and no hold of or on them lasts [actions.grapple]; a side of which
    nobody stands is beaten [health.collapsed]."""
    fight.end_holds(who)
    fight.settled = fight.sides_left() < 2
    if fight.wants_events:
        fight.tell_out(who, by, how, rule)


def heal(fight: MithrynFight, who: Combatant, points: i64) -> None:
    """Healing brings back hit points, and the collapsed to their feet [health.critical]."""
    most = who.sheet.hit_points
    healed = who.hit_points + points
    who.hit_points = healed if healed < most else most
    who.collapsed = False
    fight.count_collapsed()


def decide_fates(fight: MithrynFight) -> None:
    """When it is over, the player of each PC who is down chooses death, or survival with a
    scar [health.down]."""
    for who in fight.combatants:
        if who.sheet.is_pc and who.hit_points == 0 and not who.fled:
            question = PlainQuestion("fate", who.side, who.index, FATES)
            who.died = fight.ask(question) is options.DEATH
            if fight.wants_events:
                tell.fate(fight, who)
