"""The command `affray serve`, short of serving: what it says at its start."""

from __future__ import annotations

from typing import Any

import pytest

from affray.cli.serve import build_note
from cli.conftest import Run


@pytest.mark.parametrize(
    ("is_compiled", "compiling", "said"),
    [
        (True, "1", ""),
        (True, "", ""),
        (False, "", "The rules run uncompiled: slower, but the same."),
        (False, "0", "The rules run uncompiled: slower, but the same."),
        (False, "1", "while they are being compiled; the next start takes the compiled ones."),
    ],
)
def test_it_says_how_the_rules_run(
    monkeypatch: pytest.MonkeyPatch, is_compiled: bool, compiling: str, said: str
) -> None:
    monkeypatch.setattr("affray.version.is_compiled", lambda: is_compiled)
    monkeypatch.setenv("AFFRAY_COMPILING", compiling)
    assert build_note().endswith(said)
    assert bool(build_note()) == bool(said)


def test_the_note_stands_below_the_address(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Any] = []
    monkeypatch.setattr("affray.web.server.serve", lambda *words: served.append(words))
    monkeypatch.setattr("affray.version.is_compiled", lambda: False)
    monkeypatch.delenv("AFFRAY_COMPILING", raising=False)
    out = run("serve", "--store", "sqlite:///x.db").out
    assert out.startswith("Affray is at http://127.0.0.1:8000/")
    assert "The rules run uncompiled" in out
    assert len(served) == 1
