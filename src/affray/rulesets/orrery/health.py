"""Hearts, going down, and the fate of combatants who are down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.orrery import log
from affray.rulesets.orrery.house import House

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

NEGLECT: Final[i64] = 3
"""The untended rounds after which, by option, the down die [health.dying]."""


def hurt(fight: OrreryFight, who: Combatant, harm: i64, by: Combatant | None, rule: str) -> None:
    """Take Hearts for damage, and wake a sleeper [health.hearts]."""
    if harm <= 0 or not fight.can_be_harmed(who):
        return
    before = who.hearts
    who.hearts = before - harm if before > harm else 0
    fight.tell_hurt(who, by, harm, before, who.hearts, (rule, "health.hearts"))
    if before == 0:
        die(fight, who, by)
    elif who.hearts == 0:
        go_down(fight, who, by)
    else:
        wake(fight, who)


def wake(fight: OrreryFight, who: Combatant) -> None:
    """Wake a combatant who was asleep or bound [health.asleep]."""
    if who.defenseless:
        who.defenseless = False
        log.does(fight, "wakes", who, "health.asleep")


def go_down(fight: OrreryFight, who: Combatant, by: Combatant | None) -> None:
    """Put a combatant down who has no Hearts left."""
    who.burning = False
    who.end_conditions()
    who.hidden = False
    who.helped = False
    who.defenseless = False
    leave(fight, who, by, "is broken" if who.sheet.thing else "goes down", "health.hearts")


def can_harm_kill(house: House) -> bool:
    """Return whether further harm kills a combatant who is down."""
    return house.dying != "never"


def can_neglect_kill(house: House) -> bool:
    """Return whether a combatant who is down dies if untended."""
    return house.dying == "untended"


def bleed(fight: OrreryFight) -> None:
    """Count the rounds that the down are untended; by option the fourth kills."""
    if not can_neglect_kill(fight.house):
        return
    for who in fight.combatants:
        if who.here and who.is_down() and not who.tended and not who.sheet.thing:
            who.rounds_down += 1
            if who.rounds_down > NEGLECT:
                die(fight, who, None)


def die(fight: OrreryFight, who: Combatant, by: Combatant | None) -> None:
    """Kill a combatant who is down, by option, of harm or of neglect [health.dying]."""
    who.died = True
    leave(fight, who, by, "dies", "health.dying")


def leave(fight: OrreryFight, who: Combatant, by: Combatant | None, how: str, rule: str) -> None:
    """Log that a combatant is out, and end its grapples."""
    fight.let_go(who)
    fight.tell_out(who, by, how, rule)


def restore(fight: OrreryFight, who: Combatant, rule: str) -> None:
    """Restore all Hearts, and get a combatant who is down up again."""
    before = who.hearts
    if before == who.sheet.hearts or who.died:
        return
    who.hearts = who.sheet.hearts
    who.rounds_down = 0
    who.tended = False
    log.healed(fight, who, before, rule)
