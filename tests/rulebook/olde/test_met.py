"""In which built-in scenario each rule is met when simple or random players fight it out."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from affray.library import Scenario, load, rulesets, toml_of
from support import random_players, record, simple_players

pytestmark = pytest.mark.once

RULEBOOK = tomllib.loads(files("affray.rulesets.olde").joinpath("rulebook.toml").read_text("utf-8"))
RULES = [rule["id"] for rule in RULEBOOK["rule"] if not rule.get("gm_only")]
FOR_A_GAME_MASTER = [rule["id"] for rule in RULEBOOK["rule"] if rule.get("gm_only")]

MOST_SEEDS = 40
"""How many times each scenario is fought before a rule counts as not met."""


def sheets(scenario: Scenario) -> list[Any]:
    setup: Any = scenario.setup
    return list(setup.sheets)


def weapons(scenario: Scenario) -> list[Any]:
    setup: Any = scenario.setup
    return list(setup.weapons)


ON_THE_FIELD: dict[str, Callable[[Scenario], bool]] = {
    "health.hp": lambda scenario: any(
        one.hp == one.brawn + one.nerve // 2 for one in sheets(scenario)
    ),
    "armor.category": lambda scenario: any(one.armour.damage for one in sheets(scenario)),
    "brawn.no-bonus": lambda scenario: any(
        one.brawn > weapons(scenario)[one.held].melee.one_hand > 0
        for one in sheets(scenario)
        if weapons(scenario)[one.held].melee is not None
    ),
    "dice.modification": lambda scenario: any(one.too_heavy for one in sheets(scenario)),
    "unarmed.improvised-long": lambda scenario: any(
        one.name in ("axe-handle", "chair-leg") for one in weapons(scenario)
    ),
    "reach.spaces": lambda scenario: any(
        one.melee is not None and one.melee.farthest > 1 for one in weapons(scenario)
    ),
    "ranged.hands": lambda scenario: any(
        one.ranged is not None and one.ranged.two_hands for one in weapons(scenario)
    ),
    "ranged.same-space": lambda scenario: any(one.ranged is not None for one in weapons(scenario)),
    "ranged.motionless": lambda scenario: any(one.ranged is not None for one in weapons(scenario)),
}
"""How to see that a rule is met which no line of a log names: what of the field it bears on."""


@cache
def where_met() -> dict[str, str]:
    """Each rule with the first scenario in which it is met."""
    found: dict[str, str] = {}
    scenarios = {name: load(name) for name in toml_of(rulesets()["olde"], "scenarios")}
    for name, scenario in scenarios.items():
        for rule, is_met in ON_THE_FIELD.items():
            if is_met(scenario):
                found.setdefault(rule, name)
    for seed in range(MOST_SEEDS):
        for name, scenario in scenarios.items():
            if len(found) == len(RULES):
                return found
            players = random_players(scenario, seed) if seed % 2 else simple_players(scenario)
            for event in record(scenario, seed, players).events:
                for rule in event.rules:
                    found.setdefault(rule, name)
    return found


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_met_in_a_scenario(rule: str) -> None:
    assert rule in where_met(), "no built-in scenario brings it about; see where_met()"


def test_what_only_a_game_master_can_bring_about_is_marked() -> None:
    assert FOR_A_GAME_MASTER == ["check.rating"]
    assert not set(FOR_A_GAME_MASTER) & set(where_met())
