"""What the lab is asked from the page: the same functions as the commands have, with what there
is so far on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from time import process_time
from typing import TYPE_CHECKING, Any

from affray.core.problems import InvalidDataError
from affray.core.tape import Answer
from affray.lab.compare import Comparison, Variant, compare
from affray.lab.entry_strength import Strength, measure_strength
from affray.lab.odds.asked_attacks import AttackChoice, odds_of
from affray.lab.odds.variation import OddsVariation, vary_odds
from affray.lab.scenario_keys import with_changes
from affray.lab.simulation import Simulation, Tally, simulate
from affray.lab.simulation.runner import detailed_count
from affray.lab.sweep import Sweep, sweep_values
from affray.lab.tune import Tuning, tune
from affray.library import parse
from affray.web.rooms.playing import parse_answers

if TYPE_CHECKING:
    from affray.lab.duels import SolverProgress

Json = dict[str, Any]
Report = Callable[[float, Json], None]
"""Takes how far the work is, from 0 to 1, and what there is so far."""

AS_IT_IS = "as it is"

BATCH_SIZE = 250
"""After how many fights it tells what there is so far."""

TRIAL_STATES = 20_000
TRIAL_SECONDS = 4.0
"""How many states and seconds of computing a duel is tried with before anybody waits for it."""

DUEL_SECONDS = 10.0
"""How long a duel is solved before its bounds are given with an estimate."""


def run_simulation(given: Json, report: Report) -> Json:
    """Return who wins how often, and what happens on the way: `affray simulate`."""
    return simulated(given, report)


def run_continuations(given: Json, report: Report) -> Json:
    """Return who wins how often from where a fight stands."""
    return simulated(given, report, parse_answers(given["tape"]))


def simulated(given: Json, report: Report, answers: Sequence[Answer] = ()) -> Json:
    """Simulate from the beginning, or from behind some answers."""
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
    """Compare the scenario as it is and changed, by the same dice: `affray compare`."""
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
    """Return a row for each variant."""
    return {"players": found.players[0], "rows": found.data()}


def run_sweep(given: Json, report: Report) -> Json:
    """Return who wins with each value of a figure: `affray sweep`."""
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
    """Return which value of a figure gives a wanted share of wins: `affray tune`."""
    scenario = parse(given["scenario"], given["name"])
    wanted: Json = given["tune"]
    final = 0.9
    """How far it is at most, as long as nobody knows how many values are still tried."""

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
    """Return the value that comes nearest, and a row for each value that was tried."""
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
    """Compute the exact odds of an attack, or those with each value of a key: `affray odds`."""
    report(0.0, {})
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
    report(0.0, {})
    scenario = parse(given["scenario"], given["name"])
    duels = import_module("affray.lab.duels")

    def progress(now: SolverProgress) -> None:
        # by how narrow the interval has become, or how long it has taken
        done = max(1.0 - (now.high - now.low), now.seconds / DUEL_SECONDS)
        bounds = [now.low, now.high]
        working = {"side": scenario.sides[0], "bounds": bounds, "states": now.states}
        report(min(1.0, done), {"working": working})

    # the service's own processes are as many as there are cores
    limits = duels.SolverLimits(seconds=DUEL_SECONDS, on_progress=progress, workers=1)
    data: Json = duels.solve_duel(scenario, given["players"], given.get("best", ()), limits).data()
    return data


def run_duel_size(given: Json, report: Report) -> Json:
    """Return whether a duel is small enough to be solved exactly at once, before anybody waits for
    it."""
    report(0.0, {})
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
    """Return whether an entry of one's own is too strong, against the one it was made from."""
    report(0.0, {})
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


LAB_JOBS: dict[str, Callable[[Json, Report], Json]] = {
    "simulate": run_simulation,
    "continue": run_continuations,
    "compare": run_comparison,
    "sweep": run_sweep,
    "tune": run_tuning,
    "odds": run_odds,
    "duel": run_duel,
    "duel-size": run_duel_size,
    "strength": run_strength,
}
"""What the lab can be asked, by kind."""
