"""The lab's commands: odds and simulation."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from affray.cli.app import (
    House,
    Json,
    Players,
    ScenarioName,
    Seed,
    app,
    players_by_side,
    scenario_with,
)
from affray.cli.show import (
    bar,
    console,
    histogram,
    percent,
    say,
    say_json,
    side_style,
    table_of,
    tail_summed,
)
from affray.lab.odds import AttackOdds, odds_of
from affray.lab.simulate import Simulation, Tally, simulate
from affray.library import Scenario, rulebook_of


@app.command("odds")
def odds(
    scenario: ScenarioName,
    attacker: Annotated[
        str | None, typer.Option("--attacker", metavar="A", help="Who attacks; else the first.")
    ] = None,
    target: Annotated[
        str | None, typer.Option("--target", metavar="B", help="Whom; else the first enemy.")
    ] = None,
    weapon: Annotated[
        str | None, typer.Option("--with", metavar="WEAPON", help="With which weapon.")
    ] = None,
    manner: Annotated[
        str | None, typer.Option("--as", metavar="KIND", help="Which kind of attack.")
    ] = None,
    ignore_distance: Annotated[
        bool, typer.Option("--ignore-distance", help="Put the two within reach first.")
    ] = False,
    house: House = None,
    as_json: Json = False,
) -> None:
    """The exact odds of one attack from a scenario's start.

    Example: affray odds causeway --attacker Brynn --target "City Spearman"
    """
    loaded = scenario_with(scenario, house)
    found = odds_of(loaded, attacker, target, weapon, manner, ignore_distance)
    if as_json:
        say_json(found.data())
        return
    show_odds(loaded, found)


def show_odds(scenario: Scenario, found: AttackOdds) -> None:
    """The odds of an attack as a person reads them."""
    say(f"{found.attacker}: {found.attack.text}", "bold")
    line = Text()
    line.append(f"hits {percent(found.hit)}", style="bold")
    line.append(f"   mean {found.mean:.3f}   drops {found.target} {percent(found.drop)}   ")
    line.append("(exact)", style="dim")
    console.print(line)
    console.print()
    say("damage", "dim")
    histogram(tail_summed(found.damage))
    effects: dict[str, float] = {}
    for outcome in found.outcomes:
        for effect in outcome["effects"]:
            effects[effect] = effects.get(effect, 0.0) + outcome["p"]
    if effects:
        console.print()
        say("and also", "dim")
        histogram(effects)
    if found.rules:
        console.print()
        say("rules at work", "dim")
        texts = {rule.id: rule.text for rule in rulebook_of(scenario.ruleset.name).rules}
        table_of(
            ["", ""], [[Text(rule, style="cyan"), texts[rule]] for rule in found.rules], whole=(0,)
        )


@app.command("simulate")
def simulation(
    scenario: ScenarioName,
    fights: Annotated[
        int | None, typer.Option("-n", metavar="N", help="How many fights; else 10,000.")
    ] = None,
    within: Annotated[
        float | None,
        typer.Option("--within", metavar="W", help="Until shares are known to ± W, such as 0.005."),
    ] = None,
    seed: Seed = 0,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", help="Processes; else one per core.")
    ] = None,
    player: Players = None,
    house: House = None,
    as_json: Json = False,
) -> None:
    """Play many fights and say who wins.

    Example: affray simulate causeway -n 100000 --house check=d20
    """
    loaded = scenario_with(scenario, house)
    players = players_by_side(loaded, player)
    total = fights if fights is not None else None if within else 10_000
    with progress_bar(not as_json) as bars:
        task = bars.add_task(loaded.title, total=total)

        def progress(tally: Tally) -> None:
            bars.update(task, completed=tally.fights)

        found = simulate(loaded, fights, within, seed, players, workers, progress)
    if as_json:
        say_json(found.data())
        return
    show_simulation(found)


def progress_bar(wanted: bool) -> Progress:
    """A bar with rate and time left, which vanishes when it is done."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not wanted or not console.is_terminal,
    )


def show_simulation(found: Simulation) -> None:
    """The figures of a simulation as a person reads them."""
    tally = found.tally
    stopped = ", stopped early" if found.stopped else ""
    say(f"{found.scenario.title}: {tally.fights:,} fights{stopped}", "bold")
    rows: list[list[str | Text]] = []
    for number, (name, side) in enumerate(found.sides().items()):
        rows.append(
            [
                Text(name, style=side_style(number)),
                percent(side["share"]),
                f"{percent(side['low'])} to {percent(side['high'])}",
                Text(bar(side["share"], 30), style="cyan"),
            ]
        )
    if tally.draws:
        share = tally.draws / tally.fights
        rows.append([Text("draw"), percent(share), "", Text(bar(share, 30), style="dim")])
    table_of(["side", "wins", "95 % sure", ""], rows, right=(1,), whole=(1, 2, 3))
    rounds = found.rounds()
    console.print()
    say(
        f"rounds: mean {rounds['mean']:.2f}; one in ten ends by round {rounds['p10']}, half by "
        f"{rounds['p50']}, nine in ten by {rounds['p90']}"
    )
    histogram(rounds_shown(found))
    console.print()
    say(
        f"{tally.turns:,} turns in {found.seconds:.2f} s: "
        f"{tally.fights / found.seconds:,.0f} fights and "
        f"{tally.turns / found.seconds:,.0f} turns a second; checksum {tally.checksum:016x}",
        "dim",
    )


def rounds_shown(found: Simulation) -> dict[str, float]:
    """The lengths of fights as shares, with the long tail in one row."""
    fights = found.tally.fights
    return tail_summed({length: n / fights for length, n in sorted(found.tally.rounds.items())})
