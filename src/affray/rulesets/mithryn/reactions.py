"""Reactions: Defend, Interpose and Help. Each costs an action of the next turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import GM, Question
from affray.rulesets.mithryn import log, options
from affray.rulesets.mithryn.house import House

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight

WHETHER_TO_INTERPOSE: Final = [options.NO, options.INTERPOSE]
WHETHER_TO_DEFEND: Final = [options.NO, options.DEFEND]
WHETHER_TO_HELP: Final = [options.NO, options.HELP]
WHETHER_IT_HELPS: Final = [options.GRANT, options.REFUSE]


def may_react(who: Combatant) -> bool:
    """Return whether a PC has a reaction left: one a round [reaction.one-per-round].

    PCs with few actions may react like all others [reaction.few-actions].
    """
    return not who.reacted and who.sheet.is_pc and who.is_able()


def react(who: Combatant) -> None:
    """Spend an action of the next turn now [reaction.one-per-round, reaction.cost]."""
    who.reacted = True
    who.actions_owed += 1


# --- before the roll ---


def find_interposer(
    fight: MithrynFight, attacker: Combatant, target: Combatant
) -> Combatant | None:
    """Find the PC who becomes the target.

    No PC interposes for an interposer, unless as a house rule [reaction.interpose-chain].
    """
    found = ask_interposer(fight, attacker, target)
    if fight.house.interpose_for_interposer:
        other = found
        while other is not None:
            found = other
            other = ask_interposer(fight, attacker, found)
    return found


def ask_interposer(fight: MithrynFight, attacker: Combatant, target: Combatant) -> Combatant | None:
    """Ask the PCs in the target's zone to interpose and become the target [reaction.interpose].

    They decide before the dice are rolled [reaction.declared-before-roll].
    """
    for other in fight.interposers[target.side]:
        if other is target or other is attacker or other.zone != target.zone:
            continue
        if not may_react(other):
            continue
        question = Question(
            "interpose", other.side, other.index, WHETHER_TO_INTERPOSE, attacker.index, target.index
        )
        if fight.ask(question) is options.INTERPOSE:
            react(other)
            log.interposes(fight, other, target)
            return other
    return None


def interposers_by_side(house: House, pcs: list[list[Combatant]]) -> list[list[Combatant]]:
    """List the PCs who may interpose for a fighter of each side: friends, or as a house rule any
    PC [reaction.interpose-whom]."""
    if house.interpose_for != "anybody":
        return pcs
    everybody = sorted([one for side in pcs for one in side], key=lambda one: one.index)
    return [everybody for _ in pcs]


def cancel_with_magic(interposer: Combatant) -> i64:
    """Return how many hits an interposer's magic shield cancels: once in a fight, while raised
    [magic.interpose]."""
    if not interposer.shield_raised or interposer.shield_spent:
        return 0
    interposer.shield_spent = interposer.sheet.interpose_cancels > 0
    return interposer.sheet.interpose_cancels


def ask_to_defend(fight: MithrynFight, attacker: Combatant, target: Combatant) -> bool:
    """Ask a PC behind a shield whether to cancel one hit [reaction.defend].

    They decide before the dice are rolled [reaction.declared-before-roll].
    """
    if not target.shield_raised or not may_react(target):
        return False
    question = Question(
        "defend", target.side, target.index, WHETHER_TO_DEFEND, attacker.index, target.index
    )
    if fight.ask(question) is not options.DEFEND:
        return False
    react(target)
    log.defends(fight, target, attacker)
    return True


# --- after the roll ---


def ask_for_help(fight: MithrynFight, attacker: Combatant, target: Combatant) -> bool:
    """Ask the attacker's friends to help with the dice that missed [reaction.help].

    Without a game master, only PCs who are near can help [reaction.help-judge].
    """
    for friend in fight.pcs[attacker.side]:
        if friend is attacker or not may_react(friend):
            continue
        if not fight.scene.has_game_master and not is_near(friend, attacker, target):
            continue
        question = Question(
            "help", friend.side, friend.index, WHETHER_TO_HELP, attacker.index, target.index
        )
        answer = fight.ask(question)
        if answer.without_words() is not options.HELP:
            continue
        if is_granted(fight, friend, attacker, target, answer.words()):
            react(friend)
            log.helps(fight, friend, attacker, answer.words())
            return True
        log.may_not_help(fight, friend, attacker, answer.words())
    return False


def is_near(friend: Combatant, attacker: Combatant, target: Combatant) -> bool:
    """Return whether a friend is in the attacker's or the target's zone [reaction.help-judge]."""
    return friend.zone == attacker.zone or friend.zone == target.zone


def is_granted(
    fight: MithrynFight, friend: Combatant, attacker: Combatant, target: Combatant, words: str
) -> bool:
    """Ask the game master whether this would help [reaction.help].

    Without a game master being near is enough [reaction.help-judge].
    """
    if not fight.scene.has_game_master:
        return True
    question = Question(
        "grant-help",
        GM,
        friend.index,
        WHETHER_IT_HELPS,
        attacker.index,
        target.index,
        0 if is_near(friend, attacker, target) else 1,
        words=words,
    )
    return fight.ask(question) is options.GRANT
