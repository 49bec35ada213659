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
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from itertools import takewhile
from typing import Any, NamedTuple

import numpy as np

from affray.core.fight import Fight
from affray.core.odds import Distribution
from affray.core.questions import Option, Question, Ruling
from affray.core.steps import ReachedState, StepPausedError, StepTable, TooManyPathsError
from affray.core.table import Player
from affray.lab.duels.choices import (
    ChoiceGraph,
    ChoiceTable,
    ChoiceWords,
    GraphPart,
    GrownTree,
    LocalNumbers,
)
from affray.lab.duels.game_passes import (
    FINE,
    ROUGH,
    GamePasses,
    GameValues,
    GraphArrays,
    StateArrays,
    value_at_end,
)
from affray.lab.duels.limits import (
    OutOfTimeError,
    SolverLimits,
    WorkDone,
    without_collecting,
)
from affray.lab.duels.processes import usable_processes, work_together
from affray.lab.duels.state_space import DuelState, StateSpace
from affray.lab.duels.transitions import SHARED_PATHS, SHARED_STATES, Floats
from affray.lab.duels.usual_play import GrowingUsualPlay, UsualChain

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


MOST_FIGHTS = 5_000
"""How many fights are kept that can be played again."""

NO_ROOT = -1
"""What stands in the place of the root of a state that is not worked out."""

EDGE_BYTES = 64
NODE_BYTES = 80
"""How much memory a pass over the graph takes for each of its edges, and of its nodes."""

PLAN_BYTES = 500
"""How much a plan takes for each state of usual play that it may go on with."""

LAST_PASSES = 3.0
MOST_RESERVED_TIME = 0.25
"""How many times as long as it took to look over the graph last is left to look over it for the
last time, every round of it, and to make a plan; and at most which share of all the time."""

MEGABYTE = 1_000_000


class Trail(NamedTuple):
    """How to get to a state: where the turn began, the ways the dice fell since then and the
    answers that were given."""

    start: int
    ways: list[tuple[Distribution, int]]
    answers: list[Option | Ruling]


class Trails:
    """How to get to each state. Of hundreds of thousands that takes less room than the fights
    themselves, and what several have in common is kept once."""

    def __init__(self) -> None:
        self._starts = array("i")
        self._ways: list[tuple[tuple[Distribution, int], ...]] = []
        self._answers: list[tuple[Option | Ruling, ...]] = []
        self._shared_ways: dict[tuple[tuple[Distribution, int], ...], Any] = {}
        self._shared_answers: dict[tuple[Option | Ruling, ...], Any] = {}

    def add(
        self,
        start: int,
        ways: list[tuple[Distribution, int]],
        answers: list[Option | Ruling],
    ) -> None:
        """Adds how to get to the state that has the next number."""
        all_ways, all_answers = tuple(ways), tuple(answers)
        self._starts.append(start)
        self._ways.append(self._shared_ways.setdefault(all_ways, all_ways))
        self._answers.append(self._shared_answers.setdefault(all_answers, all_answers))

    def __getitem__(self, number: int) -> Trail:
        """How to get to a state."""
        return Trail(self._starts[number], list(self._ways[number]), list(self._answers[number]))

    def start(self, number: int) -> int:
        """Where the turn began in which a state was reached."""
        return self._starts[number]


class WorkedOutTree(NamedTuple):
    """What follows a state, as a process sends it that has worked it out: the numbers of nodes and
    states that were not known before the process began are its own, those of states in the order
    of their trails."""

    number: int
    level: int
    """How closely it was looked at."""
    in_pieces: bool
    """Whether its step is paused wherever anybody is asked."""
    left_out: float
    root: int
    part: GraphPart
    trails: list[list[int]]


