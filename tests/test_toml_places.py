"""The lines of a TOML file where keys stand, and how places are named."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from affray.core.problems import InvalidDataError
from affray.library import load, parse, scenario_texts, template_of
from affray.toml_places import KeyLines, named_place, place_of

TEXT = '''\
title = "a [b] # c"   # comment = 1
about = """
x = 3
[not.a.table]
"""
[map]
zones = [
    "yard", # first
    'gate',
]
"odd key".deep = { a = 1, b = [2, 3] }
[[sides]]
name = "one"
fighters = [
    { is = "ann", at = "yard" },
    { is = "bob", at = "gate" }]
[[sides]]
name = "two"
[[sides.fighters]]
is = "cy"
[[sides.fighters]]
is = "cy"
at = 2026-01-01
'''

LINES: list[tuple[tuple[int | str, ...], int]] = [
    (("title",), 1),
    (("about",), 2),
    (("map",), 6),
    (("map", "zones"), 7),
    (("map", "zones", 0), 8),
    (("map", "zones", 1), 9),
    (("map", "odd key", "deep", "b", 1), 11),
    (("sides", 0), 12),
    (("sides", 0, "fighters"), 14),
    (("sides", 0, "fighters", 1, "at"), 16),
    (("sides", 1), 17),
    (("sides", 1, "fighters", 0, "is"), 20),
    (("sides", 1, "fighters", 1, "at"), 23),
]


@pytest.mark.parametrize(("place", "line"), LINES)
def test_a_key_is_found_in_its_line(place: tuple[int | str, ...], line: int) -> None:
    assert KeyLines(TEXT).lines[place] == line


def places(data: Any, place: tuple[int | str, ...] = ()) -> list[tuple[int | str, ...]]:
    """Every place of data."""
    entries = data.items() if isinstance(data, dict) else enumerate(data)
    found = []
    for key, value in entries:
        found.append((*place, key))
        if isinstance(value, dict | list):
            found += places(value, (*place, key))
    return found


@pytest.mark.parametrize("name", sorted(scenario_texts()))
def test_every_key_of_a_scenario_is_found(name: str) -> None:
    text = scenario_texts()[name]
    lines = text.split("\n")
    found = KeyLines(text).lines
    for place in places(tomllib.loads(text)):
        if len(place) == 1 and place not in found:
            continue  # a table that only has tables
        assert place in found, place
        if isinstance(place[-1], str):
            assert str(place[-1]) in lines[found[place] - 1]


def test_entries_of_lists_go_by_their_own_names() -> None:
    data = tomllib.loads(TEXT)
    assert named_place(place_of("sides.0.fighters.1.at", data), data) == "sides.one.fighters.bob.at"
    assert named_place(place_of("sides.1.fighters.1.at", data), data) == "sides.two.fighters.1.at"
    assert named_place(place_of("map.zones.1", data), data) == "map.zones.1"
    assert named_place(place_of("map.nothing.3", data), data) == "map.nothing.3"


def test_a_problem_says_its_line_and_its_place() -> None:
    text = template_of("mithryn").replace('is = "bandit"', 'is = "bandid"', 1)
    with pytest.raises(InvalidDataError) as raised:
        parse(text, "mine")
    [problem] = raised.value.problems
    assert 'is = "bandid"' in text.split("\n")[problem.line - 1]
    assert str(problem).startswith(f"line {problem.line}: sides.")
    assert ".fighters.bandid.is: there is no fighter 'bandid'" in str(problem)
    assert problem.key.split(".")[1].isdigit()


def test_a_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    file = tmp_path / "notepad.toml"
    file.write_text(template_of("olde"), "utf-8-sig")
    assert load(str(file)).ruleset.name == "olde"
