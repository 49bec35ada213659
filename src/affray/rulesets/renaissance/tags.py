"""Tags of weapons and armour, as bits [weapon.tags]."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

DEFENSIVE: Final[i64] = 1 << 0
VULNERABLE: Final[i64] = 1 << 1
REACH: Final[i64] = 1 << 2
FEND: Final[i64] = 1 << 3
BRACE: Final[i64] = 1 << 4
EASY: Final[i64] = 1 << 5
DIFFICULT: Final[i64] = 1 << 6
DIFFICULT_ON_FOOT: Final[i64] = 1 << 7
SMALL: Final[i64] = 1 << 8
BYPASS: Final[i64] = 1 << 9
CATCH: Final[i64] = 1 << 10
PRONE: Final[i64] = 1 << 11
HEAVY: Final[i64] = 1 << 12
OFF_HAND: Final[i64] = 1 << 13
CAVALRY: Final[i64] = 1 << 14
THROWN: Final[i64] = 1 << 15
BLAST: Final[i64] = 1 << 16
SPLASH: Final[i64] = 1 << 17
NATURAL: Final[i64] = 1 << 18
UNARMED_ATTACK: Final[i64] = 1 << 19
TOUCH: Final[i64] = 1 << 20
INDICATE: Final[i64] = 1 << 21
PARRY: Final[i64] = 1 << 22
HALVES_FRAY: Final[i64] = 1 << 23
GRABS: Final[i64] = 1 << 24
WHEN_GRAPPLING: Final[i64] = 1 << 25
POUNCE: Final[i64] = 1 << 26
AWKWARD: Final[i64] = 1 << 27
LAYERABLE: Final[i64] = 1 << 28
EXPOSED: Final[i64] = 1 << 29

NAMES: Final = [
    "defensive", "vulnerable", "reach", "fend", "brace", "easy", "difficult", "difficult-on-foot",
    "small", "bypass", "catch", "prone", "heavy", "off-hand", "cavalry", "thrown", "blast",
    "splash", "natural", "unarmed", "touch", "indicate", "parry", "halves-fray", "grabs",
    "when-grappling", "pounce", "awkward", "layerable", "exposed",
]  # fmt: skip
"""The tags in files, in the order of their bits."""

DESCRIPTIVE: Final = ["close", "secure", "single-use", "soak", "loud", "stealthy", "no-handed"]
"""The tags that only describe a weapon and change no check."""

TAGS: Final[dict[str, int]] = {
    **{name: 1 << place for place, name in enumerate(NAMES)},
    **dict.fromkeys(DESCRIPTIVE, 0),
}
"""The bits of a tag in a file."""


def tag_bits(names: list[str]) -> i64:
    """Return tags as bits."""
    bits: i64 = 0
    for name in names:
        bits |= TAGS[name]
    return bits
