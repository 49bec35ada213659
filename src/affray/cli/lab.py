"""The lab's commands: odds and simulation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from affray import api
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
    say,
    say_json,
    side_style,
    table_of,
    tail_summed,
)
from affray.core.problems import data_error
from affray.core.tape import TapeError, parse_tape
from affray.lab.odds import AttackOdds, odds_of
from affray.lab.simulate import HEARD, MOST_FIGHTS, Simulation, Tally, simulate
from affray.lab.situation import OptionOdds, Situation, situation
from affray.lab.statistics import percent
from affray.library import Scenario, read_file, rulebook_of
from affray.players import player_named

Fights = Annotated[int | None, typer.Option("-n", metavar="N", help="How many fights.")]
Within = Annotated[
    float | None,
    typer.Option("--within", metavar="W", help="Until shares are known to ± W, such as 0.005."),
]
Workers = Annotated[
    int | None, typer.Option("--workers", metavar="N", help="Processes; else one per core.")
]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786."),
]


@app.command("odds")
def odds(
    scenario: Annotated[
        str, typer.Argument(metavar="SCENARIO", help="A built-in scenario's name, or a .toml file.")
    ] = "",
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
    tape: Annotated[
        str | None,
        typer.Option("--tape", metavar="TAPE", help="Every option where this tape ends."),
    ] = None,
    replies: Annotated[
        str,
        typer.Option(
            "--replies",
            metavar="NAME",
            help="With --tape, how others decide: a player's name, or best.",
        ),
    ] = "simple",
    house: House = None,
    as_json: Json = False,
) -> None:
    """The exact odds of one attack from a scenario's start, or of every option where a tape ends.

    Examples: affray odds causeway --attacker Brynn --target "City Spearman"
              affray odds --tape mine.tape --replies best
    """
    if tape is not None:
        if scenario or house or attacker or target or weapon or manner:
            raise data_error(
                "a tape brings its own scenario, and its question the options", "--tape"
            )
        where = situation_of(tape, replies)
        if as_json:
            say_json(where.data())
        else:
            show_situation(where)
        return
    if not scenario:
        raise data_error("name a scenario, or a tape with --tape; see: affray scenarios")
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
    fights: Fights = None,
    within: Within = None,
    seed: Seed = 0,
    workers: Workers = None,
    cluster: Cluster = None,
    detail: Annotated[
        bool,
        typer.Option(
            "--detail", help="Listen to every fight, not only to the first 1,000; slower."
        ),
    ] = False,
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

        wants_events = MOST_FIGHTS if detail else HEARD
        found = simulate(
            loaded, fights, within, seed, players, workers, progress, None, cluster, wants_events
        )
    if as_json:
        say_json(found.data())
        return
    show_simulation(found)


class Rate(ProgressColumn):
    """How many of whatever it is are done in a second."""

    def render(self, task: Task) -> Text:
        """The rate, once there is one."""
        speed = task.speed or task.finished_speed
        return Text(f"{speed:,.0f}/s" if speed else "", style="dim")


def progress_bar(wanted: bool) -> Progress:
    """A bar with rate and time left, which vanishes when it is done."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
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
    show_detail(found)
    console.print()
    say(
        f"{tally.turns:,} turns in {found.seconds:.2f} s: "
        f"{tally.fights / found.seconds:,.0f} fights and "
        f"{tally.turns / found.seconds:,.0f} turns a second; checksum {tally.checksum:016x}",
        "dim",
    )


def show_detail(found: Simulation) -> None:
    """What happened within the fights that were listened to."""
    detail = found.detail()
    if detail is None:
        return
    of_all = "all" if detail["fights"] == found.tally.fights else f"the first {detail['fights']:,}"
    console.print()
    say(f"how they come out of it (from {of_all} fights)", "dim")
    sides = list(found.scenario.sides)
    table_of(
        ["", "standing", "health left", "deals a round", "takes a round"],
        [
            [
                Text(one["name"], style=side_style(sides.index(one["side"]))),
                percent(one["standing"]),
                f"{one['mean_health']:.2f} of {one['max_health']}",
                f"{one['dealt_per_round']:.2f}",
                f"{one['taken_per_round']:.2f}",
            ]
            for one in detail["fighters"]
        ],
        right=(1, 2, 3, 4),
    )
    if detail["drops"]:
        console.print()
        say("who drops whom, in one fight", "dim")
        table_of(
            ["", "", ""],
            [[one["by"], one["who"], f"{one['per_fight']:.3f}"] for one in detail["drops"][:12]],
            right=(2,),
        )
    console.print()
    say("rules at work, times in a fight", "dim")
    top = detail["rules"][:12]
    table_of(
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


def situation_of(tape: str, replies: str) -> Situation:
    """The odds of every option where a tape ends."""
    try:
        read = parse_tape(read_file(Path(tape)))
        scenario = api.scenario_of_tape(read, tape)
        name = "simple" if replies == "best" else replies
        players = [player_named(name, scenario.ruleset) for _ in scenario.sides]
        return situation(scenario.setup, read.answers, players, replies)
    except TapeError as error:
        raise data_error(str(error), "", tape) from None


def show_situation(found: Situation) -> None:
    """Every option with what it leads to."""
    say(found.setup.prompt(found.question), "bold")
    how = "their best reply" if found.replies == "best" else f"{found.replies} players"
    say(f"by the end of the action, others deciding as {how} (exact)", "dim")
    console.print()
    for odds in found.options:
        console.print(Text(odds.option.text, style="bold"))
        for p, words in outcomes_in_words(found, odds)[:5]:
            say(f"{percent(p):>8}  {words}", indent=2)
        harm = odds.mean_harm(found.before)
        if harm:
            names = found.setup.names
            mean = ", ".join(f"{names[who]} {-lost:+.2f}" for who, lost in sorted(harm.items()))
            say(f"on average: {mean}", "dim", indent=4)


def outcomes_in_words(found: Situation, odds: OptionOdds) -> list[tuple[float, str]]:
    """What an option leads to, each in a few words, the likeliest first."""
    merged: dict[str, float] = {}
    for changes, p in odds.outcomes:
        words = (
            "; ".join(change_in_words(found.change(one)) for one in changes) or "nothing changes"
        )
        merged[words] = merged.get(words, 0.0) + p
    ordered = sorted(merged.items(), key=lambda item: -item[1])
    if len(ordered) > 5:
        rest = sum(p for _, p in ordered[4:])
        ordered = [*ordered[:4], (f"{len(ordered) - 4} other ways", rest)]
    return [(p, words) for words, p in ordered]


def change_in_words(change: dict[str, object]) -> str:
    """What became of a fighter, in a few words."""
    parts = []
    if "health" in change:
        parts.append(f"to {change['health']}")
    if "state" in change:
        parts.append(str(change["state"]))
    if "place" in change:
        parts.append(f"at {change['place']}")
    conditions = change.get("conditions")
    if isinstance(conditions, list):
        parts.append(", ".join(conditions) or "free of conditions")
    return f"{change['who']} {', '.join(parts)}"


def rounds_shown(found: Simulation) -> dict[str, float]:
    """The lengths of fights as shares, with the long tail in one row."""
    fights = found.tally.fights
    return tail_summed({length: n / fights for length, n in sorted(found.tally.rounds.items())})
