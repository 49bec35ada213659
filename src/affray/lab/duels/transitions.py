"""A fight as a Markov chain: the transitions between its states, and where they lead.

A transition leads from one state to another with a probability, and may begin a new round. The
states that are likeliest to be reached are worked out first. What leads to a state that is not
worked out is not known, and neither is what was cut off within one: together that is how wide the
answer's interval is. Propagating the probabilities round by round gives who has won by when, with
the round limit taken into account.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped, unused-ignore]

from affray.core.fight import Fight
from affray.core.odds import CUT_OFF
from affray.core.steps import StepTable, TooManyPathsError
from affray.core.table import Player
from affray.lab.duels.limits import OutOfTimeError, SolverLimits, WorkDone
from affray.lab.duels.state_space import DuelState, StateSpace, Transition

Floats = NDArray[np.float64]

NEGLIGIBLE = 1e-16
"""A probability of still fighting that is too small to be told from none."""

MOST_PATHS = 100
"""What has more paths than this to the end of the turn is worked out piece by piece."""

CUT_OFFS = (1e-6, 1e-10, 1e-17)
"""How unlikely a path is that is not followed: at first, and whenever what that leaves out is most
of what is not known."""

LEAST_PATHS = 2_000
PATHS_SHARE = 0.25
"""How many paths are followed before the likeliest states are looked for again: so many at least,
or this share of those so far."""

MOST_SWEEPS = 400
"""After how many turns the likeliest states are no longer looked for."""


class Transitions:
    """The transitions from each state that is worked out."""

    def __init__(self) -> None:
        self.left_out: dict[int, float] = {}
        """How much of each state's probability leads nobody knows where."""
        self._spans: dict[int, tuple[int, int]] = {}
        self._sources = array("q")
        self._targets = array("q")
        self._rounds = array("q")
        self._probabilities = array("d")

    def put(self, source: int, ways: dict[Transition, float], left_out: float) -> None:
        """Sets what follows a state."""
        start, end = self._spans.get(source, (0, 0))
        for place in range(start, end):
            self._probabilities[place] = 0.0
        start = len(self._sources)
        self._sources.extend([source] * len(ways))
        self._targets.extend([target for target, _ in ways])
        self._rounds.extend([later for _, later in ways])
        self._probabilities.extend(ways.values())
        self._spans[source] = (start, len(self._sources))
        self.left_out[source] = left_out

    def __contains__(self, state: int) -> bool:
        """Whether a state is worked out."""
        return state in self.left_out

    def worked_out(self) -> list[int]:
        """The states that are worked out."""
        return list(self.left_out)

    def arrays(
        self,
    ) -> tuple[NDArray[np.int_], NDArray[np.int_], NDArray[np.int_], Floats]:
        """Every transition: whence, whither, how many rounds later, and how likely."""
        return (
            np.array(self._sources, np.int64),
            np.array(self._targets, np.int64),
            np.array(self._rounds, np.int64),
            np.array(self._probabilities, np.float64),
        )

    def matrix(self, states: int) -> csr_matrix:
        """The transitions as one matrix, whatever the round."""
        sources, targets, _, probabilities = self.arrays()
        return csr_matrix((probabilities, (targets, sources)), (states, states))

    def matrices(self, states: int) -> dict[int, csr_matrix]:
        """The transitions as matrices, one for each number of rounds they take."""
        sources, targets, rounds, probabilities = self.arrays()
        found = {}
        for later in np.unique(rounds):
            these = rounds == later
            found[int(later)] = csr_matrix(
                (probabilities[these], (targets[these], sources[these])), (states, states)
            )
        return found

    def unknown_shares(self, states: int) -> Floats:
        """How much of what comes to each state leads nobody knows where: all of it where the
        state is not worked out."""
        found = np.ones(states)
        found[self.worked_out()] = list(self.left_out.values())
        return found


