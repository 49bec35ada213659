"""Work beside the event loop's own: tasks that go on by themselves, and threads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

Result = TypeVar("Result")

ROOM_THREADS = 6


class Background:
    """The tasks and threads of one service."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        """The service's event loop, once it has started."""
        self.tasks: set[asyncio.Task[Any]] = set()
        self._threads = ThreadPoolExecutor(ROOM_THREADS, "rooms")

    def start(self) -> None:
        """Note the loop that is running."""
        self.loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Cancel every task and wait for no thread."""
        for task in self.tasks:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task that nobody waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def from_thread(self, function: Callable[..., None], *arguments: Any) -> None:
        """Have the loop call a function, from whatever thread."""
        loop = self.loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(function, *arguments)

    async def in_thread(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function in a thread, beside other requests."""
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, partial(function, *arguments)
        )

    def submit(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Have a thread call a function whose result nobody wants."""
        self._threads.submit(function, *arguments)
