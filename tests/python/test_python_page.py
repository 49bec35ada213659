"""docs/python.md runs as one script that uses every public call.

mypy --strict accepts it, and finds ten misspelt calls.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import affray
from conftest import compiled
from servers import missing

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "python.md").read_text()
SCRIPT = "\n\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))

MISSPELT = [
    'affray.lode("causeway")',
    'affray.load("causeway", seed=1)',
    "scenario.fight(sed=3)",
    'scenario.fight(seed="three")',
    'scenario.odds("Brynn", "Kael", wepon="longbow")',
    "scenario.simulate(100, worker=1)",
    "scenario.simulate(100, within=0.1, details=3)",
    'scenario.compare({"a": 3})',
    'scenario.tune("round_limit", 1, 3, shares=0.5)',
    "scenario.fight(1).winer",
    "scenario.odds().hits",
    'scenario.sweep(very={"round_limit": [1]})',
]
"""Calls with one mistake each. Those with a wrong name fail when they run, too."""


def public_names() -> set[str]:
    methods = {
        name
        for kind in (affray.Scenario, affray.FightRecord)
        for name in vars(kind)
        if not name.startswith("_")
    }
    return set(affray.__all__) - {"__version__"} | methods


def test_the_page_uses_every_public_call() -> None:
    internal = {"loaded", "scenario", "seed", "fight", "events", "answers"}
    missing = sorted(
        name for name in public_names() - internal if not re.search(rf"\b{name}\b", PAGE)
    )
    assert not missing


@pytest.mark.skipif(not compiled(), reason="plays some thousand fights")
def test_the_page_runs_as_one_script() -> None:
    known: dict[str, Any] = {}
    exec(compile(SCRIPT, "docs/python.md", "exec"), known)
    assert known["same"].toml() == known["duel"].toml()
    assert known["again"].text() == known["fight"].text()
    assert known["eager"].players == {"blade": "Eager", "mace": "simple"}
    for name in ("duel", "fight", "odds", "varied", "simulation", "comparison", "sweep", "tuning"):
        assert repr(known[name]).startswith("<"), name
        assert len(repr(known[name])) < 200, name
        assert "<table" in known[name]._repr_html_() or "<ol>" in known[name]._repr_html_(), name
        rows = known[name].rows()
        assert rows, name
        plain = (str, int, float, bool, type(None))
        assert all(isinstance(value, plain) for row in rows for value in row.values()), name


@pytest.mark.slow
def test_a_type_checker_agrees(tmp_path: Path) -> None:
    """One run of mypy over the page's script and over calls with a mistake each."""
    good, wrong = tmp_path / "good.py", tmp_path / "wrong.py"
    good.write_text(SCRIPT)
    head = 'import affray\n\nscenario = affray.load("causeway")\n'
    wrong.write_text(head + "\n".join(MISSPELT) + "\n")
    source = Path(affray.__file__).parents[1]
    words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary"]
    ran = subprocess.run(
        [*words, "--cache-dir", str(ROOT / ".mypy_cache" / "users"), str(good), str(wrong)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, **({} if source.name == "site-packages" else {"MYPYPATH": str(source)})},
    )
    said = [line for line in ran.stdout.split("\n") if "error:" in line]
    assert not [line for line in said if not line.startswith("wrong.py:")], ran.stdout
    first = head.count("\n") + 1
    lines = {int(line.split(":")[1]) for line in said}
    assert lines == set(range(first, first + len(MISSPELT))), ran.stdout


@pytest.mark.slow
def test_pyright_agrees(tmp_path: Path) -> None:
    """One run of pyright over the same two files."""
    folder = Path(os.environ.get("AFFRAY_PAGE_TOOLS", ROOT / ".venv/page-tools"))
    pyright = folder / "node_modules/.bin/pyright"
    if not pyright.exists():
        missing(f"pyright is not at {pyright} (make check installs it where npm is there)")
    head = 'import affray\n\nscenario = affray.load("causeway")\n'
    (tmp_path / "good.py").write_text(SCRIPT)
    (tmp_path / "wrong.py").write_text(head + "\n".join(MISSPELT) + "\n")
    settings = {
        "extraPaths": [str(Path(affray.__file__).parents[1])],
        "reportUnusedExpression": False,
        "reportAttributeAccessIssue": "error",
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    words = [str(pyright), "--outputjson", "--pythonpath", sys.executable]
    ran = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    said = [
        one for one in json.loads(ran.stdout)["generalDiagnostics"] if one["severity"] == "error"
    ]
    assert not [one for one in said if not one["file"].endswith("wrong.py")], ran.stdout
    first = head.count("\n")
    lines = {one["range"]["start"]["line"] for one in said}
    assert lines == set(range(first, first + len(MISSPELT))), ran.stdout


@pytest.mark.parametrize(
    "call", [call for call in MISSPELT if "three" not in call and '{"a": 3}' not in call]
)
def test_a_misspelt_name_fails_when_it_runs(call: str) -> None:
    known = {"affray": affray, "scenario": affray.load("first-blood")}
    with pytest.raises((TypeError, AttributeError)):
        eval(call, known)
