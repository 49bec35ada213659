"""What can come of a stretch of play when some sides choose for themselves: a tree of chances
and choices, with equal parts of it kept once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import fsum
from typing import NamedTuple

from affray.core.fight import Fight
from affray.core.odds import Distribution, OddsCache, OddsTable
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player, Table

LEAF, CHANCE, CHOICE = range(3)

UNLIKELY = 1e-10
"""A path through the dice less likely than this is not followed where every option is."""

EVERY_OPTION = 1.0
"""What an option weighs while all of them are taken: nothing is less likely for being chosen."""


class Asked(NamedTuple):
    """A question as a choice keeps it."""

    side: int
    prompt: str
    options: tuple[str, ...]
    usual: int
    """Which option the side's own player would take."""


class Node(NamedTuple):
    """A place in the tree: where it ends, or what may follow and how."""

    kind: int
    children: tuple[int, ...] = ()
    chances: tuple[float, ...] = ()
    outcome: Hashable = None
    asked: Asked | None = None


class Forest:
    """Trees that share their equal parts. A node's children always come before it."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._numbers: dict[Node, int] = {}
        self._leaves: dict[Hashable, int] = {}
        self.said_before: dict[int, tuple[str, ...]] = {}
        """What had been chosen in this stretch before a choice came up, as it was first met."""

    def plant(self, node: Node) -> int:
        """The number of a node, the same for equal ones."""
        found = self._numbers.get(node)
        if found is None:
            found = self._numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return found

    def leaf(self, outcome: Hashable) -> int:
        """Where a path ends."""
        found = self._leaves.get(outcome)
        if found is None:
            found = self._leaves[outcome] = self.plant(Node(LEAF, outcome=outcome))
        return found

    def chance(self, children: list[int], weights: list[float]) -> int:
        """What dice may lead to. Dice upon dice are one roll, and what was left out as too
        unlikely is taken to go as the rest does."""
        merged: dict[int, float] = {}
        for child, weight in zip(children, weights, strict=True):
            node = self.nodes[child]
            if node.kind == CHANCE:
                for further, p in zip(node.children, node.chances, strict=True):
                    merged[further] = merged.get(further, 0.0) + weight * p
            else:
                merged[child] = merged.get(child, 0.0) + weight
        if len(merged) == 1:
            return next(iter(merged))
        ordered = sorted(merged.items())
        whole = fsum(merged.values())
        return self.plant(
            Node(CHANCE, tuple(child for child, _ in ordered), tuple(p / whole for _, p in ordered))
        )

    def choice(self, children: list[int], asked: Asked, said: tuple[str, ...]) -> int:
        """What somebody may choose, unless it comes to the same."""
        if len(set(children)) == 1:
            return children[0]
        found = self.plant(Node(CHOICE, tuple(children), asked=asked))
        self.said_before.setdefault(found, said)
        return found


class Growing:
    """A node that is not finished: its children are still being found, `way` by way."""

    def __init__(self, pool: Distribution, asked: Asked | None, said: tuple[str, ...]) -> None:
        self.pool = pool
        self.asked = asked
        self.said = said
        self.way = 0
        self.children: list[int] = []
        self.weights: list[float] = []

    def add(self, child: int) -> None:
        """Takes in what the way being followed came to."""
        self.children.append(child)
        self.weights.append(self.pool.weights[self.way])


class EveryChoice(OddsTable):
    """Takes every path and, for the sides that choose for themselves, every option."""

    def __init__(
        self,
        choosers: set[int],
        players: list[Player],
        cache: OddsCache,
        cut_off: float = UNLIKELY,
    ) -> None:
        super().__init__(players, None, cache, cut_off)
        self.choosers = choosers
        self.asked: dict[int, Asked] = {}
        self.said: dict[int, tuple[str, ...]] = {}
        self.chosen: list[str] = []

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Every option in turn, or the one that the side's player takes."""
        if question.side not in self.choosers:
            return super().ask(fight, question)
        options = question.options
        depth = int(self.depth)
        new = depth == len(self.trail)
        if new:
            usual = super().ask(fight, question)
            self.asked[depth] = Asked(
                int(question.side),
                fight.setup.prompt(question),
                tuple([option.text for option in options]),
                options.index(usual) if isinstance(usual, Option) else int(question.default),
            )
            self.said[depth] = tuple(self.chosen)
        number = self.choose([EVERY_OPTION] * len(options))
        self.chosen.append(options[number].text)
        return options[number]

    def grow(self, forest: Forest, run: Callable[[Table], Hashable]) -> int:
        """The tree of everything that `run` can come to; gives the number of its root."""
        self.trail = []
        self.lost = 0.0
        self.asked.clear()
        open_nodes: list[Growing] = []
        while True:
            self.depth = 0
            self.weight = 1.0
            self.chosen = []
            reached = forest.leaf(run(self))
            for depth in range(len(open_nodes), len(self.trail)):
                open_nodes.append(
                    Growing(self.trail[depth].ways, self.asked.get(depth), self.said.get(depth, ()))
                )
            self._to_next_path()
            left = len(self.trail)
            while open_nodes:
                parent = open_nodes[-1]
                parent.add(reached)
                if len(open_nodes) == left:
                    parent.way = int(self.trail[-1].at)
                    break
                open_nodes.pop()
                self.asked.pop(len(open_nodes), None)
                reached = finished(forest, parent)
            else:
                return reached


def finished(forest: Forest, node: Growing) -> int:
    """A node with all its children, in its place."""
    if node.asked is not None:
        return forest.choice(node.children, node.asked, node.said)
    return forest.chance(node.children, node.weights)
