"""Keeps what this version writes, so that later ones are tested on it: done once for a release.

    python tools/keep_release.py tests/released/0.2.0

writes a tape of each ruleset with its log, and a database with a fight of each ruleset in its
first round, as SQL that SQLite and PostgreSQL read, with the secrets of its links.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any

import affray
from affray.library import load, rulesets, toml_of

SEED = 7
ANSWERS = 3
"""How many questions of each stored fight are answered, each with its first option."""

PASSING = {"unfinished", "jobs", "heartbeats"}
"""Tables whose rows say what servers are at just now: they are kept empty."""


def smallest_scenario(ruleset: str) -> str:
    """Return the built-in scenario of a ruleset with the fewest fighters."""
    names = toml_of(rulesets()[ruleset], "scenarios")
    return min(names, key=lambda name: len(load(name).setup.names))


def keep_tape(folder: Path, ruleset: str) -> None:
    """Write the tape of a fight, and its log."""
    name = smallest_scenario(ruleset)
    record = affray.load(name).fight(seed=SEED)
    (folder / f"{name}.tape").write_text(record.tape().text(), "utf-8")
    (folder / f"{name}.txt").write_text(record.text() + "\n", "utf-8")


def begin_fight(client: Any, ruleset: str) -> dict[str, str]:
    """Begin a fight at the service, answer a few questions, and return its id and a secret."""
    text = next(iter(toml_of(rulesets()[ruleset], "scenarios").values()))
    begun = client.post("/api/fights", json={"scenario": text, "seed": str(SEED)}).json()
    headers = {"authorization": f"Bearer {begun['gm']}"}
    address = f"/api/fights/{begun['id']}"
    for _ in range(ANSWERS):
        question = client.get(f"{address}/question", headers=headers).json()["question"]
        body = {"number": question["number"], "option": question["options"][0]["key"]}
        client.post(f"{address}/answers", headers=headers, json=body).raise_for_status()
    return {"fight": begun["id"], "secret": begun["gm"]}


def dump(path: Path) -> list[str]:
    """Return a SQLite database as statements that PostgreSQL reads too."""
    database = sqlite3.connect(path)
    made = "select sql from sqlite_master where sql is not null order by type desc, rowid"
    lines = [
        f"{sql.replace(chr(9), '    ').replace(f' {chr(10)}', chr(10))};"
        for (sql,) in database.execute(made)
    ]
    tables = "select name from sqlite_master where type = 'table' order by rowid"
    for (table,) in database.execute(tables).fetchall():
        columns = [row[1] for row in database.execute(f"pragma table_info({table})")]
        values = ", ".join(f"quote({column})" for column in columns)
        for row in database.execute(f"select {values} from {table} order by rowid"):
            if table not in PASSING:
                lines.append(
                    f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(row)});"
                )
    database.close()
    return lines


def keep_database(folder: Path, names: list[str]) -> None:
    """Write a database with a fight of each ruleset, and the secrets of their links."""
    from fastapi.testclient import TestClient

    from affray.web.app import create_app
    from affray.web.settings import Settings

    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "fights.db"
        with TestClient(create_app(Settings(store=f"sqlite:///{path}", rate=0))) as client:
            links = {name: begin_fight(client, name) for name in names}
        lines = dump(path)
    version = affray.__version__
    head = f"-- A database of Affray {version}: a fight of each ruleset, in its first round."
    (folder / "fights.sql").write_text("\n".join([head, *lines, ""]), "utf-8")
    (folder / "links.json").write_text(json.dumps(links, indent=2) + "\n", "utf-8")


def keep_release(folder: Path, names: list[str] | None = None) -> None:
    """Write everything into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = names or list(rulesets())
    for name in wanted:
        keep_tape(folder, name)
    keep_database(folder, wanted)


if __name__ == "__main__":
    keep_release(Path(sys.argv[1]))
