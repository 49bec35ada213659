"""The causeway written by hand in C, which speed is measured against: it has to play the same
fights."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from servers import missing

FIGHTS = 2_000


@pytest.fixture
def speed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the bench that measures both."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[3]))
    return import_module("bench.speed")


@pytest.mark.parametrize("way", ["a bare loop", "simulate"])
def test_c_by_hand_plays_the_same_fights(way: str, speed: Any, tmp_path: Path) -> None:
    program = speed.compile_c(tmp_path)
    if program is None:
        missing("there is no C compiler")
    by_hand = speed.c_fights(program, FIGHTS)
    ours = speed.run_here(FIGHTS, way)
    assert ours["turns"] == by_hand.turns
    assert ours["wins"] == by_hand.wins
    assert ours["checksum"] == by_hand.checksum
