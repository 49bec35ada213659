"""Stat dice of any rank: odd ones, exploding ones, and what ranks above 12 roll."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.state import Transient
from affray.core.table import Stage, Table

LEAST_RANK: Final[i64] = 2
MOST_RANK: Final[i64] = 18

LARGEST_DIE: Final[i64] = 12
"""Up to this rank a stat rolls dice of its own size [dice.rank]."""

CHECK_DICE: Final = [(2, 12, 1), (2, 12, 2), (3, 10, 0), (3, 10, 1), (3, 12, -1), (3, 12, 0)]
"""What a check of rank 13 to 18 rolls: how many dice, of which rank, and what is added."""

SINGLE_DICE: Final = [(1, 12, 1), (2, 6, 1), (2, 8, -1), (2, 8, 0), (2, 8, 1), (3, 6, 0)]
"""What a single die of rank 13 to 18 is."""

NO_ROLLS: Final[list[list[int]]] = []
"""The rolls of a stage that was not played: always empty."""


def modified_rank(rank: i64, modification: i64) -> i64:
    """Return a rank after a Modification, never below 2 [dice.modification]."""
    found: i64 = rank + modification
    if found < LEAST_RANK:
        return LEAST_RANK
    return found if found < MOST_RANK else MOST_RANK


def check_dice(rank: i64) -> tuple[i64, i64, i64]:
    """Return how many dice of which rank a check rolls, and what is added [dice.rank]."""
    if rank > LARGEST_DIE:
        return CHECK_DICE[rank - LARGEST_DIE - 1]
    return 2, rank if rank > LEAST_RANK else LEAST_RANK, 0


def single_die(rank: i64) -> tuple[i64, i64, i64]:
    """Return how many dice of which rank a single die of a stat is, and what is added."""
    if rank > LARGEST_DIE:
        return SINGLE_DICE[rank - LARGEST_DIE - 1]
    return 1, rank if rank > LEAST_RANK else LEAST_RANK, 0


def highest_roll(rank: i64) -> i64:
    """Return the most that one die of a rank shows before it explodes."""
    count, die, added = single_die(rank)
    return count * die + added


def dice_name(rank: i64, is_check: bool) -> str:
    """Return the dice of a rank as they are written: 2d7!, 3d10!+1, d8."""
    count, die, added = check_dice(rank) if is_check else single_die(rank)
    many = "" if count == 1 else str(count)
    plus = f"{added:+d}" if added else ""
    return f"{many}d{die}{'!' if is_check else ''}{plus}"


# --- how likely each total is ---

LEAST_CHANCE: Final = 1e-14
"""What is less likely than this is left out."""


def die_totals(rank: int, explodes: bool) -> list[float]:
    """Return how likely each total of one die of a rank is, by the total."""
    sides = rank + rank % 2
    once = [0.0] * (rank + 1)
    for face in range(1, sides + 1):
        once[face_value(face, rank)] += 1.0 / sides
    if not explodes:
        return once
    found: list[float] = []
    weight = 1.0
    while weight > LEAST_CHANCE:
        found.extend([weight * chance for chance in once[1:]] if found else once)
        found[-1] = 0.0
        weight *= once[rank]
    found[-1] = weight
    return found


def totals_of_both(first: list[float], second: list[float]) -> list[float]:
    """Return how likely each sum of two totals is."""
    found = [0.0] * (len(first) + len(second) - 1)
    for one, chance in enumerate(first):
        if chance > 0.0:
            for other in range(len(second)):
                both = one + other
                found[both] = found[both] + chance * second[other]
    return found


def dice_totals(count: int, rank: int, explodes: bool) -> list[float]:
    """Return how likely each total of some dice is, without what is added to them."""
    one = die_totals(rank, explodes)
    found = one
    for _ in range(count - 1):
        found = totals_of_both(found, one)
    return found


@cache
def check_totals(rank: int) -> list[float]:
    """Return how likely each total of a check's dice is, without what is added to them."""
    count, die, _ = check_dice(rank)
    return dice_totals(int(count), int(die), True)


def chances_to_reach(totals: list[float]) -> list[float]:
    """Return how likely the dice come to each total or more; one further there is nothing."""
    found = [0.0] * (len(totals) + 1)
    for total in range(len(totals) - 1, -1, -1):
        found[total] = found[total + 1] + totals[total]
    return found


# --- rolling them ---


def face_value(face: i64, rank: i64) -> i64:
    """Return what a face counts. An odd rank rolls the next larger die, whose extra face counts as
    the middle value [dice.odd]."""
    return face if face <= rank else (rank + 1) // 2


def roll_dice(
    table: Table, dice: tuple[i64, i64, i64], explodes: bool, rolls: list[list[int]]
) -> i64:
    """Roll dice and add them up: a die that shows its rank is counted and rolled again
    [dice.explode].

    The third of three dice is rolled by itself. `rolls` takes the faces of each roll.
    """
    count, rank, total = dice
    sides: i64 = rank + rank % 2
    while count > 0:
        left = count
        if count > 2:
            left = 2
        count -= left
        while left > 0:
            faces = table.roll(left, sides)
            rolls.append(faces)
            left = 0
            for face in faces:
                value = face_value(face, rank)
                total += value
                if explodes and value == rank:
                    left += 1
    return total


