"""How often the strong player beats the simple one when both sides have the same."""

from __future__ import annotations

from pathlib import Path

from affray.core.batch import play_batch
from affray.library import Scenario, load
from affray.players import player_named

MIRRORS = Path(__file__).parent.parent / "tests" / "lab" / "mirrors"
FIGHTS = 20
WANTED = 0.65


def wins_of_strong(scenario: Scenario, fights: int, budget: str = "strong") -> float:
    """Its share when the same fights are played twice, with the players' seats changed."""
    won = 0
    for seat in range(len(scenario.sides)):
        players = [
            player_named(budget if side == seat else "simple", scenario.ruleset, side)
            for side in range(len(scenario.sides))
        ]
        won += play_batch(scenario.setup, players, 2026, 0, fights).wins[seat]
    return won / (fights * len(scenario.sides))


def main() -> str:
    lines = ["## The strong player against the simple one, mirrored fights", ""]
    lines += [f"| ruleset | wins of {2 * FIGHTS} | {WANTED:.0%} wanted |", "|---|--:|---|"]
    for file in sorted(MIRRORS.glob("*.toml")):
        share = wins_of_strong(load(str(file)), FIGHTS)
        lines.append(f"| {file.stem} | {share:.0%} | {'yes' if share >= WANTED else 'no'} |")
    return "\n".join(lines)
