"""The command `affray compare`."""

from __future__ import annotations

from cli.conftest import Run


def test_compare(run: Run) -> None:
    words = [
        "compare",
        "causeway",
        "--house",
        "check=d20",
        "--change",
        "round_limit=3",
        "-n",
        "400",
    ]
    rows = run.json(*words)
    assert [row["label"] for row in rows] == ["as it is", "check=d20", "round_limit=3"]
    assert set(rows[1]["difference"]) == {"party", "foes"}
    code, out, _ = run(*words)
    assert code == 0
    assert "may be chance" in out or "less" in out
