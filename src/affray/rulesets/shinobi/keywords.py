"""The keywords that set models apart, one bit each [keywords.profiles]."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

BACKSTAB: Final[i64] = 1 << 0
COMBINED_ATTACK: Final[i64] = 1 << 1
GUARD: Final[i64] = 1 << 2
ACCURATE: Final[i64] = 1 << 3
FOCUS: Final[i64] = 1 << 4
DAUNTLESS: Final[i64] = 1 << 5
DIRTY_FIGHTER: Final[i64] = 1 << 6
NIMBLE: Final[i64] = 1 << 7
RESILIENT: Final[i64] = 1 << 8
LONG_SHOT: Final[i64] = 1 << 9
POISON: Final[i64] = 1 << 10
CURSE: Final[i64] = 1 << 11
CLOSE_MASTER: Final[i64] = 1 << 12
RANGED_MASTER: Final[i64] = 1 << 13
FIRE_MASTERY: Final[i64] = 1 << 14
WATER_MASTERY: Final[i64] = 1 << 15
AIR_MASTERY: Final[i64] = 1 << 16
EARTH_MASTERY: Final[i64] = 1 << 17
LUCKY: Final[i64] = 1 << 18
ENTANGLE: Final[i64] = 1 << 19
UNTOUCHABLE: Final[i64] = 1 << 20
BLINK: Final[i64] = 1 << 21
WINGED: Final[i64] = 1 << 22
IMMOVABLE: Final[i64] = 1 << 23
ASSASSIN: Final[i64] = 1 << 24
INDOMITABLE: Final[i64] = 1 << 25
SWEEP: Final[i64] = 1 << 26
MELODY: Final[i64] = 1 << 27
WARY: Final[i64] = 1 << 28
SWORDSMAN: Final[i64] = 1 << 29
CHARGE: Final[i64] = 1 << 30
CLAWS: Final[i64] = 1 << 31
GALE: Final[i64] = 1 << 32
SUREFOOT: Final[i64] = 1 << 33
LEAP: Final[i64] = 1 << 34
SNEAKY: Final[i64] = 1 << 35
VIGILANCE: Final[i64] = 1 << 36

MASTERY: Final[i64] = FIRE_MASTERY | WATER_MASTERY | AIR_MASTERY | EARTH_MASTERY

BY_NAME: Final[dict[str, int]] = {
    "backstab": BACKSTAB,
    "combined-attack": COMBINED_ATTACK,
    "guard": GUARD,
    "accurate": ACCURATE,
    "focus": FOCUS,
    "dauntless": DAUNTLESS,
    "dirty-fighter": DIRTY_FIGHTER,
    "nimble": NIMBLE,
    "resilient": RESILIENT,
    "long-shot": LONG_SHOT,
    "poison": POISON,
    "curse": CURSE,
    "close-combat-master": CLOSE_MASTER,
    "ranged-master": RANGED_MASTER,
    "fire-mastery": FIRE_MASTERY,
    "water-mastery": WATER_MASTERY,
    "air-mastery": AIR_MASTERY,
    "earth-mastery": EARTH_MASTERY,
    "lucky": LUCKY,
    "entangle": ENTANGLE,
    "untouchable": UNTOUCHABLE,
    "blink": BLINK,
    "winged": WINGED,
    "immovable": IMMOVABLE,
    "assassin": ASSASSIN,
    "indomitable": INDOMITABLE,
    "sweep": SWEEP,
    "melody": MELODY,
    "wary": WARY,
    "swordsman": SWORDSMAN,
    "charge": CHARGE,
    "claws": CLAWS,
    "gale": GALE,
    "surefoot": SUREFOOT,
    "leap": LEAP,
    "sneaky": SNEAKY,
    "vigilance": VIGILANCE,
}
"""Every keyword by the name that files give it [keywords.profiles]."""
