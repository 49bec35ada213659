"""How a duel over situations ends, round by round, with the round limit taken into account.

Within a round situations are gone through in an order in which none leads back, so that each is
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
from affray.lab.duels.situations import Floats, Integers, SituationChain
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

    def __init__(self, chain: SituationChain) -> None:
        self.chain = chain
        self.fights: list[Fight] = []
        self._places: dict[object, int] = {}
        amounts = chain.amounts
        self.cut_off = np.array(
            [self.place(0, *amounts.pair(pair)) for pair in range(amounts.count())]
        )

    def place(self, number: int, first: int, second: int) -> int:
        """The place of a situation with two amounts."""
        fight = self.chain.situations[number].fight.copy(OddsTable())
        self.chain.amounts.set(fight, first, second)
        looks = tuple([(one.state(), one.health()) for one in fight.roster()])
        found = self._places.setdefault((fight.is_over(), fight.winner(), looks), len(self.fights))
        if found == len(self.fights):
            self.fights.append(fight)
        return found


class EndingMoves:
    """Moves that end the fight so many rounds later, all of them as one matrix."""

    def __init__(self, moves: MoveArrays, chain: SituationChain, ends: Ends) -> None:
        amounts, known = chain.amounts, chain.moves
        all_takes, all_pairs = list(known.all_takes), list(known.all_pairs)
        alike = np.stack([moves.targets, moves.takes, moves.pairs])
        kinds, rows = np.unique(alike, axis=1, return_inverse=True)
        shape = (kinds.shape[1], len(chain.situations))
        self.leading = csr_matrix((moves.probabilities, (rows.ravel(), moves.sources)), shape)
        self.places = np.zeros((kinds.shape[1], amounts.count()), np.int64)
        self.made = np.zeros(self.places.shape)
        for row, (target, takes, pairs) in enumerate(kinds.T.tolist()):
            for pair in bits(all_pairs[pairs]):
                first, second = amounts.pair(pair)
                left = first - all_takes[takes][0], second - all_takes[takes][1]
                self.places[row, pair] = ends.place(target, *left)
                self.made[row, pair] = 1.0

    def ended(self, passed: Floats, count: int) -> Floats:
        """How likely the fight ends in each place, by how often situations are passed."""
        led = (self.leading @ passed) * self.made
        return np.bincount(self.places.ravel(), led.ravel(), count).astype(float)


class LeadingMoves:
    """Moves to situations that go on: those that take the same, with the same pairs, are one
    matrix each, of no more rows than they lead to."""

    def __init__(self, moves: MoveArrays, chain: SituationChain) -> None:
        amounts, known = chain.amounts, chain.moves
        self.groups: list[tuple[csr_matrix, Integers, Integers, int]] = []
        all_takes, all_pairs = list(known.all_takes), list(known.all_pairs)
        codes = moves.takes * len(all_pairs) + moves.pairs
        order: Integers = np.argsort(codes, kind="stable").astype(np.int64)
        sorted_moves, codes = moves.take(order), codes[order]
        edges = [*np.flatnonzero(np.diff(codes, prepend=-1)).tolist(), len(codes)]
        for begin, end in pairwise(edges):
            takes, pairs = divmod(int(codes[begin]), len(all_pairs))
            here = sorted_moves.take(np.arange(begin, end))
            targets, rows = np.unique(here.targets, return_inverse=True)
            shape = (len(targets), len(chain.situations))
            leading = csr_matrix((here.probabilities, (rows, here.sources)), shape)
            apart = np.setdiff1d(np.arange(amounts.count()), bits(all_pairs[pairs]))
            further = all_takes[takes][0] * int(amounts.second) + all_takes[takes][1]
            self.groups.append((leading, targets, apart, further))

    def lead_on(self, passed: Floats, entering: Floats) -> None:
        """Adds to how often situations are come to with each pair of amounts, by how often
        situations are passed."""
        for leading, targets, apart, further in self.groups:
            led = leading @ passed
            led[:, apart] = 0.0
            if further:
                entering[targets, :-further] += led[:, further:]
            else:
                entering[targets] += led


def bits(pairs: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [place for place, bit in enumerate(reversed(f"{pairs:b}")) if bit == "1"]


def levels_within(sources: Integers, targets: Integers, count: int) -> Integers:
    """A level for each situation: it is led to from lower ones only, and from those of the same
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
    """Situations that none of a higher level leads to within a round: where their moves lead."""

    def __init__(
        self, moves: MoveArrays, levels: Integers, number: int, chain: SituationChain
    ) -> None:
        stays = levels[moves.targets] == number
        self.numbers = np.flatnonzero(levels == number)
        self.within = LeadingMoves(moves.where(stays), chain)
        self.on = LeadingMoves(moves.where(~stays), chain)

    def pass_through(self, passed: Floats) -> None:
        """Makes of how often situations are come to how often they are passed, and leads on from
        there."""
        if self.within.groups:
            here = np.zeros(passed.shape)
            here[self.numbers] = passed[self.numbers]
            while here.sum() > NEGLIGIBLE:
                led = np.zeros(passed.shape)
                self.within.lead_on(here, led)
                passed += led
                here = led
        self.on.lead_on(passed, passed)


def propagate_situations(
    chain: SituationChain, first_round: int, round_limit: int
) -> tuple[list[Fight], ChainResult]:
    """Pushes all probability forward from the first situation, round by round, until none is left;
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
    to_end = over[moves.targets]
    later = sorted({0, *moves.rounds.tolist()})
    ending = [EndingMoves(moves.where(to_end & (moves.rounds == n)), chain, ends) for n in later]
    going_on = moves.where(~to_end)
    inner = going_on.where(going_on.rounds == 0)
    heights = levels_within(inner.sources, inner.targets, count)
    levels = [
        Level(inner.where(heights[inner.sources] == number), heights, number, chain)
        for number in range(int(heights.max(initial=0)) + 1)
    ]
    crossing = [LeadingMoves(going_on.where(going_on.rounds == n), chain) for n in later[1:]]
    stopping = [
        np.bincount(moves.sources, moves.probabilities * (moves.rounds == n), count)
        for n in later[1:]
    ]
    shape = (count, amounts.count())
    waiting: dict[int, Floats] = {first_round: np.zeros(shape)}
    waiting[first_round][0, -1] = 1.0
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
                    lost = stopping[place] @ passed
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
