"""Runs every benchmark and writes bench/RESULTS.md."""

from __future__ import annotations

import platform
import sys
from importlib import import_module
from pathlib import Path

SECTIONS = [
    "speed",
    "rulesets",
    "odds",
    "shinobi",
    "workers",
    "start",
    "duels",
    "peers",
    "envs",
    "strong",
    "load",
    "page",
]
"""The benchmarks, in the order of the report; each gives its section of it."""

HERE = Path(__file__).parent


def main() -> None:
    wanted = sys.argv[1:] or SECTIONS
    for name in wanted:
        if name not in SECTIONS:
            print(
                f"bench: there is no section {name!r}; there are {', '.join(SECTIONS)}",
                file=sys.stderr,
            )
            sys.exit(2)
    parts = [
        "# Benchmarks",
        "Written by `make bench`. Ratios were measured side by side in one run on one machine; figures of "
        f"another machine differ. This one: Python {platform.python_version()}, {platform.machine()}.",
    ]
    for name in wanted:
        print(f"… {name}", file=sys.stderr)
        section = import_module(f"bench.{name}").main()
        print(section, "\n")
        parts.append(section)
    if not sys.argv[1:]:
        (HERE / "RESULTS.md").write_text("\n\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
