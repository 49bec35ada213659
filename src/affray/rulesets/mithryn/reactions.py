"""Reactions: Defend, Interpose and Help, taken out of one's turn at the price of an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import GM, Option, Question
from affray.rulesets.mithryn import options, tell
from affray.rulesets.mithryn.house import House

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight

WHETHER_TO_INTERPOSE: Final = [options.NO, options.INTERPOSE]
WHETHER_TO_DEFEND: Final = [options.NO, options.DEFEND]
WHETHER_TO_HELP: Final = [options.NO, options.HELP]
WHETHER_IT_HELPS: Final = [options.GRANT, options.REFUSE]


@mypyc_attr(acyclic=True, free_list_len=1)
class ReactionQuestion(Question):
    """Whether somebody reacts to an attack."""

    def __init__(
        self,
        kind: str,
        who: Combatant,
        choices: list[Option],
        attacker: Combatant,
        target: Combatant,
    ) -> None:
        super().__init__(kind, who.side, who.index, choices, attacker.index, target.index)

    def forced_option(self) -> Option | None:
        return None


def may_react(who: Combatant) -> bool:
    """Only PCs react, once a round [reaction.one-per-round], however few actions they have
    [reaction.few-actions]."""
    return not who.reacted and who.sheet.is_pc and who.is_able()


def react(who: Combatant) -> None:
    """A reaction is an action of the next turn, spent now [reaction.one-per-round,
    reaction.cost]."""
    who.reacted = True
    who.actions_owed += 1


def interposer_for(fight: MithrynFight, attacker: Combatant, target: Combatant) -> Combatant | None:
    """Somebody in the target's zone may step in and be struck instead [reaction.interpose], if
    they say so before the dice are rolled [reaction.declared-before-roll]; nobody against
    themselves."""
    for other in fight.interposers[target.side]:
        if other.reacted or other.zone != target.zone or other is target or other is attacker:
            continue
        if may_react(other) and chooses_to_interpose(fight, other, attacker, target):
            react(other)
            if fight.wants_events:
                tell.interposes(fight, other, target)
            return other
    return None


def chooses_to_interpose(
    fight: MithrynFight, who: Combatant, attacker: Combatant, target: Combatant
) -> bool:
    """Has somebody decide whether to step in."""
    player = fight.direct_players[who.side]
    if player is not None:
        return player.interposes(fight, who, attacker, target)
    question = ReactionQuestion("interpose", who, WHETHER_TO_INTERPOSE, attacker, target)
    return fight.ask(question) is options.INTERPOSE


def interposers_of(
    house: House, by_side: list[list[Combatant]], everybody: list[Combatant]
) -> list[list[Combatant]]:
    """Who may step in for somebody of each side, of the player characters of each and of all: for a
    friend, or by option for anybody [reaction.interpose-whom]; only PCs react
    [reaction.one-per-round]."""
    return [everybody if house.interpose_for == "anybody" else pcs for pcs in by_side]


def defends(fight: MithrynFight, attacker: Combatant, target: Combatant) -> bool:
    """A PC behind a shield may cancel one hit [reaction.defend], said before the dice are
    rolled [reaction.declared-before-roll]."""
    if not target.shield_raised or not may_react(target):
        return False
    if not chooses_to_defend(fight, target, attacker):
        return False
    react(target)
    if fight.wants_events:
        tell.defends(fight, target, attacker)
    return True


def chooses_to_defend(fight: MithrynFight, who: Combatant, attacker: Combatant) -> bool:
    """Has somebody decide whether to defend."""
    player = fight.direct_players[who.side]
    if player is not None:
        return player.defends(fight, who, attacker)
    question = ReactionQuestion("defend", who, WHETHER_TO_DEFEND, attacker, who)
    return fight.ask(question) is options.DEFEND


def cancels_with_magic(interposer: Combatant) -> i64:
    """How many hits a magic shield cancels for one who has interposed, the first time in a fight
    and while it is raised [magic.interpose]."""
    if not interposer.shield_raised or interposer.shield_spent:
        return 0
    interposer.shield_spent = interposer.sheet.interpose_cancels > 0
    return interposer.sheet.interpose_cancels


def helper_of(fight: MithrynFight, attacker: Combatant, target: Combatant) -> Combatant | None:
    """A friend may help an attack of which some dice missed, if that is granted
    [reaction.help]."""
    for friend in fight.pcs[attacker.side]:
        if friend is attacker or not may_react(friend):
            continue
        if not fight.scene.has_game_master and not is_near(friend, attacker, target):
            continue  # [reaction.help-judge]
        answer = answer_about_help(fight, friend, attacker, target)
        if answer.without_words() is not options.HELP:
            continue
        if is_granted(fight, friend, attacker, target, answer.words()):
            react(friend)
            if fight.wants_events:
                tell.helps(fight, friend, attacker, answer.words())
            return friend
        if fight.wants_events:
            tell.may_not_help(fight, friend, attacker, answer.words())
    return None


def answer_about_help(
    fight: MithrynFight, who: Combatant, attacker: Combatant, target: Combatant
) -> Option:
    """Has somebody decide whether to help, and perhaps say how."""
    player = fight.direct_players[who.side]
    if player is not None:
        return options.HELP if player.helps(fight, who, target) else options.NO
    return fight.ask(ReactionQuestion("help", who, WHETHER_TO_HELP, attacker, target))


def is_near(friend: Combatant, attacker: Combatant, target: Combatant) -> bool:
    """Whether somebody is in the zone of an attacker or of their target [reaction.help-judge]."""
    return friend.zone == attacker.zone or friend.zone == target.zone


def is_granted(
    fight: MithrynFight, friend: Combatant, attacker: Combatant, target: Combatant, words: str
) -> bool:
    """Whether the game master accepts how somebody means to help [reaction.help]; where there is
    none, being near is enough [reaction.help-judge]."""
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
