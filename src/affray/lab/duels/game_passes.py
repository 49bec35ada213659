"""Passes over the graph of a game: from the values at its ends back to its beginning, and forward
along what both sides would do.

The graph is kept as arrays, to which what was worked out since the last pass is added. Nodes whose
children all have their values are set at once, level by level.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped, unused-ignore]
from scipy.sparse.csgraph import (  # type: ignore[import-untyped, unused-ignore]
    connected_components,
)

from affray.core.fight import Fight
from affray.lab.duels.choices import ChoiceGraph
from affray.lab.duels.state_space import StateSpace
from affray.lab.duels.transitions import Chain, Floats, worth_by_rounds

Numbers = NDArray[np.int_]

DRAW_VALUE = 0.5
"""What a fight that nobody wins is worth."""

LOW, HIGH = 0, 1
"""The columns of values: what they are at least, and at most."""

TOLERANCE = 1e-9
"""Two options whose values differ by less are equally good."""

ROUGH = 1e-5
FINE = 1e-13
"""Values that change by less from one round to the next change no more: while it is looked where
to go on, and in the end."""

MOST_LOOPS = 30
"""How often the states of a round that lead back to each other are gone through."""

HALVING_SHARE = 0.1
"""By which share of the duel's own interval an option has to promise less than the best for what
follows it to be looked at half as eagerly."""

LEAST_EAGERNESS = 1e-9
"""What is looked at less eagerly is not looked at."""


class Level(NamedTuple):
    """Nodes whose children are all on lower levels, so that their values are set at once."""

    chances: Numbers
    children: Numbers
    """The children of the chances, each once."""
    matrix: csr_matrix
    """Leads from the values of these children to those of the chances."""
    unknown: Floats
    """How much of each chance is not known whatever its children are worth."""
    choices: tuple[SideChoices, SideChoices]


class SideChoices(NamedTuple):
    """The choices of one side on a level, and their children one after the other."""

    nodes: Numbers
    children: Numbers
    starts: Numbers
    """Where the children of each begin, with what the side's own player would do."""


class PassedOn(NamedTuple):
    """What choices pass on of what comes to them: from which node, to which child, how much."""

    nodes: Numbers
    children: Numbers
    shares: Floats


class UsualPlay:
    """What the fight is worth where everybody plays as usual: whoever alone plays their best can do
    as much, as long as it is known what that is."""

    def __init__(self, usual: Chain, best_side: int) -> None:
        space = usual.space
        values = np.array([value_at_end(state.fight) for state in space.states])
        mine = values if best_side == 0 else 1.0 - values
        self._worth = worth_by_rounds(usual.transitions, mine, space.is_over())
        self._numbers = space.numbers
        self._best_side = best_side
        self._places = array("q")
        """The state of usual play that each state of the game is; -1 where it is none."""
        self._known = self._known_places = np.zeros(0, np.int64)
        """The states of the game that are states of usual play, and which."""

    def grow(self, space: StateSpace) -> None:
        """Looks up what is new in the game's states."""
        for key in islice(space.numbers, len(self._places), None):
            self._places.append(self._numbers.get(key, -1))
        places = np.array(self._places, np.int64)
        self._known = np.flatnonzero(places >= 0)
        self._known_places = places[self._known]

    def narrow(self, bounds: Floats, rounds: int) -> Floats:
        """The bounds of all states as they are with so many rounds left."""
        worth = self._worth[min(rounds, len(self._worth) - 1)][self._known_places]
        found = bounds.copy()
        if self._best_side == 0:
            found[self._known, LOW] = np.maximum(bounds[self._known, LOW], worth)
        else:
            found[self._known, HIGH] = np.minimum(bounds[self._known, HIGH], 1.0 - worth)
        return found


@dataclass
class GameValues:
    """The values of a game's nodes with all rounds to go, and of its states."""

    nodes: Floats
    states: Floats


