"""Players whom the rules can ask without a question, where nobody else would look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from affray.core.questions import Option
from affray.core.table import Player

if TYPE_CHECKING:
    from affray.core.table import Table
    from affray.rulesets.renaissance.checks import Effort
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight


class DirectPlayer(Player):
    """A player with a method for each thing that is asked often. It answers as `decide` does, is
    asked where there may be no choice as well, and needs no question to be made."""

    def choose_action(self, fight: RenaissanceFight, actor: Combatant) -> Option:
        """What to do now with the turn."""
        raise NotImplementedError

    def choose_path(
        self, fight: RenaissanceFight, mover: Combatant, gait: i64, most: float
    ) -> list[int]:
        """The cells that a move of at most so many metres leads through, to the last; none to
        stay."""
        raise NotImplementedError

    def choose_target(self, fight: RenaissanceFight, who: Combatant, item: i64) -> Option:
        """Whom to attack with one of several weapons, or to hold back."""
        raise NotImplementedError

    def choose_readied(
        self, fight: RenaissanceFight, who: Combatant
    ) -> tuple[Option, Option, Option]:
        """Which action to ready, what it waits for, and on whom."""
        raise NotImplementedError

    def chooses_to_catch(self, fight: RenaissanceFight, who: Combatant) -> bool:
        """Whether to try to catch the attacker's weapon."""
        raise NotImplementedError

    def choose_luck_before(self, fight: RenaissanceFight, effort: Effort) -> Option:
        """Whether to spend Luck on a check before its roll."""
        raise NotImplementedError

    def choose_luck_after(self, fight: RenaissanceFight, effort: Effort) -> Option:
        """Whether to spend Luck on a roll that has been seen, and how."""
        raise NotImplementedError


def direct_players(sides: i64, table: Table) -> list[DirectPlayer | None]:
    """By side, who can be asked directly at a table."""
    found: list[DirectPlayer | None] = [None] * sides
    for side, player in enumerate(table.direct_players):
        if isinstance(player, DirectPlayer):
            found[side] = player
    return found
