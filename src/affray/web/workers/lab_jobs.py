"""The functions of jobs: the lab's questions and the stories of fights, with interim results.

They call the functions of the library that the commands call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from affray.core.problems import InvalidDataError
from affray.core.tape import Answer
from affray.lab.compare import Comparison, Variant, compare
from affray.lab.entry_strength import Strength, measure_strength
from affray.lab.odds.asked_attacks import AttackChoice, odds_of
from affray.lab.odds.variation import OddsVariation, vary_odds
from affray.lab.scenario_keys import with_changes
from affray.lab.simulation import Simulation, Tally, simulate
from affray.lab.simulation.executors import WorkerPool, shared_pool
from affray.lab.simulation.runner import detailed_count
from affray.lab.study import Story, tell_story
from affray.lab.sweep import Sweep, sweep_values
from affray.lab.tune import Tuning, tune
from affray.library import parse
from affray.web.rooms.playing import parse_answers
from affray.web.workers.pool import Report, helper_executor

if TYPE_CHECKING:
    from affray.lab.duels import SolverProgress

Json = dict[str, Any]
AS_IT_IS = "as it is"

BATCH_SIZE = 250
"""The number of fights between two interim results."""

TRIAL_STATES = 20_000
TRIAL_SECONDS = 4.0
"""The limits of a trial that finds out whether a duel can be solved: states and processor time."""

DUEL_SECONDS = 10.0
"""How long a duel is solved before the job returns bounds and an estimate instead."""

STORY_SECONDS = 0.2
"""The shortest time between two interim stories."""

STORY_COST_FACTOR = 8
"""For a long story: the pause after an interim story, as a multiple of the time it took."""


def run_job(kind: str, given: Json, helpers: int, report: Report) -> Json:
    """Run a job with helper processes; called in a worker."""
    report(0.0, {})
    with shared_pool(WorkerPool(helper_executor(helpers), helpers)):
        return JOB_FUNCTIONS[kind](given, report)


def run_simulation(given: Json, report: Report) -> Json:
    """Simulate a scenario and return win rates and other figures: `affray simulate`."""
    return simulated(given, report)


def run_continuations(given: Json, report: Report) -> Json:
    """Simulate the rest of a fight from its present state."""
    return simulated(given, report, parse_answers(given["tape"]))


def simulated(given: Json, report: Report, answers: Sequence[Answer] = ()) -> Json:
    """Simulate a scenario from the beginning, or on from the first answers of a tape."""
    scenario = parse(given["scenario"], given["name"])
    fights: int = given["fights"]
    names = {side: given["players"].get(side, "simple") for side in scenario.sides}

    def progress(tally: Tally) -> None:
        so_far = Simulation(scenario, tally, 1.0, given["seed"], True, names)
        report(tally.fights / fights, so_far.data())

    found = simulate(
        scenario,
        fights,
        seed=given["seed"],
        players=given["players"],
        progress=progress,
        batch_size=BATCH_SIZE,
        detailed_fights=min(fights, detailed_count(fights)),
        answers=answers,
    )
    return found.data()


def run_comparison(given: Json, report: Report) -> Json:
    """Compare a scenario and its variants with equal dice: `affray compare`."""
    base = parse(given["scenario"], given["name"])
    variants = {AS_IT_IS: Variant(base)}
    for variant in given["variants"]:
        changed = base.with_house(variant["house"]) if variant["house"] else base
        if variant["changes"]:
            changed = with_changes(changed, variant["changes"])
        variants[variant["label"]] = Variant(changed, variant["players"])

    def progress(so_far: Comparison) -> None:
        report(so_far.fights / given["fights"], comparison_data(so_far))

    found = compare(
        variants,
        given["fights"],
        seed=given["seed"],
        players=given["players"],
        progress=progress,
        batch_size=BATCH_SIZE,
    )
    return comparison_data(found)


def comparison_data(found: Comparison) -> Json:
    """Return a comparison as data: a row for each variant."""
    return {"players": found.players[0], "rows": found.data()}


def run_sweep(given: Json, report: Report) -> Json:
    """Return the win rates for each value of a key: `affray sweep`."""
    scenario = parse(given["scenario"], given["name"])
    key, values = given["vary"]["key"], given["vary"]["values"]

    def data(so_far: Sweep) -> Json:
        return {"key": key, "sides": scenario.sides, "rows": so_far.figures}

    found = sweep_values(
        scenario,
        {key: values},
        fights=given["fights"],
        seed=given["seed"],
        players=given["players"],
        progress=lambda so_far: report(len(so_far.figures) / len(values), data(so_far)),
    )
    return data(found)


def run_tuning(given: Json, report: Report) -> Json:
    """Find the value of a key that brings a wanted share of wins: `affray tune`."""
    scenario = parse(given["scenario"], given["name"])
    wanted: Json = given["tune"]
    final = 0.9
    """The most progress to report while the number of values still to try is unknown."""

    def progress(so_far: Tuning) -> None:
        so_far.choose_nearest()
        count = len(so_far.tried)
        report(final * count / (count + 4), tuning_data(so_far))

    found = tune(
        scenario,
        wanted["key"],
        wanted["low"],
        wanted["high"],
        wanted["side"],
        wanted["share"],
        wanted["within"],
        given["seed"],
        given["players"],
        progress=progress,
    )
    return tuning_data(found)


def tuning_data(found: Tuning) -> Json:
    """Return the nearest value found, and a row for each value that was tried."""
    return {
        **{key: one for key, one in found.data().items() if key != "tried"},
        "players": found.tried[found.value].players,
        "rows": [
            {
                "value": value,
                **found.tried[value].sides[found.side]._asdict(),
                "fights": found.tried[value].fights,
            }
            for value in sorted(found.tried)
        ],
    }


def run_odds(given: Json, report: Report) -> Json:
    """Compute an attack's exact odds, or its odds for each value of a key: `affray odds`."""
    scenario = parse(given["scenario"], given["name"])
    asked: Json = given["attack"] or {"replies": "none"}
    attack = AttackChoice(
        attacker=asked.get("attacker"),
        target=asked.get("target"),
        weapon=asked.get("weapon"),
        ignore_distance=True,
        replies=asked["replies"],
    )
    if given["vary"] is None:
        return odds_of(scenario, *attack).data()
    values = given["vary"]["values"]

    def progress(so_far: OddsVariation) -> None:
        report(len(so_far.odds) / len(values), so_far.data())

    return vary_odds(scenario, given["vary"]["key"], values, attack, progress).data()


