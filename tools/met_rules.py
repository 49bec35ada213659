"""Writes each ruleset's `met.toml`: in which built-in scenarios its rules are met, and how often.

    python tools/met_rules.py [RULESET …]

A rule is met in a fight whose log or whose choices name it. Half of the fights are played by simple
players, half by random ones. A test fails where a file is out of date.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player, Table
from affray.core.tape import RecordingTable
from affray.library import Scenario, load, rulebook_of, rulesets, toml_of
from affray.players.random import RandomPlayer

RULESETS = Path(__file__).parent.parent / "src" / "affray" / "rulesets"

FIGHTS = 40
"""How many fights of each scenario are played."""

HEAD = """# In how many of {fights} fights of each built-in scenario each rule is met: half of
# them by simple players, half by random ones. Written by tools/met_rules.py.
fights = {fights}

[met]
"""


class RuleNotingTable(RecordingTable):
    """Notes the rules of the options that are chosen and of the events that are told."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.chosen_rules: set[str] = set()

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Gives the answer, and notes the rules of its option."""
        answer = super().ask(fight, question)
        if isinstance(answer, Option):
            self.chosen_rules.update(answer.rules)
        return answer

    def rules(self) -> set[str]:
        """Every rule that was met."""
        found = set(self.chosen_rules)
        for event in self.events:
            found.update(event.rules)
            reasons: Any = event.parts.get("because", ())
            found.update(rule for _, rule in reasons)
        return found


def rules_of_fight(scenario: Scenario, seed: int, simple: bool) -> set[str]:
    """The rules that one fight meets."""
    players: list[Player] = [
        scenario.ruleset.simple_player() if simple else RandomPlayer(seed, side)
        for side in range(len(scenario.sides))
    ]
    table = RuleNotingTable(LiveTable(Dice(seed), players))
    scenario.setup.new_fight(table).play()
    return table.rules()


def met_rules(name: str, fights: int = FIGHTS) -> dict[str, dict[str, int]]:
    """In how many fights of which scenarios each rule of a ruleset is met."""
    found: dict[str, Counter[str]] = {rule.id: Counter() for rule in rulebook_of(name).rules}
    for scenario in toml_of(rulesets()[name], "scenarios"):
        loaded = load(scenario)
        for seed in range(fights // 2):
            for simple in (True, False):
                for rule in rules_of_fight(loaded, seed, simple):
                    found[rule][scenario] += 1
    return {rule: dict(counts.most_common()) for rule, counts in found.items() if counts}


def met_text(name: str, fights: int = FIGHTS) -> str:
    """The text of a ruleset's `met.toml`."""
    lines = [
        f'"{rule}" = {{ {", ".join(f"{one} = {count}" for one, count in counts.items())} }}'
        for rule, counts in met_rules(name, fights).items()
    ]
    return HEAD.format(fights=fights) + "\n".join(lines) + "\n"


def main() -> None:
    """Writes the files of all rulesets, or of those that are named."""
    for name in sys.argv[1:] or rulesets():
        path = RULESETS / name / "met.toml"
        path.write_text(met_text(name), "utf-8")
        print(f"{path.name} of {name}: {path.read_text().count(' = {')} rules")


if __name__ == "__main__":
    main()
