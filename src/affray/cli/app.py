"""The program `affray`: a Typer application whose commands are imported when they are called."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import cleandoc
from typing import Annotated, Any

from typer import Exit, Option, Typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

ABOUT = "The combat chapters of tabletop games as rulebooks that run."

COMMANDS = {
    "rulesets": "List the rulesets.",
    "rules": "List a ruleset's rules, with their house-rule switches.",
    "content": "List a ruleset's fighters, weapons and so on.",
    "scenarios": "List the built-in scenarios.",
    "show": "Show a scenario: who stands where, its map, and its keys.",
    "check": "Check scenario files and say what is wrong with them.",
    "schema": "Print the JSON Schema of a ruleset's scenario files.",
    "new": "Write a commented scenario to start from.",
    "fight": "Play a fight, or watch one.",
    "tutorial": "Learn to play at the terminal, in five minutes.",
    "fights": "List, resume, replay or delete the fights you played.",
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
    "admin": "List, export, prune and check the fights of a service.",
    "mcp": "Let a language model lead fights, by ten tools.",
}
"""Every command with its summary. The function `command` of the module of the same name runs it."""


class Commands(TyperGroup):
    """The commands by their summaries; the one that is called is imported."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = {name: TyperCommand(name, help=text) for name, text in COMMANDS.items()}

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Import the command that the first word names."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, load_command(name) if name else command, rest


def load_command(name: str) -> Any:
    """Import a command. Its examples stand at the end of its help."""
    function: Callable[..., Any] = import_module(f"affray.cli.{name}").command
    about, _, examples = cleandoc(function.__doc__ or "").partition("\n\nExample")
    paragraphs = [" ".join(paragraph.split()) for paragraph in about.split("\n\n")]
    lines = [line.strip() for line in examples.partition(":")[2].strip().splitlines()]
    single = Typer(add_completion=False)
    single.command(name, help="\n\n".join(paragraphs), epilog="\n".join(["Examples:", *lines]))(
        function
    )
    return get_command(single)


def print_version(is_wanted: bool) -> None:
    """Print the version, and how it was built."""
    if is_wanted:
        from affray.cli.output import say
        from affray.version import VERSION, is_compiled

        how = "compiled" if is_compiled() else "uncompiled: plain Python, slower but the same"
        say(f"affray {VERSION} ({how})")
        raise Exit


app = Typer(
    name="affray",
    cls=Commands,
    help=ABOUT,
    epilog="affray COMMAND --help says more about a command, with examples.",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def program(
    version: Annotated[
        bool,
        Option("--version", help="Show the version.", is_eager=True, callback=print_version),
    ] = False,
) -> None:
    """Run a command."""


def run_command(words: list[str]) -> int:
    """Run the command that a command line names, and return its exit code.

    `affray` and `affray help` show the help, `affray help fight` that of a command.
    """
    if not words or words[0] == "help":
        words = [*words[1:2], "--help"]
    program_group = get_command(app)
    try:
        with program_group.make_context("affray", list(words)) as context:
            code = program_group.invoke(context)
    except Exit as end:
        return end.exit_code
    return code if isinstance(code, int) else 0


def complete_in_shell() -> None:
    """Answer a shell that asks how a command line may go on."""
    get_command(app).main(prog_name="affray")
