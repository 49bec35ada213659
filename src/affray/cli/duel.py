"""The command `affray duel`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from rich.text import Text

from affray.cli import output
from affray.cli.options import (
    HouseOption,
    JsonOption,
    PlayerOption,
    ScenarioArgument,
    load_with_house,
    parse_players,
)
from affray.cli.parser import Value
from affray.cli.progress import progress_bar
from affray.core.problems import data_error
from affray.lab.duels.states import MOST_STATES
from affray.lab.statistics import percent

if TYPE_CHECKING:
    from affray.lab.duels.best_play import Advice, BestPlay
    from affray.lab.duels.solver import Duel

MOST_ADVICE = 12
"""How many pieces of advice are shown."""


def command(
    scenario: ScenarioArgument,
    best: Annotated[
        list[str] | None, Value("--best", "SIDE", "Find a side's best play, or both.")
    ] = None,
    states: Annotated[int, Value("--states", "N", "Give up after so many states.")] = MOST_STATES,
    player: PlayerOption = None,
    house: HouseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Solve a duel exactly: who wins, how long it takes, what is left of them.

    Examples: affray duel first-blood
              affray duel first-blood --best both
    """
    # the libraries that solve take a while to load, and only this command needs them
    from affray.lab.duels import SolverLimits, solve_duel

    if not 1 <= states <= 10_000_000:
        raise data_error(f"expected 1 to 10,000,000 states, not {states:,}", "--states")
    loaded = load_with_house(scenario, house)
    with progress_bar(not as_json) as bars:
        task = bars.add_task(f"{loaded.title}: states", total=None)
        done = 0

        def note(count: int) -> None:
            nonlocal done
            done = count
            bars.update(task, completed=count)

        try:
            limits = SolverLimits(states, note)
            found = solve_duel(loaded, parse_players(loaded, player), best or (), limits)
        except KeyboardInterrupt:
            output.say(f"stopped after {done:,} states: too early for an answer", "yellow")
            raise
    if as_json:
        output.print_json(found.data())
        return
    print_duel(found)


def print_duel(found: Duel) -> None:
    """Prints a duel's figures."""
    output.say(found.scenario.title, "bold")
    rows: list[list[str | Text]] = []
    for number, (side, share) in enumerate(found.sides.items()):
        rows.append(
            [
                Text(side, style=output.side_style(number)),
                found.players[side],
                f"{share * 100:.4f} %",
                Text(output.bar(share, 30), style="cyan"),
            ]
        )
    if found.draw > 1e-12:
        rows.append(
            ["draw", "", f"{found.draw * 100:.4f} %", Text(output.bar(found.draw, 30), "dim")]
        )
    output.print_table(["side", "player", "wins", ""], rows, right=(2,), unbroken=(0, 2, 3))
    length = found.length
    output.console.print()
    output.say(f"rounds: mean {length['mean']:.3f}, half end by {length['p50']}")
    output.print_histogram(output.with_tail_summed(found.rounds))
    output.console.print()
    output.say("what is left of them", "dim")
    output.print_table(
        ["", "standing", "mean health"],
        [[one.name, percent(one.standing), f"{one.mean:.3f}"] for one in found.fighters],
        right=(1, 2),
    )
    output.console.print()
    print_rounds(found)
    if found.best_play is not None:
        output.console.print()
        print_best_play(found, found.best_play)
    output.console.print()
    output.say(
        f"exact, but for {found.error:.1g} at most: {found.states:,} states "
        f"in {found.seconds:.2f} s",
        "dim",
    )


def print_rounds(found: Duel) -> None:
    """Prints the odds after each round."""
    output.say("after each round", "dim")
    sides = list(found.sides)
    rows = [row for row in found.after_round if row["undecided"] > 0.001 or row["round"] <= 1]
    last = found.after_round[len(rows) : len(rows) + 1]
    output.print_table(
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


def print_best_play(found: Duel, best_play: BestPlay) -> None:
    """Prints what best play gains, and what to do when."""
    for side in best_play.sides:
        gain = found.sides[side] - best_play.usual[side]
        output.say(
            f"best play of {side}: {percent(found.sides[side])} of wins, against "
            f"{percent(best_play.usual[side])} when everybody plays as simple does "
            f"({gain * 100:+.2f} points)",
            "bold",
        )
    better = [one for one in best_play.advice if one.do != one.usual and one.gain > 1e-6]
    better.sort(key=lambda one: -one.gain * one.visits)
    if better:
        output.say("where it does something else than simple, by what that is worth", "dim")
        print_advice(better[:MOST_ADVICE])
    else:
        output.say("there is nothing better to do than what simple does; what that is:", "dim")
        print_advice(distinct(best_play.advice)[:MOST_ADVICE])


def distinct(advice: list[Advice]) -> list[Advice]:
    """One of those that look alike: the commonest."""
    found: dict[tuple[str, str, str], Advice] = {}
    for one in advice:
        found.setdefault((one.when, one.asked, one.do), one)
    return list(found.values())


def print_advice(advice: list[Advice]) -> None:
    """Prints what to do when, a few lines each."""
    for one in advice:
        after = f", after: {'; '.join(one.earlier_choices)}" if one.earlier_choices else ""
        output.say(f"{one.when}{after}", "dim", indent=2)
        line = Text(f"{one.do}", style="bold")
        if one.do != one.usual:
            line.append(f"  (simple: {one.usual}; worth {one.gain * 100:.2f} points)", "not bold")
        output.say(line, indent=4)
