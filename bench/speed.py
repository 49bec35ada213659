"""Turns a second on the causeway: plain Python, compiled, and the same fight written in C."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
SEED = 7
NATIVE_FIGHTS = 20_000
ROUNDS = 5
"""How often each is measured, in turn, in processor time; the best counts, for other work only ever
slows one down."""

LEAST_SPEED_UP = 10
MOST_BEHIND_C = 8

GOALS = {"simulate": 5, "simulate --detail": 10}
"""How many times C by hand's time the command is meant to take: as it is, which listens to the
first fights, and listening to all."""


@dataclass
class Measured:
    name: str
    fights: int
    turns: int
    seconds: float
    wins: list[int]
    checksum: str

    @property
    def turns_per_second(self) -> float:
        return self.turns / self.seconds


def python_fights(name: str, fights: int, environment: dict[str, str]) -> Measured:
    """Play fights in an interpreter of its own and measure there."""
    ran = subprocess.run(
        [sys.executable, __file__, str(fights), name],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
        cwd="/",
    )
    return Measured(name, **json.loads(ran.stdout))


def run_here(fights: int, name: str) -> dict[str, object]:
    """Warm up and play in the other interpreter, as the command does or in a bare loop."""
    from time import process_time

    from affray.core.batch import play_batch
    from affray.library import load

    scenario = load("causeway")
    if name in GOALS:
        from affray.lab.simulation.runner import detailed_count, simulate

        detailed = fights if name.endswith("--detail") else detailed_count(fights)
        simulate(scenario, 200, seed=SEED, workers=1)
        started = process_time()
        found = simulate(scenario, fights, seed=SEED, workers=1, detailed_fights=detailed)
        return {
            "fights": fights,
            "turns": int(found.tally.turns),
            "seconds": process_time() - started,
            "wins": found.tally.wins,
            "checksum": f"{int(found.tally.checksum):016x}",
        }
    players = [scenario.ruleset.simple_player() for _ in scenario.sides]
    play_batch(scenario.setup, players, SEED, 0, 200)
    started = process_time()
    batch = play_batch(scenario.setup, players, SEED, 0, fights)
    return {
        "fights": fights,
        "turns": int(batch.turns),
        "seconds": process_time() - started,
        "wins": batch.wins,
        "checksum": f"{int(batch.checksum):016x}",
    }


def compile_c(folder: Path) -> Path | None:
    """Compile the fight written in C. Return the program, or None without a compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    program = folder / "causeway"
    source = str(ROOT / "bench" / "causeway.c")
    command = [compiler, "-O3", "-ffp-contract=off", "-o", str(program), source]
    subprocess.run(command, check=True)
    return program


def c_fights(program: Path, fights: int) -> Measured:
    ran = subprocess.run(
        [str(program), str(SEED), str(fights)], capture_output=True, text=True, check=True
    )
    found = json.loads(ran.stdout)
    found.pop("draws")
    return Measured("C, by hand", **found)


def best(runs: list[Measured]) -> Measured:
    assert len({run.checksum for run in runs}) == 1, "the same fights came out differently"
    return max(runs, key=lambda run: run.turns_per_second)


def main() -> str:
    """Measure, check, and return a section of the report."""
    plain_runs, native_runs, c_runs = [], [], []
    command_runs: dict[str, list[Measured]] = {name: [] for name in GOALS}
    with tempfile.TemporaryDirectory() as folder:
        program = compile_c(Path(folder))
        for _ in range(ROUNDS):
            plain_runs.append(
                python_fights("plain Python", 2_000, {"PYTHONPATH": str(ROOT / "src")})
            )
            native_runs.append(python_fights("compiled", NATIVE_FIGHTS, {"PYTHONPATH": ""}))
            for name, runs in command_runs.items():
                runs.append(python_fights(name, NATIVE_FIGHTS, {"PYTHONPATH": ""}))
            if program is not None:
                c_runs.append(c_fights(program, NATIVE_FIGHTS))
    plain, native = best(plain_runs), best(native_runs)
    commands = [best(runs) for runs in command_runs.values()]
    rows = [plain, native, *commands]
    lines = ["## Speed: the causeway with simple players, one process", ""]
    faster = native.turns_per_second / plain.turns_per_second
    verdicts = [
        f"Compiled is {faster:.1f} times as fast as plain Python (at least {LEAST_SPEED_UP} wanted)."
    ]
    behind = 0.0
    if c_runs:
        c = best(c_runs)
        rows.append(c)
        behind = c.turns_per_second / native.turns_per_second
        assert {one.checksum for one in [native, *commands]} == {c.checksum}, (
            "C and Affray disagree about a fight"
        )
        verdicts += [
            f"`{one.name}` takes {c.turns_per_second / one.turns_per_second:.1f} times C's time "
            f"({GOALS[one.name]} wanted)."
            for one in commands
        ]
        verdicts.append(
            f"C by hand is {behind:.1f} times as fast as compiled (at most {MOST_BEHIND_C} wanted). It knows "
            "this one scenario, lists no options and asks nobody; every one of its fights ends as Affray's does, "
            "to the same checksum."
        )
    else:
        verdicts.append("There is no C compiler here, so nothing was compared with C.")
    lines.append("| | turns a second | fights a second | fights | party wins | checksum |")
    lines.append("|---|--:|--:|--:|--:|---|")
    for row in rows:
        lines.append(
            f"| {row.name} | {row.turns_per_second:,.0f} | {row.fights / row.seconds:,.0f} | {row.fights:,} "
            f"| {row.wins[0] / row.fights:.2%} | {row.checksum} |"
        )
    lines += ["", *verdicts]
    section = "\n".join(lines)
    assert faster >= LEAST_SPEED_UP, section
    assert behind <= MOST_BEHIND_C, section
    return section


if __name__ == "__main__":
    sys.stdout.write(json.dumps(run_here(int(sys.argv[1]), sys.argv[2])))
