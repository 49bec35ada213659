"""The verbs of a turn's options."""

from typing import Final

from mypy_extensions import i64

PASS: Final[i64] = 0
ATTACK: Final[i64] = 1
SHOOT: Final[i64] = 2
CLOSE_IN: Final[i64] = 3
FREE_STEP: Final[i64] = 4
STEP: Final[i64] = 5
RUN: Final[i64] = 6
DROP: Final[i64] = 7
FLOP: Final[i64] = 8
RISE: Final[i64] = 9
LEAVE: Final[i64] = 10
BLOCK: Final[i64] = 11
RESET_CROSSBOW: Final[i64] = 12
TAKE_UP: Final[i64] = 13
PICK_UP: Final[i64] = 14
FIRST_AID: Final[i64] = 15
CAST: Final[i64] = 16
CAST_AT: Final[i64] = 17
REST: Final[i64] = 18
