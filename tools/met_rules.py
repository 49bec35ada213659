"""Write each ruleset's `met.toml`: where its rules are met, and an example of each from a log.

    python tools/met_rules.py [RULESET …]

A rule is met in a fight whose log or whose choices name it. Half of the fights are played by simple
players, half by random ones. A test fails if a file is out of date.
"""

from __future__ import annotations

import json
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
# them by simple players, half by random ones. Below, an example of each rule from
# the log of such a fight. Written by tools/met_rules.py.
fights = {fights}

[met]
"""


LONGEST_EXAMPLE = 150
"""The greatest length of a line that serves as an example."""


class RuleNotingTable(RecordingTable):
    """Notes the rules of chosen options and of events."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.chosen_rules: set[str] = set()

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the answer, and note the rules of its option."""
        answer = super().ask(fight, question)
        if isinstance(answer, Option):
            self.chosen_rules.update(answer.rules)
        return answer

    def rules(self) -> set[str]:
        """Return every rule that was met."""
        found = set(self.chosen_rules)
        for event in self.events:
            found.update(event.rules)
            reasons: Any = event.parts.get("because", ())
            found.update(rule for _, rule in reasons)
        return found


def played(scenario: Scenario, seed: int, simple: bool) -> RuleNotingTable:
    """Play one fight and return its table."""
    players: list[Player] = [
        scenario.ruleset.simple_player() if simple else RandomPlayer(seed, side)
        for side in range(len(scenario.sides))
    ]
    table = RuleNotingTable(LiveTable(Dice(seed), players))
    scenario.setup.new_fight(table).play()
    return table


def rules_of_fight(scenario: Scenario, seed: int, simple: bool) -> set[str]:
    """Return the rules that one fight meets."""
    return played(scenario, seed, simple).rules()


class Examples:
    """The best example of each rule so far: a line of a log, with the line before or after it.

    A line is better if the rule comes first among its rules, if it shows dice, and if it is short.
    """

    def __init__(self) -> None:
        self.lines: dict[str, list[str]] = {}
        self.ranks: dict[str, tuple[int, bool, bool, int]] = {}

    def read(self, scenario: Scenario, table: RuleNotingTable) -> None:
        """Look for better examples in a fight's log."""
        texts = [event.text(scenario.setup.phrases).strip() for event in table.events]
        for index, event in enumerate(table.events):
            text = texts[index]
            for place, rule in enumerate(event.rules):
                rank = (len(text) // LONGEST_EXAMPLE, place > 0, not has_dice(text), len(text))
                if rule not in self.ranks or rank < self.ranks[rule]:
                    self.ranks[rule] = rank
                    self.lines[rule] = with_neighbour(texts, index)


def has_dice(line: str) -> bool:
    """Return whether a line of a log shows what was rolled."""
    return "→" in line or "rolls" in line or " against " in line


def with_neighbour(lines: list[str], index: int) -> list[str]:
    """Return a line of a log with the line before it, or with the dice that follow it."""
    here, before, after = lines[index], lines[max(index - 1, 0)], lines[index + 1 : index + 2]
    if not has_dice(here) and not has_dice(before) and after and has_dice(after[0]):
        return [here, after[0]]
    return [before, here] if index else [here]


def met_text(name: str, fights: int = FIGHTS) -> str:
    """Return the text of a ruleset's `met.toml`."""
    found: dict[str, Counter[str]] = {rule.id: Counter() for rule in rulebook_of(name).rules}
    examples = Examples()
    for scenario in toml_of(rulesets()[name], "scenarios"):
        loaded = load(scenario)
        for seed in range(fights // 2):
            for simple in (True, False):
                table = played(loaded, seed, simple)
                for rule in table.rules():
                    found[rule][scenario] += 1
                examples.read(loaded, table)
    lines = [
        f'"{rule}" = {{ {", ".join(f"{one} = {count}" for one, count in counts.most_common())} }}'
        for rule, counts in found.items()
        if counts
    ]
    lines += ["", "[examples]"]
    lines += [
        f'"{rule}" = {json.dumps(examples.lines[rule], ensure_ascii=False)}'
        for rule in found
        if rule in examples.lines
    ]
    return HEAD.format(fights=fights) + "\n".join(lines) + "\n"


def main() -> None:
    """Write the files of all rulesets, or of those that are named."""
    for name in sys.argv[1:] or rulesets():
        path = RULESETS / name / "met.toml"
        path.write_text(met_text(name), "utf-8")
        print(f"{path.name} of {name}: {path.read_text().count(' = {')} rules")


if __name__ == "__main__":
    main()
