"""The command `affray scenarios`."""

from __future__ import annotations

import tomllib
from typing import Any

from affray.cli.options import JsonOption
from affray.cli.output import print_json, print_table
from affray.library import BUILT_IN, scenario_texts, side_sizes


def command(as_json: JsonOption = False) -> None:
    """List the built-in scenarios.

    Example: affray scenarios
    """
    rows = [row_of(name, tomllib.loads(text)) for name, text in scenario_texts().items()]
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


def row_of(name: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return what is listed of a scenario, from the data of its file."""
    if data["ruleset"] in BUILT_IN:
        sides, sizes = [side["name"] for side in data["sides"]], side_sizes(data)
    else:
        sides, sizes = prepared_sides(name)
    return {
        "name": name,
        "ruleset": data["ruleset"],
        "title": data["title"],
        "sides": sides,
        "sizes": sizes,
    }


def prepared_sides(name: str) -> tuple[list[str], list[int]]:
    """Return the sides of a scenario and their sizes when its fight begins.

    Only a ruleset from outside knows what its own files mean.
    """
    from affray.core.table import Table
    from affray.library import load

    scenario = load(name)
    sizes = [0] * len(scenario.sides)
    for fighter in scenario.setup.new_fight(Table(False)).roster():
        sizes[fighter.side] += 1
    return scenario.sides, sizes
