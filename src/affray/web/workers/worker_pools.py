"""The service's pools: one that reads what is sent, one for odds and players who think, and one
for the pieces of jobs."""

from __future__ import annotations

import asyncio
import os
from typing import Any

from affray.store import StoredFight
from affray.web.settings import Settings
from affray.web.workers.pool import TaskLimits, WorkerPool, WorkerTask
from affray.web.workers.tasks import FightPosition

READING_NICENESS, THINKING_NICENESS, JOB_NICENESS = 2, 8, 10
"""How much less urgent the pools are than play."""


MOST_PIECES = 100_000
"""How many pieces of jobs may wait."""


class WorkerPools:
    """Reading never waits for thinking, nor thinking for jobs; play waits for none of them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.reading = WorkerPool(1, settings.worker_bytes, READING_NICENESS)
        self.thinking = WorkerPool(
            max(1, settings.workers), 3 * settings.worker_bytes, THINKING_NICENESS, 2000, 100
        )
        # a job waits for its pieces, so there are never many
        self.jobs = WorkerPool(
            settings.job_workers or os.cpu_count() or 1,
            settings.job_bytes,
            JOB_NICENESS,
            MOST_PIECES,
            MOST_PIECES,
        )

    def start(self) -> None:
        """Start the processes that play needs, so that nobody has to wait for them later."""
        self.reading.start()
        self.thinking.start()

    def close(self) -> None:
        """End the processes and their tasks."""
        self.reading.close()
        self.thinking.close()
        self.jobs.close()

    def waiting_count(self) -> int:
        """Return how many tasks wait for a worker."""
        return sum(one.waiting_count() for one in (self.reading, self.thinking, self.jobs))

    async def read(self, function: str, arguments: tuple[Any, ...], address: str) -> Any:
        """Return the result of a task that reads, checks or writes."""
        limits = TaskLimits(self.settings.reading_seconds)
        task = self.reading.submit(function, arguments, limits, address)
        return await asyncio.wrap_future(task.future)

    async def odds(
        self, function: str, position: FightPosition, arguments: tuple[Any, ...], address: str
    ) -> Any:
        """Return the result of a task about odds."""
        limits = TaskLimits(self.settings.odds_seconds)
        task = self.thinking.submit(
            function, (position, *arguments), limits, address, position.stored.id
        )
        return await asyncio.wrap_future(task.future)

    def decide(
        self, stored: StoredFight, tape: tuple[str, ...], player: str, address: str
    ) -> WorkerTask:
        """Start a task in which a player decides; its future gives an option's key."""
        limits = TaskLimits(self.settings.decision_seconds)
        position = FightPosition(stored, tape)
        return self.thinking.submit("decide", (position, player), limits, address, stored.id)
