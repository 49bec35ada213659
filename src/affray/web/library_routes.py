"""Rulesets, their rules and content, and scenarios: what the page reads and checks."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.util import find_spec
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, HTTPException, Path
from pydantic import BaseModel

from affray.core.problems import InvalidDataError, data_error
from affray.core.rulebook import Rule
from affray.library import (
    content_of,
    load,
    rulebook_of,
    rulesets,
    scenario_texts,
    toml_of,
)
from affray.players import player_factories
from affray.web.maps import read_uvtt
from affray.web.routes import service_of
from affray.web.service import Service, read_text
from affray.web.shapes import (
    Checked,
    ProblemShown,
    ScenarioFields,
    ScenarioText,
    TomlText,
)
from affray.web.sitting import Continuation, play_on
from affray.web.story import fighter_data
from affray.web.writing import as_plain, written

router = APIRouter(prefix="/api", tags=["library"])

Json = dict[str, Any]
Name = Annotated[str, Path(max_length=100)]


@router.get("/library")
def get_library() -> Json:
    """Every ruleset with its scenarios, and the players there are."""
    return library_data()


@cache
def library_data() -> Json:
    """The library never changes while the service runs."""
    return {
        "players": [name for name in player_factories() if name != "passive"],
        "duel": find_spec("affray.lab.duels") is not None,
        "rulesets": [
            {
                "name": name,
                "title": rulebook_of(name).title,
                "rules": len(rulebook_of(name).rules),
                "scenarios": [scenario_data(one) for one in toml_of(ruleset, "scenarios")],
            }
            for name, ruleset in rulesets().items()
        ],
    }


def scenario_data(name: str) -> Json:
    """A built-in scenario in a few words."""
    scenario = load(name)
    return {
        "name": name,
        "title": scenario.title,
        "about": scenario.data.about,
        "sides": scenario.sides,
        "fighters": len(scenario.setup.names),
    }


@router.get("/rulesets/{name}")
def get_ruleset(name: Name) -> Json:
    """A ruleset's rulebook, content, starting scenario and the keys its scenarios may have."""
    if name not in rulesets():
        raise HTTPException(404, f"there is no ruleset {name!r}")
    return ruleset_data(name)


@cache
def ruleset_data(name: str) -> Json:
    """A ruleset as the page needs it."""
    ruleset = rulesets()[name]
    content = content_of(name)
    return {
        "name": name,
        "title": rulebook_of(name).title,
        "rules": [rule_data(rule) for rule in rulebook_of(name).rules],
        "content": content.model_dump(mode="json", by_alias=True, exclude_none=True),
        "starter": ruleset.template,
        "schema": ruleset.scenario.model_json_schema(),
        "fields": merged_fields(content),
    }


def merged_fields(content: BaseModel) -> Json:
    """What an entry of each table of the content may say, for a form."""
    schema = type(content).model_json_schema()
    definitions = schema.get("$defs", {})
    found = {}
    for table, described in schema.get("properties", {}).items():
        reference = (described.get("additionalProperties") or {}).get("$ref", "")
        properties = definitions.get(reference.rpartition("/")[2], {}).get("properties")
        if properties:
            found[table] = properties
    return found


def rule_data(rule: Rule) -> Json:
    """A rule, with its switch if it has one."""
    found: Json = {
        "id": rule.id,
        "section": rule.section,
        "source": rule.source,
        "text": rule.text,
    }
    if rule.option:
        found["option"] = {
            "name": rule.option.name,
            "default": rule.option.default,
            "values": list(rule.option.values()),
        }
    return found


@router.get("/scenarios/{name}")
def get_scenario(name: Name) -> TomlText:
    """A built-in scenario's file."""
    texts = scenario_texts()
    if name not in texts:
        raise HTTPException(404, f"there is no scenario {name!r}")
    return TomlText(toml=texts[name])


@router.post("/check")
def check(given: ScenarioText, service: Annotated[Service, Depends(service_of)]) -> Checked:
    """What is wrong with a scenario, as the command line says it; or what it looks like."""
    try:
        scenario = read_text(given.scenario, given.name, service.settings.scenario_limit)
    except InvalidDataError as error:
        shown = [ProblemShown(key=one.key, text=one.text) for one in error.problems]
        return Checked(problems=shown, data=data_of(given.scenario))
    seats = len(scenario.sides) + 1
    start = play_on(scenario, [], Continuation(0, 0, [None] * seats, 10_000)).fight
    fighters = [
        {"name": fighter.name, "side": int(fighter.side), **fighter_data(start, fighter)}
        for fighter in start.roster()
    ]
    return Checked(
        problems=[],
        title=scenario.title,
        ruleset=scenario.ruleset.name,
        sides=scenario.sides,
        board=scenario.setup.board(),
        fighters=fighters,
        data=data_of(given.scenario),
    )


def data_of(text: str) -> Json | None:
    """A scenario's file as plain data, right or wrong; None where it is not even TOML."""
    try:
        found: Json = as_plain(tomllib.loads(text))
    except (ValueError, RecursionError):
        return None
    return found


@router.post("/write")
def write(given: ScenarioFields, service: Annotated[Service, Depends(service_of)]) -> TomlText:
    """A scenario from its data, as a file would have it: the text that was sent along, changed
    only where the data says otherwise."""
    if len(given.toml) > service.settings.scenario_limit:
        raise data_error(
            f"a scenario has at most {service.settings.scenario_limit:,} characters here"
        )
    try:
        return TomlText(toml=written(given.toml, given.data))
    except (TypeError, ValueError, RecursionError) as error:
        raise data_error(f"this cannot be written as TOML: {str(error)[:200]}") from None


@router.post("/maps/uvtt")
def import_map(given: Annotated[dict[str, Any], Body()]) -> Json:
    """The size and walls of a Universal VTT map (send it without its picture)."""
    return read_uvtt(given)
