"""Tapes and other files that a command line names."""

from __future__ import annotations

from pathlib import Path

from affray.api import scenario_of_tape
from affray.core.problems import data_error
from affray.core.tape import Answer, TapeError, parse_tape
from affray.library import Scenario, read_file, report_write_errors


def read_tape(file: str) -> tuple[Scenario, list[Answer]]:
    """The scenario of a tape's file and its answers; raises InvalidDataError naming the file."""
    try:
        tape = parse_tape(read_file(Path(file)))
    except TapeError as error:
        raise data_error(str(error), "", file) from None
    return scenario_of_tape(tape, file), tape.answers


def check_writable(file: Path, option: str) -> None:
    """Raises InvalidDataError for a file that cannot be written, before any work is done.

    Whatever is in it stays; a file that is made to try it is taken away again.
    """
    if file.is_dir():
        raise data_error("this is a folder; name a file", option, str(file))
    if not file.absolute().parent.is_dir():
        raise data_error("there is no such folder", option, str(file.parent))
    was_there = file.exists()
    with report_write_errors(file, option):
        with file.open("ab"):
            pass
        if not was_there:
            file.unlink()
