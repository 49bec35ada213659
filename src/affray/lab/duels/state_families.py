"""A duel over families of states: those that are alike in all but what is left of two amounts.

What follows a family is worked out once for all pairs of amounts of which the same is true (see
`affray.core.amounts`): a move leads to another family, takes something of the amounts, and is
made with the pairs of a set. As amounts only fall, expected visits are solved pair by pair, those
with most left first: each is a sparse system of linear equations, and most have the same matrix.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_matrix, csr_matrix, identity  # type: ignore[import-untyped, unused-ignore]
from scipy.sparse.linalg import splu  # type: ignore[import-untyped, unused-ignore]

from affray.core.amounts import (
    AlikeTable,
    Amounts,
    NotAlikeError,
    StateFamily,
    first_family,
)
from affray.core.fight import Fight
from affray.core.odds import CUT_OFF
from affray.core.steps import TooManyPathsError
from affray.core.table import Player
from affray.lab.duels.limits import OutOfTimeError, SolverLimits, WorkDone, without_collecting
from affray.lab.duels.processes import usable_processes, work_together

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_PATHS = 100
"""What has more paths than this to the end of the turn is worked out piece by piece."""

LEAST_FAMILIES = 200
FAMILIES_SHARE = 0.4
"""How many families are worked out before the likeliest are looked for again: so many at least,
or this share of those so far."""

SHARED_FAMILIES = 100
"""Fewer families than this are worked out sooner by one process than by several."""

MOST_SETS = 128
"""Where pairs of amounts go apart in more ways than this, each kind of pairs needs equations of its
own, and states are sooner taken one by one."""

GOES_ON = 1.0 - 1e-12
"""How much of a fight in which nobody is ever hurt is taken to go on with each step, so that its
visits can be counted."""

NOWHERE = -1
"""Where what is left out leads, instead of to a family."""


class WorkedOutFamily(NamedTuple):
    """What follows a family. The numbers of families that were not known before the process
    began are its own, in the order of the trails, each with the amounts that were gone on with."""

    number: int
    merges_ways: bool
    moves: dict[tuple[int, int, int, int, int], float]
    left_out: list[tuple[int, float]]
    trails: list[tuple[tuple[int, int], list[int]]]


class Moves:
    """All moves between the families that are worked out, as arrays: whence and where, how many
    rounds later and how likely; and what each takes of the amounts, and with which set of pairs of
    them it is made, by their places among all there are."""

    def __init__(self) -> None:
        self.sources = array("q")
        self.targets = array("q")
        self.rounds = array("q")
        self.probabilities = array("d")
        self.takes = array("q")
        self.pairs = array("q")
        self.all_takes: dict[tuple[int, int], int] = {}
        self.all_pairs: dict[int, int] = {}
        self.worked_out = bytearray()

    def put(
        self,
        number: int,
        moves: dict[tuple[int, int, int, int, int], float],
        left_out: list[tuple[int, float]],
    ) -> None:
        """Sets what follows a family."""
        for (target, first, second, rounds, pairs), probability in moves.items():
            self._add(number, target, (first, second), rounds, pairs, probability)
        for pairs, probability in left_out:
            self._add(number, NOWHERE, (0, 0), 0, pairs, probability)
        if number >= len(self.worked_out):
            self.worked_out.extend(bytes(number + 1 - len(self.worked_out)))
        self.worked_out[number] = 1

    def _add(
        self,
        source: int,
        target: int,
        takes: tuple[int, int],
        rounds: int,
        pairs: int,
        probability: float,
    ) -> None:
        self.sources.append(source)
        self.targets.append(target)
        self.rounds.append(rounds)
        self.probabilities.append(probability)
        self.takes.append(self.all_takes.setdefault(takes, len(self.all_takes)))
        self.pairs.append(self.all_pairs.setdefault(pairs, len(self.all_pairs)))

    def __contains__(self, number: int) -> bool:
        """Whether a family is worked out."""
        return number < len(self.worked_out) and self.worked_out[number] == 1

    def __len__(self) -> int:
        """How many families are worked out."""
        return self.worked_out.count(1)


class FamilyChain:
    """A duel while it is worked out: its families, and what follows those worked out so far.

    Raises NotAlikeError, also later, where states cannot be taken together.
    """

    def __init__(
        self, start: Fight, players: list[Player], limits: SolverLimits | None = None
    ) -> None:
        self.work = WorkDone(limits or SolverLimits())
        self.amounts = Amounts(start)
        self.table = AlikeTable(players, self.amounts)
        self.families: list[StateFamily] = []
        self.numbers: dict[Hashable, int] = {}
        self.moves = Moves()
        self._processes = usable_processes(self.work.limits.workers)
        self._over: list[bool] = []
        first = first_family(start.copy(self.table))
        self.numbers[first.key] = 0
        self.families.append(first)

    def is_over(self) -> NDArray[np.bool_]:
        """Which families are ends of the fight."""
        for one in self.families[len(self._over) :]:
            self._over.append(not one.in_step and one.fight.is_over())
        return np.array(self._over)

    def explore(self) -> None:
        """Works out families, the likeliest first, until the answer is near enough or a limit is
        reached; stops where it is when it is interrupted."""
        with self.work.until_stopped(), without_collecting():
            while self._work_out_likeliest():
                pass

    def _work_out_likeliest(self) -> bool:
        """Works out the families that leave most unknown, and then those that are met on the way,
        until it has been some work; False when it is near enough, or a limit is reached."""
        if len(self.moves.all_pairs) > MOST_SETS:
            raise NotAlikeError
        visits = Visits(self)
        unknown = visits.unknown
        self.work.report(visits.won, min(1.0, visits.won + float(unknown.sum())))
        if unknown.sum() <= self.work.limits.width:
            return False
        ordered = np.argsort(-unknown, kind="stable").tolist()
        numbers = [number for number in ordered if unknown[number] > 0.0 and self._waits(number)]
        more = max(LEAST_FAMILIES, int(FAMILIES_SHARE * len(self.moves)))
        goes_on = bool(numbers)
        while goes_on and numbers and more > 0:
            known = len(self.families)
            goes_on = self._work_out_all(numbers[:more])
            more -= len(numbers)
            self.is_over()
            numbers = [number for number in range(known, len(self.families)) if self._waits(number)]
        return goes_on

    def _work_out_all(self, numbers: list[int]) -> bool:
        """Works out families, on all cores where that is worth while; False when a limit is
        reached."""
        if self._processes > 1 and len(numbers) >= SHARED_FAMILIES:
            return self._work_out_together(numbers)
        return self.work.work_out_each(numbers, self._work_out)

    def _waits(self, number: int) -> bool:
        return number not in self.moves and not self._over[number]

    def _work_out(self, number: int) -> None:
        done = self._expand(number)
        self.moves.put(number, done.moves, done.left_out)
        self.work.states += 1

    def _expand(self, number: int) -> WorkedOutFamily:
        """What follows a family: a whole turn, or where that has too many paths what comes next
        in it."""
        table = self.table
        table.cut_off = CUT_OFF
        family, watch = self.families[number], self.work.watch_time
        table.merges_ways = False
        try:
            step = table.follow_alike(family, watch, MOST_PATHS, self.numbers)
        except TooManyPathsError:
            table.merges_ways = True
            step = table.follow_alike(family, watch, 0, self.numbers)
        self.families.extend(step.new)
        return WorkedOutFamily(number, table.merges_ways, step.moves, step.left_out, step.trails)

    # --- several processes ---

    def _work_out_together(self, numbers: list[int]) -> bool:
        """Works out families in several processes at once; False when a limit is reached."""
        known = len(self.families)
        return work_together(
            self.work,
            numbers,
            self._processes,
            self._work_out,
            self._work_out_apart,
            lambda found: self._take_over(found, known),
        )

    def _work_out_apart(self, numbers: list[int]) -> list[WorkedOutFamily]:
        """Works out families in a process of its own, as long as there is time."""
        found: list[WorkedOutFamily] = []
        self.table.keeps_trails = True
        self.work.limits.on_progress = None
        with suppress(OutOfTimeError):
            self.work.work_out_each(numbers, lambda number: found.append(self._expand(number)))
        return found

    def _take_over(self, done: list[WorkedOutFamily], known: int) -> None:
        """Takes over what another process has worked out, which knew so many families when it
        began."""
        own_numbers = list(range(known))
        for one in done:
            family = self.families[one.number]
            self.table.merges_ways = one.merges_ways
            for begun, trail in one.trails:
                reached = self.table.follow_one(family, begun, trail)
                number = self.numbers.setdefault(reached.key, len(self.families))
                if number == len(self.families):
                    self.families.append(reached)
                own_numbers.append(number)
            moves = {(own_numbers[move[0]], *move[1:]): p for move, p in one.moves.items()}
            self.moves.put(one.number, moves, one.left_out)
        self.work.states += len(done)


class Visits:
    """How often each family is expected to be passed with each pair of amounts, whatever the
    round; how much of that leads nobody knows where; and how likely the first side wins."""

    def __init__(self, chain: FamilyChain) -> None:
        amounts, moves = chain.amounts, chain.moves
        over = chain.is_over()
        count = len(over)
        self.won = 0.0
        self.unknown: Floats = np.zeros(count)
        if not len(moves):
            self.unknown[0] = 1.0
            return
        groups = MoveGroups(chain, over)
        columns: dict[int, Floats] = {amounts.first * amounts.second - 1: np.eye(1, count)[0]}
        total = np.zeros(count)
        for pair in range(int(amounts.first * amounts.second) - 1, -1, -1):
            entering = columns.pop(pair, None)
            if entering is None:
                continue
            visits = groups.passing(pair, entering)
            total += visits
            for taken, leading in groups.leading_on(pair):
                before = columns.get(pair - taken)
                if before is None:
                    before = columns[pair - taken] = np.zeros(count)
                leading.lead_on(visits, before)
            self.won += groups.won(pair, visits)
            if groups.is_any_left_out:
                self.unknown += groups.left_out(pair, visits)
        waits = ~over
        waits[np.frombuffer(moves.worked_out, np.uint8).nonzero()[0]] = False
        self.unknown[waits] += total[waits]


class MoveGroup:
    """Moves as a matrix, of no more rows and columns than they need."""

    def __init__(self, targets: Integers, sources: Integers, weights: Floats) -> None:
        self.targets, rows = np.unique(targets, return_inverse=True)
        self.sources, columns = np.unique(sources, return_inverse=True)
        self.matrix = csr_matrix((weights, (rows, columns)))

    def lead_on(self, visits: Floats, entering: Floats) -> None:
        """Adds to how often families are come to, by how often families are passed."""
        entering[self.targets] += self.matrix @ visits[self.sources]


class MoveGroups:
    """The moves from families to families as matrices: those that take the same, with the same
    set of pairs."""

    def __init__(self, chain: FamilyChain, over: NDArray[np.bool_]) -> None:
        moves = chain.moves
        self.count = len(over)
        self.width = int(chain.amounts.second)
        self.pair_sets = list(moves.all_pairs)
        sources = np.array(moves.sources)
        targets = np.array(moves.targets)
        probabilities = np.array(moves.probabilities)
        pairs, takes = np.array(moves.pairs), np.array(moves.takes)
        goes_on = (targets >= 0) & ~over[targets]
        self.still: dict[int, csc_matrix] = {}
        """What takes nothing, by the set of pairs; and what does, with how much that is."""
        self.hurting: list[tuple[int, int, MoveGroup]] = []
        nothing = moves.all_takes.get((0, 0), -1)
        sets = len(self.pair_sets)
        code = takes * sets + pairs
        order = np.argsort(code[goes_on], kind="stable")
        rows, columns = targets[goes_on][order], sources[goes_on][order]
        weights, codes = probabilities[goes_on][order], code[goes_on][order]
        all_takes = list(moves.all_takes)
        starts = np.flatnonzero(np.diff(codes, prepend=-1))
        for begin, end in zip(starts, [*starts[1:], len(codes)], strict=True):
            place, number = divmod(int(codes[begin]), sets)
            here = slice(begin, end)
            if place == nothing:
                shape = (self.count, self.count)
                self.still[number] = csc_matrix((weights[here], (rows[here], columns[here])), shape)
            else:
                first, second = all_takes[place]
                leading = MoveGroup(rows[here], columns[here], weights[here])
                self.hurting.append((number, first * self.width + second, leading))
        winners = np.array(
            [
                bool(is_end) and one.fight.winner() == 0
                for one, is_end in zip(chain.families, over, strict=True)
            ]
        )
        shape = (sets, self.count)
        wins = (targets >= 0) & winners[targets]
        self._won = csr_matrix((probabilities[wins], (pairs[wins], sources[wins])), shape)
        lost = targets == NOWHERE
        self.is_any_left_out = bool(lost.any())
        self._left_out = csr_matrix((probabilities[lost], (pairs[lost], sources[lost])), shape)
        self._members = np.array(
            [
                [pair_set >> pair & 1 for pair_set in self.pair_sets]
                for pair in range(chain.amounts.count())
            ],
            float,
        )
        """For each pair, which sets it is in."""
        self._solvers: dict[tuple[int, ...], Callable[[Floats], Floats]] = {}

    def has(self, number: int, pair: int) -> bool:
        """Whether a pair is in a set."""
        return bool(self.pair_sets[number] >> pair & 1)

    def passing(self, pair: int, entering: Floats) -> Floats:
        """How often families are passed with a pair of amounts before something is taken of
        them, from how often they are come to."""
        made = tuple([number for number in self.still if self.has(number, pair)])
        solver = self._solvers.get(made)
        if solver is None:
            leading = csc_matrix((self.count, self.count))
            for number in made:
                leading = leading + self.still[number]
            solver = splu((identity(self.count, format="csc") - GOES_ON * leading).tocsc()).solve
            self._solvers[made] = solver
        return solver(entering)

    def leading_on(self, pair: int) -> list[tuple[int, MoveGroup]]:
        """What leads to other families with a pair of amounts, and how many pairs further."""
        return [
            (taken, leading) for number, taken, leading in self.hurting if self.has(number, pair)
        ]

    def won(self, pair: int, visits: Floats) -> float:
        """How likely the first side wins at once."""
        return float(self._members[pair] @ (self._won @ visits))

    def left_out(self, pair: int, visits: Floats) -> Floats:
        """How much is left out of each family."""
        found: Floats = (self._members[pair] @ self._left_out) * visits
        return found
