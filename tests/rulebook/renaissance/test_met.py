"""In which built-in scenario each rule is met when simple or random players fight it out."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files

import pytest

from affray.core.events import Event
from affray.library import Scenario, load, rulesets, toml_of
from support import random_players, record, simple_players

pytestmark = pytest.mark.once

RULEBOOK = tomllib.loads(
    files("affray.rulesets.renaissance").joinpath("rulebook.toml").read_text("utf-8")
)
RULES = [rule["id"] for rule in RULEBOOK["rule"] if not rule.get("gm_only")]
FOR_A_GAME_MASTER = [rule["id"] for rule in RULEBOOK["rule"] if rule.get("gm_only")]

MOST_ROUNDS = 90
"""How many times each scenario is fought before a rule counts as not met."""


def has_disarmed_bungler(scenario: Scenario, event: Event) -> bool:
    """Whether somebody lost the last weapon in hand who never learned to do without."""
    sheets = {sheet.name: sheet for sheet in scenario.setup.scene.sheets}  # type: ignore[attr-defined]
    return event.kind == "drops" and not sheets[str(event.parts["who"])].boxes


def has_rolled_to_the_limit(scenario: Scenario, event: Event) -> bool:
    """Whether an opposed check was rolled again as often as it can be."""
    limit = f" (rolled again {scenario.house['most_rerolls']} times)"
    return event.kind == "contest" and event.parts["again"] == limit


def has_caught_weapon(scenario: Scenario, event: Event) -> bool:
    """Whether a weapon is caught, which its holder could otherwise parry with."""
    return event.kind == "catches"


def has_attacked_rider(scenario: Scenario, event: Event) -> bool:
    """Whether a rider is attacked from the ground, where the attacker's size could count."""
    return event.kind == "contest" and "mount.targets" in event.rules


SEEN_OTHERWISE: dict[str, Callable[[Scenario, Event], bool]] = {
    "unarmed.no-proficiency": has_disarmed_bungler,
    "check.rerolls": has_rolled_to_the_limit,
    "defend.caught": has_caught_weapon,
    "mount.large-attackers": has_attacked_rider,
}
"""How to see that a rule is met which no line of a log names."""


def rules_of(scenario: Scenario, event: Event) -> set[str]:
    """Return the rules that an event names or shows."""
    found = set(event.rules)
    because = event.parts.get("because")
    if isinstance(because, list):
        found.update(rule for _, rule in because)
    return found | {rule for rule, seen in SEEN_OTHERWISE.items() if seen(scenario, event)}


@cache
def where_met() -> dict[str, str]:
    """Each rule with the first scenario in which it is met."""
    found: dict[str, str] = {}
    scenarios = {name: load(name) for name in toml_of(rulesets()["renaissance"], "scenarios")}
    for seed in range(MOST_ROUNDS):
        for name, scenario in scenarios.items():
            if len(found) == len(RULES):
                return found
            players = random_players(scenario, seed) if seed % 3 else simple_players(scenario)
            for event in record(scenario, seed, players).events:
                for rule in rules_of(scenario, event):
                    if rule in RULES:
                        found.setdefault(rule, name)
    return found


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_met_in_a_scenario(rule: str) -> None:
    assert rule in where_met(), "no built-in scenario brings it about; see where_met()"


def test_what_only_a_game_master_can_bring_about_is_marked() -> None:
    assert FOR_A_GAME_MASTER == ["check.difficulty", "reaction.event"]
    assert not set(FOR_A_GAME_MASTER) & set(where_met())


@pytest.mark.parametrize(
    "way", ["halve-double", "plus-minus-20", "upgrade-downgrade", "roll-twice", "by-entry"]
)
def test_each_way_of_resistance_has_a_scenario_with_a_vulnerability(way: str) -> None:
    assert any(
        scenario.house["resistance"] == way
        and any(
            line.sign > 0 for sheet in scenario.setup.scene.sheets for line in sheet.resistances
        )  # type: ignore[attr-defined]
        for scenario in map(load, toml_of(rulesets()["renaissance"], "scenarios"))
    )
