"""Every rule of every rulebook has a test marked with its id, and every mark is a rule's."""

import ast
import re
from pathlib import Path

import pytest

from affray.library import load, rulebook_of, rulesets, toml_of
from support import random_players, record

HERE = Path(__file__).parent / "rulebook"
SOURCE = Path(__file__).parent.parent / "src" / "affray"


def marked(ruleset: str) -> set[str]:
    found: set[str] = set()
    for path in (HERE / ruleset).rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("rule", "example")
            ):
                found.update(arg.value for arg in node.args if isinstance(arg, ast.Constant))
    return found


@pytest.mark.parametrize("name", list(rulesets()))
def test_no_rule_without_a_test(name: str) -> None:
    rulebook = rulebook_of(name)
    ids = {rule.id for rule in rulebook.rules}
    examples = {example.id for example in rulebook.examples}
    assert len(ids) == len(rulebook.rules), "a rule id stands twice"
    assert ids | examples <= marked(name), sorted((ids | examples) - marked(name))
    assert marked(name) <= ids | examples, sorted(marked(name) - ids - examples)


def cited(folder: Path) -> set[str]:
    """Return the ids that docstrings and comments name, like [this.one, and.this]."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        text = path.read_text()
        words = [line.partition("#")[2] for line in text.split("\n") if "# [" in line]
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                words.append(ast.get_docstring(node) or "")
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                words.append(str(node.value.value))
        for bracket in re.findall(
            r"\[([a-z]+\.[a-z0-9-]+(?:,\s+[a-z]+\.[a-z0-9-]+)*)\]", " ".join(words)
        ):
            found.update(re.split(r",\s+", bracket))
    return found


@pytest.mark.parametrize("name", list(rulesets()))
def test_code_and_rulebook_name_the_same_rules(name: str) -> None:
    ids = {rule.id for rule in rulebook_of(name).rules}
    named = cited(SOURCE / "rulesets" / name)
    assert named <= ids, f"no such rule: {sorted(named - ids)}"
    assert ids <= named, f"no code cites {sorted(ids - named)}"


@pytest.mark.parametrize("name", list(rulesets()))
def test_every_rule_an_event_names_is_in_the_rulebook(name: str) -> None:
    ids = {rule.id for rule in rulebook_of(name).rules}
    for scenario in toml_of(rulesets()[name], "scenarios"):
        loaded = load(scenario)
        for seed in range(6):
            for event in record(loaded, seed, random_players(loaded, seed)).events:
                assert set(event.rules) <= ids, event.kind
