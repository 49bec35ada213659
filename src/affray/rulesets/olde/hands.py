"""Hands: what is held in them, and whether there are enough of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.olde import log
from affray.rulesets.olde.sheet import BARE, Use, Weapon

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight

HANDS: Final[i64] = 2


def hands_for(weapon: Weapon, two_hands: bool) -> i64:
    """How many hands a weapon takes as it is held [brawn.melee, ranged.hands]."""
    if weapon.index == BARE:
        return 0
    return 2 if two_hands else 1


def too_few_hands(weapon: Weapon, two_hands: bool, shielded: bool) -> str:
    """Why nobody can hold this so; empty if one can. Two hands on a weapon leave none for
    anything else [brawn.melee], a bow's listed hands are needed [ranged.hands], and a shield
    takes the off hand [shield.defense]."""
    if weapon.index == BARE:
        return ""
    if two_hands and not weapon.fits_two_hands():
        return f"the {weapon.name} is held in one hand"
    if not two_hands and not weapon.fits_one_hand():
        return f"the {weapon.name} takes both hands"
    if hands_for(weapon, two_hands) + (1 if shielded else 0) > HANDS:
        return f"the {weapon.name} takes both hands, and a shield the off hand"
    return ""


def free_hands(who: Combatant, weapon: Weapon) -> i64:
    """How many hands hold nothing, with this weapon in hand."""
    return HANDS - hands_for(weapon, who.two_hands) - (1 if who.shielded else 0)


def has_hands_for(who: Combatant, weapon: Weapon, use: Use) -> bool:
    """Whether the hands are there for a use as things are held: one that takes both needs both on
    it, or both free to draw it [ranged.hands, brawn.melee]."""
    if use.one_hand > 0 or use.two_hands == 0:
        return True
    if who.weapon == weapon.index:
        return who.two_hands
    return free_hands(who, who.held_weapon()) == HANDS


def best_grip(weapon: Weapon, shielded: bool) -> bool:
    """Whether it is better held in two hands: always, if there is no shield and it can be."""
    if weapon.index == BARE:
        return False
    return not weapon.fits_one_hand() or (weapon.fits_two_hands() and not shielded)


def hands_hinder(who: Combatant, weapon: Weapon) -> str:
    """Why a weapon cannot be used as the hands are now; empty if it can. Bare hands always can,
    and a weapon made for throwing is drawn as it is thrown if a hand is free [ranged.hands]."""
    index = int(weapon.index)
    if index == BARE or who.weapon == index:
        return ""
    if index not in who.arms:
        return f"{who.name} has no {weapon.name}"
    if weapon.is_only_thrown() and free_hands(who, who.held_weapon()) > 0:
        return ""
    return f"{who.name} does not have the {weapon.name} in hand"


def take_up(fight: OldeFight, who: Combatant, index: i64, two_hands: bool) -> None:
    """Changes what is in hand. The shield is raised where a hand is left for it, and slung where
    not [shield.defense]."""
    weapon = fight.scene.weapons[index]
    take_in_hand(who, index)
    who.two_hands = two_hands
    has_shield = who.sheet.shield.defense > 0
    who.shielded = has_shield and hands_for(weapon, two_hands) < HANDS
    if not who.shielded:
        who.blocking = False
    log.taken_up(fight, who, weapon)


def take_in_hand(who: Combatant, index: i64) -> None:
    """Takes a weapon that is carried in hand, in place of what was there: of several crossbows of
    a kind one that is loaded, if there is one [ranged.crossbow]."""
    if not who.loaded:
        who.spent += (int(who.weapon),)
    who.weapon = index
    who.loaded = who.arms.count(int(index)) > who.spent.count(int(index))
    if not who.loaded:
        who.spent = without(who.spent, index)


def without(things: tuple[int, ...], one: i64) -> tuple[int, ...]:
    """The same things less one of them."""
    position = things.index(int(one))
    return things[:position] + things[position + 1 :]


def lose(fight: OldeFight, who: Combatant, weapon: Weapon) -> bool:
    """A weapon is no longer carried: thrown, dropped or broken. What is left is bare hands, or
    another of the same made for throwing. Whether it could be used at once: a crossbow that has to
    be reset could not [ranged.crossbow]."""
    index = int(weapon.index)
    was_loaded = who.loaded if who.weapon == index else index not in who.spent
    who.arms = without(who.arms, index)
    if who.weapon == index:
        who.loaded = True
        if index not in who.arms or not weapon.is_only_thrown():
            who.weapon = BARE
            who.two_hands = False
    elif not was_loaded:
        who.spent = without(who.spent, index)
    return was_loaded
