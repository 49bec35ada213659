"""Shinobi's simple player against the one of 0.1, in mirrored fights: both sides have the same
models, and each seed is played twice, with the players' seats changed. Below the line are the
scenarios whose sides differ, which luck and the sides decide more than the players.

    python -m bench.mirrored_shinobi [FIGHTS]
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

from affray.core.dice import Dice
from affray.core.table import CheckingTable, Player
from affray.library import load, rulesets, toml_of
from affray.rulesets.shinobi.tactics import Tactics
from bench.former_shinobi import FormerPlayer

FIGHTS = 2000
SEED = 7
WANTED = 0.55

MIRRORS = [
    "bamboo-grove",
    "nine-against-nine",
    str(Path(__file__).parent.parent / "tests" / "players" / "mirrors" / "shinobi.toml"),
]
"""The scenarios in which both sides have the same models."""


def mirrored(name: str, fights: int) -> tuple[int, int, int]:
    """How many fights of a scenario today's player wins, loses, and plays to a draw."""
    setup = load(name).setup
    won = lost = 0
    for number in range(fights):
        side = number % 2
        players: list[Player] = [FormerPlayer(), FormerPlayer()]
        players[side] = Tactics()
        fight = setup.new_fight(CheckingTable(Dice(SEED, number // 2), players))
        fight.play()
        won += fight.winner() == side
        lost += fight.winner() == 1 - side
    return won, lost, fights - won - lost


def table_of(names: list[str], fights: int) -> list[str]:
    """Lines for some scenarios, each with the same share of the fights, and for all of them."""
    lines: list[str] = []
    total = [0, 0, 0]
    for name in names:
        found = mirrored(name, 2 * -(-fights // len(names) // 2))
        total = [one + more for one, more in zip(total, found, strict=True)]
        lines.append(f"| {load(name).title} | " + " | ".join(str(one) for one in found) + " |")
    shares = [f"{one / sum(total):.1%}" for one in total]
    return [*lines, "| all of these | " + " | ".join(shares) + " |"]


def main(fights: int = FIGHTS) -> str:
    """A table of the mirrored scenarios, then of those whose sides differ."""
    others = [name for name in toml_of(rulesets()["shinobi"], "scenarios") if name not in MIRRORS]
    return "\n".join(
        [
            f"Mirrored, at least {WANTED:.0%} wanted:",
            "",
            "| scenario | won | lost | drawn |",
            "|---|--:|--:|--:|",
            *table_of(MIRRORS, fights),
            *table_of(others, fights),
        ]
    )


if __name__ == "__main__":
    started = process_time()
    print(main(int(sys.argv[1]) if len(sys.argv) > 1 else FIGHTS))
    print(f"{process_time() - started:.1f} s of processor time")
