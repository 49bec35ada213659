"""Players whom the rules can ask without a question, where nobody else would look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.core.questions import Option
from affray.core.table import Player

if TYPE_CHECKING:
    from affray.core.table import Table
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight


class DirectPlayer(Player):
    """A player with a method for each thing that is asked often. It answers as `decide` does and
    needs no question to be made."""

    def choose_action(self, fight: OldeFight, who: Combatant) -> Option:
        """What somebody does next who need not flee, and has not both acted and moved."""
        raise NotImplementedError

    def strikes_first(self, fight: OldeFight, who: Combatant, attacker: Combatant) -> bool:
        """Whether somebody makes a counterattack."""
        raise NotImplementedError

    def parries(self, fight: OldeFight, who: Combatant, attacker: Combatant) -> bool:
        """Whether somebody parries."""
        raise NotImplementedError

    def strikes_back(self, fight: OldeFight, who: Combatant, attacker: Combatant) -> bool:
        """Whether somebody makes a riposte."""
        raise NotImplementedError

    def gives_up_weapon(self, fight: OldeFight, who: Combatant) -> bool:
        """Whether somebody who has missed badly would rather lose the weapon than be harmed."""
        raise NotImplementedError


def direct_players(sides: int, table: Table) -> list[DirectPlayer | None]:
    """By side, who can be asked directly at a table."""
    found: list[DirectPlayer | None] = [None] * sides
    for side, player in enumerate(table.direct_players):
        if isinstance(player, DirectPlayer):
            found[side] = player
    return found
