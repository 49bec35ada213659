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
    files("affray.rulesets.mithryn").joinpath("rulebook.toml").read_text("utf-8")
)
RULES = [rule["id"] for rule in RULEBOOK["rule"] if not rule.get("gm_only")]
FOR_A_GAME_MASTER = [rule["id"] for rule in RULEBOOK["rule"] if rule.get("gm_only")]

MOST_FIGHTS = 60
"""How many fights of a scenario are looked at before a rule counts as not met there."""


def has_missed_extra_roll(event: Event) -> bool:
    """Whether a die exploded and then missed, which Help leaves alone."""
    if event.kind != "strike":
        return False
    faces = [str(face) for face in event.parts["dice"]]  # type: ignore[attr-defined]
    return any(f.startswith("+") and int(f[1:]) < int(str(event.parts["defense"])) for f in faces)


SEEN_OTHERWISE: dict[str, Callable[[Scenario, Event], bool]] = {
    "zones.map": lambda scenario, event: event.kind == "moves",
    "rounds.order": lambda scenario, event: (
        event.kind == "round" and len({side.pcs for side in scenario.data.sides}) == 1  # type: ignore[attr-defined]
    ),
    "reaction.interpose-whom": lambda scenario, event: event.kind == "interposes",
    "reaction.help-exploded": lambda scenario, event: has_missed_extra_roll(event),
    "weapon.two-handed": lambda scenario, event: event.kind == "shield",
    "health.hp": lambda scenario, event: (
        event.kind == "round" and any(sheet.hp is None for sheet in scenario.setup.sheets)  # type: ignore[attr-defined]
    ),
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
    for name in toml_of(rulesets()["mithryn"], "scenarios"):
        scenario = load(name)
        for seed in range(MOST_FIGHTS):
            if len(found) == len(RULES):
                return found
            players = random_players(scenario, seed) if seed % 2 else simple_players(scenario)
            for event in record(scenario, seed, players).events:
                for rule in rules_of(scenario, event):
                    if rule in RULES:
                        found.setdefault(rule, name)
    return found


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_met_in_a_scenario(rule: str) -> None:
    assert rule in where_met(), "no built-in scenario brings it about; see where_met()"


def test_what_only_a_game_master_can_bring_about_is_marked() -> None:
    assert FOR_A_GAME_MASTER == ["actions.improvise"]
    assert not set(FOR_A_GAME_MASTER) & set(where_met())
