"""Fixtures for tests of duels."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

LetMemoryGrow = Callable[[int], None]


@pytest.fixture
def let_memory_grow(monkeypatch: pytest.MonkeyPatch) -> LetMemoryGrow:
    """Pretend that the process needs more memory at each check."""

    def grow(by: int) -> None:
        taken = count(5_000, by)
        found = "affray.lab.duels.limits.memory_megabytes"
        monkeypatch.setattr(found, lambda: float(next(taken)))

    return grow
