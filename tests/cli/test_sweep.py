"""The command `affray sweep`."""

from __future__ import annotations

from pathlib import Path

from cli.conftest import Run


def test_sweep(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text(
        'scenario = "causeway"\nfights = 100\n[vary]\n"house.check" = ["2d12", "d20"]\n'
    )
    table = tmp_path / "s.csv"
    code, out, err = run("sweep", str(file), "--table", str(table))
    assert code == 0, err
    assert "2 settings" in out
    assert len(table.read_text().splitlines()) == 3
    assert [row["setting"] for row in run.json("sweep", str(file))] == [
        {"house.check": "2d12"},
        {"house.check": "d20"},
    ]
