"""The command `affray report`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.conftest import Run


def test_report(run: Run, tmp_path: Path, tape: Path) -> None:
    pytest.importorskip("vl_convert")
    for what in ("first-blood", str(tape)):
        out = tmp_path / "r.html"
        code, said, err = run("report", what, "--out", str(out), "-n", "200")
        assert code == 0, err
        assert "is written" in said
        assert "<svg" in out.read_text()
