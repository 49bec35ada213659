"""Find and read rulesets, their rulebooks and content, and scenarios."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from affray.core.problems import InvalidDataError, Problem, data_error, unknown_name
from affray.core.rulebook import Rulebook, Setting, parse_rulebook
from affray.core.table import Table

# the code that reads data is slow to import, and listing rules does not need it
if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from affray.core.data import Data
    from affray.core.fight import Setup
    from affray.core.ruleset import Ruleset, ScenarioData

DataModel = TypeVar("DataModel", bound="Data")

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
"""The maximum size of a scenario file in bytes; a larger file must be something else."""


@cache
def entry_points_by_name() -> dict[str, EntryPoint]:
    """Return the entry points of rulesets from outside, not yet loaded."""
    from importlib.metadata import entry_points

    found = sorted(entry_points(group=ENTRY_POINT), key=lambda entry: entry.name)
    return {entry.name: entry for entry in found if entry.name not in BUILT_IN}


def ruleset_names() -> list[str]:
    """Return the names of all rulesets, the built-in ones first."""
    return [*BUILT_IN, *entry_points_by_name()]


@cache
def ruleset_named(name: str) -> Ruleset:
    """Return a ruleset by its name; raise InvalidDataError with the nearest name."""
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        found: Ruleset = getattr(import_module(module), attribute)()
        return found
    if name not in entry_points_by_name():
        raise data_error(unknown_name("ruleset", name, ruleset_names()))
    loaded: Ruleset = entry_points_by_name()[name].load()()
    return loaded


def check_revision(name: str, revision: int, version: str, source: str = "") -> None:
    """Raise InvalidDataError if a fight was made by another revision of its ruleset.

    The error names the version of Affray that reads it.
    """
    known = ruleset_named(name).revision
    if known != revision:
        raise data_error(
            f"this was fought by revision {revision} of {name}, and this is revision {known}, "
            f"which may answer otherwise; Affray {version} reads it",
            "",
            source,
        )


@cache
def rulesets() -> dict[str, Ruleset]:
    """Return all rulesets by name, the built-in ones first."""
    return {name: ruleset_named(name) for name in ruleset_names()}


def package_of(name: str) -> str:
    """Return the package that holds a ruleset's files, without importing a built-in one."""
    if name in BUILT_IN:
        return BUILT_IN[name].rpartition(".")[0]
    return ruleset_named(name).package


def package_folder(package: str) -> Path:
    """Return the folder of a package's files."""
    return Path(import_module(package).__file__ or "").parent


def template_of(name: str) -> str:
    """Return the commented template of a ruleset's scenarios."""
    return (package_folder(package_of(name)) / "template.toml").read_text("utf-8")


def toml_of(ruleset: Ruleset, folder: str) -> dict[str, str]:
    """Return the text of each TOML file in a folder of a ruleset's package, by name."""
    return toml_files(ruleset.package, folder)


def toml_files(package: str, folder: str) -> dict[str, str]:
    """Return the text of each TOML file in a folder of a package, by name."""
    found = sorted((package_folder(package) / folder).glob("*.toml"))
    return {file.stem: file.read_text("utf-8") for file in found}


@cache
def rulebook_of(name: str) -> Rulebook:
    """Return the rulebook of a ruleset."""
    text = (package_folder(package_of(name)) / "rulebook.toml").read_text("utf-8")
    return parse_rulebook(tomllib.loads(text))


@cache
def rule_examples_of(name: str) -> dict[str, list[str]]:
    """Return lines of a fight's log that use each rule of a ruleset, if it has any.

    tools/met_rules.py writes them.
    """
    file = package_folder(package_of(name)) / "met.toml"
    if not file.exists():
        return {}
    found: dict[str, list[str]] = tomllib.loads(file.read_text("utf-8")).get("examples", {})
    return found


@cache
def met_rules_of(name: str) -> dict[str, dict[str, float]]:
    """Return the share of fights in each built-in scenario that use each rule.

    It is empty for a ruleset without this data (see tools/met_rules.py).
    """
    file = package_folder(package_of(name)) / "met.toml"
    if not file.exists():
        return {}
    data = tomllib.loads(file.read_text("utf-8"))
    return {
        rule: {scenario: count / data["fights"] for scenario, count in counts.items()}
        for rule, counts in data["met"].items()
    }


