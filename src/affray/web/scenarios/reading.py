"""Read scenarios and tapes from untrusted clients."""

from __future__ import annotations

import tomllib
from typing import Any

from affray.core.problems import InvalidDataError, data_error
from affray.core.tape import Tape, TapeError, parse_tape
from affray.library import Scenario, read_scenario
from affray.web.plain_text import find_bad_character
from affray.web.scenarios.bounds import MAX_FIGHTERS, check_data, check_text


def parse_toml(text: str, limit: int, name: str = "") -> dict[str, Any]:
    """Return the data of a TOML file; raise InvalidDataError if it is invalid or out of bounds."""
    check_text(text, limit, name)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise data_error(f"this is not TOML: {str(error)[:200]}", "", name) from None
    check_data(data, name)
    return data


def read_scenario_text(text: str, name: str, limit: int) -> Scenario:
    """Return a scenario from its text; raise InvalidDataError with all its problems."""
    data = parse_toml(text, limit, name)
    try:
        scenario = read_scenario(data, name)
    except InvalidDataError:
        raise
    except (ValueError, RecursionError, OverflowError) as error:
        raise data_error(f"this cannot be read: {str(error)[:200]}", "", name) from None
    if len(scenario.setup.names) > MAX_FIGHTERS:
        raise data_error(f"at most {MAX_FIGHTERS} fighters fit on the page's table", "sides", name)
    return scenario


def read_tape_text(text: str, name: str, most: int) -> Tape:
    """Return a tape from its text; raise InvalidDataError with the line of a problem."""
    bad = find_bad_character(text)
    if bad is not None:
        line = text[: text.index(chr(int(bad[2:], 16)))].count("\n") + 1
        raise data_error(f"line {line}: a tape cannot hold the character {bad}", "", name)
    try:
        tape = parse_tape(text)
    except TapeError as error:
        raise data_error(str(error), "", name) from None
    except (ValueError, OverflowError) as error:
        raise data_error(f"this tape cannot be read: {str(error)[:200]}", "", name) from None
    if len(tape.answers) > most:
        raise data_error(f"a fight has at most {most:,} answers here", "", name)
    return tape
