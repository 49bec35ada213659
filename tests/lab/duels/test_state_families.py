"""States that are alike in all but hit points are worked out once: the same comes of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from affray.core.amounts import AlikeTable, Amounts, NotAlikeError, StateFamily, first_family
from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.questions import Option, Question, Ruling
from affray.core.state import amount_of
from affray.core.steps import StepTable
from affray.core.table import LiveTable, Player
from affray.lab.duels import Duel, SolverLimits, solve_duel, state_families
from affray.lab.duels.state_families import FamilyChain, Visits
from affray.lab.duels.transitions import Chain
from affray.library import Scenario
from affray.players import as_player
from affray.players.random import RandomPlayer
from lab.small_fights import duel_in, olde_duel

FIGHTS = 12
PAIRS = 40
"""How many fights are compared with the family they are in, each with other hit points."""


def solved_state_by_state(
    scenario: Scenario, players: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> Duel:
    """The same duel with every state worked out by itself."""

    def refuse(*_: object) -> None:
        raise NotAlikeError

    with monkeypatch.context() as patch:
        patch.setattr(state_families, "FamilyChain", refuse)
        return solve_duel(scenario, players, limits=SolverLimits(workers=1, within=1e-13))


def assert_same(one: Duel, other: Duel) -> None:
    """Two solutions tell the same of who wins, when, and what it costs them."""
    assert one.error < 1e-12
    assert one.sides == pytest.approx(other.sides, abs=1e-12)
    assert one.draw == pytest.approx(other.draw, abs=1e-12)
    assert one.rounds == pytest.approx(other.rounds, abs=1e-12)
    for mine, theirs in zip(one.after_round, other.after_round, strict=True):
        assert mine == pytest.approx(theirs, abs=1e-12)
    for fighter, same in zip(one.fighters, other.fighters, strict=True):
        assert fighter.health == pytest.approx(same.health, abs=1e-12)
        assert fighter.standing == pytest.approx(same.standing, abs=1e-12)


class Coward(Player):
    """Plays as simple does while there are hit points enough, and passes when there are not."""

    def __init__(self, simple: Player) -> None:
        self.simple = simple

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        mine, theirs = fight.roster()[question.side], fight.roster()[1 - question.side]
        if mine.health() < 2 or theirs.health() == 3:
            return question.default_option()
        return self.simple.decide(fight, question)


@pytest.mark.parametrize(
    ("hit_points", "house"),
    [((3, 2), {}), ((2, 3), {"advanced_actions": True})],
)
def test_the_same_comes_of_it_as_state_by_state(
    hit_points: tuple[int, int], house: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = olde_duel(hit_points, **house)
    found = solve_duel(scenario, limits=SolverLimits(workers=1, within=1e-13))
    plain = solved_state_by_state(scenario, {}, monkeypatch)
    assert_same(found, plain)
    assert 2 * found.states < plain.states


def test_who_decides_by_hit_points_is_asked_with_all_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scenario = olde_duel((4, 3))
    coward = Coward(as_player("simple", scenario.ruleset))
    players = {"left": coward, "right": coward}
    found = solve_duel(scenario, players, limits=SolverLimits(workers=1, within=1e-13))
    assert_same(found, solved_state_by_state(scenario, players, monkeypatch))
    bold = solve_duel(scenario, limits=SolverLimits(workers=1, within=1e-13))
    assert abs(found.sides["left"] - bold.sides["left"]) > 0.01


def assert_every_pair_is_led_on(chain: FamilyChain, number: int) -> None:
    """With every pair of amounts in its bounds all that follows a family adds up to one."""
    sums = np.zeros(chain.amounts.count())
    moves = chain.moves
    sets = list(moves.all_pairs)
    for place, source in enumerate(moves.sources):
        if source == number:
            for pair in range(len(sums)):
                sums[pair] += moves.probabilities[place] * (sets[moves.pairs[place]] >> pair & 1)
    assert sums == pytest.approx(1.0, abs=1e-12)


def test_every_pair_of_amounts_is_led_on() -> None:
    scenario = olde_duel((4, 3))
    coward = Coward(as_player("simple", scenario.ruleset))
    chain = FamilyChain(
        scenario.setup.new_fight(OddsTable()), [coward, coward], SolverLimits(workers=1)
    )
    for number in range(60):
        if not chain.is_over()[number]:
            chain._work_out(number)
            assert_every_pair_is_led_on(chain, number)


@pytest.mark.parametrize(
    "house",
    [{}, {"advanced_actions": True}, {"criticals": True}],
    ids=["plain", "advanced", "criticals"],
)
def test_of_all_hit_points_the_same_follows_up_to_what_is_taken(house: dict[str, Any]) -> None:
    """What a ruleset declares of its amounts holds: a fight with any hit points goes on as its
    family says."""
    scenario = olde_duel((7, 6), 3, **house)
    simple = as_player("simple", scenario.ruleset)
    amounts = Amounts(scenario.setup.new_fight(OddsTable()))
    compared = 0
    for seed in range(FIGHTS):
        players: list[Player] = [RandomPlayer(seed), RandomPlayer(seed, 1)]
        fight = scenario.setup.new_fight(LiveTable(Dice(seed), players))
        dice = Dice(seed, 5)
        while not fight.is_over() and compared < PAIRS * (seed + 1) // FIGHTS:
            amounts_now = (int(dice.die(7)), int(dice.die(6)))
            compared += follows_alike(fight, amounts_now, amounts, [simple, simple])
            fight.step()
    assert compared == PAIRS


def follows_alike(
    fight: Fight, left: tuple[int, int], amounts: Amounts, players: list[Player]
) -> bool:
    """Compares what follows a fight with some amounts left with what follows its family."""
    table = AlikeTable(players, amounts)
    table.merges_ways = False
    here = fight.copy(table)
    amounts.set(here, amounts.first, amounts.second)
    family: StateFamily = first_family(here)
    numbers: dict[Any, int] = {}
    step = table.follow_alike(family, lambda: None, 0, numbers)
    pair = 1 << ((left[0] - 1) * int(amounts.second) + left[1] - 1)
    if not table.pairs_of(family) & pair:
        return False  # who bleeds has another family below a bound
    found: dict[Any, float] = {}
    for (target, first, second, later, pairs), probability in step.moves.items():
        if pairs & pair:
            reached = step.new[target].fight.copy(OddsTable())
            amounts.set(reached, left[0] - first, left[1] - second)
            key = (reached.key_without_rounds(), str(looks_of(reached)), later)
            found[key] = found.get(key, 0.0) + probability
    plain = StepTable(players)
    plain.merges_ways = False
    wanted: dict[Any, float] = {}
    start = fight.copy(plain)
    amounts.set(start, *left)
    plain.go_to([], [])
    single = plain.follow_all(start, start.round, lambda: None, 0, {})
    for target, later, probability in zip(
        single.targets, single.rounds, single.probabilities, strict=True
    ):
        reached = single.new[target].fight
        key = (reached.key_without_rounds(), str(looks_of(reached)), later)
        wanted[key] = wanted.get(key, 0.0) + probability
    assert found == pytest.approx(wanted, abs=1e-12)
    return True


def looks_of(fight: Fight) -> list[tuple[str, int]] | None:
    """How everybody came out of a fight that is over."""
    return tuple((one.state(), one.health()) for one in fight.roster()) if fight.is_over() else None  # type: ignore[return-value]


def test_who_decides_by_chance_is_taken_state_by_state() -> None:
    scenario = olde_duel((2, 2))
    start = scenario.setup.new_fight(OddsTable())
    chain = FamilyChain(start, [RandomPlayer(1), RandomPlayer(2)])
    with pytest.raises(NotAlikeError):
        chain.explore()


def test_where_hardly_any_are_alike_states_are_taken_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scenario = olde_duel((3, 2))
    together = solve_duel(scenario, limits=SolverLimits(workers=1, within=1e-13))
    monkeypatch.setattr(state_families, "MOST_SETS", 2)
    apart = solve_duel(scenario, limits=SolverLimits(workers=1, within=1e-13))
    assert apart.states > together.states
    assert_same(together, apart)


def test_a_ruleset_that_declares_no_amounts_is_taken_state_by_state() -> None:
    scenario = duel_in("orrery")
    fight = scenario.setup.new_fight(OddsTable())
    assert amount_of(type(fight.roster()[0])) == ""
    with pytest.raises(NotAlikeError):
        Amounts(fight)


def test_several_processes_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_families, "SHARED_FAMILIES", 2)
    scenario = olde_duel((3, 3), advanced_actions=True)
    alone = solve_duel(scenario, limits=SolverLimits(workers=1, within=1e-13))
    assert_same(solve_duel(scenario, limits=SolverLimits(workers=3, within=1e-13)), alone)


def test_pieces_of_turns_are_alike_too(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = olde_duel((3, 3), advanced_actions=True)
    whole = solve_duel(scenario, limits=SolverLimits(workers=1, within=1e-13))
    monkeypatch.setattr(state_families, "MOST_PATHS", 1)
    for workers in (1, 2):
        monkeypatch.setattr(state_families, "SHARED_FAMILIES", 2)
        pieces = solve_duel(scenario, limits=SolverLimits(workers=workers, within=1e-13))
        assert_same(pieces, whole)
        assert pieces.states > whole.states


def test_what_is_unknown_falls_as_families_are_worked_out() -> None:
    """Until all is known; and what is expected to be won is what the rounds come to."""
    scenario = olde_duel((3, 2))
    simple = as_player("simple", scenario.ruleset)
    start = scenario.setup.new_fight(OddsTable())
    few = FamilyChain(start, [simple, simple], SolverLimits(30, workers=1))
    few.explore()
    assert few.work.stopped == "states"
    assert 0.0 < Visits(few).unknown.sum() < 1.0
    limits = SolverLimits(workers=1, on_progress=lambda _: None)
    plain = Chain(start, [simple, simple], limits)
    plain.explore()
    every = FamilyChain(start, [simple, simple], SolverLimits(workers=1))
    every.explore()
    assert every.work.low == pytest.approx(plain.work.low, abs=1e-9)
