"""Keys say all that matters: of two fights with equal keys the same follows, with the same odds."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import CUT_OFF, OddsCache, OddsTable
from affray.core.table import LiveTable, Player, Table
from affray.lab.duels import SolverLimits, solve_duel
from affray.lab.duels.solver import without_round_limit
from affray.library import Scenario, load
from affray.players import as_player
from affray.players.random import RandomPlayer
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
