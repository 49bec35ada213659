"""What the damage of a hit is made of: a die, what is added to it, what armour takes off."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.table import Table
from affray.rulesets.olde.adjustments import Tally
from affray.rulesets.olde.dice import NO_DICE, EffectRoll, highest_roll, throw_single_die


@mypyc_attr(acyclic=True, free_list_len=1)
class Damage:
    """What the damage of a hit is made of."""

    def __init__(self, die: i64, halved: bool, added: Tally, armour: Tally) -> None:
        self.die: Final[i64] = die
        self.halved: Final = halved
        self.added: Final = added
        self.armour: Final = armour
        self.in_full = False
        self.least: i64 = 0
        self.kept: i64 = 0
        self.shown: list[str] = NO_DICE

    def most(self) -> i64:
        """The most the die does by itself."""
        top = highest_roll(self.die)
        return (top + 1) // 2 if self.halved else top

    def made(self) -> i64:
        """What the die that was thrown, or taken in full, came to with all adjustments."""
        die = self.most() if self.in_full else self.kept
        return die + self.added.total + self.armour.total

    def roll(self, table: Table, explodes: bool) -> i64:
        """Throws the die, or takes it in full; what comes of it is never below the least."""
        adjusts = self.added.total + self.armour.total
        if self.in_full:
            if table.wants_events:
                self.shown = [f"{self.most()} in full"]
            dealt: i64 = self.most() + adjusts
            return dealt if dealt > self.least else self.least
        if not table.follows_stages and not table.wants_events:
            thrown = throw_single_die(table, self.die, explodes)
            self.kept = (thrown + 1) // 2 if self.halved else thrown
            found = self.kept + adjusts
            return found if found > self.least else self.least
        roll = EffectRoll(self.die, explodes, self.halved, adjusts, self.least)
        table.stage(roll)
        self.kept = roll.kept
        self.shown = roll.shown
        return roll.result
