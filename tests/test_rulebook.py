"""Every rule of every rulebook has a test marked with its id, and every mark is a rule's."""

import ast
from pathlib import Path

import pytest

from affray.library import rulebook_of, rulesets

HERE = Path(__file__).parent / "rulebook"


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
    examples = {example for example, _ in rulebook.examples}
    assert len(ids) == len(rulebook.rules), "a rule id stands twice"
    assert ids | examples <= marked(name), sorted((ids | examples) - marked(name))
    assert marked(name) <= ids | examples, sorted(marked(name) - ids - examples)


@pytest.mark.parametrize("name", list(rulesets()))
def test_every_rule_told_in_code_is_in_the_rulebook(name: str) -> None:
    """A rule named in a docstring ([like.this]) or an event exists."""
    import re

    ids = {rule.id for rule in rulebook_of(name).rules}
    folder = Path(__file__).parent.parent / "src" / "affray" / "rulesets" / name
    named = set()
    for path in folder.rglob("*.py"):
        named |= set(re.findall(r"\[([a-z]+(?:\.[a-z0-9-]+))[\],]", path.read_text()))
    assert named <= ids, sorted(named - ids)
    assert ids <= named, f"no code cites {sorted(ids - named)}"
