"""Things in hand, carried and on the ground: drawing, dropping, loading [turn.handling]."""

from __future__ import annotations

from mypy_extensions import i64

from affray.rulesets.renaissance import log
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.holds import uncatch
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.sheet import (
    EMPTY,
    HALF_LOADED,
    LOADED,
    LONG_RELOAD,
    MAIN_HAND,
    NONE,
    OTHER_HAND,
    SHIELD_ARM,
)


def hand_to_load(fight: RenaissanceFight, actor: Combatant) -> i64:
    """Return a hand whose weapon is empty and can be loaded; NONE if there is none
    [ranged.ammunition]."""
    if len(actor.gear.to_load) > 0:
        for hand in (MAIN_HAND, OTHER_HAND):
            item = actor.in_hand(hand)
            if item >= 0 and actor.load_in(hand) < LOADED:
                if fight.scene.weapons[item] in actor.gear.to_load:
                    return hand
    return NONE


def weapon_to_load(fight: RenaissanceFight, actor: Combatant) -> i64:
    """Return the weapon that would be loaded; NONE if there is none [ranged.ammunition]."""
    return actor.in_hand(hand_to_load(fight, actor))


def hand_to_overcharge(fight: RenaissanceFight, actor: Combatant) -> i64:
    """Return a hand whose loaded weapon can be charged further; NONE if there is none."""
    for hand in (MAIN_HAND, OTHER_HAND):
        item = actor.in_hand(hand)
        if item >= 0 and fight.scene.weapons[item].harm_overcharged is not None:
            if actor.load_in(hand) == LOADED:
                return hand
    return NONE


def reload(fight: RenaissanceFight, actor: Combatant) -> None:
    """Load a weapon in hand; the slowest take two Standard Actions [ranged.ammunition]."""
    load = HALF_LOADED if begins_to_reload(fight, actor) else LOADED
    actor.set_load(hand_to_load(fight, actor), load)


def begins_to_reload(fight: RenaissanceFight, actor: Combatant) -> bool:
    """Return whether the weapon needs another action to load after this one [ranged.ammunition]."""
    hand = hand_to_load(fight, actor)
    if hand < 0:
        return False
    weapon = fight.scene.weapons[actor.in_hand(hand)]
    return weapon.reload == LONG_RELOAD and actor.load_in(hand) == EMPTY


def use_ammunition(fight: RenaissanceFight, attack: Attack) -> None:
    """Use up uncommon ammunition and the load; a thrown weapon leaves the hand
    [ranged.ammunition, ranged.throwing]."""
    attacker, weapon = attack.attacker, attack.weapon
    if weapon.ammo >= 0:
        attacker.set_ammo(weapon.ammo, attacker.ammo[weapon.ammo] - 1)
    if weapon.reload and not attack.melee:
        attacker.set_load(attack.hand, EMPTY)
    if attack.thrown:
        empty_hand(fight, attacker, attack.hand)


def empty_hand(fight: RenaissanceFight, who: Combatant, hand: i64) -> i64:
    """Take the weapon from a hand, and end its catch; return its load [maneuver.catch].

    Of two weapons alike the other goes to the main hand.
    """
    if who.caught_hand == hand:
        uncatch(fight, who)
    if who.catching >= 0 and who.catching_hand == hand:
        uncatch(fight, fight.combatants[who.catching])
    load = who.load_in(hand)
    if hand == MAIN_HAND and who.off == who.main:
        who.change_hands()
    elif hand == MAIN_HAND:
        who.main, who.main_load = NONE, LOADED
    else:
        who.off, who.off_load = NONE, LOADED
    who.reckon()
    return load


def lose(fight: RenaissanceFight, who: Combatant, item: i64) -> i64:
    """Take a weapon from the hand that holds it, or from those carried; return its load.

    Of two alike it is the one that is not stuck [maneuver.catch].
    """
    hand = who.hand_with(item)
    if hand >= 0:
        return empty_hand(fight, who, hand)
    load: i64 = LOADED
    if int(item) in who.carried:
        load = who.part_with(who.carried.index(int(item)))
        who.reckon()
    return load


def lie(fight: RenaissanceFight, item: i64, cell: i64, load: i64) -> None:
    """Put a weapon on the ground, where any fighter can pick it up."""
    if not fight.scene.weapons[item].is_area():
        fight.lying.append((int(cell), int(item), int(load)))


def weapons_lying_at(fight: RenaissanceFight, cell: i64) -> list[int]:
    """List the weapons that lie in a cell, in the order they fell."""
    return [item for where, item, _ in fight.lying if where == cell]


def drop(fight: RenaissanceFight, who: Combatant, item: i64, rule: str) -> None:
    """Drop a held weapon in the fighter's cell; of two alike, the caught one [turn.handling]."""
    hand = who.hand_with(item)
    if who.caught_hand >= 0 and who.in_hand(who.caught_hand) == item:
        hand = who.caught_hand
    drop_from(fight, who, hand, rule)


def drop_from(fight: RenaissanceFight, who: Combatant, hand: i64, rule: str) -> None:
    """Drop the item in a hand in the fighter's cell."""
    item = who.in_hand(hand)
    load = empty_hand(fight, who, hand)
    lie(fight, item, who.cell, load)
    log.simple(fight, "drops", who, rule, fight.scene.weapons[item].name)


def drop_shield(fight: RenaissanceFight, who: Combatant, rule: str) -> None:
    """Drop a shield in its bearer's cell, with the weapon it has caught [turn.handling]."""
    if who.catching >= 0 and who.catching_hand == SHIELD_ARM:
        uncatch(fight, fight.combatants[who.catching])
    fight.lying_shields.append((int(who.shield), int(who.cell)))
    who.shield = NONE
    who.reckon()
    log.simple(fight, "drops", who, rule, "shield")


def pick_up(fight: RenaissanceFight, who: Combatant, item: i64) -> None:
    """Take a weapon from the ground; of several alike, the first [turn.handling]."""
    for lying in fight.lying:
        cell, what, load = lying
        if cell == who.cell and what == item:
            fight.lying.remove(lying)
            who.take(item, load)
            return
