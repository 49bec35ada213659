"""The service of odds: computed in a worker process, once for all equal requests."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from affray.web.rooms.room import Room
from affray.web.workers import tasks
from affray.web.workers.tasks import FightPosition
from affray.web.workers.worker_pools import WorkerPools

Json = dict[str, Any]
Unseen = tuple[str, ...]
"""The names of fighters that are hidden from the role that asks."""

MAX_CACHED = 64
"""The largest number of cached results, which serve all who look at a fight."""


class OddsService:
    """The service that computes odds of open questions and the reach of fighters."""

    def __init__(self, pools: WorkerPools) -> None:
        self.pools = pools
        self._results: OrderedDict[tuple[object, ...], asyncio.Future[Any]] = OrderedDict()

    async def ask(
        self,
        room: Room,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        address: str,
        unseen: Unseen = (),
    ) -> Any:
        """Return the result of a task about the open question, with the question's number.

        Return None if the task does. Unseen fighters count as away.
        """
        number, key = room.asked_number, self._key(room, function, arguments, unseen)
        future = self._results.get(key)
        if future is None:
            position = FightPosition(room.stored, tuple(room.tape), unseen)
            future = asyncio.ensure_future(self.pools.odds(function, position, arguments, address))
            self._results[key] = future
            if len(self._results) > MAX_CACHED:
                self._results.popitem(last=False)
        try:
            found = await asyncio.shield(future)
        except Exception:
            self._results.pop(key, None)
            raise
        return None if found is None else {"number": number, **found}

    async def option_detail(
        self, room: Room, key: str, address: str, replies: str = "none", unseen: Unseen = ()
    ) -> Json | None:
        """Return one option with all its possible results; None if there is no such option."""
        if room.question is None or room.question.option(key) is None:
            return None
        known = self._results.get(self._key(room, tasks.question_odds, (replies,), unseen))
        used = None
        if known is not None and known.done() and not known.exception():
            used = known.result()["replies"]
        detail: Json | None = await self.ask(
            room, tasks.option_detail, (key, replies, used), address, unseen
        )
        return detail

    def _key(
        self, room: Room, function: Callable[..., Any], arguments: tuple[Any, ...], unseen: Unseen
    ) -> tuple[object, ...]:
        last = tuple(room.tape[-1:])
        return (room.stored.id, last, room.asked_number, function, unseen, *arguments)
