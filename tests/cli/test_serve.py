"""The command `affray serve`, short of serving: what it says at its start."""

from __future__ import annotations

from typing import Any

import pytest

from cli.conftest import Run


@pytest.mark.parametrize(
    ("is_compiled", "compiling", "said"),
    [
        (True, "1", ""),
        (False, "", "The rules run uncompiled"),
        (False, "1", "They are being compiled now"),
    ],
)
def test_it_says_below_the_address_how_the_rules_run(
    run: Run, monkeypatch: pytest.MonkeyPatch, is_compiled: bool, compiling: str, said: str
) -> None:
    served: list[Any] = []
    monkeypatch.setattr("affray.web.server.serve", lambda *words: served.append(words))
    monkeypatch.setattr("affray.web.page.index.is_compiled", lambda: is_compiled)
    monkeypatch.setenv("AFFRAY_COMPILING", compiling)
    out = run("serve", "--store", "sqlite:///x.db").out
    assert out.startswith("Affray is at http://127.0.0.1:8000/")
    assert said in out
    assert ("uncompiled" in out) == (not is_compiled)
    assert len(served) == 1
