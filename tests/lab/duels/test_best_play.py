"""Best play: against brute force over every plan, and never worse than the simple player."""

from __future__ import annotations

from itertools import product

import pytest

from affray.core.odds import OddsTable
from affray.core.problems import InvalidDataError
from affray.core.table import DefaultPlayer
from affray.lab.duels import solve_duel
from affray.lab.duels.best_play import DuelGame
from affray.lab.duels.states import SolverLimits
from affray.lab.duels.transitions import propagate
from affray.library import Scenario, load, rulesets
from affray.version import is_compiled
from lab.blows import Blows
from lab.small_fights import duel_in

SMALL = SolverLimits(20_000)


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
    game = DuelGame(
        setup.new_fight(OddsTable()), [DefaultPlayer(), DefaultPlayer()], choosers, SMALL
    )
    values, _ = game.iterate_values()
    fights = game.states.fights
    import numpy as np

    over = np.array([fight.is_over() for fight in fights])
    matrices = game.transitions(game.best_options(values)).matrices(len(fights))
    result = propagate(matrices, over, 0, 1000)
    return float(sum(result.ends[n] for n, fight in enumerate(fights) if fight.winner() == 0))


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


LONG = {"shinobi", "olde"}
"""Whose small duel takes half a minute and more."""


@pytest.mark.slow
@pytest.mark.skipif(not is_compiled(), reason="takes minutes uncompiled")
@pytest.mark.parametrize(
    "ruleset",
    [pytest.param(one, marks=pytest.mark.soak if one in LONG else ()) for one in rulesets()],
)
def test_best_play_is_never_worse_than_simple(ruleset: str) -> None:
    scenario = duel_in(ruleset)
    side = scenario.sides[0]
    if ruleset in TOO_LARGE:
        with pytest.raises(
            InvalidDataError, match=r"too many states to be solved: met .*; simulate it"
        ):
            solve_duel(scenario, best=[side], limits=SolverLimits(400))
        return
    found, simple = solve_duel(scenario, best=[side]), solve_duel(scenario)
    assert found.sides[side] + found.draw / 2 >= simple.sides[side] - 1e-6
    assert found.best_play.usual[side] == pytest.approx(simple.sides[side], abs=1e-6)
    assert found.players[side] == "best"


def test_a_plan_says_what_to_do_when() -> None:
    scenario = quick(load("first-blood"))
    found = solve_duel(scenario, best=["blade"])
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
        solve_duel(load("first-blood"), best=["nobody"])
