"""Reactions: Defend, Interpose and Help, taken out of one's turn at the price of an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.core.questions import GM, Question

if TYPE_CHECKING:
    from affray.rulesets.mithryn.fight import Combatant, MithrynFight


def may_react(fight: MithrynFight, who: Combatant) -> bool:
    """Only PCs react, once a round [reaction.one-per-round]."""
    return who.sheet.pc and not who.reacted and who.able()


def react(fight: MithrynFight, who: Combatant, kind: str, other: Combatant, rule: str) -> None:
    """A reaction is an action of the next turn, spent now [reaction.one-per-round]."""
    who.reacted = True
    who.owes_action = True
    if fight.heard:
        fight.tell(kind, {"who": who.name, "other": other.name}, (rule, "reaction.one-per-round"))


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
                fight.scene.interpose,
                attacker.index,
                target.index,
            )
            if fight.ask(question) is fight.scene.yes_interpose:
                react(fight, friend, "interposes", target, "reaction.interpose")
                return friend
    return None


def defends(fight: MithrynFight, attacker: Combatant, target: Combatant) -> bool:
    """A PC behind a shield may cancel one hit [reaction.defend], said before the dice are
    rolled [reaction.declared-before-roll]."""
    if not target.shield_raised or not may_react(fight, target):
        return False
    question = Question(
        "defend", target.side, target.index, fight.scene.defend, attacker.index, target.index
    )
    if fight.ask(question) is not fight.scene.yes_defend:
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
            "help", friend.side, friend.index, fight.scene.help, attacker.index, target.index
        )
        if fight.ask(question) is fight.scene.yes_help and granted(fight, friend, attacker, target):
            react(fight, friend, "helps", attacker, "reaction.help")
            return friend
    return None


def granted(fight: MithrynFight, friend: Combatant, attacker: Combatant, target: Combatant) -> bool:
    """Whether the game master accepts the help; one who is near either of them could."""
    near = friend.zone == attacker.zone or friend.zone == target.zone
    question = Question(
        "grant-help",
        GM,
        friend.index,
        fight.scene.grant,
        attacker.index,
        target.index,
        0 if near else 1,
    )
    return fight.ask(question) is fight.scene.yes_grant
