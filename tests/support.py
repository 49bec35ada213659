"""What tests share: small fights from a scenario and a script, in the game's own words."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Any, TypeVar

import pytest

from affray.core.dice import Dice
from affray.core.events import Event
from affray.core.fight import Fight, Fighter
from affray.core.table import LiveTable, Player, Table
from affray.core.tape import Answer, RecordingTable, ScriptedTable, TapeTable
from affray.library import Scenario, load, parse, read_scenario, rulesets, toml_of
from affray.players.random import RandomPlayer

T = TypeVar("T")

SCENARIOS = [
    (name, scenario)
    for name, ruleset in rulesets().items()
    for scenario in toml_of(ruleset, "scenarios")
]
"""Every ruleset's name with each of its scenarios."""

FIRST = dict(reversed(SCENARIOS))
"""Each ruleset's first scenario."""

each_scenario = pytest.mark.parametrize(
    ("ruleset", "name"),
    [
        pytest.param(*one, marks=() if FIRST[one[0]] == one[1] else pytest.mark.once)
        for one in SCENARIOS
    ],
)
"""Runs a test with every scenario, and uncompiled with the first of each ruleset."""


def skip_without(*modules: str) -> None:
    """Skips a file of tests where something is not installed. It is not imported yet: every process
    that runs tests reads all files, and most run none of those that need it."""
    for module in modules:
        if find_spec(module) is None:
            pytest.skip(f"{module} is not installed", allow_module_level=True)


def scenario_of(given: str | dict[str, Any]) -> Scenario:
    """Return a scenario by its built-in name, its TOML text, or its data."""
    if isinstance(given, dict):
        return read_scenario(given, "test")
    return parse(given, "test") if "\n" in given else load(given)


class Played:
    """A fight that was played from a script, and what was told."""

    def __init__(self, given: str | dict[str, Any] | Scenario, script: str = "") -> None:
        self.scenario = given if isinstance(given, Scenario) else scenario_of(given)
        self.script = ScriptedTable(script)
        self.table = RecordingTable(self.script)
        self.fight: Fight = self.scenario.setup.new_fight(self.table)

    def steps(self, count: int) -> Played:
        """Plays that many turns, and checks that the script had neither more nor less."""
        for _ in range(count):
            self.fight.step()
        self.script.check_finished()
        return self

    def to_the_end(self) -> Played:
        """Plays until the fight is over, with every answer of the script used."""
        self.fight.play()
        self.script.check_finished()
        return self

    def fighter(self, name: str) -> Any:
        """Return the fighter of that name, with everything the ruleset knows of them."""
        return self.fight.fighter_named(name)

    def told(self, kind: str) -> list[dict[str, object]]:
        """Return the parts of every event of a kind."""
        return [event.parts for event in self.table.events if event.kind == kind]

    def rules_told(self) -> set[str]:
        """Every rule that the log named."""
        return {rule for event in self.table.events for rule in event.rules}

    def log(self) -> list[str]:
        """Return the log, a sentence an event."""
        return [event.text(self.scenario.setup.phrases) for event in self.table.events]


def passes_test(
    given: dict[str, Any], value: str, script: str, who: str = "Ann"
) -> tuple[bool, set[str]]:
    """Return whether a fighter passes a Test with these dice, and the rules that the log names."""
    game = Played(given, script)
    passed = game.fight.rulings_on(game.fighter(who).index).make_test(value)
    game.script.check_finished()
    return passed, game.rules_told()


def random_players(scenario: Scenario, seed: int) -> list[Player]:
    return [RandomPlayer(seed, side) for side in range(len(scenario.sides))]


def simple_players(scenario: Scenario) -> list[Player]:
    return [scenario.ruleset.simple_player() for _ in scenario.sides]


def record(scenario: Scenario, seed: int, players: list[Player]) -> RecordingTable:
    """Return a whole fight, its answers and its events."""
    table = RecordingTable(LiveTable(Dice(seed), players, RandomPlayer(seed, 99)))
    scenario.setup.new_fight(table).play()
    return table


def replay(scenario: Scenario, answers: list[Answer], then: Table | None = None) -> RecordingTable:
    """Return the fight that a tape gives."""
    reader = TapeTable(answers, then)
    table = RecordingTable(reader)
    scenario.setup.new_fight(table).play()
    reader.check_finished()
    return table


def as_bytes(scenario: Scenario, events: list[Event]) -> bytes:
    """Events as a file would have them."""
    return json.dumps([event.data(scenario.setup.phrases) for event in events]).encode()


def standing(fighter: Fighter) -> bool:
    return fighter.state() == "standing"


def run_apart(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own: a browser of other tests may have a loop in this
    one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work)).result()
