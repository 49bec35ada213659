"""The command `affray scenarios`."""

from __future__ import annotations

from affray.cli.options import JsonOption
from affray.cli.output import print_json, print_table
from affray.core.odds import OddsTable
from affray.library import load, scenario_texts


def command(as_json: JsonOption = False) -> None:
    """List the built-in scenarios.

    Example: affray scenarios
    """
    rows = []
    for name in scenario_texts():
        scenario = load(name)
        sizes = [0] * len(scenario.sides)
        for fighter in scenario.setup.new_fight(OddsTable()).roster():
            sizes[fighter.side] += 1
        rows.append(
            {
                "name": name,
                "ruleset": scenario.ruleset.name,
                "title": scenario.title,
                "sides": scenario.sides,
                "sizes": sizes,
            }
        )
    if as_json:
        print_json(rows)
        return
    print_table(
        ["name", "ruleset", "fighters", "title"],
        [
            [
                str(row["name"]),
                str(row["ruleset"]),
                " v ".join(str(size) for size in row["sizes"]),
                str(row["title"]),
            ]
            for row in rows
        ],
    )
