"""Passes over the graph of a game: from the values at its ends back to its beginning, and forward
along what both sides would do.

The graph is kept as arrays, to which what was worked out since the last pass is added. Nodes whose
children all have their values are set at once, level by level.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
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
Places = NDArray[np.int32]
"""The numbers of nodes and states: there are millions, and of each several lists."""

DRAW_VALUE = 0.5
"""What a fight that nobody wins is worth."""

NO_PLACE = -1

LOW, HIGH = 0, 1
"""The columns of values: what they are at least, and at most."""

TOLERANCE = 1e-9
"""Two options whose values differ by less are equally good."""

ROUGH = 1e-5
FINE = 1e-13
"""Values that change by less from one round to the next change no more: while it is looked where
to go on, and in the end."""

LATE_CHANGE = 1e-6
"""With so many rounds left that values change by less with another, they are the same."""

MOST_LOOPS = 30
"""How often the states of a round that lead back to each other are gone through."""

HALVING_SHARE = 0.1
"""By which share of the duel's own interval an option has to promise less than the best for what
follows it to be looked at half as eagerly."""

LEAST_SHARE = 1e-9
"""An option that is passed on a smaller share of what comes to its choice is passed on none."""

UNFOLLOWED_SHARE = 1e-2
"""Fights that still go on are followed no further when they are likely to so small a share of the
duel's own interval."""


class Level(NamedTuple):
    """Nodes whose children are all on lower levels, so that their values are set at once."""

    chances: Places
    matrix: csr_matrix
    """Leads from the values of all nodes to those of the chances."""
    unknown: Floats
    """How much of each chance is not known whatever its children are worth."""
    choices: tuple[SideChoices, SideChoices]
    passed_on: Places
    passed_to: Places
    """The leaves among the chances that have the value of another state, and which that is."""


class SideChoices(NamedTuple):
    """The choices of one side on a level, and their children one after the other."""

    nodes: Places
    children: Places
    starts: Numbers
    """Where the children of each begin, with what the side's own player would do."""


class PassedOn(NamedTuple):
    """What choices pass on of what comes to them: from which node, to which child, how much."""

    nodes: Places
    children: Places
    shares: Floats


class UsualPlay:
    """What the fight is worth where everybody plays as usual: whoever alone plays their best can do
    as much, as long as it is known what that is."""

    def __init__(self, usual: Chain, best_side: int) -> None:
        self.chain = usual
        self._numbers = usual.space.numbers
        self.best_side = best_side
        self._ends = array("d")
        """What each state of usual play is worth to the side if the fight is over there."""
        self._worth: list[Floats] = []
        self.look_again()
        self._places = array("i")
        """The state of usual play that each state of the game is; NO_PLACE where it is none."""
        self._known: Numbers = np.zeros(0, np.int64)
        self._known_places: Places = np.zeros(0, np.int32)
        """The states of the game that are states of usual play, and which."""

    def look_again(self) -> None:
        """Finds out anew what usual play is worth, by all that is known of it."""
        space = self.chain.space
        for state in space.states[len(self._ends) :]:
            value = value_at_end(state.fight) if not state.in_turn else 0.0
            self._ends.append(value if self.best_side == 0 else 1.0 - value)
        ends = np.array(self._ends, np.float64)
        self._worth = []  # of what was known before nothing is kept meanwhile
        self._worth = worth_by_rounds(self.chain.transitions, ends, space.is_over())

    def grow(self, space: StateSpace) -> None:
        """Looks up what is new in the game's states."""
        for key in islice(space.numbers, len(self._places), None):
            self._places.append(self._numbers.get(key, NO_PLACE))
        places = self.places()
        self._known = np.flatnonzero(places >= 0)
        self._known_places = places[self._known]

    def places(self) -> Places:
        """The state of usual play that each state of the game is; NO_PLACE where it is none."""
        return np.array(self._places, np.int32)

    def worth_with(self, rounds: int) -> Floats:
        """What each state of usual play is worth at least to the side that plays its best, with so
        many rounds left."""
        return self._worth[min(rounds, len(self._worth) - 1)]

    def narrow(self, bounds: Floats, rounds: int) -> Floats:
        """The bounds of all states as they are with so many rounds left."""
        worth = self.worth_with(rounds)[self._known_places]
        found = bounds.copy()
        if self.best_side == 0:
            found[self._known, LOW] = np.maximum(bounds[self._known, LOW], worth)
        else:
            found[self._known, HIGH] = np.minimum(bounds[self._known, HIGH], 1.0 - worth)
        return found


