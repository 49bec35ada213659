"""A plan for a duel: the option to choose wherever a side that plays its best may come to.

Every choice goes to what is sure to be worth most. Where usual play is surely worth more than what
was worked out, and where nothing was, it is gone on as usual. So a plan is a fight without choices,
over states of the game and, as usual, those of usual play. It keeps the lower bound, which was
worked out in just this way, as far as what is best in the last rounds matters little or is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

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
from affray.lab.duels.transitions import ChainResult, Floats, Transitions, propagate

Options = NDArray[np.int16]

FollowingStates = tuple[list[int], list[int], list[float], float]
"""The states that follow one, how many rounds later, how likely, and how much leads nobody knows
where."""

NO_CHOICE = -1
NO_LEAF = -1

NEGLIGIBLE = 1e-4
"""Where it comes to the last rounds less likely than this, it hardly matters what is chosen
there."""

MOST_LATE_STATES = 2_000_000
"""Of how many states at most it is looked what to choose there, each number of rounds by itself."""


class RoundOptions(NamedTuple):
    """What is chosen with some number of rounds left: which of its options each node goes to, and
    at which of the game's states it is gone on as usual."""

    chosen: Options
    goes_as_usual: NDArray[np.bool_]


class Plan:
    """What to do at every choice, and all that can come of it.

    States have numbers of their own here: the number of each in the game, or how many states the
    game has and the number in usual play, is in `members`.
    """

    def __init__(self, game: DuelGame, values: GameValues) -> None:
        self.game, self.values = game, values
        self.graph = GraphArrays(game.graph)
        nodes = np.arange(len(self.graph.sides) + 1)
        self._starts = np.searchsorted(self.graph.parents, nodes)
        self._leaf_of = np.full(len(self.graph.sides), NO_LEAF, np.int32)
        self._leaf_of[self.graph.leaves] = np.arange(len(self.graph.leaves))
        self._game_states = len(game.space.states)
        self._places, self._game_numbers = self._usual_numbers()
        self.options = self._options_at(game.rounds, values.nodes)
        """What is chosen as long as there are rounds enough."""
        self._usual_options = np.minimum(self.options.chosen, 0)
        """The first option of every choice, which is the usual one."""
        self.late_options: list[RoundOptions] = []
        """What is chosen with no further round left, with one, and so on, where that matters."""
        self.members: list[int] = []
        self._numbers: dict[int, int] = {}
        self.transitions = Transitions()
        self._late_transitions: list[Transitions] = []
        self._number(0)
        self._follow()

    # --- what is chosen ---

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

    def _options_at(self, rounds: int, nodes: Floats) -> RoundOptions:
        """What is chosen with so many rounds left, by what all nodes are worth then."""
        return RoundOptions(best_options(self.graph, nodes), self._where_as_usual(rounds, nodes))

    def _where_as_usual(self, rounds: int, nodes: Floats) -> NDArray[np.bool_]:
        """At which of the game's states it is gone on as usual: where that is surely worth more
        than what was worked out."""
        found = np.zeros(self._game_states, bool)
        usual = self.game.usual_play
        if usual is None:
            return found
        roots = np.array(self.game.roots, np.int32)
        kept = 1.0 - np.array(self.game.left_out)
        worked_out = np.flatnonzero(roots != NO_ROOT)
        bounds = nodes[roots[worked_out]]
        sure = bounds[:, LOW] if usual.best_side == 0 else 1.0 - bounds[:, HIGH]
        worth = np.full(len(roots), -1.0)
        worth[worked_out] = kept[worked_out] * sure
        is_usual = np.zeros(len(self._game_numbers), bool)
        is_usual[usual.chain.transitions.worked_out()] = True
        known = np.flatnonzero(self._places != NO_PLACE)
        places = self._places[known]
        found[known] = is_usual[places] & (
            usual.worth_with(rounds)[places] > worth[known] + TOLERANCE
        )
        return found

    # --- where it leads ---

    def propagate(self, first_round: int, round_limit: int) -> ChainResult:
        """How the fight ends by this plan. Where it may well come to the last rounds, in which
        other options are best, it is looked what these are first."""
        result = self._propagate(first_round, round_limit)
        late_rounds = self.values.late_rounds
        early = max(0, round_limit - late_rounds - first_round)
        is_late = any(share > NEGLIGIBLE for share in result.going_on[early:])
        if is_late and late_rounds * len(self.members) <= MOST_LATE_STATES:
            self.game.solve_late_rounds(self._add_late_options)
            self._follow()
            result = self._propagate(first_round, round_limit)
        return result

    def _add_late_options(self, rounds: int, nodes: Floats) -> None:
        if rounds <= self.values.late_rounds:
            self.late_options.append(self._options_at(rounds, nodes))

    def _propagate(self, first_round: int, round_limit: int) -> ChainResult:
        over = np.array([self._is_over(member) for member in self.members])
        late = self._late_transitions
        return propagate(self.transitions, over, first_round, round_limit, late)

    def _follow(self) -> None:
        """Follows the plan to wherever it may lead."""
        self.transitions = Transitions()
        self._late_transitions = [Transitions() for _ in self.late_options]
        place = 0
        while place < len(self.members):
            known: dict[bytes | None, FollowingStates | None] = {}
            self._put(place, self.options, self.transitions, known)
            for options, transitions in zip(self.late_options, self._late_transitions, strict=True):
                self._put(place, options, transitions, known)
            place += 1

    def _put(
        self,
        place: int,
        options: RoundOptions,
        transitions: Transitions,
        known: dict[bytes | None, FollowingStates | None],
    ) -> None:
        """Sets what follows a state with some number of rounds left. What is chosen is often the
        same with another number, for which it is known then."""
        member = self.members[place]
        kind: bytes | None = None
        if self._is_planned(member, options):
            kind = options.chosen[self.game.nodes_of(member)].tobytes()
        if kind not in known:
            if kind is None:
                known[kind] = self._following_as_usual(member)
            else:
                known[kind] = self._following_as_planned(member, options.chosen)
        found = known[kind]
        if found is not None:
            transitions.put(place, *found)

    def _is_planned(self, member: int, options: RoundOptions) -> bool:
        """Whether it is gone on as planned at a state, not as usual."""
        if member >= self._game_states or options.goes_as_usual[member]:
            return False
        return self.game.roots[member] != NO_ROOT

    def _following_as_usual(self, member: int) -> FollowingStates | None:
        """What follows a state from which it is gone on as usual; None where that is not known."""
        usual = self.game.usual_play
        number = member - self._game_states if member >= self._game_states else self._places[member]
        if usual is None or number == NO_PLACE or int(number) not in usual.chain.transitions:
            return None
        goals, probabilities, left_out = usual.chain.transitions.following(int(number))
        targets = []
        for target, _ in goals:
            known = int(self._game_numbers[target])
            targets.append(self._number(known if known != NO_PLACE else self._game_states + target))
        return targets, [later for _, later in goals], probabilities, left_out

    def _following_as_planned(self, state: int, chosen: Options) -> FollowingStates:
        """What follows a state where it is gone on as planned."""
        ways: dict[Transition, float] = {}
        left_out = self.game.left_out[state]
        for node, probability in self.visit_probabilities(state, chosen).items():
            leaf = self._leaf_of[node]
            if leaf != NO_LEAF:
                goal = (int(self.graph.targets[leaf]), int(self.graph.later[leaf]))
                ways[goal] = ways.get(goal, 0.0) + probability * (1.0 - left_out)
        targets = [self._number(target) for target, _ in ways]
        return targets, [later for _, later in ways], list(ways.values()), left_out

    def _number(self, member: int) -> int:
        found = self._numbers.setdefault(member, len(self.members))
        if found == len(self.members):
            self.members.append(member)
        return found

    def _is_over(self, member: int) -> bool:
        if member < self._game_states:
            return self.game.is_over(member)
        return bool(self._usual_fight(member).is_over())

    def _usual_fight(self, member: int) -> Fight:
        assert self.game.usual_play is not None
        return self.game.usual_play.chain.space.fight(member - self._game_states)

    # --- looking at it ---

    def fights(self, result: ChainResult) -> list[Fight]:
        """The fights as they are where it ends, to look at; elsewhere that of the beginning."""
        return [
            self._fight(member) if ends > 0.0 else self.game.fight_at(0)
            for member, ends in zip(self.members, result.ends.tolist(), strict=True)
        ]

    def _fight(self, member: int) -> Fight:
        if member < self._game_states:
            return self.game.fight_at(member)
        return self._usual_fight(member)

    def worked_out_state(self, place: int) -> int | None:
        """The game's number of a state that is worked out there; None where it is not."""
        member = self.members[place]
        if member >= self._game_states or self.game.roots[member] == NO_ROOT:
            return None
        return member

    def options_at(self, state: int) -> Iterator[tuple[int | None, Options]]:
        """What is chosen in what follows a state, as long as there are rounds enough, and with each
        number of rounds left with which that is something else."""
        here = self.game.nodes_of(state)
        usual = self._usual_options
        chosen = self.options.chosen if self._is_planned(state, self.options) else usual
        yield None, chosen
        for left, one in enumerate(self.late_options):
            late = one.chosen if self._is_planned(state, one) else usual
            if not np.array_equal(late[here], chosen[here]):
                yield left, late

    def children(self, node: int) -> list[int]:
        """The children of a node."""
        found: list[int] = self.graph.children[self._starts[node] : self._starts[node + 1]].tolist()
        return found

    def visit_probabilities(self, state: int, chosen: Options) -> dict[int, float]:
        """How likely each node of what follows a state of the game is to be passed when these
        options are chosen."""
        root = self.game.roots[state]
        found = {root: 1.0}
        # children have lower numbers than their parents: the highest has all of its behind it
        waiting = [-root]
        while waiting:
            node = -heappop(waiting)
            first, last = self._starts[node], self._starts[node + 1]
            if chosen[node] != NO_CHOICE:
                first += chosen[node]
                last = first + 1
            for edge in range(first, last):
                child = int(self.graph.children[edge])
                if child not in found:
                    heappush(waiting, -child)
                passed = found[node] * float(self.graph.weights[edge])
                found[child] = found.get(child, 0.0) + passed
        return found


def best_options(graph: GraphArrays, values: Floats) -> Options:
    """The option of every node that is sure to be worth most; of equals the usual one, else the
    first; NO_CHOICE where nobody chooses."""
    found = np.full(len(graph.sides), NO_CHOICE, np.int16)
    edges = np.flatnonzero(graph.sides[graph.parents] >= 0)
    if not len(edges):
        return found
    parents = graph.parents[edges]
    children = graph.children[edges]
    worth = np.where(graph.sides[parents] == 0, values[children, LOW], -values[children, HIGH])
    nodes, firsts, sizes = np.unique(parents, return_index=True, return_counts=True)
    best = np.maximum.reduceat(worth, firsts)
    places = np.flatnonzero(worth == np.repeat(best, sizes))
    chosen = places[np.searchsorted(places, firsts)] - firsts
    chosen[worth[firsts] >= best - TOLERANCE] = 0
    found[nodes] = chosen
    return found
