"""Compiled code is written in the way that mypyc compiles well (CONTRIBUTING.md, "Fast code")."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "affray"

CHECKED = [
    "core",
    "space",
    "players/expected.py",
    "players/random.py",
    "players/tactics.py",
]
"""Packages and modules that keep to the idioms. Add a ruleset here when its rules do."""

RULE_ID = re.compile(r"[a-z-]+\.[a-z0-9-]+")


def is_number(node: ast.expr) -> bool:
    """Return whether an expression is a whole number, such as 0 or -1."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) is int


def is_choice_of_a_number(node: ast.AST) -> bool:
    """Return whether a statement takes a computed number or a literal: `left if left > 0 else 0`."""
    return (
        isinstance(node, ast.Assign | ast.Return)
        and isinstance(node.value, ast.IfExp)
        and is_number(node.value.body) != is_number(node.value.orelse)
    )


def is_unnamed_counter(node: ast.AST) -> bool:
    """Return whether a loop counts by `_`, which mypyc keeps as an object."""
    return (
        isinstance(node, ast.For)
        and ast.unparse(node.target) == "_"
        and ast.unparse(node.iter).startswith("range(")
    )


def is_tuple_of_rules(node: ast.AST) -> bool:
    """Return whether an expression is a tuple of rule ids, made anew each time."""
    return (
        isinstance(node, ast.Tuple)
        and bool(node.elts)
        and all(
            isinstance(one, ast.Constant) and RULE_ID.fullmatch(str(one.value)) for one in node.elts
        )
    )


IDIOMS = {
    "write `if` and `else` instead of choosing between a number and a literal": is_choice_of_a_number,
    "name the counter instead of `_`": is_unnamed_counter,
    "make the tuple of rule ids once, at the top of the module": is_tuple_of_rules,
}


def slow_code(text: str) -> list[str]:
    """Return the line and the advice for all code of functions that compiles badly."""
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    bodies = [node for function in functions for one in function.body for node in ast.walk(one)]
    compared = [one for node in bodies if isinstance(node, ast.Compare) for one in node.comparators]
    found = {
        (getattr(node, "lineno", 0), advice)
        for node in bodies
        if node not in compared
        for advice, is_found in IDIOMS.items()
        if is_found(node)
    }
    return [f"line {number}: {advice}" for number, advice in sorted(found)]


@pytest.mark.parametrize("place", CHECKED)
@pytest.mark.once
def test_compiled_code_keeps_to_the_idioms(place: str) -> None:
    path = PACKAGE / place
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    assert files
    slow = [f"{file.name}, {one}" for file in files for one in slow_code(file.read_text("utf-8"))]
    assert not slow, "\n".join(slow)


SLOW = """
def left(before: int, harm: int) -> int:
    return before - harm if before > harm else 0

def floor(count: int) -> int:
    least = -1 if count > 2 else count
    return least

def drawn(count: int) -> None:
    for _ in range(count):
        pass

def rules() -> tuple[str, ...]:
    return ("attack.hits", "attack.tag")
"""

FAST = """
RULES = ("attack.hits", "attack.tag")

def left(before: int, harm: int) -> int:
    if before > harm:
        return before - harm
    return 0

def sign(count: int) -> int:
    return 1 if count > 2 else -1

def drawn(count: int) -> list[int]:
    for _die in range(count):
        pass
    return [0 for _ in range(count)]

def words(rule: str) -> tuple[str, ...]:
    if rule in ("attack.hits", "attack.tag"):
        return RULES
    return ("a sentence.", "plain")
"""


def test_every_idiom_is_seen() -> None:
    assert [one.partition(":")[0] for one in slow_code(SLOW)] == [
        "line 3",
        "line 6",
        "line 10",
        "line 14",
    ]
    assert slow_code(FAST) == []
