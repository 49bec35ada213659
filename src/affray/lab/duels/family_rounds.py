"""How a duel over families ends, round by round, with the round limit taken into account.

Within a round families are gone through in an order in which none leads back, so that each is
passed once, with all pairs of amounts together.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped, unused-ignore]
from scipy.sparse.csgraph import (  # type: ignore[import-untyped, unused-ignore]
    connected_components,
)

from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.lab.duels.state_families import FamilyChain, Floats, Integers
from affray.lab.duels.transitions import NEGLIGIBLE, ChainResult


class MoveArrays(NamedTuple):
    """Moves, one after the other."""

    sources: Integers
    targets: Integers
    rounds: Integers
    probabilities: Floats
    takes: Integers
    pairs: Integers

    def where(self, wanted: NDArray[np.bool_]) -> MoveArrays:
        """Those that are wanted."""
        return self.take(np.flatnonzero(wanted).astype(np.int64))

    def take(self, places: Integers) -> MoveArrays:
        """Those at some places."""
        return MoveArrays(
            self.sources[places],
            self.targets[places],
            self.rounds[places],
            self.probabilities[places],
            self.takes[places],
            self.pairs[places],
        )


class Ends:
    """How a duel can end, told apart by who won and how everybody came out of it, as fights to look
    at; and after them, what a fight looks like with each pair of amounts that the round limit
    ends."""

    def __init__(self, chain: FamilyChain) -> None:
        self.chain = chain
        self.fights: list[Fight] = []
        self._places: dict[object, int] = {}
        amounts = chain.amounts
        self.cut_off = np.array(
            [self.place(0, *amounts.pair(pair)) for pair in range(amounts.count())]
        )

    def place(self, number: int, first: int, second: int) -> int:
        """The place of a family with two amounts."""
        fight = self.chain.families[number].fight.copy(OddsTable())
        self.chain.amounts.set(fight, first, second)
        looks = tuple([(one.state(), one.health()) for one in fight.roster()])
        found = self._places.setdefault((fight.is_over(), fight.winner(), looks), len(self.fights))
        if found == len(self.fights):
            self.fights.append(fight)
        return found


class EndingMoves:
    """Moves that end the fight so many rounds later: those with the same pairs of amounts are one
    matrix each."""

    def __init__(self, moves: MoveArrays, chain: FamilyChain, ends: Ends) -> None:
        all_takes = list(chain.moves.all_takes)
        self.groups: list[tuple[csr_matrix, Integers, Integers]] = []
        for number, pairs in enumerate(chain.moves.all_pairs):
            here = moves.where(moves.pairs == number)
            if not len(here.sources):
                continue
            kinds, rows = np.unique(here.targets * len(all_takes) + here.takes, return_inverse=True)
            shape = (len(kinds), len(chain.families))
            leading = csr_matrix((here.probabilities, (rows, here.sources)), shape)
            places = []
            for target, takes in zip(*divmod(kinds, len(all_takes)), strict=True):
                first_taken, second_taken = all_takes[takes]
                for pair in bits(pairs):
                    first, second = chain.amounts.pair(pair)
                    places.append(
                        ends.place(int(target), first - first_taken, second - second_taken)
                    )
            self.groups.append((leading, np.array(bits(pairs)), np.array(places)))

    def ended(self, passed: Floats, count: int) -> Floats:
        """How likely the fight ends in each place, by how often families are passed."""
        found = np.zeros(count)
        for leading, pairs, places in self.groups:
            found += np.bincount(places, (leading @ passed[:, pairs]).ravel(), count)
        return found


class LeadingMoves:
    """Moves to families that go on, from some number to another: those that take the same, with
    the same pairs of amounts, are one matrix each."""

    def __init__(self, moves: MoveArrays, chain: FamilyChain, begin: int, end: int) -> None:
        amounts, known = chain.amounts, chain.moves
        self.here = slice(begin, end)
        self.groups: list[tuple[csr_matrix, Integers, int]] = []
        all_takes, all_pairs = list(known.all_takes), list(known.all_pairs)
        kinds, kind_of = np.unique(moves.takes * len(all_pairs) + moves.pairs, return_inverse=True)
        for number, kind in enumerate(kinds.tolist()):
            takes, pairs = divmod(kind, len(all_pairs))
            alike = moves.where(kind_of == number)
            leading = csr_matrix(
                (alike.probabilities, (alike.targets - begin, alike.sources)),
                (end - begin, len(chain.families)),
            )
            apart = np.setdiff1d(np.arange(amounts.count()), bits(all_pairs[pairs]))
            further = all_takes[takes][0] * int(amounts.second) + all_takes[takes][1]
            self.groups.append((leading, apart, further))

    def lead_on(self, passed: Floats, entering: Floats) -> None:
        """Adds to how often families are come to with each pair of amounts, by how often
        families are passed."""
        here = entering[self.here]
        for leading, apart, further in self.groups:
            led = leading @ passed
            led[:, apart] = 0.0
            if further:
                here[:, :-further] += led[:, further:]
            else:
                here += led


class StoppedMoves:
    """Moves that would lead into a round that is not played any more."""

    def __init__(self, moves: MoveArrays, chain: FamilyChain) -> None:
        self.groups: list[tuple[Floats, Integers]] = []
        for number, pairs in enumerate(chain.moves.all_pairs):
            here = moves.where(moves.pairs == number)
            if len(here.sources):
                stopped = np.bincount(here.sources, here.probabilities, len(chain.families))
                self.groups.append((stopped.astype(float), np.array(bits(pairs))))

    def stopped(self, passed: Floats) -> Floats:
        """How likely the fight is stopped with each pair of amounts, by how often families are
        passed."""
        found = np.zeros(passed.shape[1])
        for stopped, pairs in self.groups:
            found[pairs] += stopped @ passed[:, pairs]
        return found


def bits(pairs: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [place for place, bit in enumerate(reversed(f"{pairs:b}")) if bit == "1"]


def levels_within(sources: Integers, targets: Integers, count: int) -> Integers:
    """A level for each family: it is led to from lower ones only, and from those of the same
    level where ways lead back."""
    graph = csr_matrix((np.ones(len(sources)), (sources, targets)), (count, count))
    _, parts = connected_components(graph, connection="strong")
    begins, ends = parts[sources], parts[targets]
    on = begins != ends
    begins, ends = begins[on], ends[on]
    levels = np.zeros(count, np.int64)
    while True:
        raised = levels.copy()
        np.maximum.at(raised, ends, levels[begins] + 1)
        if (raised == levels).all():
            found: Integers = levels[parts]
            return found
        levels = raised


class Level:
    """Families with numbers in a row that only those before them lead to within a round, or each
    other."""

    def __init__(self, moves: MoveArrays, chain: FamilyChain, begin: int, end: int) -> None:
        self.here = slice(begin, end)
        inside = (moves.sources >= begin) & (moves.sources < end)
        self.coming = LeadingMoves(moves.where(~inside), chain, begin, end)
        self.within = LeadingMoves(moves.where(inside), chain, begin, end)

    def pass_through(self, passed: Floats) -> None:
        """Adds how often they are passed to how often they are come to from rounds before."""
        self.coming.lead_on(passed, passed)
        if self.within.groups:
            here = np.zeros(passed.shape)
            here[self.here] = passed[self.here]
            while here.sum() > NEGLIGIBLE:
                led = np.zeros(passed.shape)
                self.within.lead_on(here, led)
                passed += led
                here = led


def propagate_families(
    chain: FamilyChain, first_round: int, round_limit: int
) -> tuple[list[Fight], ChainResult]:
    """Pushes all probability forward from the first family, round by round, until none is left;
    gives how it can end, as fights to look at, and the odds of each."""
    amounts, known = chain.amounts, chain.moves
    over = chain.is_over()
    count = len(over)
    moves = MoveArrays(
        np.array(known.sources),
        np.array(known.targets),
        np.array(known.rounds),
        np.array(known.probabilities),
        np.array(known.takes),
        np.array(known.pairs),
    )
    moves = moves.where(moves.targets >= 0)
    ends = Ends(chain)
    inner = moves.where((moves.rounds == 0) & ~over[moves.targets])
    heights = levels_within(inner.sources, inner.targets, count)
    place_of = np.empty(count, np.int64)
    place_of[np.argsort(heights, kind="stable")] = np.arange(count)
    edges = [0, *np.cumsum(np.bincount(heights)).tolist()]
    moves = moves._replace(sources=place_of[moves.sources])
    to_end = over[moves.targets]
    later = sorted({0, *moves.rounds.tolist()})
    stopping = [StoppedMoves(moves.where(moves.rounds == n), chain) for n in later[1:]]
    ending = [EndingMoves(moves.where(to_end & (moves.rounds == n)), chain, ends) for n in later]
    moves = moves.where(~to_end)
    moves = moves._replace(targets=place_of[moves.targets])
    inner = moves.where(moves.rounds == 0)
    levels = [
        Level(inner.where((begin <= inner.targets) & (inner.targets < end)), chain, begin, end)
        for begin, end in pairwise(edges)
    ]
    crossing = [LeadingMoves(moves.where(moves.rounds == n), chain, 0, count) for n in later[1:]]
    shape = (count, amounts.count())
    waiting: dict[int, Floats] = {first_round: np.zeros(shape)}
    waiting[first_round][place_of[0], -1] = 1.0
    places = len(ends.fights)
    ending_later: dict[int, Floats] = {}
    total = np.zeros(places)
    ends_by_round: list[tuple[int, Floats]] = []
    still_fighting: list[float] = []
    cut_off = 0.0
    for number in range(first_round, round_limit + 1):
        if not waiting and not ending_later:
            break
        passed = waiting.pop(number, None)
        ended = ending_later.pop(number, np.zeros(places))
        if passed is not None:
            for level in levels:
                level.pass_through(passed)
            ended = ended + ending[0].ended(passed, places)
            for place, rounds in enumerate(later[1:]):
                if number + rounds > round_limit:
                    # each of these would go on into a round that is not played any more
                    lost = stopping[place].stopped(passed)
                    cut_off += float(lost.sum())
                    ended += np.bincount(ends.cut_off, lost, places)
                    continue
                there = ending[place + 1].ended(passed, places)
                if there.any():
                    ending_later[number + rounds] = ending_later.get(number + rounds, 0.0) + there
                entering = waiting.get(number + rounds)
                if entering is None:
                    entering = np.zeros(shape)
                crossing[place].lead_on(passed, entering)
                if entering.sum() > NEGLIGIBLE:
                    waiting[number + rounds] = entering
        total += ended
        ends_by_round.append((number, ended))
        still_fighting.append(
            float(sum(one.sum() for one in [*waiting.values(), *ending_later.values()]))
        )
    unknown = max(0.0, 1.0 - float(total.sum()))
    result = ChainResult(total, unknown, cut_off, np.zeros(places), ends_by_round, still_fighting)
    return ends.fights, result
