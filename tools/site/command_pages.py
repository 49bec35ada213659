"""The reference of the commands, from their own help."""

from __future__ import annotations

import os
from contextlib import redirect_stdout
from io import StringIO

from affray.cli.app import COMMANDS, run_command


def help_of(*words: str) -> str:
    """Return what a command line prints, in 80 columns."""
    os.environ["COLUMNS"] = "80"
    printed = StringIO()
    with redirect_stdout(printed):
        run_command([*words, "--help"])
    return "\n".join(line.rstrip() for line in printed.getvalue().splitlines()).strip("\n")


def command_page() -> str:
    """Return a page with the help of every command."""
    parts = [
        "# Commands\n",
        "What each command prints when it is asked for `--help`. Commands that give figures print "
        "JSON with `--json`. Bad input gives one line and exit code 2. "
        "`affray --install-completion` teaches your shell to complete commands, options, rulesets "
        "and scenarios.\n",
        f"```text\n{help_of()}\n```\n",
    ]
    for name, about in COMMANDS.items():
        parts.append(f"## affray {name} {{ #{name} }}\n\n{about}\n")
        parts.append(f"```text\n{help_of(name)}\n```\n")
    return "\n".join(parts)
