"""Changes of a scenario by key: any value in its file.

A key is a path through the file with dots: `round_limit`, `house.NAME`, `sides.0.fighters.1.hp`. An
entry of a list is given by its number from 0 or by its name: `sides.raiders.fighters.orc.count`.
"""

from __future__ import annotations

import tomllib
from copy import deepcopy
from typing import Any, NamedTuple

from affray.core.data import keys_at, resolved
from affray.core.problems import InvalidDataError, data_error, unknown_name
from affray.library import Scenario, content_of, read_scenario, rulebook_of
from affray.toml_places import entry_names, with_places

MOST_VALUES = 500
"""The maximum number of values for a key."""


def with_changes(scenario: Scenario, changes: dict[str, Any], source: str = "") -> Scenario:
    """Return the scenario with some values changed.

    Raises InvalidDataError with the key of an invalid change.
    """
    raw = deepcopy(scenario.raw())
    for key, value in changes.items():
        set_value(scenario, raw, key, value, source)
    try:
        return read_scenario(raw, scenario.name)
    except InvalidDataError as error:
        named = with_places(error, "", raw)
        raise InvalidDataError(named.problems, source or scenario.name) from None


def set_value(scenario: Scenario, raw: dict[str, Any], key: str, value: Any, source: str) -> None:
    """Set the value of a key in a scenario's data."""
    parts = key.split(".")
    here: Any = raw
    path: tuple[int | str, ...] = ()
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        entry = find_entry(scenario, here, path, part, key, source)
        if last:
            here[entry] = value
            return
        if isinstance(here, dict) and entry not in here:
            here[entry] = {}
        here = here[entry]
        path = (*path, entry)


def find_entry(
    scenario: Scenario, here: Any, path: tuple[int | str, ...], part: str, key: str, source: str
) -> int | str:
    """Return the key or index in a table or list for one part of a key."""
    if isinstance(here, list):
        if part.lstrip("-").isdigit() and 0 <= int(part) < len(here):
            return int(part)
        names = [name for entry in here for name in entry_names(entry)]
        for index, entry in enumerate(here):
            if part in entry_names(entry):
                return index
        if part.isdigit():
            raise data_error(
                f"there is no number {part} in a list of {len(here)} (they count from 0)",
                key,
                source,
            )
        raise data_error(unknown_name("entry", part, names), key, source)
    if not isinstance(here, dict):
        raise data_error(
            f"{'.'.join(map(str, path))} is a single value; nothing is in it", key, source
        )
    known = keys_at(scenario.ruleset.scenario, path)
    if known and part not in here and part not in known:
        raise data_error(unknown_name("key", part, {*known, *here}), key, source)
    return part


