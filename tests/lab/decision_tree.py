"""Trees of chances and choices: every course of an action in which some sides choose freely.

Equal subtrees are stored once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import fsum
from typing import NamedTuple

from affray.core.fight import Fight
from affray.core.odds import Distribution, OddsCache
from affray.core.paths import PathTable
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player, Table

LEAF, CHANCE, CHOICE = range(3)
"""The kinds of nodes."""

CHOICE_CUT_OFF = 1e-10
"""A path through the dice less likely than this is not followed where every option is."""

OPTION_WEIGHT = 1.0
"""The weight of an option while all of them are followed: choosing is no matter of chance."""


class ChoicePoint(NamedTuple):
    """The question at a choice node."""

    side: int
    prompt: str
    options: tuple[str, ...]
    usual: int
    """The number of the option that the side's own player would take."""


class Node(NamedTuple):
    """A node of a tree: a leaf with its outcome, or the numbers of its children."""

    kind: int
    children: tuple[int, ...] = ()
    probabilities: tuple[float, ...] = ()
    outcome: Hashable = None
    choice: ChoicePoint | None = None


class DecisionGraph:
    """Trees that share their equal subtrees. A node's children always have lower numbers."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._numbers: dict[Node, int] = {}
        self._leaves: dict[Hashable, int] = {}
        self.earlier_choices: dict[int, tuple[str, ...]] = {}
        """What had been chosen in this stretch of play when a choice node was first reached."""

    def add_node(self, node: Node) -> int:
        """Return the number of a node, which is the same for equal nodes."""
        found = self._numbers.get(node)
        if found is None:
            found = self._numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return found

    def add_leaf(self, outcome: Hashable) -> int:
        """Return the number of the leaf with this outcome."""
        found = self._leaves.get(outcome)
        if found is None:
            found = self._leaves[outcome] = self.add_node(Node(LEAF, outcome=outcome))
        return found

    def add_chance(self, children: list[int], weights: list[float]) -> int:
        """Return the number of a chance node.

        A chance child is merged into its parent. Unlikely results that were left out are assumed to go
        as the others do.
        """
        merged: dict[int, float] = {}
        for child, weight in zip(children, weights, strict=True):
            node = self.nodes[child]
            if node.kind == CHANCE:
                for further, p in zip(node.children, node.probabilities, strict=True):
                    merged[further] = merged.get(further, 0.0) + weight * p
            else:
                merged[child] = merged.get(child, 0.0) + weight
        if len(merged) == 1:
            return next(iter(merged))
        ordered = sorted(merged.items())
        total = fsum(merged.values())
        return self.add_node(
            Node(CHANCE, tuple(child for child, _ in ordered), tuple(p / total for _, p in ordered))
        )

    def add_choice(
        self, children: list[int], choice: ChoicePoint, earlier_choices: tuple[str, ...]
    ) -> int:
        """Return the number of a choice node, or of its child if all options lead to the same one."""
        if len(set(children)) == 1:
            return children[0]
        found = self.add_node(Node(CHOICE, tuple(children), choice=choice))
        self.earlier_choices.setdefault(found, earlier_choices)
        return found


class OpenNode:
    """A node whose children are not all known yet."""

    def __init__(
        self,
        distribution: Distribution,
        choice: ChoicePoint | None,
        earlier_choices: tuple[str, ...],
    ) -> None:
        self.distribution = distribution
        self.choice = choice
        self.earlier_choices = earlier_choices
        self.way = 0
        self.children: list[int] = []
        self.weights: list[float] = []

    def add_child(self, child: int) -> None:
        """Record the result of the current way."""
        self.children.append(child)
        self.weights.append(self.distribution.weights[self.way])

    def close(self, graph: DecisionGraph) -> int:
        """Add the node to the graph once all its children are known; return its number."""
        if self.choice is not None:
            return graph.add_choice(self.children, self.choice, self.earlier_choices)
        return graph.add_chance(self.children, self.weights)


class AllChoicesTable(PathTable):
    """An odds table that also follows every option of the sides that choose freely."""

    def __init__(
        self,
        free_sides: set[int],
        players: list[Player],
        cache: OddsCache,
        cut_off: float = CHOICE_CUT_OFF,
    ) -> None:
        super().__init__(players, free_sides, cache, cut_off)
        self.pauses = False
        self.stage_cut_off = cut_off
        self.choices: dict[int, ChoicePoint] = {}
        """The choice at each depth of the path being followed."""
        self.earlier_choices: dict[int, tuple[str, ...]] = {}
        self.chosen: list[str] = []

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return every option in turn, or the answer of the side's player."""
        if question.side not in self.free_sides:
            return super().decide(fight, question)
        options = question.options
        depth = int(self.depth)
        if depth == len(self.trail):
            usual = super().decide(fight, question)
            self.choices[depth] = ChoicePoint(
                int(question.side),
                fight.setup.prompt(question),
                tuple([option.text for option in options]),
                options.index(usual) if isinstance(usual, Option) else int(question.default),
            )
            self.earlier_choices[depth] = tuple(self.chosen)
        number = self.choose([OPTION_WEIGHT] * len(options))
        self.chosen.append(options[number].text)
        return options[number]

    def build_tree(self, graph: DecisionGraph, run: Callable[[Table], Hashable]) -> int:
        """Add the tree of all outcomes of `run`; return the number of its root."""
        self.begin()
        self.choices.clear()
        return self.grow_tree(graph, run)

    def grow_tree(self, graph: DecisionGraph, run: Callable[[Table], Hashable]) -> int:
        """Add the tree from the end of the current trail; return its number."""
        open_nodes: list[OpenNode] = []
        while True:
            self.begin_path()
            reached = graph.add_leaf(run(self))
            for depth in range(len(open_nodes), len(self.trail)):
                open_nodes.append(
                    OpenNode(
                        self.trail[depth].ways,
                        self.choices.get(depth),
                        self.earlier_choices.get(depth, ()),
                    )
                )
            self._to_next_path()
            still_open = len(self.trail)
            while open_nodes:
                parent = open_nodes[-1]
                parent.add_child(reached)
                if len(open_nodes) == still_open:
                    parent.way = int(self.trail[-1].at)
                    break
                open_nodes.pop()
                self.choices.pop(len(open_nodes), None)
                reached = parent.close(graph)
            else:
                return reached

    def begin_path(self) -> None:
        """Prepare to follow the next path."""
        super().begin_path()
        self.chosen = []
