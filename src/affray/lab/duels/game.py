"""A duel in which sides choose: a zero-sum game over its states, solved between bounds.

A state's value is the share of fights its first side wins, draws counting half. From one state to
the next dice and decisions make a tree, and all these trees are kept in one graph. With as many
rounds left as there are, a state's value follows from those it leads to in the same round and in
the next: one pass over the graph for each round, from the end of the fight to its beginning.

What is not worked out yet is worth something between a loss and a win. So every value is an
interval. Where it is looked next is where both sides would go if all that is unknown were to turn
out well for them: only there can the interval of the whole duel become narrower.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice, takewhile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped, unused-ignore]
from scipy.sparse.csgraph import (  # type: ignore[import-untyped, unused-ignore]
    connected_components,
)

from affray.core.fight import Fight
from affray.core.table import Player
from affray.lab.duels.limits import OutOfTimeError, SolverLimits, WorkDone
from affray.lab.duels.state_space import StateSpace, StateTable, Transition
from affray.lab.duels.transitions import Floats, Transitions
from affray.lab.odds.decision_tree import CHANCE, CHOICE, LEAF, DecisionGraph, Node

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

CUT_OFFS = (1e-6, 1e-8, 1e-10)
"""How unlikely a path through the dice is that is not followed: at first, and then."""

LEAST_BATCH = 32
BATCH_SHARE = 0.4
"""How many states are worked out before it is looked again where to go on."""

HOPES = ((True, False), (False, True), (True, True))
"""Who plays for what may turn out best, not for what is sure, where it is looked next: the first
side, to see how good it can be at most against what the other is sure of; the second; and both."""

MOST_LOOPS = 30
"""How often the states of a round that lead back to each other are gone through."""


class Level(NamedTuple):
    """Nodes whose children are all on lower levels, so that their values are set at once."""

    chances: Numbers
    matrix: csr_matrix
    choices: tuple[SideChoices, SideChoices]


class SideChoices(NamedTuple):
    """The choices of one side on a level, and their children one after the other."""

    nodes: Numbers
    children: Numbers
    starts: Numbers
    usual: Numbers
    """For each choice, the place among the children of what the side's own player would do."""


@dataclass
class GameValues:
    """The values of a game's nodes with all rounds to go, and of its states."""

    nodes: Floats
    states: Floats