@dataclass
class GameValues:
    """The values of a game's nodes with all rounds to go, and of its states; and with how many
    rounds left at most they are others."""

    nodes: Floats
    states: Floats
    late_rounds: int


class GraphArrays:
    """The nodes of a graph as they are now. Nothing is copied, so nothing can be added to the graph
    as long as these are there."""

    def __init__(self, graph: ChoiceGraph) -> None:
        self.sides = np.frombuffer(graph.sides, np.int8)
        self.parents = np.frombuffer(graph.parents, np.int32)
        self.children = np.frombuffer(graph.children, np.int32)
        self.weights = np.frombuffer(graph.weights, np.float64)
        self.leaves = np.frombuffer(graph.leaves, np.int32)
        self.targets = np.frombuffer(graph.targets, np.int32)
        self.later = np.frombuffer(graph.later, np.int16)


class StateArrays(NamedTuple):
    """What is known of each state: the root of what follows it, -1 where it is not worked out; how
    much of that is left out; whether the fight is over; and what it is worth then."""

    roots: Places
    left_out: Floats
    is_over: NDArray[np.bool_]
    ends: Floats


class GamePasses:
    """The graph of a game as it is now, for passes over all of it."""

    def __init__(
        self,
        graph: GraphArrays,
        states: StateArrays,
        rounds: int,
        usual_play: UsualPlay | None,
    ) -> None:
        self.rounds = rounds
        self.usual_play = usual_play
        self.is_over = states.is_over
        self.root_of = states.roots
        self.left_out = states.left_out
        self.ends = np.repeat(states.ends[:, None], 2, axis=1)
        self.ends[~states.is_over] = (0.0, 1.0)
        self.sides = graph.sides
        self.leaves, self.targets, self.later = graph.leaves, graph.targets, graph.later
        same_round = (self.later == 0) & (self.root_of[self.targets] >= 0)
        loops = self._leads_back(graph, same_round) if same_round.any() else same_round
        self.looping = np.flatnonzero(loops)
        self.passed_on = np.flatnonzero(same_round & ~loops)
        """Those leaves that have the value of another state of the same round."""
        self.levels = self._levels(graph)

    def _leads_back(self, graph: GraphArrays, same_round: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which leaves lead to a state of the same round from which one can come back."""
        leaves = np.flatnonzero(same_round)
        tails = self.leaves[leaves]
        heads = self.root_of[self.targets[leaves]]
        count = len(self.sides)
        sources = np.concatenate([graph.parents, tails])
        targets = np.concatenate([graph.children, heads])
        matrix = csr_matrix((np.ones(len(sources), np.int8), (sources, targets)), (count, count))
        _, part = connected_components(matrix, directed=True, connection="strong")
        found = np.zeros(len(same_round), bool)
        found[leaves] = part[tails] == part[heads]
        return found

    def _levels(self, graph: GraphArrays) -> list[Level]:
        """The nodes by how far they stand above those whose values are known beforehand."""
        passed = self.passed_on
        states = self.targets[passed]
        parents = np.concatenate([graph.parents, self.leaves[passed]])
        children = np.concatenate([graph.children, self.root_of[states]])
        weights = np.concatenate([graph.weights, 1.0 - self.left_out[states]])
        unknown = np.zeros(len(self.sides))
        unknown[self.leaves[passed]] = self.left_out[states]
        target_of = np.full(len(self.sides), NO_PLACE, np.int32)
        target_of[self.leaves[passed]] = states
        heights = heights_above(parents, children, len(self.sides))
        highest = int(heights.max(initial=0))
        # small numbers are sorted soonest, and the edges of a node stay one after the other
        heights_of = heights[parents].astype(np.min_scalar_type(highest))
        order = np.argsort(heights_of, kind="stable").astype(np.int32)
        bounds = np.cumsum(np.bincount(heights_of, minlength=highest + 1))
        return [
            self._make_level(parents[edges], children[edges], weights[edges], unknown, target_of)
            for edges in (order[first:last] for first, last in pairwise(bounds))
        ]

    def _make_level(
        self,
        parents: Places,
        children: Places,
        weights: Floats,
        unknown: Floats,
        target_of: Places,
    ) -> Level:
        """A level from the edges that leave its nodes, those of a node one after the other."""
        side = self.sides[parents]
        chance = side < 0
        chances, starts = firsts_of_runs(parents[chance])
        row_ends = np.append(starts, np.count_nonzero(chance)).astype(np.int32)
        shape = (len(chances), len(self.sides))
        matrix = csr_matrix((weights[chance], children[chance], row_ends), shape)
        both = []
        for number in (0, 1):
            mine = side == number
            nodes, starts = firsts_of_runs(parents[mine])
            both.append(SideChoices(nodes, children[mine], starts))
        targets = target_of[chances]
        passed = targets != NO_PLACE
        both_sides = (both[0], both[1])
        passed_on, passed_to = chances[passed], targets[passed]
        return Level(chances, matrix, unknown[chances], both_sides, passed_on, passed_to)

    # --- back from the ends ---

    def solve(
        self, tolerance: float, at_round: Callable[[int, Floats], None] | None = None
    ) -> GameValues:
        """The values with all rounds to go, from below and from above; tells those of all nodes
        with no further round left, with one, and so on."""
        values = np.zeros((len(self.sides), 2))
        farthest = max(1, int(self.later.max(initial=1)))
        past: list[Floats] = []
        drawn = np.full((len(self.root_of), 2), DRAW_VALUE)
        current = self.ends.copy()
        usual = self.usual_play
        late_rounds = 0
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
            if at_round is not None:
                at_round(left, values)
            if change > LATE_CHANGE:
                late_rounds = left
            if change <= tolerance:
                break
        return GameValues(values, current, late_rounds)

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
                if self.usual_play is not None and len(level.passed_on):
                    within(values, level.passed_on, ends[level.passed_to])
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
        """How eagerly each state is to be worked out: how often it is expected to be come to where
        a side that hopes goes where it may be best for it, or nearly so, and one that does not
        where it is sure of most; times how much the state leaves unknown. The interval of the duel
        is no wider than the sum of that. Where it leads nowhere any more, all options count: with
        few rounds left others may be best than with all."""
        unknown = np.where(
            self.root_of < 0, values.states[:, HIGH] - values.states[:, LOW], self.left_out
        )
        unknown[self.is_over] = 0.0
        low, high = values.states[0]
        width = float(high - low)
        halving = max(TOLERANCE, HALVING_SHARE * width)
        found = np.zeros(len(self.root_of))
        for both in hopes:
            passed_on = [
                [pass_on(level.choices[side], side, values, both[side], halving) for side in (0, 1)]
                for level in self.levels
            ]
            visits, _ = self._expected_visits(passed_on, UNFOLLOWED_SHARE * width)
            np.maximum(found, visits, out=found)
        found *= unknown
        return found if found.any() else unknown

    def visits_of_others(self, values: GameValues, side: int) -> Floats:
        """How often each state is come to where a side does what it is sure of most from, but for
        once chooses another option, whichever, and goes on as usual."""
        sure = [
            [pass_on(level.choices[one], one, values, False, 1.0) for one in (0, 1)]
            for level in self.levels
        ]
        _, met = self._expected_visits(sure, UNFOLLOWED_SHARE)
        others = np.zeros(len(self.sides))
        for level in reversed(self.levels):
            choices = level.choices[side]
            if len(choices.nodes):
                sizes = np.diff(np.append(choices.starts, len(choices.children)))
                np.add.at(others, choices.children, np.repeat(met[choices.nodes], sizes))
                np.add.at(others, choices.children[choices.starts], others[choices.nodes])
            push_mass(level, [], others)
        found = np.bincount(self.targets, others[self.leaves], len(self.root_of)).astype(float)
        found[self.is_over] = 0.0
        return found

    def _expected_visits(
        self, passed_on: list[list[PassedOn]], unfollowed: float
    ) -> tuple[Floats, Floats]:
        """How often each state is expected to be come to where choices pass on so much, until no
        more than so much of the fights goes on; and how often each node."""
        met_nodes = np.zeros(len(self.sides))
        visits = np.zeros(len(self.root_of))
        waiting: Floats = np.zeros(len(self.root_of))
        waiting[0] = 1.0
        is_met = (self.later == 0) & (self.root_of[self.targets] < 0)
        is_met[self.passed_on] = True
        met, met_by = self.targets[is_met], self.leaves[is_met]
        goals, moving = self.targets[~is_met], self.leaves[~is_met]
        worked_out = np.flatnonzero(self.root_of >= 0)
        roots = self.root_of[worked_out]
        for _ in range(self.rounds + 1):
            visits += waiting
            if waiting[worked_out].sum() <= unfollowed:
                break
            mass = np.zeros(len(self.sides))
            mass[roots] = waiting[worked_out]
            for level, choices in zip(reversed(self.levels), reversed(passed_on), strict=True):
                push_mass(level, choices, mass)
            met_nodes += mass
            np.add.at(visits, met, mass[met_by])
            waiting = np.bincount(goals, mass[moving], len(visits)).astype(float, copy=False)
        return visits, met_nodes


def firsts_of_runs(numbers: Places) -> tuple[Places, Numbers]:
    """The numbers of a list in which equal ones stand one after the other, each once, and where it
    stands first."""
    starts = np.flatnonzero(np.diff(numbers, prepend=np.int32(-1)))
    return numbers[starts], starts


def heights_above(parents: Places, children: Places, count: int) -> Places:
    """How far each node stands above those that have no children."""
    edges = np.ones(len(parents), np.int32)
    above = csr_matrix((edges, (children, parents)), (count, count))
    starts, places_above, times = above.indptr, above.indices, above.data
    waits_for = np.bincount(parents, minlength=count)
    heights = np.zeros(count, np.int32)
    settled = np.flatnonzero(waits_for == 0)
    height = 0
    while len(settled):
        height += 1
        sizes = starts[settled + 1] - starts[settled]
        ends = np.cumsum(sizes)
        places = np.arange(int(ends[-1])) + np.repeat(starts[settled] - ends + sizes, sizes)
        goals = places_above[places]
        np.subtract.at(waits_for, goals, times[places])
        settled = np.unique(goals[waits_for[goals] == 0])
        heights[settled] = height
    return heights


def set_values(level: Level, values: Floats) -> None:
    """Sets the values of a level's nodes from those of their children."""
    if len(level.chances):
        found = level.matrix @ values
        found[:, HIGH] += level.unknown
        values[level.chances] = found
    for side, choices in enumerate(level.choices):
        if len(choices.nodes):
            best = np.maximum if side == 0 else np.minimum
            values[choices.nodes] = best.reduceat(values[choices.children], choices.starts)


def within(values: Floats, nodes: Places, bounds: Floats) -> None:
    """Narrows the values of some nodes to what is known of them otherwise."""
    values[nodes, LOW] = np.maximum(values[nodes, LOW], bounds[:, LOW])
    values[nodes, HIGH] = np.minimum(values[nodes, HIGH], bounds[:, HIGH])


def push_mass(level: Level, passed_on: list[PassedOn], mass: Floats) -> None:
    """Passes what has come to a level's nodes on to their children."""
    for nodes, children, shares in passed_on:
        np.add.at(mass, children, mass[nodes] * shares)
    if len(level.chances):
        matrix = level.matrix
        come = np.repeat(mass[level.chances], np.diff(matrix.indptr))
        np.add.at(mass, matrix.indices, come * matrix.data)


def pass_on(
    choices: SideChoices, side: int, values: GameValues, hopes: bool, halving: float
) -> PassedOn:
    """To which children each choice passes on how much of what comes to it: most to the one that
    may turn out best for its side, and to others the less the less they promise; nothing to those
    that cannot be better than what the side is sure of. A side that does not hope passes all to
    what is surely best."""
    if not len(choices.nodes):
        return PassedOn(choices.nodes, choices.children, np.zeros(0))
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
    passed = np.add.reduceat(shares, choices.starts)
    shares /= np.repeat(np.where(passed > 0.0, passed, 1.0), sizes)
    kept = np.flatnonzero(shares > LEAST_SHARE)
    nodes = np.repeat(choices.nodes, sizes)
    return PassedOn(nodes[kept], choices.children[kept], shares[kept])


def value_at_end(fight: Fight) -> float:
    """The value of a fight to the first side: by its end, or a draw's before it."""
    winner = fight.winner() if fight.is_over() else -1
    return DRAW_VALUE if winner < 0 else float(winner == 0)
