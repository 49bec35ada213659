"""The command `affray duel`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from affray.cli import output
from affray.cli.options import (
    HouseOption,
    JsonOption,
    PlayerOption,
    ScenarioArgument,
    WorkersOption,
    load_with_house,
    parse_players,
)
from affray.cli.parser import Value
from affray.cli.progress import progress_bar
from affray.cli.text import Text
from affray.core.problems import data_error
from affray.lab.duels.limits import EXACT, MOST_MEGABYTES, MOST_SECONDS, MOST_STATES
from affray.lab.statistics import percent

if TYPE_CHECKING:
    from affray.lab.duels.best_play import Advice, BestPlay
    from affray.lab.duels.limits import SolverProgress
    from affray.lab.duels.solver import Duel

MOST_ADVICE = 12
"""How many pieces of advice are shown."""

WHY_STOPPED = {
    "states": "as many states as --states allows",
    "seconds": "as long as --seconds allows",
    "memory": "as much memory as --memory allows",
    "interrupted": "stopped early",
}
"""What ended it before it was as near as asked for, in words."""


def command(
    scenario: ScenarioArgument,
    best: Annotated[
        list[str] | None, Value("--best", "SIDE", "Find a side's best play, or both.")
    ] = None,
    within: Annotated[
        float, Value("--within", "W", "Until shares are known to ± W, such as 0.001.")
    ] = EXACT / 2,
    seconds: Annotated[
        float, Value("--seconds", "S", "Give what there is after so many seconds.")
    ] = MOST_SECONDS,
    states: Annotated[
        int, Value("--states", "N", "Give what there is after so many states.")
    ] = MOST_STATES,
    memory: Annotated[
        int, Value("--memory", "MB", "Give what there is when it took so many megabytes.")
    ] = MOST_MEGABYTES,
    workers: WorkersOption = None,
    player: PlayerOption = None,
    house: HouseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Solve a duel exactly, or between bounds that close: who wins, how long it takes.

    Examples: affray duel first-blood
              affray duel sword-and-spear --within 0.01
              affray duel first-blood --best both
    """
    if not 1 <= states <= 10_000_000:
        raise data_error(f"expected 1 to 10,000,000 states, not {states:,}", "--states")
    if not 0 <= within < 0.5:
        raise data_error(f"expected a half-width from 0 to below 0.5, not {within:g}", "--within")
    if not 0 < seconds <= 1_000_000:
        raise data_error(
            f"expected seconds above 0, 1,000,000 at most, not {seconds:g}", "--seconds"
        )
    if not 1 <= memory <= 10_000_000:
        raise data_error(f"expected 1 to 10,000,000 megabytes, not {memory:,}", "--memory")
    loaded = load_with_house(scenario, house)
    # the libraries that solve take a while to load, and only this command needs them
    from affray.lab.duels import SolverLimits, solve_duel

    with progress_bar(not as_json, loaded.title) as progress:

        def note(solved: SolverProgress) -> None:
            between = f"{solved.low * 100:.2f} to {solved.high * 100:.2f} %"
            progress.update(
                solved.states,
                description=f"{loaded.title}: {loaded.sides[0]} {between}, states",
            )

        limits = SolverLimits(states, note, within, seconds, memory, workers=workers)
        found = solve_duel(loaded, parse_players(loaded, player), best or (), limits)
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
                share_text(share, found.bounds[side]),
                Text(output.bar(share, 30), style="cyan"),
            ]
        )
    if found.draw_bounds[1] > EXACT:
        rows.append(
            [
                "draw",
                "",
                share_text(found.draw, found.draw_bounds),
                Text(output.bar(found.draw, 30), "dim"),
            ]
        )
    output.print_table(["side", "player", "wins", ""], rows, right=(2,), unbroken=(0, 2, 3))
    if not is_narrow(found.bounds[found.scenario.sides[0]]):
        output.say("what follows is told of the part that was worked out", "dim")
    if not found.rounds:
        output.say("no end was reached yet: allow more --seconds or --states", "dim")
        output.say(how_exact(found), "dim")
        return
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
    output.say(how_exact(found), "dim")


def share_text(share: float, bounds: tuple[float, float]) -> str:
    """A share of the fights: to four digits where it is known that well, else from what to what."""
    if is_narrow(bounds):
        return f"{share * 100:.4f} %"
    return f"{bounds[0] * 100:.2f} to {bounds[1] * 100:.2f} %"


def is_narrow(bounds: tuple[float, float]) -> bool:
    """Whether an interval is too narrow to show."""
    return bounds[1] - bounds[0] < 1e-6


def how_exact(found: Duel) -> str:
    """How much of the duel was worked out, and what to do for more."""
    work = f"{found.states:,} states in {found.seconds:.2f} s"
    if found.exact:
        return f"exact, but for {found.error:.1g} at most: {work}"
    text = f"known to ± {found.error * 50:.2g} points: {work}"
    if found.stopped:
        text += f", {WHY_STOPPED[found.stopped]}"
    return text


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
        output.say(worth_text(side, best_play), "bold")
        if found.draw_bounds[1] > EXACT:
            output.say("(a draw counts half)", "dim")
    better = [one for one in best_play.advice if one.do != one.usual and one.gain > 1e-6]
    better.sort(key=lambda one: -one.gain * one.visits)
    if better:
        output.say("where it does something else than simple, by what that is worth", "dim")
        print_advice(better[:MOST_ADVICE])
    elif not best_play.advice:
        output.say("what was worked out is not surely better than what simple does", "dim")
    else:
        output.say("there is nothing better to do than what simple does; what that is:", "dim")
        print_advice(best_play.advice[:MOST_ADVICE])


def worth_text(side: str, best_play: BestPlay) -> str:
    """What best play is worth to a side and what it gains, each between bounds where they are not
    narrow."""
    least, most = best_play.gains(side)
    gain = f"{signed(least)} points"
    if most - least >= 1e-4:
        gain = f"from {signed(least)} to {signed(most)} points"
    return (
        f"best play of {side}: worth {worth_share(best_play.values[side])} of a win, against "
        f"{worth_share(best_play.usual_values[side])} when everybody plays as simple does ({gain})"
    )


def worth_share(bounds: tuple[float, float]) -> str:
    """What a duel is worth: a share, or from what to what where it is not known so well."""
    if bounds[1] - bounds[0] < 1e-4:
        return percent(bounds[0])
    return f"{bounds[0] * 100:.2f} to {bounds[1] * 100:.2f} %"


def print_advice(advice: list[Advice]) -> None:
    """Prints what to do when, a few lines each."""
    for one in advice:
        after = f", after: {'; '.join(one.earlier_choices)}" if one.earlier_choices else ""
        output.say(f"{one.when}{after}", "dim", indent=2)
        line = Text(f"{one.do}", style="bold")
        if one.do != one.usual:
            line.append(f"  (simple: {one.usual}; worth {one.gain * 100:.2f} points)", "not bold")
        output.say(line, indent=4)


def signed(share: float) -> str:
    """A share in points, with its sign; nothing is never less than nothing."""
    return f"{round(share * 100, 2) + 0.0:+.2f}"
