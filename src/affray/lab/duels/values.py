"""Calculations on a graph: the flow of probability, and the values of positions.

Both go round by round, because the round limit ends an undecided duel as a draw. Within a round no
position comes back, so positions have levels. Edges lead from higher to lower levels, and one sweep
over the levels is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from affray.core.paths import GOING_ON
from affray.lab.duels.graph import Floats, GraphArrays, Integers

NEGLIGIBLE = 1e-16
"""A probability that is too small to matter."""

UNCHANGED = 1e-12
"""Values that differ by less than this count as equal."""

MOST_LEVELS = 400
"""With more levels than this, positions have no order within a round, and sweeps are repeated."""

DRAW = 0.5
"""The value of a draw; a win is 1."""

PROMISE_POWER = 6
"""How strongly the search prefers the most promising action of a position."""


class Edges:
    """Some edges of a graph, in order."""

    def __init__(self, graph: GraphArrays, chosen: Integers, ranks: Integers) -> None:
        self.actions: Integers = graph.edge_actions[chosen]
        self.ranks: Integers = ranks[self.actions]
        self.sources: Integers = graph.sources[chosen]
        self.targets: Integers = graph.targets[chosen]
        self.weights: Floats = graph.weights[chosen]

    def carried(self, here: Floats, share: Floats, part: slice = slice(None)) -> Floats:
        """Return the probability that each edge carries.

        `here` has the probability of each position, and `share` the share of each action.
        """
        found: Floats = here[self.sources[part]] * self.weights[part] * share[self.actions[part]]
        return found

    def add_values(
        self, into: Floats, values: Floats, first: int = 0, part: slice = slice(None)
    ) -> None:
        """Add the value of its edges to each action.

        `values` are the values of positions; `into` starts with the action of rank `first`.
        """
        worth = self.weights[part] * values[self.targets[part]]
        into += np.bincount(self.ranks[part] - first, worth, len(into))


class Level:
    """A level of the graph: its edges within a round, its actions by rank, and its positions."""

    def __init__(self, edges: slice, actions: slice, positions: Integers, firsts: Integers) -> None:
        self.edges = edges
        self.actions = actions
        self.positions = positions
        self.firsts = firsts
        """The index of each position's first action among the level's actions."""


class LevelledGraph:
    """A graph with its edges in order.

    Edges within a round are ordered by level, and later edges by the number of rounds they skip.
    Actions have ranks; actions of lower levels come first.
    """

    def __init__(self, graph: GraphArrays) -> None:
        self.graph = graph
        by_action = np.argsort(graph.edge_actions, kind="stable")
        later = graph.later[by_action]
        near = by_action[later == 0]
        levels, self.is_ordered = levels_of(graph, near)
        action_levels = levels[graph.action_positions]
        order = np.argsort(action_levels, kind="stable")
        self.ranks: Integers = np.empty(graph.actions, np.int64)
        self.ranks[order] = np.arange(graph.actions)
        near = near[np.argsort(levels[graph.sources[near]], kind="stable")]
        self.near = Edges(graph, near, self.ranks)
        self.later = [
            (rounds, Edges(graph, by_action[later == rounds], self.ranks))
            for rounds in range(1, int(later.max(initial=0)) + 1)
        ]
        marks = np.arange(int(levels.max(initial=0)) + 2)
        edges = np.searchsorted(levels[self.near.sources], marks).tolist()
        actions = np.searchsorted(action_levels[order], marks).tolist()
        self.levels: list[Level] = []
        """All levels, lowest first."""
        for n in range(len(marks) - 1):
            owners = graph.action_positions[order[actions[n] : actions[n + 1]]]
            firsts = np.flatnonzero(np.diff(owners, prepend=-1))
            here = slice(edges[n], edges[n + 1]), slice(actions[n], actions[n + 1])
            self.levels.append(Level(*here, owners[firsts], firsts))


def levels_of(graph: GraphArrays, near: Integers) -> tuple[Integers, bool]:
    """Return the level of each position, and whether all edges lead to lower levels.

    `near` are the edges within a round, ordered by position.
    """
    levels = np.zeros(graph.positions, np.int64)
    if not len(near):
        return levels, True
    sources, targets = graph.sources[near], graph.targets[near]
    starts = np.flatnonzero(np.append(True, sources[1:] != sources[:-1]))
    leaving = sources[starts]
    for _ in range(MOST_LEVELS):
        found = 1 + np.maximum.reduceat(levels[targets], starts)
        if np.array_equal(found, levels[leaving]):
            return levels, True
        levels[leaving] = found
    return levels, False


# --- probability, forward ---


@dataclass
class Flow:
    """The flow of probability from the beginning of a duel to its ends."""

    ends: Floats
    """The probability that the duel ends at each position, including by the round limit."""
    visits: Floats
    """The expected number of times each action is taken."""
    ends_by_round: list[tuple[int, Floats]]

    @property
    def unknown(self) -> float:
        """Return the probability that has no known ending."""
        return max(0.0, 1.0 - float(self.ends.sum()))


def propagate(
    levelled: LevelledGraph,
    shares: Sequence[Floats],
    first_round: int,
    round_limit: int,
    negligible: float = NEGLIGIBLE,
) -> Flow:
    """Push all probability forward through the graph.

    `shares[n]` are the shares of the actions with n rounds left; the last entry is for all higher
    n.
    """
    graph = levelled.graph
    is_over = graph.winners != GOING_ON
    ends, visits = np.zeros(graph.positions), np.zeros(graph.actions)
    start = np.zeros(graph.positions)
    start[0] = 1.0
    waiting: dict[int, Floats] = {first_round: start}
    ends_by_round: list[tuple[int, Floats]] = []
    number = first_round - 1
    while waiting and number < round_limit:
        number += 1
        here = waiting.pop(number, None)
        if here is None:
            continue
        share = shares[min(round_limit - number, len(shares) - 1)]
        passed = flow_within_round(levelled, here, share, negligible)
        visits += passed[graph.action_positions] * share
        ended = np.where(is_over, passed, 0.0)
        for later, edges in levelled.later:
            carried = edges.carried(passed, share)
            if number + later > round_limit:
                ended += np.bincount(edges.sources, carried, graph.positions)
            elif carried.sum() > negligible:
                arriving = waiting.setdefault(number + later, np.zeros(graph.positions))
                arriving += np.bincount(edges.targets, carried, graph.positions)
        ends += ended
        ends_by_round.append((number, ended))
    return Flow(ends, visits, ends_by_round)


def flow_within_round(
    levelled: LevelledGraph, here: Floats, share: Floats, negligible: float
) -> Floats:
    """Return how often each position is expected to occur within one round."""
    near = levelled.near
    passed = np.zeros(len(here))
    while True:
        moving, here = here, np.zeros(len(here))
        arriving = moving if levelled.is_ordered else here
        for level in reversed(levelled.levels):
            if level.edges.start < level.edges.stop:
                carried = near.carried(moving, share, level.edges)
                arriving += np.bincount(near.targets[level.edges], carried, len(here))
        passed += moving
        if here.sum() <= negligible:
            return passed


# --- values, back ---


@dataclass
class Bounds:
    """Bounds on the value for the first side of every position and action."""

    low: Floats
    high: Floats
    action_low: Floats
    action_high: Floats

    def change_from(self, other: Bounds) -> float:
        """Return the largest difference between the values of positions."""
        lows, highs = np.abs(self.low - other.low), np.abs(self.high - other.high)
        return float(max(lows.max(), highs.max()))


Chooser = Callable[[GraphArrays, Bounds], Floats]
"""A function that returns the share of each action at its position."""


def bound_values(
    levelled: LevelledGraph, rounds: int, choose: Chooser, unchanged: float = UNCHANGED
) -> tuple[Bounds, list[Floats]]:
    """Bound the value of the duel with `rounds` left, if every free side plays its best.

    Also returns the shares that `choose` returned for 0 rounds left, 1 and so on, until more rounds
    change nothing.
    """
    found: list[Bounds] = []
    shares: list[Floats] = []
    for left in range(rounds + 1):
        bounds = bound_round(levelled, found, left)
        shares.append(choose(levelled.graph, bounds))
        is_settled = len(found) > len(levelled.later)
        is_settled = is_settled and bounds.change_from(found[-1]) <= unchanged
        found = [*found[-len(levelled.later) - 1 :], bounds]
        if is_settled:
            break
    return found[-1], shares


def bound_round(levelled: LevelledGraph, before: list[Bounds], left: int) -> Bounds:
    """Bound the values with `left` rounds left, from those with fewer rounds left.

    After the last round the duel is a draw.
    """
    graph = levelled.graph
    drawn = np.full(graph.positions, DRAW)
    base_low, base_high = np.zeros(graph.actions), np.zeros(graph.actions)
    base_high[levelled.ranks] = graph.left_out
    for later, edges in levelled.later:
        edges.add_values(base_low, before[-later].low if later <= left else drawn)
        edges.add_values(base_high, before[-later].high if later <= left else drawn)
    goes_on = graph.winners == GOING_ON
    ended = np.where(graph.winners == 0, 1.0, np.where(graph.winners == 1, 0.0, DRAW))
    low, action_low = value_round(levelled, np.where(goes_on, 0.0, ended), base_low)
    high, action_high = value_round(levelled, np.where(goes_on, 1.0, ended), base_high)
    return Bounds(low, high, action_low[levelled.ranks], action_high[levelled.ranks])


def value_round(levelled: LevelledGraph, values: Floats, base: Floats) -> tuple[Floats, Floats]:
    """Return the value of every position and action.

    `base` has the value of each action in later rounds. The first side maximises the value, the
    second minimises it.
    """
    owners, near = levelled.graph.owners, levelled.near
    while True:
        actions, before = base.copy(), values.copy()
        for level in levelled.levels:
            here = actions[level.actions]
            if not len(here):
                continue
            near.add_values(here, values, level.actions.start, level.edges)
            np.minimum(here, 1.0, out=here)
            highest = np.maximum.reduceat(here, level.firsts)
            lowest = np.minimum.reduceat(here, level.firsts)
            values[level.positions] = np.where(owners[level.positions] == 1, lowest, highest)
        if levelled.is_ordered or np.abs(values - before).max() <= UNCHANGED:
            return values, actions


# --- which actions are chosen ---


def usual_shares(graph: GraphArrays) -> Floats:
    """Choose the first action at every position: the choice of the side's own player."""
    shares = np.zeros(graph.actions)
    shares[graph.first_actions] = 1.0
    return shares


