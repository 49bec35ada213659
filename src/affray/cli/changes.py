"""What would change it, on the command line: compare, sweep and tune."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from affray.cli.app import (
    House,
    Json,
    Players,
    ScenarioName,
    Seed,
    app,
    house_settings,
    players_by_side,
)
from affray.cli.lab import Cluster, Fights, Within, Workers, progress_bar
from affray.cli.show import bar, console, say, say_json, side_style, table_of
from affray.core.problems import data_error
from affray.lab.compare import Comparison, compare
from affray.lab.plots import short
from affray.lab.statistics import percent
from affray.lab.sweep import Sweep, sweep
from affray.lab.tune import Tuning, tune
from affray.lab.variants import changed, read_change
from affray.library import Scenario, load

AS_IT_IS = "as it is"


@app.command("compare")
def compare_command(
    scenario: ScenarioName,
    house: House = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--change", metavar="KEY=VALUE", help="Any figure of the scenario."),
    ] = None,
    other: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="SCENARIO", help="Another scenario with the same sides."),
    ] = None,
    fights: Fights = None,
    within: Within = None,
    seed: Seed = 0,
    player: Players = None,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Compare house rules, or any change of a scenario, by the same dice.

    Each --house, --change and --with is a variant of its own; commas join what goes together.

    Examples: affray compare causeway --house check=d20 --house foe_actions=2
              affray compare causeway --change sides.foes.fighters.0.hp=9
    """
    base = load(scenario)
    variants = variants_of(base, house, change, other)
    with progress_bar(not as_json) as bars:
        task = bars.add_task(base.title, total=None if within else fights or 10_000)
        found = compare(
            variants,
            fights or 10_000,
            within,
            seed,
            players_by_side(base, player),
            workers,
            lambda done: bars.update(task, completed=done),
            cluster,
        )
    if as_json:
        say_json(found.data())
        return
    show_comparison(found)


def variants_of(
    base: Scenario, house: list[str] | None, change: list[str] | None, other: list[str] | None
) -> dict[str, Scenario]:
    """The variants that a command names, after the scenario as it is."""
    found = {AS_IT_IS: base}
    for text in house or []:
        settings = house_settings(base.ruleset.name, text.split(","))
        found[text] = base.with_house(settings)
    for text in change or []:
        changes = dict(read_change(one) for one in text.split(","))
        found[text] = changed(base, changes, "--change")
    for name in other or []:
        found[name] = load(name)
    return found


def show_comparison(found: Comparison) -> None:
    """Every variant with how it differs, as a person reads it."""
    rows = found.data()
    sides = list(rows[0]["sides"])
    stopped = ", stopped early" if found.stopped else ""
    say(f"{found.scenarios[0].title}: {rows[0]['fights']:,} fights each{stopped}", "bold")
    for number, side in enumerate(sides if len(sides) > 2 else sides[:1]):
        console.print()
        say(side, side_style(number))
        table: list[list[str | Text]] = []
        for row in rows:
            share, other = row["sides"][side], row["difference"][side]
            base = row is rows[0]
            table.append(
                [
                    row["label"],
                    percent(share["share"]),
                    "" if base else f"{other['share'] * 100:+.2f}",
                    "" if base else f"{other['low'] * 100:+.2f} to {other['high'] * 100:+.2f}",
                    "" if base else Text(verdict(other), style="dim"),
                    f"{row['rounds']['mean']:.2f}",
                ]
            )
        heads = ["", "wins", "points", "95 % sure", "", "rounds"]
        table_of(heads, table, right=(1, 2, 3, 5), whole=(1, 2, 3))


def verdict(difference: dict[str, float]) -> str:
    """Whether a difference is more than chance."""
    if difference["low"] > 0:
        return "more"
    return "less" if difference["high"] < 0 else "may be chance"


