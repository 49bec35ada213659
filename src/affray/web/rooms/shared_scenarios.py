"""Scenarios that are read once and shared by all rooms that play them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from threading import RLock

from affray.library import Scenario, parse

MAX_SHARED = 64
"""The largest number of scenarios that are cached for the next room."""


@dataclass(frozen=True)
class SharedScenario:
    """A scenario with a lock. Hold the lock to play: the setup makes options when first needed."""

    scenario: Scenario
    lock: RLock = field(default_factory=RLock)


@lru_cache(maxsize=MAX_SHARED)
def shared_scenario(text: str, name: str) -> SharedScenario:
    """Return the scenario that a text describes, or raise InvalidDataError."""
    return SharedScenario(parse(text, name))
