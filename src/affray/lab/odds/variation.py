"""The odds of an attack for different values of one or two keys: the effect of one more point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from affray.core.problems import data_error
from affray.lab.odds.asked_attacks import AttackChoice, odds_of
from affray.lab.odds.attacks import AttackOdds
from affray.lab.report.notebook import figures_html
from affray.lab.scenario_keys import MOST_VALUES, with_changes
from affray.library import Scenario

FIGURES = ("hit", "mean", "standard_deviation", "drop")
"""The values of an attack in a row of a table."""


@dataclass
class OddsVariation:
    """The odds of the same attack for each value of a key."""

    key: str
    replies: str
    odds: list[tuple[Any, AttackOdds]]
    """Each value with its odds."""

    def __repr__(self) -> str:
        values = [value for value, _ in self.odds]
        return f"<Odds for {len(values)} values of {self.key}: {values[0]} to {values[-1]}>"

    def _repr_html_(self) -> str:
        attack = self.odds[0][1]
        return figures_html(f"{attack.attacker} against {attack.target}", self.rows())

    def data(self) -> dict[str, Any]:
        """Return the odds as the data that `affray odds --vary --json` prints."""
        return {
            "key": self.key,
            "replies": self.replies,
            "exact": True,
            "rows": [{"value": value, **odds.data()} for value, odds in self.odds],
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one row of plain values for each value of the key, for tables."""
        return [{self.key: value, **figures_of(odds)} for value, odds in self.odds]


@dataclass
class OddsGrid:
    """The odds of the same attack for every pair of values of two keys."""

    keys: tuple[str, str]
    replies: str
    columns: list[Any]
    """The values of the second key."""
    odds: list[tuple[Any, list[AttackOdds]]] = field(default_factory=list)
    """Each value of the first key, with the odds for every value of the second."""

    def __repr__(self) -> str:
        return f"<Odds for {len(self.odds)} by {len(self.columns)} values of {self.keys}>"

    def _repr_html_(self) -> str:
        return figures_html(" by ".join(self.keys), self.rows())

    def data(self) -> dict[str, Any]:
        """Return the odds as the data that `affray odds --vary --vary --json` prints."""
        return {
            "keys": list(self.keys),
            "replies": self.replies,
            "exact": True,
            "rows": [
                {"values": [value, column], **odds.data()}
                for value, line in self.odds
                for column, odds in zip(self.columns, line, strict=True)
            ],
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one row of plain values for each pair of values, for tables."""
        return [
            {self.keys[0]: value, self.keys[1]: column, **figures_of(odds)}
            for value, line in self.odds
            for column, odds in zip(self.columns, line, strict=True)
        ]


def figures_of(odds: AttackOdds) -> dict[str, float]:
    """Return the values of an attack for a table."""
    return {name: getattr(odds, name) for name in FIGURES}


def vary_odds(
    scenario: Scenario,
    key: str,
    values: list[Any],
    attack: AttackChoice,
    progress: Callable[[OddsVariation], None] | None = None,
) -> OddsVariation:
    """Return the odds of one attack with each of these values for a key of the scenario.

    `progress` is called after each value. Raises InvalidDataError if the scenario rejects a value,
    or if the attack cannot be made.
    """
    # every value is checked before the first odds are computed
    variants = [with_changes(scenario, {key: value}, "--vary") for value in values]
    found = OddsVariation(key, attack.replies, [])
    for value, variant in zip(values, variants, strict=True):
        found.odds.append((value, odds_of(variant, *attack)))
        if progress:
            progress(found)
    return found


def vary_two(
    scenario: Scenario,
    first: tuple[str, list[Any]],
    second: tuple[str, list[Any]],
    attack: AttackChoice,
) -> OddsGrid:
    """Return the odds of one attack for every pair of values of two keys.

    Raises InvalidDataError if the scenario rejects a pair, or if the attack cannot be made.
    """
    (row_key, rows), (column_key, columns) = first, second
    if row_key == column_key:
        raise data_error("name two keys to vary", "--vary")
    if len(rows) * len(columns) > MOST_VALUES:
        raise data_error(f"expected {MOST_VALUES} pairs of values at most", "--vary")
    found = OddsGrid((row_key, column_key), attack.replies, columns)
    variants = [
        [with_changes(scenario, {row_key: row, column_key: one}, "--vary") for one in columns]
        for row in rows
    ]
    for row, line in zip(rows, variants, strict=True):
        found.odds.append((row, [odds_of(variant, *attack) for variant in line]))
    return found
