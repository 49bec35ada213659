"""The command `affray compare`."""

from __future__ import annotations

from typing import Annotated, Any

from rich.text import Text

from affray.cli.options import (
    ClusterOption,
    FightsOption,
    HouseOption,
    JsonOption,
    PlayerOption,
    ScenarioArgument,
    SeedOption,
    WithinOption,
    WorkersOption,
    house_settings,
    parse_players,
    value,
)
from affray.cli.output import console, players_text, print_table, say, show, side_style
from affray.cli.progress import progress_bar
from affray.lab.compare import Comparison, Variant, compare
from affray.lab.scenario_keys import parse_change, with_changes
from affray.lab.simulation.runner import DEFAULT_FIGHTS
from affray.lab.statistics import percent
from affray.library import Scenario, load

BASE_LABEL = "as it is"


def command(
    scenario: ScenarioArgument,
    house: HouseOption = None,
    change: Annotated[
        list[str] | None, value("--change", "KEY=VALUE", "Any figure of the scenario.")
    ] = None,
    other: Annotated[
        list[str] | None, value("--with", "SCENARIO", "Another scenario with the same sides.")
    ] = None,
    with_player: Annotated[
        list[str] | None, value("--with-player", "SIDE=NAME", "The scenario with another player.")
    ] = None,
    fights: FightsOption = None,
    within: WithinOption = None,
    seed: SeedOption = 0,
    player: PlayerOption = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare house rules, any change of a scenario, or other players, by the same dice.

    Each --house, --change, --with and --with-player is a variant of its own; commas join what goes
    together.

    Examples: affray compare causeway --house check=d20 --house foe_actions=2
              affray compare causeway --change sides.foes.fighters.0.hp=9
              affray compare causeway --with-player party=random -n 2000
    """
    base = load(scenario)
    variants = make_variants(base, house, change, other, with_player)
    total = DEFAULT_FIGHTS if fights is None else fights
    with progress_bar(not as_json, base.title, None if within else total) as progress:
        found = compare(
            variants,
            total,
            within,
            seed,
            parse_players(base, player),
            workers,
            lambda so_far: progress.update(so_far.fights),
            cluster,
        )
    show(found, print_comparison, as_json)


def make_variants(
    base: Scenario,
    house: list[str] | None,
    change: list[str] | None,
    other: list[str] | None,
    with_player: list[str] | None,
) -> dict[str, Scenario | Variant]:
    """Return the variants that a command names, after the scenario as it is."""
    found: dict[str, Scenario | Variant] = {BASE_LABEL: base}
    for text in house or []:
        settings = house_settings(base.ruleset.name, text.split(","))
        found[text] = base.with_house(settings)
    for text in change or []:
        changes = dict(parse_change(one) for one in text.split(","))
        found[text] = with_changes(base, changes, "--change")
    for name in other or []:
        found[name] = load(name)
    for text in with_player or []:
        found[text] = Variant(base, parse_players(base, text.split(",")))
    return found


def print_comparison(comparison: Comparison) -> None:
    """Print every variant with how it differs, as a person reads it."""
    rows = comparison.data()
    sides = list(rows[0]["sides"])
    stopped = ", stopped early" if comparison.stopped else ""
    say(f"{comparison.scenarios[0].title}: {rows[0]['fights']:,} fights each{stopped}", "bold")
    say(players_text(comparison.players[0]), "dim")
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
                    "" if base else Text(verdict(row, side), style="dim"),
                    f"{row['rounds']['mean']:.2f}",
                ]
            )
        heads = ["", "wins", "points", "95 % sure", "", "rounds"]
        print_table(heads, table, right=(1, 2, 3, 5), unbroken=(1, 2, 3))


def verdict(row: dict[str, Any], side: str) -> str:
    """Return whether a variant differs by more than chance, or at all."""
    if not row["changed"]:
        return "no fight changed"
    difference = row["difference"][side]
    if difference["low"] > 0:
        return "more"
    return "less" if difference["high"] < 0 else "may be chance"
