"""Several attacks with one action: one with each weapon that is wielded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option, Question
from affray.rulesets.renaissance import log
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
    items, fists = who.wielded, who.fists
    hold_back = fight.options.hold_back
    plan: list[Option] = []
    place: i64 = 0
    while place < len(items):
        plan.append(choose_target(fight, who, items[place]))
        place += 1
    struck: list[int] = []
    place = -1
    while place + 1 < len(items):
        place += 1
        option = plan[place]
        if option is hold_back or not who.is_free_to_act():
            continue
        if not fight.combatants[option.target].is_able() or is_hindered(fight, who, option):
            if struck:
                option = choose_target(fight, who, items[place])
            if option is hold_back or is_hindered(fight, who, option):
                plan[place] = hold_back
                continue
            plan[place] = option
            if option.target not in struck:
                target = fight.combatants[option.target]
                log.done_to(fight, "turns to", who, target, "multi.rest")
        attack = attack_from(fight, who, option)
        attack.one_of_many = len(struck) > 0 or is_more_left(hold_back, plan, place + 1)
        attack.many_targets = has_other_targets(option.target, struck, hold_back, plan, place + 1)
        attack.off_hand = is_off_hand(fight, who, attack.weapon, place)
        attack.fists = fists
        struck.append(int(option.target))
        fight.attack(attack)


@mypyc_attr(acyclic=True)
class EachQuestion(Question):
    """Ask whom to attack with one of several weapons, or nobody [multi.attacks]."""

    def __init__(self, fight: RenaissanceFight, who: Combatant, item: i64) -> None:
        super().__init__("each", who.side, who.index, None)
        self.fight: Final = fight
        self.attacker: Final = who
        self.item: Final[i64] = item

    def list_options(self) -> list[Option]:
        options = [self.fight.options.hold_back]
        options.extend(list_attacks_with(self.fight, self.attacker, self.item))
        return options


def choose_target(fight: RenaissanceFight, who: Combatant, item: i64) -> Option:
    """Ask whom to attack with one of several weapons, or to hold back."""
    return fight.ask(EachQuestion(fight, who, item))


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
