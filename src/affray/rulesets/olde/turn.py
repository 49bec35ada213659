"""Turns: the Reset that opens each, the Action Points it gives, the rounds of it, and a fighter's
part in one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import NOBODY, RULED, Option, Question
from affray.rulesets.olde import log
from affray.rulesets.olde.actions import PASSING, perform, turn_options
from affray.rulesets.olde.adjustments import Tally, add_check
from affray.rulesets.olde.conditions import end_persistent, end_temporary
from affray.rulesets.olde.dice import EffectRoll, OpposedAttempt
from affray.rulesets.olde.health import lose_blood
from affray.rulesets.olde.movement import MOST_A_ROUND
from affray.rulesets.olde.sheet import FINESSE
from affray.rulesets.olde.spells import RESET_MANA, regain_mana

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight

SURPRISED_POINTS: Final[i64] = 1


# --- the Reset ---


def reset(fight: OldeFight) -> None:
    """Open a turn with the Reset: per-turn effects, temporary conditions end, persistent ones may,
    and everybody has new Action Points and a free step [turn.ap].

    The first Reset has nothing to end yet.
    """
    fight.round += 1
    log.turn_begins(fight)
    if fight.round > 1:
        for who in fight.combatants:
            if not who.is_gone():
                if who.hit_points <= 0 or len(who.afflictions) > 0:
                    lose_blood(fight, who)
                    end_temporary(fight, who)
                    end_persistent(fight, who)
                regain_mana(who, RESET_MANA)
    for who in fight.combatants:
        who.action_points = roll_points(fight, who) if who.can_act() else 0
        who.free_step = True
    fight.resetting = False
    begin_round(fight)


def roll_points(fight: OldeFight, who: Combatant) -> i64:
    """Roll the Action Points: one Finesse die, which does not explode, and what conditions take
    from it; the surprised have 1 in the first turn."""
    if who.sheet.surprised and fight.round == 1:
        log.surprised(fight, who, SURPRISED_POINTS)
        return SURPRISED_POINTS
    roll = points_roll(who)
    fight.table.stage(roll)
    log.points_rolled(fight, who, roll)
    return roll.result


def points_roll(who: Combatant) -> EffectRoll:
    """Return the roll for a fighter's Action Points, not rolled yet."""
    lost: i64 = 0
    least: i64 = 0
    for one in who.afflictions:
        lost += one.condition.action_points
        if one.condition.least_points > least:
            least = one.condition.least_points
    return EffectRoll(who.sheet.rank(FINESSE), False, False, lost, least)


# --- rounds ---


def begin_round(fight: OldeFight) -> None:
    """Begin a round, in which all with Action Points will have a part."""
    fight.idle = True
    for who in fight.combatants:
        who.acted = False


def end_of_part(fight: OldeFight) -> None:
    """Begin another round when no fighter is left to act; end the turn where all passed or have no
    Action Points."""
    if is_anybody_waiting(fight):
        return
    if not fight.idle:
        begin_round(fight)
    if not is_anybody_waiting(fight):
        end_turn(fight)


def end_turn(fight: OldeFight) -> None:
    """End the turn: unspent Action Points are lost, with all that lasted until the Reset."""
    fight.resetting = True
    for who in fight.combatants:
        who.action_points = 0
        who.free_step = False
        who.acted = False
        who.blocking = False
        who.temporary = ()


def is_anybody_waiting(fight: OldeFight) -> bool:
    """Return whether a fighter still has a part in this round."""
    for who in fight.combatants:
        if who.is_waiting():
            return True
    return False


def next_to_act(fight: OldeFight) -> Combatant:
    """Return who has most Action Points; of equals, who has more Finesse; of those the winner of a
    Finesse check [turn.order]."""
    first: Combatant | None = None
    for who in fight.combatants:
        if who.is_waiting() and (first is None or comes_before(who, first)):
            first = who
    assert first is not None
    quickest = first
    for who in fight.combatants:
        if who is not first and not comes_before(first, who) and who.is_waiting():
            if is_quicker(fight, who, quickest):
                quickest = who
    return quickest


def comes_before(who: Combatant, other: Combatant) -> bool:
    """Return whether one acts before another without any dice."""
    if who.action_points != other.action_points:
        return who.action_points > other.action_points
    return who.sheet.finesse > other.sheet.finesse


def is_quicker(fight: OldeFight, who: Combatant, other: Combatant) -> bool:
    """Return whether a Finesse check beats that of another, who comes first in the scenario and so
    in a tie."""
    theirs = Tally(fight.has_listener)
    add_check(theirs, other, FINESSE)
    mine = Tally(fight.has_listener)
    add_check(mine, who, FINESSE)
    contest = OpposedAttempt(
        other.sheet.rank(FINESSE), theirs.total, who.sheet.rank(FINESSE), mine.total, 0, 1
    )
    fight.table.stage(contest)
    wins = contest.margin > 0
    log.quicker(fight, other, who, contest, wins)
    return wins


# --- a fighter's part of a round ---


@mypyc_attr(acyclic=True)
class ActionQuestion(Question):
    """Ask a fighter what to do next; passing is the first option."""

    def __init__(self, fight: OldeFight, actor: Combatant) -> None:
        super().__init__("turn", actor.side, actor.index, None, asked_again=True)
        self.fight: Final = fight
        self.actor: Final = actor

    def list_options(self) -> list[Option]:
        return turn_options(self.fight, self.actor)


def take_turn(fight: OldeFight, actor: Combatant) -> None:
    """Take one movement and one action at most, in either order, or pass and keep the Action
    Points."""
    fight.spent = 0
    fight.walked = 0
    fight.moved = False
    fight.has_acted = False
    fight.actor = actor.index
    actor.acted = True
    log.acts(fight, actor)
    while may_go_on(fight, actor):
        chosen = fight.ask(ActionQuestion(fight, actor))
        if chosen is PASSING:
            log.passes(fight, actor)
            break
        if chosen is not RULED:
            fight.idle = False
            perform(fight, actor, chosen)
    fight.actor = NOBODY


def may_go_on(fight: OldeFight, actor: Combatant) -> bool:
    """Return whether there is something left to do in this round, Action Points to do it with, and
    an enemy."""
    return (
        not (fight.has_acted and fight.moved)
        and actor.can_act()
        and actor.action_points > 0
        and fight.spent < MOST_A_ROUND
        and fight.sides_left() > 1
    )
