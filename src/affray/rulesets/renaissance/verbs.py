"""The actions of a turn and their costs, by number."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

ATTACK: Final[i64] = 1
MOUNT_ATTACK: Final[i64] = 2
EACH: Final[i64] = 3
MOVE: Final[i64] = 4
STUNT: Final[i64] = 5
THROW_AT: Final[i64] = 6
READY: Final[i64] = 7
DEFEND: Final[i64] = 8
BRACE: Final[i64] = 9
DISARM: Final[i64] = 10
GRAB: Final[i64] = 11
TRIP: Final[i64] = 12
FEINT: Final[i64] = 13
BREAK_FREE: Final[i64] = 14
RELEASE: Final[i64] = 15
STAND: Final[i64] = 16
LIE_DOWN: Final[i64] = 17
DRAW: Final[i64] = 18
STOW: Final[i64] = 19
DROP: Final[i64] = 20
DROP_SHIELD: Final[i64] = 21
PICK_UP: Final[i64] = 22
PICK_UP_SHIELD: Final[i64] = 23
RELOAD: Final[i64] = 24
OVERCHARGE: Final[i64] = 25
DOUSE: Final[i64] = 26
DOUSE_MOUNT: Final[i64] = 27
GET_ON: Final[i64] = 28
GET_OFF: Final[i64] = 29
PULL_FREE: Final[i64] = 30
RELEASE_WEAPON: Final[i64] = 31
END: Final[i64] = 32

FREE: Final[i64] = 0
QUICK: Final[i64] = 1
STANDARD: Final[i64] = 2
BOTH: Final[i64] = 3
COST_WORDS: Final = ["free", "Quick", "Standard", "Standard and Quick"]

QUICK_VERBS: Final[list[int]] = [
    FEINT, STAND, LIE_DOWN, DRAW, STOW, PICK_UP, PICK_UP_SHIELD, DOUSE, DOUSE_MOUNT, GET_ON,
    GET_OFF, PULL_FREE,
]  # fmt: skip
FREE_VERBS: Final[list[int]] = [STUNT, RELEASE, DROP, DROP_SHIELD, RELEASE_WEAPON, END]
"""The actions that are not Standard ones. A stunt costs the action that the game master rules."""

COSTS: Final = [
    int(QUICK if verb in QUICK_VERBS else FREE if verb in FREE_VERBS else STANDARD)
    for verb in range(END + 1)
]
"""The cost of each verb [turn.allotment]."""


def cost_word(verb: i64) -> str:
    """Return the cost of a verb, in words."""
    return COST_WORDS[COSTS[verb]]


CONDITIONS: Final = [
    ("in-reach", "an enemy comes into reach"),
    ("enemy-attacks", "an enemy attacks"),
    ("ally-hurt", "an ally is hurt"),
    ("enemy-draws", "an enemy casts or draws"),
    ("gm-says", "what was agreed with the game master happens"),
]
IN_REACH: Final[i64] = 0
ENEMY_ATTACKS: Final[i64] = 1
ALLY_HURT: Final[i64] = 2
ENEMY_DRAWS: Final[i64] = 3
GM_SAYS: Final[i64] = 4
"""The conditions of readied actions, by number."""
