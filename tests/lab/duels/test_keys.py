"""Keys are complete: positions with equal keys lead to the same positions with the same odds."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial
from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import CUT_OFF, OddsCache, OddsTable
from affray.core.paths import PathEnd, PathTable, Position, position_key
from affray.core.table import LiveTable, Player, Table
from affray.lab.duels import SolverLimits, solve_duel
from affray.lab.duels.solver import without_round_limit
from affray.library import Scenario, load
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
    """Return fights between turns by their keys, from games of random and simple players."""
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
    """Return the odds of the keys after a step; None if there are too many paths."""
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
        return OddsTable(players, OddsCache(), CUT_OFF).explore(partial(play, fight)).probabilities
    except TooLongError:
        return None


def in_another_round(fights: list[Fight]) -> list[Fight]:
    """Return a fight with the same key in another round than the first; else another fight, if any."""
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
    """The check notices a key of health alone, with which two different fights look equal."""
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


class EachPathTable(PathTable):
    """A table that keeps the positions of all paths apart."""

    def each_path(self, start: Fight) -> Iterator[tuple[Hashable, Position]]:
        """List the positions in the middle of a turn, one for each path."""
        before = Position(start, start.round)
        self.go_to(before, None)
        for _ in range(MOST_PATHS):
            self.begin_path()
            fight = start.copy(self)
            question = self.play_turn(fight)
            if question is not None:
                key = position_key(fight, question)
                yield key, self.position_here(before, fight, question, ())
            if not self._to_next_path():
                return


def rest_of_turn(players: list[Player], position: Position) -> dict[Hashable, float] | None:
    """Return the odds of the keys after the rest of a turn; None if there are too many paths."""
    table = PathTable(players, set())
    table.pauses = False
    paths = 0

    def check() -> None:
        nonlocal paths
        paths += 64
        if paths > MOST_PATHS:
            raise TooLongError

    try:
        found: list[PathEnd] = table.follow_all(position, None, {}, check)
    except TooLongError:
        return None
    return {(int(one.later), one.key): one.probability for one in found}


IN_TURN = {"olde": "fencing-lesson", "renaissance": "two-weapon-duel"}
"""Duels with answers to attacks, and with two attacks in one action."""


@each_ruleset
def test_of_equal_keys_in_a_turn_the_same_follows(ruleset: str) -> None:
    own = IN_TURN.get(ruleset)
    scenario = without_round_limit(load(own) if own else duel_in(ruleset))
    simple = as_player("simple", scenario.ruleset)
    players: list[Player] = [simple, simple]
    table = EachPathTable(players, set())
    compared = merged = 0
    for fights in list(states_by_key(scenario).values())[:MOST_TURNS]:
        by_key: dict[Hashable, list[Position]] = {}
        for key, position in table.each_path(fights[0]):
            by_key.setdefault(key, []).append(position)
        for same in by_key.values():
            merged += len(same) > 1
            if len(same) == 1 or compared == PAIRS:
                continue
            first, second = rest_of_turn(players, same[0]), rest_of_turn(players, same[-1])
            if first is not None and second is not None:
                assert first == pytest.approx(second, abs=1e-12)
                compared += 1
    assert compared == PAIRS or compared == merged


def in_olde_turn(points: int, spent: int, walked: int = 0) -> Any:
    """Return a fight of Olde in the middle of a fighter's turn."""
    fight: Any = load("fencing-lesson").setup.new_fight(OddsTable())
    fight.resetting = False
    fight.actor, fight.spent, fight.walked = 0, spent, walked
    fight.combatants[0].action_points = points
    return fight


def test_of_what_was_spent_in_a_round_only_what_can_still_be_spent_matters() -> None:
    """A fighter with two Action Points left has the same options whether one was spent before or none."""
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
