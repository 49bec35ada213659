"""The command `affray new`."""

from __future__ import annotations

from pathlib import Path

from affray.library import rulesets
from cli.conftest import Run


def test_check_and_new(run: Run, tmp_path: Path) -> None:
    for name in rulesets():
        file = tmp_path / f"{name}.toml"
        assert run("new", str(file), "--ruleset", name).code == 0
        assert run("check", str(file)).out.strip().endswith("ok")
        assert run.json("check", str(file)) == []
        assert run.json("fight", str(file), "--seed", "1")["over"]
        again = run("new", str(file))
        assert again.code == 2
        assert "already there" in again.err
