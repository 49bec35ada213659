"""The command `affray story`."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from rich.text import Text
from typer import Option

from affray.cli.options import ClusterOption, JsonOption, SeedOption, TapeArgument, WorkersOption
from affray.cli.output import console, print_json, print_table, say, side_style
from affray.cli.progress import progress_bar
from affray.cli.tapes import read_tape
from affray.core.problems import data_error
from affray.core.tape import TapeError
from affray.lab.study.fight_story import PLAYOUTS, Story, story_sentences, tell_story
from affray.lab.study.win_curve import Estimate

PLOT_HEIGHT = 10
PLOT_WIDTH = 66


def command(
    tape: TapeArgument,
    playouts: Annotated[
        int, Option("-n", metavar="N", help="Endings that an even chance is taken from.")
    ] = PLAYOUTS,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    deeds: Annotated[bool, Option("--deeds", help="Every deed, one row each.")] = False,
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
    if deeds:
        print_deeds(found)


def story_with_progress(
    tape: str, playouts: int, seed: int, workers: int | None, cluster: str | None, is_silent: bool
) -> Story:
    """Return the story of a tape's fight, with a progress bar unless it is to be silent."""
    scenario, answers = read_tape(tape)
    try:
        with progress_bar(not is_silent, f"{scenario.title}: decisions") as progress:

            def show(story: Story) -> None:
                total = len(story.studied.decisions)
                progress.update(int(story.progress * total), total=total)

            return tell_story(scenario, answers, playouts, seed, workers, cluster, show)
    except TapeError as error:
        raise data_error(str(error), "", tape) from None


def points(found: Estimate, sign: str = "+") -> str:
    """Return a part of a win in points, with its error."""
    if not found.error:
        return f"{found.value * 100:{sign}.0f}"
    return f"{found.value * 100:{sign}.1f} ± {found.error * 100:.1f}"


def print_story(found: Story) -> None:
    """Print a story."""
    if found.winner:
        won = f"{found.winner} won"
    else:
        won = "nobody won" if found.over else "it is not over"
    stopped = f" (stopped early: {len(found.reviews)} of them reviewed)" if found.stopped else ""
    say(f"{found.scenario.title}: {won} after {len(found.decisions)} decisions{stopped}", "bold")
    for sentence in story_sentences(found):
        say(sentence)
    console.print()
    print_chances(found)
    print_turning_points(found)
    print_mistakes(found)
    print_luck(found)
    console.print()
    say(
        f"chances from {found.endings:,} endings by simple players, ± {found.error * 100:.1f} "
        f"points at most; ± is half of a 95 % interval; {found.seconds:.1f} s",
        "dim",
    )


def print_turning_points(found: Story) -> None:
    """Print what turned the fight."""
    turning = found.turning_points()
    if not turning:
        return
    console.print()
    say("turning points, in points for the side they favoured", "dim")
    print_table(
        ["round", "", "for", ""],
        [[str(one.deed.round), one.text, one.side, points(one.change)] for one in turning],
        right=(0, 3),
    )


def print_deeds(found: Story) -> None:
    """Print every deed with what it did to the chance of its side."""
    console.print()
    say("deed by deed, in points for the side that acts", "dim")
    rows = [
        [
            str(deed.round),
            deed.sentence(),
            found.scenario.sides[deed.side] if deed.side >= 0 else "",
            points(found.change_by(deed, deed.side)) if deed.side >= 0 else "",
        ]
        for deed in found.deeds
    ]
    print_table(["round", "", "side", ""], rows, right=(0, 3))


def print_mistakes(found: Story) -> None:
    """Print the decisions that cost most."""
    costly = found.mistakes()
    if not costly:
        return
    console.print()
    say("decisions that cost most, in points", "dim")
    print_table(
        ["round", "", "better", ""],
        [
            [
                str(decision.round),
                f"{decision.who}: {decision.chosen}",
                decision.best,
                points(decision.cost, ""),
            ]
            for decision in costly
        ],
        right=(0, 3),
    )


def print_luck(found: Story) -> None:
    """Print how lucky each side was: actual against expected."""
    console.print()
    reviewed = len(found.reviews)
    known = f"; harm and mistakes of the first {reviewed} decisions"
    say(
        "what dice and mistakes did to a side's chances, in points, and harm"
        + (known if 0 < reviewed < len(found.decisions) else ""),
        "dim",
    )
    luck, costs, harm = found.luck, found.decision_costs, found.harm
    mistakes = Counter(one.side for one in found.mistakes(len(found.reviews)))
    rows: list[list[str | Text]] = []
    for number, side in enumerate(found.scenario.sides):
        expected = harm[side].expected
        error = f" ± {expected.error:.1f}" if expected.error else ""
        figures = [
            f"{mistakes[side]}: {points(-costs[side])}" if mistakes[side] else "0",
            f"{harm[side].actual:.0f}",
            f"{expected.value:.1f}{error}",
        ]
        rows.append(
            [
                Text(side, style=side_style(number)),
                points(luck[side]),
                *(figures if reviewed else ["–"] * len(figures)),
            ]
        )
    print_table(
        ["", "luck", "mistakes", "harm done", "harm expected"],
        rows,
        right=(1, 2, 3, 4),
    )


def print_chances(found: Story) -> None:
    """Print the first side's chances over the fight, as a plot of characters."""
    chances = [
        found.opening[0].value,
        *[decision.chances_after_dice[0].value for decision in found.decisions],
    ]
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
