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


# --- how likely each total is ---

LEAST_CHANCE: Final = 1e-14
"""What is less likely than this is left out."""


def die_totals(rank: int, explodes: bool) -> list[float]:
    """How likely each total of one die of a rank is, by the total [dice.odd, dice.explode]."""
    sides = rank + rank % 2
    once = [0.0] * (rank + 1)
    for face in range(1, sides + 1):
        counts_as = face if face <= rank else (rank + 1) // 2
        once[counts_as] = once[counts_as] + 1.0 / sides
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
    """How likely each sum of two totals is."""
    found = [0.0] * (len(first) + len(second) - 1)
    for one, chance in enumerate(first):
        if chance > 0.0:
            for other in range(len(second)):
                both = one + other
                found[both] = found[both] + chance * second[other]
    return found


def dice_totals(dice: tuple[int, int, int], explodes: bool) -> list[float]:
    """How likely each total of some dice is, less what is added to them."""
    one = die_totals(max(dice[1], int(LEAST_RANK)), explodes)
    found = one
    for _ in range(dice[0] - 1):
        found = totals_of_both(found, one)
    return found


CHECK_TOTALS: Final[list[list[float]]] = [[] for _ in range(int(MOST_RANK) + 1)]
"""How likely each total of a check's dice is, by its rank, filled in when it is first wanted."""


def check_totals(rank: int) -> list[float]:
    """How likely each total of a check's dice is, less what the table adds to them."""
    found = CHECK_TOTALS[rank]
    if not found:
        count, die, _ = check_dice(rank)
        found = dice_totals((int(count), int(die), 0), True)
        CHECK_TOTALS[rank] = found
    return found


def chances_to_reach(totals: list[float]) -> list[float]:
    """How likely the dice come to each total or more; one further there is nothing."""
    found = [0.0] * (len(totals) + 1)
    for total in range(len(totals) - 1, -1, -1):
        found[total] = found[total + 1] + totals[total]
    return found


# --- throwing them ---


def face_value(face: i64, rank: i64) -> i64:
    """What a face counts. An odd rank throws the next larger die, whose extra face counts as the
    middle [dice.odd]."""
    return face if face <= rank else (rank + 1) // 2


def throw_together(
    table: Table, count: i64, rank: i64, explodes: bool, shown: list[str] | None
) -> i64:
    """Throws dice of a rank together and adds them up. A die at its rank is counted and thrown
    again [dice.explode]."""
    sides: i64 = rank + rank % 2
    total: i64 = 0
    left: i64 = count
    mark = ""
    if shown is None and not table.follows_stages:
        return throw_unseen(table, count, sides, rank, explodes)
    while left > 0:
        again: i64 = 0
        if left == 1 and shown is None:
            return total + throw_alone(table, sides, rank, explodes)
        table.begin_roll(left, sides)
        for _ in range(left):
            thrown = table.next_face()
            value = face_value(thrown, rank)
            total += value
            if value == rank:
                again += 1
            if shown is not None:
                shown.append(f"{mark}{value}" if value == thrown else f"{mark}{thrown}→{value}")
        left = again if explodes else 0
        mark = "+"
    return total


def throw_unseen(table: Table, count: i64, sides: i64, rank: i64, explodes: bool) -> i64:
    """The same where a pool is no more than its dice, and nobody sees the faces."""
    total: i64 = 0
    left: i64 = count
    while left > 0:
        again: i64 = 0
        while left > 0:
            left -= 1
            value = face_value(table.die(sides), rank)
            total += value
            if value == rank and explodes:
                again += 1
        left = again
    return total


def throw_alone(table: Table, sides: i64, rank: i64, explodes: bool) -> i64:
    """The same for one die of which nobody sees the faces."""
    total: i64 = 0
    while True:
        value = face_value(table.die(sides), rank)
        total += value
        if value != rank or not explodes:
            return total


def throw_dice(
    table: Table, dice: tuple[i64, i64, i64], explodes: bool, shown: list[str] | None
) -> i64:
    """Throws dice, a third by itself, and adds what belongs to them."""
    count, rank, added = dice
    total: i64 = added
    while count > 0:
        together: i64 = 2 if count > 2 else count
        total += throw_together(table, together, rank, explodes, shown)
        count -= together
    return total


def throw_check(table: Table, rank: i64) -> i64:
    """Throws the dice of a check of which nobody sees the faces, and adds what belongs to them."""
    if rank <= LARGEST_DIE and not table.follows_stages:
        die: i64 = rank if rank > LEAST_RANK else LEAST_RANK
        return throw_unseen(table, 2, die + (die & 1), die, True)
    return throw_dice(table, check_dice(rank), True, None)


def throw_single_die(table: Table, rank: i64, explodes: bool) -> i64:
    """The same for a single die of a rank."""
    return throw_dice(table, single_die(rank), explodes, None)


@mypyc_attr(acyclic=True, free_list_len=1)
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
    first_dice: Transient[list[str]] = NO_DICE
    second_dice: Transient[list[str]] = NO_DICE

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
        """Adjustments are added once, after all explosions [dice.modification]."""
        shown: list[str] | None = None
        self.cr = self.first_adjusts
        if self.first:
            if table.wants_events:
                shown = self.first_dice = []
            self.cr += throw_dice(table, check_dice(self.first), True, shown)
        if table.wants_events:
            shown = self.second_dice = []
        self.total = self.second_adjusts + throw_dice(table, check_dice(self.second), True, shown)
        self.settle(self.total - self.cr, self.total)
        return 0

    def settle(self, margin: i64, total: i64) -> None:
        """Keeps of the two totals what the rules will ask for."""
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
        """How likely each margin is: the chance to reach it less the chance to reach the next."""
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
        """How likely each total of a success is with each margin, and each margin of a failure."""
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


@mypyc_attr(acyclic=True, free_list_len=1)
class EffectRoll(Stage):
    """One die of a rank, perhaps halved and rounded up, with what is added; never below `least`."""

    rank: Final[i64]
    explodes: Final[bool]
    halved: Final[bool]
    added: Final[i64]
    least: Final[i64]
    result: i64 = 0
    kept: Transient[i64] = 0
    shown: Transient[list[str]] = NO_DICE

    def __init__(self, rank: i64, explodes: bool, halved: bool, added: i64, least: i64) -> None:
        self.rank = rank
        self.explodes = explodes
        self.halved = halved
        self.added = added
        self.least = least

    def key(self) -> Hashable:
        return (int(self.rank), self.explodes, self.halved, int(self.added), int(self.least))

    def play(self, table: Table) -> i64:
        shown: list[str] | None = None
        if table.wants_events:
            shown = self.shown = []
        self.settle(throw_dice(table, single_die(self.rank), self.explodes, shown))
        return 0

    def settle(self, total: i64) -> None:
        """Works out the result from what the dice show."""
        self.kept = (total + 1) // 2 if self.halved else total
        found = self.kept + self.added
        self.result = found if found > self.least else self.least

    def distribution(self) -> dict[tuple[object, ...], float]:
        count, die, added = single_die(self.rank)
        found: dict[tuple[object, ...], float] = {}
        for total, chance in enumerate(dice_totals((int(count), int(die), 0), self.explodes)):
            if chance > 0.0:
                self.settle(total + added)
                result = (int(self.result),)
                found[result] = found.get(result, 0.0) + chance
        return found
