"""Best play, against brute force, the simple player and simulation."""

from __future__ import annotations

import math
from collections.abc import Hashable
from functools import cache
from itertools import product

import pytest

import affray
from affray.core.fight import Fight
from affray.core.odds import OddsCache, OddsTable
from affray.core.problems import InvalidDataError
from affray.core.questions import Question
from affray.core.table import DefaultPlayer, Player, Table
from affray.lab.duels import solve_duel
from affray.lab.duels.best_play import Plan, what_is_seen
from affray.lab.duels.limits import SolverLimits, SolverProgress
from affray.lab.duels.solver import DuelSolver
from affray.lab.simulation import simulate
from affray.library import Scenario, load, read_scenario, rulesets
from affray.players import as_player
from affray.version import is_compiled
from lab.blows import Blows
from lab.decision_tree import CHOICE, LEAF, AllChoicesTable, DecisionGraph
from lab.duels.conftest import LetMemoryGrow
from lab.feints import REST, THRUST, Feints, FeintsFight
from lab.small_fights import duel_in

STANDARD_ERRORS = 3.0
"""By how many standard errors what was played may lie outside of what was worked out."""

compiled = pytest.mark.skipif(not is_compiled(), reason="takes minutes uncompiled")

CHOOSERS = pytest.mark.parametrize("choosers", [{0}, {1}, {0, 1}], ids=["first", "second", "both"])


def solved(start: Fight, choosers: set[int], rounds: int, within: float = 1e-10) -> DuelSolver:
    """Return a small game, solved to within `within`."""
    players: list[Player] = [DefaultPlayer(), DefaultPlayer()]
    limits = SolverLimits(within=within, seconds=math.inf)
    solver = DuelSolver(start, players, choosers, limits, rounds)
    solver.explore(2 * within, 1.0, best=True)
    return solver


def wins(plan_a: dict[tuple[int, int], bool], plan_b: dict[tuple[int, int], bool]) -> float:
    """Return the first fighter's chance if both follow plans: the states of health in which each is bold."""
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


def best_of(choosers: set[int], rounds: int = 1000) -> float:
    """Return the value of blows to the first fighter if `choosers` choose; check that the plan has that value."""
    solver = solved(Blows().new_fight(OddsTable()), choosers, rounds)
    plan = Plan(solver)
    low, high = plan.bounds.low[0], plan.bounds.high[0]
    assert high - low <= 1e-9
    worth = {0: 1.0, 1: 0.0}
    winners = plan.arrays.winners.tolist()
    ends = zip(plan.flow.ends.tolist(), winners, strict=True)
    assert sum(p * worth.get(winner, 0.5) for p, winner in ends) == pytest.approx(low, abs=1e-8)
    return float(low)


def test_best_play_of_one_side_is_the_best_of_all_plans() -> None:
    """The opponent always strikes surely. All 4,096 plans are followed to the end."""
    places = [(1, 2), (1, 3), (2, 2), (2, 3), (3, 3), (3, 2)]
    sure = {(mine, theirs): False for mine in (1, 2, 3) for theirs in (1, 2, 3)}
    best = max(
        wins({**sure, **dict(zip(places, bold, strict=True))}, sure)
        for bold in product((False, True), repeat=len(places))
    )
    assert best_of({0}) == pytest.approx(best, abs=1e-9)


def test_of_two_best_players_neither_gains_by_another_plan() -> None:
    """A saddle point: no fixed plan is better against the best player."""
    both = best_of({0, 1})
    assert best_of({0}) >= both - 1e-9
    assert best_of({1}) <= both + 1e-9


@CHOOSERS
@pytest.mark.parametrize("rounds", [1, 2, 3, 5, 40])
def test_a_plan_is_worth_what_the_game_is_with_few_rounds(choosers: set[int], rounds: int) -> None:
    assert 0 <= best_of(choosers, rounds) <= 1


def test_in_the_last_round_only_a_bold_blow_wins() -> None:
    """The opponent is unhurt, and there is no time for three sure blows."""
    assert best_of({0}, 1) == pytest.approx(1 / 3 + 2 / 3 * 1 / 2)


# --- against whole turns, without anything taken apart ---


