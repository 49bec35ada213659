"""The reference of the commands, from their own help."""

from __future__ import annotations

from importlib import import_module

from affray.cli.app import COMMANDS, program_help
from affray.cli.parser import help_text


def command_page() -> str:
    """Every command with what `--help` prints."""
    parts = [
        "# Commands\n",
        "What each command prints when it is asked for `--help`. Those that give figures print "
        "JSON with `--json`; what is wrong is said in one line, with exit code 2.\n",
        f"```text\n{program_help()}\n```\n",
    ]
    for name, about in COMMANDS.items():
        command = import_module(f"affray.cli.{name}").command
        parts.append(f"## affray {name} {{ #{name} }}\n\n{about}\n")
        parts.append(f"```text\n{help_text(name, command)}\n```\n")
    return "\n".join(parts)
