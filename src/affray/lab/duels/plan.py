"""A plan for a duel: the option to choose wherever a side that plays its best may come to.

Every choice goes to what is sure to be worth most. Where usual play is surely worth more than what
was worked out, and where nothing was, it is gone on as usual. So a plan is a fight without choices,
over states of the game and, as usual, those of usual play. It keeps at least the lower bound: that
was worked out in just this way.
"""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from affray.core.fight import Fight
from affray.lab.duels.game import NO_ROOT, DuelGame
from affray.lab.duels.game_passes import (
    HIGH,
    LOW,
    NO_PLACE,
    TOLERANCE,
    GameValues,
    GraphArrays,
    Places,
)
from affray.lab.duels.state_space import Transition
from affray.lab.duels.transitions import ChainResult, Transitions, propagate

NO_CHOICE = -1
NO_LEAF = -1


class Plan:
    """What to do at every choice, and all that can come of it.

    States have numbers of their own here: the number of each in the game, or how many states the
    game has and the number in usual play, is in `members`.
    """

    def __init__(self, game: DuelGame, values: GameValues) -> None:
        self.game, self.values = game, values
        self.graph = GraphArrays(game.graph)
        self.chosen = best_options(self.graph, values)
        """Which of its options each node goes to; NO_CHOICE where it has none."""
        nodes = np.arange(len(self.graph.sides) + 1)
        self._starts = np.searchsorted(self.graph.parents, nodes)
        self._leaf_of = np.full(len(self.graph.sides), NO_LEAF, np.int32)
        self._leaf_of[self.graph.leaves] = np.arange(len(self.graph.leaves))
        self._game_states = len(game.space.states)
        self._places, self._game_numbers = self._usual_numbers()
        self._goes_as_usual = self._where_as_usual()
        self.members: list[int] = []
        self._numbers: dict[int, int] = {}
        self.transitions = Transitions()
        self._follow()

    # --- where it leads ---

    def _usual_numbers(self) -> tuple[Places, Places]:
        """The number in usual play of each of the game's states, and the other way round."""
        usual = self.game.usual_play
        if usual is None:
            return np.full(self._game_states, NO_PLACE, np.int32), np.zeros(0, np.int32)
        usual.grow(self.game.space)
        places = usual.places()
        numbers = np.full(len(usual.chain.space.states), NO_PLACE, np.int32)
        known = np.flatnonzero(places != NO_PLACE)
        numbers[places[known]] = known
        return places, numbers

    def _where_as_usual(self) -> NDArray[np.bool_]:
        """At which of the game's states it is gone on as usual: where that is surely worth more
        than what was worked out."""
        found = np.zeros(self._game_states, bool)
        usual = self.game.usual_play
        if usual is None:
            return found
        roots = np.array(self.game.roots, np.int32)
        left_out = np.array(self.game.left_out)
        worth = self.values.nodes[roots, LOW] * (1.0 - left_out)
        if usual.best_side == 1:
            worth = (1.0 - self.values.nodes[roots, HIGH]) * (1.0 - left_out)
        worth[roots == NO_ROOT] = -1.0
        is_usual = np.zeros(len(self._game_numbers), bool)
        is_usual[usual.chain.transitions.worked_out()] = True
        known = np.flatnonzero(self._places != NO_PLACE)
        places = self._places[known]
        found[known] = is_usual[places] & (usual.worth()[places] > worth[known] + TOLERANCE)
        return found

    def _follow(self) -> None:
        """Follows the plan to wherever it may lead."""
        self._number(0)
        place = 0
        while place < len(self.members):
            member = self.members[place]
            if member >= self._game_states:
                self._put_usual(place, member - self._game_states)
            elif self._goes_as_usual[member]:
                self._put_usual(place, int(self._places[member]))
            elif self.game.roots[member] != NO_ROOT:
                self._put_planned(place, member)
            place += 1

    def _put_usual(self, place: int, usual_number: int) -> None:
        """Sets what follows a state from which it is gone on as usual."""
        assert self.game.usual_play is not None
        transitions = self.game.usual_play.chain.transitions
        if usual_number not in transitions:
            return
        goals, probabilities, left_out = transitions.following(usual_number)
        targets = []
        for target, _ in goals:
            known = int(self._game_numbers[target])
            targets.append(self._number(known if known >= 0 else self._game_states + target))
        rounds = [later for _, later in goals]
        self.transitions.put(place, targets, rounds, probabilities, left_out)

    def _put_planned(self, place: int, state: int) -> None:
        """Sets what follows a state where it is gone on as planned."""
        ways: dict[Transition, float] = {}
        left_out = self.game.left_out[state]
        for node, probability in self.visit_probabilities(state).items():
            leaf = self._leaf_of[node]
            if leaf != NO_LEAF:
                goal = (int(self.graph.targets[leaf]), int(self.graph.later[leaf]))
                ways[goal] = ways.get(goal, 0.0) + probability * (1.0 - left_out)
        targets = [self._number(target) for target, _ in ways]
        rounds = [later for _, later in ways]
        self.transitions.put(place, targets, rounds, list(ways.values()), left_out)

    def _number(self, member: int) -> int:
        found = self._numbers.setdefault(member, len(self.members))
        if found == len(self.members):
            self.members.append(member)
        return found

    def propagate(self, first_round: int, round_limit: int) -> ChainResult:
        """How the fight ends by this plan."""
        over = np.array([self._is_over(member) for member in self.members])
        return propagate(self.transitions, over, first_round, round_limit)

    def _is_over(self, member: int) -> bool:
        if member < self._game_states:
            return self.game.is_over(member)
        return bool(self._usual_fight(member).is_over())

    def _usual_fight(self, member: int) -> Fight:
        assert self.game.usual_play is not None
        return self.game.usual_play.chain.space.fight(member - self._game_states)

    # --- looking at it ---

    def fights(self) -> list[Fight]:
        """The fights as they are at its states, to look at."""
        return [
            self.game.fight_at(member) if member < self._game_states else self._usual_fight(member)
            for member in self.members
        ]

    def planned_state(self, place: int) -> int | None:
        """The game's number of a state where it is gone on as planned; None where it is not."""
        member = self.members[place]
        if member >= self._game_states or self._goes_as_usual[member]:
            return None
        return member if self.game.roots[member] != NO_ROOT else None

    def children(self, node: int) -> list[int]:
        """The children of a node."""
        found: list[int] = self.graph.children[self._starts[node] : self._starts[node + 1]].tolist()
        return found

    def visit_probabilities(self, state: int) -> dict[int, float]:
        """How likely each node of what follows a state of the game is to be passed."""
        root = self.game.roots[state]
        found = {root: 1.0}
        # children have lower numbers than their parents: the highest has all of its behind it
        waiting = [-root]
        while waiting:
            node = -heappop(waiting)
            first, last = self._starts[node], self._starts[node + 1]
            if self.chosen[node] != NO_CHOICE:
                first += self.chosen[node]
                last = first + 1
            for edge in range(first, last):
                child = int(self.graph.children[edge])
                if child not in found:
                    heappush(waiting, -child)
                passed = found[node] * float(self.graph.weights[edge])
                found[child] = found.get(child, 0.0) + passed
        return found


def best_options(graph: GraphArrays, values: GameValues) -> Places:
    """The option of every node that is sure to be worth most; of equals the usual one, else the
    first; NO_CHOICE where nobody chooses."""
    found = np.full(len(graph.sides), NO_CHOICE, np.int32)
    edges = np.flatnonzero(graph.sides[graph.parents] >= 0)
    if not len(edges):
        return found
    parents = graph.parents[edges]
    children = graph.children[edges]
    worth = np.where(
        graph.sides[parents] == 0, values.nodes[children, LOW], -values.nodes[children, HIGH]
    )
    nodes, firsts, sizes = np.unique(parents, return_index=True, return_counts=True)
    best = np.maximum.reduceat(worth, firsts)
    places = np.flatnonzero(worth == np.repeat(best, sizes))
    chosen = places[np.searchsorted(places, firsts)] - firsts
    chosen[worth[firsts] >= best - TOLERANCE] = 0
    found[nodes] = chosen
    return found
