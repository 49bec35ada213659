"""Ways to move by number: gaits [move.rates] and stunts [move.stunts]."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.rulesets.renaissance import verbs

RUN_UP: Final = 1.0
"""The distance in metres that a charge must exceed [move.charge]."""

WALK: Final[i64] = 0
RUN: Final[i64] = 1
CHARGE: Final[i64] = 2
CRAWL: Final[i64] = 3
RIDE_BY: Final[i64] = 4
DASH: Final[i64] = 5
TUMBLING: Final[i64] = 6
GAITS: Final = ["move", "run", "charge", "crawl", "ride by", "dash"]

GAIT_TEXTS: Final = [
    "Move, up to the base rate",
    "Run, up to the full rate, at −10 until the next turn",
    "Charge, up to the full rate, at −10 and with +DB damage",
    "Crawl, half the base rate",
    "Charge and attack whom you pass, riding on",
    "Dash, up to the greatest rate, and do nothing else, at −10 until the next turn",
]
GAIT_RULES: Final = [
    "move.rates",
    "move.rates",
    "move.charge",
    "prone.rules",
    "mount.ride-by",
    "move.max",
]


GAIT_COSTS: Final = [verbs.QUICK, verbs.QUICK, verbs.QUICK, verbs.STANDARD, verbs.BOTH, verbs.BOTH]


def is_charging(gait: i64) -> bool:
    """Return whether a gait is a charge, with or without attacks on the way [move.charge]."""
    return gait == CHARGE or gait == RIDE_BY


def is_fast(gait: i64) -> bool:
    """Return whether a gait hinders all other actions, and is visible from afar [move.rates]."""
    return gait != WALK and gait != CRAWL


# --- stunts ---------------------------------------------------------------------------------------

OVERHEAD: Final[i64] = 1
CLIMBING: Final[i64] = 2
NO_OPENING: Final[i64] = 1
ENDS_PRONE: Final[i64] = 2


class Stunt:
    """An unusual move: whether it crosses obstacles, and its purpose."""

    def __init__(self, name: str, text: str, way: i64, result: i64) -> None:
        self.name: Final = name
        self.text: Final = text
        self.way: Final[i64] = way
        self.result: Final[i64] = result


STUNTS: Final = [
    Stunt("dive", "Dive, and end prone", 0, ENDS_PRONE),
    Stunt("tumble", "Tumble past enemies without giving them an opening", 0, NO_OPENING),
    Stunt("flip", "Flip across an enemy", OVERHEAD, NO_OPENING),
    Stunt("jump", "Jump across what is in the way", OVERHEAD, 0),
    Stunt("climb", "Climb over what is in the way", CLIMBING, 0),
    Stunt("swing", "Swing across what is in the way", OVERHEAD, 0),
    Stunt("roll", "Roll under something, or over it", 0, 0),
]
"""Common stunts; a game master may allow others [move.stunts]."""

STUNT_RESULTS: Final = [
    ("as a move", "It gives openings as any move does"),
    ("past", "It gives nobody an opening"),
    ("prone", "It ends prone"),
    ("past and prone", "It gives nobody an opening, and ends prone"),
]
"""The possible results of a stunt, by their number in `movement`."""
