"""Best play: against brute force over every plan, and never worse than the simple player."""

from __future__ import annotations

from itertools import product

import pytest

from affray.core.fight import Fight, Fighter, Setup
from affray.core.odds import OddsCache, OddsTable
from affray.core.problems import InvalidDataError
from affray.core.questions import Option, Question
from affray.core.table import DefaultPlayer, Table
from affray.lab.best import Game
from affray.lab.chain import Limits, follow
from affray.lab.duel import duel
from affray.lab.tree import CHOICE, EveryChoice, Forest
from affray.library import Scenario, load
from affray.version import compiled
from lab.duels import duel_in, each_ruleset

SMALL = Limits(20_000)


class Runner(Fighter):
    """Somebody with a little health and a choice of blows."""

    def __init__(self, index: int) -> None:
        super().__init__(index, index, "ab"[index])
        self.left = 3

    def state(self) -> str:
        return "standing" if self.left > 0 else "down"

    def health(self) -> int:
        return max(0, self.left)

    def max_health(self) -> int:
        return 3


class Blows(Setup):
    """Each turn: a sure blow for 1, or one time in three a blow for 3."""

    def __init__(self) -> None:
        super().__init__("blows", "Blows", ["a", "b"], ["a", "b"], {}, 100)
        self.options = [Option("turn", "sure", "Strike surely"), Option("turn", "bold", "Be bold")]

    def new_fight(self, table: Table) -> Fight:
        return BlowsFight(self, table)


class BlowsFight(Fight):
    def __init__(self, setup: Blows, table: Table) -> None:
        self.both = [Runner(0), Runner(1)]
        super().__init__(setup, table, [*self.both])
        self.blows = setup
        self.acts = 0

    def place_name(self, who: int) -> str:
        return "here"

    def step(self) -> None:
        if self.acts == 0:
            self.round += 1
        question = Question("turn", self.acts, self.acts, self.blows.options)
        bold = self.ask(question).key == "bold"
        hit = self.table.die(3) == 3 if bold else True
        self.both[1 - self.acts].left -= (3 if bold else 1) if hit else 0
        self.acts = 1 - self.acts

    def is_over(self) -> bool:
        return min(one.left for one in self.both) <= 0

    def copy(self, table: Table) -> BlowsFight:
        other = BlowsFight(self.blows, table)
        for mine, theirs in zip(self.both, other.both, strict=True):
            theirs.left = mine.left
        other.acts, other.round = self.acts, self.round
        return other

    def key(self) -> tuple[object, ...]:
        return (*[max(0, one.left) for one in self.both], self.acts)


def wins(plan_a: dict[tuple[int, int], bool], plan_b: dict[tuple[int, int], bool]) -> float:
    """The first one's chance when both follow plans: who is bold at which healths."""
    known: dict[tuple[int, int, int], float] = {}

    def chance(mine: int, theirs: int, acts: int, depth: int = 0) -> float:
        if theirs <= 0:
            return 1.0
        if mine <= 0:
            return 0.0
        if depth > 60:
            return 0.5
        here = (mine, theirs, acts)
        if here in known:
            return known[here]
        bold = (plan_a if acts == 0 else plan_b)[mine, theirs]
        dealt = [(3, 1 / 3), (0, 2 / 3)] if bold else [(1, 1.0)]
        found = 0.0
        for harm, p in dealt:
            if acts == 0:
                found += p * chance(mine, theirs - harm, 1, depth + 1)
            else:
                found += p * chance(mine - harm, theirs, 0, depth + 1)
        if not bold:
            known[here] = found
        return found

    return chance(3, 3, 0)


def best_of(choosers: set[int]) -> float:
    setup = Blows()
    game = Game(setup.new_fight(OddsTable()), [DefaultPlayer(), DefaultPlayer()], choosers, SMALL)
    values, _ = game.solve()
    fights = game.states.fights
    import numpy as np

    over = np.array([fight.is_over() for fight in fights])
    moves = game.moves(game.choices(values)).by_rounds(len(fights))
    course = follow(moves, over, 0, 1000)
    return float(
        sum(course.open_question[n] for n, fight in enumerate(fights) if fight.winner() == 0)
    )


def test_best_play_of_one_side_is_the_best_of_all_plans() -> None:
    """Against somebody who always strikes surely: 4,096 plans, each followed to the end."""
    places = [(1, 2), (1, 3), (2, 2), (2, 3), (3, 3), (3, 2)]
    sure = {(mine, theirs): False for mine in (1, 2, 3) for theirs in (1, 2, 3)}
    best = max(
        wins({**sure, **dict(zip(places, bold, strict=True))}, sure)
        for bold in product((False, True), repeat=len(places))
    )
    assert best_of({0}) == pytest.approx(best, abs=1e-9)


def test_of_two_best_players_neither_gains_by_another_plan() -> None:
    """A saddle: best against best is no better than best against a fixed plan, and no worse."""
    both = best_of({0, 1})
    assert best_of({0}) >= both - 1e-9
    assert best_of({1}) <= both + 1e-9


TOO_LARGE = {"renaissance"}
"""Whose small duel has more ways through it than can be followed, with every choice open."""


@pytest.mark.slow
@pytest.mark.skipif(not compiled(), reason="takes minutes uncompiled")
@each_ruleset
def test_best_play_is_never_worse_than_simple(ruleset: str) -> None:
    scenario = duel_in(ruleset)
    side = scenario.sides[0]
    if ruleset in TOO_LARGE:
        with pytest.raises(
            InvalidDataError, match=r"too many states to be solved: met .*; simulate it"
        ):
            duel(scenario, best=[side], limits=Limits(400))
        return
    found, simple = duel(scenario, best=[side]), duel(scenario)
    assert found.sides[side] + found.draw / 2 >= simple.sides[side] - 1e-6
    assert found.plan.usual[side] == pytest.approx(simple.sides[side], abs=1e-6)
    assert found.players[side] == "best"


def test_a_plan_says_what_to_do_when() -> None:
    scenario = quick(load("first-blood"))
    found = duel(scenario, best=["blade"])
    data = found.data()["best"]
    assert data["sides"] == ["blade"]
    first = data["advice"][0]
    assert "Ansa" in first["when"]
    assert first["do"].startswith("Attack Torben")
    assert first["visits"] > 0


def quick(scenario: Scenario) -> Scenario:
    """The same between two with little health, which is soon solved."""
    raw = scenario.raw()
    for side in raw["sides"]:
        for fighter in side["fighters"]:
            fighter["hp"] = 3
    from affray.library import read_scenario

    return read_scenario(raw, scenario.name)


def test_wrong_sides_are_refused() -> None:
    with pytest.raises(InvalidDataError, match="--best: there is no side"):
        duel(load("first-blood"), best=["nobody"])


def test_a_tree_keeps_equal_parts_once() -> None:
    forest = Forest()
    table = EveryChoice({0, 1}, [DefaultPlayer(), DefaultPlayer()], OddsCache())
    start = Blows().new_fight(table)

    def turn(there: Table) -> int:
        fight = start.copy(there)
        fight.step()
        return fight.roster()[1].health()

    root = table.grow(forest, turn)
    assert forest.nodes[root].kind == CHOICE
    sure, bold = (forest.nodes[child] for child in forest.nodes[root].children)
    assert sure.outcome == 2
    assert dict(
        zip([forest.nodes[c].outcome for c in bold.children], bold.chances, strict=True)
    ) == {
        3: pytest.approx(2 / 3),
        0: pytest.approx(1 / 3),
    }
