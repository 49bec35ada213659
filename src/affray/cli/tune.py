"""The command `affray tune`."""

from __future__ import annotations

from typing import Annotated, Any

from rich.text import Text
from typer import Option

from affray.cli.options import (
    ClusterOption,
    HouseOption,
    JsonOption,
    PlayerOption,
    ScenarioArgument,
    SeedOption,
    WorkersOption,
    load_with_house,
    parse_players,
)
from affray.cli.output import bar, console, players_text, print_table, say, show
from affray.cli.progress import progress_bar
from affray.core.problems import data_error
from affray.lab.report.plots import short_key
from affray.lab.statistics import percent
from affray.lab.tune import Tuning, tune


def command(
    scenario: ScenarioArgument,
    key: Annotated[str, Option("--key", metavar="KEY", help="What to change, as the file has it.")],
    low: Annotated[int, Option("--from", metavar="A", help="The lowest value to try.")],
    high: Annotated[int, Option("--to", metavar="B", help="The highest.")],
    share: Annotated[
        str, Option("--share", metavar="P", help="The wanted share, such as 50% or 0.5.")
    ] = "50%",
    side: Annotated[
        str | None, Option("--side", metavar="SIDE", help="Whose share; else the first's.")
    ] = None,
    within: Annotated[
        float, Option("--within", metavar="W", help="How well to know it: ± W.")
    ] = 0.01,
    seed: SeedOption = 0,
    player: PlayerOption = None,
    house: HouseOption = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find the value that gives a wanted share of wins: how many goblins, which HP.

    Example: affray tune causeway --key sides.foes.fighters.1.count --from 1 --to 9
    """
    loaded = load_with_house(scenario, house)
    with progress_bar(not as_json, f"{loaded.title}: values") as progress:
        found = tune(
            loaded,
            key,
            low,
            high,
            side,
            parse_share(share),
            within,
            seed,
            parse_players(loaded, player),
            workers,
            cluster,
            lambda so_far: progress.update(len(so_far.tried)),
        )
    show(found, print_tuning, as_json)


def parse_share(text: str) -> float:
    """Return a share from words such as 50% or 0.5."""
    try:
        found = float(text.rstrip("% ")) / 100 if "%" in text else float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise data_error(f"expected a share from 0% to 100%, or 0 to 1, not {text!r}", "--share")
    return found


def print_tuning(found: Tuning) -> None:
    """Print the value that comes nearest, and what was tried."""
    figures: dict[str, Any] = found.data()
    say(
        f"{found.key} = {found.value} gives {found.side} {percent(figures['share'])} of wins "
        f"(95 % sure: {percent(figures['low'])} to {percent(figures['high'])})",
        "bold",
    )
    say(players_text(found.tried[found.value].players), "dim")
    if found.stopped:
        say("stopped early; the nearest of what was tried so far", "yellow")
    if not found.is_reached():
        say(f"no value gives {percent(found.wanted)}; this one comes nearest", "yellow")
    console.print()
    print_table(
        [short_key(found.key), f"{found.side} wins", "fights", ""],
        [
            [
                Text(str(value), style="bold" if value == found.value else ""),
                percent(found.share(value)) + (" …" if found.tried[value].stopped else ""),
                f"{found.tried[value].tally.fights:,}",
                Text(bar(found.share(value), 30), style="cyan"),
            ]
            for value in sorted(found.tried)
        ],
        right=(0, 1, 2),
        unbroken=(1, 3),
    )
