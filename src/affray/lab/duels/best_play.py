"""The best play of a duel: a zero-sum game over its states, solved by value iteration.

A state's value is the share of fights its first side wins, draws counting half. Within a turn
dice and decisions make a tree. The value of a decision is computed from the values of the states
it leads to, and theirs from it, again and again until they no longer change.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from heapq import heappop, heappush
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped, unused-ignore]

from affray.core.fight import Fight
from affray.core.odds import OddsCache
from affray.core.table import Player
from affray.lab.duels.solver import Duel, duel_from_transitions
from affray.lab.duels.states import SolverLimits, StateSpace, Transition
from affray.lab.duels.transitions import Floats, Transitions, propagate
from affray.lab.odds.decision_tree import CHANCE, CHOICE, LEAF, AllChoicesTable, DecisionGraph, Node
from affray.library import Scenario

DRAW_VALUE = 0.5
"""What a fight that nobody wins is worth."""

DISCOUNT = 1 - 1e-7
"""A later win is worth this much less each turn, so that nobody puts off what is certain."""

TOLERANCE = 1e-9
"""Two options whose values differ by less are equally good."""

MOST_ITERATIONS = 100_000
CONVERGED = 1e-11
"""Iteration ends when no value changes by more than this."""


@dataclass
class Advice:
    """What to do at one choice, and what the usual player would do."""

    side: str
    when: str
    asked: str
    earlier_choices: tuple[str, ...]
    do: str
    usual: str
    gain: float
    """How much of a win it gains over the usual option."""
    visits: float
    """How often the choice comes up in a fight."""

    def data(self) -> dict[str, Any]:
        """The advice, as JSON has it."""
        return {
            "side": self.side,
            "when": self.when,
            "after": list(self.earlier_choices),
            "asked": self.asked,
            "do": self.do,
            "usual": self.usual,
            "gain": self.gain,
            "visits": self.visits,
        }


@dataclass
class BestPlay:
    """Best play: for whom, what it gains, and what to do when."""

    sides: list[str]
    usual: dict[str, float]
    """The shares of the sides when everybody plays as usual."""
    advice: list[Advice]
    iterations: int

    def data(self) -> dict[str, Any]:
        """The best play, as JSON has it."""
        return {
            "sides": self.sides,
            "usual": self.usual,
            "sweeps": self.iterations,
            "advice": [one.data() for one in self.advice],
        }


def solve_best_play(
    scenario: Scenario,
    start: Fight,
    players: list[Player],
    best_sides: set[int],
    names: dict[str, str],
    limits: SolverLimits,
) -> Duel:
    """Solves a duel with the best play of some sides, against the players of the others."""
    game = DuelGame(start, players, best_sides, limits)
    values, iterations = game.iterate_values()
    chosen = game.best_options(values)
    fights = game.states.fights
    shown = {
        side: "best" if number in best_sides else names[side]
        for number, side in enumerate(scenario.sides)
    }
    found = duel_from_transitions(scenario, shown, fights, game.transitions(chosen))
    found.error = game.error * max(1.0, found.steps)
    usual = duel_from_transitions(scenario, names, fights, game.transitions(game.usual_options()))
    advice = game.advice(values, chosen, int(scenario.setup.round_limit))
    found.best_play = BestPlay(
        [scenario.sides[number] for number in sorted(best_sides)], usual.sides, advice, iterations
    )
    return found


class DuelGame:
    """A duel in which some sides choose: its states, and a tree of each state's turn."""

    def __init__(
        self, start: Fight, players: list[Player], best_sides: set[int], limits: SolverLimits
    ) -> None:
        table = AllChoicesTable(best_sides, players, OddsCache())
        self.states = StateSpace(limits)
        self.graph = DecisionGraph()
        self.roots: dict[int, int] = {}
        self.error = 0.0
        self.states.number_of(start.copy(table))
        for number, fight in self.states.unfinished():
            self.roots[number] = table.build_tree(self.graph, partial(self.states.play_step, fight))
            self.error = max(self.error, table.left_out)
        self.levels = levels_by_height(self.graph.nodes)

    def iterate_values(self) -> tuple[Floats, int]:
        """The value of every node to the first side, and how many iterations it took."""
        nodes = self.graph.nodes
        leaves = np.array([n for n, node in enumerate(nodes) if node.kind == LEAF], int)
        leads_to = np.array([target_state(nodes[n]) for n in leaves], int)
        live = np.array(list(self.roots), int)
        roots = np.array(list(self.roots.values()), int)
        state_values = np.array([value_at_end(fight) for fight in self.states.fights])
        values = np.full(len(nodes), DRAW_VALUE)
        iterations = 0
        change = 1.0
        while change > CONVERGED and iterations < MOST_ITERATIONS:
            iterations += 1
            values[leaves] = state_values[leads_to]
            for level in self.levels:
                level.update(values)
            updated = DRAW_VALUE + DISCOUNT * (values[roots] - DRAW_VALUE)
            change = float(np.abs(updated - state_values[live]).max(initial=0.0))
            state_values[live] = updated
        return values, iterations

    def best_options(self, values: Floats) -> dict[int, int]:
        """The best option of every choice; of equals the usual one, else the first."""
        found = {}
        for number, node in enumerate(self.graph.nodes):
            if node.choice is not None:
                gains = values[list(node.children)] * (1 if node.choice.side == 0 else -1)
                best = int(np.argmax(gains))
                usual = node.choice.usual
                found[number] = usual if gains[usual] >= gains[best] - TOLERANCE else best
        return found

    def usual_options(self) -> dict[int, int]:
        """The option of every choice that the side's own player would take."""
        return {
            number: node.choice.usual
            for number, node in enumerate(self.graph.nodes)
            if node.choice is not None
        }

    def transitions(self, chosen: dict[int, int]) -> Transitions:
        """The transitions between states when these options are chosen."""
        found = Transitions()
        for state, root in self.roots.items():
            for number, probability in self.visit_probabilities(root, chosen).items():
                node = self.graph.nodes[number]
                if node.kind == LEAF:
                    found.add(state, transition_at(node), probability)
        return found

    def visit_probabilities(self, root: int, chosen: dict[int, int]) -> dict[int, float]:
        """How likely each node of a turn is to be passed when these options are chosen."""
        nodes = self.graph.nodes
        found = {root: 1.0}
        # children have lower numbers than their parents: the highest has all of its behind it
        waiting = [-root]
        while waiting:
            number = -heappop(waiting)
            node = nodes[number]
            ways: Iterable[tuple[int, float]] = ()
            if node.kind == CHANCE:
                ways = zip(node.children, node.probabilities, strict=True)
            elif node.kind == CHOICE:
                ways = [(node.children[chosen[number]], 1.0)]
            for child, probability in ways:
                if child not in found:
                    heappush(waiting, -child)
                found[child] = found.get(child, 0.0) + found[number] * probability
        return found

    def advice(self, values: Floats, chosen: dict[int, int], round_limit: int) -> list[Advice]:
        """What to do at every choice that best play can come to, the commonest first."""
        fights = self.states.fights
        over = np.array([fight.is_over() for fight in fights])
        result = propagate(
            self.transitions(chosen).matrices(len(fights)),
            over,
            int(fights[0].round),
            round_limit,
        )
        found = []
        for state, root in self.roots.items():
            if result.visits[state] <= 0:
                continue
            for number, probability in self.visit_probabilities(root, chosen).items():
                node = self.graph.nodes[number]
                if node.choice is not None:
                    visits = float(result.visits[state]) * probability
                    found.append(self.advice_at(fights[state], number, values, chosen, visits))
        found.sort(key=lambda one: (-one.visits, one.when, one.asked))
        return found

    def advice_at(
        self, fight: Fight, number: int, values: Floats, chosen: dict[int, int], visits: float
    ) -> Advice:
        """What to do at one choice."""
        node = self.graph.nodes[number]
        choice = node.choice
        assert choice is not None
        best, usual = chosen[number], choice.usual
        gain = abs(float(values[node.children[best]] - values[node.children[usual]]))
        return Advice(
            fight.setup.sides[choice.side],
            describe_state(fight),
            choice.prompt,
            self.graph.earlier_choices[number],
            choice.options[best],
            choice.options[usual],
            gain if best != usual else 0.0,
            visits,
        )