class DuelGame:
    """A duel in which some sides choose: its states, and a tree of what follows each."""

    def __init__(
        self,
        start: Fight,
        players: list[Player],
        best_sides: set[int],
        limits: SolverLimits | None = None,
        round_limit: int = 1000,
    ) -> None:
        self.space = StateSpace()
        self.graph = DecisionGraph()
        self.roots: dict[int, int] = {}
        self.left_out: dict[int, float] = {}
        self.work = WorkDone(limits or SolverLimits())
        self.rounds = round_limit - int(start.round)
        self._table = StateTable(players, best_sides)
        self._cut_offs: dict[int, int] = {}
        self.space.add_start(start.copy(self._table))

    # --- working it out ---

    def explore(self) -> GameValues:
        """Works out states until the value of the duel is near enough or a limit is reached, and
        gives the values there are; stops where it is when it is interrupted."""
        try:
            while True:
                passes = GamePasses(self)
                values = passes.solve(ROUGH)
                low, high = values.states[0]
                self.work.report(float(low), float(high))
                if high - low <= self.work.limits.width:
                    values = passes.solve(FINE)
                    low, high = values.states[0]
                    if high - low <= self.work.limits.width:
                        return values
                unknown = sum(passes.unknown_by_state(values, *hopes) for hopes in HOPES)
                if not self._work_out_likeliest(np.asarray(unknown)):
                    break
        except OutOfTimeError:
            pass
        except KeyboardInterrupt:
            self.work.stopped = "interrupted"
        return GamePasses(self).solve(FINE)

    def _work_out_likeliest(self, unknown: Floats) -> bool:
        """Works out the states that leave most unknown; False when nothing is left to do, or a
        limit is reached."""
        batch = max(LEAST_BATCH, int(BATCH_SHARE * len(self.roots)))
        likeliest = (
            int(number)
            for number in takewhile(
                lambda number: unknown[number] > 0.0, np.argsort(-unknown, kind="stable")
            )
            if self._cut_offs.get(int(number), 0) < len(CUT_OFFS)
        )
        return self.work.work_out_each(islice(likeliest, batch), self._work_out)

    def _work_out(self, number: int) -> None:
        """Works out what follows a state, more closely each time."""
        level = self._cut_offs.get(number, 0)
        self._cut_offs[number] = level + 1
        state = self.space.states[number]
        table = self._table
        table.cut_off = CUT_OFFS[level]
        table.go_to(state.ways, state.answers)
        self.roots[number] = table.grow_tree(self.graph, self.space.follower(state, self.work))
        self.left_out[number] = min(1.0, table.left_out)
        self.work.states += 1

    # --- playing by it ---

    def best_options(self, values: GameValues) -> dict[int, int]:
        """The option of every choice that is sure to be worth most; of equals the usual one, else
        the first."""
        found = {}
        for number, node in enumerate(self.graph.nodes):
            if node.choice is not None:
                children = list(node.children)
                if node.choice.side == 0:
                    gains = values.nodes[children, LOW]
                else:
                    gains = -values.nodes[children, HIGH]
                best = int(np.argmax(gains))
                usual = node.choice.usual
                found[number] = usual if gains[usual] >= gains[best] - TOLERANCE else best
        return found

    def transitions(self, chosen: dict[int, int]) -> Transitions:
        """The transitions between the states that can be reached when these options are
        chosen."""
        found = Transitions()
        waiting = [0]
        while waiting:
            state = waiting.pop()
            if state in found or state not in self.roots:
                continue
            ways: dict[Transition, float] = {}
            kept = 1.0 - self.left_out[state]
            for number, probability in self.visit_probabilities(state, chosen).items():
                node = self.graph.nodes[number]
                if node.kind == LEAF:
                    reached = transition_at(node)
                    ways[reached] = ways.get(reached, 0.0) + probability * kept
                    waiting.append(reached[0])
            found.put(state, ways, self.left_out[state])
        return found

    def visit_probabilities(self, state: int, chosen: dict[int, int]) -> dict[int, float]:
        """How likely each node of what follows a state is to be passed when these options are
        chosen."""
        nodes = self.graph.nodes
        root = self.roots[state]
        found = {root: 1.0}
        # children have lower numbers than their parents: the highest has all of its behind it
        waiting = [-root]
        while waiting:
            number = -heappop(waiting)
            node = nodes[number]
            ways: list[tuple[int, float]] = []
            if node.kind == CHANCE:
                ways = list(zip(node.children, node.probabilities, strict=True))
            elif node.kind == CHOICE:
                ways = [(node.children[chosen[number]], 1.0)]
            for child, probability in ways:
                if child not in found:
                    heappush(waiting, -child)
                found[child] = found.get(child, 0.0) + found[number] * probability
        return found


