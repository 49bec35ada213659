"""The table of the chapter's sentences in the documents names rules and the tests that hold them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "rulesets" / "mithryn.md"
ROWS = [
    line.strip("|").split("|")
    for line in PAGE.read_text("utf-8").partition("## Sentence, rule, test")[2].splitlines()
    if line.startswith("| ") and "`" in line and "| test_" in line
]
"""The sentence, the rules and the tests of each row."""


def rules_of(module: str, name: str) -> set[str]:
    """Return the rules with which a test is marked."""
    text = (HERE / f"{module}.py").read_text("utf-8")
    before, found, _ = text.partition(f"\ndef test_{name}(")
    assert found, f"{module} has no test {name}"
    marks = re.findall(r"@pytest\.mark\.rule\(([^)]*)\)", before.rpartition("\n\n\n")[2])
    return {rule for mark in marks for rule in re.findall(r'"([^"]+)"', mark)}


def test_the_table_has_every_sentence() -> None:
    assert len(ROWS) >= 35


@pytest.mark.parametrize(("sentence", "rules", "tests"), ROWS)
def test_each_rule_of_a_sentence_has_a_test_of_its_own(
    sentence: str, rules: str, tests: str
) -> None:
    marked: set[str] = set()
    for part in tests.split(";"):
        module, _, names = part.strip().partition(":")
        for name in re.findall(r"`([^`]+)`", names):
            marked |= rules_of(module, name)
    assert marked >= set(re.findall(r"`([^`]+)`", rules)), sentence
