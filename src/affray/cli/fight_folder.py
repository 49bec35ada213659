"""The folder in which every fight that is played at the terminal is kept."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path

from typer import get_app_dir

from affray.api import FightRecord
from affray.core.problems import InvalidDataError, data_error
from affray.library import write_file

FOLDER_VARIABLE = "AFFRAY_FIGHTS"


@dataclass
class KeptFight:
    """A fight in the folder: its tape, and who plays it."""

    file: Path
    title: str = ""
    players: dict[str, str] = field(default_factory=dict)
    game_master: str = ""
    result: str = ""
    """Who won, or the round that the fight has come to."""
    is_over: bool = False

    def save(self, record: FightRecord) -> None:
        """Write the tape so far, and a note beside it on how the fight stands."""
        write_file(self.file, record.tape().text())
        self.title = record.scenario.title
        self.is_over = record.over
        if record.over:
            self.result = f"{record.winner} won" if record.winner else "nobody won"
        else:
            self.result = f"round {max(1, record.rounds)}"
        if self.file.parent == folder():
            note = {key: one for key, one in asdict(self).items() if key != "file"}
            write_file(self.note_file(), json.dumps(note, indent=1, ensure_ascii=False) + "\n")

    def note_file(self) -> Path:
        """Return the file that says who plays the fight and how it stands."""
        return self.file.with_suffix(".json")

    def delete(self) -> None:
        """Delete the tape and its note."""
        self.file.unlink(missing_ok=True)
        self.note_file().unlink(missing_ok=True)


def folder() -> Path:
    """Return the folder of the fights. The environment variable AFFRAY_FIGHTS names another."""
    given = os.environ.get(FOLDER_VARIABLE)
    return Path(given) if given else Path(get_app_dir("affray")) / "fights"


def kept_fight(file: Path) -> KeptFight:
    """Return the fight of a tape, with what its note says if it has one."""
    found = KeptFight(file)
    try:
        note = json.loads(found.note_file().read_text("utf-8"))
        return KeptFight(file, **note)
    except (OSError, ValueError, TypeError):
        return found


def list_fights() -> list[KeptFight]:
    """List the fights in the folder, the newest first."""
    if not folder().is_dir():
        return []
    files = sorted(folder().glob("*.tape"), key=lambda file: file.stat().st_mtime, reverse=True)
    return [kept_fight(file) for file in files]


def new_file(name: str) -> Path:
    """Return a tape's file that is not there yet, in the folder or where files can be written."""
    for place in (folder(), Path(tempfile.gettempdir())):
        try:
            place.mkdir(parents=True, exist_ok=True)
            file = unused_file(place, name)
            write_file(file, "")
            return file
        except (OSError, InvalidDataError):
            continue
    raise data_error(f"no fight can be kept in {folder()}; name another folder in AFFRAY_FIGHTS")


def unused_file(place: Path, name: str) -> Path:
    """Return a tape's file in a folder that is not there yet."""
    number = 1
    while (file := place / f"{name}{f'-{number}' if number > 1 else ''}.tape").exists():
        number += 1
    return file
