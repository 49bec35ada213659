"""Best play against a solver written apart: whole turns, every option, round by round."""

from __future__ import annotations

import math
from collections.abc import Hashable
from functools import cache

import pytest

from affray.core.fight import Fight
from affray.core.odds import OddsCache, OddsTable
from affray.core.questions import Option, Question, Ruling
from affray.core.steps import TooManyPathsError, key_after_step
from affray.core.table import DefaultPlayer, Player, Table
from affray.lab.duels import solve_duel
from affray.lab.duels.choices import (
    ChoiceGraph,
    ChoiceTable,
    GrownTree,
    SeenChoice,
    in_plain_values,
)
from affray.lab.duels.game import DuelGame
from affray.lab.duels.limits import SolverLimits
from affray.lab.odds.decision_tree import CHOICE, LEAF, AllChoicesTable, DecisionGraph
from affray.library import Scenario, load, read_scenario
from affray.players import as_player
from affray.version import is_compiled
from lab.blows import Blows, BlowsFight
from lab.feints import PARRY, REST, TAKE, THRUST, Feints, FeintsFight


class WholeTurnTable(AllChoicesTable):
    """Takes turns as a whole."""

    def merge_ways(self, fight: Fight, matters: tuple[object, ...]) -> None:
        """Goes on, wherever ways may meet."""


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
        table = WholeTurnTable(self.best_sides, self.players, OddsCache())
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


def test_a_turn_is_given_up_when_it_has_more_paths_than_that() -> None:
    """A sure blow is one path, and a bold one three."""
    table = ChoiceTable([DefaultPlayer(), DefaultPlayer()], {0})
    fight = Blows().new_fight(table)
    table.begin()
    table.grow(ChoiceGraph(), fight, 0, lambda: None, 4, {})
    table.begin()
    with pytest.raises(TooManyPathsError):
        table.grow(ChoiceGraph(), fight, 0, lambda: None, 3, {})


