"""The command line: `main` runs a command."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress

from affray.cli.app import COMMANDS, run_command
from affray.cli.parser import UsageError
from affray.core.problems import InvalidDataError

NEW_OBJECTS = 50_000
"""After so many new objects garbage is looked for among them."""


def main(arguments: list[str] | None = None) -> int:
    """Runs a command. What is wrong is said in one line each on standard error, with exit 2."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        code = run_command(words)
        sys.stdout.flush()
        return code
    except InvalidDataError as error:
        return fail(error.lines())
    except UsageError as error:
        where = f"affray {words[0]}" if words and words[0] in COMMANDS else "affray"
        return fail([f"{where}: {error}; see: {where} --help"])
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        forget_output()
        return 0
    except OSError as error:
        forget_output()
        where = f"{error.filename}: " if error.filename else ""
        return fail([f"affray: {where}{error.strerror or error}"])
    except RecursionError:
        return fail(["affray: this is nested too deeply"])
    except Exception as error:
        # imported here, because most commands end without them
        from affray.core.fight import IllegalError
        from affray.core.tape import TapeError

        if isinstance(error, (IllegalError, TapeError)):
            return fail([str(error)])
        raise


def forget_output() -> None:
    """Throws away what is still to be printed: Python would complain about it at its end."""
    # where there is no output to begin with, there is nothing to forget
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run() -> None:
    """Runs the program `affray`, and spares its start and its end what only takes time."""
    # nothing of what a command imports is garbage, so it is seldom looked for
    gc.set_threshold(NEW_OBJECTS)
    # nor does any of ours need the plugins that pydantic would look for in every package
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # nor the threads that numpy would start for large matrices
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    code = main()
    gc.freeze()
    sys.exit(code)


def fail(lines: list[str]) -> int:
    """Prints errors, one per line, on standard error; gives the exit code."""
    sys.stderr.writelines(line + "\n" for line in lines)
    return 2
