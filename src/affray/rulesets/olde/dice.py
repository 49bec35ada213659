"""Stat dice of any rank: odd ones, exploding ones, and what ranks above 12 throw."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.state import Transient
from affray.core.table import Stage, Table

LEAST_RANK: Final[i64] = 2
MOST_RANK: Final[i64] = 18

LARGEST_DIE: Final[i64] = 12
"""Up to this rank a stat throws dice of its own size [dice.rank]."""

CHECK_DICE: Final = [(2, 12, 1), (2, 12, 2), (3, 10, 0), (3, 10, 1), (3, 12, -1), (3, 12, 0)]
"""What a check of rank 13 to 18 throws: how many dice, of which rank, and what is added."""

SINGLE_DICE: Final = [(1, 12, 1), (2, 6, 1), (2, 8, -1), (2, 8, 0), (2, 8, 1), (3, 6, 0)]
"""What a single die of rank 13 to 18 is."""

NO_DICE: Final[list[str]] = []
"""What is shown of dice that nobody threw: always empty."""


def modified_rank(rank: i64, modification: i64) -> i64:
    """A rank after a Modification: never below 2 [dice.modification]."""
    found: i64 = rank + modification
    if found < LEAST_RANK:
        return LEAST_RANK
    return found if found < MOST_RANK else MOST_RANK


def check_dice(rank: i64) -> tuple[i64, i64, i64]:
    """How many dice of which rank a check throws, and what is added [dice.rank]."""
    if rank > LARGEST_DIE:
        return CHECK_DICE[rank - LARGEST_DIE - 1]
    return 2, rank if rank > LEAST_RANK else LEAST_RANK, 0


def single_die(rank: i64) -> tuple[i64, i64, i64]:
    """How many dice of which rank one die of a stat is, and what is added [dice.rank]."""
    if rank > LARGEST_DIE:
        return SINGLE_DICE[rank - LARGEST_DIE - 1]
    return 1, rank if rank > LEAST_RANK else LEAST_RANK, 0


def highest_roll(rank: i64) -> i64:
    """The most that one die of a rank shows before it explodes."""
    count, die, added = single_die(rank)
    return count * die + added


def dice_name(rank: i64, is_check: bool) -> str:
    """The dice of a rank as they are written: 2d7!, 3d10!+1, d8."""
    count, die, added = check_dice(rank) if is_check else single_die(rank)
    many = "" if count == 1 else str(count)
    plus = f"{added:+d}" if added else ""
    return f"{many}d{die}{'!' if is_check else ''}{plus}"


@mypyc_attr(acyclic=True)
class Throw(Stage):
    """Some dice of one rank, thrown together and added up."""

    count: Final[i64]
    rank: Final[i64]
    explodes: Final[bool]
    shown: Transient[list[str]]

    def __init__(self, count: i64, rank: i64, explodes: bool) -> None:
        self.count = count
        self.rank = rank
        self.explodes = explodes
        self.shown = []

    def key(self) -> Hashable:
        return (int(self.count), int(self.rank), self.explodes)

    def play(self, table: Table) -> i64:
        """An odd rank throws the next larger die, whose extra face counts as the middle
        [dice.odd]; a die at its rank is counted and thrown again [dice.explode]."""
        rank: i64 = self.rank
        sides: i64 = rank + rank % 2
        middle: i64 = (rank + 1) // 2
        total: i64 = 0
        left: i64 = self.count
        mark = ""
        while left > 0:
            again: i64 = 0
            for face in table.roll(left, sides):
                shown: i64 = face
                value: i64 = shown if shown <= rank else middle
                total += value
                if value == rank:
                    again += 1
                if table.wants_events:
                    self.shown.append(
                        f"{mark}{value}" if value == shown else f"{mark}{shown}→{value}"
                    )
            left = again if self.explodes else 0
            mark = "+"
        return total


def throw_dice(table: Table, dice: tuple[i64, i64, i64], explodes: bool, shown: list[str]) -> i64:
    """Throws dice and adds what belongs to them. A third die is thrown by itself, so that the
    odds of three are worked out from those of two and one."""
    count, rank, added = dice
    total: i64 = added
    while count > 0:
        together: i64 = 2 if count > 2 else count
        stage = Throw(together, rank, explodes)
        total += table.stage(stage)
        if table.wants_events:
            shown.extend(stage.shown)
        count -= together
    return total


@mypyc_attr(acyclic=True)
class CheckRoll(Stage):
    """The dice of a check: two exploding ones of a stat's rank, or what the table has for it."""

    rank: Final[i64]
    shown: Transient[list[str]]

    def __init__(self, rank: i64) -> None:
        self.rank = rank
        self.shown = []

    def key(self) -> Hashable:
        return int(self.rank)

    def play(self, table: Table) -> i64:
        return throw_dice(table, check_dice(self.rank), True, self.shown)


@mypyc_attr(acyclic=True)
class OpposedAttempt(Stage):
    """An opposed attempt: by how much the second beats the first, who rolled before.

    The result is cut off at `low` and `high`, for rules that need no more than hit or miss. With
    a first rank of 0 nobody rolls, and the first's adjustment alone is the CR.
    """

    first: Final[i64]
    first_adjusts: Final[i64]
    second: Final[i64]
    second_adjusts: Final[i64]
    low: Final[i64]
    high: Final[i64]
    first_dice: Transient[list[str]] = NO_DICE
    second_dice: Transient[list[str]] = NO_DICE
    cr: Transient[i64] = 0
    total: Transient[i64] = 0

    def __init__(
        self, first: i64, first_adjusts: i64, second: i64, second_adjusts: i64, low: i64, high: i64
    ) -> None:
        self.first = first
        self.first_adjusts = first_adjusts
        self.second = second
        self.second_adjusts = second_adjusts
        self.low, self.high = low, high

    def key(self) -> Hashable:
        return (
            int(self.first),
            int(self.second),
            int(self.second_adjusts - self.first_adjusts),
            int(self.low),
            int(self.high),
        )

    def play(self, table: Table) -> i64:
        """Adjustments are added once, after all explosions [dice.modification]."""
        self.cr = self.first_adjusts
        if self.first:
            setting = CheckRoll(self.first)
            self.cr += table.stage(setting)
            self.first_dice = setting.shown
        trying = CheckRoll(self.second)
        self.total = table.stage(trying) + self.second_adjusts
        self.second_dice = trying.shown
        margin: i64 = self.total - self.cr
        if margin < self.low:
            return self.low
        return margin if margin < self.high else self.high


@mypyc_attr(acyclic=True)
class EffectRoll(Stage):
    """One die of a rank, perhaps halved and rounded up, with what is added; never below `least`."""

    rank: Final[i64]
    explodes: Final[bool]
    halved: Final[bool]
    added: Final[i64]
    least: Final[i64]
    shown: Transient[list[str]]

    def __init__(self, rank: i64, explodes: bool, halved: bool, added: i64, least: i64) -> None:
        self.rank = rank
        self.explodes = explodes
        self.halved = halved
        self.added = added
        self.least = least
        self.shown = []

    def key(self) -> Hashable:
        return (int(self.rank), self.explodes, self.halved, int(self.added), int(self.least))

    def play(self, table: Table) -> i64:
        found: i64 = throw_dice(table, single_die(self.rank), self.explodes, self.shown)
        if self.halved:
            found = (found + 1) // 2
        found += self.added
        return found if found > self.least else self.least
