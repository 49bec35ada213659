"""The database of fights: SQLite by default, PostgreSQL by address."""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from time import time
from typing import Any

from sqlalchemy import (
    Engine,
    Executable,
    RowMapping,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError

from affray.store.engine import lock_for_one_server, open_engine
from affray.store.journal import Append, JournalLine
from affray.store.schema import migrate
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
"""The largest number of fights whose beginnings are cached."""

CHANNEL = "affray"
"""The PostgreSQL channel on which servers notify each other of changes."""

LIST_FIGHTS = """
select id, name, ruleset, revision, version, made, coalesce(journal.last_added, made),
    coalesce(journal.line_count, 0)
from fights left join (
    select fight, max(number) as line_count, max(made) as last_added from answers group by fight
) as journal on journal.fight = fights.id
order by made, id
"""
"""The query for a summary of every fight, for SQLite and PostgreSQL."""

APPEND = {
    "lines": "insert into answers (fight, number, kind, text, made) values (?, ?, ?, ?, ?)",
    "logs": "insert into log_entries (fight, number, text) values (?, ?, ?)",
    "begun": "insert into unfinished (fight, server, lease_until) values (?, ?, ?) on conflict "
    "(fight) do update set server = excluded.server, lease_until = excluded.lease_until",
    "ended": "delete from unfinished where fight = ?",
    "told": f"select pg_notify('{CHANNEL}', ?)",
}
"""The statements that add to journals, in the order in which they run."""


class AlreadyAnsweredError(Exception):
    """An answer to a question that is no longer open, because another answer came first."""


class StoreUnavailableError(Exception):
    """A failure of the database, after which it is unknown whether the data were written."""


class FightNotFoundError(Exception):
    """A fight that does not exist."""


@dataclass(frozen=True)
class StoredFight:
    """The beginning of a fight: all of its data except the journal."""

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
class FightSummary:
    """The summary of a stored fight in a list."""

    id: str
    name: str
    ruleset: str
    revision: int
    version: str
    made: float
    last_added: float
    """When its journal last grew; with an empty journal, when the fight was made."""
    journal_length: int


@dataclass(frozen=True)
class StoredJob:
    """A job as its server last reported it."""

    data: dict[str, Any]
    updated: float
    stop: bool


def secret_digest(secret: str) -> str:
    """Return the SHA-256 of a secret, which is stored in its place."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


class Store:
    """The database of fights by id, each with its journal and links. All methods are thread-safe.

    Adding a line with a number to a journal succeeds only once; later it raises
    AlreadyAnsweredError. With `for_server`, a database that is a file is locked for this server.
    """

    def __init__(self, address: str = "sqlite:///affray.db", for_server: bool = False) -> None:
        self.address = address
        self.server = secrets.token_hex(8)
        """The name of this server in notifications and leases."""
        self._lock_file = lock_for_one_server(address) if for_server else None
        try:
            self.engine = open_engine(address)
            self.is_shared = self.engine.dialect.name == "postgresql"
            """Whether other servers may write to the same fights."""
            migrate(self.engine)
        except BaseException:
            self._unlock()
            raise
        mark = "%s" if self.is_shared else "?"
        self._append_statements = {
            name: statement.replace("?", mark) for name, statement in APPEND.items()
        }
        # the beginning of a fight never changes, so it is read once
        self._cached_fight = lru_cache(maxsize=MAX_CACHED_FIGHTS)(self._read_fight)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock_file is not None:
            self._lock_file.close()
            self._lock_file = None

    def _read(self, wanted: Executable) -> Sequence[Any]:
        with self.engine.connect() as connection:
            return connection.execute(wanted).all()

    def _read_one(self, wanted: Executable) -> Any:
        """Return the first value of a query; None without a result."""
        with self.engine.connect() as connection:
            return connection.execute(wanted).scalar()

    def _write(self, *changes: Executable) -> None:
        with self.engine.begin() as connection:
            for change in changes:
                connection.execute(change)

    def try_write(self) -> None:
        """Write a row of this server's own; raise the database's error if that fails."""
        self._write(
            delete(heartbeats).where(heartbeats.c.server == self.server),
            insert(heartbeats).values(server=self.server, at=time()),
            delete(heartbeats).where(heartbeats.c.at < time() - 3600),
        )

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
        """Store a new fight with its first journal lines and its secret links by role."""
        now, fight = time(), stored.id
        lines = [
            {"fight": fight, "number": number, "kind": line.kind, "text": line.text, "made": now}
            for number, line in enumerate(journal, 1)
        ]
        with self.engine.begin() as connection:
            connection.execute(insert(fights).values(fight_row(stored, now)))
            if lines:
                connection.execute(insert(answers), lines)
            if log_text is not None:
                told = {"fight": fight, "number": len(journal), "text": log_text}
                connection.execute(insert(log_entries).values(told))
            for role, secret in secrets_by_role.items():
                connection.execute(new_link(fight, role, secret))
            if is_unfinished:
                lease_until = {"server": self.server, "lease_until": now + lease}
                connection.execute(insert(unfinished).values(fight=fight, **lease_until))

    def get_fight(self, fight: str) -> StoredFight:
        """Return the beginning of a fight; raise FightNotFoundError if it does not exist."""
        return self._cached_fight(fight)

    def _read_fight(self, fight: str) -> StoredFight:
        rows = self._read(select(fights).where(fights.c.id == fight))
        if not rows:
            raise FightNotFoundError(fight)
        return fight_from_row(rows[0]._mapping)

    def recent_fights(self, count: int) -> list[StoredFight]:
        """Return the beginnings of the latest fights, the newest first."""
        rows = self._read(select(fights).order_by(fights.c.made.desc()).limit(count))
        return [fight_from_row(row._mapping) for row in rows]

    def get_journal(self, fight: str, after: int = 0) -> list[JournalLine]:
        """Return a journal's lines after the first `after` lines, in order."""
        rows = self._read(
            select(answers.c.kind, answers.c.text)
            .where(answers.c.fight == fight, answers.c.number > after)
            .order_by(answers.c.number)
        )
        return [JournalLine(kind, line) for kind, line in rows]

    def journal_length(self, fight: str) -> int:
        """Return the number of lines of a journal."""
        found = self._read_one(select(func.max(answers.c.number)).where(answers.c.fight == fight))
        return int(found or 0)

    def get_log(self, fight: str) -> list[tuple[int, str]]:
        """Return the stored parts of the log as JSON, each with the journal's length then."""
        rows = self._read(
            select(log_entries.c.number, log_entries.c.text)
            .where(log_entries.c.fight == fight)
            .order_by(log_entries.c.number)
        )
        return [(int(number), str(line)) for number, line in rows]

    def list_fights(self) -> list[FightSummary]:
        """Return the summaries of all fights, in the order in which they began."""
        return [FightSummary(*row) for row in self._read(text(LIST_FIGHTS))]

    def count_branches(self, fight: str) -> int:
        """Return the number of fights that were branched from a fight."""
        wanted = select(func.count()).select_from(fights).where(fights.c.parent == fight)
        return int(self._read_one(wanted))

    # --- adding to journals ---

    def append(self, fight: str, after: int, lines: Sequence[JournalLine]) -> int:
        """Add lines after a journal's first `after` lines, all or none; return its new length.

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
        """Add lines to several journals in few transactions; for each journal all or none.

        Return the error or None for each. Raise StoreUnavailableError if the database failed; then
        it is unknown which lines were added.
        """
        # sorted, so that two servers never wait for each other
        order = sorted(range(len(appends)), key=lambda one: appends[one].fight)
        results: list[AlreadyAnsweredError | None] = [None] * len(appends)
        for batch in self._batches(appends, order):
            added = self._append_batch([appends[one] for one in batch], lease)
            for one in batch:
                if appends[one].fight not in added:
                    results[one] = AlreadyAnsweredError(appends[one].fight)
        return results

    def _batches(self, appends: Sequence[Append], order: Sequence[int]) -> list[list[int]]:
        """Group appends into batches with at most one append of each fight, in their order."""
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
        """Add lines to journals of different fights; return the fights whose lines were added."""
        try:
            return self._append_together(appends, lease)
        except Exception as error:
            if not is_integrity_error(error):
                raise StoreUnavailableError(str(error)) from error
        if len(appends) == 1:
            return set()
        return {fight for one in appends for fight in self._append_batch([one], lease)}

    def _append_together(self, appends: Sequence[Append], lease: float) -> set[str]:
        """Add lines to journals in one transaction; on an error of the database none are added.

        Most requests run these statements, so they go directly to the driver.
        """
        now = time()
        rows: dict[str, list[tuple[Any, ...]]] = {
            "lines": [
                (one.fight, number, line.kind, line.text, now)
                for one in appends
                for number, line in enumerate(one.lines, one.after + 1)
            ],
            "logs": [(one.fight, one.number, one.log) for one in appends if one.log is not None],
            "begun": [(one.fight, self.server, now + lease) for one in appends if one.unfinished],
            "ended": [(one.fight,) for one in appends if one.unfinished is False],
        }
        if self.is_shared:
            rows["told"] = [
                (f"{self.server} journal {one.fight} {one.number}",) for one in appends if one.lines
            ]
        connection = self.engine.raw_connection()
        try:
            cursor = connection.cursor()
            for name, parameters in rows.items():
                if parameters:
                    cursor.executemany(self._append_statements[name], parameters)
            connection.commit()
        except Exception as error:
            if is_integrity_error(error):
                connection.rollback()
            else:
                connection.invalidate()
            raise
        finally:
            connection.close()
        return {one.fight for one in appends}

    def notify(self, what: str) -> None:
        """Send a notification such as 'links FIGHT' to the other servers."""
        if self.is_shared:
            self._write(select(func.pg_notify(CHANNEL, f"{self.server} {what}")))

    # --- links ---

    def get_links(self, fight: str) -> dict[str, str]:
        """Return the roles of a fight's links by the digests of their secrets.

        The result is empty for an unknown fight.
        """
        rows = self._read(select(links.c.digest, links.c.role).where(links.c.fight == fight))
        return {str(digest): str(role) for digest, role in rows}

    def replace_link(self, fight: str, role: str, secret: str | None) -> None:
        """Delete the links of a role, and add a new one unless the secret is None."""
        new = [] if secret is None else [new_link(fight, role, secret)]
        self._write(delete(links).where(links.c.fight == fight, links.c.role == role), *new)
        self.notify(f"links {fight}")

    def add_link(self, fight: str, role: str, secret: str) -> None:
        """Add a link for a role."""
        self._write(new_link(fight, role, secret))
        self.notify(f"links {fight}")

    # --- join codes ---

    def set_code(self, fight: str, code: str | None) -> bool:
        """Set or remove a fight's join code; return False if another fight has the code."""
        new = [] if code is None else [insert(join_codes).values(code=code, fight=fight)]
        try:
            self._write(delete(join_codes).where(join_codes.c.fight == fight), *new)
        except IntegrityError:
            return False
        return True

    def get_code(self, fight: str) -> str | None:
        """Return a fight's join code; None without one."""
        found: str | None = self._read_one(
            select(join_codes.c.code).where(join_codes.c.fight == fight)
        )
        return found

    def find_code(self, code: str) -> str | None:
        """Return the fight of a join code; None for an unknown code."""
        found: str | None = self._read_one(
            select(join_codes.c.fight).where(join_codes.c.code == code)
        )
        return found

    # --- fights that go on by themselves ---

    def claim_unfinished(self, lease: float) -> list[str]:
        """Take over the fights that wait for no person and that no server plays on.

        The only server of a SQLite file takes over those of earlier servers too.
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
        """Renew this server's leases, so that no server takes over its unfinished fights."""
        own = update(unfinished).where(unfinished.c.server == self.server)
        self._write(own.values(lease_until=time() + lease))

    def release_leases(self) -> None:
        """Let other servers take over this server's unfinished fights at once."""
        own = update(unfinished).where(unfinished.c.server == self.server)
        self._write(own.values(lease_until=0.0))

    def mark_finished(self, fight: str) -> None:
        """Record that a fight waits for a person, is over, or cannot be played on."""
        self._write(delete(unfinished).where(unfinished.c.fight == fight))

    # --- jobs ---

    def save_job(self, job: str, data: Mapping[str, Any]) -> bool:
        """Store a job's data for other servers; return whether one of them wants it stopped."""
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
        wanted = select(jobs.c.data, jobs.c.updated, jobs.c.stop)
        rows = self._read(wanted.where(jobs.c.digest == secret_digest(job)))
        return StoredJob(json.loads(rows[0][0]), rows[0][1], bool(rows[0][2])) if rows else None

    def request_job_stop(self, job: str) -> None:
        """Ask the server that works on a job to stop it."""
        self._write(update(jobs).where(jobs.c.digest == secret_digest(job)).values(stop=1))

    def prune_jobs(self, before: float) -> None:
        """Delete jobs whose last report is older than a time."""
        self._write(delete(jobs).where(jobs.c.updated < before))

    # --- pruning ---

    def find_prunable(self, idle_since: float | None, most: int | None) -> list[str]:
        """Return the ids of fights idle since a time, and of the oldest fights beyond `most`."""
        found: set[str] = set()
        if idle_since is not None:
            lately = exists().where(answers.c.fight == fights.c.id, answers.c.made > idle_since)
            idle = select(fights.c.id).where(fights.c.made < idle_since, ~lately)
            found.update(row[0] for row in self._read(idle))
        if most is not None:
            oldest = select(fights.c.id).order_by(fights.c.made.desc()).offset(most)
            found.update(row[0] for row in self._read(oldest))
        return sorted(found)

    def prune(self, idle_since: float | None, most: int | None) -> list[str]:
        """Delete the fights that `find_prunable` finds; return their ids."""
        found = self.find_prunable(idle_since, most)
        for fight in found:
            self.delete(fight)
        return found

    def delete(self, fight: str) -> None:
        """Delete a fight with everything that belongs to it."""
        parts = (answers, log_entries, links, join_codes, unfinished)
        self._write(
            *(delete(table).where(table.c.fight == fight) for table in parts),
            delete(fights).where(fights.c.id == fight),
        )
        self._cached_fight.cache_clear()
        self.notify(f"deleted {fight}")


def psycopg_address(engine: Engine) -> str:
    """Return the address of an engine's PostgreSQL database in psycopg's format."""
    url = engine.url.set(drivername="postgresql")
    return url.render_as_string(hide_password=False)


def is_integrity_error(error: BaseException) -> bool:
    """Return whether a database refused a row because of its key."""
    return type(error).__name__ in ("IntegrityError", "UniqueViolation", "ForeignKeyViolation")


def new_link(fight: str, role: str, secret: str) -> Executable:
    """Return the statement that adds a link for a role."""
    return insert(links).values(digest=secret_digest(secret), fight=fight, role=role)


def fight_row(stored: StoredFight, now: float) -> dict[str, Any]:
    """Return the beginning of a fight as a row."""
    return {
        **asdict(stored),
        "made": now,
        "seed": f"{stored.seed:016x}",
        "players": json.dumps(stored.players),
        "seed_chosen": int(stored.seed_chosen),
    }


def fight_from_row(row: RowMapping) -> StoredFight:
    """Return the beginning of a fight from its row."""
    return StoredFight(
        **{
            **row,
            "seed": int(row["seed"], 16),
            "players": tuple(json.loads(row["players"])),
            "seed_chosen": bool(row["seed_chosen"]),
        }
    )
