"""The player called `simple`, for Mithryn: a sensible fighter with no dice of its own.

It closes or shoots, prefers whoever it can drop, uses its reactions, picks weapons up, brings
friends round, and flees when it is hopeless. It sees the fight only as a person would.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Fight
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.mithryn.actions import (
    ATTACK,
    BREAK_FREE,
    FLEE,
    MOVE,
    PICK_UP,
    POULTICE,
    STABILISE,
    can_wield,
    reaches,
)
from affray.rulesets.mithryn.attack import BOTH, RUSHED
from affray.rulesets.mithryn.fight import Combatant, MithrynFight
from affray.rulesets.mithryn.gear import Weapon

FRAIL: Final[i64] = 3
"""Hit points at which a friend wants somebody stepping in."""

STURDIER: Final[i64] = 3
"""How many hit points more the one who steps in should have."""

OUTNUMBERED: Final[i64] = 3
"""How many enemies to each friend make it hopeless for the badly hurt."""


class Tactics(Player):
    """Decides by rules of thumb, always the same in the same place."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, MithrynFight)
        kind = question.kind
        if kind == "turn":
            return choose_action(fight, fight.combatants[question.who], question.options)
        if kind == "interpose":
            return question.options[1 if wants_to_interpose(fight, question) else 0]
        if kind == "defend":
            return question.options[1]
        if kind == "help":
            return question.options[1 if wants_to_help(fight, question) else 0]
        return question.options[question.default]


def expected_hits(count: i64, sides: i64, defense: i64) -> float:
    """The mean hits of exploding dice against a Defense."""
    least = defense if defense < sides else sides
    return float(count * (sides - least + 1)) / float(sides - 1)


def worth(who: Combatant, weapon: Weapon, target: Combatant, rushed: bool) -> float:
    """How much of what the target has left an attack takes away, on average; 1 drops it."""
    if weapon.rushed_count and (rushed or not who.sheet.meets(weapon)):
        hits = expected_hits(weapon.rushed_count, weapon.rushed_sides, target.defense())
    else:
        hits = expected_hits(weapon.count, weapon.sides, target.defense())
    left = float(target.hit_points)
    share = hits / left if hits < left else 1.0
    # of two that would drop alike, the one that takes more hits to drop is the greater danger
    return share + hits * 0.01 if target.able() else 0.001


def choose_action(fight: MithrynFight, who: Combatant, options: list[Option]) -> Option:
    """What to do with an action."""
    best = options[len(options) - 1]
    best_worth = 0.0
    pick_up: Option | None = None
    mend: Option | None = None
    flee: Option | None = None
    for option in options:
        verb = option.verb
        if verb == ATTACK:
            if option.value == BOTH:
                continue
            weapon = fight.scene.weapons[option.item]
            target = fight.combatants[option.target]
            found = worth(who, weapon, target, option.value == RUSHED)
            if target.zone != who.zone and not weapon.ranged and not weapon.many:
                found = throw_worth(who, found)
            if found > best_worth:
                best_worth = found
                best = option
        elif verb == STABILISE or verb == BREAK_FREE:
            mend = option
        elif verb == POULTICE:
            if fight.combatants[option.target].wounded():
                mend = option
        elif verb == PICK_UP:
            pick_up = option
        elif verb == FLEE:
            flee = option
    if flee is not None and is_hopeless(fight, who):
        return flee
    if mend is not None and fight.attacks_made == 0 and mend.verb != BREAK_FREE:
        return mend
    if best_worth > 0.0:
        return better_place(fight, who, options, best) if best.item == 0 else best
    if pick_up is not None:
        return pick_up
    if mend is not None:
        return mend
    if fight.attacks_made:
        return best
    return approach(fight, who, options, best)


def throw_worth(who: Combatant, found: float) -> float:
    """One's only weapon is thrown only to finish somebody."""
    return found if len(who.arms) > 2 or found >= 1.0 else 0.0


def better_place(
    fight: MithrynFight, who: Combatant, options: list[Option], fists: Option
) -> Option:
    """Rather than use bare hands, picks a weapon up or moves to where one's own is of use."""
    if len(who.arms) == 1:
        for option in options:
            if option.verb == PICK_UP:
                return option
        return fists
    for option in options:
        if option.verb == MOVE and can_attack_from(fight, who, option.place):
            return option
    return fists


def can_attack_from(fight: MithrynFight, who: Combatant, zone: i64) -> bool:
    """Whether a real weapon reaches somebody from there, with nobody there in the way."""
    if fight.enemy_in(zone, who.side):
        return False
    for item in who.arms:
        weapon = fight.scene.weapons[item]
        if item == 0 or not can_wield(who, weapon):
            continue
        for target in fight.combatants:
            if target.side != who.side and target.able():
                if reaches(fight, weapon, fight.scene.zones.distance(zone, target.zone)):
                    return True
    return False


def approach(
    fight: MithrynFight, who: Combatant, options: list[Option], otherwise: Option
) -> Option:
    """A step towards the nearest enemy."""
    zones = fight.scene.zones
    nearest: i64 = 1_000_000
    goal: i64 = -1
    for target in fight.combatants:
        if target.side != who.side and target.able():
            distance = zones.distance(who.zone, target.zone)
            if distance < nearest:
                nearest = distance
                goal = target.zone
    if goal < 0 or who.held_by != NOBODY:
        return otherwise
    step: i64 = zones.towards[who.zone][goal]
    for option in options:
        if option.verb == MOVE and option.place == step:
            return option
    return otherwise


def is_hopeless(fight: MithrynFight, who: Combatant) -> bool:
    """Badly hurt and far outnumbered."""
    if who.hit_points > FRAIL or who.hit_points == who.sheet.hit_points:
        return False
    friends: i64 = 0
    enemies: i64 = 0
    for other in fight.combatants:
        if other.able():
            if other.side == who.side:
                friends += 1
            else:
                enemies += 1
    return enemies >= OUTNUMBERED * friends


def wants_to_interpose(fight: MithrynFight, question: Question) -> bool:
    """For a frail friend, if one is sturdier and no easier to hit."""
    me = fight.combatants[question.who]
    target = fight.combatants[question.target]
    return (
        target.hit_points <= FRAIL
        and me.hit_points >= target.hit_points + STURDIER
        and me.defense() >= target.defense()
    )


def wants_to_help(fight: MithrynFight, question: Question) -> bool:
    """From nearby, to finish somebody, unless the shield is wanted."""
    me = fight.combatants[question.who]
    target = fight.combatants[question.target]
    friend = fight.combatants[question.about]
    near = me.zone == friend.zone or me.zone == target.zone
    return near and not me.shield_raised and target.hit_points <= FRAIL
