"""A fighter in the fight: the part of the sheet that changes, and values derived from it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import DEAD, DOWN, FLED, STANDING, Fighter
from affray.core.questions import NOBODY
from affray.core.state import Condition
from affray.rulesets.mithryn.house import House
from affray.rulesets.mithryn.sheet import HEALTHY, Sheet


@mypyc_attr(acyclic=True)
class Combatant(Fighter):
    """The state of a fighter."""

    sheet: Final[Sheet]
    hit_points: i64
    zone: i64
    arms: tuple[int, ...]
    """The numbers of the weapons at hand."""
    shield_raised: bool
    poultices: i64
    acted: bool = False
    has_attacked: bool = False
    shield_spent: bool = False
    reacted: Condition[bool] = False
    actions_owed: i64 = 0
    slow_start: Condition[bool] = False
    collapsed: Condition[bool] = False
    fled: bool = False
    died: bool = False
    held_by: i64 = NOBODY

    def __init__(self, index: i64, sheet: Sheet) -> None:
        super().__init__(index, sheet.side, sheet.name)
        self.sheet = sheet
        self.hit_points = sheet.hit_points
        self.zone = sheet.zone
        self.arms = sheet.arms
        self.shield_raised = sheet.shield_bonus > 0
        self.poultices = sheet.poultices

    def is_able(self) -> bool:
        """Return whether they can act and are a threat."""
        return self.hit_points > 0 and not self.collapsed and not self.fled

    def is_waiting(self) -> bool:
        """Return whether their turn is still to come in this round."""
        return not self.acted and self.is_able()

    def is_in_fight(self) -> bool:
        """Return whether their side is not defeated while they are there [rounds.end]."""
        return self.is_able()

    def is_present(self) -> bool:
        """Return whether they can be attacked: alive and on the field [health.collapsed]."""
        return self.hit_points > 0 and not self.fled

    def is_held(self) -> bool:
        """Return whether a grapple holds them [actions.grapple]."""
        return self.held_by != NOBODY

    def release(self) -> None:
        """End the hold on them [actions.grapple]."""
        self.held_by = NOBODY

    def is_wounded(self) -> bool:
        """Return whether they have 3 HP or fewer, if they can be Wounded [health.wounded]."""
        return self.sheet.has_wounded_tier and self.hit_points < HEALTHY

    def defense(self) -> i64:
        """Return the Defense, with the shield while it is raised [health.defense]."""
        return self.sheet.defense(self.shield_raised)

    def actions(self, house: House) -> i64:
        """Return how many actions their next turn currently has."""
        return self.actions_owing(house, self.actions_owed)

    def actions_owing(self, house: House, owed: i64) -> i64:
        """Return how many actions their next turn has after this many reactions [actions.two].

        The Wounded have one [health.wounded], as do fighters who failed to seize momentum
        [rounds.momentum]. Each reaction costs one [reaction.cost], even the only one
        [reaction.few-actions].
        """
        count = self.sheet.full_actions
        if count > 1 and ((self.slow_start and not self.acted) or self.is_wounded()):
            count = 1
        if owed == 0:
            return count
        if house.reaction_cost == "one action left":
            return 1
        return max(count - owed, 0)

    def state(self) -> str:
        if self.fled:
            return FLED
        if self.hit_points == 0:
            return DEAD if self.died or not self.sheet.is_pc else DOWN
        return DOWN if self.collapsed else STANDING

    def health(self) -> int:
        return self.hit_points

    def max_health(self) -> int:
        return self.sheet.hit_points

    def conditions(self) -> list[str]:
        found = self.current_conditions()
        if self.is_wounded() and self.hit_points > 0:
            found.append("wounded")
        if self.is_held():
            found.append("held")
        return found
