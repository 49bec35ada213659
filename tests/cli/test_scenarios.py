"""The command `affray scenarios`."""

from __future__ import annotations

from affray.cli.scenarios import prepared_sides
from cli.conftest import Run


def test_scenarios(run: Run) -> None:
    rows = run.json("scenarios")
    causeway = next(row for row in rows if row["name"] == "causeway")
    assert causeway["ruleset"] == "mithryn"
    assert causeway["sides"] == ["party", "foes"]
    assert causeway["title"] == "The causeway"


def test_every_fighter_is_counted(run: Run) -> None:
    """What is counted in the files is who stands there when the fight begins."""
    for row in run.json("scenarios"):
        assert (row["sides"], row["sizes"]) == prepared_sides(row["name"]), row["name"]
