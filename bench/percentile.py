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


class Hit(Stage):
    """Whether a blow hits: 1, or 0 for a miss."""

    skill: Final[int]

    def __init__(self, skill: int) -> None:
        self.skill = skill

    def key(self) -> int:
        return self.skill

    def play(self, table: Table) -> int:
        return 1 if table.die(100) <= self.skill else 0


class Strike(Stage):
    """What a blow leaves of somebody's health; how far below 0 it would have gone matters no
    more."""

    by: Final[Swordsman]
    before: Final[int]
    hit: Final[Hit]

    def __init__(self, by: Swordsman, before: int) -> None:
        self.by = by
        self.before = before
        self.hit = Hit(by.skill)

    def key(self) -> tuple[int, int, int, int]:
        return self.by.skill, self.by.die, self.by.bonus, self.before

    def play(self, table: Table) -> int:
        if not table.stage(self.hit):
            return self.before
        return max(0, self.before - table.die(self.by.die) - self.by.bonus)


class Duellist(Fighter):
    """Somebody with a skill and some health."""

    __slots__ = ("left", "sheet")

    left: int
    sheet: Final[Swordsman]

    def __init__(self, index: int, sheet: Swordsman) -> None:
        super().__init__(index, index, sheet.name)
        self.left = sheet.health
        self.sheet = sheet

    def state(self) -> str:
        return "standing" if self.left else "down"

    def health(self) -> int:
        return self.left

    def max_health(self) -> int:
        return self.sheet.health


class PercentileFight(Fight):
    """They strike by turns; the first to have no health loses."""

    __slots__ = ("acts", "blows", "both")

    both: Final[list[Duellist]]
    blows: Final[list[list[Strike]]]
    """What each can strike, by the health that the other has left."""
    acts: int

    def __init__(self, setup: PercentileDuel, table: Table) -> None:
        first, second = setup.sheets
        self.both = [Duellist(0, first), Duellist(1, second)]
        super().__init__(setup, table, [*self.both])
        self.blows = setup.blows
        self.acts = 0

    def become(self, other: Fight) -> None:
        assert isinstance(other, PercentileFight)
        self.round, self.acts = other.round, other.acts
        mine, theirs = self.both, other.both
        mine[0].left, mine[1].left = theirs[0].left, theirs[1].left

    def step(self) -> None:
        acts = self.acts
        if acts == 0:
            self.round += 1
        target = self.both[1 - acts]
        target.left = self.table.stage(self.blows[acts][target.left])
        self.acts = 1 - acts

    def is_over(self) -> bool:
        first, second = self.both
        return first.left == 0 or second.left == 0

    def key_without_rounds(self) -> tuple[object, ...]:
        first, second = self.both
        return first.left, second.left, self.acts


class PercentileDuel(Setup):
    def __init__(self, sheets: list[Swordsman], round_limit: int = 1_000_000) -> None:
        names = [sheet.name for sheet in sheets]
        super().__init__(Heading("percentile", "A percentile duel", names, round_limit), names, {})
        self.sheets = sheets
        self.blows = [
            [Strike(by, before) for before in range(target.health + 1)]
            for by, target in zip(sheets, reversed(sheets), strict=True)
        ]

    def new_fight(self, table: Table) -> Fight:
        return PercentileFight(self, table)


def solve_by_hand(sheets: list[Swordsman]) -> float:
    """Return the same chance by a separate recursion that uses nothing of Affray."""
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
