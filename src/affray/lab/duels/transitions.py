"""A fight as a Markov chain: the transitions between its states, and where they lead.

A transition leads from one state to another with a probability, and may begin a new round. The
states that are likeliest to be reached are worked out first. What leads to a state that is not
worked out is not known, and neither is what was cut off within one: together that is how wide the
answer's interval is. Propagating the probabilities round by round gives who has won by when, with
the round limit taken into account.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, takewhile

import numpy as np
from numpy.typing import NDArray

from affray.core.fight import Fight
from affray.core.odds import CUT_OFF
from affray.core.steps import FollowedStep, StepTable, TooManyPathsError
from affray.core.table import Player
from affray.lab.duels.limits import (
    OutOfTimeError,
    SolverLimits,
    WorkDone,
    without_collecting,
)
from affray.lab.duels.processes import (
    WorkDoneElsewhere,
    WorkedOutState,
    in_numbers,
    usable_processes,
    work_together,
)
from affray.lab.duels.state_space import DuelState, StateSpace, Transition

Floats = NDArray[np.float64]

NO_ROW = -1

NEGLIGIBLE = 1e-16
"""A probability of still fighting that is too small to be told from none."""

MOST_PATHS = 100
"""What has more paths than this to the end of the turn is worked out piece by piece; with 0
everything is."""

CUT_OFFS = (1e-6, 1e-10, 1e-17)
"""How unlikely a path is that is not followed: at first, and whenever what that leaves out is most
of what is not known."""

LEAST_PATHS = 2_000
LEAST_UNWATCHED_PATHS = 20_000
NEARLY_EXACT = 1e-6
PATHS_SHARE = 0.25
"""How many paths are followed before the likeliest states are looked for again: so many at least,
more where nobody watches and the interval is to be no wider than nearly exact, or this share of
those so far."""

SHARED_PATHS = 20_000
SHARED_STATES = 100
"""Fewer paths than this, or fewer states, are worked out sooner by one process than by several."""

MANY_TRANSITIONS = 20_000
"""So many are multiplied by SciPy: it is quicker, but takes longer to load than fewer take."""

MOST_SWEEPS = 400
"""After how many turns the likeliest states are no longer looked for."""


class TransitionMatrix:
    """What leads from the probabilities of states to those of others, and back from the worths of
    these to the worths of those: a sparse matrix, with a row for each stretch of transitions."""

    def __init__(
        self, row_ends: NDArray[np.int_], targets: NDArray[np.int_], shares: Floats, size: int
    ) -> None:
        self.size = size
        """How many places the targets are among."""
        self._row_count = len(row_ends) - 1
        self._targets = targets
        self._shares = shares
        self._matrix = None
        if len(targets) >= MANY_TRANSITIONS:
            from scipy.sparse import csr_matrix  # type: ignore[import-untyped, unused-ignore]

            self._matrix = csr_matrix((shares, targets, row_ends), (self._row_count, size))
            self._transposed = self._matrix.T
        else:
            self._rows = np.repeat(np.arange(self._row_count), np.diff(row_ends))

    def forward(self, probabilities: Floats) -> Floats:
        """What comes to each place, from the probability of each row."""
        if self._matrix is not None:
            return np.asarray(self._transposed @ probabilities)
        moved = self._shares * probabilities[self._rows]
        return np.bincount(self._targets, moved, self.size).astype(float, copy=False)

    def back(self, worths: Floats) -> Floats:
        """What each row is worth, from the worth of each place."""
        if self._matrix is not None:
            return np.asarray(self._matrix @ worths)
        worth = self._shares * worths[self._targets]
        return np.bincount(self._rows, worth, self._row_count).astype(float, copy=False)

    def shares_between(self, first: int, last: int) -> Floats:
        """How much of each row leads to the places from the first to before the last."""
        there = np.zeros(self.size)
        there[first:last] = 1.0
        return self.back(there)


class Transitions:
    """The transitions from each state that is worked out."""

    def __init__(self) -> None:
        self._rows = array("q")
        self._row_ends = array("q", [0])
        """Whence each stretch of transitions leads, and where it ends."""
        self._left_out = array("d")
        """How much of what leads there is not known, by stretch."""
        self._row_of = array("q")
        """The stretch that leads from each state; -1 where none does."""
        self._targets = array("q")
        self._rounds = array("h")
        self._probabilities = array("d")

    def put(
        self,
        source: int,
        targets: Sequence[int],
        rounds: Sequence[int],
        probabilities: Sequence[float],
        left_out: float,
    ) -> None:
        """Sets what follows a state, and how much of its probability leads nobody knows where."""
        row_of = self._row_of
        if source in self:
            before = row_of[source]
            for place in range(self._row_ends[before], self._row_ends[before + 1]):
                self._probabilities[place] = 0.0
        elif source >= len(row_of):
            row_of.extend([NO_ROW] * (source + 1 - len(row_of)))
        row_of[source] = len(self._rows)
        self._rows.append(source)
        self._row_ends.append(self._row_ends[-1] + len(targets))
        self._left_out.append(left_out)
        self._targets.extend(targets)
        self._rounds.extend(rounds)
        self._probabilities.extend(probabilities)

    def following(self, source: int) -> tuple[list[Transition], list[float], float]:
        """What follows a state that is worked out: where to, how likely, and how much of it leads
        nobody knows where."""
        row = self._row_of[source]
        here = slice(self._row_ends[row], self._row_ends[row + 1])
        goals = list(zip(self._targets[here], self._rounds[here], strict=True))
        return goals, self._probabilities[here].tolist(), self._left_out[row]

    def __contains__(self, state: int) -> bool:
        """Whether a state is worked out."""
        return state < len(self._row_of) and self._row_of[state] != NO_ROW

    def __len__(self) -> int:
        """How many states are worked out."""
        return len(self._row_of) - self._row_of.count(NO_ROW)

    def worked_out(self) -> NDArray[np.int_]:
        """The states that are worked out, in the order in which they were."""
        return self._worked_out()[0]

    def _worked_out(self) -> tuple[NDArray[np.int_], Floats]:
        """The states that are worked out, and how much of each is not known."""
        rows = np.array(self._rows, np.int64)
        stands = np.array(self._row_of, np.int64)[rows] == np.arange(len(rows))
        return rows[stands], np.array(self._left_out, np.float64)[stands]

    def sources_since(self, stretches: int) -> array[int]:
        """The states whence the stretches of transitions lead that were put after so many."""
        return self._rows[stretches:]

    def by_source(self, states: int) -> tuple[NDArray[np.int_], TransitionMatrix]:
        """The states whence they lead, and what leads from a probability of each of these to
        those of all states, whatever the round."""
        return self._leading(np.array(self._targets, np.int64), states)

    def by_round(self, states: int) -> tuple[NDArray[np.int_], list[int], TransitionMatrix]:
        """The states whence they lead, how many rounds later they may come somewhere, and what
        leads from a probability of each of these states to those of all states so much later, one
        number of rounds after the other; 0 is the first of them."""
        rounds = np.array(self._rounds, np.int64)
        later = np.flatnonzero(np.bincount(rounds, minlength=1))
        if not later.size or later[0]:
            later = np.insert(later, 0, 0)
        targets = np.array(self._targets, np.int64) + np.searchsorted(later, rounds) * states
        sources, leading = self._leading(targets, states * len(later))
        return sources, later.tolist(), leading

    def _leading(
        self, targets: NDArray[np.int_], states: int
    ) -> tuple[NDArray[np.int_], TransitionMatrix]:
        """The states whence transitions lead, and what leads from their probabilities to those of
        the targets."""
        row_ends = np.array(self._row_ends, np.int64)
        shares = np.array(self._probabilities, np.float64)
        return np.array(self._rows, np.int64), TransitionMatrix(row_ends, targets, shares, states)

    def unknown_shares(self, states: int) -> Floats:
        """How much of what comes to each state leads nobody knows where: all of it where the
        state is not worked out."""
        found = np.ones(states)
        worked_out, left_out = self._worked_out()
        found[worked_out] = left_out
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
        self._processes = usable_processes(self.work.limits.workers)
        self._levels = bytearray()
        """How closely each state was looked at so far, of so many ways as there are cut-offs."""
        self._forgotten = 0
        """How many of the stretches of transitions lead from states that were forgotten."""
        self.space.add_start(start.copy(self._table))

    def explore(self) -> None:
        """Works out states, the likeliest first, until the answer is near enough or a limit is
        reached; stops where it is when it is interrupted."""
        limits = self.work.limits
        with self.work.until_stopped(), without_collecting():
            while limits.on_progress or self._is_anything_unknown():
                visits = self.count_visits()
                unknown = self.unknown_by_state(visits)
                self._report(visits, float(unknown.sum()))
                self._forget_worked_out()
                if unknown.sum() <= limits.width or not self._work_out_likeliest(unknown):
                    break

    def _forget_worked_out(self) -> None:
        """Keeps of states that are not looked at again only what can be seen of them: there are
        millions, and what follows them is known."""
        for number in self.transitions.sources_since(self._forgotten):
            if number and self._levels[number] == len(CUT_OFFS):
                self.space.forget(number)
            self._forgotten += 1

    def count_visits(self, starts: dict[int, float] | None = None) -> Floats:
        """How often each state is expected to be passed, whatever the round: from the beginning of
        the fight, or from states that are come to so often."""
        states = len(self.space.states)
        here = np.zeros(states)
        for number, times in ({0: 1.0} if starts is None else starts).items():
            here[number] = times
        visits: Floats = here.copy()
        if not len(self.transitions):
            return visits
        sources, leading = self.transitions.by_source(states)
        negligible = min(1e-3 * self.work.limits.width, 1e-6)
        for _ in range(MOST_SWEEPS):
            here = leading.forward(here[sources])
            visits += here
            if here.sum() <= negligible:
                break
        return np.asarray(visits, float)

    def unknown_by_state(self, visits: Floats) -> Floats:
        """How much probability each state leaves unknown."""
        unknown: Floats = visits * self._unknown_shares()
        return unknown

    def _unknown_shares(self) -> Floats:
        """How much of what comes to each state leads nobody knows where."""
        over = self.space.is_over()
        shares = self.transitions.unknown_shares(len(over))
        shares[over] = 0.0
        return shares

    def _is_anything_unknown(self) -> bool:
        """Whether anything is not worked out, so that it is worth looking how likely that is."""
        return bool(self._unknown_shares().any())

    def _work_out_likeliest(self, unknown: Floats) -> bool:
        """Works out the states that leave most unknown, and then those that are met on the way,
        until it has been some work; False when that is all there is to do, or a limit is
        reached."""
        limits = self.work.limits
        watched = limits.on_progress is not None or limits.width > NEARLY_EXACT
        least = LEAST_PATHS if watched else LEAST_UNWATCHED_PATHS
        more_paths = max(least, int(PATHS_SHARE * int(self._table.paths)))
        return self._work_out_along(unknown, more_paths)

    def _work_out_along(self, unknown: Floats, more_paths: int) -> bool:
        """The same until about so many paths more were followed."""
        paths = int(self._table.paths)
        likeliest = self._likeliest(unknown)
        if self._processes > 1 and more_paths >= SHARED_PATHS and len(likeliest) >= SHARED_STATES:
            count = 1 + more_paths * self.work.states // max(1, paths)
            return self._work_out_together(likeliest[:count])
        waiting = chain(likeliest, self.space.going_on_from(len(unknown)))
        batch = takewhile(lambda _: self._table.paths < paths + more_paths, waiting)
        return self.work.work_out_each(batch, self._work_out)

    def _likeliest(self, unknown: Floats) -> list[int]:
        """The states to be worked out, or to be looked at more closely: those that leave most
        unknown first."""
        least = self.work.limits.width * 1e-3 / max(1, len(unknown))
        likeliest = np.flatnonzero(unknown > least)
        ordered = likeliest[np.argsort(-unknown[likeliest], kind="stable")].tolist()
        return [number for number in ordered if self._level(number) < len(CUT_OFFS)]

    def _level(self, number: int) -> int:
        """How closely a state was looked at so far."""
        levels = self._levels
        if number >= len(levels):
            levels.extend(bytes(len(self.space.states) - len(levels)))
        return levels[number]

    def _work_out_together(self, numbers: list[int]) -> bool:
        """Works out states in several processes at once; False when a limit is reached."""
        known = len(self.space.states)
        return work_together(
            self.work,
            numbers,
            self._processes,
            self._work_out,
            self._work_out_apart,
            lambda found: self._take_over(found, known),
        )

    def _work_out_apart(self, numbers: list[int]) -> WorkDoneElsewhere:
        """Works out states in a process of its own, as long as there is time."""
        found: list[WorkedOutState] = []
        paths = int(self._table.paths)
        self._table.keeps_trails = True
        self.work.limits.on_progress = None

        def work_out(number: int) -> None:
            step = self._expand(number)
            left_out = float(self._table.left_out)
            level, merges_ways = self._level(number), self._table.merges_ways
            found.append(in_numbers(number, level, merges_ways, left_out, step))

        with suppress(OutOfTimeError):
            self.work.work_out_each(numbers, work_out)
        return WorkDoneElsewhere(found, int(self._table.paths) - paths)

    def _take_over(self, done: WorkDoneElsewhere, known: int) -> None:
        """Takes over what another process has worked out, which knew so many states when it
        began."""
        own_numbers = list(range(known))
        for one in done.states:
            self._table.merges_ways = one.merges_ways
            own_numbers += [self._state_along(one.number, trail) for trail in one.trails]
            self._levels[one.number] = one.level
            targets = [own_numbers[target] for target in one.targets]
            self.transitions.put(one.number, targets, one.rounds, one.probabilities, one.left_out)
        self.work.states += len(done.states)
        self._table.paths += done.paths

    def _state_along(self, number: int, trail: list[int]) -> int:
        """The number of the state that a path leads to from another, which is given by the way to
        take at every branch."""
        state = self.space.states[number]
        self._table.go_to(state.ways, state.answers)
        return self.space.add(self._table.follow_given(state.start, trail), state.start)

    def _work_out(self, number: int) -> None:
        """Works out what follows a state, more closely each time."""
        found = self._expand(number)
        self.transitions.put(
            number, found.targets, found.rounds, found.probabilities, self._table.left_out
        )
        self.work.states += 1

    def _expand(self, number: int) -> FollowedStep:
        """What follows a state: a whole turn, or where that has too many paths what comes next in
        it."""
        state = self.space.states[number]
        level = self._level(number)
        found = None
        if level == 0:
            self._levels[number] = len(CUT_OFFS)
            found = self._follow_turn(state)
        if found is None:
            self._levels[number] = level + 1
            found = self._follow(state, CUT_OFFS[level], True, 0)
        if found.new:
            self.space.keep_all(found.new, state.start)
        return found

    def _follow_turn(self, state: DuelState) -> FollowedStep | None:
        """Where every path from a state to the end of the turn leads; None where there are too
        many."""
        try:
            return self._follow(state, CUT_OFF, not MOST_PATHS, MOST_PATHS)
        except TooManyPathsError:
            return None

    def _follow(
        self, state: DuelState, cut_off: float, merges_ways: bool, most_paths: int
    ) -> FollowedStep:
        """Where every path from a state leads, to the end of the turn or to where ways are
        merged."""
        table = self._table
        table.cut_off = cut_off
        table.merges_ways = merges_ways
        table.go_to(state.ways, state.answers)
        return table.follow_all(
            state.start, state.fight.round, self.work.watch_time, most_paths, self.space.numbers
        )

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
    transitions: Transitions,
    over: NDArray[np.bool_],
    first_round: int,
    round_limit: int,
    late: Sequence[Transitions] = (),
) -> ChainResult:
    """Pushes all probability forward from state 0, round by round, until none is left. With few
    rounds left other transitions may hold: with no further round the first of these, with one the
    second."""
    states = len(over)
    sources, rounds_later, leading = transitions.by_round(states)
    ends, visits = np.zeros(states), np.zeros(states)
    waiting: dict[int, Floats] = {first_round: np.eye(1, states)[0]}
    ends_by_round: list[tuple[int, Floats]] = []
    going_on: list[float] = []
    cut_off = 0.0
    for number in range(first_round, round_limit + 1):
        if not waiting:
            break
        here = waiting.pop(number, None)
        if here is None:
            here = np.zeros(states)
        if round_limit - number < len(late):
            sources, rounds_later, leading = late[round_limit - number].by_round(states)
        # where a fight is over or nobody knows what follows no transition leads on
        passed, moved = propagate_within_round(here, sources, leading)
        visits += passed
        ended = np.where(over, passed, 0.0)
        for place, later in enumerate(rounds_later[1:], start=1):
            arriving = moved[place * states : (place + 1) * states]
            if number + later > round_limit:
                # each of these would go on into a round that is not played any more
                stopped = leading.shares_between(place * states, (place + 1) * states)
                lost = passed[sources] * stopped
                cut_off += float(lost.sum())
                ended += np.bincount(sources, lost, states)
            elif arriving.sum() > NEGLIGIBLE:
                waiting[number + later] = waiting.get(number + later, 0.0) + arriving
        ends += ended
        ends_by_round.append((number, ended))
        going_on.append(float(sum(mass.sum() for mass in waiting.values())))
    unknown = max(0.0, 1.0 - float(ends.sum()))
    is_known = np.zeros(states, bool)
    is_known[transitions.worked_out()] = True
    visits[over | ~is_known] = 0.0
    return ChainResult(ends, unknown, cut_off, visits, ends_by_round, going_on)


def propagate_within_round(
    here: Floats, sources: NDArray[np.int_], leading: TransitionMatrix
) -> tuple[Floats, Floats]:
    """Gives how often each state is passed through by transitions within one round, and what has
    come to each state by then, round by round as `Transitions.by_round` has them."""
    states = len(here)
    passed = here.copy()
    moved = np.zeros(leading.size)
    for _ in range(states + 1):
        led = leading.forward(here[sources])
        here = led[:states]
        moved += led
        if here.sum() <= NEGLIGIBLE:
            break
        passed += here
    return passed, moved


def worth_by_rounds(
    transitions: Transitions, end_values: Floats, over: NDArray[np.bool_]
) -> list[Floats]:
    """What the fight is worth at least in each state: with no further round left, with one, and so
    on until more rounds hardly change it. What is not worked out is worth nothing, and neither is a
    fight that the rounds end, so with more rounds it is never worth less."""
    states = len(over)
    sources, rounds_later, leading = transitions.by_round(states)
    ends = np.where(over, end_values, 0.0)
    after = np.zeros(leading.size)
    found: list[Floats] = []
    change = 1.0
    while change > NEARLY_EXACT:
        for place, later in enumerate(rounds_later[1:], start=1):
            if len(found) >= later:
                after[place * states : (place + 1) * states] = found[-later]
        worth = found[-1] if found else ends
        for _ in range(MOST_SWEEPS):
            after[:states] = worth
            following = ends + np.bincount(sources, leading.back(after), states)
            change = float(np.abs(following - worth).max(initial=0.0))
            worth = following
            if change <= NEARLY_EXACT:
                break
        change = float(np.abs(worth - found[-1]).max(initial=0.0)) if found else 1.0
        found.append(worth)
    return found
