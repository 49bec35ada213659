"""Tapes that a command line names."""

from __future__ import annotations

from pathlib import Path

from affray.api import scenario_of_tape
from affray.core.problems import data_error
from affray.core.tape import Answer, TapeError, parse_tape
from affray.library import Scenario, read_file


def read_tape(file: str) -> tuple[Scenario, list[Answer]]:
    """The scenario of a tape's file and its answers; raises InvalidDataError naming the file."""
    try:
        tape = parse_tape(read_file(Path(file)))
    except TapeError as error:
        raise data_error(str(error), "", file) from None
    return scenario_of_tape(tape, file), tape.answers
