"""The exact odds of the Tests that a game master can rule."""

from __future__ import annotations

from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.table import Table


def test_odds(fight: Fight, who: int) -> dict[str, list[float]]:
    """Return a fighter's chance to pass a Test of each kind, by difficulty, in the current state.

    The fighter is assumed not to pay for a better roll.
    """
    rulings = fight.rulings_on(who)
    table = OddsTable()

    def chance(what: str, difficulty: str) -> float:
        def run(path: Table) -> bool:
            return fight.copy(path).rulings_on(who).test(what, difficulty)

        return table.explore(run).probability(bool)

    difficulties = rulings.difficulties()
    return {what: [chance(what, one) for one in difficulties] for what in rulings.tests()}
