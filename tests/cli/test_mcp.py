"""The command `affray mcp`, short of serving."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from cli.conftest import Run


def test_without_its_extra_it_says_in_a_line_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setattr(
        "affray.cli.mcp.find_spec", lambda name: None if name == "mcp" else object()
    )
    said = run.error("mcp")
    assert said.strip() == (
        "the referee needs mcp, which is not installed; try:  pip install 'affray[mcp]'"
    )


def test_with_its_extra_it_serves_what_it_was_told(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")
    served: list[Any] = []
    monkeypatch.setattr("affray.referee.transports.run_stdio", lambda *all: served.append(all))
    monkeypatch.setattr("affray.referee.transports.run_http", lambda *all: served.append(all))
    ran = run("mcp", "--store", "sqlite:///x.db", "--port", "8011")
    assert ran.code == 0
    assert ran.out == ""
    monkeypatch.setenv("AFFRAY_MAX_FIGHTS", "7")
    monkeypatch.setenv("AFFRAY_MCP_TOKEN", "word")
    run("mcp", "--http")
    assert [words[1:] for words in served] == [(8011,), (8000, "word")]
    settings = [words[0] for words in served]
    assert [one.store for one in settings] == ["sqlite:///x.db", "sqlite:///affray.db"]
    assert [one.max_fights for one in settings] == [0, 7]


def test_a_store_that_cannot_be_opened_is_said_in_a_line(run: Run) -> None:
    pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")
    said = run.error("mcp", "--store", "nothing://here")
    assert said.startswith("--store: the store cannot be opened: ")
    assert said.count("\n") == 1
