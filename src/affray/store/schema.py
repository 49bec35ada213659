"""Which schema a database has, and how it is brought to this version's.

Libraries are imported by what uses them: the schema's number is read without them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from affray.core.problems import InvalidDataError, data_error

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

HEAD = "0003"
"""The number of the schema that `tables.py` describes: the last step in `migrations`."""

UNNUMBERED = "0001"
"""The schema of a database that has fights and no number: 0.1.0 wrote none."""

VERSION_TABLE = "alembic_version"

MIGRATIONS = Path(__file__).parent / "migrations"

SCHEMA_LOCK = 0x41_66_66_72_61_79
"""The number of the PostgreSQL lock under which the schema is changed."""


def schema_version(connection: Connection) -> str | None:
    """Return the number of a database's schema; None without fights and number."""
    from sqlalchemy import inspect, text

    tables = inspect(connection).get_table_names()
    if VERSION_TABLE in tables:
        found = connection.execute(text(f"select version_num from {VERSION_TABLE}")).scalar()
        if found is not None:
            return str(found)
    return UNNUMBERED if "fights" in tables else None


def migrate(engine: Engine) -> None:
    """Bring a database to this version's schema; one at a time, however many servers start.

    Everything is done or nothing. A schema of a later version is an InvalidDataError, and stays
    as it is.
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
    # the driver of SQLite would commit before each change of the schema, so the transaction is ours
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
    """Run the steps from a schema's number to this version's, and write the new number."""
    # only where there is something to do: importing them takes longer than looking
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext, MigrationStep
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(MIGRATIONS))
    known = {script.revision: script for script in scripts.walk_revisions()}
    if version is not None and version not in known:
        raise newer_schema_error(version)
    # the last comes first
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
    """Return the error for a database that a later version has changed."""
    return data_error(
        f"the database has schema {version}, and this version of Affray knows those up to {HEAD}: "
        "a later version has changed it; use that version, or a backup from before",
        "--store",
    )
