"""Problems in data that users provide: the place, the mistake, and the nearest known name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches

MISSPELT = 0.8
"""Names at least this similar count as misspellings of each other."""


class Problem:
    """One problem: its key, and a sentence that says what to do.

    A problem in a file also has its line, and its place in words for readers: the key with names
    instead of list indexes.
    """

    def __init__(self, key: str, text: str, line: int = 0, place: str = "") -> None:
        self.key = key
        self.text = text
        self.line = line
        self.place = place or key

    def __str__(self) -> str:
        where = [f"line {self.line}"] if self.line else []
        return ": ".join([*where, *([self.place] if self.place else []), self.text])


class InvalidDataError(Exception):
    """Data that cannot be used, with all its problems."""

    def __init__(self, problems: list[Problem], source: str = "") -> None:
        super().__init__("\n".join(self.lines_of(problems, source)))
        self.problems = problems
        self.source = source

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to create the error again, for processes that send it to each other."""
        return make_error, ([(one.key, one.text) for one in self.problems], self.source)

    @staticmethod
    def lines_of(problems: list[Problem], source: str) -> list[str]:
        """Return one line for each problem, as errors are printed: FILE: key: the problem."""
        return [f"{source}: {problem}" if source else str(problem) for problem in problems]

    def lines(self) -> list[str]:
        """Return the problems, one line each."""
        return self.lines_of(self.problems, self.source)


def make_error(problems: list[tuple[str, str]], source: str) -> InvalidDataError:
    """Return an error of problems as pairs of key and text."""
    return InvalidDataError([Problem(key, text) for key, text in problems], source)


def data_error(text: str, key: str = "", source: str = "") -> InvalidDataError:
    """Return an error with a single problem."""
    return InvalidDataError([Problem(key, text)], source)


def unknown_name(what: str, name: str, known: Iterable[str]) -> str:
    """Return the sentence for an unknown name, with the nearest known one."""
    names = sorted(known)
    near = nearest(name, names)
    if near is not None:
        return f"there is no {what} {name!r} (did you mean {near!r}?)"
    if len(names) <= 20:
        return f"there is no {what} {name!r}; there are: {', '.join(names) or 'none'}"
    return f"there is no {what} {name!r}; there are {len(names)}, such as {', '.join(names[:8])}"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most similar to a given one.

    A misspelling counts first, then a part of a name, then any similar name.
    """
    spelt = {one.lower(): one for one in known}
    wanted = name.lower()
    alike = get_close_matches(wanted, list(spelt), n=1, cutoff=0.5)
    is_misspelt = bool(alike) and SequenceMatcher(None, alike[0], wanted).ratio() >= MISSPELT
    parts = [one for one in spelt if wanted in re.split(r"[-_. ]", one)]
    found = alike if is_misspelt else [*sorted(parts, key=len), *alike]
    return spelt[found[0]] if found else None


def toml_value(value: object) -> str:
    """Return a setting as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)
