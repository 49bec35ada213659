"""Hears what other servers on the same PostgreSQL database have added."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from affray.store.database import Store, psycopg_address
from affray.store.journal import JournalLine
from affray.store.postgres_appends import CHANNEL

log = logging.getLogger("affray.store")

PRESENCE, PRESENCE_WANTED, ALIVE = "presence", "presence?", "alive"
"""Kinds of notifications: who is there at a server, the wish to be told, and that a server is there
itself."""

RECONNECT_SECONDS = 1.0
"""How long to wait before trying again to reach a database that does not answer."""


@dataclass(frozen=True)
class Notification:
    """Something another server did to a fight: 'journal', 'links' or 'deleted'; or who is there,
    'presence', with that server and the roles, or 'presence?' where it asks who is; 'alive' says
    only that it is there itself.

    Of a journal it says how long it is now, and the last lines that were added; where they were
    too long to be told, `lines` is empty.
    """

    kind: str
    fight: str
    number: int = 0
    lines: tuple[JournalLine, ...] = ()
    server: str = ""
    roles: frozenset[str] = frozenset()


def parse_notification(payload: str, server: str) -> Notification | None:
    """Read a notification; return None for this server's own and for unknown ones."""
    if payload.startswith(server):
        return None
    words = payload.split(" ", 4)
    if len(words) < 3:
        return None
    number = int(words[3]) if len(words) > 3 and words[3].isdecimal() else 0
    if words[1] == PRESENCE:
        told = words[3] if len(words) > 3 else ""
        roles = frozenset(role.replace("_", " ") for role in told.split(",") if role)
        return Notification(words[1], words[2], server=words[0], roles=roles)
    lines = parse_lines(words[4] if words[4:] else "")
    return Notification(words[1], words[2], number, lines, words[0])


def parse_lines(text: str) -> tuple[JournalLine, ...]:
    """Return the journal lines of a notification; none if they cannot be read."""
    try:
        return tuple(JournalLine(kind, line) for kind, line in json.loads(text or "[]"))
    except (ValueError, TypeError):
        return ()


def presence_text(fight: str, roles: Iterable[str]) -> str:
    """Say to the other servers whose pages listen to a fight here."""
    joined = ",".join(role.replace(" ", "_") for role in sorted(roles))
    return f"{PRESENCE} {fight} {joined}"


class NotificationListener:
    """A thread that waits for notifications. Where the connection was lost, `on_gap` is called
    when it is back, because something may have been missed."""

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
