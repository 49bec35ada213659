"""The service of fights: its parts, its start and stop, and its regular maintenance."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic, time

from affray.store import JournalWriter, Store
from affray.web.limits import RateLimiter
from affray.web.odds.odds_service import OddsService
from affray.web.rooms.background import Background
from affray.web.rooms.fight_play import FightPlay
from affray.web.rooms.links import FightLinks
from affray.web.rooms.open_rooms import OpenRooms
from affray.web.rooms.other_servers import OtherServers
from affray.web.rooms.room import Room
from affray.web.rooms.subscriptions import Subscriptions
from affray.web.settings import Settings
from affray.web.workers.worker_pools import WorkerPools

log = logging.getLogger("affray.web")

MAINTENANCE_SECONDS = 2.0
PRUNE_SECONDS = 600.0
"""The seconds between closing unused rooms and renewing leases, and between deleting old fights."""

JOB_SECONDS = 86_400.0
"""How long the results of jobs are stored."""

FIGHT_BURST = 60
"""The largest burst of new fights from one address."""

WISH_BURST, CHAT_BURST, LINK_BURST, CODE_BURST = 3, 20, 20, 30
"""The largest bursts of wishes, chat lines and next-fight links of a role, codes of an address."""


class FightService:
    """The service that opens, plays and maintains the fights of a store."""

    def __init__(self, store: Store, settings: Settings, pools: WorkerPools) -> None:
        self.store = store
        self.settings = settings
        self.pools = pools
        address_limit = settings.address_stream_limit if settings.rate > 0 else 0
        self.subscriptions = Subscriptions(
            settings.stream_limit, settings.link_stream_limit, address_limit
        )
        self.background = Background()
        self.writer = JournalWriter(store, settings.lease_seconds)
        self.rooms = OpenRooms(store, settings, self.background, self.subscriptions)
        self.rooms.on_opened = self._on_opened
        self.links = FightLinks(store, self.subscriptions)
        self.play = FightPlay(self.rooms, self.writer, settings, pools)
        self.rooms.on_followed = self.play.auto.wind_clock
        self.servers = OtherServers(self.rooms, self.links)
        self.odds = OddsService(pools)
        per_minute = RateLimiter.per_minute
        self.fight_limit = per_minute(settings.new_fights_per_minute, FIGHT_BURST, settings)
        self.wish_limit = per_minute(settings.wishes_per_minute, WISH_BURST, settings)
        self.chat_limit = per_minute(settings.chat_per_minute, CHAT_BURST, settings)
        self.link_limit = per_minute(settings.chat_per_minute, LINK_BURST, settings)
        self.code_limit = per_minute(settings.code_tries_per_minute, CODE_BURST, settings)
        self.is_ready = False
        """Whether the service has started and is not stopping."""

    def _on_opened(self, room: Room) -> None:
        self.play.auto.wind_clock(room)
        if room.is_unfinished():
            self.play.auto.play(room.stored.id)

    async def start(self) -> None:
        """Listen to other servers, and resume every fight that waits for no person."""
        self.background.start()
        self.servers.start()
        await self._resume_unfinished()
        self.background.spawn(self._maintain())
        self.background.spawn(self._beat())
        self.is_ready = True

    def begin_stop(self) -> None:
        """End streams, play without requests, and worker tasks, so that no request waits for them.

        Requests that are under way can still be answered from the store.
        """
        if self.subscriptions.is_closing:
            return
        self.is_ready = False
        self.subscriptions.close()
        self.play.auto.close()
        self.pools.close()

    async def close(self) -> None:
        """Stop, write queued journal lines, and leave unfinished fights to other servers."""
        self.begin_stop()
        await self.servers.close()
        await asyncio.to_thread(self.writer.close)
        if self.store.is_shared:
            try:
                await asyncio.to_thread(self.store.release_leases)
            except Exception:
                log.warning("leases could not be released")
        self.background.close()

    async def _beat(self) -> None:
        seconds = self.settings.heartbeat_seconds
        while True:
            await asyncio.sleep(seconds)
            self.subscriptions.beat()
            await self.servers.beat(seconds)

    async def _maintain(self) -> None:
        """Close idle rooms, renew leases, take over fights and delete old ones, in a loop."""
        pruned = 0.0
        while True:
            try:
                self.rooms.shrink()
                if self.store.is_shared:
                    lease = self.settings.lease_seconds
                    await asyncio.to_thread(self.store.renew_leases, lease)
                    await self._resume_unfinished()
                if monotonic() > pruned + PRUNE_SECONDS:
                    pruned = monotonic()
                    await self.prune()
            except Exception:
                log.exception("maintenance failed")
            await asyncio.sleep(MAINTENANCE_SECONDS)

    async def _resume_unfinished(self) -> None:
        """Resume the fights that wait for no person and that no server plays on."""
        claim, lease = self.store.claim_unfinished, self.settings.lease_seconds
        for fight in await asyncio.to_thread(claim, lease):
            self.play.auto.play(fight)

    async def prune(self) -> list[str]:
        """Delete the fights that have expired; return their ids."""
        settings = self.settings
        await asyncio.to_thread(self.store.prune_jobs, time() - JOB_SECONDS)
        if not settings.expire_days and not settings.max_fights:
            return []
        since = time() - settings.expire_days * 86_400 if settings.expire_days else None
        most = settings.max_fights or None
        gone = await asyncio.to_thread(self.store.prune, since, most)
        for fight in gone:
            self.servers.forget(fight)
        return gone
