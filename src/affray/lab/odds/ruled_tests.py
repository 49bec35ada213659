"""The exact odds of the Tests that a game master can have a fighter make."""

from __future__ import annotations

from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.table import Table


def test_odds(fight: Fight, who: int) -> dict[str, list[float]]:
    """Return how likely a fighter is to pass a Test of each thing, by difficulty, as the fight
    stands; whoever could pay to roll better does not."""
    rulings = fight.rulings_on(who)
    table = OddsTable()

    def chance(what: str, difficulty: str) -> float:
        def run(path: Table) -> bool:
            return fight.copy(path).rulings_on(who).test(what, difficulty)

        return table.explore(run).probability(bool)

    difficulties = rulings.difficulties()
    return {what: [chance(what, one) for one in difficulties] for what in rulings.tests()}
