"""Fields for Renaissance with the same fighters on both sides, in the same places seen in a mirror."""

from __future__ import annotations

from typing import Any, Final

from affray.library import Scenario, read_scenario

MIRRORS: Final[dict[str, list[tuple[str, list[int]]]]] = {
    "duellists": [("duellist", [2, 2])],
    "brawlers": [("brawler", [2, 2])],
    "swords": [("chandra", [2, 1]), ("track", [2, 3])],
    "spears": [("spearman", [2, 1]), ("spearman", [2, 3]), ("crossbowman", [0, 2])],
    "gangs": [("goblin-ganger", [2, 1]), ("goblin-ganger", [2, 3]), ("goblin-slinger", [0, 2])],
    "company": [("soldier", [2, 1]), ("bravo", [2, 3]), ("archer", [0, 2])],
    "riders": [("knight", [1, 1]), ("spearman", [2, 3])],
    "beasts": [("werewolf", [2, 1]), ("cougar", [2, 3])],
}
"""Who stands where on the left; the same stand on the right."""

WIDTH, HEIGHT = 18, 5
ROUNDS = 40


def mirror(name: str) -> Scenario:
    """A fight of some against the same."""
    sides: list[dict[str, Any]] = []
    for side, is_mirrored in (("left", False), ("right", True)):
        fighters = [
            {"is": who, "at": [WIDTH - 1 - x if is_mirrored else x, y]}
            for who, (x, y) in MIRRORS[name]
        ]
        sides.append({"name": side, "fighters": fighters})
    data = {
        "ruleset": "renaissance",
        "title": name,
        "round_limit": ROUNDS,
        "map": {"rows": ["." * WIDTH] * HEIGHT},
        "sides": sides,
    }
    return read_scenario(data, name)
