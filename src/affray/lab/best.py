"""The best play of a duel: a zero-sum game over its states, solved by value iteration.

A state's value is the share of fights its first side wins, draws counting half. Within a turn
the dice and the decisions make a tree; what each decision is worth follows from the values of
the states it leads to, and they from it, until nothing changes any more.
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
from affray.lab.chain import Floats, Limits, Move, Moves, States, follow
from affray.lab.duel import Duel, duel_of
from affray.lab.tree import CHANCE, CHOICE, LEAF, EveryChoice, Forest, Node
from affray.library import Scenario

DRAWN = 0.5
"""What a fight that nobody wins is worth."""

PATIENCE = 1 - 1e-7
"""A win later is worth this much less each turn, so that nobody puts off what is certain."""

SAME = 1e-9
"""Two options whose worth differs by less are as good as each other."""

MOST_SWEEPS = 100_000
SETTLED = 1e-11


@dataclass
class Advice:
    """What to do in one situation, and what the usual player would do."""

    side: str
    when: str
    asked: str
    before: tuple[str, ...]
    do: str
    usual: str
    gain: float
    """How much of a win it is worth over the usual choice, there."""
    visits: float
    """How often the situation comes up in a fight."""

    def data(self) -> dict[str, Any]:
        """The advice, as JSON has it."""
        return {
            "side": self.side,
            "when": self.when,
            "after": list(self.before),
            "asked": self.asked,
            "do": self.do,
            "usual": self.usual,
            "gain": self.gain,
            "visits": self.visits,
        }


@dataclass
class Plan:
    """Best play: for whom, what it gains, and what to do when."""

    sides: list[str]
    usual: dict[str, float]
    """The shares of the sides when everybody plays as usual."""
    advice: list[Advice]
    sweeps: int

    def data(self) -> dict[str, Any]:
        """The plan, as JSON has it."""
        return {
            "sides": self.sides,
            "usual": self.usual,
            "sweeps": self.sweeps,
            "advice": [one.data() for one in self.advice],
        }


def best_duel(
    scenario: Scenario,
    start: Fight,
    players: list[Player],
    choosers: set[int],
    names: dict[str, str],
    limits: Limits,
) -> Duel:
    """Solves a duel with the best play of some sides, against the players of the others."""
    game = Game(start, players, choosers, limits)
    values, sweeps = game.solve()
    chosen = game.choices(values)
    fights = game.states.fights
    moves = game.moves(chosen)
    shown = {
        side: "best" if number in choosers else names[side]
        for number, side in enumerate(scenario.sides)
    }
    found = duel_of(scenario, shown, fights, moves.by_rounds(len(fights)))
    found.error = game.error * max(1.0, found.steps)
    usual = duel_of(scenario, names, fights, game.moves(game.usual()).by_rounds(len(fights)))
    advice = game.advice(values, chosen, int(scenario.setup.round_limit))
    found.plan = Plan(
        [scenario.sides[number] for number in sorted(choosers)], usual.sides, advice, sweeps
    )
    return found


class Game:
    """A duel in which some sides choose: its states, and a tree of each state's turn."""

    def __init__(
        self, start: Fight, players: list[Player], choosers: set[int], limits: Limits
    ) -> None:
        table = EveryChoice(choosers, players, OddsCache())
        self.states = States(limits)
        self.forest = Forest()
        self.roots: dict[int, int] = {}
        self.error = 0.0
        self.states.number(start.copy(table))
        for number, here in self.states.unfinished():
            self.roots[number] = table.grow(self.forest, partial(self.states.step, here))
            self.error = max(self.error, table.lost)
        self.levels = levels_of(self.forest.nodes)

    def solve(self) -> tuple[Floats, int]:
        """What every node is worth to the first side, and how many sweeps it took."""
        nodes = self.forest.nodes
        leaves = np.array([n for n, node in enumerate(nodes) if node.kind == LEAF], int)
        leads_to = np.array([state_of(nodes[n]) for n in leaves], int)
        live = np.array(list(self.roots), int)
        roots = np.array(list(self.roots.values()), int)
        worth = np.array([worth_of(fight) for fight in self.states.fights])
        values = np.full(len(nodes), DRAWN)
        sweeps = 0
        change = 1.0
        while change > SETTLED and sweeps < MOST_SWEEPS:
            sweeps += 1
            values[leaves] = worth[leads_to]
            for level in self.levels:
                level.work_out(values)
            fresh = DRAWN + PATIENCE * (values[roots] - DRAWN)
            change = float(np.abs(fresh - worth[live]).max(initial=0.0))
            worth[live] = fresh
        return values, sweeps

    def choices(self, values: Floats) -> dict[int, int]:
        """The best option of every choice; of equals the usual one, else the first."""
        found = {}
        for number, node in enumerate(self.forest.nodes):
            if node.asked is not None:
                worth = values[list(node.children)] * (1 if node.asked.side == 0 else -1)
                best = int(np.argmax(worth))
                usual = node.asked.usual
                found[number] = usual if worth[usual] >= worth[best] - SAME else best
        return found

    def usual(self) -> dict[int, int]:
        """What the sides' own players would choose, everywhere."""
        return {
            number: node.asked.usual
            for number, node in enumerate(self.forest.nodes)
            if node.asked is not None
        }

    def moves(self, chosen: dict[int, int]) -> Moves:
        """The moves between states when these options are chosen."""
        found = Moves()
        for state, root in self.roots.items():
            for number, chance in self.reached(root, chosen).items():
                node = self.forest.nodes[number]
                if node.kind == LEAF:
                    found.add(state, move_of(node), chance)
        return found

    def reached(self, root: int, chosen: dict[int, int]) -> dict[int, float]:
        """How likely each node of a turn is to be passed when these options are chosen."""
        nodes = self.forest.nodes
        found = {root: 1.0}
        # children have lower numbers than their parents: the highest has all of its behind it
        waiting = [-root]
        while waiting:
            number = -heappop(waiting)
            node = nodes[number]
            ways: Iterable[tuple[int, float]] = ()
            if node.kind == CHANCE:
                ways = zip(node.children, node.chances, strict=True)
            elif node.kind == CHOICE:
                ways = [(node.children[chosen[number]], 1.0)]
            for child, chance in ways:
                if child not in found:
                    heappush(waiting, -child)
                found[child] = found.get(child, 0.0) + found[number] * chance
        return found

    def advice(self, values: Floats, chosen: dict[int, int], round_limit: int) -> list[Advice]:
        """What to do in every situation that best play can come to, the commonest first."""
        fights = self.states.fights
        over = np.array([fight.is_over() for fight in fights])
        course = follow(
            self.moves(chosen).by_rounds(len(fights)), over, int(fights[0].round), round_limit
        )
        found = []
        for state, root in self.roots.items():
            if course.visits[state] <= 0:
                continue
            for number, chance in self.reached(root, chosen).items():
                node = self.forest.nodes[number]
                if node.asked is not None:
                    visits = float(course.visits[state]) * chance
                    found.append(self.advise(fights[state], number, values, chosen, visits))
        found.sort(key=lambda one: (-one.visits, one.when, one.asked))
        return found

    def advise(
        self, fight: Fight, number: int, values: Floats, chosen: dict[int, int], visits: float
    ) -> Advice:
        """What to do at one choice."""
        node = self.forest.nodes[number]
        asked = node.asked
        assert asked is not None
        best, usual = chosen[number], asked.usual
        gain = abs(float(values[node.children[best]] - values[node.children[usual]]))
        return Advice(
            fight.setup.sides[asked.side],
            picture_of(fight),
            asked.prompt,
            self.forest.said_before[number],
            asked.options[best],
            asked.options[usual],
            gain if best != usual else 0.0,
            visits,
        )


