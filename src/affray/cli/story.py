"""The command `affray story`."""

from __future__ import annotations

from typing import Annotated

from rich.text import Text

from affray.cli.options import ClusterOption, JsonOption, SeedOption, TapeArgument, WorkersOption
from affray.cli.output import console, print_json, print_table, say, side_style
from affray.cli.parser import Option
from affray.cli.progress import progress_bar
from affray.cli.tapes import read_tape
from affray.core.problems import data_error
from affray.core.tape import TapeError
from affray.lab.study.story import PLAYOUTS, Story, tell_story

PLOT_HEIGHT = 10
PLOT_WIDTH = 66


def command(
    tape: TapeArgument,
    playouts: Annotated[
        int, Option("-n", metavar="N", help="Endings that each chance is taken from.")
    ] = PLAYOUTS,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell a fight afterwards: who was winning when, what turned it, and what was luck.

    Example: affray story mine.tape
    """
    found = story_with_progress(tape, playouts, seed, workers, cluster, as_json)
    if as_json:
        print_json(found.data())
        return
    print_story(found)


def story_with_progress(
    tape: str, playouts: int, seed: int, workers: int | None, cluster: str | None, is_silent: bool
) -> Story:
    """The story of a tape's fight, with a progress bar unless it is to be silent."""
    scenario, answers = read_tape(tape)
    try:
        with progress_bar(not is_silent) as bars:
            task = bars.add_task(f"{scenario.title}: decisions", total=None)
            return tell_story(
                scenario,
                answers,
                playouts,
                seed,
                workers,
                cluster,
                lambda done, total: bars.update(task, completed=done, total=total),
            )
    except TapeError as error:
        raise data_error(str(error), "", tape) from None


def print_story(found: Story) -> None:
    """Prints a story."""
    sides = found.scenario.sides
    if found.winner:
        won = f"{found.winner} won"
    else:
        won = "nobody won" if found.over else "it is not over"
    stopped = " (stopped early: the first of them)" if found.stopped else ""
    say(f"{found.scenario.title}: {won} after {len(found.decisions)} decisions{stopped}", "bold")
    console.print()
    print_chances(found)
    turning = found.turning_points()
    if turning:
        console.print()
        say(f"turning points (the dice, in points for {sides[0]})", "dim")
        print_table(
            ["", "round", "", "", ""],
            [
                [
                    str(decision.number),
                    str(decision.round),
                    f"{decision.who}: {decision.chosen}",
                    "; ".join(decision.results) or "no harm done",
                    f"{change * 100:+.0f}",
                ]
                for decision, change in turning
            ],
            right=(0, 1, 4),
        )
    costly = found.mistakes()
    if costly:
        console.print()
        say("decisions that cost most, in points", "dim")
        print_table(
            ["", "round", "", "better", ""],
            [
                [
                    str(decision.number),
                    str(decision.round),
                    f"{decision.who}: {decision.chosen}",
                    decision.review.best,
                    f"{decision.review.cost * 100:.0f}",
                ]
                for decision in costly
            ],
            right=(0, 1, 4),
        )
    print_luck(found)
    console.print()
    say(
        f"chances from {found.playouts:,} endings by simple players at each point, "
        f"± {found.error * 100:.1f} points; {found.seconds:.1f} s",
        "dim",
    )


def print_luck(found: Story) -> None:
    """Prints how lucky each side was: actual against expected."""
    console.print()
    say("luck: what the dice did to a side's chances, and to others' health", "dim")
    luck, costs, harm = found.luck, found.decision_costs, found.harm
    print_table(
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


def print_chances(found: Story) -> None:
    """Prints the first side's chances over the fight, as a plot of characters."""
    chances = [found.opening[0], *[decision.chances_after_dice[0] for decision in found.decisions]]
    width = min(PLOT_WIDTH, len(chances))
    columns = [chances[number * len(chances) // width] for number in range(width)]
    columns[-1] = chances[-1]
    say(f"{found.scenario.sides[0]}'s chances, decision by decision", "dim")
    for row in range(PLOT_HEIGHT, -1, -1):
        label = f"{row * 100 // PLOT_HEIGHT:>4} % " if row % 5 == 0 else "       "
        line = Text(label, style="dim")
        for chance in columns:
            is_here = round(chance * PLOT_HEIGHT) == row
            line.append(
                "●" if is_here else "·" if row == PLOT_HEIGHT // 2 else " ",
                "bold cyan" if is_here else "dim",
            )
        console.print(line)
