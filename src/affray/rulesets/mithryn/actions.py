"""Actions other than attacks: moving, wrestling, mending, weapons and shields, flight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import GM, Question
from affray.rulesets.mithryn import log, options
from affray.rulesets.mithryn.checks import check, target_number
from affray.rulesets.mithryn.health import heal, leave
from affray.rulesets.mithryn.sheet import ABILITIES

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight

POULTICE_SIDES: Final[i64] = 4


def move(fight: MithrynFight, actor: Combatant, zone: i64) -> None:
    """Move to a neighbouring zone [actions.move]. It ends the actor's holds."""
    fight.put(actor, zone)
    log.moves(fight, actor)


def win_contest(fight: MithrynFight, actor: Combatant, target: Combatant, rule: str) -> bool:
    """Have the weaker of two make a STR check; of equals, the actor does.

    Return whether the actor wins [actions.grapple, actions.shove].
    """
    if target.sheet.counted_score("STR") < actor.sheet.counted_score("STR"):
        return not check(fight, target, "STR", "", rule, opponent=actor)
    return check(fight, actor, "STR", "", rule, opponent=target)


def grapple(fight: MithrynFight, actor: Combatant, target: Combatant) -> None:
    """Hold the target, who then cannot leave the zone [actions.grapple]."""
    if win_contest(fight, actor, target, "actions.grapple"):
        target.held_by = actor.index
        log.holds(fight, actor, target)


def break_free(fight: MithrynFight, actor: Combatant) -> None:
    """End a hold by a STR or AGI check, by the better ability [actions.grapple]."""
    sheet = actor.sheet
    ability = "AGI" if target_number(sheet, "AGI") < target_number(sheet, "STR") else "STR"
    if check(fight, actor, ability, "to break free", "actions.grapple"):
        actor.release()
        log.breaks_free(fight, actor)


def shove(fight: MithrynFight, actor: Combatant, target: Combatant, zone: i64) -> None:
    """Push the target to a neighbouring zone of the actor's choice [actions.shove]."""
    if win_contest(fight, actor, target, "actions.shove"):
        fight.put(target, zone)
        log.shoves(fight, actor, target)


def pick_up(fight: MithrynFight, actor: Combatant, item: i64) -> None:
    """Pick up a weapon that lies in the zone [weapon.lies]."""
    fight.lying.remove((int(item), int(actor.zone)))
    actor.arms = (*actor.arms, int(item))
    log.picks_up(fight, actor, item)


def stabilise(fight: MithrynFight, actor: Combatant, friend: Combatant) -> None:
    """Revive a collapsed friend [health.critical]."""
    friend.collapsed = False
    log.stabilises(fight, actor, friend)


def use_poultice(fight: MithrynFight, actor: Combatant, friend: Combatant) -> None:
    """Restore 1d4 hit points with a healing poultice [health.poultice]."""
    actor.poultices -= 1
    points = fight.table.die(POULTICE_SIDES)
    before = friend.hit_points
    heal(friend, points)
    log.uses_poultice(fight, actor, friend, points, before)


def handle_shield(fight: MithrynFight, actor: Combatant, raised: bool) -> None:
    """Sling the shield to free both hands, or raise it again [weapon.sling]."""
    actor.shield_raised = raised
    log.handles_shield(fight, actor)


def flee(fight: MithrynFight, actor: Combatant) -> None:
    """Leave the fight alive [actions.flee]."""
    actor.fled = True
    leave(fight, actor, None, "flees", "actions.flee")


def improvise(fight: MithrynFight, actor: Combatant, words: str) -> None:
    """Attempt an improvised action; the game master says what decides it [actions.improvise].

    The game master may make any number of rulings first. Then the game master says whether it works
    or which ability decides.
    """
    judgements = [options.FAILS, options.WORKS, *options.CHECKED]
    judged = fight.ask(Question("improvise", GM, actor.index, judgements, words=words))
    works = judged is options.WORKS
    if judged.kind == "check":
        ability = ABILITIES[judged.item]
        works = check(fight, actor, ability, "to bring it off", "actions.improvise")
    log.improvises(fight, actor, words, works)
