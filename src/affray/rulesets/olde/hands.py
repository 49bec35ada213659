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

NOT_CARRIED: Final = "{attacker} has no {weapon}"
NOT_IN_HAND: Final = "{attacker} does not have the {weapon} in hand"


def hands_for(weapon: Weapon, two_hands: bool) -> i64:
    """Return how many hands a weapon takes as it is held."""
    if weapon.index == BARE:
        return 0
    return 2 if two_hands else 1


def too_few_hands(weapon: Weapon, two_hands: bool, shielded: bool) -> str:
    """Return why a weapon cannot be held so; empty if it can.

    Two hands on a weapon leave none for anything else, a bow's listed hands are needed, and a
    shield takes the off hand [shield.defense].
    """
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
    """Return how many hands hold nothing, with this weapon in hand."""
    return HANDS - hands_for(weapon, who.two_hands) - (1 if who.shielded else 0)


def has_hands_for(who: Combatant, weapon: Weapon, use: Use) -> bool:
    """Return whether the hands are there for a use as things are held: one that takes both needs
    both on it, or both free to draw it [ranged.hands]."""
    if use.one_hand > 0 or use.two_hands == 0:
        return True
    if who.weapon == weapon.index:
        return who.two_hands
    return free_hands(who, who.held_weapon()) == HANDS


def best_grip(weapon: Weapon, shielded: bool) -> bool:
    """Return whether it is better held in two hands: if there is no shield and it can be."""
    if weapon.index == BARE:
        return False
    return not weapon.fits_one_hand() or (weapon.fits_two_hands() and not shielded)


def why_not_in_hand(who: Combatant, weapon: Weapon) -> str:
    """Return why a weapon is not at hand, as a template; empty if it is.

    Bare hands always are. A weapon made for throwing is drawn as it is thrown if a hand is free.
    """
    index = int(weapon.index)
    if index == BARE or who.weapon == index:
        return ""
    if index not in who.arms:
        return NOT_CARRIED
    if weapon.is_only_thrown() and free_hands(who, who.held_weapon()) > 0:
        return ""
    return NOT_IN_HAND


def at_hand(who: Combatant) -> list[Weapon]:
    """List what one might attack with: what is in hand, bare hands, and what is made for
    throwing."""
    weapons = who.scene.weapons
    found = [who.held_weapon()]
    if who.weapon != BARE:
        found.append(weapons[BARE])
    for item in who.arms:
        weapon = weapons[item]
        if weapon.is_only_thrown() and weapon not in found:
            found.append(weapon)
    return found


def take_up(fight: OldeFight, who: Combatant, index: i64, two_hands: bool) -> None:
    """Change what is in hand; raise the shield where a hand is left for it, else sling it."""
    weapon = fight.scene.weapons[index]
    take_in_hand(who, index)
    who.two_hands = two_hands
    has_shield = who.sheet.shield.defense > 0
    who.shielded = has_shield and hands_for(weapon, two_hands) < HANDS
    if not who.shielded:
        who.blocking = False
    log.taken_up(fight, who, weapon)


def take_in_hand(who: Combatant, index: i64) -> None:
    """Take a weapon that is carried in hand, in place of what was there: of several crossbows of a
    kind one that is loaded, if there is one."""
    if not who.loaded:
        who.spent += (int(who.weapon),)
    who.weapon = index
    who.loaded = who.arms.count(int(index)) > who.spent.count(int(index))
    if not who.loaded:
        who.spent = without(who.spent, index)


def without(things: tuple[int, ...], one: i64) -> tuple[int, ...]:
    """Return the things without one of them."""
    position = things.index(int(one))
    return things[:position] + things[position + 1 :]


def lose(who: Combatant, weapon: Weapon) -> bool:
    """Lose a weapon: thrown, dropped or broken. Return whether it could be used at once.

    What is left is bare hands, or another of the same made for throwing. A crossbow that has to be
    reset cannot be used at once.
    """
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
