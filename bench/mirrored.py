"""Today's simple player against the one of 0.1: each seed is played twice, with the players changed
about, in mirrored fights (the same fighters on both sides) and in the built-in scenarios.

    python -m bench.mirrored mithryn [FIGHTS]
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from time import process_time

from affray.core.dice import Dice
from affray.core.table import CheckingTable, Player
from affray.library import Scenario, load, rulesets, toml_of
from bench import mirrors_renaissance

FIGHTS = 2000
SEED = 2026
MIRRORS = Path(__file__).parent.parent / "tests" / "players" / "mirrors"
EVEN_SCENARIOS = {"shinobi": ["bamboo-grove", "nine-against-nine"]}
"""Built-in scenarios in which both sides have the same."""


def mirrored_scenarios(ruleset: str) -> list[Scenario]:
    """Fields in which both sides have the same."""
    if ruleset == "renaissance":
        return [mirrors_renaissance.mirror(name) for name in mirrors_renaissance.MIRRORS]
    even = [load(name) for name in EVEN_SCENARIOS.get(ruleset, [])]
    return [load(str(MIRRORS / f"{ruleset}.toml")), *even]


def play(scenario: Scenario, former: type[Player], fights: int) -> tuple[int, int, int]:
    """How many fights of a scenario today's player wins, loses, and plays to a draw."""
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


def table(title: str, scenarios: list[Scenario], former: type[Player], fights: int) -> list[str]:
    """A row a scenario, each with the same share of the fights, and their sum."""
    lines = [f"| {title} | won | lost | drawn |", "|---|--:|--:|--:|"]
    total = [0, 0, 0]
    for scenario in scenarios:
        found = play(scenario, former, 2 * round(fights / len(scenarios) / 2))
        total = [one + more for one, more in zip(total, found, strict=True)]
        name = Path(scenario.name).stem
        lines.append(f"| {name} | " + " | ".join(str(one) for one in found) + " |")
    lines.append("| **all** | " + " | ".join(f"{one / sum(total):.1%}" for one in total) + " |")
    return lines


def report(ruleset: str, fights: int = FIGHTS) -> str:
    """A ruleset's two tables."""
    former: type[Player] = import_module(f"bench.former_{ruleset}").FormerPlayer
    names = toml_of(rulesets()[ruleset], "scenarios")
    return "\n".join(
        [
            *table("the same on both sides", mirrored_scenarios(ruleset), former, fights),
            "",
            *table("built-in scenarios", [load(name) for name in names], former, fights),
        ]
    )


def main(fights: int = FIGHTS) -> str:
    """The tables of all rulesets."""
    lines = ["## Today's simple player against the one of 0.1"]
    for ruleset in rulesets():
        lines += ["", f"### {ruleset}", "", report(ruleset, fights)]
    return "\n".join(lines)


if __name__ == "__main__":
    started = process_time()
    print(report(sys.argv[1], *(int(word) for word in sys.argv[2:])))
    print(f"{process_time() - started:.1f} s of processor time")
