"""The command `affray simulate`."""

from __future__ import annotations

from typing import Annotated, Any

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
from affray.cli.tapes import scenario_or_tape
from affray.core.problems import data_error
from affray.lab.simulation.results import Simulation
from affray.lab.simulation.runner import (
    DEFAULT_FIGHTS,
    MOST_FIGHTS,
    detailed_count,
    simulate,
)
from affray.lab.statistics import percent, wilson

MOST_ROWS = 12
"""How many rows of the longer tables are shown."""

MOST_ROUNDS, SHOWN_ROUNDS = 16, 6
"""How many rounds are drawn, and how many of them have figures (the last one has, too)."""

SPARKS = " ▁▂▃▄▅▆▇█"
"""Bars of eight heights."""


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
        Option("--detail", help="Count the events of every fight, not only of the first thousand."),
    ] = False,
    rounds: Annotated[
        bool, Option("--rounds", help="Say who is down at the end of each round.")
    ] = False,
    verbose: Annotated[
        bool, Option("--verbose", help="Print the speed and the checksum as well.")
    ] = False,
    player: PlayerOption = None,
    house: HouseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play many fights and say who wins.

    Examples: affray simulate causeway -n 100000 --house check=d20
              affray simulate causeway --rounds
              affray simulate --tape mine.tape -n 10000
    """
    loaded, answers = scenario_or_tape(scenario, tape, house, "--tape")
    if tape is not None and not answers:
        raise data_error("this tape has no answers; simulate its scenario instead", "", tape)
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
            by_round=rounds,
        )
    if as_json:
        print_json(found.data())
        return
    print_simulation(found)
    if verbose:
        print_speed(found)


def print_simulation(found: Simulation) -> None:
    """Print the figures of a simulation."""
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
        share, (low, high) = tally.draws / tally.fights, found.draw_interval
        sure = f"{percent(low)} to {percent(high)}"
        rows.append([Text("draw"), percent(share), sure, Text(bar(share, 30), style="dim")])
    print_table(["side", "wins", "95 % sure", ""], rows, right=(1,), unbroken=(1, 2, 3))
    rounds = found.rounds
    console.print()
    say(
        f"rounds: mean {rounds['mean']:.2f} ± {rounds['mean_error']:.2f}; one in ten ends by round "
        f"{rounds['p10']}, half by {rounds['p50']}, nine in ten by {rounds['p90']} "
        f"(each share ± {100 * longest_error(found):.1f} points at most)"
    )
    print_histogram(round_shares(found))
    if found.by_round is not None:
        print_by_round(found.by_round)
    print_details(found)


def print_speed(found: Simulation) -> None:
    """Print how quickly the fights were played, and their checksum."""
    tally = found.tally
    console.print()
    say(
        f"{tally.turns:,} turns in {found.seconds:.2f} s: "
        f"{tally.fights / found.seconds:,.0f} fights and "
        f"{tally.turns / found.seconds:,.0f} turns a second; checksum {tally.checksum:016x}",
        "dim",
    )


def print_by_round(states: dict[str, Any]) -> None:
    """Print the share of fights in which each fighter is down at the end of each round."""
    console.print()
    say("down at the end of a round (a fight that is over stays as it ended)", "dim")
    rounds = states["rounds"][:MOST_ROUNDS]
    shown = [number for number in rounds if number <= SHOWN_ROUNDS or number == rounds[-1]]
    print_table(
        ["", *[str(number) for number in shown], ""],
        [
            [
                one["name"],
                *[whole_percent(one["down"][number - 1]) for number in shown],
                Text(sparkline(one["down"][: len(rounds)]), style="cyan"),
            ]
            for one in states["fighters"]
        ]
        + [["fight over", *[whole_percent(states["over"][number - 1]) for number in shown], ""]],
        right=tuple(range(1, len(shown) + 1)),
        unbroken=tuple(range(1, len(shown) + 2)),
    )
    widest = max(
        (
            (high - low) / 2
            for one in states["fighters"]
            for low, high in one["interval"][: len(rounds)]
        ),
        default=0.0,
    )
    say(f"in per cent of {states['fights']:,} fights, each ± {100 * widest:.1f} at most", "dim")


def whole_percent(share: float) -> str:
    """Return a share in whole per cent; 0 and 100 stand only for never and always."""
    if 0 < share < 0.005:
        return "<1"
    if 0.995 < share < 1:
        return ">99"
    return f"{100 * share:.0f}"


def sparkline(shares: list[float]) -> str:
    """Return a line of small bars, one for each share."""
    return "".join(SPARKS[round(share * (len(SPARKS) - 1))] for share in shares)


def print_details(found: Simulation) -> None:
    """Print what happened within the fights whose events were recorded."""
    details = found.details
    if details is None:
        return
    of_all = "all" if details["fights"] == found.tally.fights else f"{details['fights']:,} of the"
    console.print()
    say(f"how they come out of it (from {of_all} fights; ± is 95 % sure)", "dim")
    sides = list(found.scenario.sides)
    print_table(
        ["", "standing", "health left", "harm done a round", "harm taken"],
        [
            [
                Text(one["name"], style=side_style(sides.index(one["side"]))),
                f"{percent(one['standing'])} {share_error(one['standing_interval'])}",
                f"{one['mean_health']:.1f} ± {one['mean_health_error']:.1f} of {one['max_health']}",
                f"{one['dealt_per_round']:.2f} ± {one['dealt_per_round_error']:.2f}",
                f"{one['taken_per_round']:.2f} ± {one['taken_per_round_error']:.2f}",
            ]
            for one in details["fighters"]
        ],
        right=(1, 2, 3, 4),
    )
    if details["drops"]:
        console.print()
        say("who drops whom, times in a fight", "dim")
        print_table(
            ["", "", ""],
            [
                [one["by"], one["who"], f"{one['per_fight']:.3f} ± {one['error']:.3f}"]
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
                f"{one['per_fight']:.2f} ± {one['error']:.2f}",
                f"in {percent(one['fights'])} {share_error(one['fights_interval'])} of fights",
            ]
            for one in top
        ],
        right=(1,),
    )


def longest_error(found: Simulation) -> float:
    """Return the widest error among the shares of fights that last a number of rounds."""
    intervals = [wilson(count, found.fights) for count in found.tally.rounds.values()]
    return max((high - low) / 2 for low, high in intervals)


def share_error(interval: list[float]) -> str:
    """Return half the width of a share's interval, in points."""
    return f"± {50 * (interval[1] - interval[0]):.1f}"


def round_shares(found: Simulation) -> dict[str, float]:
    """Return the lengths of fights as shares, with the long tail in one row."""
    fights = found.tally.fights
    return with_tail_summed(
        {length: n / fights for length, n in sorted(found.tally.rounds.items())}
    )
