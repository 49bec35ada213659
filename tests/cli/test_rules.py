"""The command `affray rules`."""

from __future__ import annotations

from cli.conftest import Run


def test_rules(run: Run) -> None:
    rows = run.json("rules", "mithryn")
    assert len(rows) == len({row["id"] for row in rows}) > 40
    assert all(set(row) >= {"id", "source", "section", "text"} for row in rows)
    check = next(row for row in rows if row["id"] == "check.roll")
    assert check["option"] == {"name": "check", "default": "2d12", "choices": ["2d12", "d20"]}
    assert "attack.explode" in run("rules", "mithryn", "--find", "rolled again").out
