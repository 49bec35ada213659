"""The smallest percentile duel there is, on Affray's core: under one's skill on a d100 is a hit.

It runs as it stands, as rulesets from outside do, or compiled (`bench/compiled_percentile.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from affray.core.fight import Fight, Fighter, Heading, Setup
from affray.core.table import Stage, Table


@dataclass(frozen=True)
class Swordsman:
    name: str
    health: int
    skill: int
    die: int
    bonus: int = 0


class Strike(Stage):
    """Damage, or 0 for a miss."""

    by: Final[Swordsman]

    def __init__(self, by: Swordsman) -> None:
        self.by = by

    def key(self) -> tuple[int, int, int]:
        return self.by.skill, self.by.die, self.by.bonus

    def play(self, table: Table) -> int:
        if table.die(100) > self.by.skill:
            return 0
        return table.die(self.by.die) + self.by.bonus


class Duellist(Fighter):
    """Somebody with a skill and some health."""

    left: int
    most: Final[int]

    def __init__(self, index: int, sheet: Swordsman) -> None:
        super().__init__(index, index, sheet.name)
        self.left = sheet.health
        self.most = sheet.health

    def state(self) -> str:
        return "standing" if self.left else "down"

    def health(self) -> int:
        return self.left

    def max_health(self) -> int:
        return self.most


class PercentileFight(Fight):
    """They strike by turns; the first to have no health loses."""

    both: Final[list[Duellist]]
    blows: Final[list[Strike]]
    acts: int

    def __init__(self, setup: PercentileDuel, table: Table) -> None:
        self.both = [Duellist(index, sheet) for index, sheet in enumerate(setup.sheets)]
        super().__init__(setup, table, [*self.both])
        self.blows = setup.blows
        self.acts = 0

    def step(self) -> None:
        acts = self.acts
        if acts == 0:
            self.round += 1
        self.turns += 1
        target = self.both[1 - acts]
        left = target.left - self.table.stage(self.blows[acts])
        target.left = left if left > 0 else 0
        self.acts = 1 - acts

    def is_over(self) -> bool:
        return self.both[0].left == 0 or self.both[1].left == 0

    def key_without_rounds(self) -> tuple[object, ...]:
        return self.both[0].left, self.both[1].left, self.acts


class PercentileDuel(Setup):
    def __init__(self, sheets: list[Swordsman], round_limit: int = 1_000_000) -> None:
        names = [sheet.name for sheet in sheets]
        super().__init__(Heading("percentile", "A percentile duel", names, round_limit), names, {})
        self.sheets = sheets
        self.blows = [Strike(sheet) for sheet in sheets]

    def new_fight(self, table: Table) -> Fight:
        return PercentileFight(self, table)


def solve_by_hand(sheets: list[Swordsman]) -> float:
    """The same chance by a recursion of its own, with nothing of Affray's."""
    known: dict[tuple[int, int], float] = {}

    def blows(by: Swordsman) -> dict[int, float]:
        found = {0: 1 - by.skill / 100}
        for face in range(1, by.die + 1):
            amount = face + by.bonus
            found[amount] = found.get(amount, 0.0) + by.skill / 100 / by.die
        return found

    first, second = (blows(sheet) for sheet in sheets)
    miss = first[0] * second[0]
    for mine in range(1, sheets[0].health + 1):
        for theirs in range(1, sheets[1].health + 1):
            # the chance at the start of a round in which somebody is hit
            chance = 0.0
            for hit, p in first.items():
                if hit >= theirs:
                    chance += p
                    continue
                for back, q in second.items():
                    if (hit or back) and back < mine:
                        chance += p * q * known[mine - back, theirs - hit]
            known[mine, theirs] = chance / (1 - miss)
    return known[sheets[0].health, sheets[1].health]
