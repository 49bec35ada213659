"""A model in the fight: the part of its sheet that changes."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import DOWN, FLED, STANDING, Fighter
from affray.core.state import Condition, Transient
from affray.rulesets.shinobi import keywords
from affray.rulesets.shinobi.elements import ELEMENTS
from affray.rulesets.shinobi.sheet import Sheet
from affray.space.squares import EMPTY

TOKENS: Final[i64] = 3
"""The stun token that injures [status.stunned]."""

COUNTS_SPACES: Final[i64] = keywords.FOCUS | keywords.CHARGE | keywords.LONG_SHOT
"""The keywords whose attacks depend on whether the model has moved."""


@mypyc_attr(acyclic=True)
class Model(Fighter):
    """A model in the fight. Off the board its cell is EMPTY."""

    sheet: Final[Sheet]
    movement: Final[i64]
    attack: Final[i64]
    defence: Final[i64]
    range: Final[i64]
    reach: Final[i64]
    """The most frequently used values of the sheet."""
    cell: i64 = EMPTY
    facing: i64
    keywords: i64
    hidden: Condition[bool]
    poisoned: Condition[bool] = False
    cursed: Condition[bool] = False
    acted: bool = False
    mastery_used: bool = False
    luck_used: bool = False
    spared: bool = False
    stun_tokens: i64 = 0
    injured: bool = False
    fled: bool = False
    spaces_moved: Transient[i64] = 0

    def __init__(self, index: i64, sheet: Sheet) -> None:
        super().__init__(index, sheet.side, sheet.name)
        self.sheet = sheet
        self.movement, self.attack, self.defence = sheet.movement, sheet.attack, sheet.defence
        self.range, self.reach = sheet.range, sheet.reach
        self.keywords = sheet.keyword_bits
        self.facing, self.hidden = sheet.facing, sheet.hidden

    def spaces_moved_key(self) -> int:
        """Return how far the model has come in its activation, if that matters to its attacks."""
        return int(self.spaces_moved) if self.has(COUNTS_SPACES) else 0

    def has(self, keyword: i64) -> bool:
        """Return whether the model has a keyword, or one of several."""
        return self.keywords & keyword != 0

    def is_present(self) -> bool:
        """Return whether the model is on the board."""
        return self.cell >= 0

    def is_in_fight(self) -> bool:
        return self.cell >= 0

    def is_able(self) -> bool:
        """Return whether the model is on the board and not stunned."""
        return self.cell >= 0 and self.stun_tokens == 0

    def holds_zone_of(self, other: Model) -> bool:
        """Return whether the model has another's position and influence zone."""
        differs = (self.keywords ^ other.keywords) & keywords.ENTANGLE != 0
        return self.cell == other.cell and not differs

    def is_waiting(self) -> bool:
        """Return whether the model is on the board and has not acted this round."""
        return self.cell >= 0 and not self.acted

    def refresh(self) -> None:
        """Make the model fresh again, except for its actions of this round."""
        self.stun_tokens = 0
        self.hidden = self.poisoned = self.cursed = self.injured = self.fled = False

    def begin_round(self) -> None:
        """Give back what a model has once a round."""
        self.acted = False
        self.mastery_used = False
        self.luck_used = False
        self.spared = False

    def elements(self) -> list[str]:
        """List the elements of the model's affinity."""
        return [ELEMENTS[face] for face in range(1, 7) if self.sheet.affinity_bits & (1 << face)]

    def state(self) -> str:
        if self.fled:
            return FLED
        return STANDING if self.cell >= 0 else DOWN

    def health(self) -> int:
        """Return how many stun tokens the model can still take; none if injured."""
        return TOKENS - self.stun_tokens if self.cell >= 0 or self.fled else 0

    def max_health(self) -> int:
        return TOKENS

    def conditions(self) -> list[str]:
        """List the conditions: stunned, and the declared ones."""
        found = self.current_conditions()
        return ["stunned", *found] if self.stun_tokens and self.cell >= 0 else found
