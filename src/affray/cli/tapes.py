"""Tapes and other files that a command line names."""

from __future__ import annotations

from pathlib import Path

from affray.api import scenario_of_tape
from affray.cli.options import load_with_house
from affray.core.problems import data_error
from affray.core.tape import Answer, TapeError, parse_tape
from affray.library import Scenario, read_file, report_write_errors


def read_tape(file: str) -> tuple[Scenario, list[Answer]]:
    """Read a tape's file: its scenario and its answers; raise InvalidDataError naming the file."""
    try:
        tape = parse_tape(read_file(Path(file)))
    except TapeError as error:
        raise data_error(str(error), "", file) from None
    return scenario_of_tape(tape, file), tape.answers


def scenario_or_tape(
    scenario: str, tape: str | None, house: list[str] | None, option: str
) -> tuple[Scenario, list[Answer]]:
    """Load a scenario, or the scenario and the answers of a tape that stands in its place."""
    if tape is not None:
        if scenario or house:
            raise data_error("a tape brings its own scenario and house rules", option)
        return read_tape(tape)
    if not scenario:
        raise data_error(f"name a scenario, or a tape with {option}; see: affray scenarios")
    return load_with_house(scenario, house), []


def check_writable(file: Path, option: str) -> None:
    """Raise InvalidDataError for a file that cannot be written, before any work is done.

    A file that is there stays as it is; a file made to try is deleted again.
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