def sure_shares(graph: GraphArrays, bounds: Bounds) -> Floats:
    """Choose the action with the best guaranteed value, and the first of equal ones."""
    wants_low = graph.owners[graph.action_positions] == 1
    worth = np.where(wants_low, 1.0 - bounds.action_high, bounds.action_low)
    is_best = worth >= graph.highest_at_position(worth) - UNCHANGED
    numbers = np.where(is_best, np.arange(graph.actions), graph.actions)
    shares = np.zeros(graph.actions)
    shares[np.minimum.reduceat(numbers, graph.first_actions)] = 1.0
    return shares


def promising_shares(graph: GraphArrays, bounds: Bounds) -> Floats:
    """Choose the best guaranteed action half of the time, otherwise by promise.

    An action's promise is how much better it may be than the best guaranteed value.
    """
    wants_low = graph.owners[graph.action_positions] == 1
    promise = np.where(wants_low, 1.0 - bounds.action_low, bounds.action_high)
    worth = np.where(wants_low, 1.0 - bounds.action_high, bounds.action_low)
    gain = np.maximum(promise - graph.highest_at_position(worth), 0.0)
    most = graph.highest_at_position(gain)
    sure = sure_shares(graph, bounds)
    is_settled = most <= UNCHANGED
    weights = np.where(is_settled, sure, (gain / np.where(is_settled, 1.0, most)) ** PROMISE_POWER)
    shares: Floats = (sure + weights / graph.sum_at_position(weights)) / 2
    return shares