@app.command("sweep")
def sweep_command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A sweep's .toml file.")],
    table: Annotated[
        Path | None,
        typer.Option("--table", metavar="OUT", help="Write the table to a .csv or .parquet file."),
    ] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Go through every setting that a file names, and say who wins in each.

    Example: affray sweep goblins.toml --table goblins.csv
    """
    if table is not None and table.suffix not in (".csv", ".parquet"):
        raise data_error("a table's file name ends in .csv or .parquet", "--table", str(table))
    with progress_bar(not as_json) as bars:
        task = bars.add_task(file, total=None)
        found = sweep(
            file,
            workers,
            cluster,
            lambda so_far: bars.update(task, total=so_far.settings, completed=len(so_far.rows)),
        )
    if table is not None:
        try:
            found.save(table)
        except OSError as error:
            raise data_error(f"cannot be written: {error.strerror}", "", str(table)) from None
    if as_json:
        say_json(found.data())
        return
    show_sweep(found)
    if table is not None:
        say(f"{table} is written.", "dim")


def show_sweep(found: Sweep) -> None:
    """A sweep's table, with a bar of the first side's share."""
    sides = found.scenario.sides
    stopped = ", stopped early" if found.stopped else ""
    say(f"{found.scenario.title}: {len(found.rows)} settings{stopped}", "bold")
    rows: list[list[str | Text]] = []
    for row, flat in zip(found.rows, found.flat(), strict=True):
        share = flat[f"{sides[0]} share"]
        low, high = flat.get(f"{sides[0]} low"), flat.get(f"{sides[0]} high")
        rows.append(
            [
                *[str(value) for value in row["setting"].values()],
                percent(share),
                "exact" if low is None or high is None else f"{percent(low)} to {percent(high)}",
                Text(bar(share, 20), style="cyan"),
                f"{flat['rounds']:.2f}",
            ]
        )
    keys = [short(key) for key in found.keys]
    heads = [*keys, f"{sides[0]} wins", "95 % sure", "", "rounds"]
    at = len(keys)
    table_of(heads, rows, right=(at, at + 3), whole=(at, at + 1, at + 2))


@app.command("tune")
def tune_command(
    scenario: ScenarioName,
    key: Annotated[
        str, typer.Option("--key", metavar="KEY", help="What to change, as the file has it.")
    ],
    low: Annotated[int, typer.Option("--from", metavar="A", help="The lowest value to try.")],
    high: Annotated[int, typer.Option("--to", metavar="B", help="The highest.")],
    share: Annotated[
        str, typer.Option("--share", metavar="P", help="The wanted share, such as 50% or 0.5.")
    ] = "50%",
    side: Annotated[
        str | None, typer.Option("--side", metavar="SIDE", help="Whose share; else the first's.")
    ] = None,
    within: Annotated[
        float, typer.Option("--within", metavar="W", help="How well to know it: ± W.")
    ] = 0.01,
    seed: Seed = 0,
    player: Players = None,
    house: House = None,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Find the value that gives a wanted share of wins: how many goblins, which HP.

    Example: affray tune causeway --key sides.foes.fighters.city-spearman.count --from 1 --to 9
    """
    loaded = load(scenario)
    settings = house_settings(loaded.ruleset.name, house)
    loaded = loaded.with_house(settings) if settings else loaded
    with progress_bar(not as_json) as bars:
        task = bars.add_task(f"{loaded.title}: values", total=None)
        found = tune(
            loaded,
            key,
            low,
            high,
            side,
            read_share(share),
            within,
            seed,
            players_by_side(loaded, player),
            workers,
            cluster,
            lambda so_far: bars.update(task, completed=len(so_far.tried)),
        )
    if as_json:
        say_json(found.data())
        return
    show_tuning(found)


def read_share(text: str) -> float:
    """A share from words such as 50% or 0.5."""
    try:
        found = float(text.rstrip("% ")) / 100 if "%" in text else float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise data_error(f"expected a share from 0% to 100%, or 0 to 1, not {text!r}", "--share")
    return found


def show_tuning(found: Tuning) -> None:
    """The value that comes nearest, and what was tried."""
    figures: dict[str, Any] = found.data()
    say(
        f"{found.key} = {found.value} gives {found.side} {percent(figures['share'])} of wins "
        f"(95 % sure: {percent(figures['low'])} to {percent(figures['high'])})",
        "bold",
    )
    if not found.reached():
        say(f"no value gives {percent(found.wanted)}; this one comes nearest", "yellow")
    console.print()
    table_of(
        [short(found.key), f"{found.side} wins", "fights", ""],
        [
            [
                Text(str(value), style="bold" if value == found.value else ""),
                percent(found.share(value)),
                f"{found.tried[value].tally.fights:,}",
                Text(bar(found.share(value), 30), style="cyan"),
            ]
            for value in sorted(found.tried)
        ],
        right=(0, 1, 2),
        whole=(1, 3),
    )
