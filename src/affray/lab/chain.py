"""A fight as a Markov chain over the moments between turns, and where it ends up.

Every state is a fight that stands at it. A move leads from one state to another with a
probability, and may begin a new round; pushing a distribution forward round by round gives who
has won by when, exactly, round limit and all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped, unused-ignore]

from affray.core.fight import Fight
from affray.core.odds import OddsCache, OddsTable
from affray.core.table import Player, Table

Floats = NDArray[np.float64]
Move = tuple[int, int]
"""The number of the state it leads to, and how many rounds later that is."""

MOST_STATES = 100_000
PATHS_A_STATE = 30
"""How many ways through a turn there may be, on the average, before it is too much work."""

NOTHING = 1e-16
"""A chance of still fighting that is too small to be told from none."""


class TooLarge(Exception):
    """A fight with more states, or more ways through them, than were to be looked at."""

    def __init__(self, states: int, paths: int) -> None:
        super().__init__(f"met {states:,} states and {paths:,} ways through a turn")
        self.states = states
        self.paths = paths


@dataclass
class Limits:
    """How much work a solution may be; `watch` is told how many states were met."""

    states: int = MOST_STATES
    watch: Callable[[int], None] | None = None


class States:
    """The states met so far, numbered in the order they were met, with a fight at each."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.fights: list[Fight] = []
        self.paths = 0
        self._numbers: dict[Hashable, int] = {}

    def number(self, fight: Fight) -> int:
        """The number of the state that a fight is in; a new one keeps the fight."""
        key: Hashable = fight.key()
        if fight.is_over():
            # nothing matters to the rules any more, but how they came out of it does to us
            key = (key, tuple([(one.state(), one.health()) for one in fight.roster()]))
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.fights)
            self.fights.append(fight)
        return found

    def step(self, here: Fight, table: Table) -> Move:
        """Plays a step from a state, and says where it led."""
        self.paths += 1
        most = self.limits.states
        if len(self.fights) > most or self.paths > most * PATHS_A_STATE:
            raise TooLarge(len(self.fights), self.paths)
        there = here.copy(table)
        there.step()
        return self.number(there), int(there.round) - int(here.round)

    def unfinished(self) -> Iterable[tuple[int, Fight]]:
        """Every state in which the fight goes on, those included that are met meanwhile."""
        # the list grows while it is walked
        for number, fight in enumerate(self.fights):
            if not fight.is_over():
                yield number, fight
            if self.limits.watch and number % 500 == 0:
                self.limits.watch(number)


@dataclass
class Moves:
    """Moves between states, as they are found."""

    sources: list[int] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    error: float = 0.0

    def add(self, source: int, move: Move, chance: float) -> None:
        """Takes in a move."""
        self.sources.append(source)
        self.targets.append(move[0])
        self.rounds.append(move[1])
        self.chances.append(chance)

    def by_rounds(self, states: int) -> dict[int, csr_matrix]:
        """The moves as matrices, one for each number of rounds a move takes."""
        sources, targets = np.array(self.sources, int), np.array(self.targets, int)
        rounds, chances = np.array(self.rounds, int), np.array(self.chances, float)
        shape = (states, states)
        found = {}
        for later in sorted(set(self.rounds)):
            these = rounds == later
            matrix = csr_matrix((chances[these], (targets[these], sources[these])), shape)
            found[later] = matrix
        return found


def moves_of(start: Fight, players: list[Player], limits: Limits) -> tuple[States, Moves]:
    """Every state that can come of this one, and every move, while these players decide."""
    states = States(limits)
    table = OddsTable(players, None, OddsCache())
    states.number(start.copy(table))
    moves = Moves()
    for number, fight in states.unfinished():
        odds = table.explore(partial(states.step, fight))
        moves.error = max(moves.error, odds.error)
        for move, chance in odds.probabilities.items():
            moves.add(number, move, chance)  # type: ignore[arg-type]
    return states, moves


@dataclass
class FightHistory:
    """Where a chain ends up: how likely it is to end in each state, and to be over by when."""

    open_question: Floats
    """How likely the fight is to end in each state, cut off by the round limit or not."""
    cut_off: float
    """How likely the round limit is to end it."""
    visits: Floats
    """How often each state is expected to be passed through."""
    by_round: list[tuple[int, Floats]]
    """For each round, how likely the fight is to end in it in each state."""
    left: list[float]
    """How likely it is still to be going on after each round."""


def follow(
    moves: dict[int, csr_matrix], over: NDArray[np.bool_], first_round: int, round_limit: int
) -> FightHistory:
    """Pushes all probability forward from state 0, round by round, until none is left."""
    states = len(over)
    ends, visits = np.zeros(states), np.zeros(states)
    waiting: dict[int, Floats] = {first_round: np.eye(1, states)[0]}
    by_round: list[tuple[int, Floats]] = []
    left: list[float] = []
    cut_off = 0.0
    for number in range(first_round, round_limit + 1):
        here = waiting.pop(number, np.zeros(states))
        if not here.any() and not waiting:
            break
        passed = stay_in_round(here, moves.get(0), over)
        ended = np.where(over, passed, 0.0)
        live = np.where(over, 0.0, passed)
        visits += live
        for later, matrix in moves.items():
            if later and number + later > round_limit:
                # each of these would go on into a round that is not played any more
                stopped = live * matrix.sum(axis=0).A1
                cut_off += float(stopped.sum())
                ended = ended + stopped
            elif later:
                moved = matrix @ live
                if moved.sum() > NOTHING:
                    waiting[number + later] = waiting.get(number + later, 0.0) + moved
        ends += ended
        by_round.append((number, ended))
        left.append(float(sum(mass.sum() for mass in waiting.values())))
    return FightHistory(ends, cut_off, visits, by_round, left)


def stay_in_round(here: Floats, moves: csr_matrix | None, over: NDArray[np.bool_]) -> Floats:
    """How often each state is passed through by the time a round has no more moves of its own."""
    passed = here.copy()
    if moves is None:
        return passed
    for _ in range(len(over) + 1):
        here = moves @ np.where(over, 0.0, here)
        if here.sum() <= NOTHING:
            break
        passed += here
    return passed
