"""What a turn of simple players costs here and in another build of Affray, such as that of a release.

    git worktree add ../before 0.1 && (cd ../before && python setup.py -q build --build-lib lib)
    AFFRAY_BEFORE=../before/lib python -m bench before

Both play the same seeds, each by its own rules and players, in processes of their own and in turn;
the least of a scenario's rounds counts, in processor time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROUNDS = 3
SCENARIOS = {
    "mithryn": ["causeway", "first-blood"],
    "renaissance": ["goblin-gang", "frozen-monastery", "two-weapon-duel"],
    "shinobi": ["arrows-over-the-rice", "bamboo-grove", "moonlit-duel", "nine-against-nine"],
    "orrery": ["burning-mill", "gatehouse", "two-blades"],
    "olde": ["across-the-field", "shield-wall", "tavern-floor"],
}
"""Scenarios that 0.1 had as well."""

MOST = 1.03
"""The goal: how much more than before a turn may cost."""

MEASURE = """
import sys
from time import process_time
from affray.core.batch import play_batch
from affray.library import load

for name in sys.argv[1:]:
    scenario = load(name)
    # the simple player had another name in 0.1
    player = getattr(scenario.ruleset, "simple_player", None) or scenario.ruleset.tactics
    setup, fights, least = scenario.setup, 8, float("inf")
    players = [player() for _ in setup.sides]
    for _ in range(20):
        started = process_time()
        batch = play_batch(setup, players, 7, 0, fights)
        seconds = process_time() - started
        if seconds < 0.1:
            fights *= 2
        else:
            least = min(least, seconds / batch.turns)
    print(name, least)
"""


def measured(path: str) -> dict[str, float]:
    """The least seconds a turn of each scenario takes in a build."""
    names = [name for found in SCENARIOS.values() for name in found]
    given = {**os.environ, "PYTHONPATH": path}
    run = subprocess.run(
        [sys.executable, "-c", MEASURE, *names],
        env=given,
        cwd="/",
        capture_output=True,
        text=True,
        check=True,
    )
    return {
        name: float(least) for name, least in (line.split() for line in run.stdout.split("\n")[:-1])
    }


def main() -> str:
    """The table."""
    before = os.environ.get("AFFRAY_BEFORE")
    if not before:
        return "## Beside another build\n\nNot measured: AFFRAY_BEFORE names none."
    paths = {"before": str(Path(before).resolve()), "now": os.environ.get("PYTHONPATH", "")}
    least: dict[str, dict[str, float]] = {name: {} for name in paths}
    for _ in range(ROUNDS):
        for name, path in paths.items():
            for scenario, seconds in measured(path).items():
                least[name][scenario] = min(seconds, least[name].get(scenario, seconds))
    lines = [
        "## Beside another build: microseconds a turn, simple players",
        "",
        "| ruleset | scenario | before | now | times |",
        "|---|---|--:|--:|--:|",
    ]
    for ruleset, scenarios in SCENARIOS.items():
        for scenario in scenarios:
            then, now = least["before"][scenario], least["now"][scenario]
            lines.append(
                f"| {ruleset} | {scenario} | {then * 1e6:.2f} | {now * 1e6:.2f} | {now / then:.2f} |"
            )
    lines += ["", f"At most {MOST} times as much as before is wanted."]
    return "\n".join(lines)
