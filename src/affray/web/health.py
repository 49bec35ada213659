"""Whether the store can be written to, tried now and then."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from affray.store import Store

log = logging.getLogger("affray.web")

TRY_EVERY = 1.0
"""Seconds for which an answer holds, however often somebody asks."""

TIMEOUT = 5.0
"""Seconds after which a store that does not answer is failing."""


class HealthCheck:
    """Tries a write, in a thread of its own, so that it waits for nobody and nobody for it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(1, "health")
        self._tried: asyncio.Task[bool] | None = None
        self._tried_at = 0.0

    async def check(self) -> bool:
        """Whether a write succeeds, or did a moment ago."""
        if self._tried is None or monotonic() > self._tried_at + TRY_EVERY:
            if self._tried is None or self._tried.done():
                self._tried = asyncio.get_running_loop().create_task(self._try())
                self._tried_at = monotonic()
        return await asyncio.shield(self._tried)

    async def _try(self) -> bool:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(TIMEOUT):
                await loop.run_in_executor(self._thread, self.store.try_write)
        except Exception as error:
            log.error("the store cannot be written to: %s", str(error)[:300])
            return False
        return True
