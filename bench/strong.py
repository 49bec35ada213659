"""How often the strong player beats the simple one when both sides have the same.

    AFFRAY_FIGHTS=20 AFFRAY_RULESETS="mithryn shinobi" python -m bench strong

AFFRAY_STRONG is the player's budget for a decision: `1s` is a second, of processor time, so that a
busy machine does not make it weaker. Most decisions need less; a fight takes up to two minutes.
AFFRAY_FIGHTS says how many fights are played from each seat, AFFRAY_RULESETS of which rulesets.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from affray.core.batch import play_batch
from affray.core.table import Player
from affray.lab.statistics import wilson
from affray.library import load
from affray.players.strong import StrongPlayer, parse_budget

MIRRORS = Path(__file__).parent.parent / "tests" / "players" / "mirrors"
FIGHTS = int(os.environ.get("AFFRAY_FIGHTS", "50"))
"""How many fights are played from each seat."""
BUDGET = os.environ.get("AFFRAY_STRONG", "1s")
"""What the strong player has for a decision."""
RULESETS = os.environ.get("AFFRAY_RULESETS", "").split()
"""The rulesets whose fights are played; all where none is named."""
WANTED = 0.65


@dataclass
class Measured:
    """What fights of a ruleset came to: those won, a draw counting half, and their cost."""

    fights: int = 0
    won: float = 0.0
    decisions: int = 0
    seconds: float = 0.0

    def add(self, other: Measured) -> None:
        """Takes in others."""
        self.fights += other.fights
        self.won += other.won
        self.decisions += other.decisions
        self.seconds += other.seconds

    def row(self, ruleset: str, size: int) -> str:
        """A line of the table."""
        low, high = wilson(round(self.won), self.fights)
        share = self.won / self.fights
        verdict = "" if share >= WANTED else f" (less than the {WANTED:.0%} wanted)"
        cost = 1000 * self.seconds / max(1, self.decisions)
        return (
            f"| {ruleset} | {size} | {cost:.0f} | {self.fights} | {share:.0%}{verdict} "
            f"| {low:.0%} to {high:.0%} |"
        )


def play_fight(file: str, seat: int, number: int, budget: str = BUDGET) -> Measured:
    """Plays a fight with the strong player on a seat; on the other seat it gets the same dice."""
    scenario = load(file)
    strong = StrongPlayer(
        scenario.ruleset.simple_player(), number, parse_budget(budget), process_time
    )
    players: list[Player] = [scenario.ruleset.simple_player() for _ in scenario.sides]
    players[seat] = strong
    started = process_time()
    batch = play_batch(scenario.setup, players, 2026, number, 1)
    won = batch.wins[seat] + batch.draws / 2
    return Measured(1, won, strong.decisions, process_time() - started)


def main() -> str:
    """A line for each ruleset's mirrored fight."""
    files = [
        file for file in sorted(MIRRORS.glob("*.toml")) if file.stem in RULESETS or not RULESETS
    ]
    lines = [
        "## The strong player against the simple one",
        "",
        "Mirrored fights: both sides have the same fighters, and the same fights are played again "
        f"with the players' seats changed. A decision has {BUDGET} of processor time at most.",
        "",
        "| ruleset | a side | ms a decision | fights | won | 95 % interval |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    with ProcessPoolExecutor() as pool:
        played = {
            file: [
                pool.submit(play_fight, str(file), seat, number)
                for number in range(FIGHTS)
                for seat in (0, 1)
            ]
            for file in files
        }
        for file, fights in played.items():
            measured = Measured()
            for fight in fights:
                measured.add(fight.result())
            size = len(load(str(file)).setup.names) // 2
            lines.append(measured.row(file.stem, size))
    return "\n".join(lines)
