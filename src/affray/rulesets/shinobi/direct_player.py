"""Players whom the rules can ask without a question, where nobody else would look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from affray.core.questions import Option
from affray.core.table import Player

if TYPE_CHECKING:
    from affray.core.table import Table
    from affray.rulesets.shinobi.combatant import Model
    from affray.rulesets.shinobi.fight import ShinobiFight


class DirectPlayer(Player):
    """A player with a method for each thing that is asked often. It answers as `decide` does, is
    asked where there may be no choice as well, and needs no question to be made."""

    def choose_model(self, fight: ShinobiFight, side: i64) -> Model | None:
        """Which of a side's models acts now; nobody where all have acted."""
        raise NotImplementedError

    def choose_move(
        self, fight: ShinobiFight, who: Model, movement: i64, flies: bool, running: bool
    ) -> Option:
        """Where a model goes."""
        raise NotImplementedError

    def choose_facing(self, fight: ShinobiFight, who: Model, side: i64) -> i64:
        """Which way a side turns a model, its own or an enemy."""
        raise NotImplementedError

    def choose_action(self, fight: ShinobiFight, who: Model) -> Option:
        """What a model does with its action."""
        raise NotImplementedError

    def choose_result(self, options: list[Option], default: i64) -> Option:
        """What becomes of a combat that was won; `default` is the place of an option among all."""
        raise NotImplementedError

    def choose_shift(self, fight: ShinobiFight, who: Model, side: i64) -> Option:
        """Where a side that has won puts a model, its own or an enemy."""
        raise NotImplementedError

    def uses_mastery(self, fight: ShinobiFight, who: Model) -> bool:
        """Whether a model has the dice rolled again that do not show its element."""
        raise NotImplementedError

    def may_risk_die(
        self, fight: ShinobiFight, loser: Model, elements: i64, is_ranged: bool, attacker_won: bool
    ) -> bool:
        """Whether who has won with these elements may roll one of the dice again: if not, nothing
        is asked."""
        raise NotImplementedError


def direct_players(sides: int, table: Table) -> list[DirectPlayer | None]:
    """By side, who can be asked directly at a table."""
    found: list[DirectPlayer | None] = [None] * sides
    for side, player in enumerate(table.direct_players):
        if isinstance(player, DirectPlayer):
            found[side] = player
    return found
