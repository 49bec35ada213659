"""Workers: what a second process adds, and how much memory a million fights take."""

from __future__ import annotations

import os
import subprocess
import sys
from time import perf_counter

FIGHTS = 200_000
SCENARIO = "first-blood"

MEMORY = """
import resource, affray
found = affray.load({scenario!r}).simulate(1_000_000, workers=1)
print(found.tally.fights, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def main() -> str:
    from affray.lab.simulate import simulate
    from affray.library import load
    from affray.version import compiled

    scenario = load(SCENARIO)
    lines = [
        "## Workers",
        "",
        f"{FIGHTS:,} fights of `{SCENARIO}` between simple players, on {os.cpu_count()} cores. The",
        "same seed gives the same result for any number of workers (the checksums are compared).",
        "",
        "| workers | fights a second | turns a second | against one |",
        "|---:|---:|---:|---:|",
    ]
    fights = FIGHTS if compiled() else FIGHTS // 20
    one = 0.0
    checksums = set()
    for workers in (1, 2):
        started = perf_counter()
        found = simulate(scenario, fights, seed=1, workers=workers)
        rate = fights / (perf_counter() - started)
        one = one or rate
        turns = rate * found.tally.turns / fights
        checksums.add(found.tally.checksum)
        lines.append(f"| {workers} | {rate:,.0f} | {turns:,.0f} | {rate / one:.2f} |")
    assert len(checksums) == 1
    if compiled():
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
