"""Background tasks, and calls into the event loop from threads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Background:
    """The background tasks of one service."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        """The service's event loop, once it has started."""
        self.tasks: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        """Store the running event loop."""
        self.loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Cancel every task."""
        for task in self.tasks:
            task.cancel()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task without waiting for it."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def from_thread(self, function: Callable[..., None], *arguments: Any) -> None:
        """Have the event loop call a function; may be called in any thread."""
        loop = self.loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(function, *arguments)
