"""Damage: a die, what is added to it, and what armour takes off."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.table import Table
from affray.rulesets.olde.adjustments import Tally
from affray.rulesets.olde.dice import NO_ROLLS, EffectRoll, highest_roll


@mypyc_attr(acyclic=True)
class Damage:
    """What the damage of a hit is made of.

    `in_full` takes the die at its highest; what comes of it is at least `least`. `kept` is the die
    as it was rolled, halved for bare hands, and `rolls` has its faces.
    """

    def __init__(self, die: i64, explodes: bool, halved: bool, added: Tally, armour: Tally) -> None:
        self.die: Final[i64] = die
        self.explodes: Final = explodes
        self.halved: Final = halved
        self.added: Final = added
        self.armour: Final = armour
        self.in_full = False
        self.least: i64 = 0
        self.kept: i64 = 0
        self.rolls: list[list[int]] = NO_ROLLS

    def most(self) -> i64:
        """Return the most the die does by itself."""
        top = highest_roll(self.die)
        return (top + 1) // 2 if self.halved else top

    def made(self) -> i64:
        """Return what the die came to with all adjustments."""
        return self.kept + self.added.total + self.armour.total

    def roll(self, table: Table) -> i64:
        """Roll the die, or take it in full. Return the damage, never below zero
        [attack.no-harm]."""
        if self.in_full:
            return self.full()
        roll = self.effect()
        table.stage(roll)
        self.kept = roll.kept
        self.rolls = roll.rolls
        return roll.result

    def full(self) -> i64:
        """Take the die in full. Return the damage."""
        self.kept = self.most()
        return max(self.made(), self.least)

    def effect(self) -> EffectRoll:
        """Return the roll of the die with its adjustments, not rolled yet."""
        adjusts = self.added.total + self.armour.total
        return EffectRoll(self.die, self.explodes, self.halved, adjusts, self.least)
