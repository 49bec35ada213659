"""Several attacks with one action: one with each weapon that is wielded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option, Question
from affray.rulesets.renaissance import log
from affray.rulesets.renaissance.options import is_thrown
from affray.rulesets.renaissance.sheet import LOADED, NO_RELOAD
from affray.rulesets.renaissance.targets import attack_from, is_hindered, list_attacks_with

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight
    from affray.rulesets.renaissance.sheet import Weapon


def attack_with_each(fight: RenaissanceFight, who: Combatant) -> None:
    """Attack once with each wielded weapon, each at -10 [multi.attacks].

    With different targets each is at a further -10 [multi.targets]. If a target falls before its
    attack, that goes to another in reach, or is not made and counts no more [multi.rest].
    """
    items, hands, fists = who.wielded, who.gear.wielded_hands, who.fists
    hold_back = fight.options.hold_back
    plan: list[Option] = []
    place: i64 = 0
    while place < len(items):
        plan.append(choose_target(fight, who, items[place], hands[place]))
        place += 1
    struck: list[int] = []
    place = -1
    while place + 1 < len(items):
        place += 1
        option = plan[place]
        if option is hold_back or not who.is_free_to_act():
            continue
        hand = hands[place]
        if who.in_hand(hand) != items[place]:
            hand = int(who.hand_with(items[place]))  # the other of two alike has changed hands
        is_able = fight.combatants[option.target].is_able()
        if not is_able or is_hindered_in(fight, who, hand, option):
            if struck:
                option = choose_target(fight, who, items[place], hand)
            if option is hold_back or is_hindered_in(fight, who, hand, option):
                plan[place] = hold_back
                continue
            plan[place] = option
            if option.target not in struck:
                target = fight.combatants[option.target]
                log.done_to(fight, "turns to", who, target, "multi.rest")
        attack = attack_from(fight, who, option)
        attack.one_of_many = len(struck) > 0 or is_more_left(hold_back, plan, place + 1)
        attack.many_targets = has_other_targets(option.target, struck, hold_back, plan, place + 1)
        attack.hand = hand
        attack.off_hand = is_off_hand(fight, who, attack.weapon, place)
        attack.fists = fists
        struck.append(int(option.target))
        fight.attack(attack)


@mypyc_attr(acyclic=True)
class EachQuestion(Question):
    """Ask whom to attack with one of several weapons, or nobody [multi.attacks]."""

    def __init__(self, fight: RenaissanceFight, who: Combatant, item: i64, hand: i64) -> None:
        super().__init__("each", who.side, who.index, None)
        self.fight: Final = fight
        self.attacker: Final = who
        self.item: Final[i64] = item
        self.hand: Final[i64] = hand

    def list_options(self) -> list[Option]:
        options = [self.fight.options.hold_back]
        for option in list_attacks_with(self.fight, self.attacker, self.item):
            if not is_hindered_in(self.fight, self.attacker, self.hand, option):
                options.append(option)
        return options


def is_hindered_in(fight: RenaissanceFight, who: Combatant, hand: i64, option: Option) -> bool:
    """Return whether an attack cannot be made with the weapon in this very hand.

    Of two weapons alike one may be stuck or empty [maneuver.catch, ranged.ammunition].
    """
    if is_hindered(fight, who, option):
        return True
    if hand < 0:
        return False
    weapon = fight.scene.weapons[option.item]
    if who.in_hand(hand) != weapon.base or who.is_stuck(hand):
        return True
    shoots = is_thrown(option) or not weapon.is_melee()
    return shoots and weapon.reload != NO_RELOAD and who.load_in(hand) < LOADED


def choose_target(fight: RenaissanceFight, who: Combatant, item: i64, hand: i64) -> Option:
    """Ask whom to attack with one of several weapons, or to hold back."""
    return fight.ask(EachQuestion(fight, who, item, hand))


def is_more_left(hold_back: Option, plan: list[Option], place: i64) -> bool:
    """Return whether an attack is still to be made, from a place on."""
    while place < len(plan):
        if plan[place] is not hold_back:
            return True
        place += 1
    return False


def has_other_targets(
    target: i64, struck: list[int], hold_back: Option, plan: list[Option], place: i64
) -> bool:
    """Return whether another of several attacks has another target [multi.targets].

    Attacks already made count, and those still to be made from a place on.
    """
    for other in struck:
        if other != target:
            return True
    while place < len(plan):
        option = plan[place]
        if option.target != target and option is not hold_back:
            return True
        place += 1
    return False


def is_off_hand(fight: RenaissanceFight, who: Combatant, weapon: Weapon, place: i64) -> bool:
    """Return whether one of several attacks is made with the off-hand [multi.off-hand].

    That is all but the first, and by the house never a natural weapon [natural.off-hand].
    """
    if weapon.is_natural() and fight.house.natural_off_hand == "main":
        return False
    if who.off == weapon.base and who.main != weapon.base:
        return True
    return place > 0
