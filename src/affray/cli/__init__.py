"""The command line: `main` runs a command."""

from __future__ import annotations

import codecs
import gc
import os
import sys
from contextlib import suppress

from typer import TyperException

from affray.cli.app import COMMANDS, complete_in_shell, run_command
from affray.core.problems import InvalidDataError

GARBAGE_THRESHOLD = 50_000
"""How many new objects start a garbage collection."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command. Bad input gives one line each on standard error, and exit code 2."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        code = run_command(words)
        sys.stdout.flush()
        return code
    except InvalidDataError as error:
        return fail(error.lines())
    except TyperException as error:
        where = f"affray {words[0]}" if words and words[0] in COMMANDS else "affray"
        return fail([f"{where}: {usage_message(error)}; see: {where} --help"])
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        discard_output()
        return 0
    except OSError as error:
        discard_output()
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
        frames = user_frames(error)
        if not frames:
            raise
        fail(["affray: code of your own raised an error:", *frames])
        return 1


def user_frames(error: Exception) -> list[str]:
    """Return the error with the lines of the user's own files, the last call first.

    Empty where the error comes from our own files. A player's lines are notes of the error.
    """
    # imported here, because most commands end without it
    import traceback

    ours = os.path.dirname(os.path.dirname(__file__))
    theirs = [
        f"  {frame.filename}, line {frame.lineno}, in {frame.name}: {frame.line}"
        for frame in reversed(traceback.extract_tb(error.__traceback__))
        if os.path.isfile(frame.filename)
        and not os.path.abspath(frame.filename).startswith((ours, sys.prefix, sys.base_prefix))
    ]
    lines: list[str] = getattr(error, "__notes__", theirs)
    said = traceback.format_exception_only(error)[0].strip()
    return [said, *lines] if lines else []


PARSER_WORDS = {
    ", unable to parse string as an integer": "",
    ", unable to parse string as a number": "",
    "Input should be a valid integer": "expected a whole number",
    "Input should be a valid number": "expected a number",
    "Input should be": "expected a number",
}
"""The parser's messages about figures, and ours in their place."""


def usage_message(error: TyperException) -> str:
    """Return what is wrong with a command line, in words for people instead of programmers."""
    message = error.format_message().rstrip(".")
    for words, ours in PARSER_WORDS.items():
        message = message.replace(words, ours)
    return message


def discard_output() -> None:
    """Discard unprinted output, so that Python does not complain about it at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run() -> None:
    """Run the program `affray`."""
    gc.set_threshold(GARBAGE_THRESHOLD)
    # looking for pydantic plugins and starting threads for matrices only takes time
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    prepare_streams()
    if "_AFFRAY_COMPLETE" in os.environ:
        complete_in_shell()
    code = main()
    gc.freeze()
    sys.exit(code)


PLAIN_CHARACTERS = {
    **dict.fromkeys("┌┐└┘", "+"),
    **dict(zip("─│↔→←↑↓↗↘↙↖", "-|>><^v/\\/\\", strict=True)),
    **dict(zip("·•◦▪●█…−–×≈’“”", '.*o%*#.--x~\'""', strict=True)),
    **dict.fromkeys("▏▎▍▁▂", " "),
    **dict.fromkeys("▌▋▊▉▃▄▅▆▇", "#"),
    "±": "+-",
}
"""What is printed for a character that a stream cannot encode; for any other a question mark."""


def replace_characters(error: UnicodeError) -> tuple[str, int]:
    """Return a plain text for characters that a stream cannot encode, and where they end."""
    assert isinstance(error, UnicodeEncodeError)
    unknown = error.object[error.start : error.end]
    return "".join(PLAIN_CHARACTERS.get(one, "?") for one in unknown), error.end


def prepare_streams() -> None:
    """Replace characters that a stream cannot encode, and print to nowhere where it is closed."""
    codecs.register_error("plain", replace_characters)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="plain")


def fail(lines: list[str]) -> int:
    """Print errors, one per line, on standard error, and return the exit code."""
    sys.stderr.writelines(line + "\n" for line in lines)
    return 2
