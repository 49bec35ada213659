"""Who decides: random, simple, strong, a person.

Players from outside the package come through the entry point `affray.players`: a callable
that takes the ruleset and a seed and gives a Player. `strong` may be given a budget after a
colon: `strong:2000` trials for a decision, or `strong:1.5s`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points

from affray.core.problems import data_error, unknown_name
from affray.core.ruleset import Ruleset
from affray.core.table import DefaultPlayer, Player
from affray.players.chance import RandomPlayer
from affray.players.strong import StrongPlayer, budget_of

Maker = Callable[[Ruleset, int], Player]
"""Makes a player for a ruleset, from a seed if it decides by chance."""


def makers() -> dict[str, Maker]:
    """The players there are, by name."""
    found: dict[str, Maker] = {
        "simple": lambda ruleset, seed: ruleset.simple_player(),
        "strong": lambda ruleset, seed: StrongPlayer(ruleset.simple_player(), seed),
        "random": lambda ruleset, seed: RandomPlayer(seed),
        "passive": lambda ruleset, seed: DefaultPlayer(),
    }
    for entry in entry_points(group="affray.players"):
        found.setdefault(entry.name, entry.load())
    return found


def player_named(name: str, ruleset: Ruleset, seed: int = 0) -> Player:
    """The player of that name, or a problem with the nearest."""
    known = makers()
    kind, _, budget = name.partition(":")
    if kind not in known:
        raise data_error(unknown_name("player", kind, known))
    if budget:
        if kind != "strong":
            raise data_error(f"only strong takes a budget, not {kind!r}")
        return StrongPlayer(ruleset.simple_player(), seed, budget_of(budget))
    return known[kind](ruleset, seed)


def game_master_named(name: str, ruleset: Ruleset, seed: int = 0) -> Player:
    """The game master of that name: `simple` answers by the situation, `passive` with each
    question's default, `random` with any option; or a problem with the nearest name."""
    known: dict[str, Maker] = {
        "simple": lambda ruleset, seed: ruleset.simple_game_master(),
        "passive": lambda ruleset, seed: DefaultPlayer(),
        "random": lambda ruleset, seed: RandomPlayer(seed),
    }
    if name not in known:
        raise data_error(unknown_name("game master", name, known))
    return known[name](ruleset, seed)
