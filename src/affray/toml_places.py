"""The lines of the keys in a TOML file, for messages about problems.

`tomllib` reads the data without line numbers. The scanner here finds the keys and values in a text
that `tomllib` has already accepted.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

from affray.core.problems import InvalidDataError, Problem

Place = tuple[int | str, ...]
"""The keys and list indexes that lead to a value."""

NAME_KEYS = ("name", "is")
"""The keys by which an entry of a list is named."""

SPACE = re.compile(r"(?:\s|#[^\n]*)*")
KEY = re.compile(r"""\s*(?:"((?:\\.|[^"\\])*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*""")
TEXT = re.compile(
    r""""{3}(?:\\.|[^\\])*?"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*\'""", re.DOTALL
)
SCALAR = re.compile(r"[^,\]}#\n]*")


def with_places(error: InvalidDataError, text: str, data: Mapping[str, Any]) -> InvalidDataError:
    """Return the error with names instead of list indexes, and with the lines of a text."""
    lines = KeyLines(text).lines
    problems = []
    for problem in error.problems:
        place = place_of(problem.key, data)
        known = [place[:end] for end in range(len(place), 0, -1) if place[:end] in lines]
        line = lines[known[0]] if known else 0
        problems.append(Problem(problem.key, problem.text, line, named_place(place, data)))
    return InvalidDataError(problems, error.source)


def place_of(key: str, data: Any) -> Place:
    """Return the place of a key with dots; list indexes become numbers."""
    found: Place = ()
    for part in key.split(".") if key else []:
        if isinstance(data, list) and part.isdigit() and int(part) < len(data):
            found = (*found, int(part))
            data = data[int(part)]
        else:
            found = (*found, part)
            data = data.get(part) if isinstance(data, Mapping) else None
    return found


def named_place(place: Place, data: Any) -> str:
    """Return a place as a key with dots; list entries have their names if these are unique."""
    parts = []
    for part in place:
        shown = str(part)
        if isinstance(data, list) and isinstance(part, int):
            names = [name for entry in data for name in entry_names(entry)]
            own = [name for name in entry_names(data[part]) if names.count(name) == 1]
            shown = next((name for name in own if re.fullmatch(r"[\w' -]+", name)), shown)
            data = data[part]
        else:
            data = data.get(part) if isinstance(data, Mapping) else None
        parts.append(shown)
    return ".".join(parts)


def entry_names(entry: Any) -> list[str]:
    """Return the names of an entry of a list."""
    if not isinstance(entry, Mapping):
        return []
    return [entry[name] for name in NAME_KEYS if isinstance(entry.get(name), str)]


class KeyLines:
    """A scanner of a TOML text that finds the line of every key, table and list entry."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.newlines = [match.start() for match in re.finditer("\n", text)]
        self.lines: dict[Place, int] = {}
        self.sizes: dict[Place, int] = {}
        """The number of tables so far in each list of tables."""
        table: Place = ()
        while self.skip_space() < len(text):
            if self.takes("[["):
                table = self.new_list_table()
            elif self.takes("["):
                self.note(table := self.table_named(self.dotted_key()))
                self.takes("]")
            else:
                self.read_pair(table)

    def skip_space(self) -> int:
        """Skip spaces, line ends and comments; return the position."""
        self.at = self.end_of(SPACE)
        return self.at

    def end_of(self, pattern: re.Pattern[str]) -> int:
        """Return the end of a pattern that starts at the current position."""
        found = pattern.match(self.text, self.at)
        return found.end() if found else self.at

    def takes(self, sign: str) -> bool:
        """Skip a sign if it comes next; return whether it does."""
        is_here = self.text.startswith(sign, self.at)
        self.at += len(sign) if is_here else 0
        return is_here

    def note(self, place: Place) -> None:
        """Record the line of a place."""
        self.lines.setdefault(place, bisect_right(self.newlines, self.at - 1) + 1)

    def dotted_key(self) -> list[str]:
        """Read a key such as weapons.club."""
        parts = []
        while found := KEY.match(self.text, self.at):
            parts.append(next(one for one in found.groups() if one is not None))
            self.at = found.end()
            if not self.takes("."):
                break
        return parts

    def table_named(self, parts: list[str]) -> Place:
        """Return the place of a table; the key of a list means its last table."""
        found: Place = ()
        for part in parts:
            found = (*found, part)
            if found in self.sizes:
                found = (*found, self.sizes[found] - 1)
        return found

    def new_list_table(self) -> Place:
        """Read the head of a new table of a list."""
        *before, last = self.dotted_key()
        tables = (*self.table_named(before), last)
        self.note(tables)
        self.sizes[tables] = self.sizes.get(tables, 0) + 1
        self.note(found := (*tables, self.sizes[tables] - 1))
        self.takes("]]")
        return found

    def read_pair(self, table: Place) -> None:
        """Read a key and its value."""
        start = self.at
        place = (*table, *self.dotted_key())
        self.note(place)
        self.takes("=")
        self.read_value(place)
        if self.at == start:
            self.at += 1

    def read_value(self, place: Place) -> None:
        """Read a value and its parts."""
        self.skip_space()
        self.note(place)
        if self.takes("["):
            number = 0
            while self.skip_space() < len(self.text) and not self.takes("]"):
                self.read_value((*place, number))
                self.skip_space()
                self.takes(",")
                number += 1
        elif self.takes("{"):
            while self.skip_space() < len(self.text) and not self.takes("}"):
                self.read_pair(place)
                self.skip_space()
                self.takes(",")
        else:
            end = self.end_of(TEXT)
            self.at = end if end > self.at else self.end_of(SCALAR)