class TreesElsewhere(NamedTuple):
    """What another process has worked out."""

    trees: list[WorkedOutTree]
    paths: int


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
        self.roots = array("i")
        """The root of what follows each state; NO_ROOT where it is not worked out."""
        self.left_out = array("d")
        """How much of what follows each state was left out."""
        self.worked_out = 0
        """How many states are worked out."""
        self.work = WorkDone(limits or SolverLimits())
        self.rounds = round_limit - int(start.round)
        self.usual_play: GrowingUsualPlay | None = None
        self.surely = (0.0, 1.0)
        """Between what the value of the duel lies by what is known from elsewhere."""
        self._table = ChoiceTable(players, best_sides)
        self._processes = usable_processes(self.work.limits.workers)
        self._first_nodes = array("i")
        """The number of nodes there were when each state was worked out last."""
        self._cut_offs = bytearray()
        """How closely each state was looked at so far, of so many ways as there are cut-offs."""
        self._piecewise: set[int] = set()
        """The states whose step is paused wherever anybody is asked."""
        self._rounds = array("i", [int(start.round)])
        """In which round each state was reached first."""
        self._trails = Trails()
        self._trails.add(0, [], [])
        self._fights: dict[int, Fight] = {}
        """The fights of states between turns that were wanted lately."""
        self._ends = array("d")
        self._best_sides = best_sides
        self.hopes = tuple(
            dict.fromkeys(
                (first and 0 in best_sides, second and 1 in best_sides) for first, second in HOPES
            )
        )
        self._start = start.copy(self._table)
        self.space.add_start(self._start)
        self._in_turn = self.space.states[0]._replace(in_turn=True)
        """Stands for every state in the middle of a turn."""
        self._make_room()

    def begin_with(self, usual: UsualChain) -> None:
        """Takes it from what is known of usual play that a side which alone plays its best can do
        as well."""
        if len(self._best_sides) == 1:
            (side,) = self._best_sides
            self.usual_play = GrowingUsualPlay(usual, side, self.work, self._state_at)

    # --- working it out ---

    def explore(self) -> GameValues:
        """Works out states until the value of the duel is near enough or a limit is reached, and
        gives the values there are; stops where it is when it is interrupted."""
        with without_collecting():
            return self._explore()

    def _explore(self) -> GameValues:
        with self.work.until_stopped():
            while True:
                started = self.work.seconds()
                passes = self._passes()
                values = passes.solve(ROUGH)
                low, high = self.bounds(values)
                self.work.report(low, high)
                if high - low <= self.work.limits.width:
                    values = passes.solve(FINE)
                    low, high = self.bounds(values)
                    if high - low <= self.work.limits.width:
                        return values
                eagerness = passes.eagerness(values, self.hopes)
                others: Floats | None = None
                if self.usual_play is not None:
                    others = passes.visits_of_others(values, self.usual_play.best_side)
                del passes, values
                self._reserve_memory()
                self._reserve_time(self.work.seconds() - started)
                if self.usual_play is not None and others is not None and not self.work.stopped:
                    paths = self.usual_play.paths_worth_it(int(self._table.paths), low, high)
                    self.usual_play.look_at(list(self.space.numbers), others, paths)
                if not self._work_out_most_wanted(eagerness):
                    break
        return self._passes().solve(FINE)

    def bounds(self, values: GameValues) -> tuple[float, float]:
        """Between what the value of the duel to its first side lies."""
        low, high = (min(1.0, max(0.0, float(one))) for one in values.states[0])
        low, high = max(low, self.surely[0]), min(high, self.surely[1])
        # where all is known the two may differ by what was rounded
        return (low, high) if low <= high else (high, low)

    def solve_late_rounds(self, at_round: Callable[[int, Floats], None]) -> None:
        """Tells the values of all nodes with no further round left, with one, and so on."""
        self._passes().solve(FINE, at_round)

    def _passes(self) -> GamePasses:
        """What goes over the graph as it is now."""
        if self.usual_play is not None:
            self.usual_play.grow(self.space)
        is_over = self.space.is_over()
        for state in self.space.states[len(self._ends) :]:
            self._ends.append(value_at_end(state.fight) if not state.in_turn else 0.0)
        states = StateArrays(
            np.array(self.roots, np.int32),
            np.array(self.left_out, np.float64),
            is_over,
            np.array(self._ends, np.float64),
        )
        return GamePasses(GraphArrays(self.graph), states, self.rounds, self.usual_play)

    def _reserve_memory(self) -> None:
        """Leaves as much memory as it takes to look over the graph once more when it has grown, and
        to make a plan of it."""
        nodes, edges = len(self.graph.sides), len(self.graph.parents)
        usual = 0 if self.usual_play is None else len(self.usual_play.chain.space.states)
        wanted = (1.0 + PATHS_SHARE) * (EDGE_BYTES * edges + NODE_BYTES * nodes)
        self.work.reserved = (wanted + PLAN_BYTES * usual) / MEGABYTE

    def _reserve_time(self, seconds: float) -> None:
        """Leaves as much time as it takes to look over the graph for the last time, when it took so
        long this time."""
        most = MOST_RESERVED_TIME * self.work.limits.seconds
        self.work.reserved_seconds = min(most, LAST_PASSES * (1.0 + PATHS_SHARE) * seconds)

    def _work_out_most_wanted(self, eagerness: Floats) -> bool:
        """Works out states, or looks at them more closely, for as long as it takes to look over the
        graph again; False when there are none, or a limit is reached."""
        paths = int(self._table.paths)
        more = max(LEAST_PATHS, int(PATHS_SHARE * paths))
        waiting = np.flatnonzero(eagerness > 0.0)
        ordered = waiting[np.argsort(-eagerness[waiting], kind="stable")].tolist()
        numbers = [number for number in ordered if self._cut_offs[number] < len(CUT_OFFS)]
        if self._processes > 1 and more >= SHARED_PATHS and len(numbers) >= SHARED_STATES:
            return self._work_out_together(numbers[: 1 + more * self.work.states // paths])
        batch: Iterable[int] = takewhile(lambda _: self._table.paths <= paths + more, numbers)
        return self.work.work_out_each(batch, self._work_out)

    def _work_out(self, number: int) -> None:
        """Works out what follows a state, more closely each time."""
        self._add_tree(number)
        self.work.states += 1

    def _add_tree(self, number: int) -> GrownTree:
        """Adds what follows a state to the graph, more closely each time."""
        first_node = len(self.graph.sides)
        self._cut_offs[number] += 1
        try:
            found = self._grow(number, self.graph, self.work.watch_time)
        except BaseException:
            self._cut_offs[number] -= 1  # what is known of it is what was known before
            raise
        self._keep(found.new, self._turn_start(number))
        self._rounds.extend(found.rounds)
        self._plant(number, first_node, int(found.root), found.left_out)
        return found

    def _plant(self, number: int, first_node: int, root: int, left_out: float) -> None:
        """Notes where what follows a state stands in the graph."""
        self._first_nodes[number] = first_node
        self.worked_out += self.roots[number] == NO_ROOT
        self.roots[number] = root
        self.left_out[number] = min(1.0, left_out)

    # --- several processes ---

    def _work_out_together(self, numbers: list[int]) -> bool:
        """Works out states in several processes at once; False when a limit is reached."""
        known_states, known_nodes = len(self.space.states), len(self.graph.sides)
        return work_together(
            self.work,
            numbers,
            self._processes,
            self._work_out,
            self._work_out_apart,
            lambda found: self._take_over(found, known_states, known_nodes),
        )

    def _work_out_apart(self, numbers: list[int]) -> TreesElsewhere:
        """Works out states in a process of its own, as long as there is time."""
        found: list[WorkedOutTree] = []
        graph, table = self.graph, self._table
        paths = int(table.paths)
        table.keeps_trails = True
        self.work.limits.on_progress = None

        def work_out(number: int) -> None:
            size = len(graph.sides), len(graph.parents), len(graph.leaves)
            tree = self._add_tree(number)
            self.work.states += 1
            level, in_pieces = self._cut_offs[number], number in self._piecewise
            part, left_out = graph.since(*size), self.left_out[number]
            found.append(
                WorkedOutTree(number, level, in_pieces, left_out, int(tree.root), part, tree.trails)
            )

        with suppress(OutOfTimeError):
            self.work.work_out_each(numbers, work_out)
        return TreesElsewhere(found, int(table.paths) - paths)

    def _take_over(self, done: TreesElsewhere, known_states: int, known_nodes: int) -> None:
        """Takes over what another process has worked out, which knew so many states and nodes when
        it began."""
        states, nodes = LocalNumbers(known_states), LocalNumbers(known_nodes)
        for one in done.trees:
            if one.in_pieces:
                self._piecewise.add(one.number)
            self._table.pauses_for_all = one.in_pieces
            for trail in one.trails:
                states.add(self._state_along(one.number, trail))
            first_node = len(self.graph.sides)
            self.graph.add_part(one.part, nodes, states)
            self._cut_offs[one.number] = one.level
            self._plant(one.number, first_node, int(nodes.here(one.root)), one.left_out)
        self.work.states += len(done.trees)
        self._table.paths += done.paths

    def _state_along(self, number: int, trail: list[int]) -> int:
        """The number of the state that a path leads to from another, which is given by the way to
        take at every branch."""
        start = self._turn_start(number)
        fight = self._fight(start)
        self._go_to(number, self._table)
        reached, in_round = self._table.follow_one(fight, trail)
        found = self.space.numbers.setdefault(reached.key, len(self.space.states))
        if found == len(self.space.states):
            self._keep([reached], start)
            self._rounds.append(in_round)
        return found

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
            self._trails.add(start, one.ways, one.answers)
        self._make_room()

    def _make_room(self) -> None:
        """Makes room for what is to be known of the states that were reached."""
        more = len(self.space.states) - len(self.roots)
        self.roots.extend([NO_ROOT] * more)
        self.left_out.extend([0.0] * more)
        self._first_nodes.extend([0] * more)
        self._cut_offs.extend(bytes(more))

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
            trail = self._trails[number]
            table.go_to(trail.ways, trail.answers)
        else:
            table.begin()

    def _state_at(self, number: int, key: Hashable) -> tuple[ReachedState, Fight]:
        """A state, to be gone on from elsewhere, and the fight at the beginning of its turn."""
        start = self._fight(self._turn_start(number))
        if not self.space.states[number].in_turn:
            return ReachedState(key, start, [], [], False), start
        trail = self._trails[number]
        return ReachedState(key, self.fight_at(number), trail.ways, trail.answers, True), start

    def _turn_start(self, number: int) -> int:
        """The state between turns at the beginning of the turn that a state is in."""
        return self._trails.start(number) if self.space.states[number].in_turn else number

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

    # --- looking at it ---

    def round_of(self, state: int) -> int:
        """In which round a state was reached first."""
        return self._rounds[state]

    def nodes_of(self, state: int) -> slice:
        """The nodes of what follows a state that is worked out, among which its choices are."""
        return slice(self._first_nodes[state], self.roots[state] + 1)

    def choices_in_words(
        self, state: int, watch: Callable[[], None] = lambda: None
    ) -> dict[int, ChoiceWords]:
        """The choices of what follows a state, by their nodes. `watch` is called now and then, and
        may raise what ends it."""
        table = self._table
        table.keeps_words = True
        try:
            self._grow(state, ChoiceGraph(), watch)
        finally:
            table.keeps_words = False
        nodes = self.nodes_of(state)
        choices = [
            number for number in range(nodes.start, nodes.stop) if self.graph.sides[number] >= 0
        ]
        return dict(zip(choices, table.words, strict=True))

    def is_over(self, number: int) -> bool:
        """Whether a state is an end of the fight."""
        state = self.space.states[number]
        return not state.in_turn and state.fight.is_over()

    def fight_at(self, number: int) -> Fight:
        """The fight as it is at a state, to look at."""
        if self.is_over(number):
            return self.space.fight(number)
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
