"""Notifications from other servers on the same PostgreSQL database."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from affray.store.database import CHANNEL, Store, psycopg_address

log = logging.getLogger("affray.store")

PRESENCE, PRESENCE_WANTED, ALIVE = "presence", "presence?", "alive"
"""Kinds of notifications: a fight's listeners at a server, a request for them, a heartbeat."""

RECONNECT_SECONDS = 1.0
"""The seconds before a new try to reach a database that does not answer."""


@dataclass(frozen=True)
class Notification:
    """A notification from another server.

    Its `kind` is 'journal', 'links' or 'deleted' for a change of a fight; 'presence' for the roles
    that listen there, 'presence?' to ask for those at other servers; or 'alive' for a heartbeat.
    `number` is the new length of a journal.
    """

    kind: str
    fight: str
    number: int = 0
    server: str = ""
    roles: frozenset[str] = frozenset()


def parse_notification(payload: str, server: str) -> Notification | None:
    """Parse a notification; return None if it is this server's own or malformed."""
    if payload.startswith(server):
        return None
    words = payload.split(" ", 3)
    if len(words) < 3:
        return None
    number = int(words[3]) if len(words) > 3 and words[3].isdecimal() else 0
    if words[1] == PRESENCE:
        told = words[3] if len(words) > 3 else ""
        roles = frozenset(role.replace("_", " ") for role in told.split(",") if role)
        return Notification(words[1], words[2], server=words[0], roles=roles)
    return Notification(words[1], words[2], number, words[0])


def presence_text(fight: str, roles: Iterable[str]) -> str:
    """Return the notification of the roles that listen to a fight at this server."""
    joined = ",".join(role.replace(" ", "_") for role in sorted(roles))
    return f"{PRESENCE} {fight} {joined}"


class NotificationListener:
    """A thread that waits for notifications.

    It calls `on_gap` after a lost connection is back, because notifications may have been missed.
    """

    def __init__(
        self,
        store: Store,
        on_notification: Callable[[Notification], None],
        on_gap: Callable[[], None],
    ) -> None:
        self.store = store
        self.on_notification = on_notification
        self.on_gap = on_gap
        self.is_listening = threading.Event()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="notifications", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._closing.set()
        self._thread.join(5)

    def _run(self) -> None:
        lost = False
        while not self._closing.is_set():
            try:
                self._listen(lost)
            except Exception as error:
                if self._closing.is_set():
                    return
                log.warning("notifications are interrupted: %s", str(error)[:200])
            self.is_listening.clear()
            lost = True
            self._closing.wait(RECONNECT_SECONDS)

    def _listen(self, lost: bool) -> None:
        import psycopg

        address = psycopg_address(self.store.engine)
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"listen {CHANNEL}")
            self.is_listening.set()
            if lost:
                self.on_gap()
            while not self._closing.is_set():
                for found in connection.notifies(timeout=0.5):
                    parsed = parse_notification(found.payload, self.store.server)
                    if parsed is not None:
                        self.on_notification(parsed)
