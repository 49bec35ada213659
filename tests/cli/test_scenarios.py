"""The command `affray scenarios`."""

from __future__ import annotations

from cli.conftest import Run


def test_scenarios(run: Run) -> None:
    rows = run.json("scenarios")
    causeway = next(row for row in rows if row["name"] == "causeway")
    assert causeway["ruleset"] == "mithryn"
    assert causeway["sides"] == ["party", "foes"]
    assert causeway["title"] == "The causeway"
