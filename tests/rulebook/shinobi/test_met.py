"""Every rule is met in a built-in scenario by random or simple players."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable
from affray.core.tape import RecordingTable
from affray.library import load, rulesets, toml_of
from affray.rulesets.shinobi.ranged import shot_hindrance
from support import random_players, simple_players

pytestmark = pytest.mark.once

RULEBOOK = tomllib.loads(
    files("affray.rulesets.shinobi").joinpath("rulebook.toml").read_text("utf-8")
)
RULES = [rule["id"] for rule in RULEBOOK["rule"] if not rule.get("gm_only")]
FOR_A_GAME_MASTER = [rule["id"] for rule in RULEBOOK["rule"] if rule.get("gm_only")]

MOST_FIGHTS = 40
"""In so many fights of each scenario everything has to be met."""


class Refusals(LiveTable):
    """Notes the rules that keep an archer from a shot when it decides what to do: those are told
    by no event."""

    def __init__(self, dice: Dice, players: list[Any], met: dict[str, str], name: str) -> None:
        super().__init__(dice, players)
        self.met = met
        self.name = name

    def ask(self, fight: Any, question: Question) -> Option | Ruling:
        if question.kind == "turn":
            who = fight.models[question.who]
            for target in fight.models:
                if who.sheet.range and target.side != who.side and target.is_present():
                    reason = shot_hindrance(fight, who, target)
                    if "influence zone" in reason:
                        self.met.setdefault("ranged.not-in-zone", self.name)
                    if "line of sight" in reason or "range is" in reason:
                        self.met.setdefault("ranged.sight", self.name)
        return super().ask(fight, question)


def play(fight: Fight, met: dict[str, str], table: RecordingTable, name: str) -> None:
    fight.play()
    for event in table.events:
        for rule in event.rules:
            met.setdefault(rule, name)


def met_rules() -> dict[str, str]:
    """Return the rules that are met, each with the scenario it is first met in."""
    wanted = set(RULES)
    met: dict[str, str] = {}
    for number in range(MOST_FIGHTS):
        for name in toml_of(rulesets()["shinobi"], "scenarios"):
            scenario = load(name)
            players = random_players(scenario, number) if number % 2 else simple_players(scenario)
            table = RecordingTable(Refusals(Dice(number), players, met, name))
            play(scenario.setup.new_fight(table), met, table, name)
        if wanted <= set(met):
            break
    return met


def test_every_rule_is_met_in_a_built_in_scenario() -> None:
    """But for what only a game master can bring about."""
    met = set(met_rules())
    assert set(RULES) - met == set()
    assert FOR_A_GAME_MASTER == ["dice.affinity"]
    assert not met & set(FOR_A_GAME_MASTER)


def test_every_keyword_is_had_by_somebody() -> None:
    from affray.rulesets.shinobi.keywords import BY_NAME

    had = {
        keyword
        for name in toml_of(rulesets()["shinobi"], "scenarios")
        for sheet in load(name).setup.sheets  # type: ignore[attr-defined]
        for keyword in sheet.keywords
    }
    assert set(BY_NAME) - had == set()
