"""Tune the weights of a ruleset's simple player by fights against itself.

    python setup.py -q build --build-lib build/lib      # compiled, or it takes a hundred times as long
    PYTHONPATH=build/lib python bench/tune_players.py olde --fights 2000
    PYTHONPATH=build/lib python bench/tune_players.py olde --against some.module:Class

Both players play the same seeds of every scenario with two sides, each from both seats. Every weight
is tried a step smaller and a step larger; a change is kept if it wins by more than luck. The result
is printed as lines for the `Weights` record. With --against nothing is tuned: the simple player
fights another one, scenario by scenario.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import fields, replace
from importlib import import_module
from math import sqrt
from typing import Any

from affray.core.batch import play_batch
from affray.core.fight import Setup
from affray.core.table import Player
from affray.library import load, rulesets, toml_of

STEP = 1.4
"""The factor by which a weight is tried larger, or smaller."""

ERRORS = 2.0
"""How many standard errors of the share a change has to win by."""


def share(setup: Setup, one: Player, other: Player, seed: int, fights: int) -> float:
    """Return the share of fights that a player wins, half of them from either seat; a draw is half a
    win."""
    first = play_batch(setup, [one, other], seed, 0, fights)
    second = play_batch(setup, [other, one], seed, 0, fights)
    won = first.wins[0] + second.wins[1] + (first.draws + second.draws) / 2
    return won / (2 * fights)


def arena(
    setups: Iterable[Setup], one: Player, other: Player, seed: int, fights: int
) -> tuple[float, float]:
    """Return the mean share over scenarios, and its standard error."""
    shares = [share(setup, one, other, seed, fights) for setup in setups]
    variance = sum(found * (1 - found) for found in shares) / (2 * fights)
    return sum(shares) / len(shares), sqrt(variance) / len(shares)


def tuned(setups: list[Setup], player: Any, seed: int, fights: int) -> Any:
    """Return the weights after one round: each kept, or a step smaller or larger."""
    make, best = type(player), player.weights
    for field in fields(best):
        for factor in (STEP, 1 / STEP):
            tried = replace(best, **{field.name: getattr(best, field.name) * factor})
            mean, error = arena(setups, make(tried), make(best), seed, fights)
            print(f"{field.name} × {factor:.2f}: {mean:.1%} ± {error:.1%}", flush=True)
            if mean > 0.5 + ERRORS * error:
                best = tried
                break
    return best


def main() -> None:
    """Read the arguments, and tune or compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ruleset")
    parser.add_argument("--fights", type=int, default=1000, help="fights from each seat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1, help="how often all weights are tried")
    parser.add_argument("--only", nargs="*", help="scenarios; all if none is named")
    parser.add_argument("--against", help="a player, as module:Class")
    given = parser.parse_args()
    ruleset = rulesets()[given.ruleset]
    names = given.only or [str(name) for name in toml_of(ruleset, "scenarios")]
    setups = {name: load(name).setup for name in names}
    setups = {name: setup for name, setup in setups.items() if len(setup.sides) == 2}
    player: Any = ruleset.simple_player()
    if given.against:
        module, _, attribute = given.against.partition(":")
        other = getattr(import_module(module), attribute)()
        shares = []
        for name, setup in setups.items():
            found, error = arena([setup], player, other, given.seed, given.fights)
            shares.append(found)
            print(f"{name}: {found:.1%} ± {error:.1%}", flush=True)
        print(f"all: {sum(shares) / len(shares):.1%}")
        return
    weights = player.weights
    for number in range(given.rounds):
        weights = tuned(
            list(setups.values()), type(player)(weights), given.seed + number, given.fights
        )
    for field in fields(weights):
        print(f"    {field.name}: float = {getattr(weights, field.name):.4g}")


if __name__ == "__main__":
    main()
