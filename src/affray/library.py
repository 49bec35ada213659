"""Finds and reads rulesets, their rulebooks and content, and scenarios."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any

import tomli_w
from pydantic import BaseModel, ValidationError

from affray.core.fight import Setup
from affray.core.problems import InvalidDataError, data_error, unknown_name
from affray.core.rulebook import Rulebook, Setting, parse_rulebook
from affray.core.ruleset import Ruleset, ScenarioData, problems_from

BUILT_IN = {
    "mithryn": "affray.rulesets.mithryn.ruleset:Mithryn",
    "renaissance": "affray.rulesets.renaissance.ruleset:Renaissance",
    "shinobi": "affray.rulesets.shinobi.ruleset:Shinobi",
    "orrery": "affray.rulesets.orrery.ruleset:Orrery",
    "olde": "affray.rulesets.olde.ruleset:Olde",
}
"""The rulesets that come with Affray. Others come through the entry point `affray.rulesets`."""

ENTRY_POINT = "affray.rulesets"

BIGGEST_FILE = 1_000_000
"""A scenario is a page or two; a file larger than this is something else."""


@cache
def rulesets() -> dict[str, Ruleset]:
    """Every ruleset there is, by name: the built-in ones first."""
    found = {}
    for name, place in BUILT_IN.items():
        module, _, attribute = place.partition(":")
        found[name] = getattr(import_module(module), attribute)()
    for entry in sorted(entry_points(group=ENTRY_POINT), key=lambda entry: entry.name):
        if entry.name not in found:
            found[entry.name] = entry.load()()
    return found


def ruleset_named(name: str) -> Ruleset:
    """The ruleset of that name, or a problem with the nearest."""
    if name not in rulesets():
        raise data_error(unknown_name("ruleset", name, rulesets()))
    return rulesets()[name]


def template_of(name: str) -> str:
    """A commented scenario of a ruleset to start from."""
    return files(ruleset_named(name).package).joinpath("template.toml").read_text("utf-8")


def toml_of(ruleset: Ruleset, folder: str) -> dict[str, str]:
    """The text of each TOML file in a folder of a ruleset's package, by name."""
    place = files(ruleset.package).joinpath(folder)
    if not place.is_dir():
        return {}
    found = sorted(
        (entry for entry in place.iterdir() if entry.name.endswith(".toml")),
        key=lambda entry: entry.name,
    )
    return {entry.name.removesuffix(".toml"): entry.read_text("utf-8") for entry in found}


@cache
def rulebook_of(name: str) -> Rulebook:
    """The rulebook of a ruleset."""
    ruleset = ruleset_named(name)
    text = files(ruleset.package).joinpath("rulebook.toml").read_text("utf-8")
    return parse_rulebook(tomllib.loads(text))


@cache
def content_of(name: str) -> BaseModel:
    """The content of a ruleset: all its content files as one."""
    ruleset = ruleset_named(name)
    merged: dict[str, Any] = {}
    for text in toml_of(ruleset, "content").values():
        for key, table in tomllib.loads(text).items():
            if isinstance(table, dict):
                merged.setdefault(key, {}).update(table)
            else:
                merged[key] = table
    return validated(merged, ruleset.content, f"{name} content")


@cache
def scenario_texts() -> dict[str, str]:
    """The built-in scenarios' files by name."""
    found: dict[str, str] = {}
    for ruleset in rulesets().values():
        found.update(toml_of(ruleset, "scenarios"))
    return found


def validated(data: Mapping[str, Any], model: type[BaseModel], source: str) -> BaseModel:
    """Data as a model, or its problems."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise InvalidDataError(problems_from(error, model), source) from None


@dataclass(frozen=True)
class Scenario:
    """A scenario, read and ready: its data, its house rules, and the setup for its fights."""

    name: str
    ruleset: Ruleset
    data: ScenarioData
    house: dict[str, Setting]
    setup: Setup

    @property
    def title(self) -> str:
        """What it is called."""
        return self.data.title

    @property
    def sides(self) -> list[str]:
        """The sides' names, in order."""
        return self.setup.sides

    def raw(self) -> dict[str, Any]:
        """The scenario as data, with nothing that is left at its default."""
        found: dict[str, Any] = self.data.model_dump(
            mode="json", by_alias=True, exclude_unset=True, exclude_none=True
        )
        return found

    def toml(self) -> str:
        """The scenario as a file would have it, whole."""
        return tomli_w.dumps(self.raw())

    def with_house(self, settings: Mapping[str, Setting]) -> Scenario:
        """The same scenario by other house rules."""
        raw = self.raw()
        raw["house"] = {**raw.get("house", {}), **settings}
        return read_scenario(raw, self.name)

    def with_game_master(self, is_there: bool = True) -> Scenario:
        """The same scenario with somebody who sits as game master, or with nobody."""
        if self.setup.has_game_master == is_there:
            return self
        return read_scenario({**self.raw(), "game_master": is_there}, self.name)


def read_scenario(data: Mapping[str, Any], name: str) -> Scenario:
    """A scenario from its data, or everything that is wrong with it."""
    given = data.get("ruleset")
    if not isinstance(given, str):
        raise data_error('is missing: say which, such as ruleset = "mithryn"', "ruleset", name)
    if given not in rulesets():
        raise data_error(unknown_name("ruleset", given, rulesets()), "ruleset", name)
    ruleset = rulesets()[given]
    model = validated(data, ruleset.scenario, name)
    assert isinstance(model, ScenarioData)
    house, problems = rulebook_of(given).settings(model.house)
    if problems:
        raise InvalidDataError(problems, name)
    setup = ruleset.prepare(model, content_of(given), house)
    if isinstance(setup, list):
        raise InvalidDataError(setup, name)
    return Scenario(name, ruleset, model, house, setup)


def parse(text: str, name: str) -> Scenario:
    """A scenario from the text of its file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise data_error(f"this is not TOML: {error}", "", name) from None
    return read_scenario(data, name)


def load(name_or_path: str) -> Scenario:
    """A scenario by its name in the built-in collection, or from a file."""
    texts = scenario_texts()
    if name_or_path in texts:
        return parse(texts[name_or_path], name_or_path)
    path = Path(name_or_path)
    if path.suffix == ".toml" or path.exists():
        return parse(read_file(path), name_or_path)
    raise data_error(
        unknown_name("scenario", name_or_path, texts) + "; a file's name ends in .toml"
    )


def read_file(path: Path) -> str:
    """The text of a file, or a problem that says why not."""
    try:
        if path.is_dir():
            raise data_error("this is a folder; name a file", "", str(path))
        if path.stat().st_size > BIGGEST_FILE:
            raise data_error("this file is too large to be one of ours", "", str(path))
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise data_error("there is no such file", "", str(path)) from None
    except OSError as error:
        raise data_error(f"cannot be read: {error.strerror}", "", str(path)) from None
    except UnicodeDecodeError:
        raise data_error("this is not a text file in UTF-8", "", str(path)) from None