class WholeTurns:
    """The value of a fight for its first side if some sides play their best.

    Every turn is followed as a whole tree. Nothing is merged or cut off, and the rules count the
    rounds.
    """

    def __init__(self, players: list[Player], best_sides: set[int]) -> None:
        self.players, self.best_sides = players, best_sides
        self.known: dict[Hashable, float] = {}

    def value(self, fight: Fight) -> float:
        """Return the value of a fight between turns."""
        if fight.is_over():
            return {0: 1.0, 1: 0.0}.get(int(fight.winner()), 0.5)
        key = fight.key()
        if key not in self.known:
            self.known[key] = self.value_of_turn(fight)
        return self.known[key]

    def value_of_turn(self, fight: Fight) -> float:
        """Return the value of a turn from the values of its ends."""
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


@cache
def whole_turns_of_feints(rounds: int, best_sides: frozenset[int]) -> float:
    """Return the value of feints, computed by whole turns."""
    fight = Feints(rounds).new_fight(OddsTable())
    return WholeTurns([DefaultPlayer(), DefaultPlayer()], set(best_sides)).value(fight)


@CHOOSERS
@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_best_play_of_feints_is_what_whole_turns_come_to(rounds: int, choosers: set[int]) -> None:
    whole = whole_turns_of_feints(rounds, frozenset(choosers))
    solver = solved(Feints(1000).new_fight(OddsTable()), choosers, rounds)
    bounds = Plan(solver).bounds
    assert bounds.high[0] - bounds.low[0] <= 1e-9
    assert bounds.low[0] - 1e-9 <= whole <= bounds.high[0] + 1e-9


def narrow_yard(rounds: int) -> Scenario:
    """Return a fight of two fighters with few dice who can hardly avoid each other."""
    raw = load("moonlit-duel").raw()
    raw["round_limit"], raw["map"] = rounds, {"rows": ["..."]}
    for side, column in zip(raw["sides"], (0, 1), strict=True):
        side["fighters"][0].update(at=[column, 0], attack=1, defence=1)
    return read_scenario(raw, "a narrow yard")


def short_fight(name: str, health: str, rounds: int) -> Scenario:
    """Return a fight between two with little health, for a few rounds."""
    raw = load(name).raw()
    raw["round_limit"] = rounds
    for side in raw["sides"]:
        for fighter in side["fighters"]:
            fighter[health] = 1
    return read_scenario(raw, name)


@compiled
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


# --- of scenarios ---


LONG = {"olde", "renaissance", "shinobi"}
"""Whose turns have very many ways."""


@pytest.mark.slow
@pytest.mark.skipif(not is_compiled(), reason="takes minutes uncompiled")
@pytest.mark.parametrize(
    "ruleset",
    [pytest.param(one, marks=pytest.mark.soak if one in LONG else ()) for one in rulesets()],
)
def test_best_play_is_never_worse_than_simple(ruleset: str) -> None:
    scenario = duel_in(ruleset)
    side = scenario.sides[0]
    limits = SolverLimits(20_000, within=0.05, seconds=3600)
    found = solve_duel(scenario, best=[side], limits=limits)
    simple = solve_duel(scenario, limits=SolverLimits(within=1e-6, seconds=3600))
    assert found.best_play is not None
    low, high = found.best_play.values[side]
    assert 0 <= low <= high <= 1
    worth = simple.bounds[side][0] + simple.draw_bounds[0] / 2
    assert low >= worth - 1e-5
    assert found.best_play.usual[side] == pytest.approx(simple.sides[side], abs=1e-5)
    assert found.players[side] == "best"


def test_bounds_of_best_play_hold_and_close() -> None:
    scenario = quick(load("two-blades"), 1)
    exact = solve_duel(scenario, best=["sun"], limits=SolverLimits(seconds=math.inf))
    assert exact.best_play is not None
    assert exact.exact
    (value, _) = exact.best_play.values["sun"]
    widths = []
    for states in (2, 60, 400):
        found = solve_duel(scenario, best=["sun"], limits=SolverLimits(states))
        assert found.best_play is not None
        low, high = found.best_play.values["sun"]
        assert low - 1e-9 <= value <= high + 1e-9
        assert found.error >= high - low
        widths.append(high - low)
    assert widths[0] >= widths[1] >= widths[2]
    assert widths[2] < 1


