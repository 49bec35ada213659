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

from collections.abc import Iterator
from heapq import heappop, heappush

import numpy as np

from affray.core.fight import Fight
from affray.core.table import Player
from affray.lab.duels.game_passes import (
    FINE,
    HIGH,
    LOW,
    ROUGH,
    TOLERANCE,
    GamePasses,
    GameValues,
    GraphArrays,
    UsualPlay,
    transition_at,
)
from affray.lab.duels.limits import (
    OutOfTimeError,
    SolverLimits,
    WorkDone,
    without_collecting,
)
from affray.lab.duels.state_space import StateSpace, Transition
from affray.lab.duels.state_table import StateTable
from affray.lab.duels.transitions import Chain, Floats, Transitions
from affray.lab.odds.decision_tree import CHANCE, CHOICE, LEAF, DecisionGraph

CUT_OFFS = (1e-6, 1e-8, 1e-10)
"""How unlikely a path through the dice is that is not followed: at first, and then."""

LEAST_PATHS = 2_000
PATHS_PER_NODE = 2
"""How many paths are followed before it is looked again where to go on: so many at least, or so
many for each node of the graph, which takes about as long as looking."""

HOPES = ((True, False), (False, True), (True, True))
"""Who plays for what may turn out best, not for what is sure, where it is looked next: the first
side, to see how good it can be at most against what the other is sure of; the second; and both."""


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
        self._first_waiting = 0
        """Of all states before this one what follows is worked out."""
        self._arrays = GraphArrays()
        self._best_sides = best_sides
        self._usual_play: UsualPlay | None = None
        self.hopes = tuple(
            dict.fromkeys(
                (first and 0 in best_sides, second and 1 in best_sides) for first, second in HOPES
            )
        )
        self.space.add_start(start.copy(self._table))

    def begin_with(self, usual: Chain) -> None:
        """Takes it from what is known of usual play that a side which alone plays its best can do
        as well."""
        if len(self._best_sides) == 1:
            self._usual_play = UsualPlay(usual, *self._best_sides)

    # --- working it out ---

    def explore(self) -> GameValues:
        """Works out states until the value of the duel is near enough or a limit is reached, and
        gives the values there are; stops where it is when it is interrupted."""
        with without_collecting():
            return self._explore()

    def _explore(self) -> GameValues:
        try:
            while True:
                passes = self._passes()
                values = passes.solve(ROUGH)
                low, high = values.states[0]
                self.work.report(float(low), float(high))
                if high - low <= self.work.limits.width:
                    values = passes.solve(FINE)
                    low, high = values.states[0]
                    if high - low <= self.work.limits.width:
                        return values
                unknown = passes.unknown_by_state(values, self.hopes)
                if not self._work_out_likeliest(unknown):
                    break
        except OutOfTimeError:
            pass
        except KeyboardInterrupt:
            self.work.stopped = "interrupted"
        return self._passes().solve(FINE)

    def _passes(self) -> GamePasses:
        """What goes over the graph as it is now."""
        self._arrays.grow(self.graph, self.space)
        if self._usual_play is not None:
            self._usual_play.grow(self.space)
        return GamePasses(
            self._arrays,
            self.space.is_over(),
            self.roots,
            self.left_out,
            self.rounds,
            self._usual_play,
        )

    def _work_out_likeliest(self, unknown: Floats) -> bool:
        """Works out the states that leave most unknown, and where these are soon done others, until
        it has been some work; False when that is all there is to do, or a limit is reached."""
        return self.work.work_out_each(self._waiting(unknown), self._work_out)

    def _waiting(self, unknown: Floats) -> Iterator[int]:
        """The states to be worked out, or to be looked at more closely: those that leave most
        unknown, and then all others in the order they are found, for as long as it takes to look
        over the graph again."""
        last_path = self.work.paths + max(LEAST_PATHS, PATHS_PER_NODE * len(self.graph.nodes))
        least = self.work.limits.width * 1e-3 / max(1, len(unknown))
        likeliest = np.flatnonzero(unknown > least)
        for number in likeliest[np.argsort(-unknown[likeliest], kind="stable")].tolist():
            if self.work.paths > last_path:
                return
            if self._cut_offs.get(number, 0) < len(CUT_OFFS):
                yield number
        for number in self.space.going_on_from(self._first_waiting):
            if self.work.paths > last_path:
                return
            if number not in self.roots:
                yield number
            self._first_waiting = number

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
            targets, rounds = [target for target, _ in ways], [later for _, later in ways]
            found.put(state, targets, rounds, list(ways.values()), self.left_out[state])
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
