"""How often the strong player beats the simple one when both sides have the same.

AFFRAY_STRONG names the player with its budget (`strong:1s` is a second a decision; a fight then
takes a minute or two), AFFRAY_FIGHTS how many fights are played from each seat.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from affray.core.batch import play_batch
from affray.lab.statistics import wilson
from affray.library import load
from affray.players import player_named

MIRRORS = Path(__file__).parent.parent / "tests" / "players" / "mirrors"
FIGHTS = int(os.environ.get("AFFRAY_FIGHTS", "50"))
"""How many fights are played from each seat."""
PLAYER = os.environ.get("AFFRAY_STRONG", "strong")
"""The player, with its budget if that is not the usual one."""
WANTED = 0.65


def wins_of_strong(file: str, seat: int, fights: int = FIGHTS, strong: str = PLAYER) -> int:
    """How many fights it wins from a seat; the other seat plays the same dice with the same."""
    scenario = load(file)
    players = [
        player_named(strong if side == seat else "simple", scenario.ruleset, side)
        for side in range(len(scenario.sides))
    ]
    return int(play_batch(scenario.setup, players, 2026, 0, fights).wins[seat])


def main() -> str:
    """A line for each ruleset's mirrored fight."""
    files = sorted(MIRRORS.glob("*.toml"))
    lines = [
        "## The strong player against the simple one",
        "",
        "Mirrored fights: both sides have the same fighters, and the same fights are played again "
        f"with the players' seats changed. The player is `{PLAYER}`.",
        "",
        "| ruleset | a side | fights | won | 95 % interval |",
        "|---|--:|--:|--:|--:|",
    ]
    with ProcessPoolExecutor() as pool:
        seats = [pool.submit(wins_of_strong, str(file), seat) for file in files for seat in (0, 1)]
        won = [seat.result() for seat in seats]
    for number, file in enumerate(files):
        wins, fights = won[2 * number] + won[2 * number + 1], 2 * FIGHTS
        low, high = wilson(wins, fights)
        size = len(load(str(file)).setup.names) // 2
        verdict = "" if wins >= WANTED * fights else f" (less than the {WANTED:.0%} wanted)"
        lines.append(
            f"| {file.stem} | {size} | {fights} | {wins / fights:.0%}{verdict} | {low:.0%} to {high:.0%} |"
        )
    return "\n".join(lines)
