"""Wakes the streams of a fight when something was added to its journal."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable


class Subscriptions:
    """Who listens to which fight. `notify` may be called from any thread."""

    def __init__(self) -> None:
        self.closing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)

    def start(self) -> None:
        """Remembers the loop in which the streams run."""
        self._loop = asyncio.get_running_loop()
        self.closing = False

    def subscribe(self, fight: str) -> asyncio.Event:
        """An event that is set whenever the fight goes on."""
        woken = asyncio.Event()
        self._waiting[fight].add(woken)
        return woken

    def unsubscribe(self, fight: str, woken: asyncio.Event) -> None:
        """Listens no more."""
        self._waiting[fight].discard(woken)
        if not self._waiting[fight]:
            del self._waiting[fight]

    def count(self) -> int:
        """How many streams are open."""
        return sum(len(waiting) for waiting in self._waiting.values())

    def notify(self, fight: str) -> None:
        """Wakes everybody who listens to a fight."""
        self._soon(lambda: self._wake(fight))

    def close(self) -> None:
        """Ends every stream, for a clean stop."""
        self.closing = True
        self._soon(self._wake_all)

    def _wake_all(self) -> None:
        for fight in list(self._waiting):
            self._wake(fight)

    def _wake(self, fight: str) -> None:
        for woken in self._waiting.get(fight, ()):
            woken.set()

    def _soon(self, what: Callable[[], None]) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(what)
