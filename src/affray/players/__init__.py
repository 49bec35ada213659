"""Who decides: random, simple, strong, a person.

Players from outside the package come through the entry point `affray.players`: a callable
that takes the ruleset and a seed and gives a Player. `strong` may be given a budget after a
colon: `strong:2000` trials for a decision, or `strong:1.5s`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from affray.core.problems import data_error, unknown_name
from affray.core.table import DefaultPlayer, Player

if TYPE_CHECKING:
    from affray.core.ruleset import Ruleset

ENTRY_POINT = "affray.players"

PlayerFactory = Callable[["Ruleset", int], Player]
"""Makes a player for a ruleset, from a seed if it decides by chance."""


def make_simple(ruleset: Ruleset, seed: int) -> Player:
    """The ruleset's own sensible player."""
    return ruleset.simple_player()


def make_strong(ruleset: Ruleset, seed: int) -> Player:
    """The player who plays options out before choosing one."""
    from affray.players.strong import StrongPlayer

    return StrongPlayer(ruleset.simple_player(), seed)


def make_random(ruleset: Ruleset, seed: int) -> Player:
    """The player who chooses evenly among the options."""
    from affray.players.random import RandomPlayer

    return RandomPlayer(seed)


def make_passive(ruleset: Ruleset, seed: int) -> Player:
    """The player who gives every question its default."""
    return DefaultPlayer()


BUILT_IN: dict[str, PlayerFactory] = {
    "simple": make_simple,
    "strong": make_strong,
    "random": make_random,
    "passive": make_passive,
}


@cache
def player_factories() -> dict[str, PlayerFactory]:
    """All the players there are, by name; those from outside are looked up once."""
    from importlib.metadata import entry_points

    found = dict(BUILT_IN)
    for entry in entry_points(group=ENTRY_POINT):
        if entry.name not in found:
            found[entry.name] = entry.load()
    return found


def player_named(name: str, ruleset: Ruleset, seed: int = 0) -> Player:
    """The player of that name; raises InvalidDataError with the nearest."""
    kind, _, budget = name.partition(":")
    known = BUILT_IN if kind in BUILT_IN else player_factories()
    if kind not in known:
        raise data_error(unknown_name("player", kind, known))
    if budget:
        if kind != "strong":
            raise data_error(f"only strong takes a budget, not {kind!r}")
        from affray.players.strong import StrongPlayer, parse_budget

        return StrongPlayer(ruleset.simple_player(), seed, parse_budget(budget))
    return known[kind](ruleset, seed)


def make_game_master(ruleset: Ruleset, seed: int) -> Player:
    """The ruleset's own game master, who answers by the situation."""
    return ruleset.simple_game_master()


GAME_MASTERS: dict[str, PlayerFactory] = {
    "simple": make_game_master,
    "passive": make_passive,
    "random": make_random,
}


def game_master_named(name: str, ruleset: Ruleset, seed: int = 0) -> Player:
    """The game master of that name: `simple` answers by the situation, `passive` with each
    question's default, `random` with any option; raises InvalidDataError with the nearest name."""
    if name not in GAME_MASTERS:
        raise data_error(unknown_name("game master", name, GAME_MASTERS))
    return GAME_MASTERS[name](ruleset, seed)
