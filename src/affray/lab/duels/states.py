"""The states of a fight between turns: each that can be reached, numbered, with a fight at it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass

from affray.core.fight import Fight
from affray.core.table import Table

MOST_STATES = 100_000
"""How many states a solution may have, unless it is told otherwise."""

MOST_PATHS_PER_STATE = 30
"""How many paths through a turn there may be, on average, before it is too much work."""

Transition = tuple[int, int]
"""The number of the state it leads to, and how many rounds later that is."""


class TooManyStatesError(Exception):
    """The fight has more states, or more paths between them, than the limits allow."""

    def __init__(self, states: int, paths: int) -> None:
        super().__init__(f"met {states:,} states and {paths:,} ways through a turn")
        self.states = states
        self.paths = paths


@dataclass
class SolverLimits:
    """How much work a solution may be; `on_progress` is told the number of states done."""

    states: int = MOST_STATES
    on_progress: Callable[[int], None] | None = None


class StateSpace:
    """The states reached so far, numbered in the order they were reached."""

    def __init__(self, limits: SolverLimits) -> None:
        self.limits = limits
        self.fights: list[Fight] = []
        self.paths = 0
        self._numbers: dict[Hashable, int] = {}

    def number_of(self, fight: Fight) -> int:
        """Gives the number of the state that a fight is in; a new state keeps the fight."""
        key: Hashable = fight.key_without_rounds()
        if fight.is_over():
            # nothing matters to the rules any more, but how they came out of it does to us
            key = (key, tuple([(one.state(), one.health()) for one in fight.roster()]))
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.fights)
            self.fights.append(fight)
        return found

    def play_step(self, fight: Fight, table: Table) -> Transition:
        """Plays a step from a state, and gives where it leads.

        Raises TooManyStatesError beyond the limits.
        """
        self.paths += 1
        most = self.limits.states
        if len(self.fights) > most or self.paths > most * MOST_PATHS_PER_STATE:
            raise TooManyStatesError(len(self.fights), self.paths)
        copied = fight.copy(table)
        copied.step()
        return self.number_of(copied), int(copied.round) - int(fight.round)

    def unfinished(self) -> Iterator[tuple[int, Fight]]:
        """Gives every state in which the fight goes on, also those reached meanwhile."""
        # the list grows while it is walked
        for number, fight in enumerate(self.fights):
            if not fight.is_over():
                yield number, fight
            if self.limits.on_progress and number % 500 == 0:
                self.limits.on_progress(number)
