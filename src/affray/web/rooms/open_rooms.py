"""Open rooms: built from their journals, kept up to date with other servers, closed when unused.

Rooms that are not in use are also closed when memory is short.
"""

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
from affray.web.rooms.subscriptions import Subscriptions
from affray.web.settings import Settings

log = logging.getLogger("affray.web")

QUICK_SECONDS = 0.004
"""Work with a room runs in a thread if the room's steps take longer than this."""

QUICK_LINES = 40
"""A room applies more lines of another server than this in a thread."""

OPENING_AT_ONCE = 2
"""The largest number of rooms that are built from their journals at the same time."""

MAX_ADDRESSES = 5_000
"""The largest number of fights whose last visitor's address is remembered."""

MISSED_BEATS = 3
"""The number of missed heartbeats after which another server counts as gone."""

SHRINK_EVERY = 50
"""The number of added rooms after which the cache checks whether it can close others."""

Result = TypeVar("Result")


class RoomCache:
    """A cache of rooms by fight, least recently used first; it never closes busy rooms."""

    def __init__(self, max_bytes: int, idle_seconds: float, is_busy: Callable[[str], bool]) -> None:
        self.max_bytes = max_bytes
        self.idle_seconds = idle_seconds
        self.is_busy = is_busy
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._used: dict[str, float] = {}
        self._added = 0

    def __len__(self) -> int:
        return len(self._rooms)

    def __contains__(self, fight: str) -> bool:
        return fight in self._rooms

    def rooms(self) -> list[Room]:
        """Return all open rooms."""
        return list(self._rooms.values())

    def peek(self, fight: str) -> Room | None:
        """Return the room of a fight if it is open, without counting as a use."""
        return self._rooms.get(fight)

    def get(self, fight: str) -> Room | None:
        """Return the room of a fight if it is open, and count that as a use."""
        room = self._rooms.get(fight)
        if room is not None:
            self._rooms.move_to_end(fight)
            self._used[fight] = monotonic()
        return room

    def add(self, room: Room) -> None:
        """Add a room; at every `SHRINK_EVERY`th one, close rooms that are no longer needed."""
        self._rooms[room.stored.id] = room
        self.get(room.stored.id)
        self._added += 1
        if self._added % SHRINK_EVERY == 0:
            self.shrink()

    def remove(self, fight: str) -> None:
        """Close a room."""
        self._rooms.pop(fight, None)
        self._used.pop(fight, None)

    def byte_count(self) -> int:
        """Return the approximate number of bytes that all rooms take."""
        return sum(room.byte_count for room in self._rooms.values())

    def shrink(self) -> None:
        """Close idle rooms and, while memory is short, the least recently used ones."""
        oldest = monotonic() - self.idle_seconds
        total = self.byte_count()
        for fight in list(self._rooms):
            if total <= self.max_bytes and self._used[fight] >= oldest:
                return
            if not self.is_busy(fight) and not self._rooms[fight].gate.locked():
                total -= self._rooms[fight].byte_count
                self.remove(fight)


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
        """The fights that `Autoplay` plays on."""
        self.other_servers: dict[str, float] = {}
        """The time of the last notification from each other server."""
        self.on_opened: Callable[[Room], None] = lambda room: None
        """Called with a room that was built."""
        self.on_followed: Callable[[Room], None] = lambda room: None
        """Called with a room that has applied lines of another server."""
        self._quiet_until = monotonic() + MISSED_BEATS * settings.heartbeat_seconds
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._openings = asyncio.Semaphore(OPENING_AT_ONCE)
        self._stale: set[str] = set()
        """The fights whose journals may have new lines that have to be read."""
        self._catching_up: set[str] = set()
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def is_in_use(self, fight: str) -> bool:
        """Return whether a room has to stay open: it is played on, or a page listens."""
        return fight in self.playing or self.subscriptions.has_any(fight)

    # --- opening ---

    async def open(self, fight: str, address: str = "") -> Room:
        """Return the up-to-date room of a fight; build it from its journal if it is not open."""
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
            room = await asyncio.to_thread(self._read, fight)
        self.add(room)
        if fight in self._stale:  # another server added lines while it was built
            self.background.spawn(self.follow(room))
        self.on_opened(room)
        return room

    def _read(self, fight: str) -> Room:
        stored, journal = self.store.get_fight(fight), self.store.get_journal(fight)
        return open_room(stored, journal, partial(self.store.get_log, fight))

    def note_address(self, fight: str, address: str) -> None:
        """Remember the last visitor's address of a fight, for a fair share of the workers."""
        self._addresses[fight] = address
        if len(self._addresses) > MAX_ADDRESSES:
            self._addresses.popitem(last=False)

    def address_of(self, fight: str) -> str:
        """Return the last visitor's address of a fight, or the fight's id if it is unknown."""
        return self._addresses.get(fight, fight)

    async def in_room(
        self, room: Room, work: Callable[[], Result], is_quick: bool = False
    ) -> Result:
        """Run a function with a room's lock held.

        Run it at once if it is quick and the lock is free, otherwise in a thread.
        """
        if is_quick or room.play_seconds <= QUICK_SECONDS:
            if room.lock.acquire(blocking=False):
                try:
                    return work()
                finally:
                    room.lock.release()

        def locked() -> Result:
            with room.lock:
                return work()

        return await asyncio.to_thread(locked)

    # --- lines that other servers add ---

    def hear(self, fight: str, number: int) -> Room | None:
        """Take note of a journal's length at another server; return the room if it is behind."""
        room = self.peek(fight)
        if fight in self._opening or (room is not None and room.number < number):
            self._stale.add(fight)
        return room if room is not None and room.number < number else None

    def mark_stale(self, fight: str) -> None:
        """Mark a fight's journal to be read before its room is used."""
        self._stale.add(fight)

    def is_behind(self, room: Room) -> bool:
        """Return whether the journal has lines that the room has not finished applying."""
        fight = room.stored.id
        return fight in self._stale or fight in self._catching_up

    async def _is_behind_store(self, room: Room) -> bool:
        """Return whether the store has lines of a journal that no notification has announced yet.

        A person who answers at one server has to find that answer at the next server at once. The
        check is skipped if no other server was heard of for long.
        """
        if not self.store.is_shared:
            return False
        if not self.other_servers and monotonic() > self._quiet_until:
            return False
        fight = room.stored.id
        if await asyncio.to_thread(self.store.journal_length, fight) <= room.number:
            return False
        self._stale.add(fight)
        return True

    async def follow(self, room: Room) -> None:
        """Have a room apply the lines that other servers added to its journal."""
        async with room.gate:
            if self.is_behind(room):
                await self.catch_up(room)

    async def catch_up(self, room: Room) -> None:
        """Apply the lines that other servers added; the caller holds the room's gate."""
        fight = room.stored.id
        self._catching_up.add(fight)
        try:
            self._stale.discard(fight)
            read = self.store.get_journal
            lines = await asyncio.to_thread(read, fight, room.number)
            if lines:
                await self._take_in(room, lines)
        finally:
            self._catching_up.discard(fight)

    async def _take_in(self, room: Room, lines: Sequence[JournalLine]) -> None:
        try:
            if len(lines) <= QUICK_LINES:
                await self.in_room(room, partial(room.follow, lines))
            else:
                await asyncio.to_thread(room.follow, lines)
        except Exception:
            fields = {"fight": room.stored.id}
            log.exception("a room could not follow", extra={"fields": fields})
            self.remove(room.stored.id)
        self.on_followed(room)
        self.subscriptions.notify(room.stored.id)
