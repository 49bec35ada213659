"""Fighters who are not there when a fight begins, and arrive in its course.

Whoever is to come stands in the scenario's file as somebody who is away when the fight begins, so a
tape with them is like any other. One of the content is added to the file in the middle of a fight:
they were away all the time, so every answer that was given still fits.
"""

from __future__ import annotations

import tomllib
from typing import Any

from affray.core.fight import FLED, Fight, place_names
from affray.core.problems import data_error, unknown_name
from affray.core.scenario import title_from_slug
from affray.library import PLACED_SECTIONS, Scenario, content_data
from affray.web.rooms.playing import IDLE_TABLE
from affray.web.scenarios.toml_editing import edit_toml

Json = dict[str, Any]


def reserve_of(scenario: Scenario) -> frozenset[int]:
    """Return the fighters who are away when the fight begins, by number."""
    start = scenario.setup.new_fight(IDLE_TABLE)
    return frozenset(int(one.index) for one in start.roster() if one.state() == FLED)


def entries_of(scenario: Scenario) -> dict[str, str]:
    """Return everybody of the content and of the scenario's own who can be placed, with their
    titles."""
    tables = [content_data(scenario.ruleset.name), scenario.raw()]
    found: dict[str, str] = {}
    for table in tables:
        for section in PLACED_SECTIONS:
            for name, entry in table.get(section, {}).items():
                found[name] = str(entry.get("title") or title_from_slug(name))
    return dict(sorted(found.items(), key=lambda one: one[1]))


def with_reserve(text: str, names: list[str]) -> str:
    """Return a scenario's file with these fighters away when the fight begins."""
    data = tomllib.loads(text)
    before = [*data.get("before", []), *(away(name) for name in names)]
    return edit_toml(text, {**data, "before": before})


def with_newcomer(
    text: str, scenario: Scenario, fight: Fight, entry: str, side: int, place: str
) -> tuple[str, str]:
    """Add a fighter who is away at first to a scenario's file; return it and the name.

    Raise InvalidDataError for an unknown entry, side or place.
    """
    known = entries_of(scenario)
    if entry not in known:
        raise data_error(unknown_name("fighter", entry, known), "entry")
    if side >= len(scenario.sides):
        raise data_error(f"sides are from 0 to {len(scenario.sides) - 1}", "side")
    name = unused_name(known[entry], scenario.setup.names)
    data = tomllib.loads(text)
    group = data["sides"][side]
    placed: Json = {"is": entry, "name": name, "at": starting_place(scenario, place)}
    encounter = int(getattr(fight, "encounter", 0))
    if encounter and not group.get("pcs"):
        placed["fight"] = encounter + 1
    group.setdefault("fighters", []).append(placed)
    group.pop("budget", None)  # whom the game master brings costs nothing
    data["before"] = [*data.get("before", []), away(name)]
    return edit_toml(text, data), name


def away(name: str) -> Json:
    """Return the entry of a fighter who is not there when the fight begins."""
    return {"fighter": name, "kind": "state", "value": FLED}


def unused_name(plain: str, names: list[str]) -> str:
    """Return a name that is not taken, numbered if there are others of the kind."""
    taken = {name.casefold() for name in names}
    name, number = plain, 1
    is_first = f"{plain} 1".casefold() not in taken
    while name.casefold() in taken or (number == 1 and not is_first):
        number += 1
        name = f"{plain} {number}"
    return name


def starting_place(scenario: Scenario, place: str) -> str | list[int]:
    """Return a place as a scenario's file names it.

    On a grid it is the nearest place in the list that is free at the beginning.
    """
    board: Any = scenario.setup.board()
    places = place_names(board)
    if place not in places:
        raise data_error(unknown_name("place", place, places), "place")
    if board["kind"] != "grid":
        return place
    start = scenario.setup.new_fight(IDLE_TABLE)
    taken = {*board.get("solid", ()), *written_places(scenario, int(board["width"]))}
    taken |= {start.position(int(one.index))["place"] for one in start.roster()}
    wanted = places.index(place)
    free = [number for number in range(len(places)) if number not in taken]
    if not free:
        raise data_error("there is no free place for anybody else", "place")
    found = min(free, key=lambda number: (abs(number - wanted), number))
    return [found % int(board["width"]), found // int(board["width"])]


def written_places(scenario: Scenario, width: int) -> set[int]:
    """Return where on a grid the scenario's file has somebody, there at the beginning or not."""
    found = set()
    for side in scenario.raw()["sides"]:
        for placed in side.get("fighters", []):
            at = placed["at"]
            for column, row in [at] if isinstance(at[0], int) else at:
                found.add(row * width + column)
    return found
