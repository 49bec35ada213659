"""Keeps rooms in memory while they are used, and lets them go when there is no need or no room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from affray.web.rooms.room import Room

SHRINK_EVERY = 50
"""After so many rooms were added it is looked whether others can be let go."""


class RoomCache:
    """Rooms by fight, the last used last. Those for which `is_busy` holds are not let go."""

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
        """Return every room there is."""
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
        """Take a room in; drop others now and then if memory is short."""
        self._rooms[room.stored.id] = room
        self.get(room.stored.id)
        self._added += 1
        if self._added % SHRINK_EVERY == 0:
            self.shrink()

    def remove(self, fight: str) -> None:
        """Let a room go."""
        self._rooms.pop(fight, None)
        self._used.pop(fight, None)

    def byte_count(self) -> int:
        """Return about how much memory all rooms take."""
        return sum(room.byte_count for room in self._rooms.values())

    def shrink(self) -> None:
        """Let go of rooms that nobody has used for long, and the longest unused of too many."""
        oldest = monotonic() - self.idle_seconds
        total = self.byte_count()
        for fight in list(self._rooms):
            if total <= self.max_bytes and self._used[fight] >= oldest:
                return
            if not self.is_busy(fight) and not self._rooms[fight].gate.locked():
                total -= self._rooms[fight].byte_count
                self.remove(fight)
