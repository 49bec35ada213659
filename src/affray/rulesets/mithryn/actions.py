"""What actions do, but for attacks: moving, wrestling, mending, weapons and shields, flight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import GM, Question
from affray.rulesets.mithryn import options, tell
from affray.rulesets.mithryn.checks import check, target_number
from affray.rulesets.mithryn.health import heal, leave
from affray.rulesets.mithryn.sheet import ABILITIES

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight

POULTICE_SIDES: Final[i64] = 4


def move(fight: MithrynFight, actor: Combatant, zone: i64) -> None:
    """To a neighbouring zone [actions.move]. Whoever one was holding goes free."""
    fight.put(actor, zone)
    if fight.wants_events:
        tell.moves(fight, actor)


def wins_contest(fight: MithrynFight, actor: Combatant, target: Combatant, rule: str) -> bool:
    """Of two who contest their strength the weaker makes a STR check; of equals, the one who
    started it [actions.grapple, actions.shove]."""
    if target.sheet.counted_score("STR") < actor.sheet.counted_score("STR"):
        why = f"against {actor.name}" if fight.wants_words else ""
        return not check(fight, target, "STR", why, rule)
    why = f"against {target.name}" if fight.wants_words else ""
    return check(fight, actor, "STR", why, rule)


def grapple(fight: MithrynFight, actor: Combatant, target: Combatant) -> None:
    """A held target cannot leave the zone [actions.grapple]."""
    if wins_contest(fight, actor, target, "actions.grapple"):
        fight.hold(target, actor.index)
        if fight.wants_events:
            tell.holds(fight, actor, target)


def shove(fight: MithrynFight, actor: Combatant, target: Combatant, zone: i64) -> None:
    """Pushes the target to a neighbouring zone of the shover's choice [actions.shove]."""
    if wins_contest(fight, actor, target, "actions.shove"):
        fight.put(target, zone)
        if fight.wants_events:
            tell.shoves(fight, actor, target)


def break_free(fight: MithrynFight, actor: Combatant) -> None:
    """A STR or AGI check, whichever is better, ends the hold [actions.grapple]."""
    sheet = actor.sheet
    ability = "AGI" if target_number(sheet, "AGI") < target_number(sheet, "STR") else "STR"
    if check(fight, actor, ability, "to break free", "actions.grapple"):
        fight.release(actor)
        if fight.wants_events:
            tell.breaks_free(fight, actor)


def pick_up(fight: MithrynFight, actor: Combatant, item: i64) -> None:
    """Takes up a weapon that lies in the zone [weapon.lies]."""
    fight.lying.remove((int(item), int(actor.zone)))
    fight.arm(actor, [*actor.arms, int(item)])
    if fight.wants_events:
        tell.picks_up(fight, actor, item)


def stabilise(fight: MithrynFight, actor: Combatant, friend: Combatant) -> None:
    """An ally's action brings the collapsed round [health.critical]."""
    friend.collapsed = False
    fight.count_collapsed()
    if fight.wants_events:
        tell.stabilises(fight, actor, friend)


def use_poultice(fight: MithrynFight, actor: Combatant, friend: Combatant) -> None:
    """A healing poultice gives back 1d4 hit points [health.poultice]."""
    actor.poultices -= 1
    points = fight.table.die(POULTICE_SIDES)
    before = friend.hit_points
    heal(fight, friend, points)
    if fight.wants_events:
        tell.uses_poultice(fight, actor, friend, points, before)


def handle_shield(fight: MithrynFight, actor: Combatant, raised: bool) -> None:
    """Slings the shield to have both hands free, or raises it again [weapon.sling]."""
    actor.shield_raised = raised
    if fight.wants_events:
        tell.handles_shield(fight, actor)


def flee(fight: MithrynFight, actor: Combatant) -> None:
    """Out of the fight, alive [actions.flee]."""
    actor.fled = True
    leave(fight, actor, None, "flees", "actions.flee")


def improvise(fight: MithrynFight, actor: Combatant, words: str) -> None:
    """Anything within reason: the game master rules, as often as it takes, and then says whether
    it works, or which ability decides [actions.improvise]."""
    judgements = [options.FAILS, options.WORKS, *options.CHECKED]
    judged = fight.ask(Question("improvise", GM, actor.index, judgements, words=words))
    works = judged is options.WORKS
    if judged.kind == "check":
        ability = ABILITIES[judged.item]
        works = check(fight, actor, ability, "to bring it off", "actions.improvise")
    if fight.wants_events:
        tell.improvises(fight, actor, words, works)
