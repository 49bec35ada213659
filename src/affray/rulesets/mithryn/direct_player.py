"""Players whom the rules can ask without a question, where nobody else would look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.core.questions import Option
from affray.core.table import Player

if TYPE_CHECKING:
    from affray.core.table import Table
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import ActingSide, MithrynFight
    from affray.rulesets.mithryn.scene import Scene


class DirectPlayer(Player):
    """A player with a method for each thing that is asked often. It answers as `decide` does, is
    asked where there may be no choice as well, and needs no question to be made."""

    def choose_actor(self, fight: MithrynFight, side: ActingSide) -> Combatant | None:
        """Who of a side acts next; nobody where all have acted."""
        raise NotImplementedError

    def choose_action(self, fight: MithrynFight, actor: Combatant) -> Option:
        """What to do with an action."""
        raise NotImplementedError

    def interposes(
        self, fight: MithrynFight, who: Combatant, attacker: Combatant, target: Combatant
    ) -> bool:
        """Whether somebody steps in and is struck instead."""
        raise NotImplementedError

    def defends(self, fight: MithrynFight, who: Combatant, attacker: Combatant) -> bool:
        """Whether somebody has the shield cancel a hit."""
        raise NotImplementedError

    def helps(self, fight: MithrynFight, who: Combatant, target: Combatant) -> bool:
        """Whether somebody helps with the dice that missed."""
        raise NotImplementedError


def direct_players(scene: Scene, table: Table) -> list[DirectPlayer | None]:
    """By side, who can be asked directly at a table; nobody on a map where somebody may have
    nothing to choose from, which only a question tells."""
    found: list[DirectPlayer | None] = [None] * len(scene.sides)
    if all(scene.zones.neighbours):
        for side, player in enumerate(table.direct_players):
            if isinstance(player, DirectPlayer):
                found[side] = player
    return found
