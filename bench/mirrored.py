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


def report(ruleset: str, fights: int = FIGHTS) -> str:
    """A table of a ruleset's scenarios, each with the same share of the fights."""
    former = import_module(f"bench.former_{ruleset}").FormerPlayer
    lines = ["| scenario | won | lost | drawn |", "|---|--:|--:|--:|"]
    names = list(toml_of(rulesets()[ruleset], "scenarios"))
    total = [0, 0, 0]
    for name in names:
        found = mirrored(name, former, 2 * round(fights / len(names) / 2))
        total = [one + more for one, more in zip(total, found, strict=True)]
        lines.append(f"| {name} | " + " | ".join(str(one) for one in found) + " |")
    lines.append("| all | " + " | ".join(f"{one / sum(total):.1%}" for one in total) + " |")
    return "\n".join(lines)


def main(fights: int = FIGHTS) -> str:
    """The tables of all rulesets."""
    lines = ["## Today's simple player against the one of 0.1, each seed from both seats"]
    for ruleset in rulesets():
        lines += ["", f"### {ruleset}", "", report(ruleset, fights)]
    return "\n".join(lines)


if __name__ == "__main__":
    started = process_time()
    print(report(sys.argv[1], *(int(word) for word in sys.argv[2:])))
    print(f"{process_time() - started:.1f} s of processor time")
