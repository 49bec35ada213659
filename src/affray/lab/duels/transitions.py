"""A fight as a Markov chain: the transitions between its states, and where they lead.

A transition leads from one state to another with a probability, and may begin a new round.
Propagating the probabilities round by round gives who has won by when, exactly, with the round
limit taken into account.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped, unused-ignore]

from affray.core.fight import Fight
from affray.core.odds import OddsCache, OddsTable
from affray.core.table import Player
from affray.lab.duels.states import SolverLimits, StateSpace, Transition

Floats = NDArray[np.float64]

NEGLIGIBLE = 1e-16
"""A probability of still fighting that is too small to be told from none."""


@dataclass
class Transitions:
    """The transitions between states, in the order they are found."""

    sources: list[int] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    probabilities: list[float] = field(default_factory=list)
    error: float = 0.0

    def add(self, source: int, transition: Transition, probability: float) -> None:
        """Adds a transition."""
        self.sources.append(source)
        self.targets.append(transition[0])
        self.rounds.append(transition[1])
        self.probabilities.append(probability)

    def matrices(self, states: int) -> dict[int, csr_matrix]:
        """Gives the transitions as matrices, one for each number of rounds they take."""
        sources, targets = np.array(self.sources, int), np.array(self.targets, int)
        rounds, probabilities = np.array(self.rounds, int), np.array(self.probabilities, float)
        shape = (states, states)
        found = {}
        for later in sorted(set(self.rounds)):
            these = rounds == later
            found[later] = csr_matrix(
                (probabilities[these], (targets[these], sources[these])), shape
            )
        return found


def explore_states(
    start: Fight, players: list[Player], limits: SolverLimits
) -> tuple[StateSpace, Transitions]:
    """Finds every state that can be reached from this one, and every transition, while these
    players decide. Raises TooManyStatesError beyond the limits."""
    states = StateSpace(limits)
    table = OddsTable(players, None, OddsCache())
    states.number_of(start.copy(table))
    transitions = Transitions()
    for number, fight in states.unfinished():
        odds = table.explore(partial(states.play_step, fight))
        transitions.error = max(transitions.error, odds.error)
        for transition, probability in odds.probabilities.items():
            transitions.add(number, transition, probability)  # type: ignore[arg-type]
    return states, transitions


@dataclass
class ChainResult:
    """How a Markov chain ends: in which states, and when."""

    ends: Floats
    """How likely the fight is to end in each state, cut off by the round limit or not."""
    cut_off: float
    """How likely the round limit is to end it."""
    visits: Floats
    """How often each state is expected to be passed through."""
    ends_by_round: list[tuple[int, Floats]]
    """For each round, how likely the fight is to end in it in each state."""
    going_on: list[float]
    """How likely it is to go on after each round."""


def propagate(
    matrices: dict[int, csr_matrix], over: NDArray[np.bool_], first_round: int, round_limit: int
) -> ChainResult:
    """Pushes all probability forward from state 0, round by round, until none is left."""
    states = len(over)
    ends, visits = np.zeros(states), np.zeros(states)
    waiting: dict[int, Floats] = {first_round: np.eye(1, states)[0]}
    ends_by_round: list[tuple[int, Floats]] = []
    going_on: list[float] = []
    cut_off = 0.0
    for number in range(first_round, round_limit + 1):
        here = waiting.pop(number, np.zeros(states))
        if not here.any() and not waiting:
            break
        passed = propagate_within_round(here, matrices.get(0), over)
        ended = np.where(over, passed, 0.0)
        live = np.where(over, 0.0, passed)
        visits += live
        for later, matrix in matrices.items():
            if later and number + later > round_limit:
                # each of these would go on into a round that is not played any more
                stopped = live * matrix.sum(axis=0).A1
                cut_off += float(stopped.sum())
                ended = ended + stopped
            elif later:
                moved = matrix @ live
                if moved.sum() > NEGLIGIBLE:
                    waiting[number + later] = waiting.get(number + later, 0.0) + moved
        ends += ended
        ends_by_round.append((number, ended))
        going_on.append(float(sum(mass.sum() for mass in waiting.values())))
    return ChainResult(ends, cut_off, visits, ends_by_round, going_on)


def propagate_within_round(
    here: Floats, matrix: csr_matrix | None, over: NDArray[np.bool_]
) -> Floats:
    """Gives how often each state is passed through by transitions within one round."""
    passed = here.copy()
    if matrix is None:
        return passed
    for _ in range(len(over) + 1):
        here = matrix @ np.where(over, 0.0, here)
        if here.sum() <= NEGLIGIBLE:
            break
        passed += here
    return passed
