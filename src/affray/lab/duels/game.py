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

from array import array
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np

from affray.core.fight import Fight
from affray.core.odds import Distribution
from affray.core.questions import Option, Question, Ruling
from affray.core.steps import ReachedState, StepPausedError, StepTable, TooManyPathsError
from affray.core.table import Player
from affray.lab.duels.choices import ChoiceGraph, ChoiceTable, ChoiceWords, GrownTree
from affray.lab.duels.game_passes import (
    FINE,
    HIGH,
    LOW,
    ROUGH,
    TOLERANCE,
    GamePasses,
    GameValues,
    GraphArrays,
    Numbers,
    UsualPlay,
)
from affray.lab.duels.limits import (
    SolverLimits,
    WorkDone,
    without_collecting,
)
from affray.lab.duels.state_space import DuelState, StateSpace, Transition
from affray.lab.duels.transitions import Chain, Floats, Transitions

CUT_OFFS = (1e-4, 1e-6, 1e-8, 1e-10)
"""How unlikely a path through the dice is that is not followed: at first, and then."""

MOST_PATHS = 400
"""A step with more paths is paused also where a side is asked that does not choose freely."""

LEAST_PATHS = 2_000
PATHS_SHARE = 0.2
"""How many paths are followed before it is looked again where to go on: so many at least, or such
a share of those followed so far."""

HOPES = ((True, False), (False, True), (True, True))
"""Who plays for what may turn out best, not for what is sure, where it is looked next: the first
side, to see how good it can be at most against what the other is sure of; the second; and both."""


MOST_FIGHTS = 20_000
"""How many fights are kept that can be played again."""