@cache
def theme_of(name: str) -> dict[str, Any]:
    """Return the page's theme for a ruleset; empty if it has no theme.toml."""
    file = package_folder(package_of(name)) / "theme.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


@cache
def content_tables(name: str) -> dict[str, Any]:
    """Return the data of all content files of a ruleset, merged."""
    merged: dict[str, Any] = {}
    for text in toml_files(package_of(name), "content").values():
        for key, table in tomllib.loads(text).items():
            if isinstance(table, dict):
                merged.setdefault(key, {}).update(table)
            else:
                merged[key] = table
    return merged


@cache
def content_of(name: str) -> Data:
    """Return the content of a ruleset."""
    return validated(content_tables(name), ruleset_named(name).content, f"{name} content")


def content_data(name: str, wanted: str | None = None) -> dict[str, dict[str, Any]]:
    """Return the content of a ruleset as data, by kind and name.

    With `wanted`, return only entries of that name. Raises InvalidDataError with the nearest name
    if there are none.
    """
    model = content_of(name)
    found: dict[str, dict[str, Any]] = {}
    for section in type(model).model_fields:
        entries = getattr(model, section)
        if isinstance(entries, dict):
            found[section] = {
                entry: value.model_dump(mode="json", exclude_none=True)
                if hasattr(value, "model_dump")
                else value
                for entry, value in entries.items()
            }
    if wanted is None:
        return found
    chosen = {kind: {wanted: each[wanted]} for kind, each in found.items() if wanted in each}
    if not chosen:
        known = {entry for each in found.values() for entry in each}
        raise data_error(unknown_name(f"entry in the content of {name}", wanted, known))
    return chosen


@cache
def scenario_texts() -> dict[str, str]:
    """Return the text of every scenario that comes with a ruleset, by name."""
    found: dict[str, str] = {}
    for name in ruleset_names():
        found.update(toml_files(package_of(name), "scenarios"))
    return found


def find_scenario(name: str) -> str | None:
    """Return the text of a scenario that comes with a ruleset, by its name.

    A built-in scenario is found without importing a ruleset.
    """
    for ruleset in BUILT_IN:
        file = package_folder(package_of(ruleset)) / "scenarios" / f"{name}.toml"
        if is_plain_name(name) and file.is_file():
            return file.read_text("utf-8")
    return scenario_texts().get(name)


def is_plain_name(name: str) -> bool:
    """Return whether a text can be a scenario's name: one word, and no path."""
    return "/" not in name and "\\" not in name and not name.startswith(".")


def validated(data: Mapping[str, Any], model: type[DataModel], source: str) -> DataModel:
    """Return data as a model; raise InvalidDataError with all problems."""
    from affray.core.data import read_data

    try:
        return read_data(model, data, source)
    except RecursionError:
        raise data_error("this is nested too deeply", "", source) from None


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
        """Return the title."""
        return self.data.title

    @property
    def sides(self) -> list[str]:
        """Return the sides' names, in order."""
        return self.setup.sides

    @cached_property
    def placed_by(self) -> list[int | None]:
        """Return the index in its side's `fighters` of the entry that placed each fighter.

        The order is that of the setup's names. It is None for mounts, and for members of a team.
        """
        sides = self.raw().get("sides", [])
        roster = self.setup.new_fight(Table(False)).roster()
        found: list[int | None] = [None] * len(roster)
        for number, side in enumerate(sides):
            entries = [
                (index, self._plain_name(placing))
                for index, placing in enumerate(side.get("fighters", []))
                for _ in range(placed_count(placing))
            ]
            # team members come before fighters placed one by one, and a mount comes after its rider
            for one in reversed([one for one in roster if one.side == number]):
                if entries and is_numbered_name(one.name, entries[-1][1]):
                    found[one.index] = entries.pop()[0]
        return found

    def _entry(self, placing: Mapping[str, Any]) -> Any:
        """Return the content entry that an entry of a side places."""
        for content in (self.data, content_of(self.ruleset.name)):
            for section in PLACED_SECTIONS:
                entries = getattr(content, section, {})
                if placing["is"] in entries:
                    return entries[placing["is"]]
        return None

    def _plain_name(self, placing: Mapping[str, Any]) -> str:
        """Return the name of placed fighters without their numbers."""
        from affray.core.scenario import title_from_slug

        title = getattr(self._entry(placing), "title", None)
        return str(placing.get("name") or title or title_from_slug(placing["is"]))

    @cached_property
    def emblems(self) -> list[str]:
        """Return the emblem of every fighter's token, in the order of the setup's names.

        The scenario may set it; otherwise the ruleset chooses it by the fighter's weapons.
        """
        sides = self.raw().get("sides", [])
        found = []
        for one in self.setup.new_fight(Table(False)).roster():
            entry = self.placed_by[one.index]
            placing = sides[one.side]["fighters"][entry] if entry is not None else {}
            own = getattr(self._entry(placing), "emblem", None) if placing else None
            found.append(str(placing.get("emblem") or own or self.setup.emblem(one.index)))
        return found

    def raw(self) -> dict[str, Any]:
        """Return the scenario as data, without values left at their defaults."""
        return self.data.model_dump(mode="json", exclude_unset=True, exclude_none=True)

    def toml(self) -> str:
        """Return the whole scenario as a TOML file."""
        import tomli_w

        return tomli_w.dumps(self.raw())

    def with_house(self, settings: Mapping[str, Setting]) -> Scenario:
        """Return the scenario with other house rules."""
        raw = self.raw()
        raw["house"] = {**raw.get("house", {}), **settings}
        return read_scenario(raw, self.name)

    def with_game_master(self, is_there: bool = True) -> Scenario:
        """Return the scenario with a game master, or without one."""
        if self.setup.has_game_master == is_there:
            return self
        return read_scenario({**self.raw(), "game_master": is_there}, self.name)


