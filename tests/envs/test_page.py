"""docs/environments.md runs as one script, and its training example trains."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import util
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
pytest.importorskip("greenlet")
pytest.importorskip("pyspiel")

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "docs" / "examples" / "train_ppo.py"


def test_the_page_runs_as_one_script(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "environments.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 7
    known: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "environments.md", "exec"), known)
    printed = capsys.readouterr().out
    assert re.search(r"^(party|foes|None) (1|-1|0)\.0$", printed, re.MULTILINE)
    assert "simple: +" in printed


@pytest.mark.parametrize("package", ["sb3_contrib", "gymnasium", "greenlet"])
def test_the_example_says_what_it_needs_where_it_is_missing(package: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; import runpy; runpy.run_path({str(EXAMPLE)!r})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stderr.strip() == "this example needs sb3-contrib; try:  pip install 'affray[train]'"


@pytest.mark.soak
def test_the_example_trains() -> None:
    if not os.environ.get("CI"):
        pytest.importorskip(
            "sb3_contrib", reason="sb3-contrib is not installed (pip install 'affray[train]')"
        )
    spec = util.spec_from_file_location("train_ppo", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = util.module_from_spec(spec)
    spec.loader.exec_module(example)
    model = example.train(2048)
    share, (low, high) = example.evaluate(model, 20, 1)
    assert low <= share <= high
