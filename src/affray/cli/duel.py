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
    WorkersOption,
    load_with_house,
    parse_players,
    value,
)
from affray.cli.progress import progress_bar
from affray.lab.duels.limits import (
    EXACT,
    MOST_MEGABYTES,
    MOST_SECONDS,
    MOST_STATES,
    SolverLimits,
    SolverProgress,
)
from affray.lab.statistics import percent

if TYPE_CHECKING:
    from affray.lab.duels.best_play import Advice, BestPlay
    from affray.lab.duels.result import Duel, Estimate

MOST_ADVICE = 12
"""How many situations are shown."""

WHY_STOPPED = {
    "states": "as many states as --states allows",
    "seconds": "as long as --seconds allows",
    "memory": "as much memory as --memory allows",
    "interrupted": "stopped early",
}
"""The reasons why a solution ended early, in words."""


def command(
    scenario: ScenarioArgument,
    best: Annotated[
        list[str] | None, value("--best", "SIDE", "Find a side's best play, or both.")
    ] = None,
    within: Annotated[
        float, value("--within", "W", "Until shares are known to ± W, such as 0.001.")
    ] = EXACT / 2,
    seconds: Annotated[
        float, value("--seconds", "S", "Stop after S seconds, with the bounds found so far.")
    ] = MOST_SECONDS,
    states: Annotated[
        int, value("--states", "N", "Stop after N states, with the bounds found so far.")
    ] = MOST_STATES,
    memory: Annotated[
        int, value("--memory", "MB", "Stop at MB megabytes, with the bounds found so far.")
    ] = MOST_MEGABYTES,
    workers: WorkersOption = None,
    player: PlayerOption = None,
    house: HouseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Solve a duel: exactly, or with proven bounds and a simulated estimate.

    Examples: affray duel first-blood
              affray duel sword-and-spear --within 0.01
              affray duel first-blood --best both
    """
    limits = SolverLimits(states, None, within, seconds, memory, workers=workers)
    limits.check()
    loaded = load_with_house(scenario, house)
    # the libraries that solve take a while to load, and only this command needs them
    from affray.lab.duels import solve_duel

    with progress_bar(not as_json, loaded.title) as progress:

        def note(solved: SolverProgress) -> None:
            between = f"{solved.low * 100:.2f} to {solved.high * 100:.2f} %"
            progress.update(
                solved.states,
                description=f"{loaded.title}: {loaded.sides[0]} {between}, states",
            )

        limits.on_progress = note
        found = solve_duel(loaded, parse_players(loaded, player), best or (), limits)
    output.show(found, print_duel, as_json)


def print_duel(found: Duel) -> None:
    """Print a duel's figures."""
    output.say(found.scenario.title, "bold")
    is_estimated = bool(found.estimate)
    rows: list[list[str | Text]] = []
    for number, (side, share) in enumerate(found.sides.items()):
        proven = share_text(found.bounds[side])
        bar = Text(output.bar(share, 30), style="cyan")
        cells = [estimate_text(found.estimate[side]), proven] if is_estimated else [proven]
        name = Text(side, style=output.side_style(number))
        rows.append([name, found.players[side], *cells, bar])
    if found.draw_bounds[1] > EXACT:
        proven = share_text(found.draw_bounds)
        cells = [percent(found.draw), proven] if is_estimated else [proven]
        rows.append(["draw", "", *cells, Text(output.bar(found.draw, 30), "dim")])
    columns = ["wins", "proven"] if is_estimated else ["wins"]
    right = tuple(range(2, 2 + len(columns)))
    unbroken = (0, *right, right[-1] + 1)
    output.print_table(["side", "player", *columns, ""], rows, right=right, unbroken=unbroken)
    if is_estimated:
        fights = found.estimate[found.scenario.sides[0]].fights
        output.say(f"estimated by {fights:,} fights, as are all figures below", "dim")
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


def share_text(bounds: tuple[float, float]) -> str:
    """Return a share of the fights: to four digits where it is known that well, else its bounds."""
    if is_narrow(bounds):
        return f"{sum(bounds) * 50:.4f} %"
    return f"{bounds[0] * 100:.2f} to {bounds[1] * 100:.2f} %"


def estimate_text(estimate: Estimate) -> str:
    """Return an estimated share with its error."""
    return f"{estimate.share * 100:.2f} % ± {estimate.error * 100:.2f}"


def is_narrow(bounds: tuple[float, float]) -> bool:
    """Return whether an interval is too narrow to show."""
    return bounds[1] - bounds[0] < 1e-6


def how_exact(found: Duel) -> str:
    """Return how much of the duel was solved."""
    work = f"{found.states:,} states in {found.seconds:.2f} s"
    if found.exact:
        return f"exact, but for {found.error:.1g} at most: {work}"
    text = f"proven to ± {found.error * 50:.2g} points: {work}"
    if found.stopped:
        text += f", {WHY_STOPPED[found.stopped]}"
    return text


def print_rounds(found: Duel) -> None:
    """Print the odds after each round."""
    output.say("after each round", "dim")
    sides = list(found.sides)
    undecided = "going on" if found.exact or found.estimate else "going on or not known"
    rows = [row for row in found.after_round if row["undecided"] > 0.001 or row["round"] <= 1]
    last = found.after_round[len(rows) : len(rows) + 1]
    output.print_table(
        ["round", *[f"{side} has won" for side in sides], undecided],
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
    """Print what best play gains, and what it does differently."""
    for side in best_play.sides:
        output.say(worth_text(side, best_play), "bold")
    if found.draw_bounds[1] > EXACT:
        output.say("(a draw counts half)", "dim")
    better = [one for one in best_play.advice if one.do != one.usual and one.gain > 1e-6]
    better.sort(key=lambda one: -one.gain * one.visits)
    if better:
        output.say("What it does differently from simple, most important first:", "dim")
        for one in better[:MOST_ADVICE]:
            print_advice(one)
    elif best_play.advice and not found.stopped:
        output.say("Simple already plays the best that was found. It does this:", "dim")
        for one in best_play.advice[:MOST_ADVICE]:
            print_advice(one)
    else:
        output.say("Nothing was found that is surely better than simple.", "dim")


def worth_text(side: str, best_play: BestPlay) -> str:
    """Return what best play is worth to a side and what it gains, in a sentence."""
    least, most = best_play.gains(side)
    gain = f"{signed(least)} points"
    if most - least >= 1e-4:
        gain = f"{signed(least)} to {signed(most)} points"
    return (
        f"Best play wins {side} {worth_share(best_play.values[side])}, simple "
        f"{worth_share(best_play.usual_values[side])}: a gain of {gain}."
    )


def worth_share(bounds: tuple[float, float]) -> str:
    """Return what a duel is worth: a share, or its bounds where it is not known so well."""
    if bounds[1] - bounds[0] < 1e-4:
        return percent(bounds[0])
    return f"{bounds[0] * 100:.2f} to {bounds[1] * 100:.2f} %"


def print_advice(one: Advice) -> None:
    """Print what to do in one situation, and what that gains."""
    after = f", after: {'; '.join(one.earlier_choices)}" if one.earlier_choices else ""
    output.say(f"{one.when}{after}", "dim", indent=2)
    line = Text(f"{one.asked}: {one.do}", style="bold")
    if one.do != one.usual:
        instead = f"  instead of: {one.usual} ({signed(one.gain)} points each time)"
        line.append(instead, "not bold")
    output.say(line, indent=4)


def signed(share: float) -> str:
    """Return a share in points, with its sign; never -0.00."""
    return f"{round(share * 100, 2) + 0.0:+.2f}"
