"""The command `affray tutorial`."""

from __future__ import annotations

import os
from typing import Annotated

from affray.cli.fight import PERSON, play_at_terminal
from affray.cli.options import value
from affray.library import load

SCENARIO = "first-blood"
SIDE = "blade"


def command(
    seed: Annotated[int | None, value("--seed", "N", "Where the dice start; else any.")] = None,
) -> None:
    """Learn to play at the terminal: one duel with a coach, in about five minutes.

    Example: affray tutorial
    """
    from affray.cli.play import Seats

    number = int.from_bytes(os.urandom(8), "big") % 1_000_000 if seed is None else seed
    scenario = load(SCENARIO)
    players = dict.fromkeys(scenario.sides, "simple") | {SIDE: PERSON}
    play_at_terminal(scenario, number, Seats(players, is_coached=True), [], None)
