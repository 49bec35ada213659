"""The program `affray`: its commands, each imported when it is called."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from affray.cli.parser import HELP, UsageError, columns, help_text, parameters_of, parse
from affray.core.problems import nearest

ABOUT = "The combat chapters of tabletop games as rulebooks that run."

COMMANDS = {
    "rulesets": "List the rulesets.",
    "rules": "List a ruleset's rules, with their house-rule switches.",
    "content": "List a ruleset's fighters, weapons and so on, with their figures.",
    "scenarios": "List the built-in scenarios.",
    "show": "Show a scenario: who stands where, its map, and its keys.",
    "check": "Check scenario files and say what is wrong with them.",
    "schema": "Print the JSON Schema of a ruleset's scenario files.",
    "new": "Write a commented scenario to start from.",
    "fight": "Play a fight, or watch one.",
    "replay": "Play a tape again, as far as it goes.",
    "odds": "Say the exact odds of an attack, or of every option.",
    "simulate": "Play many fights and say who wins.",
    "compare": "Compare changes of a scenario by the same dice.",
    "arena": "Have players meet each other, and rate them.",
    "sweep": "Go through every setting that a file names.",
    "tune": "Find the value that gives a wanted share of wins.",
    "duel": "Solve a duel exactly, or find its best play.",
    "story": "Tell a fight afterwards: what turned it, and what was luck.",
    "report": "Write a report with plots.",
    "serve": "Serve the page where fights are played and studied.",
    "admin": "List, export, prune and check the stored fights of a service.",
    "mcp": "Let a language model lead fights, by ten tools.",
}
"""Every command with its summary. The function `command` of the module of the same name runs it."""


def run_command(words: list[str]) -> int:
    """Runs the command that a command line names; gives the exit code. Raises UsageError."""
    if not words or words[0] in HELP:
        print_text(program_help())
        return 0
    name, rest = words[0], words[1:]
    if name == "--version":
        print_text(version_text())
        return 0
    if name not in COMMANDS:
        near = nearest(name, COMMANDS)
        hint = f" (did you mean {near!r}?)" if near else ""
        what = "option" if name.startswith("-") else "command"
        raise UsageError(f"there is no {what} {name!r}{hint}")
    command: Callable[..., Any] = import_module(f"affray.cli.{name}").command
    if any(word in HELP for word in until_double_dash(rest)):
        print_text(help_text(name, command))
        return 0
    code = command(**parse(parameters_of(command), rest))
    return code if isinstance(code, int) else 0


def until_double_dash(words: list[str]) -> list[str]:
    """The words that may be options."""
    return words[: words.index("--")] if "--" in words else words


def print_text(text: str) -> None:
    """Prints on standard output."""
    import sys

    sys.stdout.write(text + "\n")


def program_help() -> str:
    """The help of the program: its commands."""
    options = [("--version", "Say which this is."), (", ".join(HELP), "Show this message.")]
    return "\n\n".join(
        [
            "Usage: affray COMMAND …",
            f"  {ABOUT}",
            "Commands:\n" + columns(list(COMMANDS.items())),
            "Options:\n" + columns(options),
            "affray COMMAND --help says more about a command, with examples.",
        ]
    )


def version_text() -> str:
    """The version, and how it was built."""
    from affray.version import VERSION, is_compiled

    how = "compiled" if is_compiled() else "uncompiled: plain Python, slower but the same"
    return f"affray {VERSION} ({how})"
