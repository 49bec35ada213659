"""Keys say all that matters: of two fights with equal keys the same follows, with the same odds."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Hashable, Iterator
from functools import cache, partial
from operator import mul
from typing import Any
from zlib import crc32

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import CUT_OFF, OddsCache, OddsTable
from affray.core.steps import ReachedState, StepTable, TooManyPathsError, key_after_step
from affray.core.table import LiveTable, Player, Table
from affray.lab.duels import SolverLimits, solve_duel
from affray.lab.duels.choices import ChoiceGraph, ChoiceTable
from affray.lab.duels.solver import without_round_limit
from affray.lab.duels.usual_play import UsualTable
from affray.library import Scenario, load, read_scenario, ruleset_named
from affray.players import as_player
from affray.players.random import RandomPlayer
from affray.rulesets.olde.actions import turn_options
from lab.small_fights import duel_in, each_ruleset

FIGHTS = 40
MOST_STEPS = 12
PAIRS = 12
"""How many pairs of fights are compared; each takes every path through a step."""

MOST_PATHS = 4_000
"""A step with more paths than this is not compared."""


class TooLongError(Exception):
    """A step has too many paths to compare."""


def states_by_key(scenario: Scenario) -> dict[Hashable, list[Fight]]:
    """Fights between turns by what they have in common, as random and simple players come to
    them."""
    found: dict[Hashable, list[Fight]] = {}
    simple = as_player("simple", scenario.ruleset)
    for seed in range(FIGHTS):
        players: list[Player] = [RandomPlayer(seed), RandomPlayer(seed, 1)]
        players = [simple, simple] if seed % 2 else players
        fight = scenario.setup.new_fight(LiveTable(Dice(seed), players))
        for _ in range(MOST_STEPS):
            if fight.is_over():
                break
            found.setdefault(fight.key_without_rounds(), []).append(fight.copy(OddsTable()))
            fight.step()
    return found


def what_follows(fight: Fight, players: list[Player]) -> dict[Hashable, float] | None:
    """The odds of the keys a step leads to; None where there are too many paths."""
    paths = 0

    def play(start: Fight, table: Table) -> Hashable:
        nonlocal paths
        paths += 1
        if paths > MOST_PATHS:
            raise TooLongError
        copied = start.copy(table)
        copied.step()
        return copied.key_without_rounds()

    try:
        return (
            OddsTable(players, None, OddsCache(), CUT_OFF)
            .explore(partial(play, fight))
            .probabilities
        )
    except TooLongError:
        return None


def in_another_round(fights: list[Fight]) -> list[Fight]:
    """One that came to the same in another round than the first; else another, if there is one."""
    later = [one for one in fights[1:] if one.round != fights[0].round]
    return (later or fights[1:])[:1]


def test_a_player_who_looks_at_the_round_is_in_the_key() -> None:
    """Wrestlers wait for each other in the first two rounds only, so the duel ends."""
    solved = solve_duel(load("wrestling-ring"), limits=SolverLimits(400, within=0.02))
    assert sum(low for low, _ in solved.bounds.values()) > 0.5


@each_ruleset
def test_of_equal_keys_the_same_follows(ruleset: str) -> None:
    scenario = without_round_limit(duel_in(ruleset))
    simple = as_player("simple", scenario.ruleset)
    compared = 0
    for fights in states_by_key(scenario).values():
        for other in in_another_round(fights):
            first = what_follows(fights[0], [simple, simple])
            second = what_follows(other, [simple, simple])
            if first is None or second is None:
                continue
            assert first.keys() == second.keys()
            for key, probability in first.items():
                assert second[key] == pytest.approx(probability, abs=1e-12)
            compared += 1
        if compared == PAIRS:
            break
    assert compared > 0


def test_a_key_that_forgets_what_matters_is_found_out() -> None:
    """The check itself bites: by health alone two fights are not told apart that go on
    differently."""
    scenario = duel_in("orrery")
    simple = as_player("simple", scenario.ruleset)
    by_health: dict[Hashable, list[Fight]] = {}
    for fights in states_by_key(scenario).values():
        key = tuple([one.health() for one in fights[0].roster()])
        by_health.setdefault(key, []).append(fights[0])
    different = 0
    for fights in by_health.values():
        follows = [what_follows(one, [simple, simple]) for one in fights[:4]]
        different += any(one != follows[0] for one in follows)
    assert different > 0


# --- in the middle of a turn ---

MOST_TURNS = 60
"""How many turns are taken apart before enough pairs are found."""


def pieces_of_turns(
    scenario: Scenario, players: list[Player]
) -> Iterator[tuple[Fight, list[ReachedState]]]:
    """Turns as simple and random players come to them, each with the states in its middle that
    ways are merged at, one for each way that comes there."""
    table = StepTable(players)
    for fights in list(states_by_key(scenario).values())[:MOST_TURNS]:
        yield fights[0], pieces_of(table, fights[0])


def pieces_of(table: StepTable, start: Fight) -> list[ReachedState]:
    """The states in the middle of a turn, one for each way that comes there."""
    table.merges_ways = True
    table.go_to([], [])
    found: list[ReachedState] = []
    for _ in range(MOST_PATHS):
        table.begin_path()
        one = table.follow_step(start.copy(table))
        if one.in_step:
            found.append(one)
        if not table._to_next_path():
            break
    return found


def what_follows_in_turn(
    table: StepTable, start: Fight, state: ReachedState
) -> dict[Hashable, float] | None:
    """The odds of the keys that the rest of a turn leads to; None where there are too many paths."""
    table.merges_ways = False
    table.go_to(state.ways, state.answers)
    try:
        found = table.follow_all(start, 0, lambda: None, MOST_PATHS, {})
    except TooManyPathsError:
        return None
    numbered = zip(found.rounds, found.targets, found.probabilities, strict=True)
    return {(later, found.new[number].key): probability for later, number, probability in numbered}


@each_ruleset
def test_of_equal_keys_in_a_turn_the_same_follows(ruleset: str) -> None:
    own = IN_TURN.get(ruleset)
    scenario = without_round_limit(load(own) if own else duel_in(ruleset))
    simple = as_player("simple", scenario.ruleset)
    table = StepTable([simple, simple])
    compared = merged = 0
    for start, reached in pieces_of_turns(scenario, [simple, simple]):
        by_key: dict[Hashable, list[ReachedState]] = {}
        for one in reached:
            by_key.setdefault(one.key, []).append(one)
        for same in by_key.values():
            merged += len(same) > 1
            if len(same) == 1 or compared == PAIRS:
                continue
            first = what_follows_in_turn(table, start, same[0])
            second = what_follows_in_turn(table, start, same[-1])
            if first is not None and second is not None:
                assert first == pytest.approx(second, abs=1e-12)
                compared += 1
    assert compared == PAIRS or compared == merged


IN_TURN = {"olde": "fencing-lesson", "renaissance": "two-weapon-duel"}
"""Duels with answers to attacks, and with two attacks in one action."""


@pytest.mark.parametrize(
    ("name", "moment"),
    [
        ("fencing-lesson", "riposte"),
        ("fencing-lesson", "not parried"),
    ],
)
def test_ways_are_merged_in_the_middle_of_an_attack(name: str, moment: str) -> None:
    scenario = without_round_limit(load(name))
    simple = as_player("simple", scenario.ruleset)
    for _, reached in pieces_of_turns(scenario, [simple, simple]):
        here = [one.key for one in reached if repr(one.key).startswith(f"(('{moment}'")]
        if len(here) > len(set(here)):
            return
    pytest.fail(f"no two ways come to the same state at {moment!r}")


def parts_of(state: ReachedState) -> tuple[object, object]:
    """What matters at a state in the middle of a turn apart from the fight's state, and that."""
    assert isinstance(state.key, tuple)
    return state.key[0], state.key[1]


