"""Who decides: random, simple, strong, a person.

Players from outside the package come through the entry point `affray.players`: a callable
that takes the ruleset and a seed and gives a Player. `strong` may be given a budget after a
colon: `strong:2000` trials for a decision, or `strong:1.5s`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points

from affray.core.problems import problem, unknown
from affray.core.ruleset import Ruleset
from affray.core.table import Default, Player
from affray.players.chance import RandomPlayer
from affray.players.strong import StrongPlayer, budget_of

Maker = Callable[[Ruleset, int], Player]
"""Makes a player for a ruleset, from a seed if it decides by chance."""


def makers() -> dict[str, Maker]:
    """The players there are, by name."""
    found: dict[str, Maker] = {
        "simple": lambda ruleset, seed: ruleset.tactics(),
        "strong": lambda ruleset, seed: StrongPlayer(ruleset.tactics(), seed),
        "random": lambda ruleset, seed: RandomPlayer(seed),
        "passive": lambda ruleset, seed: Default(),
    }
    for entry in entry_points(group="affray.players"):
        found.setdefault(entry.name, entry.load())
    return found


def player_named(name: str, ruleset: Ruleset, seed: int = 0) -> Player:
    """The player of that name, or a problem with the nearest."""
    known = makers()
    kind, _, budget = name.partition(":")
    if kind not in known:
        raise problem(unknown("player", kind, known))
    if budget:
        if kind != "strong":
            raise problem(f"only strong takes a budget, not {kind!r}")
        return StrongPlayer(ruleset.tactics(), seed, budget_of(budget))
    return known[kind](ruleset, seed)