class TreeLevel:
    """Nodes whose children are all on lower levels, so that their values are set at once."""

    def __init__(self, numbers: list[int], nodes: list[Node]) -> None:
        chances = [n for n in numbers if nodes[n].kind == CHANCE]
        self.chance_nodes = np.array(chances, int)
        rows = np.repeat(np.arange(len(chances)), [len(nodes[n].children) for n in chances])
        columns = [child for n in chances for child in nodes[n].children]
        weights = [p for n in chances for p in nodes[n].probabilities]
        self.chance_matrix = csr_matrix(
            (np.array(weights, float), (rows, np.array(columns, int))), (len(chances), len(nodes))
        )
        self.choices = [SideChoices(numbers, nodes, side) for side in (0, 1)]

    def update(self, values: Floats) -> None:
        """Sets the values of these nodes from those of their children."""
        if len(self.chance_nodes):
            values[self.chance_nodes] = self.chance_matrix @ values
        for choices in self.choices:
            choices.update(values)


class SideChoices:
    """The choices of one side on a level: the first side maximises, the second minimises."""

    def __init__(self, numbers: list[int], nodes: list[Node], side: int) -> None:
        mine = [n for n in numbers if is_choice_of(nodes[n], side)]
        self.numbers: NDArray[np.int_] = np.array(mine, int)
        self.children = np.array([child for n in mine for child in nodes[n].children], int)
        sizes = [len(nodes[n].children) for n in mine]
        self.starts = np.cumsum([0, *sizes])[:-1]
        self.best = np.maximum if side == 0 else np.minimum

    def update(self, values: Floats) -> None:
        """Sets the values of these nodes from those of their children."""
        if len(self.numbers):
            values[self.numbers] = self.best.reduceat(values[self.children], self.starts)


