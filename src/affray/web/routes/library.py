"""Rulesets, their rules and content, and scenarios: what the page reads and checks."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Annotated, Any

from fastapi import APIRouter, Body, HTTPException, Path
from fastapi.responses import Response

from affray.lab.entry_strength import roster_table
from affray.library import (
    Scenario,
    content_of,
    load,
    met_rules_of,
    parse,
    rulebook_of,
    rulesets,
    scenario_texts,
    template_of,
    theme_of,
    toml_of,
)
from affray.players import player_factories
from affray.web.messages import CheckRequest, CheckResponse, TomlResponse, WriteRequest
from affray.web.rooms.playing import IDLE_TABLE
from affray.web.rooms.story import fighter_data
from affray.web.routes.access import REFUSALS, AddressDependency, ServiceDependency

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
                "theme": theme_of(name),
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
        "board": scenario.setup.board(),
        "start": start_data(scenario),
        **scenario_figures().get(name, {}),
    }


@cache
def scenario_figures() -> dict[str, Json]:
    """Return the mean rounds and each side's share of wins, by built-in scenario."""
    return tomllib.loads(files("affray.web").joinpath("scenarios/figures.toml").read_text("utf-8"))


def start_data(scenario: Scenario) -> list[Json]:
    """Everybody of a scenario where they stand at its beginning."""
    start = scenario.setup.new_fight(IDLE_TABLE)
    return [
        {
            "name": one.name,
            "side": int(one.side),
            "emblem": scenario.emblems[int(one.index)],
            **fighter_data(start, one),
        }
        for one in start.roster()
    ]


@router.get("/rulesets/{name}")
def get_ruleset(name: Name) -> Json:
    """A ruleset's rulebook, content as its files have it, starting scenario, and the schema of its
    scenarios."""
    if name not in rulesets():
        raise HTTPException(404, f"there is no ruleset {name!r}")
    return ruleset_data(name)


@cache
def ruleset_data(name: str) -> Json:
    """A ruleset as the page needs it."""
    ruleset = rulesets()[name]
    return {
        "name": name,
        "title": rulebook_of(name).title,
        "theme": theme_of(name),
        "rules": [rule.data("values") for rule in rulebook_of(name).rules],
        "content": content_of(name).model_dump(exclude_unset=True, exclude_none=True),
        "conditions": conditions_of(name),
        "roster": roster_table(name),
        "met": met_rules_of(name),
        "examples": [{"id": one, "text": text} for one, text in rulebook_of(name).examples],
        "starter": template_of(ruleset.name),
        "schema": ruleset.scenario.model_json_schema(),
    }


def conditions_of(name: str) -> list[str]:
    """The conditions that a ruleset's fighters can have."""
    start = parse(template_of(name), name).setup.new_fight(IDLE_TABLE)
    return start.rulings_on(0).conditions()


@router.get("/scenarios/{name}")
def get_scenario(name: Name) -> TomlResponse:
    """A built-in scenario's file."""
    texts = scenario_texts()
    if name not in texts:
        raise HTTPException(404, f"there is no scenario {name!r}")
    return TomlResponse(toml=texts[name])


@router.post("/check", responses=REFUSALS, response_model=CheckResponse)
async def check(
    given: CheckRequest, service: ServiceDependency, address: AddressDependency
) -> Response:
    """What is wrong with a scenario, as the command line says it; or what it looks like."""
    limit = service.settings.scenario_limit
    found = await service.pools.read("check_scenario", (given.scenario, given.name, limit), address)
    return Response(found, media_type="application/json")


@router.post("/write", responses=REFUSALS)
async def write(
    given: WriteRequest, service: ServiceDependency, address: AddressDependency
) -> TomlResponse:
    """A scenario from its data, as a file would have it: the text that was sent along, changed
    only where the data says otherwise."""
    limit = service.settings.scenario_limit
    found = await service.pools.read("write_scenario", (given.toml, given.data, limit), address)
    return TomlResponse(toml=found)


@router.post("/maps/uvtt", responses=REFUSALS)
async def import_map(
    given: Annotated[dict[str, Any], Body()], service: ServiceDependency, address: AddressDependency
) -> Json:
    """The size, walls, doors and lights of a Universal VTT map (send it without its picture)."""
    found: Json = await service.pools.read("read_map", (given,), address)
    return found
