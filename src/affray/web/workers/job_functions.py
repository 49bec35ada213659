"""What jobs do: simulations, comparisons, duels, the win probability along a fight.

Everything here is called with plain data and gives plain data, so that it can cross to another
process and be stopped by ending it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from affray.core.playouts import FightHistory, Snapshot
from affray.core.tape import Answer
from affray.lab.simulation import Simulation, Tally, simulate
from affray.lab.statistics import wilson
from affray.library import Scenario, parse
from affray.players import player_named
from affray.web.rooms.playing import parse_answers

Json = dict[str, Any]
Report = Callable[[float, Json], None]
"""Takes how far the work is, from 0 to 1, and what there is so far."""

DUEL_SECONDS = 60.0
"""How long a duel is worked on before its bounds are given as they are."""


# --- asking ---


def run_simulation(given: Json, report: Report) -> Json:
    """Who wins how often: `affray simulate`, with what it has so far on the way."""
    return simulated(parse(given["scenario"], given["name"]), given, report, 0.0, 1.0)


def simulated(scenario: Scenario, given: Json, report: Report, start: float, share: float) -> Json:
    """One simulation as a part of the work."""
    fights = given["fights"]
    players = given["players"]

    def progress(tally: Tally) -> None:
        partial = Simulation(scenario, tally, 1.0, given["seed"], True).data()
        report(start + share * tally.fights / fights, partial)

    found = simulate(
        scenario, fights, seed=given["seed"], players=players, workers=1, progress=progress
    )
    return found.data()


def run_comparison(given: Json, report: Report) -> Json:
    """The same scenario by several house rules, a row each."""
    variants: list[Json] = given["variants"]
    base = parse(given["scenario"], given["name"])
    rows: list[Json] = []
    for number, variant in enumerate(variants):
        share = 1 / len(variants)
        scenario = base.with_house(variant["house"])

        def partial(done: float, figures: Json, variant: Json = variant) -> None:
            row = {"label": variant["label"], "house": variant["house"], **figures}
            report(done, {"rows": [*rows, row]})

        figures = simulated(scenario, given, partial, number * share, share)
        rows.append({"label": variant["label"], "house": variant["house"], **figures})
    return {"rows": rows}


def run_duel(given: Json, report: Report) -> Json:
    """The chances of a duel, exact or between bounds; on the way, the bounds of the first side."""
    report(0.0, {})
    scenario = parse(given["scenario"], given["name"])
    duels = import_module("affray.lab.duels")
    limits = duels.SolverLimits(
        seconds=DUEL_SECONDS,
        on_progress=lambda now: report(
            duel_progress(now), {"working": duel_working(scenario, now)}
        ),
    )
    data: Json = duels.solve_duel(scenario, given["players"], given.get("best", ()), limits).data()
    return data


def duel_progress(now: Any) -> float:
    """How far a solution is, by how narrow its interval has become or how long it has taken."""
    narrow = 1.0 - (now.high - now.low)
    return float(min(1.0, max(narrow, now.seconds / DUEL_SECONDS)))


def duel_working(scenario: Scenario, now: Any) -> Json:
    """What is known of a duel that is being worked out."""
    return {"side": scenario.sides[0], "bounds": [now.low, now.high], "states": now.states}


# --- a fight's story ---


def run_win_curve(given: Json, report: Report) -> Json:
    """The win probability along a fight, from every decision on and just after it.

    From a decision to just after it is what was decided; from there to the next decision are dice.
    """
    scenario = parse(given["scenario"], given["name"])
    answers = parse_answers(given["tape"])
    history = FightHistory(scenario.setup, answers)
    fights = given["fights"]
    at = decision_points(answers, given["points"])
    points: list[Json] = []
    for number, position in enumerate(at):
        moment = history.snapshot(position)
        before = win_shares(scenario, moment, fights, 2 * position)
        after = before
        if position < len(answers):
            decided = moment.with_answer(answers[position])
            after = win_shares(scenario, decided, fights, 2 * position + 1)
        points.append({"at": position, "before": before, "after": after})
        report((number + 1) / len(at), win_curve_data(scenario, points, given))
    return win_curve_data(scenario, points, given)


def win_curve_data(scenario: Scenario, points: list[Json], given: Json) -> Json:
    """The points with what was luck and what was decided, by side."""
    fights = given["fights"]
    luck = [0.0] * len(scenario.sides)
    choice = [0.0] * len(scenario.sides)
    turns: list[Json] = []
    for number, point in enumerate(points):
        last = points[number - 1]["after"] if number else point["before"]
        for side in range(len(luck)):
            was, before, after = last[side], point["before"][side], point["after"][side]
            luck[side] += before - was
            choice[side] += after - before
            for why, change, sure in (
                ("dice", before - was, differ_surely(was, before, fights)),
                ("decision", after - before, differ_surely(before, after, fights)),
            ):
                if sure and change > 0:
                    turns.append({"at": point["at"], "side": side, "why": why, "change": change})
    turns.sort(key=lambda turn: (-turn["change"], turn["at"]))
    widest = wilson(fights // 2, fights)
    return {
        "sides": scenario.sides,
        "fights": fights,
        "error": (widest[1] - widest[0]) / 2,
        "points": [with_intervals(point, fights) for point in points],
        "luck": luck,
        "choice": choice,
        "turning": turns[:6],
        "thinned": given["thinned"],
    }


def differ_surely(one: float, other: float, fights: int) -> bool:
    """Whether two shares differ by more than chance would have it."""
    low, high = wilson(round(one * fights), fights)
    below, above = wilson(round(other * fights), fights)
    return other > high and one < below if other > one else other < low and one > above


def with_intervals(point: Json, fights: int) -> Json:
    """A point with the 95 % interval of each of its shares."""
    return {
        **point,
        "low": [wilson(round(share * fights), fights)[0] for share in point["before"]],
        "high": [wilson(round(share * fights), fights)[1] for share in point["before"]],
    }


def decision_points(answers: list[Answer], most: int) -> list[int]:
    """Where decisions were made, evenly thinned if there are many, and the end."""
    all_of_them = [number for number, answer in enumerate(answers) if not answer.is_roll()]
    if len(all_of_them) > most:
        step = len(all_of_them) / most
        all_of_them = [all_of_them[int(number * step)] for number in range(most)]
    return [*all_of_them, len(answers)]


def win_shares(scenario: Scenario, moment: Snapshot, fights: int, seed: int) -> list[float]:
    """Each side's share of wins when simple players go on from a moment."""
    players = [player_named("simple", scenario.ruleset) for _ in scenario.sides]
    found = moment.play_out(players, seed + 0xA1_0000, fights)
    return [won / fights for won in found.wins]


JOB_FUNCTIONS: dict[str, Callable[[Json, Report], Json]] = {
    "simulate": run_simulation,
    "compare": run_comparison,
    "duel": run_duel,
    "along": run_win_curve,
}
