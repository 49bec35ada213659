"""Turns: the Reset that opens each, the Action Points it gives, the rounds of it, and a fighter's
part in one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.dice import Dice
from affray.core.questions import NOBODY, RULED, Option, Question
from affray.rulesets.olde import tell, verbs
from affray.rulesets.olde.actions import (
    PASSING,
    draw_option,
    is_offered,
    may_flop,
    perform,
    turn_options,
)
from affray.rulesets.olde.adjustments import check_adjustments, check_total
from affray.rulesets.olde.conditions import end_persistent, end_temporary
from affray.rulesets.olde.dice import (
    EffectRoll,
    OpposedAttempt,
    throw_check,
    throw_single_die,
)
from affray.rulesets.olde.health import lose_blood
from affray.rulesets.olde.movement import MOST_A_ROUND, can_change_stance
from affray.rulesets.olde.sheet import FINESSE, UNADJUSTED
from affray.rulesets.olde.spells import RESET_MANA, regain_mana

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight

SURPRISED_POINTS: Final[i64] = 1


# --- the Reset ---


def reset(fight: OldeFight) -> None:
    """The Reset: per-turn effects, temporary conditions end, persistent ones may, and everybody
    has new Action Points and a free step [turn.ap]. The first has nothing to end yet."""
    fight.round += 1
    if fight.wants_events:
        tell.turn_begins(fight)
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
    """One Finesse die, which does not explode, and what conditions take from it; the surprised
    have 1 in the first turn [turn.ap]."""
    if who.sheet.surprised and fight.round == 1:
        if fight.wants_events:
            tell.surprised(fight, who, SURPRISED_POINTS)
        return SURPRISED_POINTS
    lost: i64 = 0
    least: i64 = 0
    for one in who.afflictions:
        lost += one.condition.action_points
        if one.condition.least_points > least:
            least = one.condition.least_points
    rank = who.sheet.rank(FINESSE)
    if not fight.table.follows_stages and not fight.wants_events:
        points = throw_single_die(fight.table, rank, False) + lost
        return points if points > least else least
    roll = EffectRoll(rank, False, False, lost, least)
    fight.table.stage(roll)
    if fight.wants_events:
        tell.points_rolled(fight, who, roll)
    return roll.result


# --- rounds ---


def begin_round(fight: OldeFight) -> None:
    """Everybody with Action Points will have a part in it [turn.order]."""
    fight.idle = True
    for who in fight.combatants:
        who.acted = False


def end_of_part(fight: OldeFight) -> None:
    """When nobody is left to act, another round begins; where everyone passed or has no Action
    Points, the turn is over [turn.order]."""
    if is_anybody_waiting(fight):
        return
    if not fight.idle:
        begin_round(fight)
    if not is_anybody_waiting(fight):
        end_turn(fight)


def end_turn(fight: OldeFight) -> None:
    """What was not spent is lost at the Reset [turn.order], with all that lasted until then
    [turn.ap]."""
    fight.resetting = True
    for who in fight.combatants:
        who.action_points = 0
        who.free_step = False
        who.acted = False
        who.blocking = False
        who.temporary = UNADJUSTED


def is_anybody_waiting(fight: OldeFight) -> bool:
    """Whether somebody still has a part in this round."""
    if fight.waiting.is_waiting():
        return True
    for who in fight.combatants:
        if who.action_points > 0 and who.is_waiting():
            fight.waiting = who
            return True
    return False


def next_to_act(fight: OldeFight) -> Combatant:
    """Who has most Action Points; of equals, who has more Finesse; then a Finesse check tells
    [turn.order]."""
    first: Combatant | None = None
    is_tied = False
    most: i64 = 1
    finesse: i64 = 0
    for who in fight.combatants:
        points = who.action_points
        if points >= most and who.is_waiting():
            if first is None or points > most or who.sheet.finesse > finesse:
                if first is not None:
                    fight.waiting = first
                first = who
                most = points
                finesse = who.sheet.finesse
                is_tied = False
            elif who.sheet.finesse == finesse:
                is_tied = True
    assert first is not None
    if not is_tied:
        return first
    readiest = first
    for who in fight.combatants:
        if who.is_waiting() and who is not readiest and not comes_before(readiest, who):
            if is_quicker(fight, who, first):
                first = who
    return first


def comes_before(who: Combatant, other: Combatant) -> bool:
    """Whether one acts before another without any dice."""
    if who.action_points != other.action_points:
        return who.action_points > other.action_points
    return who.sheet.finesse > other.sheet.finesse


def is_quicker(fight: OldeFight, who: Combatant, other: Combatant) -> bool:
    """Whether a Finesse check beats that of another, who comes first in the scenario and so in a
    tie [turn.order]."""
    if not fight.table.follows_stages and not fight.wants_events:
        cr = check_total(other, FINESSE) + throw_check(fight.table, other.sheet.rank(FINESSE))
        total = check_total(who, FINESSE) + throw_check(fight.table, who.sheet.rank(FINESSE))
        return total > cr
    theirs = check_adjustments(fight, other, FINESSE)
    mine = check_adjustments(fight, who, FINESSE)
    contest = OpposedAttempt(
        other.sheet.rank(FINESSE), theirs.total, who.sheet.rank(FINESSE), mine.total, 0, 1
    )
    fight.table.stage(contest)
    wins = contest.margin > 0
    if fight.wants_events:
        tell.quicker(fight, other, who, contest, wins)
    return wins


# --- a fighter's part of a round ---


@mypyc_attr(acyclic=True, free_list_len=1)
class ActionQuestion(Question):
    """What somebody does next. There are many spaces to step to, so the options are listed only
    for those who look at them; passing is the first."""

    def __init__(self, fight: OldeFight, actor: Combatant) -> None:
        super().__init__("turn", actor.side, actor.index, None, asked_again=True)
        self.fight: Final = fight
        self.actor: Final = actor

    def list_options(self) -> list[Option]:
        return turn_options(self.fight, self.actor)

    def draw(self, dice: Dice) -> Option:
        return draw_option(self.fight, self.actor, dice)

    def offers(self, answer: Option) -> bool:
        return is_offered(self.fight, self.actor, answer.without_words())

    def forced_option(self) -> Option | None:
        fight, actor = self.fight, self.actor
        if not actor.must_flee():
            if fight.has_acted and fight.moved:
                return PASSING
            if not fight.has_acted and may_flop(actor):
                return None
            if not fight.moved and can_change_stance(fight, actor):
                return None
        return super().forced_option()

    def default_option(self) -> Option:
        return self.options[0] if self.actor.must_flee() else PASSING


def take_turn(fight: OldeFight, actor: Combatant) -> None:
    """One movement and one action at most, in either order, or a pass that keeps the Action
    Points [turn.order]."""
    fight.spent = 0
    fight.walked = 0
    fight.moved = False
    fight.has_acted = False
    fight.actor = actor.index
    fight.looker = NOBODY
    actor.acted = True
    if fight.wants_events:
        tell.acts(fight, actor)
    player = fight.direct_players[actor.side]
    question: ActionQuestion | None = None
    while may_go_on(fight, actor):
        if player is not None and not actor.must_flee():
            if fight.has_acted and fight.moved:
                break
            chosen = player.choose_action(fight, actor)
        else:
            if question is None:
                question = ActionQuestion(fight, actor)
            question.forget_options()
            chosen = fight.ask(question)
            if chosen is RULED:
                continue
        if chosen.verb == verbs.PASS:
            if fight.wants_events and not fight.spent and not fight.has_acted and not fight.walked:
                tell.passes(fight, actor)
            break
        fight.idle = False
        perform(fight, actor, chosen)
    fight.actor = NOBODY


def may_go_on(fight: OldeFight, actor: Combatant) -> bool:
    """Whether there are Action Points left to spend in this round, and enemies to spend them on."""
    return (
        actor.can_act()
        and actor.action_points > 0
        and fight.spent < MOST_A_ROUND
        and fight.is_undecided()
    )
