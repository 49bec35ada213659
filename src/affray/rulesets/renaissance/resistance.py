"""Resistance and vulnerability, in each of the five ways that the chapter weighs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.renaissance import tell
from affray.rulesets.renaissance.checks import Modifiers, downgraded, upgraded

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight

ON_THE_CHECK: Final[i64] = 20


def bearing(target: Combatant, keywords: i64) -> i64:
    """-1 if the target resists an attack with these keywords, 1 if it is vulnerable, 0 if
    neither, or both [resist.keywords]."""
    found: i64 = 0
    for entry in target.sheet.resistances:
        if entry.bit & keywords:
            found += entry.sign
    if found == 0:
        return 0
    return 1 if found > 0 else -1


def on_defense(fight: RenaissanceFight, target: Combatant, keywords: i64, mods: Modifiers) -> None:
    """Second way: +20 or -20 on the target's check [resist.options]."""
    sign = bearing(target, keywords)
    if sign and fight.house.resistance == "plus-minus-20":
        name = "vulnerable" if sign > 0 else "resists"
        mods.add(-ON_THE_CHECK * sign, name, "resist.options")


def on_quality(fight: RenaissanceFight, target: Combatant, keywords: i64, quality: i64) -> i64:
    """Third way: the attacker's check is downgraded or upgraded [resist.options]."""
    sign = bearing(target, keywords)
    if sign == 0 or fight.house.resistance != "upgrade-downgrade":
        return quality
    return upgraded(quality) if sign > 0 else downgraded(quality)


def extra_rolls(fight: RenaissanceFight, target: Combatant, keywords: i64) -> i64:
    """Fourth way: damage is rolled once more, and the lower or higher counts [resist.options]."""
    sign = bearing(target, keywords)
    return sign if sign and fight.house.resistance == "roll-twice" else 0


def on_damage(fight: RenaissanceFight, target: Combatant, keywords: i64, dv: i64) -> i64:
    """First way: DV is halved or doubled. Fifth: it is what the entry says [resist.options]."""
    lines = target.sheet.resistances
    if not lines:
        return dv if dv > 0 else 0
    if fight.house.resistance == "halve-double":
        sign = bearing(target, keywords)
        if sign:
            return dv * 2 if sign > 0 else dv // 2
    elif fight.house.resistance == "by-entry":
        for line in lines:
            if line.bit & keywords:
                dv = dv * line.times // line.divisor + line.plus
    return dv if dv > 0 else 0


def take_effect(fight: RenaissanceFight, target: Combatant, keywords: i64) -> None:
    """What an entry does besides: the target catches fire, or its hide melts [resist.options]."""
    if not target.sheet.resistances or fight.house.resistance != "by-entry":
        return
    for line in target.sheet.resistances:
        if line.bit & keywords and line.effect:
            if line.effect == "burns":
                fight.set_on_fire(target, "resist.options")
            elif not target.melted:
                target.melted = True
                if fight.wants_events:
                    tell.simple(fight, "melts", target, "resist.options")
