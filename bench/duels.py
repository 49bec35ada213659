"""Duels: our solver beside icepool's `map(repeat='inf')`, on the same percentile duel."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, process_time

sys.path.append(str(Path(__file__).parents[1]))

from affray.core.fight import Setup
from affray.core.odds import OddsTable
from affray.lab.duels import solve_duel
from affray.lab.duels.limits import SolverLimits
from affray.lab.duels.solver import DuelSolver
from affray.library import Scenario, load, rulesets, toml_of
from affray.version import is_compiled

try:
    from affray.rulesets.percentile.rules import (  # type: ignore[import-not-found, unused-ignore]
        PercentileDuel,
        Swordsman,
    )
except ImportError:
    from bench.percentile import PercentileDuel, Swordsman

ARE_RULES_COMPILED = PercentileDuel.__module__ != "bench.percentile"

OURS = 5
"""How many runs of ours are timed; the best counts. Theirs runs once, as it takes long."""


WITHIN = 5e-5
SECONDS = 60.0
"""How near a built-in duel is solved, and the seconds it may take."""

BEST_WITHIN = 5e-3
BEST_SECONDS = 180.0
"""How near the best play of either side is solved."""

MEGABYTES = 1_900
"""How much memory each may take."""


def sheets(health: int) -> list[Swordsman]:
    return [Swordsman("first", health, 60, 8, 1), Swordsman("second", health, 50, 8)]


def solve_percentile(duel: Setup, within: float = 1e-12) -> float:
    """Return the first fighter's chance to win, by the solver of `affray duel`."""
    limits = SolverLimits(within=within / 2)
    start = duel.new_fight(OddsTable())
    view = DuelSolver(start, [], set(), limits, int(duel.round_limit)).explore(within, 1.0)
    return view.low


def ours(health: int) -> tuple[float, float]:
    """Return the seconds of processor time and the first fighter's chance to win."""
    best, found = 1e9, 0.0
    for _ in range(OURS):
        started = process_time()
        found = solve_percentile(PercentileDuel(sheets(health)))
        best = min(best, process_time() - started)
    return best, found


def theirs(health: int) -> tuple[float, float]:
    """Return the seconds and the chance by icepool."""
    from icepool import Die, d

    first, second = sheets(health)

    def round_of(
        state: tuple[int, int], hits: bool, harm: int, hits_back: bool, harm_back: int
    ) -> tuple[int, int]:
        mine, theirs = state
        if mine <= 0 or theirs <= 0:
            return state
        if hits:
            theirs = max(0, theirs - harm)
        if theirs > 0 and hits_back:
            mine = max(0, mine - harm_back)
        return mine, theirs

    started = process_time()
    ends = Die([(health, health)]).map(
        round_of,
        d(100) <= first.skill,
        d(first.die) + first.bonus,
        d(100) <= second.skill,
        d(second.die) + second.bonus,
        repeat="inf",
    )
    seconds = process_time() - started
    won = sum(weight for (mine, _), weight in ends.items() if mine > 0)
    return seconds, won / ends.denominator()


def solved(scenario: Scenario, best: Sequence[str], limits: SolverLimits) -> list[str]:
    """Return a row with states, seconds, interval and the value of best play to the first side."""
    started = perf_counter()
    found = solve_duel(scenario, best=best, limits=limits)
    seconds = perf_counter() - started
    worth = ""
    if found.best_play is not None:
        low, high = found.best_play.values[found.best_play.sides[0]]
        worth = f"{low:.4f} to {high:.4f}"
    return [f"{found.states:,}", f"{seconds:.1f}", f"{found.error:.1e}", worth]


def main() -> str:
    lines = [
        "## Duels, exactly",
        "",
        "Two swordsmen by turns: under 60 (or 50) on a d100 hits for 1d8+1 (or 1d8). Both work",
        "out the chance of the first from the same rules. icepool keeps exact whole numbers and",
        "Affray floating point (they agree to 1e-12), icepool repeats a whole round and Affray",
        "steps turn by turn through the code that `affray duel` runs for any ruleset. The example's rules",
        f"are {'compiled' if ARE_RULES_COMPILED else 'plain Python'} here (`bench/compiled_percentile.py`).",
        "",
        "| hit points each | Affray | icepool `map(repeat='inf')` | times faster |",
        "|---:|---:|---:|---:|",
    ]
    for health in (12, 20, 30):
        seconds, chance = ours(health)
        if health > 20:
            lines.append(f"| {health} | {seconds * 1000:.1f} ms | takes minutes | |")
            continue
        try:
            slow, judged = theirs(health)
        except ImportError:
            lines.append(f"| {health} | {seconds * 1000:.1f} ms | icepool is not installed | |")
            continue
        assert abs(chance - judged) < 1e-9, (chance, judged)
        lines.append(
            f"| {health} | {seconds * 1000:.1f} ms | {slow * 1000:,.0f} ms "
            f"| {slow / seconds:,.0f} |"
        )
    lines += [
        "",
        f"Built-in duels, likeliest states first: between simple players to ± {WITHIN:g} or for"
        f" {SECONDS:.0f} s, the best play of either side to ± {BEST_WITHIN:g} or for"
        f" {BEST_SECONDS:.0f} s. Seconds are by the clock, with a process for each of"
        f" {os.cpu_count()} cores between simple players, and the width is of the interval; the"
        f" memory may be {MEGABYTES:,} MB.",
        "",
        "| duel | best play of | states | seconds | width | worth |",
        "|---|---|---:|---:|---:|---|",
    ]
    for name in rulesets():
        for scenario in toml_of(rulesets()[name], "scenarios"):
            loaded = load(scenario)
            if len(loaded.setup.names) == 2:
                for best in ([], *[[side] for side in loaded.sides], ["both"]):
                    within, seconds = (BEST_WITHIN, BEST_SECONDS) if best else (WITHIN, SECONDS)
                    limits = SolverLimits(within=within, seconds=seconds, megabytes=MEGABYTES)
                    cells = " | ".join(solved(loaded, best, limits))
                    lines.append(f"| {scenario} | {''.join(best) or 'nobody'} | {cells} |")
    if not is_compiled():
        lines += ["", "(This is plain Python; compiled it is several times faster.)"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(main())