@pytest.mark.parametrize("side", ["sun", "star"])
def test_best_play_is_worth_at_least_what_usual_play_is(side: str) -> None:
    """This holds before any other option is tried, because both use one graph."""
    scenario = quick(load("two-blades"), 1)
    usual = solve_duel(scenario)
    found = solve_duel(scenario, best=[side], limits=SolverLimits(100, seconds=math.inf))
    assert found.best_play is not None
    low, _ = found.best_play.values[side]
    assert low >= usual.sides[side] + usual.draw / 2 - 1e-5
    assert found.best_play.usual_values[side] == pytest.approx(
        (usual.sides[side], usual.sides[side]), abs=1e-5
    )


def test_of_two_who_play_their_best_usual_play_says_nothing() -> None:
    """The first side's result against the usual player is no bound against the best player."""
    found = solve_duel(quick(load("two-blades"), 1), best=["both"], limits=SolverLimits(1))
    assert found.best_play is not None
    assert found.best_play.values == {"sun": (0.0, 1.0), "star": (0.0, 1.0)}


def test_where_it_is_looked_makes_no_difference_when_all_is_worked_out() -> None:
    """Wrestlers can go on for ever, but the bounds still close."""
    scenario = quick(load("wrestling-ring"), 1)
    found = solve_duel(scenario, best=["north"])
    assert found.best_play is not None
    assert found.exact
    assert found.best_play.gains("north")[0] > 0


def test_an_interruption_gives_the_best_play_there_is() -> None:
    def interrupt(progress: SolverProgress) -> None:
        if progress.states > 0:
            raise KeyboardInterrupt

    scenario = quick(load("two-blades"), 1)
    found = solve_duel(scenario, best=["both"], limits=SolverLimits(on_progress=interrupt))
    assert found.stopped == "interrupted"
    assert found.best_play is not None
    assert found.best_play.sides == list(scenario.sides)


def test_no_two_pieces_of_advice_look_alike() -> None:
    found = solve_duel(quick(load("first-blood"), 2), best=["both"], limits=SolverLimits(60))
    assert found.best_play is not None
    told = [(one.side, one.when, one.asked, one.earlier_choices) for one in found.best_play.advice]
    assert len(told) == len(set(told))


def test_a_plan_says_what_to_do_when() -> None:
    scenario = quick(load("first-blood"), 2)
    found = solve_duel(scenario, best=["blade"], limits=SolverLimits(within=0.05))
    data = found.data()["best"]
    assert data["sides"] == ["blade"]
    first = data["advice"][0]
    assert "Ansa" in first["when"]
    assert first["do"].startswith("Attack Torben")
    assert first["visits"] > 0


def quick(scenario: Scenario, health: int) -> Scenario:
    """Return a scenario of two fighters with little health, which is solved quickly."""
    raw = scenario.raw()
    for side in raw["sides"]:
        for fighter in side["fighters"]:
            fighter["hearts" if scenario.ruleset.name == "orrery" else "hp"] = health
    return read_scenario(raw, scenario.name)


def test_wrong_sides_are_refused() -> None:
    for wrong in (["nobody"], "nobody"):
        with pytest.raises(InvalidDataError, match="--best: there is no side 'nobody'"):
            solve_duel(load("first-blood"), best=wrong)


def test_one_side_may_be_named_by_itself(let_memory_grow: LetMemoryGrow) -> None:
    """The Python interface accepts a name instead of a list."""
    scenario = affray.load("first-blood")
    found = scenario.duel(best="mace", states=3)
    assert (found.best_play is not None and found.best_play.sides) == ["mace"]
    assert scenario.duel(best="both", states=3).best_play is not None
    let_memory_grow(2)
    assert scenario.duel(best="mace", memory=1).stopped == "memory"


def test_gains_are_certain() -> None:
    scenario = quick(load("two-blades"), 1)
    exact = solve_duel(scenario, best=["sun"], limits=SolverLimits(seconds=math.inf)).best_play
    rough = solve_duel(scenario, best=["sun"], limits=SolverLimits(60)).best_play
    assert exact is not None
    assert rough is not None
    (low, high), (gain, _) = rough.gains("sun"), exact.gains("sun")
    assert low - 1e-9 <= gain <= high + 1e-9
    assert gain >= -1e-9
    assert high - low > 0.01