def placed_count(placing: Mapping[str, Any]) -> int:
    """Return how many fighters an entry of a side places.

    It is the number of its places, or its `count`.
    """
    places = placing.get("at")
    if isinstance(places, list) and places and all(isinstance(one, list) for one in places):
        return len(places)
    return int(placing.get("count") or 1)


def side_sizes(data: Mapping[str, Any]) -> list[int]:
    """Return the size of each side in a built-in scenario, including mounts and teams.

    The sizes are counted in the files, so no ruleset is imported.
    """
    files = (content_tables(data["ruleset"]), data)
    entries: dict[str, Any] = {}
    teams: dict[str, Any] = {}
    for tables in files:
        teams.update(tables.get("teams", {}))
        for section in PLACED_SECTIONS:
            entries.update(tables.get(section, {}))
    found = []
    for side in data["sides"]:
        team = teams[side["team"]]["models"] if "team" in side else {}
        size = sum(team.values())
        for placing in side.get("fighters", []):
            rides = "mount" in {**entries[placing["is"]], **placing}
            size += placed_count(placing) * (2 if rides else 1)
        found.append(size)
    return found


def is_numbered_name(name: str, plain: str) -> bool:
    """Return whether a name is the plain one, with or without a number."""
    start, _, number = name.rpartition(" ")
    return name == plain or (start == plain and number.isdigit())


def problems_where_written(problems: list[Problem], data: Mapping[str, Any]) -> list[Problem]:
    """Return each problem of a fighter once, under the key where the mistake is.

    A wrong value that a placed fighter has from an entry of the scenario belongs to that entry.
    """
    found: dict[str, Problem] = {}
    for problem in problems:
        parts = problem.key.split(".")
        if len(parts) > 4 and parts[0] == "sides" and parts[2] == "fighters":
            placing = data["sides"][int(parts[1])]["fighters"][int(parts[3])]
            section = next(
                (one for one in PLACED_SECTIONS if placing["is"] in data.get(one, {})), ""
            )
            if section and parts[4] in data[section][placing["is"]] and parts[4] not in placing:
                key = ".".join([section, placing["is"], *parts[4:]])
                problem = Problem(key, problem.text)
        found[str(problem)] = problem
    return list(found.values())