@mypyc_attr(acyclic=True)
class OpposedAttempt(Stage):
    """An opposed attempt: by how much the second beats the first, who rolled before.

    The margin is cut off at `low` and `high`, for rules that need no more than hit or miss. With
    a first rank of 0 nobody rolls, and the first's adjustment alone is the CR. Where something else
    has to reach what the second made, such as a parry, it `keeps_made` of a success.
    """

    first: Final[i64]
    first_adjusts: Final[i64]
    second: Final[i64]
    second_adjusts: Final[i64]
    low: Final[i64]
    high: Final[i64]
    keeps_made: Final[bool]
    made: i64 = 0
    margin: i64 = 0
    cr: Transient[i64] = 0
    total: Transient[i64] = 0
    first_rolls: Transient[list[list[int]]] = NO_ROLLS
    second_rolls: Transient[list[list[int]]] = NO_ROLLS
    """The faces of each roll: that of the dice, then those of the dice that exploded."""

    def __init__(
        self,
        first: i64,
        first_adjusts: i64,
        second: i64,
        second_adjusts: i64,
        low: i64,
        high: i64,
        keeps_made: bool = False,
    ) -> None:
        self.first, self.first_adjusts = first, first_adjusts
        self.second, self.second_adjusts = second, second_adjusts
        self.low, self.high = low, high
        self.keeps_made = keeps_made

    def key(self) -> Hashable:
        return (
            int(self.first),
            int(self.second),
            int(self.second_adjusts - self.first_adjusts),
            int(self.low),
            int(self.high),
            int(self.first_adjusts) if self.keeps_made else None,
        )

    def play(self, table: Table) -> i64:
        """Roll for both, and add adjustments once, after all explosions [dice.modification]."""
        self.first_rolls = []
        self.second_rolls = []
        self.cr = self.first_adjusts
        if self.first:
            self.cr += roll_dice(table, check_dice(self.first), True, self.first_rolls)
        rolled = roll_dice(table, check_dice(self.second), True, self.second_rolls)
        self.total = self.second_adjusts + rolled
        self.settle(self.total - self.cr, self.total)
        return 0

    def settle(self, margin: i64, total: i64) -> None:
        """Keep of the two totals what the rules ask for."""
        self.made = total if self.keeps_made and margin >= 0 else 0
        if margin < self.low:
            margin = self.low
        self.margin = margin if margin < self.high else self.high

    def distribution(self) -> dict[tuple[object, ...], float]:
        defends = check_totals(int(self.first)) if self.first else [1.0]
        cr: i64 = self.first_adjusts
        if self.first:
            cr += check_dice(self.first)[2]
        attacks = check_totals(int(self.second))
        made: i64 = self.second_adjusts + check_dice(self.second)[2]
        if self.keeps_made:
            return self.distribution_of_made(defends, cr, attacks, made)
        return self.distribution_of_margins(defends, cr, attacks, made)

    def distribution_of_margins(
        self, defends: list[float], cr: i64, attacks: list[float], made: i64
    ) -> dict[tuple[object, ...], float]:
        """Return how likely each margin is: the chance to reach it less that to reach the next."""
        reach = chances_to_reach(attacks)
        found: dict[tuple[object, ...], float] = {}
        more = 0.0
        for margin in range(int(self.high), int(self.low), -1):
            chance = 0.0
            needed: i64 = cr + margin - made
            for total in range(len(defends)):
                if needed >= len(attacks):
                    break
                chance += defends[total] * reach[needed if needed > 0 else 0]
                needed += 1
            if chance - more > LEAST_CHANCE:
                found[(0, margin)] = chance - more
                more = chance
        if 1.0 - more > LEAST_CHANCE:
            found[(0, int(self.low))] = 1.0 - more
        return found

    def distribution_of_made(
        self, defends: list[float], cr: i64, attacks: list[float], made: i64
    ) -> dict[tuple[object, ...], float]:
        """Return how likely each total of a success is with its margin, and each failure."""
        found: dict[tuple[object, ...], float] = {}
        for one, defended in enumerate(defends):
            if defended <= LEAST_CHANCE:
                continue
            for other, attacked in enumerate(attacks):
                if attacked > LEAST_CHANCE:
                    total: i64 = made + other
                    self.settle(total - cr - one, total)
                    result = (int(self.made), int(self.margin))
                    found[result] = found.get(result, 0.0) + defended * attacked
        return found


@mypyc_attr(acyclic=True)
class EffectRoll(Stage):
    """One die of a rank, perhaps halved and rounded up, with what is added; never below `least`."""

    rank: Final[i64]
    explodes: Final[bool]
    halved: Final[bool]
    added: Final[i64]
    least: Final[i64]
    result: i64 = 0
    kept: Transient[i64] = 0
    rolls: Transient[list[list[int]]] = NO_ROLLS

    def __init__(self, rank: i64, explodes: bool, halved: bool, added: i64, least: i64) -> None:
        self.rank = rank
        self.explodes = explodes
        self.halved = halved
        self.added = added
        self.least = least

    def key(self) -> Hashable:
        return (int(self.rank), self.explodes, self.halved, int(self.added), int(self.least))

    def play(self, table: Table) -> i64:
        self.rolls = []
        self.settle(roll_dice(table, single_die(self.rank), self.explodes, self.rolls))
        return 0

    def settle(self, total: i64) -> None:
        """Compute the result from what the dice show."""
        self.kept = (total + 1) // 2 if self.halved else total
        found = self.kept + self.added
        self.result = found if found > self.least else self.least

    def distribution(self) -> dict[tuple[object, ...], float]:
        count, die, added = single_die(self.rank)
        found: dict[tuple[object, ...], float] = {}
        for total, chance in enumerate(dice_totals(int(count), int(die), self.explodes)):
            if chance > 0.0:
                self.settle(total + added)
                result = (int(self.result),)
                found[result] = found.get(result, 0.0) + chance
        return found
