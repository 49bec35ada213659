"""Rooms that are open: built from their journals, kept up to date with other servers, let go."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import TypeVar

from affray.store import JournalLine, Store
from affray.web.rooms.background import Background
from affray.web.rooms.frozen_rooms import open_room
from affray.web.rooms.room import Room
from affray.web.rooms.room_cache import RoomCache
from affray.web.rooms.subscriptions import Subscriptions
from affray.web.settings import Settings

log = logging.getLogger("affray.web")

QUICK_SECONDS = 0.004
"""Work with a room that takes longer than this goes to a thread, beside other requests."""

QUICK_LINES = 40
"""More lines of another server than this are taken in by a thread."""

OPENING_AT_ONCE = 2
"""Rooms that are built from their journals at the same time."""

MAX_ADDRESSES = 5_000
"""Fights of which the last visitor's address is remembered."""

MISSED_BEATS = 3
"""Heartbeats without a word after which another server is taken for gone."""

Result = TypeVar("Result")


class OpenRooms(RoomCache):
    """The rooms of a store that are open in this process."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        background: Background,
        subscriptions: Subscriptions,
    ) -> None:
        super().__init__(settings.room_bytes, settings.room_idle_seconds, self.is_in_use)
        self.store = store
        self.background = background
        self.subscriptions = subscriptions
        self.playing: set[str] = set()
        """Fights that are played on by themselves."""
        self.other_servers: dict[str, float] = {}
        """When each of the other servers was heard last."""
        self.on_opened: Callable[[Room], None] = lambda room: None
        """Called when a room was built."""
        self.on_followed: Callable[[Room], None] = lambda room: None
        """Called when a room has taken in lines of another server."""
        self._quiet_until = monotonic() + MISSED_BEATS * settings.heartbeat_seconds
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._openings = asyncio.Semaphore(OPENING_AT_ONCE)
        self._stale: set[str] = set()
        """Fights whose journals have to be read: what was added is not known."""
        self._catching_up: set[str] = set()
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def is_in_use(self, fight: str) -> bool:
        """Return whether a room cannot be let go."""
        return fight in self.playing or self.subscriptions.has_any(fight)

    # --- opening ---

    async def open(self, fight: str, address: str = "") -> Room:
        """Return the room of a fight, up to date, built from its journal if it is not open."""
        if address:
            self.note_address(fight, address)
        room = self.get(fight)
        if room is None:
            opening = self._opening.get(fight)
            if opening is None:
                opening = asyncio.get_running_loop().create_task(self._build(fight))
                self._opening[fight] = opening
                opening.add_done_callback(lambda _: self._opening.pop(fight, None))
            room = await asyncio.shield(opening)
        elif self.is_behind(room) or await self._is_behind_store(room):
            await self.follow(room)
        return room

    async def _build(self, fight: str) -> Room:
        async with self._openings:
            room = await self.background.in_thread(self._read, fight)
        self.add(room)
        if fight in self._stale:  # somebody answered elsewhere while it was built
            self.background.spawn(self.follow(room))
        self.on_opened(room)
        return room

    def _read(self, fight: str) -> Room:
        stored, journal = self.store.get_fight(fight), self.store.get_journal(fight)
        return open_room(stored, journal, partial(self.store.get_log, fight))

    def note_address(self, fight: str, address: str) -> None:
        """Note who is at a fight, for a fair share of the workers."""
        self._addresses[fight] = address
        if len(self._addresses) > MAX_ADDRESSES:
            self._addresses.popitem(last=False)

    def address_of(self, fight: str) -> str:
        """Return the address that was last at a fight, or the fight's own id."""
        return self._addresses.get(fight, fight)

    async def in_room(
        self, room: Room, work: Callable[[], Result], is_quick: bool = False
    ) -> Result:
        """Do something with a room: at once if that is quick and its lock is free, else in a
        thread."""
        if is_quick or room.play_seconds <= QUICK_SECONDS:
            if room.lock.acquire(blocking=False):
                try:
                    return work()
                finally:
                    room.lock.release()

        def locked() -> Result:
            with room.lock:
                return work()

        return await self.background.in_thread(locked)

    # --- lines that other servers add ---

    def hear(self, fight: str, number: int, lines: Sequence[JournalLine]) -> Room | None:
        """Note lines that another server has added; return the room if it is behind them."""
        if fight in self._opening:
            self._stale.add(fight)
        room = self.peek(fight)
        if room is None or room.number >= number:
            return None
        room.heard.hear(number, lines)
        return room

    def mark_stale(self, fight: str) -> None:
        """Have a fight's journal read before its room is used."""
        self._stale.add(fight)

    def is_behind(self, room: Room) -> bool:
        """Return whether lines were added that the room has not taken in, or is taking in now."""
        fight = room.stored.id
        is_told = room.heard.are_behind(room.number)
        return is_told or fight in self._stale or fight in self._catching_up

    async def _is_behind_store(self, room: Room) -> bool:
        """Return whether the journal has lines that no notification has told yet.

        Somebody who answers at one server and then asks at another is to find their own answer
        there. A server that has long heard of no other does not look.
        """
        if not self.store.is_shared:
            return False
        if not self.other_servers and monotonic() > self._quiet_until:
            return False
        fight = room.stored.id
        if await self.background.in_thread(self.store.journal_length, fight) <= room.number:
            return False
        self._stale.add(fight)
        return True

    async def follow(self, room: Room) -> None:
        """Have a room take in what was added to its journal elsewhere."""
        async with room.gate:
            if self.is_behind(room):
                await self.catch_up(room)

    async def catch_up(self, room: Room) -> None:
        """Take in what was added to the journal elsewhere; the room's gate is held.

        The lines that other servers told are taken. If some are missing, the journal is read.
        """
        fight = room.stored.id
        self._catching_up.add(fight)
        try:
            lines = [] if fight in self._stale else room.heard.take(room.number)
            if not lines:
                self._stale.discard(fight)
                read = self.store.get_journal
                lines = await self.background.in_thread(read, fight, room.number)
            if lines:
                await self._take_in(room, lines)
        finally:
            self._catching_up.discard(fight)

    async def _take_in(self, room: Room, lines: Sequence[JournalLine]) -> None:
        try:
            if len(lines) <= QUICK_LINES:
                await self.in_room(room, partial(room.follow, lines))
            else:
                await self.background.in_thread(room.follow, lines)
        except Exception:
            fields = {"fight": room.stored.id}
            log.exception("a room could not follow", extra={"fields": fields})
            self.remove(room.stored.id)
        self.on_followed(room)
        self.subscriptions.notify(room.stored.id)
