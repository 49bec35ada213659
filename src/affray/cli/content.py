"""The command `affray content`."""

from __future__ import annotations

from typing import Annotated, Any

from rich.text import Text
from typer import Argument

from affray.cli.options import JsonOption, RulesetArgument
from affray.cli.output import console, print_json, print_table, say
from affray.core.problems import data_error
from affray.library import content_data, content_of


def command(
    ruleset: RulesetArgument,
    name: Annotated[
        str,
        Argument(metavar="NAME", help="A kind (such as weapons) or one thing; else everything."),
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """List what a ruleset has to offer: fighters, weapons, armour and so on, with their figures.

    Examples: affray content mithryn
              affray content mithryn weapons
              affray content mithryn longbow
    """
    everything = content_data(ruleset)
    if name in everything:
        chosen = {name: everything[name]}
    elif name:
        chosen = content_data(ruleset, name)
    else:
        chosen = everything
    if as_json:
        print_json(chosen)
        return
    if name and name not in everything:
        for kind, entries in chosen.items():
            print_entry(ruleset, kind, name, entries[name])
        return
    for number, (kind, entries) in enumerate(chosen.items()):
        if number:
            console.print()
        say(kind, "bold")
        if not entries:
            raise data_error(f"{ruleset} has no {kind}")
        print_table(
            ["", ""],
            [[Text(f"  {entry}", style="cyan"), figures_text(of)] for entry, of in entries.items()],
            unbroken=(0,),
        )


def figures_text(figures: Any) -> str:
    """A thing's figures in a line; what is none, no or empty is left out."""
    if not isinstance(figures, dict):
        return value_text(figures)
    return ", ".join(
        key if value is True else f"{key} {value_text(value)}"
        for key, value in figures.items()
        if value not in (None, False, 0, "", [], {})
    )


def value_text(value: Any) -> str:
    """A value of the content in words."""
    if isinstance(value, list):
        return " ".join(value_text(one) for one in value)
    if isinstance(value, dict):
        return "(" + figures_text(value) + ")"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def print_entry(ruleset: str, kind: str, name: str, figures: Any) -> None:
    """Prints everything that is known about one thing, with what each figure means."""
    say(f"{name} ({kind})", "bold")
    if not isinstance(figures, dict):
        say(value_text(figures), indent=2)
        return
    entry = getattr(content_of(ruleset), kind)[name]
    fields = {field.alias or key: field for key, field in type(entry).model_fields.items()}
    print_table(
        ["", "", ""],
        [
            [
                Text(f"  {key}", style="cyan"),
                value_text(value) if value not in ([], {}, "") else "none",
                Text((fields[key].description if key in fields else "") or "", style="dim"),
            ]
            for key, value in figures.items()
        ],
        unbroken=(0,),
    )
