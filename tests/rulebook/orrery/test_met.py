"""In which built-in scenario each rule is met when simple or random players fight it out."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.events import Event
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable
from affray.core.tape import RecordingTable
from affray.library import Scenario, load, rulesets, toml_of
from affray.players.random import RandomPlayer
from affray.rulesets.orrery.grapple import can_throw
from affray.rulesets.orrery.modifiers import stopped_by
from affray.rulesets.orrery.sheet import BEYOND
from support import random_players, simple_players

pytestmark = pytest.mark.once

RULEBOOK = tomllib.loads(
    files("affray.rulesets.orrery").joinpath("rulebook.toml").read_text("utf-8")
)
RULES = [rule["id"] for rule in RULEBOOK["rule"] if not rule.get("gm_only")]
FOR_A_GAME_MASTER = [rule["id"] for rule in RULEBOOK["rule"] if rule.get("gm_only")]

MOST_ROUNDS = 40
"""How many times each scenario is fought before a rule counts as not met."""

ALWAYS = {"core.scores", "range.bands"}
"""What every fight goes by and no line of a log names."""

BESIDE = {
    "modifier.height": "modifier.wholly-above",
    "environment.falling": "environment.metres",
    "environment.crushed": "core.sizes",
    "rune.attack": "health.stamina",
}
"""Rules that settle a figure of another, and are met with it."""

FACTORS = {"modifier.cover", "modifier.height", "modifier.range", "modifier.visibility"}


class Watch(LiveTable):
    """A live table that notes the rules of what is chosen, and of what cannot be."""

    def __init__(self, scenario: Scenario, seed: int) -> None:
        simple = seed % 3 == 0
        players = simple_players(scenario) if simple else random_players(scenario, seed)
        master = scenario.ruleset.simple_game_master() if simple else RandomPlayer(seed, 99)
        super().__init__(Dice(seed), players, master)
        self.met: set[str] = set()

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        if question.kind == "turn":
            self.met |= rules_in_the_way(fight, question.who)
        answer = super().ask(fight, question)
        if isinstance(answer, Option):
            self.met.update(answer.rules)
        return answer


def rules_in_the_way(given: Fight, who: int) -> set[str]:
    """Return the rules by which somebody cannot do something now."""
    fight: Any = given
    found: set[str] = set()
    actor = fight.combatants[who]
    shoots = any(fight.scene.weapons[item].is_ranged() for item in actor.arms)
    for target in fight.combatants:
        if shoots and target.side != actor.side and target.is_able():
            if fight.band(actor, target) == BEYOND:
                found.add("range.beyond")
            elif stopped_by(fight, actor, target) is not None:
                found.add("modifier.gate")
    if actor.holding >= 0:
        if not can_throw(fight, actor):
            found.add("special.throw-size")
        for spot, band in enumerate(fight.scene.bands[actor.spot]):
            if band <= 1 and fight.places.above(spot, actor.spot) > 5:
                found.add("special.throw-height")
    return found


def rules_of(events: list[Event]) -> set[str]:
    """Return the rules that a log names or shows."""
    found = set(ALWAYS)
    shots: dict[object, int] = {}
    for event in events:
        rules = set(event.rules)
        found |= rules | {BESIDE[rule] for rule in rules if rule in BESIDE}
        because = event.parts.get("because")
        if isinstance(because, list):
            found.update(rule for _, rule in because)
        if event.kind == "attack" and "ranged.attack" in rules:
            who = event.parts["who"]
            shots[who] = shots.get(who, 0) + 1
        if event.kind == "rolls":
            if event.parts["named"] == "Attack" and event.parts["successes"] == 0:
                found.add("block.unneeded")
            if "rune.attack" in rules and rules & FACTORS:
                found.add("rune.factors")
    if max(shots.values(), default=0) >= 3:
        found.add("ranged.ammunition")
    return found


@cache
def where_met() -> dict[str, str]:
    """Each rule with the first scenario in which it is met."""
    found: dict[str, str] = {}
    scenarios = {name: load(name) for name in toml_of(rulesets()["orrery"], "scenarios")}
    for seed in range(MOST_ROUNDS):
        for name, scenario in scenarios.items():
            if len(found) == len(RULES):
                return found
            watch = Watch(scenario, seed)
            table = RecordingTable(watch)
            scenario.setup.new_fight(table).play()
            for rule in rules_of(table.events) | watch.met:
                if rule in RULES:
                    found.setdefault(rule, name)
    return found


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_met_in_a_scenario(rule: str) -> None:
    assert rule in where_met(), "no built-in scenario brings it about; see where_met()"


def test_what_only_a_game_master_can_bring_about_is_marked() -> None:
    assert FOR_A_GAME_MASTER == ["core.test"]
    assert not set(FOR_A_GAME_MASTER) & set(where_met())
