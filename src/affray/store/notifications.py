"""Hears what other servers on the same PostgreSQL database have added."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from affray.store.database import CHANNEL, Store

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
    only that it is there itself."""

    kind: str
    fight: str
    number: int = 0
    server: str = ""
    roles: frozenset[str] = frozenset()


def parse_notification(payload: str, server: str) -> Notification | None:
    """What a notification says; None where it is this server's own or not understood."""
    words = payload.split(" ")
    if len(words) < 3 or words[0] == server:
        return None
    number = int(words[3]) if len(words) > 3 and words[3].isdecimal() else 0
    roles: frozenset[str] = frozenset()
    if words[1] == PRESENCE and len(words) > 3:
        roles = frozenset(role.replace("_", " ") for role in words[3].split(",") if role)
    return Notification(words[1], words[2], number, words[0], roles)


def presence_text(fight: str, roles: Iterable[str]) -> str:
    """Says to the other servers whose pages listen to a fight here."""
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
        """Listens no more."""
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

        url = self.store.engine.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
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
