"""Duels on the command line: exact chances, and what to do when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from affray.cli.app import House, Json, Players, ScenarioName, app, players_by_side, scenario_with
from affray.cli.lab import progress_bar
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
from affray.lab.statistics import percent

if TYPE_CHECKING:
    from affray.lab.best import Advice, Plan
    from affray.lab.duel import Duel

SHOWN = 12
"""How many situations a plan shows."""

STATES = 100_000


@app.command("duel")
def duel_command(
    scenario: ScenarioName,
    best: Annotated[
        list[str] | None,
        typer.Option("--best", metavar="SIDE", help="Find a side's best play, or both."),
    ] = None,
    states: Annotated[
        int, typer.Option("--states", metavar="N", help="Give up after so many states.")
    ] = STATES,
    player: Players = None,
    house: House = None,
    as_json: Json = False,
) -> None:
    """Solve a duel exactly: who wins, how long it takes, what is left of them.

    Examples: affray duel first-blood
              affray duel first-blood --best both
    """
    # the libraries that solve take a while to load, and only this command needs them
    from affray.lab.chain import Limits
    from affray.lab.duel import duel

    if not 1 <= states <= 10_000_000:
        raise data_error(f"expected 1 to 10,000,000 states, not {states:,}", "--states")
    loaded = scenario_with(scenario, house)
    with progress_bar(not as_json) as bars:
        task = bars.add_task(f"{loaded.title}: states", total=None)
        limits = Limits(states, lambda met: bars.update(task, completed=met))
        found = duel(loaded, players_by_side(loaded, player), best or (), limits)
    if as_json:
        say_json(found.data())
        return
    show_duel(found)


def show_duel(found: Duel) -> None:
    """A duel's figures as a person reads them."""
    say(found.scenario.title, "bold")
    rows: list[list[str | Text]] = []
    for number, (side, share) in enumerate(found.sides.items()):
        rows.append(
            [
                Text(side, style=side_style(number)),
                found.players[side],
                f"{share * 100:.4f} %",
                Text(bar(share, 30), style="cyan"),
            ]
        )
    if found.draw > 1e-12:
        rows.append(["draw", "", f"{found.draw * 100:.4f} %", Text(bar(found.draw, 30), "dim")])
    table_of(["side", "player", "wins", ""], rows, right=(2,), whole=(0, 2, 3))
    length = found.length()
    console.print()
    say(f"rounds: mean {length['mean']:.3f}, half end by {length['p50']}")
    histogram(tail_summed(found.rounds))
    console.print()
    say("what is left of them", "dim")
    table_of(
        ["", "standing", "mean health"],
        [[one.name, percent(one.standing), f"{one.mean:.3f}"] for one in found.fighters],
        right=(1, 2),
    )
    console.print()
    show_rounds(found)
    if found.plan is not None:
        console.print()
        show_plan(found, found.plan)
    console.print()
    say(
        f"exact, but for {found.error:.1g} at most: {found.states:,} states "
        f"in {found.seconds:.2f} s",
        "dim",
    )


def show_rounds(found: Duel) -> None:
    """The odds after each round."""
    say("after each round", "dim")
    sides = list(found.sides)
    rows = [row for row in found.after_round if row["undecided"] > 0.001 or row["round"] <= 1]
    last = found.after_round[len(rows) : len(rows) + 1]
    table_of(
        ["round", *[f"{side} has won" for side in sides], "going on"],
        [
            [
                str(int(row["round"])),
                *[percent(row[side]) for side in sides],
                percent(row["undecided"]),
            ]
            for row in (rows + last)[:20]
        ],
        right=tuple(range(len(sides) + 2)),
    )


def show_plan(found: Duel, plan: Plan) -> None:
    """What best play gains, and what to do when."""
    for side in plan.sides:
        gain = found.sides[side] - plan.usual[side]
        say(
            f"best play of {side}: {percent(found.sides[side])} of wins, against "
            f"{percent(plan.usual[side])} when everybody plays as simple does "
            f"({gain * 100:+.2f} points)",
            "bold",
        )
    other = [one for one in plan.advice if one.do != one.usual and one.gain > 1e-6]
    other.sort(key=lambda one: -one.gain * one.visits)
    if other:
        say("where it does something else than simple, by what that is worth", "dim")
        show_advice(other[:SHOWN])
    else:
        say("there is nothing better to do than what simple does; what that is:", "dim")
        show_advice(distinct(plan.advice)[:SHOWN])


def distinct(advice: list[Advice]) -> list[Advice]:
    """One of those that look alike: the commonest."""
    found: dict[tuple[str, str, str], Advice] = {}
    for one in advice:
        found.setdefault((one.when, one.asked, one.do), one)
    return list(found.values())


def show_advice(advice: list[Advice]) -> None:
    """What to do when, a few lines each."""
    for one in advice:
        after = f", after: {'; '.join(one.before)}" if one.before else ""
        say(f"{one.when}{after}", "dim", indent=2)
        line = Text(f"{one.do}", style="bold")
        if one.do != one.usual:
            line.append(f"  (simple: {one.usual}; worth {one.gain * 100:.2f} points)", "not bold")
        say(line, indent=4)
