"""What a model brings to a fight: its profile, its keywords, and the house rules it fights by."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# what a combat result does to the one it is chosen against
NOTHING: Final[i64] = 0
STUNNED: Final[i64] = 1
INJURED: Final[i64] = 2

HARMS: Final = ["nothing", "stunned", "injured"]
"""What the results that the document lost can be, by house rule."""

# keywords, one bit each
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

KEYWORDS: Final[dict[str, int]] = {
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


class House:
    """The house rules, as they stand in one scenario."""

    def __init__(
        self,
        half_dodge: bool,
        close_water: i64,
        close_earth: i64,
        ranged_earth: i64,
        injured_return: bool,
    ) -> None:
        self.half_dodge: Final = half_dodge
        self.close_water: Final[i64] = close_water
        self.close_earth: Final[i64] = close_earth
        self.ranged_earth: Final[i64] = ranged_earth
        self.injured_return: Final = injured_return


class Sheet:
    """A model before the fight. `affinity` has a bit for each of its elements; a `shot` of 0
    means it has nothing to shoot with; `reach` is how far its close attacks go."""

    def __init__(
        self,
        name: str,
        side: i64,
        cell: i64,
        facing: i64,
        movement: i64,
        attack: i64,
        defence: i64,
        affinity: i64,
        keywords: i64,
        shot: i64,
        reach: i64,
        hidden: bool,
    ) -> None:
        self.name: Final = name
        self.side: Final[i64] = side
        self.cell: Final[i64] = cell
        self.facing: Final[i64] = facing
        self.movement: Final[i64] = movement
        self.attack: Final[i64] = attack
        self.defence: Final[i64] = defence
        self.affinity: Final[i64] = affinity
        self.keywords: Final[i64] = keywords
        self.shot: Final[i64] = shot
        self.reach: Final[i64] = reach
        self.hidden: Final = hidden
