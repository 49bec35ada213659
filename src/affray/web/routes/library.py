"""Routes for the library: rulesets with their rules and content, and scenarios."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Annotated, Any

from fastapi import APIRouter, Body, HTTPException, Path, Query
from fastapi.responses import Response

from affray.lab.entry_strength import roster_table
from affray.library import (
    Scenario,
    content_of,
    load,
    met_rules_of,
    parse,
    rule_examples_of,
    rulebook_of,
    rulesets,
    scenario_texts,
    template_of,
    theme_of,
    toml_of,
)
from affray.players import player_factories
from affray.rule_search import find_rules
from affray.web.messages import CheckRequest, CheckResponse, TomlResponse, WriteRequest
from affray.web.rooms.frames import fighter_data
from affray.web.rooms.playing import IDLE_TABLE
from affray.web.routes.access import REFUSALS, AddressDependency, ServiceDependency
from affray.web.workers import tasks

router = APIRouter(prefix="/api", tags=["library"])

Json = dict[str, Any]
Name = Annotated[str, Path(max_length=100)]


@router.get("/library")
def get_library() -> Json:
    """Return every ruleset with its scenarios, and the names of the players."""
    return library_data()


@cache
def library_data() -> Json:
    """Return the library, which never changes while the service runs."""
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
    """Return a summary of a built-in scenario."""
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
    """Return the fighters of a scenario with their state at its beginning."""
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
    """Return a ruleset's rulebook, content, starting scenario and scenario schema."""
    if name not in rulesets():
        raise HTTPException(404, f"there is no ruleset {name!r}")
    return ruleset_data(name)


@router.get("/rulesets/{name}/search")
def search_rules(name: Name, words: Annotated[str, Query(max_length=200)]) -> Json:
    """Return the rules that match a player's words, best first, and the words to mark in them.

    If the game lacks the searched thing, the note says what it has instead.
    """
    if name not in rulesets():
        raise HTTPException(404, f"there is no ruleset {name!r}")
    found = find_rules(rulebook_of(name), words)
    return {
        "rules": [rule.id for rule in found.rules],
        "marks": list(found.marks),
        "note": found.note,
    }


@cache
def ruleset_data(name: str) -> Json:
    """Return a ruleset as data for the page."""
    ruleset = rulesets()[name]
    return {
        "name": name,
        "title": rulebook_of(name).title,
        "theme": theme_of(name),
        "rules": [rule.data("values") for rule in rulebook_of(name).rules],
        "content": content_of(name).model_dump(mode="json", exclude_unset=True, exclude_none=True),
        "conditions": conditions_of(name),
        "roster": roster_table(name),
        "met": met_rules_of(name),
        "played": rule_examples_of(name),
        "examples": [one.model_dump() for one in rulebook_of(name).examples],
        "starter": template_of(ruleset.name),
        "schema": ruleset.scenario.model_json_schema(),
    }


def conditions_of(name: str) -> list[str]:
    """Return the conditions that a ruleset's fighters can have."""
    start = parse(template_of(name), name).setup.new_fight(IDLE_TABLE)
    return start.rulings_on(0).conditions()


@router.get("/scenarios/{name}")
def get_scenario(name: Name) -> TomlResponse:
    """Return a built-in scenario's file."""
    texts = scenario_texts()
    if name not in texts:
        raise HTTPException(404, f"there is no scenario {name!r}")
    return TomlResponse(toml=texts[name])


@router.post("/check", responses=REFUSALS, response_model=CheckResponse)
async def check(
    given: CheckRequest, service: ServiceDependency, address: AddressDependency
) -> Response:
    """Check a scenario: return its problems, or its title, board and fighters."""
    limit = service.settings.scenario_limit
    found = await service.pools.read(
        tasks.check_scenario, (given.scenario, given.name, limit), address
    )
    return Response(found, media_type="application/json")


@router.post("/write", responses=REFUSALS)
async def write(
    given: WriteRequest, service: ServiceDependency, address: AddressDependency
) -> TomlResponse:
    """Write a scenario's file from its data.

    The text sent with the data changes only where the data differs from it.
    """
    limit = service.settings.scenario_limit
    found = await service.pools.read(tasks.write_scenario, (given.toml, given.data, limit), address)
    return TomlResponse(toml=found)


@router.post("/maps/uvtt", responses=REFUSALS)
async def import_map(
    given: Annotated[dict[str, Any], Body()], service: ServiceDependency, address: AddressDependency
) -> Json:
    """Read size, walls, doors and lights of a Universal VTT map, sent without its picture."""
    found: Json = await service.pools.read(tasks.read_map, (given,), address)
    return found
