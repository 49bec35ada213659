"""The table "Sentence, rule, test" of the documentation names rules and tests that there are."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from affray.library import rulebook_of

HERE = Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "rulesets" / "renaissance.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text().partition("## Sentence, rule, test")[2].splitlines()
    if re.match(r"\|.*\| `[a-z0-9.-]+` \|", line)
]


BOOK = rulebook_of("renaissance")
RULES = {rule.id for rule in BOOK.rules} | {one.id for one in BOOK.examples}


def marks_of(module: str) -> dict[str, set[str]]:
    """Return the tests of a module, each with the rules it is marked with."""
    found: dict[str, set[str]] = {}
    for node in ast.parse((HERE / f"{module}.py").read_text()).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name.removeprefix("test_")] = {
                str(one.value)
                for call in node.decorator_list
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule"
                for one in call.args
                if isinstance(one, ast.Constant)
            }
    return found


def test_the_table_covers_the_chapter() -> None:
    assert len(ROWS) > 150


@pytest.mark.parametrize(("sentence", "rule", "tests"), ROWS)
def test_every_row_names_a_rule_and_tests_of_it(sentence: str, rule: str, tests: str) -> None:
    name = rule.strip("`")
    assert name in RULES, sentence
    marks: set[str] = set()
    for module, listed in re.findall(r"(test_\w+): ((?:`\w+`(?:, )?)+)", tests):
        known = marks_of(module)
        for test in re.findall(r"`(\w+)`", listed):
            assert test in known, f"{module} has no test {test}"
            marks |= known[test]
    assert name in marks or not tests.startswith("test_"), f"no test of {name} in {tests}"
