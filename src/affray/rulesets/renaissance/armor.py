"""Armour and armour penetration."""

from __future__ import annotations

from mypy_extensions import i64

from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.effort import EXCEPTIONAL


def armor_of(who: Combatant, quality: i64) -> i64:
    """Return a fighter's armour: skin, worn armour, and the shield at hand [armor.reduces].

    Exposed armour has gaps that exceptional attacks find.
    """
    sheet = who.sheet
    worn = sheet.worn_value
    if quality >= EXCEPTIONAL:
        worn -= sheet.exposed
    if not who.melted:
        worn += sheet.skin
    shield = who.held_shield()
    if shield is not None:
        worn += shield.value
    return worn if worn > 0 else 0


def after_armor(dv: i64, armor: i64, ap: i64) -> i64:
    """Return the DV that armour lets through, after penetration; never below zero
    [armor.reduces]."""
    left = armor - ap if armor > ap else 0
    return dv - left if dv > left else 0
