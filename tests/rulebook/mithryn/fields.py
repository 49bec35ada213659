"""Small fields to fight on: a hero and a foe of round figures, and what a test changes of them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

HERO = {"strength": 10, "agility": 10, "finesse": 10, "weapons": ["short-sword"]}
FOE = {"rank": 4, "hp": 6, "weapons": ["short-sword"], "actions": 2}


def field(
    heroes: dict[str, dict[str, Any]] | None = None,
    foes: dict[str, dict[str, Any]] | None = None,
    zones: str = "yard",
    house: dict[str, Any] | None = None,
    exits: tuple[str, ...] = (),
    momentum: bool = True,
    **more: Any,
) -> dict[str, Any]:
    """Return a scenario: everybody starts in the first zone, and `a-b-c` zones lie in a line."""
    names = zones.split("-")
    placed = []
    fighters: dict[str, Any] = {}
    for side, given, base in (("heroes", heroes, HERO), ("foes", foes, FOE)):
        who = given if given is not None else {"Ann" if side == "heroes" else "Orc": {}}
        people = []
        for name, change in who.items():
            slug = name.lower().replace(" ", "-")
            sheet = {**base, **change}
            at = sheet.pop("at", names[0])
            fighters[slug] = sheet
            people.append({"is": slug, "name": name, "at": at})
        placed.append(people)
    return {
        "ruleset": "mithryn",
        "title": "test",
        "house": house or {},
        "map": {
            "zones": names,
            "paths": [list(pair) for pair in pairwise(names)],
            "exits": list(exits),
        },
        "fighters": fighters,
        "sides": [
            {"name": "heroes", "pcs": True, "momentum": momentum, "fighters": placed[0]},
            {"name": "foes", "fighters": placed[1]},
        ],
        **more,
    }
