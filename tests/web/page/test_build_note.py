"""The page says so where the rules run uncompiled, and where they are being compiled."""

from __future__ import annotations

import httpx
import pytest

from affray.version import is_compiled
from affray.web.page import index
from servers import Service


@pytest.mark.parametrize(
    ("compiled", "compiling", "said"),
    [
        (True, "", ""),
        (True, "1", ""),
        (False, "", index.UNCOMPILED),
        (False, "0", index.UNCOMPILED),
        (False, "1", f"{index.UNCOMPILED} {index.COMPILING}"),
    ],
)
def test_how_the_rules_run_is_said_where_they_are_not_compiled(
    monkeypatch: pytest.MonkeyPatch, compiled: bool, compiling: str, said: str
) -> None:
    monkeypatch.setattr(index, "is_compiled", lambda: compiled)
    monkeypatch.setenv("AFFRAY_COMPILING", compiling)
    assert index.build_note() == said
    page = index.index_page()
    assert ("build-note" in page) is bool(said)
    assert said in page
    assert index.NOTE_PLACE not in page


def test_the_service_sends_the_page_with_the_line(service: Service, client: httpx.Client) -> None:
    response = client.get("/")
    assert response.headers["content-type"].startswith("text/html")
    assert response.headers["cache-control"] == "no-cache"
    assert (index.UNCOMPILED in response.text) is not is_compiled()


def test_the_page_knows_where_other_machines_reach_it() -> None:
    assert "affray-address" not in index.index_page()
    page = index.index_page('http://192.0.2.7:8000/"><script>')
    assert 'content="http://192.0.2.7:8000/&quot;&gt;&lt;script&gt;">' in page
