"""Run every benchmark, or those that are named, and write build/benchmarks.md."""

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

REPORT = Path(__file__).parent.parent / "build" / "benchmarks.md"


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
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_text("\n\n".join(parts) + "\n", "utf-8")


if __name__ == "__main__":
    main()
