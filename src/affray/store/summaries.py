"""Stored fights in short, as a list of them has them.

A file of SQLite is listed without SQLAlchemy, whose import takes longer than everything else that
is done for it.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from affray.store.schema import HEAD, VERSION_TABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

LIST_FIGHTS = """
select id, name, ruleset, revision, version, made, journal.last_added, journal.line_count
from fights left join (
    select fight, max(number) as line_count, max(made) as last_added from answers group by fight
) as journal on journal.fight = fights.id
order by made, id
"""
"""Every fight in short, for SQLite and PostgreSQL alike."""

SQLITE_FILE = "sqlite:///"
"""How the address of a file of SQLite begins."""


@dataclass(frozen=True)
class FightSummary:
    """A stored fight in a list of many."""

    id: str
    name: str
    ruleset: str
    revision: int
    version: str
    made: float
    last_added: float
    """When its journal last grew."""
    journal_length: int

    @classmethod
    def from_row(cls, row: Sequence[Any]) -> FightSummary:
        """Make a summary from a row of `LIST_FIGHTS`.

        A fight without a journal counts as changed when it was made.
        """
        fight, name, ruleset, revision, version, made, last_added, line_count = row
        last_added = last_added or made
        return cls(fight, name, ruleset, revision, version, made, last_added, int(line_count or 0))


def list_local_fights(address: str) -> list[FightSummary] | None:
    """List the fights of a SQLite file, the oldest first, without writing to it.

    Return None if a `Store` has to be opened instead: for another database, for a schema of another
    version, and to say what is wrong.
    """
    if not address.startswith(SQLITE_FILE):
        return None
    # of `:memory:` and of a path with options behind it there is no such file
    path = Path(address.removeprefix(SQLITE_FILE)).absolute()
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as file:
            found = file.execute(f"select version_num from {VERSION_TABLE}").fetchone()
            if found != (HEAD,):
                return None
            return [FightSummary.from_row(row) for row in file.execute(LIST_FIGHTS)]
    except sqlite3.Error:
        return None
