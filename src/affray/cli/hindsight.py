"""Telling a fight afterwards, and writing reports, on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from affray import api
from affray.cli.app import House, Json, Players, Seed, app, players_by_side, scenario_with
from affray.cli.lab import Cluster, Fights, Workers, progress_bar
from affray.cli.show import console, say, say_json, side_style, table_of
from affray.core.odds import OddsTable
from affray.core.problems import InvalidDataError, data_error
from affray.core.tape import TapeError, parse_tape
from affray.lab import report as reports
from affray.lab.simulate import HEARD, simulate
from affray.lab.statistics import percent
from affray.lab.story import ENDINGS, Story, tell
from affray.lab.sweep import sweep
from affray.library import Scenario, read_file

PLOT_HEIGHT = 10
PLOT_WIDTH = 66

DUEL_STATES = 20_000
"""A report solves a duel too, if that is quickly done."""

PlayoutResults = Annotated[
    int, typer.Option("-n", metavar="N", help="Endings that each chance is taken from.")
]


@app.command("story")
def story_command(
    tape: Annotated[str, typer.Argument(metavar="TAPE", help="A tape's file.")],
    endings: PlayoutResults = ENDINGS,
    seed: Seed = 0,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Tell a fight afterwards: who was winning when, what turned it, and what was luck.

    Example: affray story mine.tape
    """
    found = story_of(tape, endings, seed, workers, cluster, as_json)
    if as_json:
        say_json(found.data())
        return
    show_story(found)


def story_of(
    tape: str, endings: int, seed: int, workers: int | None, cluster: str | None, silent: bool
) -> Story:
    """The story of a tape's fight."""
    try:
        read = parse_tape(read_file(Path(tape)))
        scenario = api.scenario_of_tape(read, tape)
        with progress_bar(not silent) as bars:
            task = bars.add_task(f"{scenario.title}: decisions", total=None)
            return tell(
                scenario,
                read.answers,
                endings,
                seed,
                workers,
                cluster,
                lambda done, total: bars.update(task, completed=done, total=total),
            )
    except TapeError as error:
        raise data_error(str(error), "", tape) from None


def show_story(found: Story) -> None:
    """A story as a person reads it."""
    sides = found.scenario.sides
    if found.winner:
        won = f"{found.winner} won"
    else:
        won = "nobody won" if found.over else "it is not over"
    say(f"{found.scenario.title}: {won} after {len(found.beats)} decisions", "bold")
    console.print()
    show_chances(found)
    turning = found.turning_points()
    if turning:
        console.print()
        say(f"turning points (the dice, in points for {sides[0]})", "dim")
        table_of(
            ["", "round", "", "", ""],
            [
                [
                    str(beat.number),
                    str(beat.round),
                    f"{beat.who}: {beat.chose}",
                    "; ".join(beat.told) or "no harm done",
                    f"{change * 100:+.0f}",
                ]
                for beat, change in turning
            ],
            right=(0, 1, 4),
        )
    costly = found.mistakes()
    if costly:
        console.print()
        say("decisions that cost most, in points", "dim")
        table_of(
            ["", "round", "", "better", ""],
            [
                [
                    str(beat.number),
                    str(beat.round),
                    f"{beat.who}: {beat.chose}",
                    beat.judged.best,
                    f"{beat.judged.cost * 100:.0f}",
                ]
                for beat in costly
            ],
            right=(0, 1, 4),
        )
    show_luck(found)
    console.print()
    say(
        f"chances from {found.endings:,} endings by simple players at each point, "
        f"± {found.error() * 100:.1f} points; {found.seconds:.1f} s",
        "dim",
    )


def show_luck(found: Story) -> None:
    """How lucky each side was: actual against expected."""
    console.print()
    say("luck: what the dice did to a side's chances, and to others' health", "dim")
    luck, costs, harm = found.luck(), found.decisions(), found.harm()
    table_of(
        ["", "luck", "cost of decisions", "harm done", "harm expected"],
        [
            [
                Text(side, style=side_style(number)),
                f"{luck[side] * 100:+.0f} points",
                f"{costs[side] * 100:.0f} points",
                f"{harm[side].actual:.0f}",
                f"{harm[side].expected:.1f}",
            ]
            for number, side in enumerate(found.scenario.sides)
        ],
        right=(1, 2, 3, 4),
    )


