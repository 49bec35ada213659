"""Shinobi's simple player against the one of 0.1, in mirrored fights: each seed is played twice,
with the sides changed.

    python -m bench.mirrored_shinobi [FIGHTS]
"""

from __future__ import annotations

import sys
from time import process_time

from affray.core.dice import Dice
from affray.core.table import CheckingTable, Player
from affray.library import load, rulesets, toml_of
from affray.rulesets.shinobi.tactics import Tactics
from bench.former_shinobi import Tactics as FormerTactics

FIGHTS = 2000
SEED = 7


def mirrored(name: str, fights: int) -> tuple[int, int, int]:
    """How many fights of a scenario today's player wins, loses, and plays to a draw."""
    setup = load(name).setup
    won = lost = 0
    for number in range(fights):
        side = number % 2
        players: list[Player] = [FormerTactics(), FormerTactics()]
        players[side] = Tactics()
        fight = setup.new_fight(CheckingTable(Dice(SEED, number // 2), players))
        fight.play()
        won += fight.winner() == side
        lost += fight.winner() == 1 - side
    return won, lost, fights - won - lost


def main(fights: int = FIGHTS) -> str:
    """A table of all scenarios, each with the same share of the fights."""
    lines = ["| scenario | won | lost | drawn |", "|---|--:|--:|--:|"]
    names = list(toml_of(rulesets()["shinobi"], "scenarios"))
    total = [0, 0, 0]
    for name in names:
        found = mirrored(name, 2 * round(fights / len(names) / 2))
        total = [one + more for one, more in zip(total, found, strict=True)]
        lines.append(f"| {name} | " + " | ".join(str(one) for one in found) + " |")
    shares = [f"{one / sum(total):.1%}" for one in total]
    lines.append("| all | " + " | ".join(shares) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    started = process_time()
    print(main(int(sys.argv[1]) if len(sys.argv) > 1 else FIGHTS))
    print(f"{process_time() - started:.1f} s of processor time")
