"""Test the schema: created, upgraded from every released version, refused if newer."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, inspect, text

import released
from affray.core.problems import InvalidDataError
from affray.store import JournalLine, Store, answer_lines, secret_digest
from affray.store.engine import open_engine
from affray.store.migrations import versions
from affray.store.schema import HEAD, migrate, schema_version
from affray.store.tables import metadata

FIRST = released.VERSIONS[0]


@pytest.fixture
def engine(address: str) -> Iterator[Engine]:
    """Yield an empty database."""
    found = open_engine(address)
    drop_everything(found)
    yield found
    drop_everything(found)
    found.dispose()


def drop_everything(engine: Engine) -> None:
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("drop schema public cascade"))
            connection.execute(text("create schema public"))
        else:
            connection.execute(text("pragma foreign_keys = off"))
            for table in inspect(connection).get_table_names():
                connection.execute(text(f"drop table {table}"))


def restore(engine: Engine, version: str) -> None:
    """Restore the database that a released version wrote."""
    with engine.begin() as connection:
        cursor = connection.connection.cursor()
        for statement in released.statements(version):
            cursor.execute(statement)


def differences(engine: Engine) -> list[Any]:
    """Return the differences of a database from tables.py."""
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        return list(compare_metadata(context, metadata))


def version_of(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return schema_version(connection)


def test_the_steps_make_the_tables_that_the_store_reads(engine: Engine) -> None:
    assert version_of(engine) is None
    assert differences(engine)
    migrate(engine)
    assert version_of(engine) == HEAD
    assert differences(engine) == [], "tables.py was changed: write a step in store/migrations"
    migrate(engine)
    assert version_of(engine) == HEAD


def test_the_steps_follow_one_another_up_to_the_schema_that_is_named() -> None:
    names = sorted(module.name for module in pkgutil.iter_modules(versions.__path__))
    steps = [importlib.import_module(f"{versions.__name__}.{name}") for name in names]
    assert [step.revision for step in steps] == [f"{n:04}" for n in range(1, len(steps) + 1)]
    assert [step.down_revision for step in steps] == [None, *[s.revision for s in steps[:-1]]]
    assert steps[-1].revision == HEAD
    assert all(
        name.startswith(f"v{step.revision}_") for name, step in zip(names, steps, strict=True)
    )


@pytest.mark.parametrize("version", released.VERSIONS)
def test_a_database_of_every_released_version_comes_forward(
    engine: Engine, address: str, version: str
) -> None:
    restore(engine, version)
    with engine.connect() as connection:
        before = connection.execute(text("select fight, number, text from answers")).all()
    store = Store(address)
    assert differences(engine) == []
    assert version_of(engine) == HEAD
    for ruleset, link in released.links(version).items():
        fight = store.get_fight(link["fight"])
        assert (fight.ruleset, fight.version, fight.seed_chosen) == (ruleset, version, False)
        assert secret_digest(link["secret"]) in store.get_links(fight.id)
        journal = store.get_journal(fight.id)
        assert [line.text for line in journal] == [
            line for other, number, line in sorted(before) if other == fight.id
        ]
        assert journal
        store.append(fight.id, len(journal), answer_lines(["a: b"]))
        assert store.get_journal(fight.id)[-1] == JournalLine("answer", "a: b")
    store.close()


def test_a_database_from_before_the_numbers_keeps_what_it_has(engine: Engine) -> None:
    """Such a database may have some or all tables of the second step."""
    restore(engine, FIRST)
    with engine.begin() as connection:
        connection.execute(text("alter table fights add column seed_chosen integer default 1"))
        connection.execute(text("create table jobs (digest varchar(64) primary key, mark integer)"))
        connection.execute(text("insert into jobs values ('kept', 7)"))
    migrate(engine)
    with engine.connect() as connection:
        assert connection.execute(text("select mark from jobs")).scalar() == 7
        assert connection.execute(text("select min(seed_chosen) from fights")).scalar() == 1
        assert inspect(connection).has_table("log_entries")
    assert version_of(engine) == HEAD


def test_a_schema_of_a_later_version_is_refused_and_stays(engine: Engine, address: str) -> None:
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = '9999'"))
    with pytest.raises(InvalidDataError, match=f"schema 9999.*up to {HEAD}.*backup") as refusal:
        Store(address)
    assert len(refusal.value.lines()) == 1
    assert version_of(engine) == "9999"


def test_a_step_that_fails_leaves_everything_as_it_was(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    from alembic.operations import Operations

    restore(engine, FIRST)
    create_table = Operations.create_table

    def fails(self: Operations, name: str, *words: Any, **more: Any) -> Any:
        if name == "jobs":
            raise RuntimeError("the disk is full")
        return create_table(self, name, *words, **more)

    monkeypatch.setattr(Operations, "create_table", fails)
    with pytest.raises(RuntimeError):
        migrate(engine)
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {"fights", "answers", "links"}
    assert "seed_chosen" not in {one["name"] for one in inspect(engine).get_columns("fights")}
    monkeypatch.undo()
    migrate(engine)
    assert version_of(engine) == HEAD


NO_REST = """
import os, sys
from affray.store import Store

waiting, go = os.pipe()
started = []
for _ in range(4):
    process = os.fork()
    if not process:
        os.close(go)
        os.read(waiting, 1)
        Store(sys.argv[1]).close()
        sys.exit()
    started.append(process)
os.close(go)
sys.exit(sum(os.waitpid(process, 0)[1] != 0 for process in started))
"""
"""A script in which four processes open a store at once; it prints the number of failures."""


def test_servers_that_start_at_once_bring_it_forward_once(engine: Engine, address: str) -> None:
    restore(engine, FIRST)
    done = subprocess.run(
        [sys.executable, "-c", NO_REST, address], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr[-600:]
    assert version_of(engine) == HEAD
    assert differences(engine) == []


def test_the_steps_are_files_of_the_package(tmp_path: Path) -> None:
    """Migrations are read as files, so a package without sources would not work."""
    folder = Path(versions.__path__[0])
    assert sorted(path.name for path in folder.glob("v*.py"))[0].startswith("v0001_")