def show_chances(found: Story) -> None:
    """The first side's chances over the fight, as a plot of characters."""
    chances = [found.opening[0], *[beat.then[0] for beat in found.beats]]
    width = min(PLOT_WIDTH, len(chances))
    columns = [chances[number * len(chances) // width] for number in range(width)]
    columns[-1] = chances[-1]
    say(f"{found.scenario.sides[0]}'s chances, decision by decision", "dim")
    for row in range(PLOT_HEIGHT, -1, -1):
        label = f"{row * 100 // PLOT_HEIGHT:>4} % " if row % 5 == 0 else "       "
        line = Text(label, style="dim")
        for chance in columns:
            here = round(chance * PLOT_HEIGHT) == row
            line.append(
                "●" if here else "·" if row == PLOT_HEIGHT // 2 else " ",
                "bold cyan" if here else "dim",
            )
        console.print(line)


@app.command("report")
def report_command(
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="A scenario, a sweep's file, or a tape."),
    ],
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="An .html, .svg or .png file.")
    ] = Path("report.html"),
    fights: Fights = None,
    seed: Seed = 0,
    player: Players = None,
    house: House = None,
    workers: Workers = None,
    cluster: Cluster = None,
) -> None:
    """Write a report with plots: of a scenario, a sweep or a fight's tape.

    Examples: affray report causeway --out causeway.html
              affray report goblins.toml --out goblins.png
    """
    reports.check_file(out)
    kind = kind_of(what)
    if kind != "scenario" and (house or player):
        raise data_error("this file says itself who plays and by which house rules", "--house")
    if kind == "tape":
        found = story_of(what, ENDINGS, seed, workers, cluster, False)
        written = reports.Report(found.scenario.title, "A fight told afterwards.")
        written.sections = reports.story_sections(found.data())
    elif kind == "sweep":
        with progress_bar(True) as bars:
            task = bars.add_task(what, total=None)
            swept = sweep(
                what,
                workers,
                cluster,
                lambda so_far: bars.update(task, total=so_far.settings, completed=len(so_far.rows)),
            )
        written = reports.sweep_report(swept.keys, swept.rows, swept.scenario.title)
    else:
        loaded = scenario_with(what, house)
        written = scenario_report(
            loaded, fights or 10_000, seed, players_by_side(loaded, player), workers, cluster
        )
    written.save(out)
    say(f"{out} is written.")


def kind_of(what: str) -> str:
    """Whether a name means a tape, a sweep's file or a scenario."""
    path = Path(what)
    if not path.is_file():
        return "scenario"
    text = read_file(path)
    if text.startswith("affray tape"):
        return "tape"
    return "sweep" if "[vary]" in text or "\nvary" in text else "scenario"


def scenario_report(
    scenario: Scenario,
    fights: int,
    seed: int,
    players: dict[str, str],
    workers: int | None,
    cluster: str | None,
) -> reports.Report:
    """Everything about a scenario: many fights, the exact duel if it is one, and one fight told."""
    with progress_bar(True) as bars:
        task = bars.add_task(scenario.title, total=fights)
        found = simulate(
            scenario,
            fights,
            None,
            seed,
            players,
            workers,
            lambda tally: bars.update(task, completed=tally.fights),
            None,
            cluster,
            HEARD,
        )
    written = reports.simulation_report(found.data(), scenario.title)
    if is_duel(scenario):
        from affray.lab.chain import Limits
        from affray.lab.duel import duel

        try:
            solved = duel(scenario, players, (), Limits(DUEL_STATES))
            written.sections.extend(reports.duel_sections(solved.data()))
        except InvalidDataError as problems:
            say(str(problems), "dim")
    played = api.play(scenario, seed, dict(players))
    story = tell(scenario, played.answers, ENDINGS, seed, workers, cluster)
    written.sections.extend(reports.story_sections(story.data()))
    shares = [f"{side} {percent(one['share'])}" for side, one in found.sides().items()]
    say(", ".join(shares))
    return written


def is_duel(scenario: Scenario) -> bool:
    """Whether it is one against one."""
    return len(scenario.setup.new_fight(OddsTable()).roster()) == 2
