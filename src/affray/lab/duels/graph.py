"""The graph of a duel: positions, the possible actions at each, and their results.

At a position of a free side every option is an action. Any other position has a single action: the
players decide, and dice fall. Expanding an action finds the positions it leads to, with
probabilities. Before that, its results are unknown.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable

import numpy as np
from numpy.typing import NDArray

from affray.core.fight import Fight
from affray.core.paths import (
    GOING_ON,
    PathTable,
    PausedError,
    Position,
    fighter_states,
    share_parts,
)
from affray.core.questions import NOBODY, Question
from affray.core.table import Player

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

CUT_OFFS = (1e-4, 1e-7, 1e-10, 1e-17)
"""Paths less likely than this are left out when an action is expanded: one entry for the first
expansion, one for the second, and so on."""

FighterStates = tuple[tuple[str, int], ...]


class DuelGraph:
    """The graph of a duel, with flat arrays of positions, actions and edges.

    Positions are numbered; 0 is the beginning.
    """

    def __init__(self, start: Fight, players: list[Player], free_sides: Iterable[int] = ()) -> None:
        self.free_sides = set(free_sides)
        self.table = PathTable(players, self.free_sides)
        self.expanded = 0
        """The number of actions that were expanded."""
        self.positions: list[Position | None] = []
        """Every position; None if the fight is over there, or if the position is no longer
        needed."""
        self.fighters: list[FighterStates] = []
        """The states of the fighters at each position."""
        self.owners = array("b")
        """The free side that chooses at each position, or NOBODY."""
        self.winners = array("b")
        """The side that has won at each position, NOBODY, or GOING_ON."""
        self.first_actions = array("q")
        self.action_positions = array("q")
        self.left_out = array("d")
        """The probability of each action that has no known result."""
        self._levels = bytearray()
        """How often each action was expanded."""
        self._edges_of: dict[int, tuple[int, int]] = {}
        """The first and last edge of each action that may be expanded again."""
        self.edge_actions = array("q")
        self.targets = array("q")
        self.later = array("h")
        self.weights = array("d")
        self._numbers: dict[Hashable, int] = {}
        self._parts: dict[object, object] = {}
        self._states: dict[FighterStates, FighterStates] = {}
        first = Position(start.copy(self.table), start.round)
        self._add(first, GOING_ON, fighter_states(start))

    def _add(self, position: Position | None, winner: int, fighters: FighterStates) -> int:
        """Add a position with its actions; return its number."""
        number = len(self.owners)
        self.fighters.append(self._states.setdefault(fighters, fighters))
        self.winners.append(int(winner))
        self.first_actions.append(len(self.action_positions))
        side, actions = NOBODY, 0
        if winner == GOING_ON and position is not None:
            side = position.side
            actions = len(position.options) or 1
        self.positions.append(position if actions else None)
        self.owners.append(int(side))
        for _ in range(actions):
            self.action_positions.append(number)
            self.left_out.append(1.0)
            self._levels.append(0)
        return number

    def can_expand(self, action: int) -> bool:
        """Return whether another expansion of an action can find more."""
        return self.left_out[action] > 0.0 and self._levels[action] < len(CUT_OFFS)

    def expand(self, action: int, check: Callable[[], None]) -> range:
        """Find the positions an action leads to; return the range of its edges.

        Each expansion of the same action is more precise.
        """
        position_number = self.action_positions[action]
        position = self.positions[position_number]
        assert position is not None
        option = None
        if position.options:
            option = position.options[action - self.first_actions[position_number]]
        table = self.table
        table.cut_off = CUT_OFFS[self._levels[action]]
        found = table.follow_all(position, option, self._numbers, check)
        first, last = self._edges_of.pop(action, (0, 0))
        for edge in range(first, last):
            self.weights[edge] = 0.0
        begin = len(self.targets)
        for one in found:
            number = None if one.key is None else self._numbers.get(one.key)
            if number is None:
                number = self._add(one.position, one.winner, one.fighters)
                if one.key is not None:
                    self._numbers[share_parts(one.key, self._parts)] = number
            self.edge_actions.append(action)
            self.targets.append(number)
            self.later.append(int(one.later))
            self.weights.append(one.probability)
        self._levels[action] += 1
        self.left_out[action] = table.left_out
        self.expanded += 1
        if self.can_expand(action):
            self._edges_of[action] = (begin, len(self.targets))
        elif not self.free_sides and position_number:
            self.positions[position_number] = None
        return range(begin, len(self.targets))

    def actions_of(self, number: int) -> range:
        """Return the actions of a position."""
        is_last = number + 1 == len(self.owners)
        end = len(self.action_positions) if is_last else self.first_actions[number + 1]
        return range(self.first_actions[number], end)

    def asked_at(self, number: int) -> tuple[Fight, Question]:
        """Play to a position of a free side; return the fight and the question there."""
        position = self.positions[number]
        assert position is not None
        self.table.go_to(position, None)
        self.table.begin_path()
        fight = position.fight.copy(self.table)
        try:
            fight.step()
        except PausedError as pause:
            return fight, pause.question
        raise AssertionError("nothing is asked at this position")


class GraphArrays:
    """The current graph in the form that calculations need."""

    def __init__(self, graph: DuelGraph) -> None:
        weights = np.array(graph.weights, float)
        alive = weights > 0.0
        self.weights: Floats = weights[alive]
        self.edge_actions: Integers = np.array(graph.edge_actions, np.int64)[alive]
        self.targets: Integers = np.array(graph.targets, np.int64)[alive]
        self.later = np.array(graph.later, np.int64)[alive]
        self.action_positions: Integers = np.array(graph.action_positions, np.int64)
        self.sources: Integers = self.action_positions[self.edge_actions]
        self.left_out: Floats = np.array(graph.left_out, float)
        self.owners = np.array(graph.owners, np.int64)
        self.winners = np.array(graph.winners, np.int64)
        self.positions = len(self.owners)
        self.actions = len(self.left_out)
        first = np.array(graph.first_actions, np.int64)
        self.open: Integers = np.flatnonzero(self.winners == GOING_ON)
        """The positions at which the fight goes on; only these have actions."""
        self.first_actions: Integers = first[self.open]
        self._action_counts = np.diff(np.append(self.first_actions, self.actions))

    def highest_at_position(self, values: Floats) -> Floats:
        """Return for each action the highest value among the actions of its position."""
        return np.repeat(np.maximum.reduceat(values, self.first_actions), self._action_counts)

    def sum_at_position(self, values: Floats) -> Floats:
        """Return for each action the sum over the actions of its position."""
        return np.repeat(np.add.reduceat(values, self.first_actions), self._action_counts)
