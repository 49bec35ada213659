"""The next fight of the same people: another scenario with their fighters, as the last left them.

What of a fighter lasts, and what a rest brings back, each ruleset says by itself (`Fight.lasting`,
`Fight.rest`). It stands in the next scenario's file as what has changed before the fight.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from typing import Any

from affray.core.dice import Dice
from affray.core.fight import DEAD, Fight, Fighter, place_names
from affray.core.problems import data_error, unknown_name
from affray.core.table import LiveTable
from affray.library import Scenario, parse
from affray.web.rooms.playing import IDLE_TABLE
from affray.web.scenarios.toml_editing import edit_toml

Json = dict[str, Any]
Place = str | list[int]
"""A place as a scenario's file has it: its name, or column and row."""


def rested(fight: Fight, kind: str, seed: int) -> Fight:
    """Return a finished fight after a rest, with dice rolled by a seed."""
    rests = fight.recovery().rests()
    if kind not in rests:
        raise data_error(unknown_name("rest", kind, rests), "rest")
    copy = fight.copy(LiveTable(Dice(seed), []))
    copy.recovery().rest(kind)
    return copy


def next_scenario(
    old: Scenario, fight: Fight, text: str, name: str, sides: Sequence[int]
) -> tuple[str, list[str]]:
    """Move the survivors of a fight into another scenario; return its file and their names.

    Raise InvalidDataError if the scenario has other rules, or nobody is left.
    """
    new = parse(text, name)
    if new.ruleset.name != old.ruleset.name:
        raise data_error(f"the next fight has to be {old.ruleset.name}, too", "scenario")
    data, before = tomllib.loads(text), old.raw()
    for section in type(old.ruleset).content.model_fields:
        merge_section(data, section, before.get(section))
    came: list[str] = []
    for side in sides:
        if side >= len(new.sides):
            raise data_error(f"the scenario has only {len(new.sides)} sides", "scenario")
        came += move_side(data["sides"][side], before["sides"][side], fight, side, new)
    there = [one.name for one in new.setup.new_fight(IDLE_TABLE).roster() if one.side not in sides]
    known = {*there, *came}
    kept = [one for one in data.get("before", []) if one["fighter"] in known]
    data["before"] = [*kept, *lasting_rulings(fight, came)]
    return edit_toml(text, data), came


def merge_section(data: Json, section: str, more: Any) -> None:
    """Add a scenario's own section to another's, entry by entry."""
    if isinstance(more, dict):
        data[section] = {**data.get(section, {}), **more}
    elif more:
        known = data.get(section, [])
        data[section] = [*known, *(one for one in more if one not in known)]


def lasting_rulings(fight: Fight, names: Iterable[str]) -> list[Json]:
    """Return what has changed about fighters before the next fight, as a file has it."""
    recovery = fight.recovery()
    return [
        {"fighter": name, "kind": kind, "value": value}
        for name in names
        for kind, value in recovery.lasting(fight.fighter_named(name).index)
    ]


def move_side(target: Json, source: Json, fight: Fight, side: int, new: Scenario) -> list[str]:
    """Put a side's living fighters in the place of another side's; return their names."""
    people = [one for one in fight.roster() if one.side == side and not is_mount(one)]
    if "team" in source:  # a team stands along an edge, and is given its names anew
        target |= {"team": source["team"], "affinity": source.get("affinity", ["fire"])}
        target.pop("fighters", None)
        target.pop("budget", None)
        return []
    entries = [dict(one) for one in source.get("fighters", []) for _ in range(count_of(one))]
    living = [
        (one.name, entry)
        for one, entry in zip(people, entries, strict=False)
        if one.state() != DEAD
    ]
    if not living:
        raise data_error(f"nobody of {fight.setup.sides[side]} is left", "scenario")
    places = starting_places(new, side, len(living))
    target["fighters"] = [
        {**without(entry, "count", "at", "fight", "facing"), "name": name, "at": place}
        for (name, entry), place in zip(living, places, strict=True)
    ]
    for key in ("pcs", "affinity"):
        if key in source:
            target[key] = source[key]
    for key in ("team", "budget"):
        target.pop(key, None)
    return [name for name, _ in living]


def is_mount(fighter: Fighter) -> bool:
    """Return whether a fighter came with its rider, and will do so again."""
    return int(getattr(getattr(fighter, "sheet", None), "rider", -1)) >= 0


def count_of(placed: Json) -> int:
    """Return how many an entry of a side places."""
    at = placed.get("at")
    several = len(at) if isinstance(at, list) and at and isinstance(at[0], list) else 1
    return int(placed.get("count") or several)


def without(entry: Json, *keys: str) -> Json:
    """Return an entry without some of its keys."""
    return {key: value for key, value in entry.items() if key not in keys}


def starting_places(scenario: Scenario, side: int, count: int) -> list[Place]:
    """Return where a side's fighters start.

    On a grid those of more are at free cells near the first, elsewhere they share places.
    """
    board: Any = scenario.setup.board()
    start = scenario.setup.new_fight(IDLE_TABLE)
    places = [start.position(int(one.index))["place"] for one in start.roster()]
    numbers = [int(str(places[int(one.index)])) for one in start.roster() if one.side == side]
    if board["kind"] != "grid":
        names = place_names(board)
        return [names[numbers[index % len(numbers)]] for index in range(count)]
    width = int(board["width"])
    taken = {*places, *board.get("solid", ())}
    size = len(board["places"])
    first = numbers[0]
    free = [cell for cell in range(size) if cell not in taken]
    free.sort(key=lambda cell: (cells_apart(cell, first, width), cell))
    chosen = list(dict.fromkeys([*numbers, *free]))[:count]
    return [[cell % width, cell // width] for cell in chosen]


def cells_apart(one: int, other: int, width: int) -> int:
    """Return how far two cells are from each other, along the longer way."""
    return max(abs(one % width - other % width), abs(one // width - other // width))
