"""The command `affray report`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from typer import Argument

from affray import api
from affray.cli.options import (
    ClusterOption,
    FightsOption,
    HouseOption,
    PlayerOption,
    SeedOption,
    WorkersOption,
    load_with_house,
    parse_players,
    value,
)
from affray.cli.output import say
from affray.cli.progress import progress_bar
from affray.cli.story import story_with_progress
from affray.cli.tapes import check_writable
from affray.core.odds import OddsTable
from affray.core.problems import InvalidDataError, data_error
from affray.lab.report import plots, sections
from affray.lab.report.page import Report, check_report_file
from affray.lab.simulation.runner import DEFAULT_FIGHTS, MOST_DETAILED, simulate
from affray.lab.statistics import percent
from affray.lab.study.fight_story import PLAYOUTS, tell_story
from affray.lab.sweep import sweep
from affray.library import Scenario, read_file
from affray.players import PlayerLike

DUEL_STATES = 20_000
DUEL_SECONDS = 10.0
"""The limits within which a report solves a duel."""


def command(
    what: Annotated[
        str,
        Argument(metavar="WHAT", help="A scenario, a sweep's file, or a tape."),
    ],
    out: Annotated[Path, value("--out", "FILE", "An .html, .svg or .png file.")] = Path(
        "report.html"
    ),
    fights: FightsOption = None,
    seed: SeedOption = 0,
    player: PlayerOption = None,
    house: HouseOption = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
) -> None:
    """Write a report with plots: of a scenario, a sweep or a fight's tape.

    Examples: affray report causeway --out causeway.html
              affray report goblins.toml --out goblins.png
    """
    check_report_file(out)
    check_writable(out, "--out")
    plots.load_libraries()
    kind = kind_of(what)
    if kind != "scenario" and (house or player):
        raise data_error("this file says itself who plays and by which house rules", "--house")
    if kind == "tape":
        story = story_with_progress(what, PLAYOUTS, seed, workers, cluster, False)
        report = Report(story.scenario.title, "A fight told afterwards.")
        report.sections = sections.story_sections(story.data())
    elif kind == "sweep":
        with progress_bar(True, what) as progress:
            swept = sweep(
                what,
                workers,
                cluster,
                lambda so_far: progress.update(len(so_far.figures), total=so_far.settings),
            )
        report = sections.sweep_report(swept.keys, swept.figures, swept.scenario.title)
    else:
        loaded = load_with_house(what, house)
        report = scenario_report(
            loaded,
            DEFAULT_FIGHTS if fights is None else fights,
            seed,
            parse_players(loaded, player),
            workers,
            cluster,
        )
    report.save(out)
    say(f"{out} is written.")


def kind_of(what: str) -> str:
    """Return whether a name means a tape, a sweep's file or a scenario."""
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
    players: Mapping[str, PlayerLike],
    workers: int | None,
    cluster: str | None,
) -> Report:
    """Return everything about a scenario.

    Many fights, the exact duel if it is one, and one fight told.
    """
    with progress_bar(True, scenario.title, fights) as progress:
        found = simulate(
            scenario,
            fights,
            None,
            seed,
            players,
            workers,
            lambda tally: progress.update(tally.fights),
            cluster=cluster,
            detailed_fights=MOST_DETAILED,
            by_round=True,
        )
    report = sections.simulation_report(found.data(), scenario.title)
    if found.stopped:
        say(f"stopped early: a report of {found.fights:,} fights and nothing else", "yellow")
        return report
    if is_duel(scenario):
        from affray.lab.duels import SolverLimits, solve_duel

        try:
            solved = solve_duel(
                scenario, players, (), SolverLimits(DUEL_STATES, seconds=DUEL_SECONDS)
            )
            report.sections.extend(sections.duel_sections(solved.data()))
        except InvalidDataError as problems:
            say(str(problems), "dim")
    record = api.play(scenario, seed, dict(players))
    story = tell_story(scenario, record.answers, PLAYOUTS, seed, workers, cluster)
    report.sections.extend(sections.story_sections(story.data()))
    shares = [f"{side} {percent(one.share)}" for side, one in found.sides.items()]
    say(", ".join(shares))
    return report


def is_duel(scenario: Scenario) -> bool:
    """Return whether it is one against one."""
    return len(scenario.setup.new_fight(OddsTable()).roster()) == 2
