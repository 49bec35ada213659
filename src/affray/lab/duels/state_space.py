"""The states of a fight that a solution tells apart, numbered, and how to come to each of them.

A state is between turns, or in the middle of a turn where ways are merged (see
`affray.core.steps`). Ways that come to the same state are one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from affray.core.fight import Fight
from affray.core.odds import Distribution
from affray.core.questions import Option, Ruling
from affray.core.steps import ReachedState, key_after_step

Transition = tuple[int, int]
"""The number of the state it leads to, and how many rounds later that is."""


class DuelState(NamedTuple):
    """A state, and how to get there: a fight between turns, and from there the ways the dice fell
    and the answers that were given in the turn."""

    fight: Fight
    """The fight as it is at this state, to look at."""
    start: Fight
    """The fight as it was at the beginning of the turn; the same between turns."""
    ways: list[tuple[Distribution, int]]
    answers: list[Option | Ruling]
    in_turn: bool


class StateSpace:
    """The states reached so far, numbered in the order they were reached."""

    def __init__(self) -> None:
        self.states: list[DuelState] = []
        self.numbers: dict[Hashable, int] = {}
        """The number of each state, by its key."""
        self._over: list[bool] = []
        self._looks: dict[tuple[tuple[str, int], ...], DuelState] = {}
        """A state for each way that everybody can look who sees how they came out of it."""

    def is_over(self) -> NDArray[np.bool_]:
        """Which states are ends of the fight."""
        for state in self.states[len(self._over) :]:
            self._over.append(not state.in_turn and state.fight.is_over())
        return np.array(self._over)

    def add_start(self, fight: Fight) -> int:
        """Gives the number of the state that a fight between turns is in."""
        return self.add(ReachedState(key_after_step(fight), fight, [], [], False), fight)

    def going_on_from(self, number: int) -> Iterator[int]:
        """The states from a number on that are no ends of the fight, also those that are reached
        meanwhile."""
        while number < len(self.states):
            state = self.states[number]
            if state.in_turn or not state.fight.is_over():
                yield number
            number += 1

    def fight(self, number: int) -> Fight:
        """The fight as it is at a state."""
        return self.states[number].fight

    def add(self, reached: ReachedState, start: Fight) -> int:
        """Gives the number of a state that was reached in a turn that began so."""
        found = self.numbers.get(reached.key)
        if found is None:
            found = self.numbers[reached.key] = len(self.states)
            self.keep_all([reached], start)
        return found

    def keep_all(self, reached: list[ReachedState], start: Fight) -> None:
        """Keeps the states that have the next numbers, which were reached in a turn that began
        so."""
        for one in reached:
            fight, in_turn = one.fight, one.in_step
            begun = start if in_turn else fight
            self.states.append(DuelState(fight, begun, one.ways, one.answers, in_turn))

    def forget(self, number: int) -> None:
        """Keeps in the place of a state, which goes on and is worked out, one that looks the same
        from outside."""
        state = self.states[number]
        looks = tuple([(one.state(), one.health()) for one in state.fight.roster()])
        self.states[number] = self._looks.setdefault(looks, state)