class GamePasses:
    """The graph of a game as arrays, for passes over all of it."""

    def __init__(self, game: DuelGame) -> None:
        self.game = game
        states = game.space.states
        nodes = game.graph.nodes
        self.root_of = np.full(len(states), -1)
        self.root_of[list(game.roots)] = list(game.roots.values())
        self.left_out = np.zeros(len(states))
        self.left_out[list(game.left_out)] = list(game.left_out.values())
        self.ends = np.array([[value_at_end(one.fight)] * 2 for one in states])
        is_over = np.array([one.fight.is_over() for one in states])
        self.ends[~is_over] = (0.0, 1.0)

        leaves = [n for n, node in enumerate(nodes) if node.kind == LEAF]
        reached = np.array([transition_at(nodes[n]) for n in leaves], int).reshape(-1, 2)
        self.leaves = np.array(leaves, int)
        self.targets, self.later = reached[:, 0], reached[:, 1]
        same_round = (self.later == 0) & (self.root_of[self.targets] >= 0)
        loops = self._leads_back(same_round) if same_round.any() else same_round
        self.looping = np.flatnonzero(loops)
        self.passed_on = np.flatnonzero(same_round & ~loops)
        """Those leaves that have the value of another state of the same round."""
        self.levels = self._levels()

    def _leads_back(self, same_round: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which leaves lead to a state of the same round from which one can come back."""
        parents, children = self._edges()
        leaves = np.flatnonzero(same_round)
        tails = self.leaves[leaves]
        heads = self.root_of[self.targets[leaves]]
        count = len(self.game.graph.nodes)
        sources, targets = np.concatenate([parents, tails]), np.concatenate([children, heads])
        matrix = csr_matrix((np.ones(len(sources)), (sources, targets)), (count, count))
        _, part = connected_components(matrix, directed=True, connection="strong")
        found = np.zeros(len(same_round), bool)
        found[leaves] = part[tails] == part[heads]
        return found

    def _edges(self) -> tuple[Numbers, Numbers]:
        """Every node with each of its children."""
        nodes = self.game.graph.nodes
        sizes = np.array([len(node.children) for node in nodes], int)
        children = np.array([child for node in nodes for child in node.children], int)
        return np.repeat(np.arange(len(nodes)), sizes), children

    def _levels(self) -> list[Level]:
        """The nodes by how far they stand above those whose values are known beforehand."""
        nodes = self.game.graph.nodes
        parents, children = self._edges()
        weights = np.array(
            [
                weight
                for node in nodes
                for weight in (node.probabilities or (1.0,) * len(node.children))
            ],
            float,
        )
        passed = self.passed_on
        parents = np.concatenate([parents, self.leaves[passed]])
        children = np.concatenate([children, self.root_of[self.targets[passed]]])
        weights = np.concatenate([weights, 1.0 - self.left_out[self.targets[passed]]])
        heights = np.zeros(len(nodes), int)
        while True:
            higher = heights.copy()
            np.maximum.at(higher, parents, heights[children] + 1)
            if (higher == heights).all():
                break
            heights = higher
        sides = np.array([-1 if n.choice is None else n.choice.side for n in nodes], int)
        usual = np.array([0 if n.choice is None else n.choice.usual for n in nodes], int)
        order = np.argsort(heights[parents], kind="stable")
        parents, children, weights = parents[order], children[order], weights[order]
        edge_heights = heights[parents]
        found = []
        for height in range(1, int(heights.max(initial=0)) + 1):
            first, last = np.searchsorted(edge_heights, [height, height + 1])
            found.append(
                make_level(
                    parents[first:last], children[first:last], weights[first:last], sides, usual
                )
            )
        return found

    def solve(self, tolerance: float) -> GameValues:
        """The values with all rounds to go, from below and from above."""
        count = len(self.root_of)
        values = np.zeros((len(self.game.graph.nodes), 2))
        offsets = np.zeros((len(self.leaves), 2))
        offsets[:, HIGH] = self.left_out[self.targets]
        past: list[Floats] = []
        farthest = int(self.later.max(initial=0))
        drawn = np.full((count, 2), DRAW_VALUE)
        current = self.ends.copy()
        for _ in range(self.game.rounds + 1):
            base = self.ends[self.targets]
            for later in range(1, farthest + 1):
                these = self.later == later
                before = past[-later] if len(past) >= later else drawn
                base[these] = before[self.targets[these]]
            current = self._solve_round(values, base, offsets)
            change = np.abs(current - past[-1]).max() if past else 1.0
            past.append(current)
            past = past[-max(1, farthest) :]
            if change <= tolerance:
                break
        return GameValues(values, current)

    def _solve_round(self, values: Floats, base: Floats, offsets: Floats) -> Floats:
        """Sets the values of all nodes in one round; gives those of the states."""
        current = self.ends.copy()
        explored = np.flatnonzero(self.root_of >= 0)
        looping = self.targets[self.looping]
        current[explored] = (0.0, 1.0)
        for _ in range(MOST_LOOPS):
            if len(looping):
                base[self.looping] = current[looping]
            values[self.leaves] = base
            values[self.leaves[self.passed_on]] = 0.0
            for level in self.levels:
                self._update(level, values, offsets)
            before = current[looping].copy()
            left_out = self.left_out[explored]
            current[explored] = values[self.root_of[explored]] * (1.0 - left_out)[:, None]
            current[explored, HIGH] += left_out
            if not len(looping) or np.abs(current[looping] - before).max() <= FINE:
                break
        return current

    def _update(self, level: Level, values: Floats, offsets: Floats) -> None:
        if len(level.chances):
            found = level.matrix @ values
            places = np.searchsorted(self.leaves, level.chances)
            places[places == len(self.leaves)] = 0
            is_leaf = self.leaves[places] == level.chances
            found[is_leaf] += offsets[places[is_leaf]]
            values[level.chances] = found
        for side, choices in enumerate(level.choices):
            if len(choices.nodes):
                best = np.maximum if side == 0 else np.minimum
                values[choices.nodes] = best.reduceat(values[choices.children], choices.starts)

    def unknown_by_state(
        self, values: GameValues, first_hopes: bool = True, second_hopes: bool = True
    ) -> Floats:
        """How much each state leaves unknown, where a side that hopes goes where it may be best
        for it, and one that does not where it is sure of most."""
        hopes = (first_hopes, second_hopes)
        count = len(self.root_of)
        unknown = np.zeros(count)
        waiting = np.zeros(count)
        waiting[0] = 1.0
        is_over = self.ends[:, LOW] == self.ends[:, HIGH]
        looping_once = np.zeros(len(self.leaves), bool)
        looping_once[self.looping] = True
        moves_on = (self.later > 0) | looping_once | (self.root_of[self.targets] < 0)
        moves_on[self.passed_on] = False
        chosen = [
            [pick_children(level.choices[side], side, values, hopes[side]) for side in (0, 1)]
            for level in self.levels
        ]
        for _ in range(self.game.rounds + 1):
            unexplored = (self.root_of < 0) & ~is_over
            unknown[unexplored] += waiting[unexplored]
            mass = np.zeros(len(values.nodes))
            explored = np.flatnonzero((self.root_of >= 0) & (waiting > 0))
            unknown[explored] += waiting[explored] * self.left_out[explored]
            np.add.at(
                mass, self.root_of[explored], waiting[explored] * (1 - self.left_out[explored])
            )
            for level, picks in zip(reversed(self.levels), reversed(chosen), strict=True):
                for choices, pick in zip(level.choices, picks, strict=True):
                    np.add.at(mass, pick, mass[choices.nodes])
                if len(level.chances):
                    mass += level.matrix.T @ mass[level.chances]
            waiting = np.zeros(count)
            np.add.at(waiting, self.targets[moves_on], mass[self.leaves[moves_on]])
            waiting[is_over] = 0.0
            passed = self.targets[self.passed_on]
            np.add.at(unknown, passed, mass[self.leaves[self.passed_on]] * self.left_out[passed])
            if waiting.sum() < 1e-4 * max(1e-6, unknown.sum()):
                break
        return unknown


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


def make_level(
    parents: Numbers, children: Numbers, weights: Floats, sides: Numbers, usual: Numbers
) -> Level:
    """A level from the edges that leave its nodes."""
    order = np.argsort(parents, kind="stable")
    parents, children, weights = parents[order], children[order], weights[order]
    side = sides[parents]
    chance = side < 0
    chances, rows = np.unique(parents[chance], return_inverse=True)
    matrix = csr_matrix((weights[chance], (rows, children[chance])), (len(chances), len(sides)))
    both = []
    for number in (0, 1):
        mine = side == number
        nodes, starts = np.unique(parents[mine], return_index=True)
        both.append(SideChoices(nodes, children[mine], starts, starts + usual[nodes]))
    return Level(chances, matrix, (both[0], both[1]))


def transition_at(leaf: Node) -> Transition:
    """The transition that a leaf stands for."""
    transition = leaf.outcome
    assert isinstance(transition, tuple)
    return transition


def value_at_end(fight: Fight) -> float:
    """The value of a fight to the first side: by its end, or a draw's before it."""
    winner = fight.winner() if fight.is_over() else -1
    return DRAW_VALUE if winner < 0 else float(winner == 0)
