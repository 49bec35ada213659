"""Hearts, going down, and what becomes of those who are down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.orrery import log
from affray.rulesets.orrery.house import House

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

NEGLECT: Final[i64] = 3
"""After so many rounds untended, by option, the down die [health.dying]."""


def hurt(fight: OrreryFight, who: Combatant, harm: i64, by: Combatant | None, rule: str) -> None:
    """Damage takes Hearts [health.hearts], and wakes whoever slept through it so far
    [health.asleep]."""
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
    """Whoever was asleep or bound can do something again [health.asleep]."""
    if who.defenseless:
        who.defenseless = False
        log.wakes(fight, who)


def go_down(fight: OrreryFight, who: Combatant, by: Combatant | None) -> None:
    """At no Hearts a combatant is down and defenseless [health.hearts]."""
    who.burning = False
    who.end_conditions()
    who.hidden = False
    who.helped = False
    who.defenseless = False
    leave(fight, who, by, "is broken" if who.sheet.thing else "goes down", "health.hearts")


def can_harm_kill(house: House) -> bool:
    """Whether the down die of further harm [health.dying]."""
    return house.dying != "never"


def can_neglect_kill(house: House) -> bool:
    """Whether the down die when nobody tends them [health.dying]."""
    return house.dying == "untended"


def bleed(fight: OrreryFight) -> None:
    """By option, whoever is down for three rounds untended dies [health.dying]."""
    if not can_neglect_kill(fight.house):
        return
    for who in fight.combatants:
        if who.here and who.is_down() and not who.tended and not who.sheet.thing:
            who.rounds_down += 1
            if who.rounds_down > NEGLECT:
                die(fight, who, None)


def die(fight: OrreryFight, who: Combatant, by: Combatant | None) -> None:
    """By option the down die, of harm or of neglect; nothing in the chapter mends that
    [health.dying]."""
    who.died = True
    leave(fight, who, by, "dies", "health.dying")


def leave(fight: OrreryFight, who: Combatant, by: Combatant | None, how: str, rule: str) -> None:
    """Somebody stands no more, and every grapple they were in ends [special.grapple]."""
    fight.let_go(who)
    fight.tell_out(who, by, how, rule)


def restore(fight: OrreryFight, who: Combatant, rule: str) -> None:
    """Gives back all Hearts, and the down to their feet."""
    before = who.hearts
    if before == who.sheet.hearts or who.died:
        return
    who.hearts = who.sheet.hearts
    who.rounds_down = 0
    who.tended = False
    log.healed(fight, who, before, rule)
