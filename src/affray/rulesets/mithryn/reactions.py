"""Reactions: Defend, Interpose and Help, taken out of one's turn at the price of an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from affray.core.questions import GM, Question
from affray.rulesets.mithryn import options, tell

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight

WHETHER_TO_INTERPOSE: Final = [options.NO, options.INTERPOSE]
WHETHER_TO_DEFEND: Final = [options.NO, options.DEFEND]
WHETHER_TO_HELP: Final = [options.NO, options.HELP]
WHETHER_IT_HELPS: Final = [options.GRANT, options.REFUSE]


def may_react(fight: MithrynFight, who: Combatant) -> bool:
    """Only PCs react, once a round [reaction.one-per-round]."""
    return who.sheet.is_pc and not who.reacted and who.is_able()


def react(fight: MithrynFight, who: Combatant, kind: str, other: Combatant, rule: str) -> None:
    """A reaction is an action of the next turn, spent now [reaction.one-per-round]."""
    who.reacted = True
    who.owes_action = True
    if fight.wants_events:
        tell.reacts(fight, who, kind, other, rule)


def interposer_for(fight: MithrynFight, attacker: Combatant, target: Combatant) -> Combatant | None:
    """A friend in the target's zone may step in and be struck instead [reaction.interpose],
    if they say so before the dice are rolled [reaction.declared-before-roll]."""
    for friend in fight.combatants:
        if (
            friend.side == target.side
            and friend.zone == target.zone
            and friend is not target
            and may_react(fight, friend)
        ):
            question = Question(
                "interpose",
                friend.side,
                friend.index,
                WHETHER_TO_INTERPOSE,
                attacker.index,
                target.index,
            )
            if fight.ask(question) is options.INTERPOSE:
                react(fight, friend, "interposes", target, "reaction.interpose")
                return friend
    return None


def defends(fight: MithrynFight, attacker: Combatant, target: Combatant) -> bool:
    """A PC behind a shield may cancel one hit [reaction.defend], said before the dice are
    rolled [reaction.declared-before-roll]."""
    if not target.shield_raised or not may_react(fight, target):
        return False
    question = Question(
        "defend", target.side, target.index, WHETHER_TO_DEFEND, attacker.index, target.index
    )
    if fight.ask(question) is not options.DEFEND:
        return False
    react(fight, target, "defends", attacker, "reaction.defend")
    return True


def helper_of(fight: MithrynFight, attacker: Combatant, target: Combatant) -> Combatant | None:
    """A friend may help an attack that missed with some dice, if the game master agrees that
    they could [reaction.help]."""
    for friend in fight.combatants:
        if friend.side != attacker.side or friend is attacker or not may_react(fight, friend):
            continue
        question = Question(
            "help", friend.side, friend.index, WHETHER_TO_HELP, attacker.index, target.index
        )
        if fight.ask(question) is options.HELP and is_granted(fight, friend, attacker, target):
            react(fight, friend, "helps", attacker, "reaction.help")
            return friend
    return None


def is_granted(
    fight: MithrynFight, friend: Combatant, attacker: Combatant, target: Combatant
) -> bool:
    """Whether the game master accepts the help; one who is near either of them could."""
    is_near = friend.zone == attacker.zone or friend.zone == target.zone
    question = Question(
        "grant-help",
        GM,
        friend.index,
        WHETHER_IT_HELPS,
        attacker.index,
        target.index,
        0 if is_near else 1,
    )
    return fight.ask(question) is options.GRANT
