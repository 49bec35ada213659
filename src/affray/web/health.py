"""Check whether the store can be written to, and report why not."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from affray.store import Store, store_problem

log = logging.getLogger("affray.web")

TRY_EVERY = 1.0
"""The seconds for which the result of a check is reused."""

TIMEOUT = 5.0
"""The seconds after which a store that does not answer counts as failing."""


class HealthCheck:
    """A check that writes to the store, in a separate thread so that it blocks no request."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(1, "health")
        self._tried: asyncio.Task[str] | None = None
        self._tried_at = 0.0

    async def problem(self) -> str:
        """Return why a write fails, or failed in the last second; empty if it succeeds."""
        if self._tried is None or monotonic() > self._tried_at + TRY_EVERY:
            if self._tried is None or self._tried.done():
                self._tried = asyncio.get_running_loop().create_task(self._try())
                self._tried_at = monotonic()
        return await asyncio.shield(self._tried)

    async def _try(self) -> str:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(TIMEOUT):
                await loop.run_in_executor(self._thread, self.store.try_write)
        except Exception as error:
            log.error("the store cannot be written to: %s", str(error)[:300])
            return store_problem(error)
        return ""
