"""The odds of an attack over the values of a figure: what one more point of it is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from affray.lab.odds.attacks import AttackChoice, AttackOdds, odds_of
from affray.lab.variants import with_changes
from affray.library import Scenario


@dataclass
class OddsVariation:
    """The odds of the same attack for each value of a key."""

    key: str
    replies: str
    odds: list[tuple[Any, AttackOdds]]
    """Each value with the odds it gives."""

    def __repr__(self) -> str:
        values = [value for value, _ in self.odds]
        return f"<Odds for {len(values)} values of {self.key}: {values[0]} to {values[-1]}>"

    def _repr_html_(self) -> str:
        from affray.lab.report.notebook import figures_html

        attack = self.odds[0][1]
        return figures_html(f"{attack.attacker} against {attack.target}", self.rows())

    def data(self) -> dict[str, Any]:
        """Gives the figures as `affray odds --vary --json` prints them."""
        return {
            "key": self.key,
            "replies": self.replies,
            "exact": True,
            "rows": [{"value": value, **odds.data()} for value, odds in self.odds],
        }

    def rows(self) -> list[dict[str, Any]]:
        """Gives a row of plain figures for each value, for tables."""
        return [
            {
                self.key: value,
                "hit": odds.hit,
                "mean": odds.mean,
                "standard_deviation": odds.standard_deviation,
                "drop": odds.drop,
            }
            for value, odds in self.odds
        ]


def vary_odds(
    scenario: Scenario,
    key: str,
    values: list[Any],
    attack: AttackChoice,
    progress: Callable[[OddsVariation], None] | None = None,
) -> OddsVariation:
    """Gives the odds of one attack with each of these values for a key of the scenario;
    `progress` is told what there is after each.

    Raises InvalidDataError where a value will not do, or where the attack cannot be made.
    """
    # every value is checked before the first odds are worked out
    variants = [with_changes(scenario, {key: value}, "--vary") for value in values]
    found = OddsVariation(key, attack.replies, [])
    for value, variant in zip(values, variants, strict=True):
        found.odds.append((value, odds_of(variant, *attack)))
        if progress:
            progress(found)
    return found