def in_olde_turn(points: int, spent: int, walked: int = 0) -> Any:
    """A fight of Olde in the middle of somebody's part of a round."""
    fight: Any = load("fencing-lesson").setup.new_fight(OddsTable())
    fight.resetting = False
    fight.actor, fight.spent, fight.walked = 0, spent, walked
    fight.combatants[0].action_points = points
    return fight


def test_of_what_was_spent_in_a_round_only_what_can_still_be_spent_matters() -> None:
    """Three Action Points at most, and no more than one has: who has two left may spend them
    whether one was spent before or none."""
    options: dict[Hashable, list[str]] = {}
    for points in range(1, 9):
        for spent in range(3):
            fight = in_olde_turn(points, spent)
            listed = [one.key for one in turn_options(fight, fight.combatants[0])]
            assert options.setdefault(fight.key_in_step(), listed) == listed
    assert len(options) == 1 + 2 + 3 * 6
    assert in_olde_turn(2, 0).key_in_step() == in_olde_turn(2, 1).key_in_step()
    assert in_olde_turn(2, 1).key_in_step() != in_olde_turn(2, 2).key_in_step()
    assert in_olde_turn(3, 0).key_in_step() != in_olde_turn(3, 1).key_in_step()


def test_how_far_somebody_went_matters_where_conditions_hold_them() -> None:
    def key(walked: int, is_dazed: bool) -> Hashable:
        fight = in_olde_turn(4, 1, walked)
        if is_dazed:
            dazed = next(one for one in fight.scene.conditions if one.name == "dazed")
            fight.combatants[0].afflict(dazed, 1, 0)
        found: Hashable = fight.key_in_step()
        return found

    assert key(0, False) == key(1, False)
    assert key(0, True) != key(1, True)


