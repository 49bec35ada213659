"""Compare the cost of a turn in two compiled builds of Affray.

    git worktree add ../before 0.2 && (cd ../before && python setup.py -q build --build-lib lib)
    python setup.py -q build --build-lib build/after
    python bench/compare.py --before ../before/lib --after build/after [RULESET ...]

Both builds play the same seeds of every scenario with simple players, in processes of their own and
in turn. The least of the rounds counts, in processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

ROUNDS = 3

MEASURE = """
import json, sys
from time import process_time
from affray.core.batch import play_batch
from affray.library import load, rulesets, toml_of

found = {}
for ruleset_name, ruleset in rulesets().items():
    for name in toml_of(ruleset, "scenarios") if ruleset_name in sys.argv[1:] else ():
        scenario, fights, least, pieces = load(name), 8, float("inf"), 0
        players = [scenario.ruleset.simple_player() for _ in scenario.setup.sides]
        while pieces < 5:
            started = process_time()
            batch = play_batch(scenario.setup, players, 7, 0, fights)
            seconds = process_time() - started
            if seconds < 0.05:
                fights *= 2
            else:
                least, pieces = min(least, seconds / batch.turns), pieces + 1
        found[name] = least
print(json.dumps(found))
"""


def measured(library: Path, ruleset: str) -> dict[str, float]:
    """Return the least seconds that a turn of each scenario takes in a build."""
    run = subprocess.run(
        [sys.executable, "-c", MEASURE, ruleset],
        env={**os.environ, "PYTHONPATH": str(library.resolve())},
        cwd="/",
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, float] = json.loads(run.stdout)
    return found


def table(before: Path, after: Path, rulesets: list[str]) -> str:
    """Return the rows of all scenarios, and the median of each ruleset."""
    rows = ["| ruleset | scenario | before, µs | after, µs | ratio |", "|---|---|--:|--:|--:|"]
    medians = ["| ruleset | ratio: median | least | most |", "|---|--:|--:|--:|"]
    for ruleset in rulesets:
        runs: dict[Path, list[dict[str, float]]] = {before: [], after: []}
        for _ in range(ROUNDS):
            for library, found in runs.items():
                found.append(measured(library, ruleset))
        ratios = []
        for scenario in runs[before][0]:
            then, now = [min(run[scenario] for run in found) for found in runs.values()]
            ratios.append(now / then)
            rows.append(
                f"| {ruleset} | {scenario} | {then * 1e6:.2f} | {now * 1e6:.2f} | {now / then:.2f} |"
            )
        medians.append(
            f"| {ruleset} | {median(ratios):.2f} | {min(ratios):.2f} | {max(ratios):.2f} |"
        )
    return "\n".join([*rows, "", *medians])


def main() -> None:
    """Print the tables."""
    words = argparse.ArgumentParser(description="Compare the cost of a turn in two builds.")
    words.add_argument("--before", type=Path, required=True, help="folder of a compiled package")
    words.add_argument("--after", type=Path, required=True, help="folder of another")
    words.add_argument("rulesets", nargs="*", help="rulesets to compare (default: all)")
    given = words.parse_args()
    every = ["mithryn", "renaissance", "shinobi", "orrery", "olde"]
    print(table(given.before, given.after, given.rulesets or every))


if __name__ == "__main__":
    main()
