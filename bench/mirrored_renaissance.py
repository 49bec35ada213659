"""Renaissance's simple player against the one of revision 1, in mirrored fights:

    python bench/mirrored_renaissance.py        # 2,000 fights, each seed with the seats changed too

Both sides have the same fighters in the same places, seen in a mirror. A draw counts as half.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Final

from former_renaissance import FormerPlayer

from affray.core.dice import Dice
from affray.core.table import LiveTable, Player
from affray.library import Scenario, read_scenario
from affray.rulesets.renaissance.tactics import Tactics

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


def share_won(
    name: str, one: Callable[[], Player], other: Callable[[], Player], fights: int
) -> float:
    """How many of so many fights the first player wins, on either side by turns."""
    scenario = mirror(name)
    won = 0.0
    for number in range(fights):
        seat = number % 2
        players = [one(), other()] if seat == 0 else [other(), one()]
        fight = scenario.setup.new_fight(LiveTable(Dice(number // 2), players))
        fight.play()
        winner = fight.winner()
        won += 0.5 if winner < 0 else float(winner == seat)
    return won / fights


def main(fights: int) -> None:
    """Prints the share won in each mirror and in all of them."""
    shares = []
    for name in MIRRORS:
        share = share_won(name, Tactics, FormerPlayer, fights // len(MIRRORS))
        shares.append(share)
        print(f"{name:10} {share:6.1%}", flush=True)
    print(f"{'all':10} {sum(shares) / len(shares):6.1%} of {fights}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
