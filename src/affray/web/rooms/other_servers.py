"""Other servers on the same database: their journal lines, their listeners and their heartbeats."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from time import monotonic

from sqlalchemy.exc import SQLAlchemyError

from affray.store import (
    ALIVE,
    PRESENCE,
    PRESENCE_WANTED,
    Notification,
    NotificationListener,
    presence_text,
)
from affray.web.rooms.links import FightLinks
from affray.web.rooms.open_rooms import MISSED_BEATS, OpenRooms
from affray.web.rooms.room import Room

log = logging.getLogger("affray.web")


class OtherServers:
    """The exchange with other servers: sends this server's presence and handles notifications."""

    def __init__(self, rooms: OpenRooms, links: FightLinks) -> None:
        self.rooms = rooms
        self.store = rooms.store
        self.links = links
        self.background = rooms.background
        self.subscriptions = rooms.subscriptions
        self._listener: NotificationListener | None = None
        self._heard: deque[Notification] = deque()
        """Notifications that were not handled yet."""
        self._is_hearing = False
        self._presence_known: set[str] = set()
        """Fights whose listeners at other servers were asked for."""
        self._untold_presence: dict[str, None] = {}
        """Fights whose listeners here are still to be sent to other servers, the oldest first."""
        self._is_telling_presence = False

    def start(self) -> None:
        """Listen for notifications, if other servers may share the database."""
        if self.store.is_shared:
            self.subscriptions.on_presence = self.tell_presence
            self._listener = NotificationListener(
                self.store, self.hear, lambda: self.background.from_thread(self._on_gap)
            )

    async def close(self) -> None:
        """Stop listening."""
        if self._listener is not None:
            await asyncio.to_thread(self._listener.close)

    async def beat(self, seconds: float) -> None:
        """Send a heartbeat, and forget other servers that missed theirs."""
        if not self.store.is_shared:
            return
        try:
            await asyncio.to_thread(self.store.notify, f"{ALIVE} -")
        except SQLAlchemyError:
            log.warning("the other servers could not be told anything")
            return
        for fight in list(self._untold_presence):
            self._say_presence(fight)
        since, servers = monotonic() - MISSED_BEATS * seconds, self.rooms.other_servers
        for server in [one for one, heard in servers.items() if heard < since]:
            del servers[server]
            self.subscriptions.forget_server(server)

    # --- hearing ---

    def hear(self, found: Notification) -> None:
        """Queue a notification, in any thread; wake the event loop once for several."""
        self._heard.append(found)
        if not self._is_hearing:
            self._is_hearing = True
            self.background.from_thread(self._on_heard)

    def _on_heard(self) -> None:
        self._is_hearing = False
        while self._heard:
            self.on_notification(self._heard.popleft())

    def on_notification(self, found: Notification) -> None:
        """Handle a notification of another server."""
        self.rooms.other_servers[found.server] = monotonic()
        if found.kind == "journal":
            room = self.rooms.hear(found.fight, found.number)
            if room is not None and self._is_watched(room):
                self.background.spawn(self.rooms.follow(room))
        elif found.kind == "links":
            self.links.forget(found.fight)
            if self.subscriptions.has_any(found.fight):
                self.background.spawn(self.links.end_revoked(found.fight))
        elif found.kind == "deleted":
            self.forget(found.fight)
        elif found.kind == PRESENCE:
            self.subscriptions.hear_presence(found.fight, found.server, found.roles)
        elif found.kind == PRESENCE_WANTED and self.subscriptions.roles_here(found.fight):
            self._say_presence(found.fight)

    def _is_watched(self, room: Room) -> bool:
        """Return whether a room has to apply new lines at once, for listeners, play or a clock.

        Other rooms apply them when they are next opened.
        """
        return self.rooms.is_in_use(room.stored.id) or bool(room.table.clock_seconds)

    def forget(self, fight: str) -> None:
        """Remove the room, links and listeners of a deleted fight."""
        self.rooms.remove(fight)
        self.links.forget(fight)
        self.subscriptions.end_links(fight, set())

    def _on_gap(self) -> None:
        """Have every room read its journal, because notifications may have been missed."""
        for room in self.rooms.rooms():
            self.rooms.mark_stale(room.stored.id)
            self.background.spawn(self.rooms.follow(room))
        self.subscriptions.forget_elsewhere()
        self._presence_known.clear()
        for fight in self.subscriptions.fights():
            self.tell_presence(fight)

    # --- sending presence ---

    def tell_presence(self, fight: str) -> None:
        """Send a fight's listeners here to other servers, and ask once for theirs."""
        self._say_presence(fight)
        if fight not in self._presence_known:
            self._presence_known.add(fight)
            wanted = f"{PRESENCE_WANTED} {fight}"
            self.background.spawn(asyncio.to_thread(self.store.notify, wanted))
        if not self.subscriptions.has_any(fight):
            self._presence_known.discard(fight)

    def _say_presence(self, fight: str) -> None:
        self._untold_presence[fight] = None
        if not self._is_telling_presence:
            self._is_telling_presence = True
            self.background.spawn(self._say_untold_presence())

    async def _say_untold_presence(self) -> None:
        """Send the present listeners of one fight after the other, so that the newest arrive last.

        If the store fails, the rest is sent with the next heartbeat.
        """
        untold = self._untold_presence
        try:
            while untold:
                fight = next(iter(untold))
                del untold[fight]
                text = presence_text(fight, self.subscriptions.roles_here(fight))
                try:
                    await asyncio.to_thread(self.store.notify, text)
                except SQLAlchemyError:
                    untold[fight] = None
                    log.warning("the other servers could not be told who is there")
                    return
        finally:
            self._is_telling_presence = False
