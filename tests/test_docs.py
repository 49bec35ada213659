"""Every public thing has a docstring (an override may inherit it), and the documents run."""

from __future__ import annotations

import doctest
import importlib
import inspect
import os
import pkgutil
import re
from pathlib import Path

import pytest

import affray
from affray.library import rulebook_of, ruleset_names

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(affray.__path__, "affray.")
    if not module.name.endswith("__main__")
)


def test_every_public_thing_says_what_it_is() -> None:
    assert len(MODULES) > 300, "the search finds them"
    missing = {name: undocumented(name) for name in MODULES}
    assert not {name: things for name, things in missing.items() if things}


def undocumented(name: str) -> list[str]:
    """Return the public things of a module that do not say what they are; compiled ones cannot."""
    module = importlib.import_module(name)
    missing = []
    if not module.__doc__:
        source = Path(str(module.__file__).split(".cpython")[0].removesuffix(".py") + ".py")
        if not source.read_text().lstrip().startswith('"""'):
            missing.append(name)
    for what, thing in vars(module).items():
        if what.startswith("_") or getattr(thing, "__module__", None) != name:
            continue
        if inspect.isclass(thing):
            if not inspect.getdoc(thing):
                missing.append(what)
            for method, found in vars(thing).items():
                inherited = any(method in vars(base) for base in thing.__mro__[1:])
                if method.startswith("_") or inherited or not callable(found):
                    continue
                if not inspect.getdoc(found):
                    missing.append(f"{what}.{method}")
        elif inspect.isroutine(thing) and not inspect.getdoc(thing):
            missing.append(what)
    return missing if str(module.__file__).endswith(".py") else []


def test_the_example_of_the_package_runs() -> None:
    failed, ran = doctest.testmod(affray)
    assert ran > 0
    assert failed == 0


def test_what_the_readme_shows_is_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    from affray.cli import main

    shown = re.search(r"```console\n\$ affray (.*?)\n…\n(.*?)```", README, re.DOTALL)
    assert shown is not None
    assert main(shown[1].split()) == 0
    assert shown[2] in capsys.readouterr().out


def test_as_many_rules_are_said_to_be_there_as_there_are() -> None:
    documents = [README, *[path.read_text() for path in (ROOT / "docs" / "rulesets").glob("*.md")]]
    counts = {name: len(rulebook_of(name).rules) for name in ruleset_names()}
    said = [
        (name, int(rules))
        for text in documents
        for how in (r"rulesets/(\w+)\.md\) \| (\d+) \|", r"rules (\w+)` lists all (\d+) rules")
        for name, rules in re.findall(how, text)
    ]
    assert {name for name, _ in said} == set(counts)
    assert all(counts[name] == rules for name, rules in said), said


@pytest.mark.once
def test_the_python_of_the_readme_gives_what_it_says() -> None:
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert code is not None
    known: dict[str, object] = {}
    checked = 0
    for line in code[1].strip().split("\n"):
        source, _, said = line.partition("  # ")
        if said:
            value = eval(source, known)
            assert value == pytest.approx(eval(said.partition(",")[0]), abs=1e-9), line
            checked += 1
        else:
            exec(source, known)
    assert checked == 2


@pytest.mark.once
def test_no_file_speaks_of_where_it_was_made() -> None:
    here = str(ROOT.parent) + "/"
    looked_at = 0
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [one for one in folders if one == ".ci" or (one[0] != "." and one != "build")]
        for path in [Path(folder, name) for name in names if not name.startswith(".")]:
            if path.suffix in (".py", ".md", ".toml", ".c", ".html", ".js", ".css", ".txt"):
                assert here not in path.read_text("utf-8", errors="ignore"), path
                looked_at += 1
    assert looked_at > 600