def run_duel(given: Json, report: Report) -> Json:
    """Return the chances of a duel, exact or estimated: `affray duel`.

    On the way, report bounds of the first side's share.
    """
    scenario = parse(given["scenario"], given["name"])
    duels = import_module("affray.lab.duels")

    def progress(now: SolverProgress) -> None:
        # progress is the interval's narrowness or the time used, whichever is further
        done = max(1.0 - (now.high - now.low), now.seconds / DUEL_SECONDS)
        bounds = [now.low, now.high]
        working = {"side": scenario.sides[0], "bounds": bounds, "states": now.states}
        report(min(1.0, done), {"working": working})

    # one worker: the service has a process for each core already
    limits = duels.SolverLimits(seconds=DUEL_SECONDS, on_progress=progress, workers=1)
    data: Json = duels.solve_duel(scenario, given["players"], given.get("best", ()), limits).data()
    return data


def run_duel_size(given: Json, report: Report) -> Json:
    """Return whether a duel is small enough to be solved exactly within a short trial."""
    duels = import_module("affray.lab.duels")
    scenario = parse(given["scenario"], given["name"])
    limits = duels.SolverLimits(TRIAL_STATES, seconds=TRIAL_SECONDS, clock=process_time, workers=1)
    try:
        found: Json = duels.solve_duel(scenario, given["players"], limits=limits).data()
    except InvalidDataError as error:
        return {"solvable": False, "met": 0, "why": error.problems[0].text}
    if not found["exact"]:
        bounds = found["bounds"][scenario.sides[0]]
        return {"solvable": False, "met": found["states"], "bounds": bounds, "why": ""}
    return {"solvable": True, "states": found["states"], "seconds": found["seconds"]}


def run_strength(given: Json, report: Report) -> Json:
    """Measure the strength of a custom entry against the entry it was made from."""
    entry: Json = given["entry"]
    scenario = parse(given["scenario"], given["name"])

    def progress(so_far: Strength) -> None:
        fights = so_far.comparison.fights if so_far.comparison else 0
        report(0.2 if not fights else 0.2 + 0.8 * fights / (fights + 1500), so_far.data())

    found = measure_strength(
        scenario,
        entry["table"],
        entry["name"],
        entry["original"],
        given["players"],
        progress=progress,
        workers=None,
    )
    return found.data()


def run_study(given: Json, report: Report) -> Json:
    """Tell a fight's story, with interim stories: `affray story`."""
    scenario = parse(given["scenario"], given["name"])
    next_time = 0.0

    def progress(story: Story) -> None:
        nonlocal next_time
        started = perf_counter()
        if started >= next_time:
            report(story.progress, story.data())
            cost = perf_counter() - started
            next_time = started + max(STORY_SECONDS, STORY_COST_FACTOR * cost)

    answers = parse_answers(given["tape"])
    found = tell_story(scenario, answers, given["playouts"], given["seed"], progress=progress)
    return found.data()


JOB_FUNCTIONS: dict[str, Callable[[Json, Report], Json]] = {
    "simulate": run_simulation,
    "continue": run_continuations,
    "compare": run_comparison,
    "sweep": run_sweep,
    "tune": run_tuning,
    "odds": run_odds,
    "duel": run_duel,
    "duel-size": run_duel_size,
    "strength": run_strength,
    "study": run_study,
}
"""The function of each kind of job."""
