"""Several attacks with one action: one with each weapon that is wielded."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option, Question
from affray.rulesets.renaissance import log
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.options import is_thrown
from affray.rulesets.renaissance.sheet import LOADED, NO_RELOAD, Weapon
from affray.rulesets.renaissance.targets import attack_from, is_hindered, list_attacks_with


def attack_with_each(fight: RenaissanceFight, who: Combatant) -> None:
    """Attack once with each wielded weapon, each at -10 [multi.attacks].

    With different targets each is at a further -10 [multi.targets]. If a target falls before its
    attack, another in reach is attacked; otherwise the attack is not made and does not count
    [multi.rest].
    """
    items, hands, fists = who.wielded, who.gear.wielded_hands, who.fists
    hold_back = fight.options.hold_back
    plan = [choose_target(fight, who, item, hands[place]) for place, item in enumerate(items)]
    struck: list[int] = []
    for place, item in enumerate(items):
        option, hand = plan[place], hands[place]
        if option is hold_back or not who.is_free_to_act():
            continue
        if who.in_hand(hand) != item:
            hand = int(who.hand_with(item))  # the other of two alike has changed hands
        is_able = fight.combatants[option.target].is_able()
        if not is_able or is_hindered_in(fight, who, hand, option):
            if struck:
                option = choose_target(fight, who, item, hand)
            if option is hold_back or is_hindered_in(fight, who, hand, option):
                plan[place] = hold_back
                continue
            plan[place] = option
            if option.target not in struck:
                target = fight.combatants[option.target]
                log.done_to(fight, "turns to", who, target, "multi.rest")
        left = [int(one.target) for one in plan[place + 1 :] if one is not hold_back]
        attack = attack_from(fight, who, option)
        attack.one_of_many = len(struck) + len(left) > 0
        attack.many_targets = len({int(option.target), *struck, *left}) > 1
        attack.hand = hand
        attack.off_hand = is_off_hand(fight, who, attack.weapon, place)
        attack.fists = fists
        struck.append(int(option.target))
        fight.attack(attack)


@mypyc_attr(acyclic=True)
class EachQuestion(Question):
    """Ask for the target of one of several weapons, or none [multi.attacks]."""

    def __init__(self, fight: RenaissanceFight, who: Combatant, item: i64, hand: i64) -> None:
        super().__init__("each", who.side, who.index, None)
        self.fight: Final = fight
        self.attacker: Final = who
        self.item: Final[i64] = item
        self.hand: Final[i64] = hand

    def list_options(self) -> list[Option]:
        attacks = list_attacks_with(self.fight, self.attacker, self.item)
        possible = [option for option in attacks if not self.is_hindered(option)]
        return [self.fight.options.hold_back, *possible]

    def is_hindered(self, option: Option) -> bool:
        """Return whether the weapon in the current hand cannot make an attack."""
        return is_hand_hindered(self.fight, self.attacker, self.hand, option)


def is_hindered_in(fight: RenaissanceFight, who: Combatant, hand: i64, option: Option) -> bool:
    """Return whether an attack is no longer possible with the weapon in this hand."""
    return is_hindered(fight, who, option) or is_hand_hindered(fight, who, hand, option)


def is_hand_hindered(fight: RenaissanceFight, who: Combatant, hand: i64, option: Option) -> bool:
    """Return whether the weapon in this hand cannot make an attack.

    Of two weapons alike one may be stuck or empty [maneuver.catch, ranged.ammunition].
    """
    if hand < 0:
        return False
    weapon = fight.scene.weapons[option.item]
    if who.in_hand(hand) != weapon.base or who.is_stuck(hand):
        return True
    shoots = is_thrown(option) or not weapon.is_melee()
    return shoots and weapon.reload != NO_RELOAD and who.load_in(hand) < LOADED


def choose_target(fight: RenaissanceFight, who: Combatant, item: i64, hand: i64) -> Option:
    """Ask for the target of one of several weapons, or none."""
    return fight.ask(EachQuestion(fight, who, item, hand))


def is_off_hand(fight: RenaissanceFight, who: Combatant, weapon: Weapon, place: i64) -> bool:
    """Return whether one of several attacks is made with the off-hand [multi.off-hand].

    All but the first are; as a house rule, a natural weapon never is [natural.off-hand].
    """
    if weapon.is_natural() and fight.house.natural_off_hand == "main":
        return False
    if who.off == weapon.base and who.main != weapon.base:
        return True
    return place > 0
