"""Small duels and parties of every ruleset, for tests of the lab."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from affray.core.odds import OddsTable
from affray.library import Scenario, load, read_scenario, rulesets, toml_of

SMALL = Path(__file__).parent / "small"


@cache
def duel_of(ruleset: str) -> Scenario | None:
    """Return a small duel, or the first built-in scenario of one against one."""
    if (SMALL / f"{ruleset}.toml").exists():
        return load(str(SMALL / f"{ruleset}.toml"))
    for name in toml_of(rulesets()[ruleset], "scenarios"):
        scenario = load(name)
        sides = [int(one.side) for one in scenario.setup.new_fight(OddsTable()).roster()]
        if sorted(sides) == [0, 1]:
            return scenario
    return None


@cache
def party_of(ruleset: str) -> Scenario:
    """Return a built-in scenario of two sides with several fighters each, or the nearest to that."""
    found = [load(name) for name in toml_of(rulesets()[ruleset], "scenarios")]
    return max(
        (one for one in found if len(one.sides) == 2),
        key=lambda one: -abs(6 - len(one.setup.names)),
    )


def duel_in(ruleset: str) -> Scenario:
    """Return a duel; skip the test if the ruleset has none."""
    found = duel_of(ruleset)
    if found is None:
        pytest.skip(f"{ruleset} has no scenario of one against one")
    return found


def olde_duel(hit_points: tuple[int, int] = (3, 2), width: int = 2, **house: Any) -> Scenario:
    """Return a small duel of Olde with some house rules."""
    kinds, places = ("swordsman", "spearman"), (0, width - 1)
    return read_scenario(
        {
            "ruleset": "olde",
            "title": "A small duel",
            "round_limit": 4,
            "house": house,
            "map": {"width": width, "height": 1},
            "sides": [
                {"name": name, "fighters": [{"is": kind, "name": name, "at": [at, 0], "hp": hp}]}
                for name, kind, at, hp in zip(
                    ("left", "right"), kinds, places, hit_points, strict=True
                )
            ],
        },
        "small",
    )


each_ruleset = pytest.mark.parametrize("ruleset", list(rulesets()))
