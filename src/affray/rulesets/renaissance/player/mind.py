"""What a simple player has worked out about a scenario, for all of its fights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.renaissance.player.estimates import AttackEstimate
from affray.rulesets.renaissance.player.lines import FireLine
from affray.rulesets.renaissance.player.routes import Routes
from affray.rulesets.renaissance.player.surroundings import Formation
from affray.rulesets.renaissance.sheet import NONE

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight

MAX_NUMBER: Final[i64] = 255
"""Estimates are kept where there are fewer fighters, weapons and states of gear than this."""

UNNUMBERED: Final[i64] = -1


class Intent:
    """The advance for which a move was chosen, until the player is asked where the move ends."""

    def __init__(self) -> None:
        self.fight: RenaissanceFight | None = None
        self.who: i64 = NONE
        self.gait: i64 = NONE
        self.cell: i64 = NONE

    def note(self, fight: RenaissanceFight, who: i64, gait: i64, cell: i64) -> None:
        """Remember an advance."""
        self.fight = fight
        self.who = who
        self.gait = gait
        self.cell = cell

    def taken_up(self, fight: RenaissanceFight, who: i64, gait: i64) -> i64:
        """Return the cell a fighter meant to go to at that gait and forget it; NONE if unknown."""
        is_known = self.fight is fight and self.who == who and self.gait == gait
        self.fight = None
        return self.cell if is_known else NONE


class Mind:
    """The fight a player decides in, and what follows from the scenario, the sheets and the map.

    Whatever an entry depends on is part of its key, so nobody has to say that something changed.
    """

    def __init__(self, fight: RenaissanceFight) -> None:
        scene = fight.scene
        self.fight = fight
        self.scene: Final = scene
        self.terrain: Final = scene.terrain
        self.options: Final = scene.options
        self.intent: Final = Intent()
        self.routes: Final = Routes(scene.grid)
        self.lines: Final[dict[int, FireLine]] = {}
        self.estimates: Final[list[AttackEstimate | None]] = []
        self.keeps_estimates: Final = (
            len(scene.sheets) < MAX_NUMBER and len(scene.weapons) < MAX_NUMBER
        )
        self.stances: list[int] = []
        self.formation: Formation = {}
        """How everybody stood when they were looked at last."""
        self.formations: Final[dict[tuple[int, ...], Formation]] = {}
        self._gear_numbers: Final[dict[tuple[int, ...], int]] = {}
        self._gear_counts: Final = [0] * len(scene.sheets)

    def gear_number(self, who: Combatant) -> i64:
        """Return the number of a fighter's gear, as far as attacks and defences depend on it;
        UNNUMBERED if there were too many."""
        key = (int(who.index), *who.gear.hands.key(), int(who.gear.burden))
        found = self._gear_numbers.get(key)
        if found is None:
            found = self._gear_counts[who.index]
            if found >= MAX_NUMBER:
                return UNNUMBERED
            self._gear_counts[who.index] = found + 1
            self._gear_numbers[key] = found
        return found
