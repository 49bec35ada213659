"""The simple player of Mithryn as it was at first, to measure today's against (`mirrored.py`).

It is kept as it was but for names that have moved.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.mithryn import options
from affray.rulesets.mithryn.combatant import Combatant
from affray.rulesets.mithryn.fight import MithrynFight
from affray.rulesets.mithryn.reach import can_reach, can_wield
from affray.rulesets.mithryn.turn import can_flee
from affray.space.zones import APART

FISTS: Final[i64] = 0
"""The number of bare hands among the weapons of every scene."""

FRAIL: Final[i64] = 3
"""Hit points at which a friend wants somebody stepping in."""

STURDIER: Final[i64] = 3
"""How many hit points more the one who steps in should have."""

OUTNUMBERED: Final[i64] = 3
"""How many enemies to each friend make it hopeless for the badly hurt."""


class FormerPlayer(Player):
    """Decides by rules of thumb, always the same in the same place."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, MithrynFight)
        kind = question.kind
        if kind == "turn":
            return choose_action(fight, fight.combatants[question.who])
        if kind == "interpose":
            return question.options[1 if wants_to_interpose(fight, question) else 0]
        if kind == "defend":
            return question.options[1]
        if kind == "help":
            return question.options[1 if wants_to_help(fight, question) else 0]
        return question.default_option()


def expected_hits(count: i64, sides: i64, defense: i64) -> float:
    """The mean hits of exploding dice against a Defense."""
    least = defense if defense < sides else sides
    return float(count * (sides - least + 1)) / float(sides - 1)


def worth(hits: float, target: Combatant) -> float:
    """How much of what the target has left so many hits take away; 1 drops it."""
    if not target.is_able():
        return 0.001
    left = float(target.hit_points)
    share = hits / left if hits < left else 1.0
    # of two that would drop alike, the one that is easier to hit
    return share + hits * 0.01


def choose_action(fight: MithrynFight, who: Combatant) -> Option:
    """What to do with an action."""
    if who.hit_points <= FRAIL and is_hopeless(fight, who) and can_flee(fight, who):
        return options.FLEE
    if fight.attacks_made == 0:
        mend = somebody_to_mend(fight, who)
        if mend is not None:
            return mend
    best = best_attack(fight, who)
    if best is not None:
        return better_than_fists(fight, who, best) if best.item == FISTS else best
    found = weapon_lying_here(fight, who)
    if found is None:
        found = somebody_to_mend(fight, who)
    if found is not None:
        return found
    if who.is_held():
        return options.BREAK_FREE
    return options.END_TURN if fight.attacks_made else approach(fight, who)


def best_attack(fight: MithrynFight, who: Combatant) -> Option | None:
    """The attack that takes most of what its target has left."""
    scene = fight.scene
    rushed = fight.attacks_made > 0
    best_worth = 0.0
    best_item: i64 = -1
    best_target: Combatant | None = None
    distances = scene.zones.steps[who.zone]
    for item in who.arms:
        weapon = scene.weapons[item]
        if not can_wield(fight, who, weapon) or (rushed and weapon.rushed_count == 0):
            continue
        if item == FISTS and best_target is not None:
            continue
        count, sides = weapon.count, weapon.sides
        if weapon.rushed_count and (rushed or not who.sheet.meets_requirements(weapon)):
            count, sides = weapon.rushed_count, weapon.rushed_sides
        for target in fight.combatants:
            if target.side == who.side or not target.is_present():
                continue
            distance: i64 = distances[target.zone]
            if not can_reach(fight, weapon, distance):
                continue
            found = worth(expected_hits(count, sides, target.defense()), target)
            if distance > 0 and not weapon.is_ranged and not weapon.is_set:
                found = throw_worth(who, found)
            if found > best_worth:
                best_worth = found
                best_item = item
                best_target = target
    if best_target is None:
        return None
    thrown = best_target.zone != who.zone and scene.weapons[best_item].is_throwable
    manner = options.RUSHED if rushed else options.PLAIN
    return scene.attack(who.index, best_item, best_target.index, manner, thrown)


def throw_worth(who: Combatant, found: float) -> float:
    """One's only weapon is thrown only to finish somebody."""
    return found if len(who.arms) > 2 or found >= 1.0 else 0.0


def somebody_to_mend(fight: MithrynFight, who: Combatant) -> Option | None:
    """A friend here who has collapsed, or who could do with a poultice."""
    for friend in fight.combatants:
        if friend.side == who.side and friend.zone == who.zone and friend.is_present():
            if friend.collapsed and friend is not who:
                return fight.scene.stabilise[friend.index]
            if who.poultices > 0 and friend.is_wounded():
                return fight.scene.poultice[friend.index]
    return None


def weapon_lying_here(fight: MithrynFight, who: Combatant) -> Option | None:
    """A weapon to pick up."""
    for item, zone in fight.lying:
        if zone == who.zone:
            return fight.scene.pick_up[item]
    return None


def better_than_fists(fight: MithrynFight, who: Combatant, fists: Option) -> Option:
    """Rather than use bare hands, picks a weapon up or moves to where one's own is of use."""
    if len(who.arms) == 1:
        found = weapon_lying_here(fight, who)
        return found if found is not None else fists
    if not who.is_held():
        for zone in fight.scene.zones.neighbours[who.zone]:
            if can_attack_from(fight, who, zone):
                return fight.scene.move[zone]
    return fists


def can_attack_from(fight: MithrynFight, who: Combatant, zone: i64) -> bool:
    """Whether a real weapon reaches somebody from there, with nobody there in the way."""
    if fight.has_enemy_in(zone, who.side):
        return False
    for item in who.arms:
        weapon = fight.scene.weapons[item]
        if item == FISTS or not can_wield(fight, who, weapon):
            continue
        for target in fight.combatants:
            if target.side != who.side and target.is_able():
                if can_reach(fight, weapon, fight.scene.zones.distance(zone, target.zone)):
                    return True
    return False


def approach(fight: MithrynFight, who: Combatant) -> Option:
    """A step towards the nearest enemy."""
    zones = fight.scene.zones
    nearest: i64 = APART
    goal: i64 = -1
    for target in fight.combatants:
        if target.side != who.side and target.is_able():
            distance = zones.distance(who.zone, target.zone)
            if distance < nearest:
                nearest = distance
                goal = target.zone
    if goal < 0 or goal == who.zone:
        return options.END_TURN
    return fight.scene.move[zones.towards[who.zone][goal]]


def is_hopeless(fight: MithrynFight, who: Combatant) -> bool:
    """Badly hurt and far outnumbered."""
    if who.hit_points == who.sheet.hit_points:
        return False
    friends: i64 = 0
    enemies: i64 = 0
    for other in fight.combatants:
        if other.is_able():
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
    is_near = me.zone == friend.zone or me.zone == target.zone
    return is_near and not me.shield_raised and target.hit_points <= FRAIL
