"""The command `affray duel`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.conftest import Run


def test_duel(run: Run) -> None:
    found = run.json("duel", "first-blood")
    assert {"exact", "sides", "draw", "states", "seconds", "rounds"} <= set(found)
    assert found["exact"] is True
    assert sum(found["sides"].values()) + found["draw"] == pytest.approx(1)
    code, out, _ = run("duel", "first-blood")
    assert code == 0
    assert "after each round" in out
    assert "states" in out


def test_duel_with_best_play(run: Run, tmp_path: Path) -> None:
    from affray.library import load

    raw = load("first-blood").toml().replace('at = "yard"', 'at = "yard", hp = 2')
    file = tmp_path / "short.toml"
    file.write_text(raw)
    code, out, err = run("duel", str(file), "--best", "both")
    assert code == 0, err
    assert "best play of blade" in out
    assert "best play of mace" in out


def test_duel_between_bounds(run: Run) -> None:
    found = run.json("duel", "causeway", "--states", "20")
    assert found["exact"] is False
    assert found["stopped"] == "states"
    low, high = found["bounds"]["party"]
    assert 0 <= low < high <= 1
    code, out, _ = run("duel", "causeway", "--states", "20")
    assert code == 0
    assert " to 100.00 %" in out
    assert "as many states as --states allows" in out
    assert "exact" not in out


def test_duel_until_it_is_near_enough(run: Run) -> None:
    found = run.json("duel", "moonlit-duel", "--within", "0.02")
    assert found["exact"] is False
    assert 0 < found["error"] <= 0.04
    assert found["stopped"] == ""
