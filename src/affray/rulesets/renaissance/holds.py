"""Holds: fighters who are grabbed, and weapons that are caught [maneuver.grab, maneuver.catch]."""

from __future__ import annotations

from affray.rulesets.renaissance import log
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.sheet import NONE


def take_hold(fight: RenaissanceFight, who: Combatant, target: Combatant) -> None:
    """Hold a fighter [maneuver.grab]."""
    target.grabbed_by = who.index
    log.done_to(fight, "grabs", who, target, "maneuver.grab")


def holds_somebody(fight: RenaissanceFight, who: Combatant) -> bool:
    """Return whether a fighter holds another one, and so cannot move [maneuver.grab]."""
    holder = who.index
    for other in fight.combatants:
        if other.grabbed_by == holder:
            return True
    return False


def release(fight: RenaissanceFight, who: Combatant) -> None:
    """Release all fighters whom a fighter holds [maneuver.grab]."""
    for other in fight.combatants:
        if other.grabbed_by == who.index:
            other.grabbed_by = NONE


def let_go(fight: RenaissanceFight, who: Combatant) -> None:
    """End every hold that a fighter has or is in."""
    who.grabbed_by = NONE
    who.pinned = False
    release(fight, who)
    if who.catching >= 0:
        uncatch(fight, fight.combatants[who.catching])
    if who.caught_hand >= 0:
        uncatch(fight, who)


def catch(fight: RenaissanceFight, attack: Attack) -> None:
    """Hold the attacker's weapon fast: neither weapon attacks, neither fighter moves
    [maneuver.catch]."""
    catcher, attacker = attack.target, attack.attacker
    catcher.catching = attacker.index
    catcher.catching_hand = attack.caught_with
    attacker.caught_hand = attack.hand
    catcher.reckon()
    attacker.reckon()
    log.done_to(fight, "catches", catcher, attacker, "maneuver.catch", attack.weapon.name)


def uncatch(fight: RenaissanceFight, caught: Combatant) -> None:
    """Free a caught weapon [maneuver.catch]."""
    caught.caught_hand = NONE
    for other in fight.combatants:
        if other.catching == caught.index:
            other.catching = NONE
            other.catching_hand = NONE
            other.reckon()
    caught.reckon()


def catcher_of(fight: RenaissanceFight, actor: Combatant) -> Combatant | None:
    """Return the fighter who has caught a fighter's weapon."""
    for other in fight.combatants:
        if other.catching == actor.index:
            return other
    return None
