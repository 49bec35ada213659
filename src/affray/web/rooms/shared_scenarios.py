"""Scenarios read once and shared by all rooms that play them."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock, RLock
from weakref import WeakValueDictionary

from affray.library import Scenario, parse

MAX_UNUSED = 24
"""So many scenarios that no room plays are kept ready."""


class SharedScenario:
    """A scenario read once. Its setup makes options when they are first wanted, so only whoever
    holds the lock plays with it."""

    def __init__(self, scenario: Scenario, lock: RLock | None = None) -> None:
        self.scenario = scenario
        self.lock = lock or RLock()

    @classmethod
    def read(cls, text: str, name: str, lock: RLock) -> SharedScenario:
        """Return a scenario for one room alone, which goes on with its own lock."""
        return cls(parse(text, name), lock)


class SharedScenarios:
    """Scenarios by their text: those that are in use, and some that were lately."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._in_use: WeakValueDictionary[tuple[str, str], SharedScenario] = WeakValueDictionary()
        self._recent: OrderedDict[tuple[str, str], SharedScenario] = OrderedDict()

    def has(self, text: str, name: str) -> bool:
        """Return whether a scenario is ready, so that reading it costs nothing."""
        with self._lock:
            return (text, name) in self._in_use

    def get(self, text: str, name: str) -> SharedScenario:
        """Return the scenario that a text describes, or raise InvalidDataError."""
        key = (text, name)
        with self._lock:
            found = self._in_use.get(key)
        if found is None:
            found = SharedScenario(parse(text, name))
        with self._lock:
            found = self._in_use.setdefault(key, found)
            self._recent[key] = found
            self._recent.move_to_end(key)
            if len(self._recent) > MAX_UNUSED:
                self._recent.popitem(last=False)
        return found


SHARED_SCENARIOS = SharedScenarios()
"""The scenarios of this process."""