class GraphArrays:
    """The nodes of a graph and the ends of a state space as they are now."""

    def __init__(self, graph: ChoiceGraph, space: StateSpace, ends: array[float]) -> None:
        self.sides = np.array(graph.sides)
        self.parents = np.array(graph.parents)
        self.children = np.array(graph.children)
        self.weights = np.array(graph.weights)
        self.leaves = np.array(graph.leaves)
        self.targets = np.array(graph.targets)
        self.later = np.array(graph.later)
        for state in space.states[len(ends) :]:
            ends.append(DRAW_VALUE if state.in_turn else value_at_end(state.fight))
        self.ends = np.array(ends, np.float64)


class GamePasses:
    """The graph of a game as it is now, for passes over all of it."""

    def __init__(
        self,
        arrays: GraphArrays,
        is_over: NDArray[np.bool_],
        roots: dict[int, int],
        left_out: dict[int, float],
        rounds: int,
        usual_play: UsualPlay | None,
    ) -> None:
        self.rounds = rounds
        self.usual_play = usual_play
        self.arrays = arrays
        self.is_over = is_over
        self.root_of = np.full(len(is_over), -1)
        self.root_of[list(roots)] = list(roots.values())
        self.left_out = np.zeros(len(is_over))
        self.left_out[list(left_out)] = list(left_out.values())
        self.ends = np.repeat(arrays.ends[:, None], 2, axis=1)
        self.ends[~is_over] = (0.0, 1.0)
        self.sides = arrays.sides
        self.leaves, self.targets, self.later = arrays.leaves, arrays.targets, arrays.later
        same_round = (self.later == 0) & (self.root_of[self.targets] >= 0)
        loops = self._leads_back(same_round) if same_round.any() else same_round
        self.looping = np.flatnonzero(loops)
        self.passed_on = np.flatnonzero(same_round & ~loops)
        """Those leaves that have the value of another state of the same round."""
        self.levels = self._levels()

    def _leads_back(self, same_round: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which leaves lead to a state of the same round from which one can come back."""
        parents, children = self.arrays.parents, self.arrays.children
        leaves = np.flatnonzero(same_round)
        tails = self.leaves[leaves]
        heads = self.root_of[self.targets[leaves]]
        count = len(self.sides)
        sources, targets = np.concatenate([parents, tails]), np.concatenate([children, heads])
        matrix = csr_matrix((np.ones(len(sources)), (sources, targets)), (count, count))
        _, part = connected_components(matrix, directed=True, connection="strong")
        found = np.zeros(len(same_round), bool)
        found[leaves] = part[tails] == part[heads]
        return found

    def _levels(self) -> list[Level]:
        """The nodes by how far they stand above those whose values are known beforehand."""
        parents, children, weights = (
            self.arrays.parents,
            self.arrays.children,
            self.arrays.weights,
        )
        passed = self.passed_on
        states = self.targets[passed]
        parents = np.concatenate([parents, self.leaves[passed]])
        children = np.concatenate([children, self.root_of[states]])
        weights = np.concatenate([weights, 1.0 - self.left_out[states]])
        unknown = np.zeros(len(self.sides))
        unknown[self.leaves[passed]] = self.left_out[states]
        heights = heights_above(parents, children, len(self.sides))
        order = np.argsort(heights[parents], kind="stable")
        parents, children, weights = parents[order], children[order], weights[order]
        highest = int(heights.max(initial=0))
        bounds = np.searchsorted(heights[parents], np.arange(1, highest + 2))
        return [
            self._make_level(
                parents[first:last], children[first:last], weights[first:last], unknown
            )
            for first, last in pairwise(bounds)
        ]

    def _make_level(
        self, parents: Numbers, children: Numbers, weights: Floats, unknown: Floats
    ) -> Level:
        """A level from the edges that leave its nodes."""
        order = np.argsort(parents, kind="stable")
        parents, children, weights = parents[order], children[order], weights[order]
        side = self.sides[parents]
        chance = side < 0
        chances, rows = np.unique(parents[chance], return_inverse=True)
        reached, columns = np.unique(children[chance], return_inverse=True)
        matrix = csr_matrix((weights[chance], (rows, columns)), (len(chances), len(reached)))
        both = []
        for number in (0, 1):
            mine = side == number
            nodes, starts = np.unique(parents[mine], return_index=True)
            both.append(SideChoices(nodes, children[mine], starts))
        return Level(chances, reached, matrix, unknown[chances], (both[0], both[1]))

    # --- back from the ends ---

    def solve(self, tolerance: float) -> GameValues:
        """The values with all rounds to go, from below and from above."""
        values = np.zeros((len(self.sides), 2))
        farthest = max(1, int(self.later.max(initial=1)))
        past: list[Floats] = []
        drawn = np.full((len(self.root_of), 2), DRAW_VALUE)
        current = self.ends.copy()
        usual = self.usual_play
        for left in range(self.rounds + 1):
            ends = self.ends if usual is None else usual.narrow(self.ends, left)
            base = ends[self.targets]
            for later in range(1, farthest + 1):
                these = self.later == later
                before = past[-later] if len(past) >= later else drawn
                base[these] = before[self.targets[these]]
            current = self._solve_round(values, base, ends)
            change = np.abs(current - past[-1]).max() if past else 1.0
            past = [*past, current][-farthest:]
            if change <= tolerance:
                break
        return GameValues(values, current)

    def _solve_round(self, values: Floats, base: Floats, ends: Floats) -> Floats:
        """Sets the values of all nodes in one round, in which states are between `ends` whatever
        follows them; gives those of the states."""
        current = ends.copy()
        explored = np.flatnonzero(self.root_of >= 0)
        looping = self.targets[self.looping]
        left_out = self.left_out[explored]
        current[explored] = (0.0, 1.0)
        for _ in range(MOST_LOOPS):
            if len(looping):
                base[self.looping] = current[looping]
            values[self.leaves] = base
            for level in self.levels:
                set_values(level, values)
            before = current[looping]
            current[explored] = values[self.root_of[explored]] * (1.0 - left_out)[:, None]
            current[explored, HIGH] += left_out
            if self.usual_play is not None:
                np.maximum(current[:, LOW], ends[:, LOW], out=current[:, LOW])
                np.minimum(current[:, HIGH], ends[:, HIGH], out=current[:, HIGH])
            if not len(looping) or np.abs(current[looping] - before).max() <= FINE:
                break
        return current

    # --- forward along what both sides would do ---

    def eagerness(self, values: GameValues, hopes: tuple[tuple[bool, bool], ...]) -> Floats:
        """How eagerly each state is to be worked out: how likely the likeliest way there is along
        which a side that hopes goes where it may be best for it, or nearly so, and one that does
        not where it is sure of most; times how much the state leaves unknown. Where that leads
        nowhere any more, all options count: with few rounds left others may be best than with
        all."""
        unknown = self.left_out.copy()
        unknown[self.root_of < 0] = 1.0
        unknown[self.is_over] = 0.0
        low, high = values.states[0]
        halving = max(TOLERANCE, HALVING_SHARE * float(high - low))
        found = np.zeros(len(self.root_of))
        for both in hopes:
            passed_on = [
                [pass_on(level.choices[side], side, values, both[side], halving) for side in (0, 1)]
                for level in self.levels
            ]
            np.maximum(found, self._reached_along(passed_on), out=found)
        found *= unknown
        if not found.any():
            everywhere = [[pass_on_all(one) for one in level.choices] for level in self.levels]
            found = self._reached_along(everywhere) * unknown
        return found

    def _reached_along(self, passed_on: list[list[PassedOn]]) -> Floats:
        """How likely the likeliest way to each state is where choices pass on so much."""
        best = np.zeros(len(self.root_of))
        waiting: Floats = np.zeros(len(self.root_of))
        waiting[0] = 1.0
        is_met = (self.later == 0) & (self.root_of[self.targets] < 0)
        is_met[self.passed_on] = True
        met, met_by = self.targets[is_met], self.leaves[is_met]
        goals, moving = self.targets[~is_met], self.leaves[~is_met]
        for _ in range(self.rounds + 1):
            better = waiting > best
            if not better.any():
                break
            np.maximum(best, waiting, out=best)
            mass = np.zeros(len(self.sides))
            explored = np.flatnonzero(better & (self.root_of >= 0))
            mass[self.root_of[explored]] = waiting[explored]
            for level, choices in zip(reversed(self.levels), reversed(passed_on), strict=True):
                push_mass(level, choices, mass)
            np.maximum.at(best, met, mass[met_by])
            waiting = np.zeros(len(best))
            np.maximum.at(waiting, goals, mass[moving])
        return best


def heights_above(parents: Numbers, children: Numbers, count: int) -> Numbers:
    """How far each node stands above those that have no children."""
    heights = np.zeros(count, np.int64)
    order = np.argsort(children, kind="stable")
    above = parents[order]
    starts = np.searchsorted(children[order], np.arange(count + 1))
    raised = np.flatnonzero(np.diff(starts))
    while len(raised):
        sizes = starts[raised + 1] - starts[raised]
        ends = np.cumsum(sizes)
        places = np.arange(int(ends[-1])) + np.repeat(starts[raised] - ends + sizes, sizes)
        goals = above[places]
        wanted = np.repeat(heights[raised] + 1, sizes)
        higher = wanted > heights[goals]
        goals = goals[higher]
        np.maximum.at(heights, goals, wanted[higher])
        is_raised = np.zeros(count, bool)
        is_raised[goals] = True
        raised = np.flatnonzero(is_raised)
    return heights


def set_values(level: Level, values: Floats) -> None:
    """Sets the values of a level's nodes from those of their children."""
    if len(level.chances):
        found = level.matrix @ values[level.children]
        found[:, HIGH] += level.unknown
        values[level.chances] = found
    for side, choices in enumerate(level.choices):
        if len(choices.nodes):
            best = np.maximum if side == 0 else np.minimum
            values[choices.nodes] = best.reduceat(values[choices.children], choices.starts)


def push_mass(level: Level, passed_on: list[PassedOn], mass: Floats) -> None:
    """Passes what has come to a level's nodes on to their children."""
    for nodes, children, shares in passed_on:
        np.maximum.at(mass, children, mass[nodes] * shares)
    if len(level.chances):
        matrix = level.matrix
        come = np.repeat(mass[level.chances], np.diff(matrix.indptr)) * matrix.data
        np.maximum.at(mass, level.children[matrix.indices], come)


def pass_on_all(choices: SideChoices) -> PassedOn:
    """All that comes to a choice, passed on to each of its children."""
    sizes = np.diff(np.append(choices.starts, len(choices.children)))
    nodes = np.repeat(choices.nodes, sizes)
    return PassedOn(nodes, choices.children, np.ones(len(nodes)))


def pass_on(
    choices: SideChoices, side: int, values: GameValues, hopes: bool, halving: float
) -> PassedOn:
    """To which children each choice passes on how much of what comes to it: all of it to the one
    that may turn out best for its side, and to others the less the less they promise; nothing to
    those that cannot be better than what the side is sure of. A side that does not hope passes all
    to what is surely best."""
    if not len(choices.nodes):
        return pass_on_all(choices)
    sizes = np.diff(np.append(choices.starts, len(choices.children)))
    if side == 0:
        worth = values.nodes[choices.children, HIGH if hopes else LOW]
        sure = values.nodes[choices.nodes, LOW]
    else:
        worth = -values.nodes[choices.children, LOW if hopes else HIGH]
        sure = -values.nodes[choices.nodes, HIGH]
    best = np.repeat(np.maximum.reduceat(worth, choices.starts), sizes)
    if hopes:
        shares = 0.5 ** ((best - worth) / halving)
        shares[worth <= np.repeat(sure, sizes) + TOLERANCE] = 0.0
    else:
        shares = (worth >= best - TOLERANCE).astype(float)
    kept = np.flatnonzero(shares > LEAST_EAGERNESS)
    nodes = np.repeat(choices.nodes, sizes)
    return PassedOn(nodes[kept], choices.children[kept], shares[kept])


def value_at_end(fight: Fight) -> float:
    """The value of a fight to the first side: by its end, or a draw's before it."""
    winner = fight.winner() if fight.is_over() else -1
    return DRAW_VALUE if winner < 0 else float(winner == 0)