class Level:
    """Nodes whose children are all on lower levels, worked out at once."""

    def __init__(self, numbers: list[int], nodes: list[Node]) -> None:
        chances = [n for n in numbers if nodes[n].kind == CHANCE]
        self.chances = np.array(chances, int)
        rows = np.repeat(np.arange(len(chances)), [len(nodes[n].children) for n in chances])
        columns = [child for n in chances for child in nodes[n].children]
        weights = [p for n in chances for p in nodes[n].chances]
        self.mixed = csr_matrix(
            (np.array(weights, float), (rows, np.array(columns, int))), (len(chances), len(nodes))
        )
        self.choices = [Choices(numbers, nodes, side) for side in (0, 1)]

    def work_out(self, values: Floats) -> None:
        """Sets the values of these nodes from those of their children."""
        if len(self.chances):
            values[self.chances] = self.mixed @ values
        for choices in self.choices:
            choices.work_out(values)


class Choices:
    """The choices of one side on a level: the first makes values as large as it can."""

    def __init__(self, numbers: list[int], nodes: list[Node], side: int) -> None:
        mine = [n for n in numbers if is_choice_of(nodes[n], side)]
        self.numbers: NDArray[np.int_] = np.array(mine, int)
        self.children = np.array([child for n in mine for child in nodes[n].children], int)
        sizes = [len(nodes[n].children) for n in mine]
        self.starts = np.cumsum([0, *sizes])[:-1]
        self.pick = np.maximum if side == 0 else np.minimum

    def work_out(self, values: Floats) -> None:
        """Sets the values of these nodes from those of their children."""
        if len(self.numbers):
            values[self.numbers] = self.pick.reduceat(values[self.children], self.starts)


def is_choice_of(node: Node, side: int) -> bool:
    """Whether a node is a choice of this side."""
    return node.asked is not None and node.asked.side == side


def levels_of(nodes: list[Node]) -> list[Level]:
    """The nodes by how far they stand above the leaves."""
    heights: list[int] = []
    by_height: dict[int, list[int]] = {}
    for number, node in enumerate(nodes):
        height = 1 + max((heights[child] for child in node.children), default=-1)
        heights.append(height)
        if height:
            by_height.setdefault(height, []).append(number)
    return [Level(by_height[height], nodes) for height in sorted(by_height)]


def move_of(leaf: Node) -> Move:
    """The move that a leaf stands for."""
    move = leaf.outcome
    assert isinstance(move, tuple)
    return move


def state_of(leaf: Node) -> int:
    """The state a leaf leads to."""
    return move_of(leaf)[0]


def worth_of(fight: Fight) -> float:
    """What a fight is worth to the first side: its end, or nothing known yet."""
    winner = fight.winner() if fight.is_over() else -1
    return DRAWN if winner < 0 else float(winner == 0)


def picture_of(fight: Fight) -> str:
    """How everybody stands, in a line."""
    many_places = len({fight.place_name(one.index) for one in fight.roster()}) > 1
    found = []
    for one in fight.roster():
        said = f"{one.name} {one.health()}/{one.max_health()}"
        more = ([fight.place_name(one.index)] if many_places else []) + one.conditions()
        found.append(f"{said} ({', '.join(more)})" if more else said)
    return ", ".join(found)