def test_a_riposte_remembers_the_harm_it_answers() -> None:
    """Whoever has just been hurt strikes back worse than one who had lost as much before: the
    state is the same, and what follows is not."""
    scenario = without_round_limit(load("fencing-lesson"))
    simple = as_player("simple", scenario.ruleset)
    table = StepTable([simple, simple])
    for start, reached in pieces_of_turns(scenario, [simple, simple]):
        for one in [one for one in reached if repr(one.key).startswith("(('riposte'")]:
            hurt = [int(who.health()) for who in one.fight.roster()]
            other: Any = start.copy(OddsTable())
            for who, left in zip(other.combatants, hurt, strict=True):
                who.hit_points = left
            if hurt == [who.health() for who in start.roster()]:
                continue
            for same in pieces_of(table, other):
                asked, state = parts_of(same)
                if state == parts_of(one)[1]:
                    assert asked != parts_of(one)[0]
                    assert what_follows_in_turn(table, start, one) != what_follows_in_turn(
                        table, other, same
                    )
                    return
    pytest.fail("nobody was hurt before a riposte")


# --- where a side chooses freely ---


def value_of_turn(scenario: Scenario, start: Fight, merges_ways: bool) -> tuple[float, set[object]]:
    """What a turn is worth to the first side, which chooses freely in it, where what each state
    after it is worth was drawn by its key; and what it was that ways were merged at."""
    simple = as_player("simple", scenario.ruleset)
    table, graph = ChoiceTable([simple, simple], {0}), ChoiceGraph()
    table.merges_ways, table.cut_off = merges_ways, CUT_OFF
    start = start.copy(table)
    states = [ReachedState(key_after_step(start), start, [], [], False)]
    numbers = {states[0].key: 0}
    merged_at: set[object] = set()

    def value(number: int) -> float:
        state = states[number]
        if not state.in_step and state.fight.is_over():
            return float(state.fight.winner() == 0)
        if number and not state.in_step:
            return crc32(repr(state.key).encode()) / 2**32
        if state.in_step:
            merged_at.add(state.key[0][0])  # type: ignore[index]
        table.go_to(state.ways, state.answers)
        grown = table.grow(graph, start, start.round, lambda: None, 0, numbers)
        states.extend(grown.new)
        return node_value(int(grown.root))

    def node_value(number: int) -> float:
        if number in graph.leaves:
            return values(graph.targets[graph.leaves.index(number)])
        first, last = bisect_left(graph.parents, number), bisect_right(graph.parents, number)
        children = [nodes(child) for child in graph.children[first:last]]
        if graph.sides[number] >= 0:
            return max(children)
        return math.fsum(map(mul, children, graph.weights[first:last]))

    values, nodes = cache(value), cache(node_value)
    return values(0), merged_at