@compiled
def test_an_unfinished_solution_claims_only_proven_gains() -> None:
    """Simple plays this duel as well as possible, but half of it is not explored."""
    limits = SolverLimits(states=20_000, seconds=math.inf)
    found = solve_duel(load("first-blood"), best="both", limits=limits)
    assert found.error > 0.1
    assert found.best_play is not None
    differing = [one for one in found.best_play.advice if one.do != one.usual]
    assert differing
    assert max(one.gain for one in differing) < 0.01


def test_where_there_is_no_memory_for_anything_nothing_is_known(
    let_memory_grow: LetMemoryGrow,
) -> None:
    let_memory_grow(2)
    found = solve_duel(load("two-blades"), best=["sun"], limits=SolverLimits(megabytes=1))
    assert found.stopped == "memory"
    assert found.error == 1.0
    assert found.best_play is not None
    assert found.best_play.values["sun"] == (0.0, 1.0)


# --- played with dice ---


def test_a_choice_is_known_by_what_can_be_seen_of_it() -> None:
    """The detailed key includes transient state, the outline does not. The table does not matter."""
    question = Question("turn", 0, 0, [THRUST, REST])
    fights = [Feints(9).new_fight(OddsTable()) for _ in range(2)]
    assert what_is_seen(fights[0], question) == what_is_seen(fights[1], question)
    assert isinstance(fights[1], FeintsFight)
    fights[1].edge = 2
    one, other = (what_is_seen(fight, question) for fight in fights)
    assert other[0] != one[0]
    assert other[1] == one[1]
    assert what_is_seen(fights[0], Question("turn", 0, 0, [THRUST]))[1] != one[1]


def test_a_player_plays_as_usual_what_was_not_worked_out() -> None:
    scenario = load("wrestling-ring")
    found = solve_duel(scenario, best=["north"], limits=SolverLimits(1))
    assert found.best_play is not None
    players = {"north": found.best_play.player()}
    planned = simulate(scenario, fights=40, seed=1, workers=1, players=players)
    usual = simulate(scenario, fights=40, seed=1, workers=1)
    assert planned.tally.wins == usual.tally.wins


def within_what_was_worked_out(scenario: Scenario, side: str, fights: int, within: float) -> None:
    limits = SolverLimits(within=within, seconds=math.inf, megabytes=1900)
    found = solve_duel(scenario, best=[side], limits=limits).best_play
    assert found is not None
    low, high = found.values[side]
    assert high - low <= 2 * within
    played = simulate(scenario, fights=fights, seed=3, workers=1, players={side: found.player()})
    wins = played.tally.wins
    worth = (wins[scenario.sides.index(side)] + (fights - sum(wins)) / 2) / fights
    error = STANDARD_ERRORS * math.sqrt(max(worth * (1 - worth), 1 / fights) / fights)
    assert low - error <= worth <= high + error


@pytest.mark.parametrize(("name", "side"), [("two-blades", "star"), ("wrestling-ring", "north")])
def test_best_play_of_a_small_duel_wins_as_often_as_was_worked_out(name: str, side: str) -> None:
    within_what_was_worked_out(quick(load(name), 1), side, 1_000, 5e-3)


@compiled
@pytest.mark.parametrize(
    ("name", "side", "fights"),
    [
        ("first-blood", "blade", 20_000),
        pytest.param("first-blood", "blade", 100_000, marks=pytest.mark.soak),
        pytest.param("first-blood", "mace", 100_000, marks=pytest.mark.soak),
        pytest.param("two-blades", "sun", 100_000, marks=pytest.mark.soak),
        pytest.param("two-blades", "star", 100_000, marks=pytest.mark.soak),
        pytest.param("wrestling-ring", "north", 20_000, marks=pytest.mark.soak),
        pytest.param("wrestling-ring", "south", 20_000, marks=pytest.mark.soak),
    ],
)
def test_best_play_wins_as_often_as_was_worked_out(name: str, side: str, fights: int) -> None:
    within_what_was_worked_out(load(name), side, fights, 5e-3)
