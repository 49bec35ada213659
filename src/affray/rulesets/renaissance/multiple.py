"""Several attacks with one action: one with each weapon that is wielded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option, Question
from affray.rulesets.renaissance import log
from affray.rulesets.renaissance.merging import merge_before_choice, merge_ways

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight
    from affray.rulesets.renaissance.sheet import Weapon


def attack_with_each(fight: RenaissanceFight, who: Combatant) -> None:
    """One attack with each wielded weapon, each by itself at -10 [multi.attacks]; if they have
    different targets each is at a further -10 [multi.targets]. Where a target falls before its
    attack, that goes to another in reach or is not made, and counts no more [multi.rest]."""
    items, fists = who.wielded, who.fists
    hold_back = fight.scene.hold_back
    merges_ways = fight.table.merges_ways
    plan: list[Option] = []
    place: i64 = 0
    while place < len(items):
        if merges_ways:
            values = (who.index, tuple(items), tuple(plan))
            merge_before_choice(fight, who.side, "each target", *values)
        plan.append(choose_target(fight, who, items[place]))
        place += 1
    struck: list[int] = []
    place = -1
    while place + 1 < len(items):
        place += 1
        if merges_ways:
            merge_ways(fight, "each", rest_of(who, fists, items, plan, struck, place))
        option = plan[place]
        if option is hold_back or not who.is_free_to_act():
            continue
        if not fight.combatants[option.target].is_able() or fight.is_hindered(who, option):
            if struck:
                option = choose_target(fight, who, items[place])
            if option is hold_back or fight.is_hindered(who, option):
                plan[place] = hold_back
                continue
            plan[place] = option
            if option.target not in struck:
                target = fight.combatants[option.target]
                log.done_to(fight, "turns to", who, target, "multi.rest")
        attack = fight.attack_from(who, option)
        attack.one_of_many = len(struck) > 0 or is_more_left(hold_back, plan, place + 1)
        attack.many_targets = has_other_targets(option.target, struck, hold_back, plan, place + 1)
        attack.off_hand = is_off_hand(fight, who, attack.weapon, place)
        attack.fists = fists
        struck.append(int(option.target))
        if merges_ways:
            attack.rest = rest_of(who, fists, items, plan, struck, place + 1)
            attack.is_all_told = True
        fight.attack(attack)


def rest_of(
    who: Combatant,
    fists: i64,
    items: list[int],
    plan: list[Option],
    struck: list[int],
    place: i64,
) -> tuple[object, ...]:
    """All that is still to be read of several attacks from a place on."""
    if place == len(items):
        return ()
    return (
        int(who.index),
        int(place),
        tuple(items),
        int(fists),
        tuple(plan[place:]),
        len(struck),
        tuple(sorted(set(struck))),
    )


@mypyc_attr(acyclic=True, free_list_len=1)
class EachQuestion(Question):
    """Whom to attack with one of several weapons, or nobody. Listed only if somebody looks."""

    def __init__(self, fight: RenaissanceFight, who: Combatant, item: i64) -> None:
        super().__init__("each", who.side, who.index, None)
        self.fight: Final = fight
        self.attacker: Final = who
        self.item: Final[i64] = item

    def list_options(self) -> list[Option]:
        options = [self.fight.scene.hold_back]
        options.extend(self.fight.attacks_with(self.attacker, self.item))
        return options

    def forced_option(self) -> Option | None:
        """Nobody, where nobody can be attacked so."""
        fight = self.fight
        return None if fight.has_attack_with(self.attacker, self.item) else fight.scene.hold_back


def choose_target(fight: RenaissanceFight, who: Combatant, item: i64) -> Option:
    """Whom to attack with one of several weapons, or to hold back."""
    player = fight.direct_players[who.side]
    if player is not None:
        return player.choose_target(fight, who, item)
    return fight.ask(EachQuestion(fight, who, item))


def is_more_left(hold_back: Option, plan: list[Option], place: i64) -> bool:
    """Whether an attack is still to be made, from a place on."""
    while place < len(plan):
        if plan[place] is not hold_back:
            return True
        place += 1
    return False


def has_other_targets(
    target: i64, struck: list[int], hold_back: Option, plan: list[Option], place: i64
) -> bool:
    """Whether one of the attacks that were made, or of those still to be made from a place on, has
    another target than that [multi.targets]."""
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
    """Whether one of several attacks is made with the off-hand: all but the first, and by the house
    not even those with natural weapons [multi.off-hand, natural.off-hand]."""
    if weapon.is_natural() and fight.house.natural_off_hand == "main":
        return False
    if who.off == weapon.base and who.main != weapon.base:
        return True
    return place > 0
