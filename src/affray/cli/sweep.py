"""The command `affray sweep`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from rich.text import Text
from typer import Argument

from affray.cli.options import ClusterOption, JsonOption, WorkersOption, value
from affray.cli.output import bar, players_text, print_json, print_table, say
from affray.cli.progress import progress_bar
from affray.cli.tapes import check_writable
from affray.lab.report.plots import short_keys
from affray.lab.statistics import percent
from affray.lab.sweep import Sweep, check_table_file, sweep


def command(
    file: Annotated[str, Argument(metavar="FILE", help="A sweep's .toml file.")],
    table: Annotated[
        Path | None, value("--table", "OUT", "Write the table to a .csv or .parquet file.")
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Go through every setting that a file names, and say who wins in each.

    Example: affray sweep goblins.toml --table goblins.csv
    """
    if table is not None:
        check_table_file(table)
        check_writable(table, "--table")
    with progress_bar(not as_json, file) as progress:
        found = sweep(
            file,
            workers,
            cluster,
            lambda so_far: progress.update(len(so_far.figures), total=so_far.settings),
        )
    if table is not None:
        found.save(table)
    if as_json:
        print_json(found.data())
        return
    print_sweep(found)
    if table is not None:
        say(f"{table} is written.", "dim")


def print_sweep(found: Sweep) -> None:
    """Print a sweep's table, with a bar of the first side's share."""
    sides = found.scenario.sides
    stopped = ", stopped early" if found.stopped else ""
    done = f"{len(found.figures)} of {found.settings}" if found.stopped else len(found.figures)
    say(f"{found.scenario.title}: {done} settings{stopped}", "bold")
    say(players_text(found.figures[0]["players"]), "dim")
    rows: list[list[str | Text]] = []
    for row, flat in zip(found.figures, found.rows(), strict=True):
        share = flat[f"{sides[0]} share"]
        low, high = flat.get(f"{sides[0]} low"), flat.get(f"{sides[0]} high")
        rows.append(
            [
                *[str(value) for value in row["setting"].values()],
                percent(share) + (" …" if row.get("stopped") else ""),
                "exact" if low is None or high is None else f"{percent(low)} to {percent(high)}",
                Text(bar(share, 20), style="cyan"),
                f"{flat['rounds']:.2f}",
            ]
        )
    keys = short_keys(found.keys)
    heads = [*keys, f"{sides[0]} wins", "95 % sure", "", "rounds"]
    at = len(keys)
    print_table(heads, rows, right=(at, at + 3), unbroken=(at, at + 1, at + 2))
