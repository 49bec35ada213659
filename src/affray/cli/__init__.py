"""The command line."""

from __future__ import annotations

import sys

import typer

from affray.cli import catalogue, changes, duels, fights, hindsight, lab, web
from affray.cli.app import app
from affray.cli.show import complain
from affray.core.fight import IllegalError
from affray.core.problems import InvalidDataError
from affray.core.tape import TapeError

__all__ = ["app", "catalogue", "changes", "duels", "fights", "hindsight", "lab", "main", "web"]


UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""What the command line's parser raises, in whichever package typer keeps it."""


def main(arguments: list[str] | None = None) -> int:
    """Runs a command. What is wrong is said in one line each on standard error, with exit 2."""
    try:
        result = app(arguments, prog_name="affray", standalone_mode=False)
    except InvalidDataError as found:
        complain(found.lines())
        return 2
    except (IllegalError, TapeError) as error:
        complain([str(error)])
        return 2
    except UsageError as error:
        context = getattr(error, "ctx", None)
        where = context.command_path.removeprefix("affray").strip() if context else ""
        hint = f" (see: affray {where} --help)" if where else " (see: affray --help)"
        complain(["affray: " + usage_message(error).replace("\n", " ") + hint])
        return 2
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    return result if isinstance(result, int) else 0


def run() -> None:
    """The program `affray`."""
    sys.exit(main())


def usage_message(error: Exception) -> str:
    """What was wrong with the command, as the parser says it."""
    said = getattr(error, "format_message", None)
    return str(said() if said else error)
