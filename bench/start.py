"""What starting each command takes, in processor time."""

from __future__ import annotations

import os
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

RUNS = 7
"""How often each is started; the quickest counts, and the first leaves its bytecode to the others."""

MOST_SECONDS = 0.2

COMMANDS = [
    "--version",
    "rulesets",
    "scenarios",
    "rules mithryn",
    "content mithryn",
    "show causeway",
    "check causeway.toml",
    "schema mithryn",
    "new mine-RUN.toml",
    "fight causeway --tape causeway.tape",
    "replay causeway.tape",
    "odds causeway --attacker Brynn --target 'City Spearman'",
    "simulate causeway -n 1",
    "simulate goblin-gang -n 1",
    "simulate nine-against-nine -n 1",
    "simulate gatehouse -n 1",
    "simulate across-the-field -n 1",
    "compare causeway -n 1 --house check=d20 --workers 1",
    "sweep sweep.toml --workers 1",
    "tune first-blood --key round_limit --from 1 --to 2 --within 0.4 --workers 1",
    "arena first-blood -n 2 --player simple --player random --workers 1",
    "duel first-blood --within 0.4 --workers 1",
    "story --help",
    "report --help",
    "serve --help",
    "admin --help",
    "admin list",
    "admin check",
    "mcp --help",
]

SWEEP = """
scenario = "first-blood"
fights = 1
[vary]
round_limit = [5, 9]
"""


def seconds_of(command: str, folder: Path) -> float:
    """Return the least processor time of a command in a process of its own."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "bytecode"), "PYTHONPATH": ""}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    found = []
    for run in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-m", "affray", *shlex.split(command.replace("RUN", str(run)))],
            env=environment,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


def main() -> str:
    from affray.library import find_scenario
    from affray.store import Store

    lines = ["## Starting a command", "", "| command | processor seconds |", "|---|--:|"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "causeway.toml").write_text(find_scenario("causeway") or "", "utf-8")
        Store(f"sqlite:///{folder}/affray.db").close()
        (folder / "sweep.toml").write_text(SWEEP, "utf-8")
        for command in COMMANDS:
            lines.append(f"| `affray {command}` | {seconds_of(command, folder):.2f} |")
    lines += ["", f"At most {MOST_SECONDS} are wanted."]
    return "\n".join(lines)


if __name__ == "__main__":
    print(main())
