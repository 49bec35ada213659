"""Test backups of both databases, made and restored as in docs/hosting.md."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
from pathlib import Path

from affray.store import Store, StoredFight, answer_lines
from servers import missing, postgres_tools

HOSTING = (Path(__file__).parent.parent.parent / "docs" / "hosting.md").read_text("utf-8")


def begin(store: Store, fight: str) -> None:
    stored = StoredFight(fight, "x", "title = 1", "mithryn", 1, "0", 5, ("person",), "gm")
    store.create(stored, answer_lines(["roll 1d6 = 3"]), {"gm": f"secret {fight}"})


def test_a_file_is_backed_up_while_a_server_uses_it(tmp_path: Path) -> None:
    path, backup = tmp_path / "affray.db", tmp_path / "backup.db"
    store = Store(f"sqlite:///{path}", for_server=True)
    begin(store, "before")
    if shutil.which("sqlite3"):
        (command,) = re.findall(r"^sqlite3 affray.db .*$", HOSTING, re.MULTILINE)
        subprocess.run(command, shell=True, check=True, cwd=tmp_path)
    else:  # the same by the library
        with sqlite3.connect(path) as source, sqlite3.connect(backup) as target:
            source.backup(target)
        source.close()
        target.close()
    begin(store, "after")
    store.close()
    shutil.copy(backup, path)
    for more in ("-wal", "-shm"):
        Path(f"{path}{more}").unlink(missing_ok=True)
    store = Store(f"sqlite:///{path}", for_server=True)
    assert [fight.id for fight in store.list_fights()] == ["before"]
    assert [line.text for line in store.get_journal("before")] == ["roll 1d6 = 3"]
    begin(store, "later")
    store.close()


def test_a_postgresql_database_is_dumped_and_restored(
    postgres_address: str, tmp_path: Path
) -> None:
    tools = postgres_tools()
    if tools is None or not (tools / "pg_dump").exists():
        missing("pg_dump is not installed")
    assert tools is not None
    dump = re.search(r"^pg_dump (.*) affray > affray.dump$", HOSTING, re.MULTILINE)
    restore = re.search(r"^pg_restore (.*) --dbname affray affray.dump$", HOSTING, re.MULTILINE)
    assert dump is not None
    assert restore is not None
    store = Store(postgres_address)
    for fight in store.list_fights():
        store.delete(fight.id)
    begin(store, "before")
    file = tmp_path / "affray.dump"
    with file.open("wb") as out:
        command = [tools / "pg_dump", *dump[1].split(), postgres_address]
        subprocess.run(command, check=True, stdout=out)
    begin(store, "after")
    store.close()
    command = [tools / "pg_restore", *restore[1].split(), "--dbname", postgres_address, file]
    subprocess.run(command, check=True)
    store = Store(postgres_address)
    assert [fight.id for fight in store.list_fights()] == ["before"]
    begin(store, "later")
    store.delete("before")
    store.close()
