"""House rules are declared in the rulebook alone; the typed class that rules read is written from it."""

import importlib.util
import tomllib
from functools import cache
from pathlib import Path

import pytest

from affray.core.problems import InvalidDataError
from affray.core.rulebook import Setting
from affray.library import Scenario, load, rulebook_of, rulesets, toml_of
from support import as_bytes, random_players, record, simple_players

ROOT = Path(__file__).parent.parent
RULEBOOKS = sorted((ROOT / "src" / "affray" / "rulesets").glob("*/rulebook.toml"))


def house_source(rulebook: dict[str, object]) -> str:
    spec = importlib.util.spec_from_file_location("house_rules", ROOT / "tools" / "house_rules.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text: str = module.house_source(rulebook)
    return text


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.parent.name)
def test_the_house_class_is_as_the_rulebook_says(path: Path) -> None:
    written = path.with_name("house.py").read_text("utf-8")
    assert written == house_source(tomllib.loads(path.read_text("utf-8"))), "run make house"


def test_a_new_switch_is_a_new_attribute() -> None:
    rulebook = tomllib.loads(RULEBOOKS[0].read_text("utf-8"))
    rulebook["rule"].append({"id": "a.b", "text": "", "option": {"name": "fresh", "default": 3}})
    text = house_source(rulebook)
    assert "; fresh: Final[i64]\n" in text
    assert 'self.fresh = int(settings["fresh"])' in text


MOST_SEEDS = 24
"""How many fights of each scenario are played to see a house rule matter."""

RARE = {
    ("renaissance", "parry_with_caught"),
    ("renaissance", "own_turn_reaction"),
    ("renaissance", "large_reach_riders"),
    ("renaissance", "prone_braces"),
    ("renaissance", "ride_by_targets"),
    ("olde", "motionless"),
}
"""Switches that matter too rarely in the built-in fights. Tests of their rules show what they do."""

OTHER_VALUES = [
    (ruleset, name, value)
    for ruleset in rulesets()
    for name, (option, _) in rulebook_of(ruleset).options().items()
    for value in option.values()
    if value != option.default and (ruleset, name) not in RARE
]


@cache
def scenarios_of(ruleset: str) -> list[Scenario]:
    return [load(name) for name in toml_of(rulesets()[ruleset], "scenarios")]


def story(scenario: Scenario, seed: int) -> bytes:
    players = simple_players(scenario) if seed % 2 else random_players(scenario, seed)
    return as_bytes(scenario, record(scenario, seed, players).events)


@cache
def usual_story(ruleset: str, number: int, seed: int) -> bytes:
    return story(scenarios_of(ruleset)[number], seed)


@pytest.mark.once
@pytest.mark.parametrize(("ruleset", "name", "value"), OTHER_VALUES)
def test_every_value_of_a_house_rule_changes_some_fight(
    ruleset: str, name: str, value: Setting
) -> None:
    for seed in range(MOST_SEEDS):
        for number, scenario in enumerate(scenarios_of(ruleset)):
            try:
                changed = scenario.with_house({name: value})
            except InvalidDataError:
                continue
            if changed.raw().get("house") == scenario.raw().get("house"):
                continue
            if story(changed, seed) != usual_story(ruleset, number, seed):
                return
    pytest.fail(f"no fight differs with {name} = {value!r}")
