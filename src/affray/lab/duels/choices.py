"""A step of a fight in which sides choose freely: the tree of their choices and of the dice.

A step is paused wherever a side that chooses freely is asked what to do next, so that what follows
a choice is worked out once for each state it leads to, not once for each way there. Of the options
the one that the side's own player would take is tried first; where it wins for certain no other is
tried, as none can be better.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable
from typing import Final

from mypy_extensions import i64

from affray.core.fight import Fight
from affray.core.odds import CUT_OFF, Distribution, OddsCache
from affray.core.questions import Option, Question, Ruling
from affray.core.steps import (
    MOST_ROUNDS,
    NO_PATH,
    NO_WAYS,
    WATCHED_PATHS,
    ReachedState,
    StepPausedError,
    StepTable,
    TooManyPathsError,
    end_key,
    is_pause,
    key_reached,
    question_key,
)
from affray.core.table import Player

CHANCE: Final[i64] = -1
LEAF: Final[i64] = -2
"""What stands in the place of the side that chooses where none does."""

NO_LEAF: Final[i64] = -1

GraphPart = tuple[
    "array[int]", "array[int]", "array[int]", "array[float]", "array[int]", "array[int]"
]
"""Nodes of a graph, the edges that leave them, and where its leaves lead: `sides`, `parents`,
`children`, `weights`, `targets` and `later`."""

NOT_SURE: Final[i64] = -1
NO_CHILD: Final[i64] = -2
"""What stands in the place of the side that wins for certain."""


class ChoiceGraph:
    """The trees of all steps worked out so far, as arrays. A node's children have lower numbers.

    `sides` has for every node the side that chooses there, CHANCE or LEAF. The edges lead from
    `parents` to `children` with their `weights`, those of a node one after the other. A leaf leads
    to a state and so many rounds later: `leaves`, `targets` and `later`.
    """

    def __init__(self) -> None:
        self.sides: Final = array("b")
        self.parents: Final = array("i")
        self.children: Final = array("i")
        self.weights: Final = array("d")
        self.leaves: Final = array("i")
        self.targets: Final = array("i")
        self.later: Final = array("h")
        self._leaf_numbers: Final = (array("i"), array("i"))
        """The leaf that leads to each state in the same round, and in the next; NO_LEAF where there
        is none."""
        self._far_leaves: Final[dict[int, int]] = {}
        """The leaves that lead further, by where."""

    def add_leaf(self, target: i64, later: i64) -> i64:
        """Gives the number of the leaf that leads there."""
        known = self._leaf(target, later)
        if known != NO_LEAF:
            return known
        found: i64 = len(self.sides)
        self.sides.append(int(LEAF))
        self.leaves.append(int(found))
        self.targets.append(int(target))
        self.later.append(int(later))
        self._number_leaf(target, later, found)
        return found

    def _leaf(self, target: i64, later: i64) -> i64:
        """The number of the leaf that leads there; NO_LEAF where there is none."""
        if later > 1:
            return self._far_leaves.get(int(target * MOST_ROUNDS + later), int(NO_LEAF))
        near = self._leaf_numbers[0] if later == 0 else self._leaf_numbers[1]
        return near[target] if target < len(near) else int(NO_LEAF)

    def _number_leaf(self, target: i64, later: i64, number: i64) -> None:
        """Notes which leaf leads there."""
        if later > 1:
            self._far_leaves[int(target * MOST_ROUNDS + later)] = int(number)
            return
        near = self._leaf_numbers[0] if later == 0 else self._leaf_numbers[1]
        while len(near) <= target:
            near.append(int(NO_LEAF))
        near[target] = int(number)

    def add_choice(self, side: i64, children: list[int]) -> i64:
        """Gives the number of a new choice."""
        found: i64 = len(self.sides)
        self.sides.append(int(side))
        for child in children:
            self.parents.append(int(found))
            self.children.append(child)
            self.weights.append(1.0)
        return found

    def add_chance(self, chances: dict[int, float]) -> i64:
        """Gives the number of a new chance."""
        found: i64 = len(self.sides)
        self.sides.append(int(CHANCE))
        for child, weight in chances.items():
            self.parents.append(int(found))
            self.children.append(child)
            self.weights.append(weight)
        return found

    def cut_back(self, nodes: i64) -> None:
        """Forgets all nodes but the first so many."""
        edges: i64 = len(self.parents)
        while edges > 0 and self.parents[edges - 1] >= nodes:
            edges -= 1
        leaves: i64 = len(self.leaves)
        while leaves > 0 and self.leaves[leaves - 1] >= nodes:
            leaves -= 1
            self._number_leaf(self.targets[leaves], self.later[leaves], NO_LEAF)
        del self.sides[nodes:]
        del self.parents[edges:]
        del self.children[edges:]
        del self.weights[edges:]
        del self.leaves[leaves:]
        del self.targets[leaves:]
        del self.later[leaves:]

    def since(self, nodes: i64, edges: i64, leaves: i64) -> GraphPart:
        """What was added after the first so many nodes, edges and leaves, in a form that can be
        sent to another process."""
        return (
            self.sides[nodes:],
            self.parents[edges:],
            self.children[edges:],
            self.weights[edges:],
            self.targets[leaves:],
            self.later[leaves:],
        )

    def add_part(self, part: GraphPart, nodes: LocalNumbers, states: LocalNumbers) -> None:
        """Adds what was added to a graph elsewhere, with the numbers that its nodes and the states
        they lead to have here; notes those that the nodes get."""
        sides, parents, children, weights, targets, later = part
        edge: i64 = 0
        edges: i64 = len(parents)
        leaf: i64 = 0
        for side in sides:
            if side == LEAF:
                nodes.add(self.add_leaf(states.here(targets[leaf]), later[leaf]))
                leaf += 1
                continue
            found: i64 = len(self.sides)
            self.sides.append(side)
            elsewhere = nodes.add(found)
            while edge < edges and parents[edge] == elsewhere:
                self.parents.append(int(found))
                self.children.append(int(nodes.here(children[edge])))
                self.weights.append(weights[edge])
                edge += 1


class LocalNumbers:
    """The numbers that things have here which another process has numbered on from so many that
    both know."""

    def __init__(self, known: int) -> None:
        self._known: Final[i64] = known
        self._numbers: Final[list[int]] = []

    def add(self, number: i64) -> i64:
        """Notes the number of the next of them, and gives the one it has elsewhere."""
        self._numbers.append(int(number))
        return self._known + len(self._numbers) - 1

    def here(self, elsewhere: i64) -> i64:
        """The number that something has here."""
        return elsewhere if elsewhere < self._known else self._numbers[elsewhere - self._known]


class ChoiceWords:
    """A choice in words: the question, the options that were tried, and what was chosen before;
    and by what whoever is asked tells the choice from others, with the keys of its options."""

    def __init__(
        self,
        prompt: str,
        options: list[str],
        earlier: tuple[str, ...],
        seen: SeenChoice,
        keys: list[str],
        round: i64,
    ) -> None:
        self.prompt: Final = prompt
        self.options: Final = options
        self.earlier: Final = earlier
        self.seen: Final = seen
        self.keys: Final = keys
        self.round: Final[i64] = round
        """The round in which it was asked, on the first way there."""


class OpenNode:
    """A node whose children are still being found, one way after the other."""

    def __init__(self, side: i64, round: i64) -> None:
        self.side: Final[i64] = side
        self.round: Final[i64] = round
        self.children: Final[list[int]] = []
        self.chances: Final[dict[int, float]] = {}
        self.total = 0.0
        self.winner: i64 = NO_CHILD
        """Who wins for certain, as far as is known: a side, or NOT_SURE."""
        self.won_by: i64 = 0
        """How many rounds after the state the last of these wins comes."""

    def add_winner(self, winner: i64, won_by: i64) -> None:
        """Notes who wins for certain if this child comes."""
        if self.winner == NO_CHILD:
            self.winner = winner
        elif self.winner != winner:
            self.winner = NOT_SURE
        if won_by > self.won_by:
            self.won_by = won_by

    def is_settled_by(self, winner: i64, won_by: i64) -> bool:
        """Whether no other option can be better than one by which a side wins for certain, and no
        sooner than it must."""
        return self.side >= 0 and winner == self.side and won_by <= self.round


class GrownTree:
    """What follows a state: the root of its tree, and the states that were not known before, with
    the round in which each was reached and, where the table keeps that, the way taken at every
    branch of a path there."""

    def __init__(
        self,
        root: i64,
        new: list[ReachedState],
        rounds: list[int],
        trails: list[list[int]],
        left_out: float,
    ) -> None:
        self.root: Final[i64] = root
        self.new: Final = new
        self.rounds: Final = rounds
        self.trails: Final = trails
        self.left_out: Final = left_out


class ChoiceTable(StepTable):
    """Follows every way from one state to the next, with every option of the sides that choose
    freely."""

    def __init__(
        self, players: list[Player], free_sides: set[int], cache: OddsCache | None = None
    ) -> None:
        super().__init__(players, cache, 0.0)
        self.stage_cut_off = CUT_OFF
        self.free_sides: Final = free_sides
        self.pauses_for_all = False
        """Whether it is also paused where a side is asked that does not choose freely."""
        self.keeps_words = False
        self.words: list[ChoiceWords] = []
        """The choices of the last tree in words, in the order of their nodes, where it keeps
        them."""
        self._options: dict[int, list[Option]] = {}
        """The options of the choice at each depth of the path, the usual one first."""
        self._open_words: dict[int, ChoiceWords] = {}
        self._sides: dict[int, int] = {}
        self._rounds: dict[int, int] = {}
        self._chosen: list[str] = []

    def is_free(self, side: i64) -> bool:
        return int(side) in self.free_sides

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        number = self.asked
        self.asked = number + 1
        if number < len(self.answers) and self.is_settled[number]:
            answer = self.answers[number]
            if self.keeps_words and isinstance(answer, Option) and self.is_free(question.side):
                self._chosen.append(answer.text)
            return answer
        is_free = self.is_free(question.side)
        if self.merges_ways and self.depth > self.given_ways:
            if (is_free or self.pauses_for_all) and is_pause(question):
                self.asked = number
                raise StepPausedError(question_key(question))
        depth = self.depth
        if is_free:
            answer = self._choose_option(fight, question)
        else:
            answer = self.decide(fight, question)
        self._note_answer(number, depth, answer)
        return answer

    def _choose_option(self, fight: Fight, question: Question) -> Option:
        """Gives every option in turn."""
        depth = int(self.depth)
        if depth == len(self.trail):
            usual = self.decide(fight, question)
            listed = question.options
            options = listed
            if isinstance(usual, Option) and usual is not listed[0]:
                options = [usual, *[one for one in listed if one is not usual]]
            self._options[depth] = options
            self._sides[depth] = int(question.side)
            self._rounds[depth] = int(fight.round)
            if self.keeps_words:
                self._open_words[depth] = ChoiceWords(
                    fight.setup.prompt(question),
                    [one.text for one in options],
                    tuple(self._chosen),
                    SeenChoice(fight, question),
                    [one.key for one in options],
                    fight.round,
                )
            chosen = options[self.follow(Distribution([], [1.0] * len(options), 0.0))]
        else:
            chosen = self._options[depth][self.follow(self.trail[depth].ways)]
        if self.keeps_words:
            self._chosen.append(chosen.text)
        return chosen

    def merge_ways(self, fight: Fight, matters: tuple[object, ...]) -> None:
        if self.merges_ways and self.depth > self.given_ways:
            raise StepPausedError(matters)

    def grow(
        self,
        graph: ChoiceGraph,
        start: Fight,
        first_round: i64,
        watch: Callable[[], None],
        most_paths: i64,
        numbers: dict[Hashable, int],
    ) -> GrownTree:
        """Adds the tree of all that follows a state, from where `go_to` has led. `numbers` has the
        number of every state that is known, by its key, and gets those that are new.

        Raises TooManyPathsError where there are more paths than that; 0 is no limit. Whenever it
        raises, nothing is added to what is known.
        """
        nodes: i64 = len(graph.sides)
        new: list[ReachedState] = []
        rounds: list[int] = []
        trails: list[list[int]] = []
        open_nodes: list[OpenNode] = []
        base = self.given_ways
        paths: i64 = 0
        fight = self._take_spare(start)
        self._options.clear()
        self._sides.clear()
        self.words = []
        try:
            while True:
                if most_paths and paths == most_paths:
                    raise TooManyPathsError
                if paths % WATCHED_PATHS == 0:
                    watch()
                paths += 1
                self.paths += 1
                self._chosen = []
                self.begin_path()
                fight = self._at_start(fight, start)
                paused = self.play_step(fight)
                in_step = paused is not None
                key = key_reached(fight, paused)
                later = fight.round - first_round
                winner = NOT_SURE
                if not in_step and fight.is_over():
                    winner = fight.winner()
                    key = end_key(fight, key)
                number = numbers.get(key)
                if number is None:
                    number = len(numbers)
                    reached = self._reached_from(start, key, fight, in_step)
                    numbers[reached.key] = number
                    new.append(reached)
                    rounds.append(int(fight.round))
                    if self.keeps_trails:
                        trails.append([int(branch.at) for branch in self.trail])
                    if reached.fight is fight:
                        fight = None  # it is kept, and not played again
                depth: i64 = base + len(open_nodes)
                while depth < len(self.trail):
                    side = self._sides.get(int(depth))
                    if side is None:
                        open_nodes.append(OpenNode(CHANCE, 0))
                    else:
                        open_nodes.append(OpenNode(side, self._rounds[int(depth)] - first_round))
                    depth += 1
                root = self._close(graph, open_nodes, graph.add_leaf(number, later), winner, later)
                if root >= 0:
                    break
        except BaseException:
            for one in new:
                del numbers[one.key]
            graph.cut_back(nodes)
            raise
        self._spare = fight
        return GrownTree(root, new, rounds, trails, self.left_out)

    def _reached_from(
        self, start: Fight, key: Hashable, fight: Fight, in_step: bool
    ) -> ReachedState:
        """The state that the path has come to. Of one that goes on how to get there is kept, which
        takes less room than the fight itself."""
        key = self._with_shared_parts(key, in_step)
        if not in_step and fight.is_over():
            return self._reached(key, fight, False)
        ways, answers = self.ways_taken() or NO_WAYS, self.answers[: self.asked]
        return ReachedState(key, start, ways, answers, in_step)

    def follow_one(self, start: Fight, trail: list[int]) -> tuple[ReachedState, int]:
        """The state that one path leads to from where `go_to` has led, which is given by the way
        to take at every branch, and the round in which it is reached."""
        self._options.clear()
        self._sides.clear()
        self.path = trail
        self.begin_path()
        fight = start.copy(self)
        paused = self.play_step(fight)
        self.path = NO_PATH
        in_step = paused is not None
        key = key_reached(fight, paused)
        if not in_step and fight.is_over():
            key = end_key(fight, key)
        return self._reached_from(start, key, fight, in_step), int(fight.round)

    def retrace(
        self, start: Fight, ways: list[tuple[Distribution, int]], answers: list[Option | Ruling]
    ) -> Fight:
        """The fight after a whole step in which the dice fell so and these answers were given."""
        self.go_to(ways, answers)
        self.begin_path()
        fight = start.copy(self)
        fight.step()
        return fight

    def _close(
        self,
        graph: ChoiceGraph,
        open_nodes: list[OpenNode],
        leaf: i64,
        winner: i64,
        won_by: i64,
    ) -> i64:
        """Gives the last way its child, closes the nodes of which all children are known, and turns
        to the next way; the root where there is none, else -1."""
        child = leaf
        chances: dict[int, float] | None = None
        while open_nodes:
            parent = open_nodes[-1]
            branch = self.trail[-1]
            weights = branch.ways.weights
            if parent.side == CHANCE:
                weight = weights[branch.at]
                parent.total += weight
                found = parent.chances
                if chances is not None:
                    for one, share in chances.items():
                        found[one] = found.get(one, 0.0) + weight * share
                else:
                    found[int(child)] = found.get(int(child), 0.0) + weight
            else:
                if chances is not None:
                    child = graph.add_chance(chances)
                parent.children.append(int(child))
            parent.add_winner(winner, won_by)
            if parent.is_settled_by(winner, won_by):
                parent.winner, parent.won_by = winner, won_by
            elif self._turn(branch.weight, parent.side):
                return -1
            open_nodes.pop()
            depth = len(self.trail) - 1
            self.trail.pop()
            winner, won_by = parent.winner, parent.won_by
            chances = None
            if parent.side == CHANCE:
                chances = {one: weight / parent.total for one, weight in parent.chances.items()}
                if len(chances) == 1:
                    for only in chances:
                        child = only
                    chances = None
            else:
                child = parent.children[0]
                for one in parent.children:
                    if one != child:
                        child = graph.add_choice(parent.side, parent.children)
                        if self.keeps_words:
                            self.words.append(self._open_words[depth])
                        break
                del self._options[depth]
                del self._sides[depth]
        if chances is not None:
            child = graph.add_chance(chances)
        return child

    def _turn(self, before: float, side: i64) -> bool:
        """Turns the last branch to its next way; False where it has none."""
        branch = self.trail[-1]
        weights = branch.ways.weights
        branch.at += 1
        if side != CHANCE:
            return branch.at < len(weights)
        while branch.at < len(weights):
            if before * weights[branch.at] >= self.cut_off:
                return True
            self.left_out += before * weights[branch.at]
            branch.at += 1
        return False


class SeenChoice:
    """What whoever is asked can see of a choice, without the number of the round: the question
    and the fight's state, closely with all that is transient, and roughly without. What is
    transient may be what was rolled just now, or left from an earlier turn and mean nothing."""

    def __init__(self, fight: Fight, question: Question) -> None:
        asked = (int(question.side), int(question.about), int(question.target), question.words)
        options = tuple([option.key for option in question.options])
        seen = (question_key(question), asked, options)
        self.closely: Final[Hashable] = (seen, in_plain_values(fight.key_in_step()))
        # a ruleset's own key may be one between turns only
        state = (fight.state_key(), tuple([one.state_key() for one in fight.fighters]))
        self.roughly: Final[Hashable] = (seen, in_plain_values(state))


def in_plain_values(part: object) -> object:
    """A part of a key in values that are the same in every fight of a scenario: an option's key in
    the place of an option, and of other things what they are."""
    if isinstance(part, tuple):
        return tuple([in_plain_values(one) for one in part])
    if part is None or isinstance(part, (int, str, float, frozenset)):
        return part
    if isinstance(part, Option):
        return part.key
    return type(part).__name__
