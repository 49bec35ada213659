"""What jobs do: simulations, comparisons, duels, stories of fights.

Everything here is called with plain data and gives plain data, so that it can cross to another
process and be stopped by ending it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from time import perf_counter
from typing import Any

from affray.core.tape import Answer
from affray.lab.simulation import Simulation, Tally, simulate
from affray.lab.study import Story, tell_story
from affray.library import Scenario, parse
from affray.web.rooms.playing import parse_answers

Json = dict[str, Any]
Report = Callable[[float, Json], None]
"""Takes how far the work is, from 0 to 1, and what there is so far."""

DUEL_SECONDS = 60.0
"""How long a duel is worked on before its bounds are given as they are."""


REPORT_SECONDS = 0.2
"""How often a story is told on the way."""

# --- asking ---


def run_simulation(given: Json, report: Report) -> Json:
    """Who wins how often: `affray simulate`, with what it has so far on the way."""
    return simulated(parse(given["scenario"], given["name"]), given, report, 0.0, 1.0)


def run_continuations(given: Json, report: Report) -> Json:
    """Who wins how often from where a fight stands."""
    scenario = parse(given["scenario"], given["name"])
    answers = parse_answers(given["tape"])
    return simulated(scenario, given, report, 0.0, 1.0, answers)


def simulated(
    scenario: Scenario,
    given: Json,
    report: Report,
    start: float,
    share: float,
    answers: Sequence[Answer] = (),
) -> Json:
    """One simulation as a part of the work, from the beginning or behind some answers."""
    fights = given["fights"]
    players = given["players"]

    def progress(tally: Tally) -> None:
        partial = Simulation(scenario, tally, 1.0, given["seed"], True).data()
        report(start + share * tally.fights / fights, partial)

    found = simulate(
        scenario,
        fights,
        seed=given["seed"],
        players=players,
        workers=1,
        progress=progress,
        answers=answers,
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


def run_study(given: Json, report: Report) -> Json:
    """A fight's story: `affray story`, with what there is of it on the way."""
    scenario = parse(given["scenario"], given["name"])
    told = 0.0

    def progress(story: Story) -> None:
        nonlocal told
        if perf_counter() - told > REPORT_SECONDS:
            told = perf_counter()
            report(story.progress, story.data())

    answers = parse_answers(given["tape"])
    found = tell_story(
        scenario, answers, given["playouts"], given["seed"], workers=1, progress=progress
    )
    return found.data()


JOB_FUNCTIONS: dict[str, Callable[[Json, Report], Json]] = {
    "simulate": run_simulation,
    "continue": run_continuations,
    "compare": run_comparison,
    "duel": run_duel,
    "study": run_study,
}