class Chain:
    """A duel while it is worked out: its states, and what follows those worked out so far."""

    def __init__(
        self, start: Fight, players: list[Player], limits: SolverLimits | None = None
    ) -> None:
        self.space = StateSpace()
        self.transitions = Transitions()
        self.work = WorkDone(limits or SolverLimits())
        self._table = StepTable(players)
        self._cut_offs: dict[int, int] = {}
        self.space.add_start(start.copy(self._table))

    def explore(self) -> None:
        """Works out states, the likeliest first, until the answer is near enough or a limit is
        reached; stops where it is when it is interrupted."""
        limits = self.work.limits
        try:
            while True:
                visits = self.count_visits()
                unknown = self.unknown_by_state(visits)
                self._report(visits, float(unknown.sum()))
                if unknown.sum() <= limits.width or not self._work_out_likeliest(unknown):
                    break
        except OutOfTimeError:
            pass
        except KeyboardInterrupt:
            self.work.stopped = "interrupted"

    def count_visits(self) -> Floats:
        """How often each state is expected to be passed, whatever the round."""
        states = len(self.space.states)
        matrix = self.transitions.matrix(states)
        here = np.eye(1, states)[0]
        visits = here.copy()
        negligible = min(1e-3 * self.work.limits.width, 1e-6)
        for _ in range(MOST_SWEEPS):
            here = matrix @ here
            visits += here
            if here.sum() <= negligible:
                break
        return np.asarray(visits, float)

    def unknown_by_state(self, visits: Floats) -> Floats:
        """How much probability each state leaves unknown."""
        shares = self.transitions.unknown_shares(len(visits))
        shares[self.space.is_over()] = 0.0
        unknown: Floats = visits * shares
        return unknown

    def _work_out_likeliest(self, unknown: Floats) -> bool:
        """Works out the states that leave most unknown, and then those that are met on the way,
        until it has been some work; False when that is all there is to do, or a limit is
        reached."""
        paths = int(self._table.paths)
        last_path = paths + max(LEAST_PATHS, int(PATHS_SHARE * paths))
        least = self.work.limits.width * 1e-3 / max(1, len(unknown))
        waiting = self._waiting(unknown, least)
        batch = takewhile(lambda _: self._table.paths < last_path, waiting)
        return self.work.work_out_each(batch, self._work_out)

    def _waiting(self, unknown: Floats, least: float) -> Iterator[int]:
        """The states to be worked out, or to be looked at more closely: those that leave most
        unknown, and then what was found meanwhile."""
        likeliest = np.flatnonzero(unknown > least)
        for number in likeliest[np.argsort(-unknown[likeliest], kind="stable")].tolist():
            if self._cut_offs.get(number, 0) < len(CUT_OFFS):
                yield number
        yield from self.space.going_on_from(len(unknown))

    def _work_out(self, number: int) -> None:
        """Works out what follows a state: a whole turn, or where that has too many paths what comes
        next in it, and that more closely each time."""
        level = self._cut_offs.get(number, 0)
        state = self.space.states[number]
        found = self._follow(state, 0.0, MOST_PATHS) if level == 0 else None
        if found is not None:
            self._cut_offs[number] = len(CUT_OFFS)
        else:
            self._cut_offs[number] = level + 1
            found = self._follow(state, CUT_OFFS[level])
        assert found is not None
        self.transitions.put(number, found, float(self._table.left_out))
        self.work.states += 1

    def _follow(
        self, state: DuelState, cut_off: float, most_paths: int = 0
    ) -> dict[Transition, float] | None:
        """Where every path from a state leads: to the end of the turn where there is a limit to the
        number of paths, and None where there are more; else to where ways are merged."""
        table = self._table
        table.cut_off = cut_off or CUT_OFF
        table.merges_ways = not most_paths
        table.go_to(state.ways, state.answers)
        try:
            reached = table.follow_all(
                state.start,
                state.fight.round,
                self.work.watch_time,
                most_paths,
                self.space.numbers,
            )
        except TooManyPathsError:
            return None
        found: dict[Transition, float] = {}
        for later, one in reached:
            number = self.space.add(one, state.start)
            found[number, int(later)] = one.probability
        return found

    def _report(self, visits: Floats, unknown: float) -> None:
        low = 0.0
        for number in np.flatnonzero(self.space.is_over()):
            if self.space.fight(int(number)).winner() == 0:
                low += float(visits[number])
        self.work.report(low, min(1.0, low + unknown))


@dataclass
class ChainResult:
    """How a Markov chain ends: in which states, and when."""

    ends: Floats
    """How likely the fight is to end in each state, cut off by the round limit or not; what is
    not known is in none of them."""
    unknown: float
    """How likely it is to go where nobody knows."""
    cut_off: float
    """How likely the round limit is to end it."""
    visits: Floats
    """How often each state is expected to be passed through."""
    ends_by_round: list[tuple[int, Floats]]
    """For each round, how likely the fight is to end in it in each state."""
    going_on: list[float]
    """How likely it is to go on after each round."""


def propagate(
    transitions: Transitions, over: NDArray[np.bool_], first_round: int, round_limit: int
) -> ChainResult:
    """Pushes all probability forward from state 0, round by round, until none is left."""
    states = len(over)
    matrices = transitions.matrices(states)
    is_known = np.zeros(states, bool)
    is_known[transitions.worked_out()] = True
    stays = over | ~is_known
    ends, visits = np.zeros(states), np.zeros(states)
    waiting: dict[int, Floats] = {first_round: np.eye(1, states)[0]}
    ends_by_round: list[tuple[int, Floats]] = []
    going_on: list[float] = []
    cut_off = 0.0
    for number in range(first_round, round_limit + 1):
        here = waiting.pop(number, np.zeros(states))
        if not here.any() and not waiting:
            break
        passed = propagate_within_round(here, matrices.get(0), stays)
        ended = np.where(over, passed, 0.0)
        live = np.where(stays, 0.0, passed)
        visits += live
        for later, matrix in matrices.items():
            if later and number + later > round_limit:
                # each of these would go on into a round that is not played any more
                stopped = live * np.asarray(matrix.sum(axis=0)).ravel()
                cut_off += float(stopped.sum())
                ended = ended + stopped
            elif later:
                moved = matrix @ live
                if moved.sum() > NEGLIGIBLE:
                    waiting[number + later] = waiting.get(number + later, 0.0) + moved
        ends += ended
        ends_by_round.append((number, ended))
        going_on.append(float(sum(mass.sum() for mass in waiting.values())))
    unknown = max(0.0, 1.0 - float(ends.sum()))
    return ChainResult(ends, unknown, cut_off, visits, ends_by_round, going_on)


def propagate_within_round(
    here: Floats, matrix: csr_matrix | None, stays: NDArray[np.bool_]
) -> Floats:
    """Gives how often each state is passed through by transitions within one round."""
    passed = here.copy()
    if matrix is None:
        return passed
    for _ in range(len(stays) + 1):
        here = matrix @ np.where(stays, 0.0, here)
        if here.sum() <= NEGLIGIBLE:
            break
        passed += here
    return passed
