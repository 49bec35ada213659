"""What is wrong with data somebody gave us: where, what, and the nearest right name."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class Problem:
    """One thing that is wrong: the key it stands at, and a sentence that says what to do."""

    def __init__(self, key: str, text: str) -> None:
        self.key = key
        self.text = text

    def __str__(self) -> str:
        return f"{self.key}: {self.text}" if self.key else self.text


class InvalidDataError(Exception):
    """Data that cannot be used, with everything that is wrong with it."""

    def __init__(self, problems: list[Problem], source: str = "") -> None:
        super().__init__("\n".join(self.lines_of(problems, source)))
        self.problems = problems
        self.source = source

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to make the error anew, for processes that send it to each other."""
        return make_error, ([(one.key, one.text) for one in self.problems], self.source)

    @staticmethod
    def lines_of(problems: list[Problem], source: str) -> list[str]:
        """One line a problem, as errors are printed: FILE: key: what is wrong."""
        return [f"{source}: {problem}" if source else str(problem) for problem in problems]

    def lines(self) -> list[str]:
        """The problems, one line each."""
        return self.lines_of(self.problems, self.source)


def make_error(problems: list[tuple[str, str]], source: str) -> InvalidDataError:
    """Return an error of problems as pairs of key and text."""
    return InvalidDataError([Problem(key, text) for key, text in problems], source)


def data_error(text: str, key: str = "", source: str = "") -> InvalidDataError:
    """A single problem, ready to raise."""
    return InvalidDataError([Problem(key, text)], source)


def unknown_name(what: str, name: str, known: Iterable[str]) -> str:
    """The sentence for a name that is not known, with the nearest one that is."""
    names = sorted(known)
    near = nearest(name, names)
    if near is not None:
        return f"there is no {what} {name!r} (did you mean {near!r}?)"
    if len(names) <= 20:
        return f"there is no {what} {name!r}; there are: {', '.join(names) or 'none'}"
    return f"there is no {what} {name!r}; there are {len(names)}, such as {', '.join(names[:8])}"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that looks most like a given one, whatever their capitals."""
    spelt = {one.lower(): one for one in known}
    found = get_close_matches(name.lower(), list(spelt), n=1, cutoff=0.5)
    return spelt[found[0]] if found else None
