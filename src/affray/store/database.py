"""Keeps fights in a database: SQLite by default, PostgreSQL by address."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from time import time
from typing import Any

from sqlalchemy import Engine, create_engine, event, func, insert, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError

from affray.store.journal import JournalLine
from affray.store.tables import answers, fights, links, metadata

LOCK_TIMEOUT_MS = 20_000
"""Milliseconds that one writer of SQLite waits for another."""


class AlreadyAnsweredError(Exception):
    """Somebody else has answered this question already."""


class FightNotFoundError(Exception):
    """There is no such fight."""


@dataclass(frozen=True)
class StoredFight:
    """How a fight began: all there is to know of it but its journal."""

    id: str
    name: str
    scenario: str
    ruleset: str
    revision: int
    version: str
    seed: int
    players: tuple[str, ...]
    gm: str
    parent: str | None = None
    parent_at: int | None = None
    made: float = 0.0


def link_digest(secret: str) -> str:
    """What is kept of a secret link."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Store:
    """Fights by id, each with its journal and its links.

    Adding to a journal succeeds once for each number, or raises AlreadyAnsweredError.
    """

    def __init__(self, address: str = "sqlite:///affray.db") -> None:
        self.engine = open_engine(address)
        metadata.create_all(self.engine)
        # how a fight began never changes, so it is read once
        self._cached_fight = lru_cache(maxsize=2000)(self._read_fight)

    def close(self) -> None:
        """Lets the database go."""
        self.engine.dispose()

    def is_healthy(self) -> bool:
        """Whether the database answers."""
        with self.engine.connect() as connection:
            return connection.execute(text("select 1")).scalar() == 1

    def create(
        self, stored: StoredFight, journal: Sequence[JournalLine], secrets: Mapping[str, str]
    ) -> None:
        """Keeps a new fight with what has been answered in it, and its secret links by role."""
        now = time()
        with self.engine.begin() as connection:
            connection.execute(insert(fights).values(fight_row(stored, now)))
            if journal:
                connection.execute(insert(answers), journal_rows(stored.id, 0, journal, now))
            connection.execute(
                insert(links),
                [
                    {"digest": link_digest(secret), "fight": stored.id, "role": role}
                    for role, secret in secrets.items()
                ],
            )

    def get_fight(self, fight: str) -> StoredFight:
        """How a fight began, or FightNotFoundError."""
        return self._cached_fight(fight)

    def _read_fight(self, fight: str) -> StoredFight:
        with self.engine.connect() as connection:
            row = connection.execute(select(fights).where(fights.c.id == fight)).mappings().first()
        if row is None:
            raise FightNotFoundError(fight)
        return fight_from_row(dict(row))

    def get_journal(self, fight: str) -> list[JournalLine]:
        """Everything that was answered or taken back, in order."""
        wanted = (
            select(answers.c.kind, answers.c.text)
            .where(answers.c.fight == fight)
            .order_by(answers.c.number)
        )
        with self.engine.connect() as connection:
            return [JournalLine(kind, line) for kind, line in connection.execute(wanted)]

    def journal_length(self, fight: str) -> int:
        """How many lines a journal has."""
        wanted = select(func.max(answers.c.number)).where(answers.c.fight == fight)
        with self.engine.connect() as connection:
            return int(connection.execute(wanted).scalar() or 0)

    def append(self, fight: str, after: int, journal: Sequence[JournalLine]) -> int:
        """Adds lines behind the first `after`, all or none, and gives the new length.

        When this returns the lines are on the disk. Whoever comes second gets AlreadyAnsweredError.
        """
        if not journal:
            return after
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(answers), journal_rows(fight, after, journal, time()))
        except IntegrityError:
            raise AlreadyAnsweredError(fight) from None
        return after + len(journal)

    def role_of_link(self, fight: str, secret: str) -> str | None:
        """Whose link a secret is, compared in a time that tells nothing."""
        wanted = select(links.c.digest, links.c.role).where(links.c.fight == fight)
        given = link_digest(secret)
        found = None
        with self.engine.connect() as connection:
            for digest, role in connection.execute(wanted):
                if hmac.compare_digest(digest, given):
                    found = str(role)
        return found


def open_engine(address: str) -> Engine:
    """A database by its address, set so that what is committed survives a killed process."""
    url = make_url(address)
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_size=20, max_overflow=20, pool_pre_ping=True)
    engine = create_engine(
        url, pool_size=20, max_overflow=30, connect_args={"timeout": LOCK_TIMEOUT_MS / 1000}
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(f"pragma busy_timeout = {LOCK_TIMEOUT_MS}")
        cursor.execute("pragma journal_mode = wal")
        cursor.execute("pragma synchronous = full")
        cursor.execute("pragma foreign_keys = on")
        cursor.close()

    return engine


def journal_rows(
    fight: str, after: int, journal: Sequence[JournalLine], now: float
) -> list[dict[str, Any]]:
    """Lines of a journal as rows, numbered."""
    return [
        {"fight": fight, "number": number, "kind": line.kind, "text": line.text, "made": now}
        for number, line in enumerate(journal, after + 1)
    ]


def fight_row(stored: StoredFight, now: float) -> dict[str, Any]:
    """A fight's beginning as a row."""
    return {
        "id": stored.id,
        "made": now,
        "name": stored.name,
        "scenario": stored.scenario,
        "ruleset": stored.ruleset,
        "revision": stored.revision,
        "version": stored.version,
        "seed": f"{stored.seed:016x}",
        "players": json.dumps(list(stored.players)),
        "gm": stored.gm,
        "parent": stored.parent,
        "parent_at": stored.parent_at,
    }


def fight_from_row(row: Mapping[str, Any]) -> StoredFight:
    """A fight's beginning from its row."""
    return StoredFight(
        row["id"],
        row["name"],
        row["scenario"],
        row["ruleset"],
        row["revision"],
        row["version"],
        int(row["seed"], 16),
        tuple(json.loads(row["players"])),
        row["gm"],
        row["parent"],
        row["parent_at"],
        row["made"],
    )