def read_scenario(data: Mapping[str, Any], name: str) -> Scenario:
    """Return a scenario from its data; raise InvalidDataError with all its problems."""
    given = data.get("ruleset")
    if not isinstance(given, str):
        raise data_error('is missing: say which, such as ruleset = "mithryn"', "ruleset", name)
    if given not in BUILT_IN and given not in ruleset_names():
        raise data_error(unknown_name("ruleset", given, ruleset_names()), "ruleset", name)
    ruleset = ruleset_named(given)
    model = validated(data, ruleset.scenario, name)
    house, problems = rulebook_of(given).settings(model.house)
    if problems:
        raise InvalidDataError(problems, name)
    setup = ruleset.prepare(model, content_of(given), house)
    if isinstance(setup, list):
        raise InvalidDataError(problems_where_written(setup, data), name)
    return Scenario(name, ruleset, model, house, setup)


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """Return the data of a TOML file; raise InvalidDataError if it is not TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise data_error(f"this is not TOML: {error}", "", name) from None
    except ValueError:  # Python rejects numbers with thousands of digits
        raise data_error("a number has too many digits", "", name) from None
    except RecursionError:
        raise data_error("this is nested too deeply", "", name) from None


def parse(text: str, name: str) -> Scenario:
    """Return a scenario from the text of its file."""
    data = parse_toml(text, name)
    try:
        return read_scenario(data, name)
    except InvalidDataError as error:
        from affray.toml_places import with_places

        raise with_places(error, text, data) from None


def load(name_or_path: str | os.PathLike[str]) -> Scenario:
    """Load a scenario by its name in the built-in collection, or from a file."""
    if not isinstance(name_or_path, str | os.PathLike):
        raise data_error(f"expected a scenario's name or a file's path, not {name_or_path!r}")
    name = os.fspath(name_or_path)
    text = find_scenario(name)
    if text is not None:
        return parse(text, name)
    path = Path(name)
    if path.suffix == ".toml" or path.exists():
        return parse(read_file(path), name)
    raise data_error(
        unknown_name("scenario", name, scenario_texts()) + "; a file's name ends in .toml"
    )


def read_file(path: Path) -> str:
    """Return the text of a file; raise InvalidDataError if it cannot be read."""
    try:
        if path.is_dir():
            raise data_error("this is a folder; name a file", "", str(path))
        if path.stat().st_size > BIGGEST_FILE:
            raise data_error("this file is too large to be one of ours", "", str(path))
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise data_error("there is no such file", "", str(path)) from None
    except OSError as error:
        raise data_error(f"cannot be read: {error.strerror}", "", str(path)) from None
    except UnicodeDecodeError:
        raise data_error("this is not a text file in UTF-8", "", str(path)) from None


@contextmanager
def report_write_errors(path: Path, key: str = "") -> Iterator[None]:
    """Raise InvalidDataError with the reason if a file cannot be written."""
    try:
        yield
    except OSError as error:
        raise data_error(f"cannot be written: {error.strerror}", key, str(path)) from None


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file; raise InvalidDataError with the reason if it cannot be written."""
    with report_write_errors(path):
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)


PLACED_SECTIONS = ("fighters", "models")
"""The sections of the content whose entries are placed on a field, by the key `is`."""


def scenario_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of a ruleset's scenarios.

    It lists the house rules. Names of the content are suggested, but a scenario may also use its
    own names.
    """
    ruleset = ruleset_named(name)
    schema = ruleset.scenario.model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = f"A {name} scenario for Affray"
    names = {section: list(entries) for section, entries in content_data(name).items()}
    for definition in schema.get("$defs", {}).values():
        add_choices(definition.get("properties", {}), names)
    properties = schema["properties"]
    properties["ruleset"] = {"const": name, "description": "which ruleset this scenario is for"}
    properties["house"] = {
        "type": "object",
        "description": "house rules",
        "properties": house_schema(name),
        "additionalProperties": False,
    }
    return schema


def house_schema(name: str) -> dict[str, Any]:
    """Return the schema of each of a ruleset's house rules."""
    found: dict[str, Any] = {}
    for switch, (option, rule) in rulebook_of(name).options().items():
        entry: dict[str, Any] = {"description": rule.text, "default": option.default}
        if option.values():
            entry["enum"] = list(option.values())
        else:
            entry["type"] = "integer" if isinstance(option.default, int) else "string"
        found[switch] = entry
    return found


def add_choices(properties: dict[str, Any], names: Mapping[str, list[str]]) -> None:
    """Add the known names to each key that names an entry of the content."""
    for key, part in properties.items():
        sections = PLACED_SECTIONS if key == "is" else (key, f"{key}s")
        known = next((names[section] for section in sections if section in names), [])
        if not known:
            continue
        for holder in [part, *part.get("anyOf", ())]:
            place = holder.get("items", holder) if holder.get("type") == "array" else holder
            if place.get("type") == "string" and "enum" not in place:
                plain = {one: place.pop(one) for one in list(place) if one != "description"}
                place["anyOf"] = [{"enum": known}, plain]
