"""Bounds of scenarios from clients, checked before anything is built from them.

A scenario has a page or two. These bounds are far beyond any playable scenario, and limit the work
for each to a second or two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isfinite
from typing import Any

from affray.core.problems import data_error
from affray.web.plain_text import find_bad_character

MAX_FIGHTERS = 120
"""Fighters in one fight of the page."""

MAX_SIDES = 16
"""Sides of one fight: a request names at most this many players."""

MAX_CELLS = 10_000
"""Cells of a map."""

MAX_MAP_SIDE = 200
"""Cells of a map in one direction."""

MAX_CELLS_TIMES_FIGHTERS = 250_000
"""The product of cells and fighters: every fighter looks at every cell, so large maps have few."""

MAX_DEPTH = 10
"""Levels of nested tables."""

MAX_DOTS = 8
"""Dots of one key."""

MAX_VALUES = 20_000
"""Values of a whole file."""

MAX_KEYS = 400
"""Keys of one table."""

MAX_LIST = 5_000
"""Entries of one list."""

MAX_TEXT = 4_000
"""Characters of one text."""

MAX_DIGITS = 30
"""Digits of one number."""

MAX_NUMBER = 1_000_000
"""The largest number in a scenario."""

STRINGS_AND_COMMENTS = re.compile(
    r"\"{3}[\s\S]*?\"{3}|'{3}[\s\S]*?'{3}|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|#[^\n]*"
)
OPENING, CLOSING = "[{", "]}"

NAMES = frozenset({"name", "title", "names"})
"""Keys whose texts become parts of sentences."""


def check_text(text: str, limit: int, name: str = "") -> None:
    """Raise InvalidDataError for a file that is too long, has odd characters or deep nesting."""
    if len(text) > limit:
        raise data_error(f"a scenario has at most {limit:,} characters here", "", name)
    bad = find_bad_character(text, allow_carriage_return=True)
    if bad is not None:
        raise data_error(f"a scenario cannot hold the character {bad}", "", name)
    bare = STRINGS_AND_COMMENTS.sub('""', text)
    if re.search(rf"\d{{{MAX_DIGITS + 1}}}", bare.replace("_", "")):
        raise data_error("a number has too many digits", "", name)
    depth = 0
    for character in bare:
        if character in OPENING:
            depth += 1
            if depth > 2 * MAX_DEPTH:
                raise data_error("this is nested too deeply", "", name)
        elif character in CLOSING:
            depth = max(0, depth - 1)
    for word in re.split(r"[^\w.\"-]+", re.sub(r"[ \t]*\.[ \t]*", ".", bare)):
        if word.count(".") > MAX_DOTS:
            raise data_error(f"a key has at most {MAX_DOTS} dots", "", name)


def check_data(data: dict[str, Any], name: str = "") -> None:
    """Raise InvalidDataError if data exceed the bounds of a scenario."""
    for count, (key, value, depth) in enumerate(walk(data), 1):
        if count > MAX_VALUES:
            raise data_error(f"a scenario has at most {MAX_VALUES:,} values", "", name)
        if depth > MAX_DEPTH:
            raise data_error("this is nested too deeply", key, name)
        problem = value_problem(key, value)
        if problem:
            raise data_error(problem, key, name)
    check_size(data, name)


def walk(data: Any, key: str = "", depth: int = 0) -> Iterator[tuple[str, Any, int]]:
    """Yield every value of data with its key and depth, down to one level below `MAX_DEPTH`."""
    yield key, data, depth
    if depth > MAX_DEPTH:
        return
    if isinstance(data, dict):
        for name, value in data.items():
            yield from walk(value, f"{key}.{name}" if key else str(name), depth + 1)
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from walk(value, f"{key}.{number}" if key else str(number), depth + 1)


def value_problem(key: str, value: Any) -> str:
    """Return the problem of a single value; empty without one."""
    if isinstance(value, dict):
        if len(value) > MAX_KEYS:
            return f"a table has at most {MAX_KEYS} keys, not {len(value):,}"
        for name in value:
            if len(str(name)) > 100:
                return f"a key has at most 100 characters, not {len(str(name)):,}"
            if find_bad_character(str(name)) or "\n" in str(name):
                return "a key cannot hold control characters"
    elif isinstance(value, list) and len(value) > MAX_LIST:
        return f"a list has at most {MAX_LIST:,} entries, not {len(value):,}"
    elif isinstance(value, int | float) and not is_small(value):
        return f"expected a number up to {MAX_NUMBER:,}"
    elif isinstance(value, str):
        return text_problem(key, value)
    return ""


def is_small(value: float) -> bool:
    """Return whether a number is finite and small enough for a scenario."""
    return isfinite(value) and abs(value) <= MAX_NUMBER


def text_problem(key: str, text: str) -> str:
    """Return the problem of a text; empty without one."""
    if len(text) > MAX_TEXT:
        return f"a text has at most {MAX_TEXT:,} characters, not {len(text):,}"
    bad = find_bad_character(text)
    if bad is not None:
        return f"a text cannot hold the character {bad}"
    if key.rpartition(".")[2] in NAMES and ("{" in text or "}" in text):
        return "a name has no braces"
    return ""


def check_size(data: dict[str, Any], name: str) -> None:
    """Raise InvalidDataError for too many fighters or too large a map."""
    fighters = fighter_count(data)
    if fighters > MAX_FIGHTERS:
        raise data_error(f"at most {MAX_FIGHTERS} fighters fit on the page's table", "sides", name)
    sides = data.get("sides")
    if isinstance(sides, list) and len(sides) > MAX_SIDES:
        raise data_error(f"at most {MAX_SIDES} sides fit on the page's table", "sides", name)
    width, height = map_size(data.get("map"))
    if max(width, height) > MAX_MAP_SIDE or width * height > MAX_CELLS:
        raise data_error(
            f"a map has at most {MAX_CELLS:,} cells, and {MAX_MAP_SIDE} in a row; "
            f"this is {width:,} × {height:,}",
            "map",
            name,
        )
    if width * height * fighters > MAX_CELLS_TIMES_FIGHTERS:
        raise data_error(
            f"{fighters} fighters need a smaller map: at most "
            f"{MAX_CELLS_TIMES_FIGHTERS // fighters:,} cells",
            "map",
            name,
        )


def fighter_count(data: dict[str, Any]) -> int:
    """Return the number of fighters that a scenario places, estimated before it is read."""
    count = 0
    sides = data.get("sides")
    for side in sides if isinstance(sides, list) else []:
        placed = side.get("fighters", side.get("models")) if isinstance(side, dict) else None
        for one in placed if isinstance(placed, list) else []:
            count += placed_count(one)
    return count


def placed_count(one: Any) -> int:
    """Return the number of fighters that an entry places: one for each place, or its `count`."""
    if not isinstance(one, dict):
        return 1
    wanted, places = one.get("count", 1), one.get("at")
    if isinstance(places, list) and places and all(isinstance(place, list) for place in places):
        return len(places)
    return wanted if isinstance(wanted, int) and wanted > 0 else 1


def map_size(given: Any) -> tuple[int, int]:
    """Return the width and height of a map, from its rows or its size; zeros without a map."""
    if not isinstance(given, dict):
        return 0, 0
    rows, size = given.get("rows"), given.get("size")
    if isinstance(rows, list):
        return max((len(row) for row in rows if isinstance(row, str)), default=0), len(rows)
    if isinstance(size, list) and len(size) == 2 and all(isinstance(one, int) for one in size):
        return max(0, size[0]), max(0, size[1])
    width, height = given.get("width"), given.get("height")
    if isinstance(width, int) and isinstance(height, int):
        return max(0, width), max(0, height)
    return 0, 0
