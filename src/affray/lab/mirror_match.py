"""A balanced variant of a scenario: a side meets itself.

One of the two has a custom entry, and the other has the original from which it was made.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from typing import Any

from affray.core.problems import InvalidDataError
from affray.library import Scenario, content_of, read_scenario

UNBALANCED_SECTIONS = ("before", "events", "fights", "engines")
"""Sections of a scenario that favour one side."""


def mirror_match(scenario: Scenario, side: int, name: str) -> Scenario | None:
    """Return a scenario in which a side meets itself; None if that is impossible.

    The other side keeps the entry `name` as it is now, even if the entry changes later. For this it
    gets copies of the entry and of all entries that name it.
    """
    raw = deepcopy(scenario.raw())
    if len(raw["sides"]) != 2 or any("team" in one for one in raw["sides"]):
        return None
    own, foes = raw["sides"][side], raw["sides"][1 - side]
    copies = EntryCopies(raw, scenario.ruleset.name, name)
    places = [one["at"] for one in foes["fighters"]]
    fighters = [
        {
            **copies.copied(without_name(one)),
            "at": places[number % len(places)],
            **({"name": f"{one['name']} of {foes['name']}"} if "name" in one else {}),
        }
        for number, one in enumerate(own["fighters"])
    ]
    raw["sides"][1 - side] = {**own, "name": foes["name"], "fighters": fighters}
    for section in UNBALANCED_SECTIONS:
        raw.pop(section, None)
    try:
        return read_scenario(raw, scenario.name)
    except InvalidDataError:
        return None


def without_name(placed: Mapping[str, Any]) -> dict[str, Any]:
    """Return a placed fighter's data without its name."""
    return {key: value for key, value in placed.items() if key != "name"}


@cache
def content_as_written(ruleset: str) -> dict[str, Any]:
    """Return the content of a ruleset without values left at their defaults."""
    return content_of(ruleset).model_dump(mode="json", exclude_unset=True, exclude_none=True)


class EntryCopies:
    """Copies of an entry, and of the entries that name it, which are added to a scenario."""

    def __init__(self, raw: dict[str, Any], ruleset: str, name: str) -> None:
        self.raw = raw
        self.name = name
        content = content_as_written(ruleset)
        self.entries = {
            entry: (section, data)
            for tables in (content, {section: raw.get(section) or {} for section in content})
            for section, table in tables.items()
            if isinstance(table, dict)
            for entry, data in table.items()
        }

    def copied(self, data: Any, within: frozenset[str] = frozenset()) -> Any:
        """Return data in which copies replace the entries.

        Entries `within` are already being copied.
        """
        if isinstance(data, dict):
            return {self.copied(key, within): self.copied(one, within) for key, one in data.items()}
        if isinstance(data, list):
            return [self.copied(one, within) for one in data]
        if not isinstance(data, str) or data not in self.entries or data in within:
            return data
        section, entry = self.entries[data]
        is_it = data == self.name
        mine = entry if is_it else self.copied(entry, within | {data})
        if mine == entry and not is_it:
            return data
        copy = f"{data}-copy"
        self.raw.setdefault(section, {})[copy] = mine
        return copy
