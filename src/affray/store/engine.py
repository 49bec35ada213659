"""Open the database: connection settings, file permissions and the lock for one server."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import IO, Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DisconnectionError

from affray.core.problems import data_error

LOCK_TIMEOUT_MS = 20_000
"""The milliseconds that one writer of SQLite waits for another."""

TRUSTED_SECONDS = 1.0
"""The seconds after its last use for which a connection counts as alive."""

PRIVATE = 0o600
"""Permissions of the database's files: only their owner reads or writes them."""


def open_engine(address: str) -> Engine:
    """Open a database by its address, set up so that commits survive a killed process."""
    url = make_url(address)
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite":
        if find_spec("psycopg") is None:
            raise data_error("PostgreSQL needs: pip install 'affray[postgres]'", "--store")
        engine = create_engine(url, pool_size=20, max_overflow=20)
        try_idle_connections(engine)
        return engine
    make_private(url)
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


def try_idle_connections(engine: Engine) -> None:
    """Have idle connections tested before their next use, so that they survive a restart.

    The database may have restarted meanwhile. Testing every connection each time would cost as
    much as a query.
    """

    @event.listens_for(engine, "checkin")
    def note_use(_connection: Any, record: Any) -> None:
        record.info["used"] = monotonic()

    @event.listens_for(engine, "checkout")
    def try_connection(connection: Any, record: Any, _proxy: Any) -> None:
        if monotonic() - record.info.get("used", monotonic()) < TRUSTED_SECONDS:
            return
        try:
            connection.cursor().execute("select 1")
            connection.rollback()
        except Exception as error:
            raise DisconnectionError from error


def sqlite_path(url: URL) -> Path | None:
    """Return the file of a SQLite database; None for another database or one in memory."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)


PROBLEMS = {
    "disk is full": "the disk of the store is full",
    "no space left": "the disk of the store is full",
    "readonly database": "the store can only be read, not written",
    "read-only transaction": "the store can only be read, not written",
    "disk i/o error": "the disk of the store fails",
    "unable to open": "the file of the store cannot be opened",
    "database is locked": "another program holds the store",
    "malformed": "the file of the store is damaged",
    "not a database": "the file of the store is no database",
}
"""Phrases of databases that cannot write, and the messages for players."""


def store_problem(error: BaseException) -> str:
    """Return why a store failed, in a message that reveals nothing of its address."""
    said = f"{error} {error.__cause__ or ''}".lower()
    known = (text for sign, text in PROBLEMS.items() if sign in said)
    return next(known, "the store does not answer")


def make_private(url: URL) -> None:
    """Create a SQLite database's file, or change it, so that only its owner can use it."""
    path = sqlite_path(url)
    if path is None or str(path).startswith("file:"):
        return
    with suppress(OSError):  # opening the database reports the reason
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE))
        for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            if file.exists() and stat.S_IMODE(file.stat().st_mode) != PRIVATE:
                file.chmod(PRIVATE)


def lock_for_one_server(address: str) -> IO[bytes] | None:
    """Lock a SQLite file for this server until the returned lock file is closed.

    Servers that share a file would not learn of each other's answers, so a second one is refused.
    """
    path = sqlite_path(make_url(address))
    if path is None:
        return None
    try:
        import fcntl
    except ImportError:  # a system without such locks
        return None
    try:
        file = os.fdopen(os.open(f"{path}.lock", os.O_CREAT | os.O_RDWR, PRIVATE), "r+b")
    except OSError as error:
        raise data_error(
            f"{path}.lock cannot be written: {error.strerror or error}", "--store"
        ) from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise data_error(
            f"another server uses {path}; one SQLite file is for one server, "
            "several share a PostgreSQL database",
            "--store",
        ) from None
    return file
