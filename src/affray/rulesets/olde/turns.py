"""Turns: the Reset that opens each, the Action Points it gives, and whose part of a round it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.olde.adjustments import check_adjustments
from affray.rulesets.olde.conditions import end_persistent, end_temporary
from affray.rulesets.olde.dice import Effect, Opposed, named
from affray.rulesets.olde.gear import FINESSE
from affray.rulesets.olde.health import lose_blood

if TYPE_CHECKING:
    from affray.rulesets.olde.fight import Combatant, OldeFight

SURPRISED_POINTS: Final[i64] = 1


def reset(fight: OldeFight) -> None:
    """The Reset: per-turn effects, temporary conditions end, persistent ones may, and everybody
    has new Action Points and a free step [turn.ap]. The first has nothing to end yet."""
    fight.round += 1
    if fight.wants_events:
        fight.tell("turn", {"turn": int(fight.round)}, ("turn.ap",))
    if fight.round > 1:
        for who in fight.combatants:
            if not who.gone():
                lose_blood(fight, who)
                end_temporary(fight, who)
                end_persistent(fight, who)
    for who in fight.combatants:
        who.action_points = roll_points(fight, who) if who.awake() else 0
        who.free_step = True
    begin_round(fight)


def roll_points(fight: OldeFight, who: Combatant) -> i64:
    """One Finesse die, which does not explode, and what conditions take from it; the surprised
    have 1 in the first turn [turn.ap]."""
    if who.sheet.surprised and fight.round == 1:
        tell_points(fight, who, "surprised", [], SURPRISED_POINTS)
        return SURPRISED_POINTS
    lost: i64 = 0
    least: i64 = 0
    if who.afflicted:
        for condition in who.suffers():
            lost += condition.action_points
            if condition.least_points > least:
                least = condition.least_points
    rank = who.sheet.rank(FINESSE)
    roll = Effect(rank, False, False, lost, least)
    points = fight.table.stage(roll)
    tell_points(
        fight, who, named(rank, False) + (f" {lost:+d}" if lost else ""), roll.shown, points
    )
    return points


def tell_points(fight: OldeFight, who: Combatant, pool: str, dice: list[str], points: i64) -> None:
    """Tells how many Action Points somebody has."""
    if fight.wants_events:
        fight.tell(
            "points",
            {"who": who.name, "pool": pool, "dice": dice, "points": int(points)},
            ("turn.ap",),
        )


def begin_round(fight: OldeFight) -> None:
    """Everybody with Action Points will have a part in it [turn.order]."""
    fight.idle = True
    for who in fight.combatants:
        who.acted = False


def end_of_round(fight: OldeFight) -> None:
    """When nobody is left to act, another round begins; where everyone passed or has no Action
    Points, the turn is over, and what was not spent is lost at the Reset [turn.order]."""
    if not anybody_waiting(fight) and not fight.idle:
        begin_round(fight)
    fight.resetting = not anybody_waiting(fight)


def anybody_waiting(fight: OldeFight) -> bool:
    """Whether somebody still has a part in this round."""
    for who in fight.combatants:
        if who.waiting():
            return True
    return False


def next_to_act(fight: OldeFight) -> Combatant:
    """Who has most Action Points; of equals, who has more Finesse; then a Finesse check tells
    [turn.order]."""
    first: Combatant | None = None
    for who in fight.combatants:
        if who.waiting() and (first is None or comes_before(who, first)):
            first = who
    assert first is not None
    readiest = first
    for who in fight.combatants:
        if who.waiting() and who is not readiest and not comes_before(readiest, who):
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
    theirs = check_adjustments(fight, other, FINESSE)
    mine = check_adjustments(fight, who, FINESSE)
    contest = Opposed(
        other.sheet.rank(FINESSE), theirs.total, who.sheet.rank(FINESSE), mine.total, 0, 1
    )
    quicker = fight.table.stage(contest) > 0
    if fight.wants_events:
        fight.tell(
            "quicker",
            {
                "who": other.name,
                "dice": contest.first_dice,
                "total": int(contest.cr),
                "other": who.name,
                "others": contest.second_dice,
                "others_total": int(contest.total),
                "first": who.name if quicker else other.name,
            },
            ("turn.order",),
        )
    return quicker
