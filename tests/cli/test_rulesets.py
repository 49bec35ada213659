"""The command `affray rulesets`."""

from __future__ import annotations

from affray.library import rulesets
from cli.conftest import Run


def test_rulesets(run: Run) -> None:
    rows = run.json("rulesets")
    assert {row["name"] for row in rows} == set(rulesets())
    assert all(set(row) >= {"name", "title", "rules", "scenarios"} for row in rows)
    assert "mithryn" in run("rulesets").out
