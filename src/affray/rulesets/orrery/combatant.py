"""A combatant: what of a sheet changes in a fight."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import DEAD, DOWN, FLED, STANDING, Fighter
from affray.core.questions import NOBODY
from affray.rulesets.orrery.gear import CONDITIONS, EVERY_FIGHT, SLOWED, STUNNED, House, Sheet

ONE: Final[i64] = 1


@mypyc_attr(acyclic=True)
class Combatant(Fighter):
    """A fighter in the fight: what of the sheet changes."""

    def __init__(self, index: i64, sheet: Sheet) -> None:
        super().__init__(index, sheet.side, sheet.name)
        self.sheet: Final = sheet
        self.hearts: i64 = sheet.hearts
        self.stamina: i64 = sheet.stamina
        self.boons: i64 = sheet.boons
        self.potions: i64 = sheet.potions
        self.spot: i64 = sheet.spot
        self.arms: list[int] = sheet.arms.copy()
        self.runes: list[int] = sheet.runes.copy()
        self.afflictions: i64 = 0
        self.frightened_of: i64 = NOBODY
        self.held_by: i64 = NOBODY
        self.hidden: bool = sheet.hidden
        self.defenseless: bool = sheet.defenseless
        self.helped: bool = False
        self.acted: bool = False
        self.owed: i64 = 0
        self.drunk: bool = False
        self.tended: bool = False
        self.rounds_down: i64 = 0
        self.fled: bool = False
        self.died: bool = False
        self.here: bool = sheet.fight == EVERY_FIGHT or sheet.fight == 0

    def able(self) -> bool:
        """Whether they stand in this fight, and are not beaten yet."""
        return self.hearts > 0 and self.here and not self.fled and not self.died

    def is_in_fight(self) -> bool:
        """Things are nobody to beat."""
        return self.able() and not self.sheet.thing

    def can_act(self) -> bool:
        """Whether they can do anything: things, sleepers and the bound cannot."""
        return self.able() and not self.defenseless and not self.sheet.thing

    def present(self) -> bool:
        """Whether they are there to be harmed, up or down."""
        return self.here and not self.fled and not self.died

    def goes_on(self) -> bool:
        """Whether they belong to all fights of the day, and live to see the next."""
        return self.sheet.fight == EVERY_FIGHT and not self.fled and not self.died

    def is_down(self) -> bool:
        """Whether they have no Hearts left [health.hearts]."""
        return self.hearts == 0 and not self.died

    def is_defenseless(self) -> bool:
        """The down, the sleeping and the bound."""
        return self.hearts == 0 or self.defenseless

    def has(self, condition: i64) -> bool:
        """Whether a Condition is on them."""
        return (self.afflictions >> condition) & 1 == 1

    def afflict(self, condition: i64) -> None:
        """Puts a Condition on them."""
        self.afflictions |= ONE << condition

    def recover(self, condition: i64) -> None:
        """Takes a Condition off them."""
        self.afflictions &= ~(ONE << condition)

    def actions(self, house: House) -> i64:
        """How many Actions their turn has [core.turn]: the slowed and the stunned have one fewer
        [rune.condition], and so has whoever gave one to a ram [siege.melee]."""
        count = self.sheet.actions if self.sheet.actions else house.actions
        if self.has(SLOWED):
            count -= 1
        if self.has(STUNNED):
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
        found = [name for index, name in enumerate(CONDITIONS) if self.has(index)]
        if self.held_by != NOBODY:
            found.append("grappled")
        if self.hidden:
            found.append("hidden")
        if self.defenseless:
            found.append("defenseless")
        if self.helped:
            found.append("helped")
        return found

    def become(self, other: Combatant) -> None:
        """Takes over everything that changes from another picture of the same fighter."""
        self.hearts = other.hearts
        self.stamina = other.stamina
        self.boons = other.boons
        self.potions = other.potions
        self.spot = other.spot
        self.arms = other.arms.copy()
        self.runes = other.runes.copy()
        self.afflictions = other.afflictions
        self.frightened_of = other.frightened_of
        self.held_by = other.held_by
        self.hidden = other.hidden
        self.defenseless = other.defenseless
        self.helped = other.helped
        self.acted = other.acted
        self.owed = other.owed
        self.drunk = other.drunk
        self.tended = other.tended
        self.rounds_down = other.rounds_down
        self.fled = other.fled
        self.died = other.died
        self.here = other.here

    def picture(self) -> tuple[object, ...]:
        """Everything that can still matter, between turns."""
        return (
            int(self.hearts),
            int(self.stamina),
            int(self.boons),
            int(self.potions),
            int(self.spot),
            tuple(self.arms),
            tuple(self.runes),
            int(self.afflictions),
            int(self.frightened_of),
            int(self.held_by),
            self.hidden,
            self.defenseless,
            self.helped,
            self.acted,
            int(self.owed),
            self.drunk,
            self.tended,
            int(self.rounds_down),
            self.fled,
            self.died,
            self.here,
        )
