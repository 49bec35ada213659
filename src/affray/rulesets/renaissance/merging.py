"""Where ways through a turn meet: what may still matter in the middle of it.

What is under way when somebody reacts to it is noted with the fight: to the end of the turn nothing
matters then but the fight's state, that, and what whoever is acting has still to read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.odds import OddsTable

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight

UNTOLD: Final = "untold"
"""Stands for something under way of which nobody says what of it may still matter."""

SOMETHING: Final[tuple[object, ...]] = (UNTOLD,)


def chooses_freely(fight: RenaissanceFight, side: i64) -> bool:
    """Whether every option of a side is followed. Where a player decides there is little to
    merge."""
    table = fight.table
    return isinstance(table, OddsTable) and table.is_free(side)


def merge_ways(fight: RenaissanceFight, moment: str, values: tuple[object, ...]) -> None:
    """Promises that to the end of the turn nothing matters but the state, these values, and what is
    under way. Ask `merges_ways` first, so that nothing is built for nobody."""
    for one in fight.under_way:
        if one is SOMETHING:
            return
    fight.table.merge_ways(fight, (moment, values, fight.under_way))


def merge_before_choice(fight: RenaissanceFight, side: i64, moment: str, *values: object) -> None:
    """The same before a side is asked that chooses freely, so that what it can choose is looked at
    only where it is promising to come there."""
    if fight.table.merges_ways and chooses_freely(fight, side):
        merge_ways(fight, moment, values)


def interrupt(fight: RenaissanceFight, what: tuple[object, ...], who: Combatant) -> None:
    """Notes that what is described so is interrupted by somebody's reaction, until whoever offered
    that sets back what is under way."""
    fight.under_way = (*fight.under_way, what, int(who.index), fight.moved)
