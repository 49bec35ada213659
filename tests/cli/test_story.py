"""The command `affray story`."""

from __future__ import annotations

from pathlib import Path

from cli.conftest import Run


def test_story(run: Run, tape: Path) -> None:
    found = run.json("story", str(tape), "-n", "40")
    assert {"beats", "turning_points", "mistakes", "luck", "harm", "error"} <= set(found)
    code, out, _ = run("story", str(tape), "-n", "40")
    assert code == 0
    assert "chances, decision by decision" in out
    assert "harm expected" in out
