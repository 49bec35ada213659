"""The best replies within an action: what others would do who know what it leads to."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import fsum
from typing import Generic, TypeVar

from affray.core.fight import Fight
from affray.lab.odds.decision_tree import CHANCE, LEAF, DecisionGraph
from affray.lab.odds.fighter_states import Changes

Outcome = TypeVar("Outcome", bound=Hashable)


class BestReplies(Generic[Outcome]):
    """Resolves the choices within an action, each for the best of the side that makes it.

    `changes_of` says whom an outcome changes.
    """

    def __init__(
        self, graph: DecisionGraph, before: Fight, changes_of: Callable[[Outcome], Changes]
    ) -> None:
        self.graph = graph
        self.roster = before.roster()
        self.changes_of = changes_of
        self._resolved: dict[int, dict[Outcome, float]] = {}

    def resolve(self, number: int) -> dict[Outcome, float]:
        """Gives the outcomes below a node once everybody has chosen."""
        if number in self._resolved:
            return self._resolved[number]
        node = self.graph.nodes[number]
        found: dict[Outcome, float] = {}
        if node.kind == LEAF:
            found[node.outcome] = 1.0  # type: ignore[index]
        elif node.kind == CHANCE:
            for child, probability in zip(node.children, node.probabilities, strict=True):
                for outcome, p in self.resolve(child).items():
                    found[outcome] = found.get(outcome, 0.0) + probability * p
        else:
            assert node.choice is not None
            side = node.choice.side
            found = max(
                (self.resolve(child) for child in node.children),
                key=lambda outcomes: self.gain(outcomes, side),
            )
        self._resolved[number] = found
        return found

    def gain(self, outcomes: dict[Outcome, float], side: int) -> float:
        """Gives how well a side comes out of an action: what it gains in health and in those who
        stand, less what the others gain."""
        gains = []
        for outcome, p in outcomes.items():
            for after in self.changes_of(outcome):
                fighter = self.roster[after.who]
                most = max(1, fighter.max_health())
                value = after.health / most + (after.state == "standing")
                value_before = fighter.health() / most + (fighter.state() == "standing")
                gains.append(p * (value - value_before) * (1 if fighter.side == side else -1))
        return fsum(gains)
