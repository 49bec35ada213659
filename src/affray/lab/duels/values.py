"""What a graph says: how probability flows through it, and what positions are worth.

Both go round by round, because the round limit makes a draw of what goes on. Within a round no
position comes back, so positions have levels: edges lead from higher levels to lower ones, and one
sweep over the levels is enough.
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
"""Values that change by less than this do not change."""

MOST_LEVELS = 400
"""With more levels than this there is no order within a round, and sweeps are repeated."""

DRAW = 0.5
"""What a draw is worth, a win being 1."""

PROMISE_POWER = 6
"""How quickly an action is looked at less often, the less it promises beside the others."""


class Edges:
    """Some edges of a graph, in order."""

    def __init__(self, graph: GraphArrays, chosen: Integers, ranks: Integers) -> None:
        self.actions: Integers = graph.edge_actions[chosen]
        self.ranks: Integers = ranks[self.actions]
        self.sources: Integers = graph.sources[chosen]
        self.targets: Integers = graph.targets[chosen]
        self.weights: Floats = graph.weights[chosen]

    def carried(self, here: Floats, share: Floats, part: slice = slice(None)) -> Floats:
        """Return what each edge carries, if positions have this probability and actions are chosen
        by these shares."""
        found: Floats = here[self.sources[part]] * self.weights[part] * share[self.actions[part]]
        return found

    def add_values(
        self, into: Floats, values: Floats, first: int = 0, part: slice = slice(None)
    ) -> None:
        """Add to each action, by rank from the first, what its edges are worth if positions have
        these values."""
        worth = self.weights[part] * values[self.targets[part]]
        into += np.bincount(self.ranks[part] - first, worth, len(into))


class Level:
    """A level: its edges within a round, its actions by rank, and its positions."""

    def __init__(self, edges: slice, actions: slice, positions: Integers, firsts: Integers) -> None:
        self.edges = edges
        self.actions = actions
        self.positions = positions
        self.firsts = firsts
        """Where the actions of each position begin among the actions of the level."""


class LevelledGraph:
    """A graph with its edges in order: those within a round by levels, and later ones by how many
    rounds later they lead. Actions have ranks, those of lower levels first."""

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
        """The lowest level first."""
        for n in range(len(marks) - 1):
            owners = graph.action_positions[order[actions[n] : actions[n + 1]]]
            firsts = np.flatnonzero(np.diff(owners, prepend=-1))
            here = slice(edges[n], edges[n + 1]), slice(actions[n], actions[n + 1])
            self.levels.append(Level(*here, owners[firsts], firsts))


def levels_of(graph: GraphArrays, near: Integers) -> tuple[Integers, bool]:
    """Return the level of each position, and whether all edges lead to lower levels. `near` are the
    edges within a round, ordered by position."""
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
    """How probability flows from the beginning to the ends of a duel."""

    ends: Floats
    """How likely the duel ends at each position, at its end or by the round limit."""
    visits: Floats
    """How often each action is expected to be taken."""
    ends_by_round: list[tuple[int, Floats]]

    @property
    def unknown(self) -> float:
        """Return how much probability leads nobody knows where."""
        return max(0.0, 1.0 - float(self.ends.sum()))


def propagate(
    levelled: LevelledGraph,
    shares: Sequence[Floats],
    first_round: int,
    round_limit: int,
    negligible: float = NEGLIGIBLE,
) -> Flow:
    """Push all probability forward, where actions are chosen by shares: `shares[n]` with n rounds
    left, the last for all higher n."""
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
    """Return how often each position is passed within one round."""
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
    """Between what the duel is worth to the first side, at every position and with every action."""

    low: Floats
    high: Floats
    action_low: Floats
    action_high: Floats

    def change_from(self, other: Bounds) -> float:
        """Return by how much the values of positions differ at most."""
        lows, highs = np.abs(self.low - other.low), np.abs(self.high - other.high)
        return float(max(lows.max(), highs.max()))


Chooser = Callable[[GraphArrays, Bounds], Floats]
"""Gives the share with which each action is chosen at its position."""


def bound_values(
    levelled: LevelledGraph, rounds: int, choose: Chooser, unchanged: float = UNCHANGED
) -> tuple[Bounds, list[Floats]]:
    """Bound the value of the duel with so many rounds left, if every free side plays its best.

    Also returns the shares that `choose` gives for 0 rounds left, 1 and so on, until more rounds
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
    """Bound the values with so many rounds left, from those with fewer rounds left. After the last
    round the duel is a draw."""
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
    """Return the value of every position and action, from what actions are worth in later rounds;
    the first side wants it high, the second low."""
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
    """Choose the first action everywhere: what the side's own player would do."""
    shares = np.zeros(graph.actions)
    shares[graph.first_actions] = 1.0
    return shares


def sure_shares(graph: GraphArrays, bounds: Bounds) -> Floats:
    """Choose the action that is surely worth most; of equals the first."""
    wants_low = graph.owners[graph.action_positions] == 1
    worth = np.where(wants_low, 1.0 - bounds.action_high, bounds.action_low)
    is_best = worth >= graph.highest_at_position(worth) - UNCHANGED
    numbers = np.where(is_best, np.arange(graph.actions), graph.actions)
    shares = np.zeros(graph.actions)
    shares[np.minimum.reduceat(numbers, graph.first_actions)] = 1.0
    return shares


def promising_shares(graph: GraphArrays, bounds: Bounds) -> Floats:
    """Choose half of the time what is surely best, and else by what actions promise: how much
    better than what is sure they may be."""
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
