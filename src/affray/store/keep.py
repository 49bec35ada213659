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

from affray.store.journal import Line
from affray.store.tables import answers, fights, links, metadata

WAIT_FOR_LOCK = 20_000
"""Milliseconds that one writer of SQLite waits for another."""


class Taken(Exception):
    """Somebody else has answered this question already."""


class NotThere(Exception):
    """There is no such fight."""


@dataclass(frozen=True)
class Kept:
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


def digest_of(secret: str) -> str:
    """What is kept of a secret link."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Store:
    """Fights by id. Adding to a journal succeeds once for each number, or raises Taken."""

    def __init__(self, address: str = "sqlite:///affray.db") -> None:
        self.engine = engine_for(address)
        metadata.create_all(self.engine)
        # how a fight began never changes, so it is read once
        self._known = lru_cache(maxsize=2000)(self._read)

    def close(self) -> None:
        """Lets the database go."""
        self.engine.dispose()

    def healthy(self) -> bool:
        """Whether the database answers."""
        with self.engine.connect() as connection:
            return connection.execute(text("select 1")).scalar() == 1

    def create(self, kept: Kept, journal: Sequence[Line], secrets: Mapping[str, str]) -> None:
        """Keeps a new fight with what has been answered in it, and its secret links by role."""
        now = time()
        with self.engine.begin() as connection:
            connection.execute(insert(fights).values(row_of(kept, now)))
            if journal:
                connection.execute(insert(answers), rows_of(kept.id, 0, journal, now))
            connection.execute(
                insert(links),
                [
                    {"digest": digest_of(secret), "fight": kept.id, "role": role}
                    for role, secret in secrets.items()
                ],
            )

    def fight(self, fight: str) -> Kept:
        """How a fight began, or NotThere."""
        return self._known(fight)

    def _read(self, fight: str) -> Kept:
        with self.engine.connect() as connection:
            row = connection.execute(select(fights).where(fights.c.id == fight)).mappings().first()
        if row is None:
            raise NotThere(fight)
        return kept_of(dict(row))

    def journal(self, fight: str) -> list[Line]:
        """Everything that was answered or taken back, in order."""
        wanted = (
            select(answers.c.kind, answers.c.text)
            .where(answers.c.fight == fight)
            .order_by(answers.c.number)
        )
        with self.engine.connect() as connection:
            return [Line(kind, line) for kind, line in connection.execute(wanted)]

    def length(self, fight: str) -> int:
        """How many lines a journal has."""
        wanted = select(func.max(answers.c.number)).where(answers.c.fight == fight)
        with self.engine.connect() as connection:
            return int(connection.execute(wanted).scalar() or 0)

    def append(self, fight: str, after: int, journal: Sequence[Line]) -> int:
        """Adds lines behind the first `after`, all or none, and gives the new length.

        When this returns the lines are on the disk. Whoever comes second gets Taken.
        """
        if not journal:
            return after
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(answers), rows_of(fight, after, journal, time()))
        except IntegrityError:
            raise Taken(fight) from None
        return after + len(journal)

    def role(self, fight: str, secret: str) -> str | None:
        """Whose link a secret is, compared in a time that tells nothing."""
        wanted = select(links.c.digest, links.c.role).where(links.c.fight == fight)
        given = digest_of(secret)
        found = None
        with self.engine.connect() as connection:
            for digest, role in connection.execute(wanted):
                if hmac.compare_digest(digest, given):
                    found = str(role)
        return found


def engine_for(address: str) -> Engine:
    """A database by its address, set so that what is committed survives a killed process."""
    url = make_url(address)
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_size=20, max_overflow=20, pool_pre_ping=True)
    engine = create_engine(
        url, pool_size=20, max_overflow=30, connect_args={"timeout": WAIT_FOR_LOCK / 1000}
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(f"pragma busy_timeout = {WAIT_FOR_LOCK}")
        cursor.execute("pragma journal_mode = wal")
        cursor.execute("pragma synchronous = full")
        cursor.execute("pragma foreign_keys = on")
        cursor.close()

    return engine


def rows_of(fight: str, after: int, journal: Sequence[Line], now: float) -> list[dict[str, Any]]:
    """Lines of a journal as rows, numbered."""
    return [
        {"fight": fight, "number": number, "kind": line.kind, "text": line.text, "made": now}
        for number, line in enumerate(journal, after + 1)
    ]


def row_of(kept: Kept, now: float) -> dict[str, Any]:
    """A fight's beginning as a row."""
    return {
        "id": kept.id,
        "made": now,
        "name": kept.name,
        "scenario": kept.scenario,
        "ruleset": kept.ruleset,
        "revision": kept.revision,
        "version": kept.version,
        "seed": f"{kept.seed:016x}",
        "players": json.dumps(list(kept.players)),
        "gm": kept.gm,
        "parent": kept.parent,
        "parent_at": kept.parent_at,
    }


def kept_of(row: Mapping[str, Any]) -> Kept:
    """A fight's beginning from its row."""
    return Kept(
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
