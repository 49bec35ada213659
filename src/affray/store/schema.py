"""The schema version of a database, and its migration to this version's schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, inspect, text

from affray.core.problems import InvalidDataError, data_error

HEAD = "0003"
"""The number of the schema that `tables.py` describes: the last step in `migrations`."""

UNNUMBERED = "0001"
"""The schema of a database with fights but without a number, as 0.1.0 wrote it."""

VERSION_TABLE = "alembic_version"

MIGRATIONS = Path(__file__).parent / "migrations"

SCHEMA_LOCK = 0x41_66_66_72_61_79
"""The number of the PostgreSQL lock under which the schema is changed."""


def schema_version(connection: Connection) -> str | None:
    """Return the number of a database's schema; None for a new database."""
    tables = inspect(connection).get_table_names()
    if VERSION_TABLE in tables:
        found = connection.execute(text(f"select version_num from {VERSION_TABLE}")).scalar()
        if found is not None:
            return str(found)
    return UNNUMBERED if "fights" in tables else None


def migrate(engine: Engine) -> None:
    """Migrate a database to this version's schema, in one transaction and by one server at a time.

    Raise InvalidDataError for the schema of a later version, and leave it unchanged.
    """
    with engine.connect() as connection:
        if schema_version(connection) == HEAD:
            return
    with schema_transaction(engine) as connection:
        version = schema_version(connection)
        if version != HEAD:
            run_steps(connection, version)


@contextmanager
def schema_transaction(engine: Engine) -> Iterator[Connection]:
    """Open a transaction that excludes schema changes of other servers."""
    if engine.dialect.name == "postgresql":
        with engine.begin() as connection:
            connection.exec_driver_sql(f"select pg_advisory_xact_lock({SCHEMA_LOCK})")
            yield connection
        return
    # SQLite's driver would commit before each change of the schema, so begin and commit by hand
    unmanaged = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    with unmanaged as connection, connection.begin():
        connection.exec_driver_sql("begin immediate")
        try:
            yield connection
        except BaseException:
            connection.exec_driver_sql("rollback")
            raise
        connection.exec_driver_sql("commit")


def run_steps(connection: Connection, version: str | None) -> None:
    """Run the migrations from a schema's number to this version's, and write the new number."""
    # imported only if needed, because importing takes longer than the check
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext, MigrationStep
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(MIGRATIONS))
    known = {script.revision: script for script in scripts.walk_revisions()}
    if version is not None and version not in known:
        raise newer_schema_error(version)
    # the latest revision comes first
    wanted = [*scripts.iterate_revisions(HEAD, version or "base")][::-1]

    def steps(heads: Any, context: MigrationContext) -> Sequence[Any]:
        return [
            MigrationStep.upgrade_from_script(scripts.revision_map, known[one.revision])
            for one in wanted
        ]

    context = MigrationContext.configure(
        connection, opts={"fn": steps, "version_table": VERSION_TABLE}
    )
    if version is not None and not context.get_current_heads():
        context.stamp(scripts, version)
    with Operations.context(context):
        context.run_migrations()


def newer_schema_error(version: str) -> InvalidDataError:
    """Return the error for a database that a later version has migrated."""
    return data_error(
        f"the database has schema {version}, and this version of Affray knows those up to {HEAD}: "
        "a later version has changed it; use that version, or a backup from before",
        "--store",
    )
