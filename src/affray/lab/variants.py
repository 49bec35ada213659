"""Changing a scenario by key: any figure of it, as its file has it.

A key is a path through the file with dots: `round_limit`, `house.NAME`, `sides.0.fighters.1.hp`.
An entry of a list goes by its number from 0 or by its name: `sides.raiders.fighters.orc.count`.
"""

from __future__ import annotations

import tomllib
from copy import deepcopy
from typing import Any

from affray.core.problems import InvalidDataError, data_error, unknown_name
from affray.core.ruleset import keys_at
from affray.library import Scenario, read_scenario

NAME_KEYS = ("name", "is")
"""The keys by which an entry of a list is named."""


def with_changes(scenario: Scenario, changes: dict[str, Any], source: str = "") -> Scenario:
    """The scenario with these figures; raises InvalidDataError naming the key that will not do."""
    raw = deepcopy(scenario.raw())
    for key, value in changes.items():
        set_value(scenario, raw, key, value, source)
    try:
        return read_scenario(raw, scenario.name)
    except InvalidDataError as problems:
        raise InvalidDataError(problems.problems, source or scenario.name) from None


def set_value(scenario: Scenario, raw: dict[str, Any], key: str, value: Any, source: str) -> None:
    """Sets what a key names."""
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
    """The key or number in a table or list that a part of a key means."""
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


def entry_names(entry: Any) -> list[str]:
    """What an entry of a list goes by."""
    if not isinstance(entry, dict):
        return []
    return [entry[name] for name in NAME_KEYS if isinstance(entry.get(name), str)]


def parse_value(text: str) -> Any:
    """A value as TOML writes it; a bare word is a text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def parse_change(text: str, option: str = "--change") -> tuple[str, Any]:
    """A key and its value from KEY=VALUE."""
    key, equals, value = text.partition("=")
    if not equals or not key.strip() or not value.strip():
        raise data_error(f"expected KEY=VALUE, not {text!r}", option)
    return key.strip(), parse_value(value.strip())
