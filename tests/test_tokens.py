"""What a scenario says of tokens: their emblems, and who placed them."""

from __future__ import annotations

import pytest

from affray.core.problems import InvalidDataError
from affray.library import content_data, load, read_scenario


def test_the_scenario_says_what_a_token_shows() -> None:
    """An entry of a side first, then the entry of the content it places, then the weapons."""
    before = load("lances-and-spears")
    raw = before.raw()
    knight = next(one for one in raw["sides"][0]["fighters"] if one.get("name") == "Sir Mallory")
    knight["emblem"] = "bomb"
    names = before.setup.names
    changed = read_scenario(raw, "mine").emblems
    assert {
        name for name, was, now in zip(names, before.emblems, changed, strict=True) if was != now
    } == {"Sir Mallory"}, "and not his horse, which nobody placed by itself"
    own = {"title": "Mallory", "emblem": "shield"}
    entry = content_data("renaissance", knight["is"])
    section = next(section for section in entry if entry[section])
    del knight["emblem"]
    raw[section] = {"mallory": {**entry[section][knight["is"]], **own}}
    knight["is"] = "mallory"
    again = read_scenario(raw, "mine").emblems
    assert again[names.index("Sir Mallory")] == "shield"


def test_whom_a_team_brings_nobody_placed() -> None:
    team, placed = load("nine-against-nine"), load("arrows-over-the-rice")
    assert team.placed_by == [None] * len(team.setup.names)
    assert None not in placed.placed_by
    raw = team.raw()
    raw["sides"][0]["budget"] = 500
    raw["sides"][0]["fighters"] = [
        {**placed.raw()["sides"][0]["fighters"][0], "name": "Extra", "at": [0, 9]}
    ]
    both = read_scenario(raw, "mine")
    assert both.placed_by[both.setup.names.index("Extra")] == 0
    assert both.placed_by.count(None) == len(both.setup.names) - 1


def test_an_emblem_that_nobody_knows_is_refused() -> None:
    raw = load("first-blood").raw()
    raw["sides"][0]["fighters"][0]["emblem"] = "teapot"
    with pytest.raises(InvalidDataError) as found:
        read_scenario(raw, "mine")
    assert found.value.problems[0].key == "sides.0.fighters.0.emblem"
