"""Best play against a solver written apart: whole turns, every option, round by round."""

from __future__ import annotations

import math
from collections.abc import Hashable

import pytest

from affray.core.fight import Fight
from affray.core.odds import OddsCache, OddsTable
from affray.core.questions import Option, Question, Ruling
from affray.core.steps import TooManyPathsError
from affray.core.table import DefaultPlayer, Player, Table
from affray.lab.duels import solve_duel
from affray.lab.duels.choices import ChoiceGraph, ChoiceTable
from affray.lab.duels.limits import SolverLimits
from affray.lab.odds.decision_tree import CHOICE, LEAF, AllChoicesTable, DecisionGraph
from affray.library import Scenario, load, read_scenario
from affray.players import as_player
from affray.version import is_compiled
from lab.blows import Blows, BlowsFight


class WholeTurns:
    """What a fight is worth to its first side where some sides play their best: a tree of all that
    can happen in each turn, without anything merged or cut short in it, and the rounds as the rules
    themselves count them."""

    def __init__(self, players: list[Player], best_sides: set[int]) -> None:
        self.players, self.best_sides = players, best_sides
        self.known: dict[Hashable, float] = {}

    def value(self, fight: Fight) -> float:
        """The value of a fight between turns."""
        if fight.is_over():
            return {0: 1.0, 1: 0.0}.get(int(fight.winner()), 0.5)
        key = fight.key()
        if key not in self.known:
            self.known[key] = self.value_of_turn(fight)
        return self.known[key]

    def value_of_turn(self, fight: Fight) -> float:
        """The value of a turn from what each of its ends is worth."""
        table = AllChoicesTable(self.best_sides, self.players, OddsCache())
        graph, ends = DecisionGraph(), dict[Hashable, Fight]()

        def play(at: Table) -> Hashable:
            other = fight.copy(at)
            other.step()
            ends[other.key()] = other
            return other.key()

        table.build_tree(graph, play)
        values: list[float] = []
        for node in graph.nodes:
            children = [values[child] for child in node.children]
            if node.kind == LEAF:
                values.append(self.value(ends[node.outcome]))
            elif node.kind == CHOICE:
                assert node.choice is not None
                values.append(max(children) if node.choice.side == 0 else min(children))
            else:
                values.append(sum(p * v for p, v in zip(node.probabilities, children, strict=True)))
        return values[-1]


def narrow_yard(rounds: int) -> Scenario:
    """Two with few dice who can hardly get away from each other."""
    raw = load("moonlit-duel").raw()
    raw["round_limit"], raw["map"] = rounds, {"rows": ["..."]}
    for side, column in zip(raw["sides"], (0, 1), strict=True):
        side["fighters"][0].update(at=[column, 0], attack=1, defence=1)
    return read_scenario(raw, "a narrow yard")


def short_fight(name: str, health: str, rounds: int) -> Scenario:
    """The same fight between two with little health, for a few rounds."""
    raw = load(name).raw()
    raw["round_limit"] = rounds
    for side in raw["sides"]:
        for fighter in side["fighters"]:
            fighter[health] = 1
    return read_scenario(raw, name)


class Bold(Player):
    """Always takes the second option."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        return question.options[1]


def paths_of_turn(health: int, player: Player) -> tuple[int, ChoiceGraph, list[str]]:
    """How many paths are followed of a turn against somebody with so much health left, the graph it
    makes, and the options of its choice in words."""
    table, graph = ChoiceTable([player, player], {0}), ChoiceGraph()
    fight = Blows().new_fight(table)
    assert isinstance(fight, BlowsFight)
    fight.both[1].left = health
    table.keeps_words = True
    table.begin()
    table.grow(graph, fight, 0, lambda: None, 0, {})
    options = [option for words in table.words for option in words.options]
    return int(table.paths), graph, options


def test_the_usual_option_is_tried_first() -> None:
    assert paths_of_turn(3, DefaultPlayer())[2] == ["Strike surely", "Be bold"]
    assert paths_of_turn(3, Bold())[2] == ["Be bold", "Strike surely"]


def test_where_an_option_wins_for_certain_no_other_is_tried() -> None:
    """One blow is enough for the last point of health, and not for the last but one."""
    assert paths_of_turn(1, DefaultPlayer())[0] == 1
    assert paths_of_turn(2, DefaultPlayer())[0] == 4
    paths, graph, _ = paths_of_turn(1, Bold())
    assert paths == 4  # being bold may miss, so the other option is tried, too
    assert 0 in graph.sides


def test_a_turn_that_is_given_up_leaves_nothing_behind() -> None:
    table, graph = ChoiceTable([DefaultPlayer(), DefaultPlayer()], {0}), ChoiceGraph()
    fight = Blows().new_fight(table)
    numbers: dict[Hashable, int] = {}
    table.begin()
    with pytest.raises(TooManyPathsError):
        table.grow(graph, fight, 0, lambda: None, 2, numbers)
    assert not numbers
    assert not graph.sides
    assert not graph.parents
    table.begin()
    found = table.grow(graph, fight, 0, lambda: None, 0, numbers)
    assert len(found.new) == len(numbers) == len(graph.leaves) == 3


@pytest.mark.skipif(not is_compiled(), reason="takes minutes uncompiled")
@pytest.mark.parametrize(
    "best",
    [["first"], ["second"], pytest.param(["first", "second"], marks=pytest.mark.slow)],
    ids=" and ".join,
)
@pytest.mark.parametrize(
    "scenario",
    [
        narrow_yard(1),
        short_fight("two-blades", "hearts", 1),
        short_fight("first-blood", "hp", 1),
    ],
    ids=lambda scenario: scenario.name,
)
def test_best_play_is_what_whole_turns_come_to(scenario: Scenario, best: list[str]) -> None:
    numbers = {["first", "second"].index(one) for one in best}
    simple = as_player("simple", scenario.ruleset)
    whole = WholeTurns([simple, simple], numbers).value(scenario.setup.new_fight(OddsTable()))
    sides = [scenario.sides[number] for number in sorted(numbers)]
    found = solve_duel(scenario, best=sides, limits=SolverLimits(within=1e-8, seconds=math.inf))
    assert found.best_play is not None
    low, high = found.best_play.values[sides[0]]
    value = whole if 0 in numbers else 1 - whole
    assert high - low <= 1e-6
    assert low - 1e-8 <= value <= high + 1e-8