def test_a_free_side_does_as_well_where_ways_are_merged() -> None:
    """Of Shinobi's results and shifts nothing matters afterwards but what the promise names."""
    raw = load("moonlit-duel").raw()
    raw["map"] = {"rows": ["..."]}
    for side, column in zip(raw["sides"], (0, 1), strict=True):
        side["fighters"][0]["at"] = [column, 0]
    scenario = read_scenario(raw, "a narrow yard")
    start: Any = scenario.setup.new_fight(OddsTable())
    start.round, start.next_side = 1, 0
    start.models[0].stun_tokens = 1  # who was stunned does not move before it acts
    merged, merged_at = value_of_turn(scenario, start, True)
    whole, _ = value_of_turn(scenario, start, False)
    assert merged == pytest.approx(whole, abs=1e-9)
    assert {"result", "shift", "faced", "shifted"} <= merged_at


# --- where a side chooses freely in Renaissance ---

LEVELS = 3
STARTS = 60
"""How many times it is gone on from a pause to the next, and from how many of those at a time."""

FREE_PATHS = 400
COMPARED = 8
OTHER_WAYS = 8
"""How many paths are followed from each, at how many pauses of each kind what follows is compared,
and how many ways that come there with the first."""


def two_weapons(places: tuple[int, int]) -> Fight:
    """The first turn of *A two-weapon duel*, with both fighters at these cells."""
    fight: Any = without_round_limit(load("two-weapon-duel")).setup.new_fight(OddsTable())
    fight.order = [0, 1]
    for one, place in zip(fight.combatants, places, strict=True):
        one.cell = place
    start: Fight = fight
    return start


def free_pauses(start: Fight) -> dict[Hashable, list[ReachedState]]:
    """The states in the middle of a turn to which free choices of the first side may lead, each
    with every way that was found to it."""
    table = ChoiceTable(simple_players(start), {0})
    found: dict[Hashable, list[ReachedState]] = {}
    begun = [ReachedState(None, start, [], [], True)]
    for _ in range(LEVELS):
        new = []
        for state in begun:
            table.go_to(state.ways, state.answers)
            for _ in range(FREE_PATHS):
                table.begin_path()
                one = table.follow_step(start.copy(table))
                if one.in_step:
                    if one.key not in found:
                        new.append(one)
                    found.setdefault(one.key, []).append(one)
                if not table._to_next_path():
                    break
        begun = new[:: max(1, len(new) // STARTS)]
    return found


def simple_players(fight: Fight) -> list[Player]:
    simple = as_player("simple", ruleset_named("renaissance"))
    return [simple for _ in fight.setup.sides]


def what_follows_as_usual(start: Fight, state: ReachedState) -> dict[Hashable, float] | None:
    """The odds of the keys that the rest of a turn leads to where it is gone on as usual; None where
    there are too many paths."""
    table = UsualTable(simple_players(start), {0})
    table.free_ways = len(state.ways)
    return what_follows_in_turn(table, start, state)


def moment_of(state: ReachedState) -> Any:
    """What it is that a turn is paused at, first its name."""
    return parts_of(state)[0]


@pytest.mark.once
@pytest.mark.parametrize("places", [(16, 17), (15, 19)], ids=["near", "far"])
def test_of_equal_keys_after_free_choices_the_same_follows(places: tuple[int, int]) -> None:
    start = two_weapons(places)
    compared: Counter[str] = Counter()
    for same in free_pauses(start).values():
        moment = moment_of(same[0])[0]
        if len(same) == 1 or compared[moment] == COMPARED:
            continue
        first = what_follows_as_usual(start, same[0])
        if first is None:
            continue
        for other in same[1 :: max(1, len(same) // OTHER_WAYS)]:
            assert first == pytest.approx(what_follows_as_usual(start, other), abs=1e-12)
        compared[moment] += 1
    assert compared["turn"] > 1
