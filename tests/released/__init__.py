"""Files that released versions of Affray wrote: this version reads them, or names one that does.

A folder for each version: a tape of each ruleset, and a database with a fight of each
(`fights.sql`, which SQLite and PostgreSQL both read), whose links are in `links.json`.
"""

from __future__ import annotations

import json
from pathlib import Path

FOLDER = Path(__file__).parent
VERSIONS = sorted(path.name for path in FOLDER.iterdir() if (path / "fights.sql").exists())


def statements(version: str | Path) -> list[str]:
    """Return the statements that make that version's database."""
    text = (FOLDER / version / "fights.sql").read_text("utf-8")
    return [part for part in text.split(";\n") if part.strip()]


def links(version: str | Path) -> dict[str, dict[str, str]]:
    """Return the fight of each ruleset in that database, and a secret that opens it."""
    found: dict[str, dict[str, str]] = json.loads((FOLDER / version / "links.json").read_text())
    return found


def tapes(version: str) -> list[Path]:
    """Return that version's tapes."""
    return sorted((FOLDER / version).glob("*.tape"))
