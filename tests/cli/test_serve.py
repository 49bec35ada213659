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


def test_for_friends_it_listens_in_the_network_and_says_what_that_means(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[Any] = []
    monkeypatch.setattr("affray.web.server.serve", lambda *words: served.append(words))
    monkeypatch.setattr("affray.cli.serve.lan_address", lambda: "192.168.7.20")
    out = run("serve", "--lan", "--port", "8123", "--store", "sqlite:///x.db").out
    assert out.startswith("Affray is at http://192.168.7.20:8123/")
    assert "Everybody in this network" in out
    host, port, settings, _ = served[0]
    assert (host, port) == ("192.168.7.20", 8123)
    assert settings.public_address == "http://192.168.7.20:8123"
    out = run("serve", "--store", "sqlite:///x.db").out
    assert "Everybody" not in out
    assert served[1][0] == "127.0.0.1"
    assert served[1][2].public_address == ""


@pytest.mark.parametrize("found", ["127.0.0.1", "0.0.0.0"])
def test_a_machine_without_a_network_says_so(
    run: Run, monkeypatch: pytest.MonkeyPatch, found: str
) -> None:
    class Probe:
        def __init__(self, *words: Any) -> None: ...

        def __enter__(self) -> Probe:
            return self

        def __exit__(self, *words: object) -> None: ...

        def connect(self, address: object) -> None: ...

        def getsockname(self) -> tuple[str, int]:
            return found, 1

    monkeypatch.setattr("affray.cli.serve.socket.socket", Probe)
    assert "in no network" in run.error("serve", "--lan", "--store", "sqlite:///x.db")