def is_choice_of(node: Node, side: int) -> bool:
    """Whether a node is a choice of this side."""
    return node.choice is not None and node.choice.side == side


def levels_by_height(nodes: list[Node]) -> list[TreeLevel]:
    """The nodes by how far they stand above the leaves."""
    heights: list[int] = []
    by_height: dict[int, list[int]] = {}
    for number, node in enumerate(nodes):
        height = 1 + max((heights[child] for child in node.children), default=-1)
        heights.append(height)
        if height:
            by_height.setdefault(height, []).append(number)
    return [TreeLevel(by_height[height], nodes) for height in sorted(by_height)]


def transition_at(leaf: Node) -> Transition:
    """The transition that a leaf stands for."""
    transition = leaf.outcome
    assert isinstance(transition, tuple)
    return transition


def target_state(leaf: Node) -> int:
    """The state a leaf leads to."""
    return transition_at(leaf)[0]


def value_at_end(fight: Fight) -> float:
    """The value of a fight to the first side: by its end, or a draw's before it."""
    winner = fight.winner() if fight.is_over() else -1
    return DRAW_VALUE if winner < 0 else float(winner == 0)


def describe_state(fight: Fight) -> str:
    """How everybody stands, in a line."""
    many_places = len({fight.place_name(one.index) for one in fight.roster()}) > 1
    found = []
    for one in fight.roster():
        said = f"{one.name} {one.health()}/{one.max_health()}"
        more = ([fight.place_name(one.index)] if many_places else []) + one.conditions()
        found.append(f"{said} ({', '.join(more)})" if more else said)
    return ", ".join(found)
