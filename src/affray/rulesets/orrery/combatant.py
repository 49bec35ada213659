"""A combatant in the fight: the part of its sheet that changes."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import DEAD, DOWN, FLED, STANDING, Fighter
from affray.core.questions import NOBODY
from affray.core.state import Condition, Transient
from affray.rulesets.orrery import sheet as sheets
from affray.rulesets.orrery.gear import Gear
from affray.rulesets.orrery.house import House
from affray.rulesets.orrery.sheet import EVERY_FIGHT, Sheet


@mypyc_attr(acyclic=True)
class Combatant(Fighter):
    """A fighter in the fight: the part of the sheet that changes."""

    sheet: Final[Sheet]
    hearts: i64
    stamina: i64
    boons: i64
    potions: i64
    spot: i64
    arms: list[int]
    runes: list[int]
    gear: Transient[Gear]
    burning: Condition[bool] = False
    slowed: Condition[bool] = False
    blinded: Condition[bool] = False
    frightened: Condition[bool] = False
    frightened_of: i64 = NOBODY
    stunned: Condition[bool] = False
    held_by: i64 = NOBODY
    holding: Transient[i64] = NOBODY
    hidden: Condition[bool]
    defenseless: Condition[bool]
    helped: Condition[bool] = False
    acted: bool = False
    owed: i64 = 0
    drunk: bool = False
    rested_on: i64 = NOBODY
    """The day of the last Rest, counted from the scenario's first."""
    tended: bool = False
    rounds_down: i64 = 0
    fled: bool = False
    died: bool = False
    here: bool

    def __init__(self, index: i64, sheet: Sheet, gear: Gear) -> None:
        super().__init__(index, sheet.side, sheet.name)
        self.sheet = sheet
        self.hearts = sheet.hearts
        self.stamina = sheet.stamina
        self.boons = sheet.boons
        self.potions = sheet.potions
        self.spot = sheet.spot
        self.arms = sheet.arms.copy()
        self.runes = sheet.rune_numbers.copy()
        self.gear = gear
        self.hidden = sheet.hidden
        self.defenseless = sheet.defenseless
        self.here = sheet.fight == EVERY_FIGHT or sheet.fight == 0

    def gear_key(self) -> object:
        """Return nothing: gear follows from the weapons and runes."""
        return ()

    def is_able(self) -> bool:
        """Return whether a combatant stands in this fight."""
        return self.hearts > 0 and self.here and not self.fled and not self.died

    def is_in_fight(self) -> bool:
        """Return whether a combatant has to be beaten; things do not."""
        return self.is_able() and not self.sheet.thing

    def can_act(self) -> bool:
        """Return whether a combatant can do anything: things, sleepers and the bound cannot."""
        return self.is_able() and not self.defenseless and not self.sheet.thing

    def is_waiting(self) -> bool:
        """Return whether a combatant can still act in this round."""
        return not self.acted and self.can_act()

    def is_present(self) -> bool:
        """Return whether a combatant can be harmed, up or down."""
        return self.here and not self.fled and not self.died

    def goes_on(self) -> bool:
        """Return whether a combatant takes part in all fights of the day, and is alive for the
        next."""
        return self.sheet.fight == EVERY_FIGHT and not self.fled and not self.died

    def is_down(self) -> bool:
        """Return whether a combatant has no Hearts left."""
        return self.hearts == 0 and not self.died

    def is_defenseless(self) -> bool:
        """Return whether a combatant is down, asleep or bound."""
        return self.hearts == 0 or self.defenseless

    def is_tethered(self) -> bool:
        """Return whether a combatant is in a grapple, on either end, and cannot move away
        [status.tethered]."""
        return self.held_by != NOBODY or self.holding != NOBODY

    def has_condition(self, condition: i64) -> bool:
        """Return whether a Condition is on a combatant, by its number."""
        if condition == sheets.BURNING:
            return self.burning
        if condition == sheets.SLOWED:
            return self.slowed
        if condition == sheets.BLINDED:
            return self.blinded
        return self.frightened if condition == sheets.FRIGHTENED else self.stunned

    def end_conditions(self) -> None:
        """End all Conditions but burning."""
        self.slowed = False
        self.blinded = False
        self.frightened = False
        self.frightened_of = NOBODY
        self.stunned = False

    def actions(self, house: House) -> i64:
        """Return the Actions of a combatant's turn.

        The slowed and the stunned have one fewer, as does a combatant who gave one to a ram.
        """
        count = self.sheet.actions if self.sheet.actions else house.actions
        if self.slowed:
            count -= 1
        if self.stunned:
            count -= 1
        count -= self.owed
        return count if count > 0 else 0

    def state(self) -> str:
        if self.died:
            return DEAD
        if self.fled:
            return FLED
        return DOWN if self.hearts == 0 else STANDING

    def health(self) -> int:
        return self.hearts

    def max_health(self) -> int:
        return self.sheet.hearts

    def conditions(self) -> list[str]:
        found = self.current_conditions()
        if self.held_by != NOBODY:
            found.append("grappled")
        if self.is_tethered():
            found.append("tethered")
        return found