@pytest.mark.skipif(not is_compiled(), reason="takes minutes uncompiled")
@pytest.mark.parametrize(
    "best",
    [["first"], ["second"], pytest.param(["first", "second"], marks=pytest.mark.soak)],
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


@cache
def whole_turns_of_feints(rounds: int, best_sides: frozenset[int]) -> float:
    """What feints are worth by whole turns, which know nothing of how turns are cut in pieces."""
    fight = Feints(rounds).new_fight(OddsTable())
    return WholeTurns([DefaultPlayer(), DefaultPlayer()], set(best_sides)).value(fight)


@pytest.mark.parametrize("most_paths", [0, 3, 400], ids="at most {} paths".format)
@pytest.mark.parametrize("best_sides", [{0}, {1}, {0, 1}], ids=["first", "second", "both"])
@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_best_play_of_feints_is_what_whole_turns_come_to(
    rounds: int, best_sides: set[int], most_paths: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a turn is taken as a whole, or piece by piece wherever anybody is asked."""
    monkeypatch.setattr("affray.lab.duels.game.MOST_PATHS", most_paths)
    players: list[Player] = [DefaultPlayer(), DefaultPlayer()]
    whole = whole_turns_of_feints(rounds, frozenset(best_sides))
    start = Feints(1000).new_fight(OddsTable())
    game = DuelGame(start, players, best_sides, SolverLimits(within=1e-10), rounds)
    low, high = game.explore().states[0]
    assert high - low <= 1e-9
    assert low - 1e-9 <= whole <= high + 1e-9


def tree_of_turn(table: ChoiceTable) -> tuple[ChoiceGraph, GrownTree]:
    """What follows the first turn of a duel of feints."""
    graph = ChoiceGraph()
    table.begin()
    return graph, table.grow(graph, Feints(9).new_fight(table), 0, lambda: None, 0, {})


def test_what_is_cut_off_is_left_out_and_what_is_kept_adds_up() -> None:
    """A thrust with three lucky faces is the only way that is rarer than the cut-off. Whoever slips
    does as much harm as with less luck."""
    table = ChoiceTable([DefaultPlayer(), DefaultPlayer()], set())
    table.cut_off = 1e-4
    graph, found = tree_of_turn(table)
    assert found.left_out == pytest.approx(1 / 30**3)
    assert sum(graph.weights) == pytest.approx(1.0)
    assert len(graph.leaves) == 3
    table.cut_off = 1e-3
    twice = 3 * (1 / 30) ** 2 * 29 / 30
    assert tree_of_turn(table)[1].left_out == pytest.approx(1 / 30**3 + twice / 8)
    table.cut_off = 0.0
    graph, found = tree_of_turn(table)
    assert found.left_out == 0.0
    none, most, slips = (29 / 30) ** 3, 1 / 30**3, 1 / 8
    some = 1 - none - most
    by_harm = [none * slips, none * (1 - slips) + some * slips]
    by_harm += [some * (1 - slips) + most * slips, most * (1 - slips)]
    assert sorted(graph.weights) == pytest.approx(sorted(by_harm))


def test_a_turn_is_paused_at_choices_after_dice_and_where_ways_meet() -> None:
    """The turn's own second question, and a parry; a question before any dice is no pause."""
    players: list[Player] = [DefaultPlayer(), DefaultPlayer()]
    graph, found = tree_of_turn(ChoiceTable(players, {0}))
    paused = [one for one in found.new if one.in_step]
    assert len(paused) == 5  # how well a feint went
    assert all(one.answers and one.ways for one in paused)
    assert set(graph.sides) >= {0}
    _, found = tree_of_turn(ChoiceTable(players, {0, 1}))
    parried = [one for one in found.new if one.in_step and one.answers[-1] is PARRY]
    assert {str(one.key).count("parried") for one in parried} == {1}
    assert len(parried) == 4  # how much harm is parried
    assert not any(one.answers[-1] is TAKE for one in found.new if one.in_step)


def test_where_nobody_chooses_freely_a_turn_is_paused_only_if_it_is_for_all() -> None:
    class Feinting(Player):
        def decide(self, fight: Fight, question: Question) -> Option | Ruling:
            return question.options[-1 if len(question.options) > 2 else 0]

    table = ChoiceTable([Feinting(), DefaultPlayer()], set())
    assert not any(one.in_step for one in tree_of_turn(table)[1].new)
    table.pauses_for_all = True
    assert sum(one.in_step for one in tree_of_turn(table)[1].new) == 5


def test_states_are_reached_in_the_round_they_are_reached_in() -> None:
    """Poison kills a round or two later, and so may be worth less than a win at once."""
    graph, found = tree_of_turn(ChoiceTable([DefaultPlayer(), DefaultPlayer()], {0}))
    assert set(found.rounds) == {1, 2}
    assert set(graph.later) == {1, 2, 3}
    assert len(set(zip(graph.targets, graph.later, strict=True))) == len(graph.leaves)


def test_ends_are_told_apart_by_how_everybody_came_out_of_them() -> None:
    """So an end is the same state as in usual play."""
    table, graph = ChoiceTable([DefaultPlayer(), DefaultPlayer()], set()), ChoiceGraph()
    fight = Feints(9).new_fight(table)
    assert isinstance(fight, FeintsFight)
    fight.both[1].left = 1
    table.begin()
    found = table.grow(graph, fight, 0, lambda: None, 0, {})
    ends = [one for one in found.new if one.fight.is_over()]
    assert ends
    assert [one.key for one in ends] == [key_after_step(one.fight) for one in ends]


def test_a_graph_that_is_cut_back_is_as_it_was() -> None:
    graph = ChoiceGraph()
    first = graph.add_leaf(0, 0)
    kept = graph.add_chance({int(first): 0.5, int(graph.add_leaf(1, 1)): 0.5})
    arrays = (graph.sides, graph.parents, graph.children, graph.weights)
    places = (graph.leaves, graph.targets, graph.later)
    before = [array.tolist() for array in (*arrays, *places)]
    nodes = len(graph.sides)
    graph.add_choice(0, [int(kept), int(graph.add_leaf(1, 0)), int(graph.add_leaf(1, 5))])
    graph.cut_back(nodes)
    assert [array.tolist() for array in (*arrays, *places)] == before
    assert graph.add_leaf(0, 0) == first
    assert [int(graph.add_leaf(1, later)) for later in (0, 5, 5)] == [nodes, nodes + 1, nodes + 1]


def test_a_way_is_watched_before_it_is_followed() -> None:
    table, watched = ChoiceTable([DefaultPlayer(), DefaultPlayer()], {0}), list[int]()
    table.begin()
    fight = Feints(9).new_fight(table)
    table.grow(ChoiceGraph(), fight, 0, lambda: watched.append(1), 0, {})
    assert watched


def test_a_choice_is_known_by_what_can_be_seen_of_it() -> None:
    """Closely with what is transient, roughly without; the same at every table."""
    question = Question("turn", 0, 0, [THRUST, REST])
    fights = [Feints(9).new_fight(OddsTable()) for _ in range(2)]
    one, same = (SeenChoice(fight, question) for fight in fights)
    assert (one.closely, one.roughly) == (same.closely, same.roughly)
    assert isinstance(fights[1], FeintsFight)
    fights[1].edge = 2
    other = SeenChoice(fights[1], question)
    assert other.closely != one.closely
    assert other.roughly == one.roughly
    fewer = SeenChoice(fights[0], Question("turn", 0, 0, [THRUST]))
    assert fewer.roughly != one.roughly
    assert in_plain_values((1, (None, THRUST), question)) == (1, (None, "thrust"), "Question")
