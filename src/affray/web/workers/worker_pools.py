"""The service's worker pools: for reading files, for odds and players who think, and for jobs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from affray.store import StoredFight
from affray.web.settings import Settings
from affray.web.workers import tasks
from affray.web.workers.pool import TaskLimits, TaskPool, WorkerTask
from affray.web.workers.tasks import FightPosition

READING_NICENESS, THINKING_NICENESS, JOB_NICENESS = 2, 8, 10
"""The niceness of the pools' processes; play itself has 0."""

MAX_WAITING_JOBS = 20
"""The largest number of jobs that wait for a worker."""


class WorkerPools:
    """The three worker pools of a service.

    Reading never waits for thinking, thinking never waits for jobs, and play waits for none of
    them.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.reading = TaskPool(1, settings.worker_bytes, READING_NICENESS)
        self.thinking = TaskPool(
            max(1, settings.workers), 3 * settings.worker_bytes, THINKING_NICENESS, 2000, 100
        )
        self.jobs = TaskPool(
            settings.job_limit,
            settings.job_bytes,
            JOB_NICENESS,
            MAX_WAITING_JOBS,
            MAX_WAITING_JOBS,
            max_tasks=1,
        )

    def start(self) -> None:
        """Start the processes that play needs, so that later requests do not wait for them."""
        self.reading.start()
        self.thinking.start()

    def close(self) -> None:
        """End the processes and their tasks."""
        self.reading.close()
        self.thinking.close()
        self.jobs.close()

    def waiting_count(self) -> int:
        """Return the number of tasks that wait for a worker in all pools."""
        return sum(one.waiting_count() for one in (self.reading, self.thinking, self.jobs))

    async def read(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], address: str
    ) -> Any:
        """Return the result of a task that reads, checks or writes."""
        limits = TaskLimits.of_processor(self.settings.reading_seconds)
        task = self.reading.submit(function, arguments, limits, address)
        return await asyncio.wrap_future(task.future)

    async def odds(
        self,
        function: Callable[..., Any],
        position: FightPosition,
        arguments: tuple[Any, ...],
        address: str,
    ) -> Any:
        """Return the result of a task about odds."""
        limits = TaskLimits.of_processor(self.settings.odds_seconds)
        task = self.thinking.submit(
            function, (position, *arguments), limits, address, position.stored.id
        )
        return await asyncio.wrap_future(task.future)

    def decide(
        self, stored: StoredFight, tape: tuple[str, ...], player: str, address: str
    ) -> WorkerTask:
        """Start a task in which a player decides; its future returns an option's key."""
        limits = TaskLimits.of_processor(self.settings.decision_seconds)
        position = FightPosition(stored, tape)
        return self.thinking.submit(tasks.decide, (position, player), limits, address, stored.id)