def parse_value(text: str) -> Any:
    """Parse a value in TOML notation; a bare word is a text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except ValueError:  # also for a number of thousands of digits
        return text


def parse_change(text: str) -> tuple[str, Any]:
    """Parse a key and its value from KEY=VALUE."""
    key, equals, value = text.partition("=")
    if not equals or not key.strip() or not value.strip():
        raise data_error(f"expected KEY=VALUE, not {text!r}", "--change")
    return key.strip(), parse_value(value.strip())


def parse_values(text: str) -> tuple[str, list[Any]]:
    """Parse a key and its values from KEY=4..8, KEY=4..20..4 or KEY=one,two.

    Raises InvalidDataError for any other text, and for more than MOST_VALUES values.
    """
    key, equals, values = text.partition("=")
    key, values = key.strip(), values.strip()
    if not equals or not key or not values:
        raise data_error(f"expected KEY=FIRST..LAST or KEY=VALUE,VALUE, not {text!r}", "--vary")
    if ".." not in values:
        found = [parse_value(value.strip()) for value in values.split(",")]
        if "" in found:
            raise data_error(f"expected a value before and after each comma in {text!r}", "--vary")
        return key, check_count(found)
    ends = values.split("..")
    try:
        first, last, step = [int(end) for end in [*ends, "1"][:3]]
    except ValueError:
        raise data_error(f"expected whole numbers in {values!r}, such as 4..8", "--vary") from None
    if len(ends) > 3 or step < 1 or last < first:
        raise data_error(f"expected the lower number first in {values!r}, such as 4..8", "--vary")
    return key, list(check_count(range(first, last + 1, step)))


def check_count(values: Any) -> Any:
    """Return the values unchanged; raise InvalidDataError if there are too many."""
    if len(values) > MOST_VALUES:
        raise data_error(f"expected {MOST_VALUES} values at most, not {len(values):,}", "--vary")
    return values


class KeyEntry(NamedTuple):
    """A key of a scenario that can be changed: its value, and a short description."""

    key: str
    value: Any
    is_set: bool
    """Whether the scenario's file sets it; otherwise the value comes from the content or a
    default."""
    about: str


def list_keys(scenario: Scenario) -> list[KeyEntry]:
    """Return every key that can be changed, with its value.

    The value is the file's or, if the file does not set it, that of the content or the ruleset.
    Keys without a value are left out.
    """
    schema = scenario.ruleset.scenario.model_json_schema()
    lister = KeyLister(scenario, schema.get("$defs", {}))
    lister.add_table("", scenario.raw(), schema)
    return lister.found


class KeyLister:
    """A walk through a scenario's data, guided by the schema of its file."""

    def __init__(self, scenario: Scenario, definitions: dict[str, Any]) -> None:
        self.scenario = scenario
        self.definitions = definitions
        self.content = content_of(scenario.ruleset.name)
        self.found: list[KeyEntry] = []

    def add_table(self, prefix: str, table: dict[str, Any], schema: Any) -> None:
        """Add the keys of a table: those it sets, then possible keys that have a value."""
        properties = resolved(schema, self.definitions).get("properties", {})
        given = {**plain_defaults(properties), **self.inherited(prefix, table, properties)}
        if not prefix:
            self.add_house(table.get("house", {}))
        for name in [*table, *[key for key in properties if key not in table]]:
            if not prefix and name == "house":
                continue
            value = table.get(name, given.get(name))
            key = f"{prefix}{name}"
            part = properties.get(name, {})
            if name in ("ruleset", "is") or value is None or value == {}:
                continue
            if isinstance(value, dict):
                self.add_table(f"{key}.", value, part)
            elif isinstance(value, list) and value and isinstance(value[0], dict):
                self.add_list(f"{key}.", value, resolved(part, self.definitions).get("items", {}))
            else:
                about = str(part.get("description", ""))
                self.found.append(KeyEntry(key, value, name in table, about))

    def add_list(self, prefix: str, entries: list[dict[str, Any]], schema: Any) -> None:
        """Add the keys of a list's entries; each entry is given by its name if that is unique."""
        names = [name for entry in entries for name in entry_names(entry)]
        for number, entry in enumerate(entries):
            own = [one for one in entry_names(entry) if names.count(one) == 1 and "." not in one]
            self.add_table(f"{prefix}{own[0] if own else number}.", entry, schema)

    def add_house(self, given: dict[str, Any]) -> None:
        """Add every house rule with its current value."""
        texts = rulebook_of(self.scenario.ruleset.name).options()
        for name, value in self.scenario.house.items():
            self.found.append(KeyEntry(f"house.{name}", value, name in given, texts[name][1].text))

    def inherited(
        self, prefix: str, table: dict[str, Any], properties: dict[str, Any]
    ) -> dict[str, Any]:
        """Return the values and gear that a placed fighter has from its entry.

        If several tables have an entry of that name (a kit and a fighter), the entry with most of a
        placed fighter's keys is chosen.
        """
        entry = table.get("is")
        if not isinstance(entry, str) or not prefix:
            return {}
        for source in (self.scenario.data, self.content):
            tables = [getattr(source, section) for section in type(source).model_fields]
            named = [one[entry] for one in tables if isinstance(one, dict) and entry in one]
            if named:
                model = max(named, key=lambda one: len(type(one).model_fields.keys() & properties))
                found: dict[str, Any] = model.model_dump(mode="json", exclude_none=True)
                return {key: one for key, one in found.items() if key != "title" and one != []}
        return {}


def plain_defaults(properties: dict[str, Any]) -> dict[str, Any]:
    """Return the plain default values of a table's keys."""
    return {
        key: part["default"]
        for key, part in properties.items()
        if part.get("default") not in (None, "", [], {})
    }
