"""The command `affray tune`."""

from __future__ import annotations

from cli.conftest import Run


def test_tune(run: Run) -> None:
    words = ["tune", "causeway", "--key", "sides.foes.fighters.city-spearman.count"]
    words += ["--from", "1", "--to", "4", "--within", "0.05"]
    found = run.json(*words)
    assert found["value"] == 2
    assert found["low"] <= found["share"] <= found["high"]
    code, out, _ = run(*words)
    assert code == 0
    assert "comes nearest" in out
