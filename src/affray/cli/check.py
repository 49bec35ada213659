"""The command `affray check`."""

from __future__ import annotations

from typing import Annotated

from typer import Argument

from affray.cli.options import JsonOption
from affray.cli.output import print_errors, print_json, say
from affray.core.problems import InvalidDataError
from affray.library import load


def command(
    files: Annotated[list[str], Argument(metavar="FILE…", help="Scenario files.")],
    as_json: JsonOption = False,
) -> int:
    """Check scenario files and say what is wrong with them.

    Example: affray check my-fight.toml
    """
    errors: list[tuple[str, InvalidDataError]] = []
    for file in files:
        try:
            load(file)
        except InvalidDataError as error:
            errors.append((file, error))
        else:
            if not as_json:
                say(f"{file}: ok")
    if as_json:
        print_json(
            [
                {"file": file, "key": problem.key, "text": problem.text}
                for file, wrong in errors
                for problem in wrong.problems
            ]
        )
    else:
        for _, wrong in errors:
            print_errors(wrong.lines())
    return 2 if errors else 0
