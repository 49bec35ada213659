"""Adds to many journals of a PostgreSQL database at once, in one statement.

A statement by itself is a transaction, so that a batch of appends costs one question and one
answer between the server and the database, and one wait for its disk. Nothing of an append is
added where its first line's number is taken: a journal has no gaps, so then the others are too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from threading import Lock
from time import monotonic, time
from typing import TYPE_CHECKING, Any

from affray.store.engine import TRUSTED_SECONDS
from affray.store.journal import Append

if TYPE_CHECKING:
    import psycopg

CHANNEL = "affray"
"""The PostgreSQL channel on which servers tell each other what was added."""

MAX_PAYLOAD = 7_900
"""Bytes of a notification; PostgreSQL takes no 8,000."""

ADD = """
with first as (
    insert into answers (fight, number, kind, text, made)
    select one.fight, one.number, one.kind, one.text, %(now)s
    from unnest(%(fights)s::text[], %(numbers)s::int[], %(kinds)s::text[], %(texts)s::text[])
        as one (fight, number, kind, text)
    on conflict do nothing
    returning fight
), rest as (
    insert into answers (fight, number, kind, text, made)
    select one.fight, one.number, one.kind, one.text, %(now)s
    from unnest(
        %(more_fights)s::text[], %(more_numbers)s::int[], %(more_kinds)s::text[],
        %(more_texts)s::text[]
    ) as one (fight, number, kind, text)
    where one.fight in (select fight from first)
), told as (
    insert into log_entries (fight, number, text)
    select one.fight, one.number, one.text
    from unnest(%(log_fights)s::text[], %(log_numbers)s::int[], %(log_texts)s::text[])
        as one (fight, number, text)
    where one.fight in (select fight from first)
), begun as (
    insert into unfinished (fight, server, lease_until)
    select one.fight, %(server)s, %(lease_until)s
    from unnest(%(begun)s::text[]) as one (fight)
    where one.fight in (select fight from first)
    on conflict (fight) do update
    set server = excluded.server, lease_until = excluded.lease_until
), ended as (
    delete from unfinished
    where fight = any(%(ended)s::text[]) and fight in (select fight from first)
), notified as (
    select pg_notify(%(channel)s, one.payload)
    from unnest(%(fights)s::text[], %(payloads)s::text[]) as one (fight, payload)
    where one.fight in (select fight from first)
)
select fight, (select count(*) from notified) from first
"""


JOURNAL_LENGTH = "select max(number) from answers where fight = %s"


def journal_payload(server: str, append: Append) -> str:
    """Return what other servers are told of an append: its lines too, if they are few."""
    lines = json.dumps([[line.kind, line.text] for line in append.lines], separators=(",", ":"))
    payload = f"{server} journal {append.fight} {append.number}"
    whole = f"{payload} {lines}"
    return whole if len(whole) <= MAX_PAYLOAD else payload  # json.dumps gives ASCII


class PostgresAppends:
    """Connections that add to journals. Every method may be called by any thread."""

    def __init__(self, address: str, server: str) -> None:
        self.address = address
        self.server = server
        self._lock = Lock()
        self._idle: list[tuple[float, psycopg.Connection[Any]]] = []

    def add(self, appends: Sequence[Append], lease: float) -> set[str]:
        """Add to journals; return the fights that took the lines.

        Each fight is there at most once, with at least one line. Raise the database's error; then
        nothing was added.
        """
        connection = self._take()
        try:
            rows = connection.execute(ADD, self._parameters(appends, lease), prepare=True)
            added = {str(row[0]) for row in rows}
        except BaseException as error:
            if is_integrity_error(error):
                self._give_back(connection)
            else:
                connection.close()
            raise
        self._give_back(connection)
        return added

    def journal_length(self, fight: str) -> int:
        """Return how many lines a journal has."""
        connection = self._take()
        try:
            found = connection.execute(JOURNAL_LENGTH, (fight,), prepare=True).fetchone()
        except BaseException:
            connection.close()
            raise
        self._give_back(connection)
        return int(found[0] or 0) if found is not None else 0

    def _parameters(self, appends: Sequence[Append], lease: float) -> dict[str, Any]:
        now = time()
        more = [
            (append.fight, append.after + place, line)
            for append in appends
            for place, line in enumerate(append.lines, 1)
            if place > 1
        ]
        logs = [one for one in appends if one.log is not None]
        return {
            "now": now,
            "server": self.server,
            "lease_until": now + lease,
            "channel": CHANNEL,
            "fights": [one.fight for one in appends],
            "numbers": [one.after + 1 for one in appends],
            "kinds": [one.lines[0].kind for one in appends],
            "texts": [one.lines[0].text for one in appends],
            "payloads": [journal_payload(self.server, one) for one in appends],
            "more_fights": [fight for fight, _, _ in more],
            "more_numbers": [number for _, number, _ in more],
            "more_kinds": [line.kind for _, _, line in more],
            "more_texts": [line.text for _, _, line in more],
            "log_fights": [one.fight for one in logs],
            "log_numbers": [one.number for one in logs],
            "log_texts": [one.log for one in logs],
            "begun": [one.fight for one in appends if one.unfinished is True],
            "ended": [one.fight for one in appends if one.unfinished is False],
        }

    def _take(self) -> psycopg.Connection[Any]:
        """Take a connection that is probably alive."""
        import psycopg

        while True:
            with self._lock:
                used, connection = self._idle.pop() if self._idle else (0.0, None)
            if connection is None:
                return psycopg.connect(self.address, autocommit=True)
            if monotonic() - used < TRUSTED_SECONDS:
                return connection
            try:
                connection.execute("select 1")
            except psycopg.Error:
                connection.close()
            else:
                return connection

    def _give_back(self, connection: psycopg.Connection[Any]) -> None:
        with self._lock:
            self._idle.append((monotonic(), connection))

    def close(self) -> None:
        """Close all connections."""
        with self._lock:
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()


def is_integrity_error(error: BaseException) -> bool:
    """Return whether a database refused a row because of its key."""
    return type(error).__name__ in ("IntegrityError", "UniqueViolation", "ForeignKeyViolation")