class Trail(NamedTuple):
    """How to get to a state: where the turn began, the ways the dice fell since then and the
    answers that were given."""

    start: int
    ways: list[tuple[Distribution, int]]
    answers: list[Option | Ruling]


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
        self.graph = ChoiceGraph()
        self.roots: dict[int, int] = {}
        self.left_out: dict[int, float] = {}
        self.work = WorkDone(limits or SolverLimits())
        self.rounds = round_limit - int(start.round)
        self._table = ChoiceTable(players, best_sides)
        self._first_nodes: dict[int, int] = {}
        """The number of nodes there were when each state was worked out last."""
        self._cut_offs: dict[int, int] = {}
        self._piecewise: set[int] = set()
        """The states whose step is paused wherever anybody is asked."""
        self._rounds = array("i", [int(start.round)])
        """In which round each state was reached first."""
        self._trails: list[Trail] = [Trail(0, [], [])]
        """How to get to each state that goes on. Of hundreds of thousands that takes less room than
        the fights themselves."""
        self._fights: dict[int, Fight] = {}
        """The fights of states between turns that were wanted lately."""
        self._ends = array("d")
        self._best_sides = best_sides
        self._usual_play: UsualPlay | None = None
        self._edges: tuple[Numbers, Numbers, Floats] | None = None
        self.hopes = tuple(
            dict.fromkeys(
                (first and 0 in best_sides, second and 1 in best_sides) for first, second in HOPES
            )
        )
        self._start = start.copy(self._table)
        self.space.add_start(self._start)
        self._in_turn = self.space.states[0]._replace(in_turn=True)
        """Stands for every state in the middle of a turn."""

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
        with self.work.until_stopped():
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
                eagerness = passes.eagerness(values, self.hopes)
                del passes, values
                if not self.work.work_out_each(self._waiting(eagerness), self._work_out):
                    break
        return self._passes().solve(FINE)

    def _passes(self) -> GamePasses:
        """What goes over the graph as it is now."""
        if self._usual_play is not None:
            self._usual_play.grow(self.space)
        return GamePasses(
            GraphArrays(self.graph, self.space, self._ends),
            self.space.is_over(),
            self.roots,
            self.left_out,
            self.rounds,
            self._usual_play,
        )

    def _waiting(self, eagerness: Floats) -> Iterator[int]:
        """The states to be worked out, or to be looked at more closely, for as long as it takes to
        look over the graph again."""
        table = self._table
        paths = int(table.paths)
        last_path = paths + max(LEAST_PATHS, int(PATHS_SHARE * paths))
        waiting = np.flatnonzero(eagerness > 0.0)
        for number in waiting[np.argsort(-eagerness[waiting], kind="stable")].tolist():
            if table.paths > last_path:
                return
            if self._cut_offs.get(number, 0) < len(CUT_OFFS):
                yield number

    def _work_out(self, number: int) -> None:
        """Works out what follows a state, more closely each time."""
        level = self._cut_offs.get(number, 0)
        self._cut_offs[number] = level + 1
        self._first_nodes[number] = len(self.graph.sides)
        found = self._grow(number, self.graph, self.work.watch_time)
        self._keep(found.new, self._turn_start(number))
        self._rounds.extend(found.rounds)
        self.roots[number] = int(found.root)
        self.left_out[number] = min(1.0, found.left_out)
        self.work.states += 1

    def _keep(self, new: list[ReachedState], start: int) -> None:
        """Keeps the states that have the next numbers, which were reached in a turn that began with
        another: those that go on by how to get there."""
        states = self.space.states
        for one in new:
            if one.in_step:
                states.append(self._in_turn)
            elif one.fight.is_over():
                states.append(DuelState(one.fight, one.fight, [], [], False))
            else:
                states.append(states[0])
            self._trails.append(Trail(start, one.ways, one.answers))

    def _grow(self, number: int, graph: ChoiceGraph, watch: Callable[[], None]) -> GrownTree:
        """Adds what follows a state to a graph: a whole step, or where that has too many paths what
        comes next in it."""
        if number not in self._piecewise:
            try:
                return self._follow(number, graph, watch, False, MOST_PATHS)
            except TooManyPathsError:
                self._piecewise.add(number)
        return self._follow(number, graph, watch, True, 0)

    def _follow(
        self,
        number: int,
        graph: ChoiceGraph,
        watch: Callable[[], None],
        pauses_for_all: bool,
        most_paths: int,
    ) -> GrownTree:
        start = self._fight(self._turn_start(number))
        table = self._table
        table.cut_off = CUT_OFFS[self._cut_offs[number] - 1]
        table.pauses_for_all = pauses_for_all
        self._go_to(number, table)
        return table.grow(graph, start, self._rounds[number], watch, most_paths, self.space.numbers)

    def _go_to(self, number: int, table: StepTable) -> None:
        """Makes a table ready to go on from a state in the turn it is in."""
        if self.space.states[number].in_turn:
            table.go_to(self._trails[number].ways, self._trails[number].answers)
        else:
            table.begin()

    def _turn_start(self, number: int) -> int:
        """The state between turns at the beginning of the turn that a state is in."""
        return self._trails[number].start if self.space.states[number].in_turn else number

    def _fight(self, number: int) -> Fight:
        """The fight at a state between turns: the turn before is played again as it was."""
        if number == 0:
            return self._start
        found = self._fights.get(number)
        if found is None:
            start, ways, answers = self._trails[number]
            found = self._table.retrace(self._fight(start), ways, answers)
            if len(self._fights) >= MOST_FIGHTS:
                self._fights.clear()
            self._fights[number] = found
        return found

    # --- playing by it ---

    def best_options(self, values: GameValues) -> dict[int, int]:
        """The option of every choice that is sure to be worth most; of equals the usual one, else
        the first."""
        sides, parents = np.array(self.graph.sides), np.array(self.graph.parents)
        edges = np.flatnonzero(sides[parents] >= 0)
        if not len(edges):
            return {}
        parents = parents[edges]
        children = np.array(self.graph.children)[edges]
        values_of = values.nodes[children]
        worth = np.where(sides[parents] == 0, values_of[:, LOW], -values_of[:, HIGH])
        nodes, firsts, sizes = np.unique(parents, return_index=True, return_counts=True)
        best = np.maximum.reduceat(worth, firsts)
        places = np.flatnonzero(worth == np.repeat(best, sizes))
        chosen = places[np.searchsorted(places, firsts)] - firsts
        chosen[worth[firsts] >= best - TOLERANCE] = 0
        return dict(zip(nodes.tolist(), chosen.tolist(), strict=True))

    def _edges_by_node(self) -> tuple[Numbers, Numbers, Floats]:
        """Where the children of every node begin, the children, and their weights."""
        if self._edges is None or len(self._edges[0]) != len(self.graph.sides) + 1:
            parents = np.array(self.graph.parents, np.int64)
            starts = np.searchsorted(parents, np.arange(len(self.graph.sides) + 1))
            children = np.array(self.graph.children, np.int64)
            self._edges = starts, children, np.array(self.graph.weights)
        return self._edges

    def children(self, number: int) -> list[int]:
        """The children of a node."""
        starts, children, _ = self._edges_by_node()
        found: list[int] = children[starts[number] : starts[number + 1]].tolist()
        return found

    def transitions(self, chosen: dict[int, int]) -> Transitions:
        """The transitions between the states that can be reached when these options are
        chosen."""
        found = Transitions()
        reached = dict(
            zip(
                self.graph.leaves,
                zip(self.graph.targets, self.graph.later, strict=True),
                strict=True,
            )
        )
        waiting = [0]
        while waiting:
            state = waiting.pop()
            if state in found or state not in self.roots:
                continue
            ways: dict[Transition, float] = {}
            kept = 1.0 - self.left_out[state]
            for number, probability in self.visit_probabilities(state, chosen).items():
                if number in reached:
                    goal = reached[number]
                    ways[goal] = ways.get(goal, 0.0) + probability * kept
                    waiting.append(goal[0])
            targets, rounds = [target for target, _ in ways], [later for _, later in ways]
            found.put(state, targets, rounds, list(ways.values()), self.left_out[state])
        return found

    def visit_probabilities(self, state: int, chosen: dict[int, int]) -> dict[int, float]:
        """How likely each node of what follows a state is to be passed when these options are
        chosen."""
        starts, children, weights = self._edges_by_node()
        root = self.roots[state]
        found = {root: 1.0}
        # children have lower numbers than their parents: the highest has all of its behind it
        waiting = [-root]
        while waiting:
            number = -heappop(waiting)
            edges = range(starts[number], starts[number + 1])
            if number in chosen:
                first = starts[number] + chosen[number]
                edges = range(first, first + 1)
            for edge in edges:
                child = int(children[edge])
                if child not in found:
                    heappush(waiting, -child)
                found[child] = found.get(child, 0.0) + found[number] * float(weights[edge])
        return found

    def choices_in_words(self, state: int) -> dict[int, ChoiceWords]:
        """The choices of what follows a state, by their nodes."""
        table = self._table
        table.keeps_words = True
        self._grow(state, ChoiceGraph(), lambda: None)
        table.keeps_words = False
        nodes = range(self._first_nodes[state], self.roots[state] + 1)
        choices = [number for number in nodes if self.graph.sides[number] >= 0]
        return dict(zip(choices, table.words, strict=True))

    def show_fights(self, transitions: Transitions) -> None:
        """Has the fights of the states that are worked out as they are there, to look at."""
        for number in transitions.worked_out().tolist():
            fight = self.fight_at(number)
            self.space.states[number] = self.space.states[number]._replace(fight=fight)

    def fight_at(self, number: int) -> Fight:
        """The fight as it is at a state, to look at."""
        start = self._fight(self._turn_start(number))
        if not self.space.states[number].in_turn:
            return start
        table = RetracingTable(self._table.players, self._best_sides)
        self._go_to(number, table)
        table.begin_path()
        fight = start.copy(table)
        table.follow_step(fight)
        return fight


class RetracingTable(StepTable):
    """Plays a step to where given ways and answers have led, and no further."""

    def __init__(self, players: list[Player], free_sides: set[int]) -> None:
        super().__init__(players)
        self._free_sides = free_sides

    def is_free(self, side: int) -> bool:
        """Whether a side chooses freely."""
        return side in self._free_sides

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Gives the answer that was given."""
        if self.asked >= self.given:
            raise StepPausedError(())
        return super().ask(fight, question)

    def follow(self, ways: Distribution) -> int:
        """Follows the way that was taken."""
        if self.depth >= self.given_ways:
            raise StepPausedError(())
        return int(super().follow(ways))
