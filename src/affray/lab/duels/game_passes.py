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
from affray.lab.duels.state_space import StateSpace, Transition
from affray.lab.duels.transitions import Chain, Floats, worth_by_rounds
from affray.lab.odds.decision_tree import LEAF, DecisionGraph, Node

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

NEGLIGIBLE_SHARE = 1e-3
"""Fights that go on are followed no further where they are a smaller share of what is found to be
unknown."""


class Level(NamedTuple):
    """Nodes whose children are all on lower levels, so that their values are set at once."""

    chances: Numbers
    children: Numbers
    """The children of the chances, each once."""
    matrix: csr_matrix
    """Leads from the values of these children to those of the chances."""
    transposed: csr_matrix
    unknown: Floats
    """How much of each chance is not known whatever its children are worth."""
    choices: tuple[SideChoices, SideChoices]


class SideChoices(NamedTuple):
    """The choices of one side on a level, and their children one after the other."""

    nodes: Numbers
    children: Numbers
    starts: Numbers
    usual: Numbers
    """For each choice, the place among the children of what the side's own player would do."""


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
    """The nodes of a graph and the ends of a state space as arrays that grow with them."""

    def __init__(self) -> None:
        self._nodes = 0
        self._parents = array("q")
        self._children = array("q")
        self._weights = array("d")
        self._sides = array("q")
        self._usual = array("q")
        self._leaves = array("q")
        self._targets = array("q")
        self._later = array("q")
        self._ends = array("d")

    def grow(self, graph: DecisionGraph, space: StateSpace) -> None:
        """Adds what is new in both."""
        for number in range(self._nodes, len(graph.nodes)):
            self._add(number, graph.nodes[number])
        self._nodes = len(graph.nodes)
        for state in space.states[len(self._ends) :]:
            self._ends.append(value_at_end(state.fight))

    def _add(self, number: int, node: Node) -> None:
        choice = node.choice
        self._sides.append(-1 if choice is None else choice.side)
        self._usual.append(0 if choice is None else choice.usual)
        if node.kind == LEAF:
            target, later = transition_at(node)
            self._leaves.append(number)
            self._targets.append(target)
            self._later.append(later)
        count = len(node.children)
        self._parents.extend([number] * count)
        self._children.extend(node.children)
        self._weights.extend(node.probabilities or (1.0,) * count)

    def edges(self) -> tuple[Numbers, Numbers, Floats]:
        """Every node with each of its children, and the probability of that."""
        return (
            np.array(self._parents, np.int64),
            np.array(self._children, np.int64),
            np.array(self._weights, np.float64),
        )

    def choices(self) -> tuple[Numbers, Numbers]:
        """For every node the side that chooses there, -1 where none does, and what it usually
        chooses."""
        return np.array(self._sides, np.int64), np.array(self._usual, np.int64)

    def leaves(self) -> tuple[Numbers, Numbers, Numbers]:
        """Every leaf, the state it leads to, and how many rounds later that is."""
        return (
            np.array(self._leaves, np.int64),
            np.array(self._targets, np.int64),
            np.array(self._later, np.int64),
        )

    def ends(self) -> Floats:
        """For every state what it would be worth if the fight were over there."""
        return np.array(self._ends, np.float64)


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
        self.ends = np.repeat(arrays.ends()[:, None], 2, axis=1)
        self.ends[~is_over] = (0.0, 1.0)
        self.sides, self.usual = arrays.choices()
        self.leaves, self.targets, self.later = arrays.leaves()
        same_round = (self.later == 0) & (self.root_of[self.targets] >= 0)
        loops = self._leads_back(same_round) if same_round.any() else same_round
        self.looping = np.flatnonzero(loops)
        self.passed_on = np.flatnonzero(same_round & ~loops)
        """Those leaves that have the value of another state of the same round."""
        self.levels = self._levels()

    def _leads_back(self, same_round: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which leaves lead to a state of the same round from which one can come back."""
        parents, children, _ = self.arrays.edges()
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
        parents, children, weights = self.arrays.edges()
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
            both.append(SideChoices(nodes, children[mine], starts, starts + self.usual[nodes]))
        return Level(
            chances, reached, matrix, matrix.T.tocsr(), unknown[chances], (both[0], both[1])
        )

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

    def unknown_by_state(self, values: GameValues, hopes: tuple[tuple[bool, bool], ...]) -> Floats:
        """How much each state leaves unknown, where a side that hopes goes where it may be best
        for it, and one that does not where it is sure of most; the sum over several hopes."""
        found = np.zeros(len(self.root_of))
        for both in hopes:
            chosen = [
                [pick_children(level.choices[side], side, values, both[side]) for side in (0, 1)]
                for level in self.levels
            ]
            found += self._unknown_along(chosen)
        return found

    def _unknown_along(self, chosen: list[list[Numbers]]) -> Floats:
        """How much each state leaves unknown where these children are chosen."""
        count = len(self.root_of)
        unknown: Floats = np.zeros(count)
        waiting: Floats = np.zeros(count)
        waiting[0] = 1.0
        unexplored = (self.root_of < 0) & ~self.is_over
        moves_on = np.ones(len(self.leaves), bool)
        moves_on[self.passed_on] = False
        moving, goals = self.leaves[moves_on], self.targets[moves_on]
        passing, passed = self.leaves[self.passed_on], self.targets[self.passed_on]
        for _ in range(self.rounds + 1):
            unknown[unexplored] += waiting[unexplored]
            explored = np.flatnonzero((self.root_of >= 0) & (waiting > 0))
            unknown[explored] += waiting[explored] * self.left_out[explored]
            mass = np.zeros(len(self.sides))
            np.add.at(
                mass, self.root_of[explored], waiting[explored] * (1 - self.left_out[explored])
            )
            for level, picks in zip(reversed(self.levels), reversed(chosen), strict=True):
                push_mass(level, picks, mass)
            waiting = np.bincount(goals, mass[moving], count).astype(float)
            waiting[self.is_over] = 0.0
            unknown += np.bincount(passed, mass[passing] * self.left_out[passed], count)
            if waiting.sum() < NEGLIGIBLE_SHARE * max(1e-6, unknown.sum()):
                break
        return unknown


def heights_above(parents: Numbers, children: Numbers, count: int) -> Numbers:
    """How far each node stands above those that have no children."""
    heights = np.zeros(count, int)
    while True:
        higher = heights.copy()
        np.maximum.at(higher, parents, heights[children] + 1)
        if (higher == heights).all():
            return heights
        heights = higher


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


def push_mass(level: Level, picks: list[Numbers], mass: Floats) -> None:
    """Passes what has come to a level's nodes on to their children."""
    for choices, pick in zip(level.choices, picks, strict=True):
        if len(pick):
            np.add.at(mass, pick, mass[choices.nodes])
    if len(level.chances):
        mass[level.children] += level.transposed @ mass[level.chances]


def pick_children(choices: SideChoices, side: int, values: GameValues, hopes: bool) -> Numbers:
    """The child of each choice that may turn out best for its side, or that is surely best; of
    equals what its own player would do, else the first."""
    if not len(choices.nodes):
        return choices.nodes
    if side == 0:
        worth = values.nodes[choices.children, HIGH if hopes else LOW]
    else:
        worth = -values.nodes[choices.children, LOW if hopes else HIGH]
    worth[choices.usual] += TOLERANCE
    best = np.maximum.reduceat(worth, choices.starts)
    sizes = np.diff(np.append(choices.starts, len(choices.children)))
    places = np.flatnonzero(worth == np.repeat(best, sizes))
    return np.asarray(choices.children[places[np.searchsorted(places, choices.starts)]])


def transition_at(leaf: Node) -> Transition:
    """The transition that a leaf stands for."""
    transition = leaf.outcome
    assert isinstance(transition, tuple)
    return transition


def value_at_end(fight: Fight) -> float:
    """The value of a fight to the first side: by its end, or a draw's before it."""
    winner = fight.winner() if fight.is_over() else -1
    return DRAW_VALUE if winner < 0 else float(winner == 0)
