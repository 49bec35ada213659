"""Resistance and vulnerability, in each of the five ways that the chapter weighs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.renaissance.checks import Modifiers, downgraded, upgraded
from affray.rulesets.renaissance.gear import (
    BY_ENTRY,
    HALVE_DOUBLE,
    PLUS_MINUS_20,
    ROLL_TWICE,
    UPGRADE_DOWNGRADE,
)

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight

ON_THE_CHECK: Final[i64] = 20


def bearing(target: Combatant, keywords: i64) -> i64:
    """-1 if the target resists an attack with these keywords, 1 if it is vulnerable, 0 if
    neither, or both [resist.keywords]."""
    found: i64 = 0
    for entry in target.sheet.body.resistances:
        if entry.bit & keywords:
            found += entry.sign
    if found == 0:
        return 0
    return 1 if found > 0 else -1


def on_defense(fight: RenaissanceFight, target: Combatant, keywords: i64, mods: Modifiers) -> None:
    """Second way: +20 or -20 on the target's check [resist.options]."""
    if fight.house.resistance == PLUS_MINUS_20 and target.sheet.body.resistances:
        sign = bearing(target, keywords)
        if sign:
            name = "vulnerable" if sign > 0 else "resists"
            mods.add(-ON_THE_CHECK * sign, name, "resist.options")


def on_quality(fight: RenaissanceFight, target: Combatant, keywords: i64, quality: i64) -> i64:
    """Third way: the attacker's check is downgraded or upgraded [resist.options]."""
    if fight.house.resistance != UPGRADE_DOWNGRADE:
        return quality
    sign = bearing(target, keywords)
    if sign == 0:
        return quality
    return upgraded(quality) if sign > 0 else downgraded(quality)


def extra_rolls(fight: RenaissanceFight, target: Combatant, keywords: i64) -> i64:
    """Fourth way: damage is rolled once more, and the lower or higher counts [resist.options]."""
    return bearing(target, keywords) if fight.house.resistance == ROLL_TWICE else 0


def on_damage(fight: RenaissanceFight, target: Combatant, keywords: i64, dv: i64) -> i64:
    """First way: DV is halved or doubled. Fifth: it is what the entry says [resist.options]."""
    way = fight.house.resistance
    if way == HALVE_DOUBLE:
        sign = bearing(target, keywords)
        if sign:
            return dv * 2 if sign > 0 else dv // 2
    elif way == BY_ENTRY:
        for entry in target.sheet.body.resistances:
            if entry.bit & keywords:
                dv = dv * entry.times // entry.divisor + entry.plus
    return dv if dv > 0 else 0


def take_effect(fight: RenaissanceFight, target: Combatant, keywords: i64) -> None:
    """What an entry does besides: the target catches fire, or its hide melts [resist.options]."""
    if fight.house.resistance != BY_ENTRY:
        return
    for entry in target.sheet.body.resistances:
        if entry.bit & keywords and entry.effect:
            if entry.effect == "burns":
                fight.set_on_fire(target, "resist.options")
            elif not target.melted:
                target.melted = True
                if fight.wants_events:
                    fight.tell("melts", {"who": target.name}, ("resist.options",))
