"""The command `affray new`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from affray.cli.output import say
from affray.core.problems import data_error
from affray.library import report_write_errors, template_of


def command(
    file: Annotated[Path, Argument(metavar="FILE", help="The file to write.")],
    ruleset: Annotated[
        str, Option("--ruleset", metavar="RULESET", help="For which ruleset.")
    ] = "mithryn",
) -> None:
    """Write a commented scenario to start from.

    Example: affray new my-fight.toml --ruleset mithryn
    """
    template = template_of(ruleset)
    if file.suffix != ".toml":
        raise data_error("a scenario's file name ends in .toml", "", str(file))
    with report_write_errors(file):
        try:
            out = file.open("x", encoding="utf-8")
        except FileExistsError:
            raise data_error("this file is already there; name another", "", str(file)) from None
        with out:
            out.write(template)
    say(f"{file} is written. Now:  affray check {file}  and  affray fight {file}")
