"""Where each rule stands: the code that names its id, and the tests that are marked with it."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
RULESETS = ROOT / "src" / "affray" / "rulesets"
TESTS = ROOT / "tests" / "rulebook"

BRACKET = re.compile(r"\[([a-z]+\.[a-z0-9-]+(?:,\s+[a-z]+\.[a-z0-9-]+)*)\]")
"""Ids as docstrings and comments name them: [this.one, and.this]."""


@dataclass(frozen=True)
class Place:
    """Lines of a file: what is defined there, and where."""

    path: Path
    name: str
    first_line: int
    last_line: int

    @property
    def file(self) -> str:
        """Return the file's path in the project."""
        return self.path.relative_to(ROOT).as_posix()


Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def definitions(tree: ast.Module) -> list[tuple[str, Definition]]:
    """Return classes and functions by name.

    A method's name follows that of its class.

    An inner definition comes after the one it is in.
    """
    found: list[tuple[str, Definition]] = []

    def walk(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, Definition):
                name = f"{prefix}{child.name}"
                found.append((name, child))
                walk(child, f"{name}.")
            else:
                walk(child, prefix)

    walk(tree, "")
    return found


def place_at(path: Path, places: list[Place], line: int) -> Place:
    """Return the innermost class or function around a line, or the line itself."""
    inner = Place(path, path.name, line, line)
    for place in places:
        if place.first_line <= line <= place.last_line:
            inner = place
    return inner


def ids_in(text: str) -> list[tuple[int, str]]:
    """Return the ids that a text names in brackets, each with its line number in the text."""
    return [
        (text.count("\n", 0, bracket.start()), rule)
        for bracket in BRACKET.finditer(text)
        for rule in re.split(r",\s+", bracket[1])
    ]


@cache
def citations(ruleset: str) -> dict[str, list[Place]]:
    """Return by rule the functions, classes and declarations of a ruleset that name it."""
    found: dict[str, list[Place]] = {}
    for path in sorted((RULESETS / ruleset).rglob("*.py")):
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        places = [
            Place(path, name, node.lineno, node.end_lineno or node.lineno)
            for name, node in definitions(tree)
        ]
        cited: list[tuple[int, str]] = []
        for node in ast.walk(tree):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                if isinstance(node.value.value, str):
                    cited += [(node.lineno + down, id) for down, id in ids_in(node.value.value)]
        for number, line in enumerate(text.split("\n"), 1):
            if "# [" in line:
                cited += [(number, id) for _, id in ids_in(line.partition("#")[2])]
        for line_number, rule in cited:
            place = place_at(path, places, line_number)
            if place not in found.setdefault(rule, []):
                found[rule].append(place)
    return found


@cache
def marked_tests(ruleset: str) -> dict[str, list[Place]]:
    """Return by rule the tests that are marked with it.

    A file whose tests are marked together is named by itself.
    """
    found: dict[str, list[Place]] = {}
    for path in sorted((TESTS / ruleset).rglob("test_*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        # a mark in a decorator stands above the line of its function
        spans = [
            (
                min([node.lineno, *[one.lineno for one in node.decorator_list]]),
                Place(path, name, node.lineno, node.end_lineno or node.lineno),
            )
            for name, node in definitions(tree)
        ]
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if node.func.attr not in ("rule", "example"):
                continue
            place = Place(path, path.name, node.lineno, node.lineno)
            for first, span in spans:
                if first <= node.lineno <= span.last_line:
                    place = span
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    if place not in found.setdefault(argument.value, []):
                        found[argument.value].append(place)
    return found
