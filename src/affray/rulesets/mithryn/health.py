"""Hit points, the Wounded and Critical tiers, and the fate of fighters who drop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import Question
from affray.rulesets.mithryn import log, options
from affray.rulesets.mithryn.checks import check

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight


HURT: Final[tuple[str, ...]] = ("attack.hits",)
FATES: Final = [options.SCAR, options.DEATH]


def hurt(fight: MithrynFight, who: Combatant, hits: i64, by: Combatant | None) -> None:
    """Take one hit point for each hit [attack.hits], and apply the lower tiers."""
    if hits <= 0 or who.hit_points == 0:
        return
    was_wounded = who.is_wounded()
    before = who.hit_points
    if hits < before:
        who.hit_points = before - hits
    else:
        who.hit_points = 0
    fight.tell_hurt(who, by, hits, before, who.hit_points, HURT)
    if who.hit_points == 0:
        drop(fight, who, by)
        return
    if who.is_wounded() and not was_wounded:
        log.is_wounded(fight, who)
    if who.hit_points == 1 and who.sheet.has_wounded_tier:
        become_critical(fight, who, by)


def become_critical(fight: MithrynFight, who: Combatant, by: Combatant | None) -> None:
    """Make a PC at 1 HP pass a STR check, or collapse [health.critical]."""
    if not check(fight, who, "STR", "to stay up", "health.critical"):
        who.collapsed = True
        leave(fight, who, by, "collapses", "health.critical")


def drop(fight: MithrynFight, who: Combatant, by: Combatant | None) -> None:
    """Put a foe out and a PC down at 0 HP [health.down]."""
    who.collapsed = False
    leave(fight, who, by, "drops", "health.down")


def leave(fight: MithrynFight, who: Combatant, by: Combatant | None, how: str, rule: str) -> None:
    """Take a fighter who is out of action out of the fight.

    Holds by and on them end [actions.grapple]. A side without standing fighters is defeated
    [health.collapsed].
    """
    fight.end_holds(who)
    fight.settled = fight.sides_left() < 2
    fight.tell_out(who, by, how, rule)


def heal(who: Combatant, points: i64) -> None:
    """Restore hit points, and revive the collapsed [health.critical]."""
    who.hit_points = min(who.hit_points + points, who.sheet.hit_points)
    who.collapsed = False


def decide_fates(fight: MithrynFight) -> None:
    """Ask the player of each PC who is down: death, or survival with a scar [health.down]."""
    for who in fight.combatants:
        if who.sheet.is_pc and who.hit_points == 0 and not who.fled:
            fate = fight.ask(Question("fate", who.side, who.index, FATES))
            who.died = fate is options.DEATH
            log.fate(fight, who)
