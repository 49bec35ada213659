"""Stores fights in a database: SQLite by default, PostgreSQL by address."""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from time import time
from typing import Any

from sqlalchemy import Engine, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from affray.store.engine import lock_for_one_server, open_engine
from affray.store.journal import Append, JournalLine
from affray.store.postgres_appends import CHANNEL, PostgresAppends, is_integrity_error
from affray.store.schema import migrate
from affray.store.summaries import LIST_FIGHTS, FightSummary
from affray.store.tables import (
    answers,
    fights,
    heartbeats,
    jobs,
    join_codes,
    links,
    log_entries,
    unfinished,
)

log = logging.getLogger("affray.store")

MAX_CACHED_FIGHTS = 500
"""So many fights' beginnings are remembered."""


class AlreadyAnsweredError(Exception):
    """Somebody else has answered this question already."""


class StoreUnavailableError(Exception):
    """The database failed; nobody knows whether what was to be written is there."""


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
    seed_chosen: bool = False
    made: float = 0.0


@dataclass(frozen=True)
class StoredJob:
    """A job as another server told of it."""

    data: dict[str, Any]
    updated: float
    stop: bool


def secret_digest(secret: str) -> str:
    """Return what is stored of a secret: its SHA-256."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


class Store:
    """Fights by id, each with its journal and its links. Every method may be called by any thread.

    Adding to a journal succeeds once for each number, or raises AlreadyAnsweredError. A store that
    is `for_server` is claimed: where the database is a file, for this server alone.
    """

    def __init__(self, address: str = "sqlite:///affray.db", for_server: bool = False) -> None:
        self.address = address
        self.server = secrets.token_hex(8)
        """Names this server to the others."""
        self._lock_file = lock_for_one_server(address) if for_server else None
        try:
            self.engine = open_engine(address)
            self.is_shared = self.engine.dialect.name == "postgresql"
            """Whether other servers may write to the same fights."""
            migrate(self.engine)
        except BaseException:
            self._unlock()
            raise
        self._appends = (
            PostgresAppends(psycopg_address(self.engine), self.server) if self.is_shared else None
        )
        mark = "%s" if self.is_shared else "?"
        three = f"{mark}, {mark}, {mark}"
        self._insert_answer = (
            "insert into answers (fight, number, kind, text, made) "
            + f"values ({three}, {mark}, {mark})"
        )
        self._insert_log = f"insert into log_entries (fight, number, text) values ({three})"
        self._insert_unfinished = (
            f"insert into unfinished (fight, server, lease_until) values ({three}) "
            "on conflict (fight) do update "
            "set server = excluded.server, lease_until = excluded.lease_until"
        )
        self._delete_unfinished = f"delete from unfinished where fight = {mark}"
        # how a fight began never changes, so it is read once
        self._cached_fight = lru_cache(maxsize=MAX_CACHED_FIGHTS)(self._read_fight)

    def close(self) -> None:
        """Close all connections."""
        if self._appends is not None:
            self._appends.close()
        self.engine.dispose()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock_file is not None:
            self._lock_file.close()
            self._lock_file = None

    def try_write(self) -> None:
        """Write a row of this server's own; raise the database's error if that fails."""
        with self.engine.begin() as connection:
            connection.execute(delete(heartbeats).where(heartbeats.c.server == self.server))
            connection.execute(insert(heartbeats).values(server=self.server, at=time()))
            connection.execute(delete(heartbeats).where(heartbeats.c.at < time() - 3600))

    # --- fights ---

    def create(
        self,
        stored: StoredFight,
        journal: Sequence[JournalLine],
        secrets_by_role: Mapping[str, str],
        log_text: str | None = None,
        is_unfinished: bool = False,
        lease: float = 0.0,
    ) -> None:
        """Store a new fight with the answers so far, and its secret links by role."""
        now = time()
        with self.engine.begin() as connection:
            connection.execute(insert(fights).values(fight_row(stored, now)))
            if journal:
                connection.execute(insert(answers), journal_rows(stored.id, 0, journal, now))
            if log_text is not None:
                connection.execute(
                    insert(log_entries).values(fight=stored.id, number=len(journal), text=log_text)
                )
            connection.execute(
                insert(links),
                [
                    {"digest": secret_digest(secret), "fight": stored.id, "role": role}
                    for role, secret in secrets_by_role.items()
                ],
            )
            if is_unfinished:
                connection.execute(
                    insert(unfinished).values(
                        fight=stored.id, server=self.server, lease_until=now + lease
                    )
                )

    def get_fight(self, fight: str) -> StoredFight:
        """Return how a fight began, or FightNotFoundError."""
        return self._cached_fight(fight)

    def _read_fight(self, fight: str) -> StoredFight:
        with self.engine.connect() as connection:
            row = connection.execute(select(fights).where(fights.c.id == fight)).mappings().first()
        if row is None:
            raise FightNotFoundError(fight)
        return fight_from_row(dict(row))

    def recent_fights(self, count: int) -> list[StoredFight]:
        """Return the fights that began last, the newest first."""
        wanted = select(fights).order_by(fights.c.made.desc()).limit(count)
        with self.engine.connect() as connection:
            rows = connection.execute(wanted).mappings().all()
        return [fight_from_row(dict(row)) for row in rows]

    def get_journal(self, fight: str, after: int = 0) -> list[JournalLine]:
        """Return everything that was answered or taken back behind the first `after` lines, in
        order."""
        wanted = (
            select(answers.c.kind, answers.c.text)
            .where(answers.c.fight == fight, answers.c.number > after)
            .order_by(answers.c.number)
        )
        with self.engine.connect() as connection:
            return [JournalLine(kind, line) for kind, line in connection.execute(wanted)]

    def journal_length(self, fight: str) -> int:
        """Return how many lines a journal has."""
        if self._appends is not None:
            return self._appends.journal_length(fight)
        wanted = select(func.max(answers.c.number)).where(answers.c.fight == fight)
        with self.engine.connect() as connection:
            return int(connection.execute(wanted).scalar() or 0)

    def get_log(self, fight: str) -> list[tuple[int, str]]:
        """Return the lines of the log as JSON, each with the journal's length then."""
        wanted = (
            select(log_entries.c.number, log_entries.c.text)
            .where(log_entries.c.fight == fight)
            .order_by(log_entries.c.number)
        )
        with self.engine.connect() as connection:
            return [(int(number), str(line)) for number, line in connection.execute(wanted)]

    def list_fights(self) -> list[FightSummary]:
        """Return every fight in short, in the order in which they began."""
        with self.engine.connect() as connection:
            return [FightSummary.from_row(row) for row in connection.exec_driver_sql(LIST_FIGHTS)]

    def count_branches(self, fight: str) -> int:
        """Return how many fights have branched from this one."""
        wanted = select(func.count()).select_from(fights).where(fights.c.parent == fight)
        with self.engine.connect() as connection:
            return int(connection.execute(wanted).scalar() or 0)

    # --- adding to journals ---

    def append(self, fight: str, after: int, lines: Sequence[JournalLine]) -> int:
        """Add lines behind the first `after`, all or none, and return the new length.

        The lines are on the disk when this returns. Raise AlreadyAnsweredError if another server
        was first.
        """
        if not lines:
            return after
        found = self.append_all([Append(fight, after, lines)])[0]
        if found is not None:
            raise found
        return after + len(lines)

    def append_all(
        self, appends: Sequence[Append], lease: float = 0.0
    ) -> list[AlreadyAnsweredError | None]:
        """Add to several journals at once, each all or none, in few transactions.

        Return the error or None for each. Raise StoreUnavailableError if the database failed; then
        nothing is known of any of them.
        """
        # always in one order, so that two servers never wait for each other
        order = sorted(range(len(appends)), key=lambda one: appends[one].fight)
        results: list[AlreadyAnsweredError | None] = [None] * len(appends)
        for batch in self._batches(appends, order):
            added = self._append_batch([appends[one] for one in batch], lease)
            for one in batch:
                if appends[one].fight not in added:
                    results[one] = AlreadyAnsweredError(appends[one].fight)
        return results

    def _batches(self, appends: Sequence[Append], order: Sequence[int]) -> list[list[int]]:
        """Return which appends are tried together: of each fight at most one, the first first."""
        batches: list[list[int]] = []
        tried: dict[str, int] = {}
        for one in order:
            fight = appends[one].fight
            place = tried[fight] = tried.get(fight, -1) + 1
            if place == len(batches):
                batches.append([])
            batches[place].append(one)
        return batches

    def _append_batch(self, appends: Sequence[Append], lease: float) -> set[str]:
        """Add to journals of different fights; return the fights that took the lines."""
        try:
            return self._append_together(appends, lease)
        except Exception as error:
            if not is_integrity_error(error):
                raise StoreUnavailableError(str(error)) from error
        if len(appends) == 1:
            return set()
        return {fight for one in appends for fight in self._append_batch([one], lease)}

    def _append_together(self, appends: Sequence[Append], lease: float) -> set[str]:
        """Add to journals in one transaction; an error of the database means none was added."""
        if self._appends is None:
            self._append_rows(appends, lease)
            return {one.fight for one in appends}
        empty = [one for one in appends if not one.lines]
        if empty:
            self._append_rows(empty, lease)
        filled = [one for one in appends if one.lines]
        added = self._appends.add(filled, lease) if filled else set()
        return added | {one.fight for one in empty}

    def _append_rows(self, appends: Sequence[Append], lease: float) -> None:
        """Add row by row, which costs little if the database is in this process."""
        now = time()
        rows = [
            (append.fight, number, line.kind, line.text, now)
            for append in appends
            for number, line in enumerate(append.lines, append.after + 1)
        ]
        logs = [(one.fight, one.number, one.log) for one in appends if one.log is not None]
        begun = [(one.fight, self.server, now + lease) for one in appends if one.unfinished is True]
        ended = [(one.fight,) for one in appends if one.unfinished is False]
        connection = self.engine.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.executemany(self._insert_answer, rows)
            if logs:
                cursor.executemany(self._insert_log, logs)
            if begun:
                cursor.executemany(self._insert_unfinished, begun)
            if ended:
                cursor.executemany(self._delete_unfinished, ended)
            connection.commit()
        except Exception as error:
            if is_integrity_error(error):
                connection.rollback()
            else:
                connection.invalidate()
            raise
        finally:
            connection.close()

    def notify(self, what: str) -> None:
        """Tell the other servers something, such as 'links FIGHT'."""
        if self.is_shared:
            with self.engine.begin() as connection:
                connection.execute(select(func.pg_notify(CHANNEL, f"{self.server} {what}")))

    # --- links ---

    def get_links(self, fight: str) -> dict[str, str]:
        """Return the roles of a fight's links by the digests of their secrets.

        The result is empty without a fight.
        """
        wanted = select(links.c.digest, links.c.role).where(links.c.fight == fight)
        with self.engine.connect() as connection:
            return {str(digest): str(role) for digest, role in connection.execute(wanted)}

    def replace_link(self, fight: str, role: str, secret: str | None) -> None:
        """End the links of a role, and give it a new one unless the secret is None."""
        with self.engine.begin() as connection:
            connection.execute(delete(links).where(links.c.fight == fight, links.c.role == role))
            if secret is not None:
                connection.execute(
                    insert(links).values(digest=secret_digest(secret), fight=fight, role=role)
                )
        self.notify(f"links {fight}")

    def add_link(self, fight: str, role: str, secret: str) -> None:
        """Give a role one more link."""
        with self.engine.begin() as connection:
            connection.execute(
                insert(links).values(digest=secret_digest(secret), fight=fight, role=role)
            )
        self.notify(f"links {fight}")

    # --- codes to join with ---

    def set_code(self, fight: str, code: str | None) -> bool:
        """Give a fight another code to join it with, or none; return False if the code is taken."""
        try:
            with self.engine.begin() as connection:
                connection.execute(delete(join_codes).where(join_codes.c.fight == fight))
                if code is not None:
                    connection.execute(insert(join_codes).values(code=code, fight=fight))
        except IntegrityError:
            return False
        return True

    def get_code(self, fight: str) -> str | None:
        """Return the code with which a fight can be joined."""
        wanted = select(join_codes.c.code).where(join_codes.c.fight == fight)
        with self.engine.connect() as connection:
            found = connection.execute(wanted).scalar()
        return None if found is None else str(found)

    def find_code(self, code: str) -> str | None:
        """Return the fight of a code."""
        wanted = select(join_codes.c.fight).where(join_codes.c.code == code)
        with self.engine.connect() as connection:
            found = connection.execute(wanted).scalar()
        return None if found is None else str(found)

    # --- fights that go on by themselves ---

    def claim_unfinished(self, lease: float) -> list[str]:
        """Take over the fights that wait for no person and that no server plays on.

        A file has only one server, which takes all of them.
        """
        now = time()
        wanted = update(unfinished).values(server=self.server, lease_until=now + lease)
        if self.is_shared:
            wanted = wanted.where(unfinished.c.lease_until < now)
        else:
            wanted = wanted.where(
                or_(unfinished.c.server != self.server, unfinished.c.lease_until < now)
            )
        with self.engine.begin() as connection:
            found = connection.execute(wanted.returning(unfinished.c.fight)).scalars().all()
        return [str(fight) for fight in found]

    def renew_leases(self, lease: float) -> None:
        """Keep this server's unfinished fights from being taken over."""
        with self.engine.begin() as connection:
            connection.execute(
                update(unfinished)
                .where(unfinished.c.server == self.server)
                .values(lease_until=time() + lease)
            )

    def release_leases(self) -> None:
        """Let other servers take over this server's unfinished fights at once."""
        with self.engine.begin() as connection:
            connection.execute(
                update(unfinished).where(unfinished.c.server == self.server).values(lease_until=0.0)
            )

    def mark_finished(self, fight: str) -> None:
        """Say that a fight waits for a person, is over, or cannot be played on."""
        with self.engine.begin() as connection:
            connection.execute(delete(unfinished).where(unfinished.c.fight == fight))

    # --- jobs ---

    def save_job(self, job: str, data: Mapping[str, Any]) -> bool:
        """Tell other servers how far a job is; gives whether one of them wants it stopped."""
        digest = secret_digest(job)
        text = json.dumps(data)
        with self.engine.begin() as connection:
            found = connection.execute(
                update(jobs)
                .where(jobs.c.digest == digest)
                .values(data=text, updated=time())
                .returning(jobs.c.stop)
            ).scalar()
            if found is None:
                connection.execute(
                    insert(jobs).values(
                        digest=digest, server=self.server, updated=time(), stop=0, data=text
                    )
                )
        return bool(found)

    def get_job(self, job: str) -> StoredJob | None:
        """Return a job by its secret id, as its server last reported it."""
        wanted = select(jobs.c.data, jobs.c.updated, jobs.c.stop).where(
            jobs.c.digest == secret_digest(job)
        )
        with self.engine.connect() as connection:
            row = connection.execute(wanted).first()
        return None if row is None else StoredJob(json.loads(row[0]), row[1], bool(row[2]))

    def request_job_stop(self, job: str) -> None:
        """Ask the server that works on a job to stop it."""
        with self.engine.begin() as connection:
            connection.execute(
                update(jobs).where(jobs.c.digest == secret_digest(job)).values(stop=1)
            )

    def prune_jobs(self, before: float) -> None:
        """Delete jobs without a report since a time."""
        with self.engine.begin() as connection:
            connection.execute(delete(jobs).where(jobs.c.updated < before))

    # --- pruning ---

    def find_prunable(self, idle_since: float | None, most: int | None) -> list[str]:
        """Return the ids of fights that are idle since a time, and of the oldest beyond `most`."""
        found: set[str] = set()
        with self.engine.connect() as connection:
            if idle_since is not None:
                lately = exists().where(answers.c.fight == fights.c.id, answers.c.made > idle_since)
                idle = select(fights.c.id).where(fights.c.made < idle_since, ~lately)
                found.update(connection.execute(idle).scalars())
            if most is not None:
                oldest = select(fights.c.id).order_by(fights.c.made.desc()).offset(most)
                found.update(connection.execute(oldest).scalars())
        return sorted(found)

    def prune(self, idle_since: float | None, most: int | None) -> list[str]:
        """Delete the fights that `find_prunable` finds; return their ids."""
        found = self.find_prunable(idle_since, most)
        for fight in found:
            self.delete(fight)
        return found

    def delete(self, fight: str) -> None:
        """Delete a fight with everything that belongs to it."""
        with self.engine.begin() as connection:
            for table in (answers, log_entries, links, join_codes, unfinished):
                connection.execute(delete(table).where(table.c.fight == fight))
            connection.execute(delete(fights).where(fights.c.id == fight))
        self._cached_fight.cache_clear()
        self.notify(f"deleted {fight}")


def psycopg_address(engine: Engine) -> str:
    """Return the address of an engine's PostgreSQL database, as psycopg takes it."""
    url = engine.url.set(drivername="postgresql")
    return url.render_as_string(hide_password=False)


def journal_rows(
    fight: str, after: int, journal: Sequence[JournalLine], now: float
) -> list[dict[str, Any]]:
    """Return lines of a journal as numbered rows."""
    return [
        {"fight": fight, "number": number, "kind": line.kind, "text": line.text, "made": now}
        for number, line in enumerate(journal, after + 1)
    ]


def fight_row(stored: StoredFight, now: float) -> dict[str, Any]:
    """Return a fight's beginning as a row."""
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
        "seed_chosen": int(stored.seed_chosen),
    }


def fight_from_row(row: Mapping[str, Any]) -> StoredFight:
    """Return a fight's beginning from its row."""
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
        bool(row["seed_chosen"]),
        row["made"],
    )
