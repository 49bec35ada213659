"""Resistance and vulnerability, in each of the five ways that the chapter discusses."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.rulesets.renaissance import log
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.effort import CRITICAL, Modifiers, downgraded, upgraded
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.sheet import Resistance
from affray.rulesets.renaissance.wounds import set_on_fire

ON_THE_CHECK: Final[i64] = 20


def lines_of(who: Combatant) -> list[Resistance]:
    """Return a fighter's resistances and vulnerabilities, with the armour worn now
    [resist.keywords]."""
    return who.gear.resistances


def bearing(target: Combatant, keywords: list[str]) -> i64:
    """Return -1 if the target resists these keywords, 1 if it is vulnerable, otherwise 0
    [resist.keywords]."""
    found: i64 = 0
    for line in lines_of(target):
        if line.keyword in keywords:
            found += line.sign
    if found == 0:
        return 0
    return 1 if found > 0 else -1


def on_defense(
    fight: RenaissanceFight, target: Combatant, keywords: list[str], mods: Modifiers
) -> None:
    """Add +20 or -20 to the target's check, by the second way [resist.options]."""
    sign = bearing(target, keywords)
    if sign and fight.house.resistance == "plus-minus-20":
        name = log.bearing_words(target, keywords, sign < 0)
        mods.add(-ON_THE_CHECK * sign, name, "resist.options")


def on_quality(
    fight: RenaissanceFight, target: Combatant, keywords: list[str], quality: i64
) -> i64:
    """Downgrade or upgrade the attacker's check, by the third way [resist.options]."""
    sign = bearing(target, keywords)
    if sign == 0 or fight.house.resistance != "upgrade-downgrade":
        return quality
    return upgraded(quality) if sign > 0 else downgraded(quality)


def damage_rolls(
    fight: RenaissanceFight, target: Combatant, keywords: list[str], quality: i64
) -> i64:
    """Return the number of damage rerolls, negative if the lowest counts [attack.critical].

    A critical success adds one; by the fourth way a resistance or vulnerability adds one
    [resist.options]. Both add up, or the resistance alone counts [resist.critical].
    """
    again: i64 = 1 if quality == CRITICAL else 0
    sign = bearing(target, keywords)
    if sign == 0 or fight.house.resistance != "roll-twice":
        return again
    return again + sign if fight.house.rolled_twice == "add-up" else sign


def on_damage(fight: RenaissanceFight, attack: Attack, target: Combatant, dv: i64) -> i64:
    """Return the DV by the first way or by the fifth [resist.options].

    First: halved or doubled, or as the attack says. Fifth: as the target's entry says.
    """
    lines = lines_of(target)
    if lines:
        way = fight.house.resistance
        if way == "halve-double":
            sign = bearing(target, attack.keywords)
            if sign > 0:
                dv = attack.weapon.if_vulnerable.of(dv)
            elif sign < 0:
                dv = attack.weapon.if_resisted.of(dv)
        elif way == "by-entry":
            for line in lines:
                if line.keyword in attack.keywords:
                    dv = line.change.of(dv)
    return dv if dv > 0 else 0


def take_effect(fight: RenaissanceFight, attack: Attack, target: Combatant) -> None:
    """Set the target on fire or melt its hide, if attack or entry says so [resist.options]."""
    lines = lines_of(target)
    if not lines:
        return
    if fight.house.resistance == "by-entry":
        for line in lines:
            if line.keyword in attack.keywords and line.effect:
                afflict(fight, target, line.effect)
    elif fight.house.resistance == "halve-double":
        effect = attack.weapon.vulnerable_effect
        if effect is not None and bearing(target, attack.keywords) > 0:
            afflict(fight, target, effect)


def afflict(fight: RenaissanceFight, target: Combatant, effect: str) -> None:
    """Set a fighter on fire, or melt their hide [resist.options]."""
    if effect == "burns":
        set_on_fire(fight, target, "resist.options")
    elif not target.melted:
        target.melted = True
        log.simple(fight, "melts", target, "resist.options")
