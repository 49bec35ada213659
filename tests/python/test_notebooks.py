"""The notebooks in docs/ run with fewer fights, and their last lines have output."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from conftest import compiled

NOTEBOOKS = sorted((Path(__file__).parent.parent.parent / "docs").rglob("*.ipynb"))


def run_cell(source: str, known: dict[str, Any]) -> Any:
    """Run a cell and return the output of its last line."""
    tree = ast.parse(source)
    last = tree.body[-1]
    shown = None
    if isinstance(last, ast.Expr):
        tree.body.pop()
        shown = ast.Expression(last.value)
    exec(compile(tree, "cell", "exec"), known)
    return eval(compile(shown, "cell", "eval"), known) if shown is not None else None


@pytest.mark.skipif(not compiled(), reason="plays some thousand fights")
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_a_notebook_runs(notebook: Path) -> None:
    cells = json.loads(notebook.read_text())["cells"]
    known: dict[str, Any] = {}
    shown = []
    for cell in cells:
        if cell["cell_type"] == "code":
            source = "".join(cell["source"]).replace("2_000", "100").replace("0.03", "0.1")
            assert not cell["outputs"], "a notebook is kept without what it printed"
            shown.append(run_cell(source, known))
    displays = [one for one in shown if hasattr(one, "_repr_html_")]
    assert len(displays) >= 4
    assert all("<" in one._repr_html_() for one in displays)
    assert 1 <= known["tuning"].value <= 6
    assert known["best"]["weapon"] in known["weapons"]


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS
