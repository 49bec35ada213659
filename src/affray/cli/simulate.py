"""The command `affray simulate`."""

from __future__ import annotations

from typing import Annotated

from rich.text import Text
from typer import Option

from affray.cli.options import (
    ClusterOption,
    FightsOption,
    HouseOption,
    JsonOption,
    OptionalScenarioArgument,
    PlayerOption,
    SeedOption,
    WithinOption,
    WorkersOption,
    load_with_house,
    parse_players,
    value,
)
from affray.cli.output import (
    bar,
    console,
    players_text,
    print_histogram,
    print_json,
    print_table,
    say,
    side_style,
    with_tail_summed,
)
from affray.cli.progress import progress_bar
from affray.cli.tapes import read_tape
from affray.core.problems import data_error
from affray.core.tape import Answer
from affray.lab.simulation.results import Simulation
from affray.lab.simulation.runner import (
    DEFAULT_FIGHTS,
    MOST_FIGHTS,
    detailed_count,
    simulate,
)
from affray.lab.statistics import percent

MOST_ROWS = 12
"""How many rows of the longer tables are shown."""


def command(
    scenario: OptionalScenarioArgument = "",
    tape: Annotated[str | None, value("--tape", "TAPE", "Go on from where this tape ends.")] = None,
    fights: FightsOption = None,
    within: WithinOption = None,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    detail: Annotated[
        bool,
        Option(
            "--detail", help="Listen to every fight, not only to the first few hundred; slower."
        ),
    ] = False,
    player: PlayerOption = None,
    house: HouseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play many fights and say who wins.

    Examples: affray simulate causeway -n 100000 --house check=d20
              affray simulate --tape mine.tape -n 10000
    """
    answers: list[Answer] = []
    if tape is not None:
        if scenario or house:
            raise data_error("a tape brings its own scenario and house rules", "--tape")
        loaded, answers = read_tape(tape)
        if not answers:
            raise data_error("this tape has no answers; simulate its scenario instead", "", tape)
    elif scenario:
        loaded = load_with_house(scenario, house)
    else:
        raise data_error("name a scenario, or a tape with --tape; see: affray scenarios")
    players = parse_players(loaded, player)
    total = fights if fights is not None else None if within else DEFAULT_FIGHTS
    with progress_bar(not as_json, loaded.title, total) as progress:
        found = simulate(
            loaded,
            fights,
            within,
            seed,
            players,
            workers,
            lambda tally: progress.update(tally.fights),
            cluster=cluster,
            detailed_fights=MOST_FIGHTS if detail else detailed_count(fights, within),
            answers=answers,
        )
    if as_json:
        print_json(found.data())
        return
    print_simulation(found)


def print_simulation(found: Simulation) -> None:
    """Prints the figures of a simulation."""
    tally = found.tally
    stopped = ", stopped early" if found.stopped else ""
    say(f"{found.scenario.title}: {tally.fights:,} fights{stopped}", "bold")
    say(players_text(found.players), "dim")
    rows: list[list[str | Text]] = []
    for number, (name, side) in enumerate(found.sides.items()):
        rows.append(
            [
                Text(name, style=side_style(number)),
                percent(side.share),
                f"{percent(side.low)} to {percent(side.high)}",
                Text(bar(side.share, 30), style="cyan"),
            ]
        )
    if tally.draws:
        share = tally.draws / tally.fights
        rows.append([Text("draw"), percent(share), "", Text(bar(share, 30), style="dim")])
    print_table(["side", "wins", "95 % sure", ""], rows, right=(1,), unbroken=(1, 2, 3))
    rounds = found.rounds
    console.print()
    say(
        f"rounds: mean {rounds['mean']:.2f}; one in ten ends by round {rounds['p10']}, half by "
        f"{rounds['p50']}, nine in ten by {rounds['p90']}"
    )
    print_histogram(round_shares(found))
    print_details(found)
    console.print()
    say(
        f"{tally.turns:,} turns in {found.seconds:.2f} s: "
        f"{tally.fights / found.seconds:,.0f} fights and "
        f"{tally.turns / found.seconds:,.0f} turns a second; checksum {tally.checksum:016x}",
        "dim",
    )


def print_details(found: Simulation) -> None:
    """Prints what happened within the fights whose events were recorded."""
    details = found.details
    if details is None:
        return
    of_all = (
        "all" if details["fights"] == found.tally.fights else f"the first {details['fights']:,}"
    )
    console.print()
    say(f"how they come out of it (from {of_all} fights)", "dim")
    sides = list(found.scenario.sides)
    print_table(
        ["", "standing", "health left", "deals a round", "takes a round"],
        [
            [
                Text(one["name"], style=side_style(sides.index(one["side"]))),
                percent(one["standing"]),
                f"{one['mean_health']:.2f} of {one['max_health']}",
                f"{one['dealt_per_round']:.2f}",
                f"{one['taken_per_round']:.2f}",
            ]
            for one in details["fighters"]
        ],
        right=(1, 2, 3, 4),
    )
    if details["drops"]:
        console.print()
        say("who drops whom, in one fight", "dim")
        print_table(
            ["", "", ""],
            [
                [one["by"], one["who"], f"{one['per_fight']:.3f}"]
                for one in details["drops"][:MOST_ROWS]
            ],
            right=(2,),
        )
    console.print()
    say("rules at work, times in a fight", "dim")
    top = details["rules"][:MOST_ROWS]
    print_table(
        ["", "", ""],
        [
            [
                Text(one["id"], style="cyan"),
                f"{one['per_fight']:.2f}",
                f"in {percent(one['fights'])} of fights",
            ]
            for one in top
        ],
        right=(1,),
    )


def round_shares(found: Simulation) -> dict[str, float]:
    """The lengths of fights as shares, with the long tail in one row."""
    fights = found.tally.fights
    return with_tail_summed(
        {length: n / fights for length, n in sorted(found.tally.rounds.items())}
    )
