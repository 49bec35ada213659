"""The command line's root, and what its commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from affray.core.problems import data_error, unknown_name
from affray.core.rulebook import Setting
from affray.library import Scenario, load, rulebook_of
from affray.version import VERSION, compiled

app = typer.Typer(
    name="affray",
    help="The combat chapters of tabletop games as rulebooks that run.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
ScenarioName = Annotated[
    str, typer.Argument(metavar="SCENARIO", help="A built-in scenario's name, or a .toml file.")
]
House = Annotated[
    list[str] | None,
    typer.Option("--house", metavar="NAME=VALUE", help="A house rule; may be given again."),
]
Players = Annotated[
    list[str] | None,
    typer.Option(
        "--player", metavar="SIDE=NAME", help="Who plays a side: simple, random, me, and others."
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Where the dice start from.")]


def show_version(wanted: bool) -> None:
    """Prints the version and how it was built, and stops."""
    if wanted:
        how = "compiled" if compiled() else "uncompiled: plain Python, slower but the same"
        typer.echo(f"affray {VERSION} ({how})")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="Say which this is."),
    ] = False,
) -> None:
    """The combat chapters of tabletop games as rulebooks that run."""


def pairs(given: list[str] | None, option: str, shape: str) -> dict[str, str]:
    """What NAME=VALUE options say."""
    found = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise data_error(f"expected {shape}, not {text!r}", option)
        found[name.strip()] = value.strip()
    return found


def house_settings(ruleset: str, given: list[str] | None) -> dict[str, Setting]:
    """House rules from the command line, each value read as its switch wants it."""
    options = rulebook_of(ruleset).options()
    found: dict[str, Setting] = {}
    for name, text in pairs(given, "--house", "NAME=VALUE").items():
        if name not in options:
            raise data_error(unknown_name("house rule", name, options), "--house")
        value = options[name][0].parse(text)
        wrong = options[name][0].problem_with(value)
        if wrong:
            raise data_error(wrong, f"--house {name}")
        found[name] = value
    return found


def scenario_with(name: str, house: list[str] | None) -> Scenario:
    """A scenario as the command line names it, by the house rules given."""
    scenario = load(name)
    settings = house_settings(scenario.ruleset.name, house)
    return scenario.with_house(settings) if settings else scenario


def players_by_side(scenario: Scenario, given: list[str] | None) -> dict[str, str]:
    """Who plays which side; `all=NAME` is every side."""
    found: dict[str, str] = {}
    for side, name in pairs(given, "--player", "SIDE=NAME").items():
        if side == "all":
            found.update(dict.fromkeys(scenario.sides, name))
        elif side not in scenario.sides:
            raise data_error(unknown_name("side", side, scenario.sides), "--player")
        else:
            found[side] = name
    return found
