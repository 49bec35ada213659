"""Today's simple player against the one of 0.1: on a map with the same fighters on both sides, and
in the built-in scenarios. Each seed is played twice, with the players changed about.

    python -m bench.mirrored mithryn [FIGHTS]
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from time import process_time

from affray.core.dice import Dice
from affray.core.table import CheckingTable, Player
from affray.library import load, rulesets, toml_of

MIRRORS = Path(__file__).parent.parent / "tests" / "players" / "mirrors"
FIGHTS = 2000
"""How many fights on the mirrored map; each scenario has a fifth of them."""
SEED = 2026


def mirrored(name: str, former: type[Player], fights: int) -> tuple[int, int, int]:
    """How many fights of a scenario today's player wins, loses, and plays to a draw."""
    scenario = load(name)
    won = lost = 0
    for number in range(fights):
        side = number % 2
        players: list[Player] = [former() for _ in scenario.setup.sides]
        players[side] = scenario.ruleset.simple_player()
        fight = scenario.setup.new_fight(CheckingTable(Dice(SEED, number // 2), players))
        fight.play()
        won += fight.winner() == side
        lost += fight.winner() == 1 - side
    return won, lost, fights - won - lost


def main(ruleset: str, fights: int = FIGHTS) -> str:
    """A table of the mirrored map and of a ruleset's scenarios."""
    former = import_module(f"bench.former_{ruleset}").FormerPlayer
    lines = ["| fights | won | lost | drawn |", "|---|--:|--:|--:|"]
    rows = {"mirrored map": (str(MIRRORS / f"{ruleset}.toml"), fights)}
    for name in toml_of(rulesets()[ruleset], "scenarios"):
        rows[name] = (name, fights // 5)
    for row, (name, count) in rows.items():
        shares = [f"{one / count:.1%}" for one in mirrored(name, former, count)]
        lines.append(f"| {row} | " + " | ".join(shares) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    started = process_time()
    print(main(sys.argv[1], *(int(word) for word in sys.argv[2:])))
    print(f"{process_time() - started:.1f} s of processor time")
