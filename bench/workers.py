"""Workers: what a second process adds, and how much memory a million fights take."""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median
from time import perf_counter

FIGHTS = 1_000_000
SCENARIO = "first-blood"
PAIRS = 9
"""How often both are measured: a single run of a second or two says little."""

MEMORY = """
import resource, affray
found = affray.load({scenario!r}).simulate(1_000_000, workers=1)
print(found.tally.fights, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def main() -> str:
    from affray.lab.simulation import simulate
    from affray.library import load
    from affray.version import is_compiled

    scenario = load(SCENARIO)
    fights = FIGHTS if is_compiled() else FIGHTS // 20
    checksums, turns = set(), 0.0
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(PAIRS):
        for workers in rates:
            started = perf_counter()
            found = simulate(scenario, fights, seed=1, workers=workers)
            rates[workers].append(fights / (perf_counter() - started))
            turns = found.tally.turns / fights
            checksums.add(found.tally.checksum)
    assert len(checksums) == 1
    ratios = [two / one for one, two in zip(rates[1], rates[2], strict=True)]
    lines = [
        "## Workers",
        "",
        f"{FIGHTS:,} fights of `{SCENARIO}` between simple players, on {os.cpu_count()} cores: the medians",
        f"of {PAIRS} pairs of runs, by one and by two in turn. The same seed gives the same result for any",
        "number of workers (the checksums are compared).",
        "",
        "| workers | fights a second | turns a second | against one |",
        "|---:|---:|---:|---:|",
    ]
    for workers, measured in rates.items():
        rate = median(measured)
        gain = median(ratios) if workers == 2 else 1.0
        lines.append(f"| {workers} | {rate:,.0f} | {rate * turns:,.0f} | {gain:.2f} |")
    lines += ["", f"The pairs' ratios went from {min(ratios):.2f} to {max(ratios):.2f}."]
    if is_compiled():
        run = subprocess.run(
            [sys.executable, "-c", MEMORY.format(scenario=SCENARIO)],
            capture_output=True,
            text=True,
            check=True,
        )
        count, used = (int(word) for word in run.stdout.split())
        lines += [
            "",
            f"{count:,} fights in one process took {used / 1024:.0f} MB at most.",
        ]
    load_now = os.getloadavg()[0]
    if load_now > 1.5 * (os.cpu_count() or 1):
        lines += ["", f"(Other work was running: load {load_now:.1f}.)"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(main())
