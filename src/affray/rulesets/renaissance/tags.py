"""Tags of weapons and armour, and the keywords of attacks, as bits [weapon.tags]."""

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

TAGS: Final[dict[str, int]] = {
    "defensive": int(DEFENSIVE),
    "vulnerable": int(VULNERABLE),
    "reach": int(REACH),
    "fend": int(FEND),
    "brace": int(BRACE),
    "easy": int(EASY),
    "difficult": int(DIFFICULT),
    "difficult-on-foot": int(DIFFICULT_ON_FOOT),
    "small": int(SMALL),
    "bypass": int(BYPASS),
    "catch": int(CATCH),
    "prone": int(PRONE),
    "heavy": int(HEAVY),
    "off-hand": int(OFF_HAND),
    "cavalry": int(CAVALRY),
    "thrown": int(THROWN),
    "blast": int(BLAST),
    "splash": int(SPLASH),
    "natural": int(NATURAL),
    "unarmed": int(UNARMED_ATTACK),
    "touch": int(TOUCH),
    "indicate": int(INDICATE),
    "parry": int(PARRY),
    "halves-fray": int(HALVES_FRAY),
    "grabs": int(GRABS),
    "when-grappling": int(WHEN_GRAPPLING),
    "pounce": int(POUNCE),
    "awkward": int(AWKWARD),
    "layerable": int(LAYERABLE),
    "exposed": int(EXPOSED),
    # these say something about the thing and change no check
    "close": 0,
    "secure": 0,
    "single-use": 0,
    "soak": 0,
    "loud": 0,
    "stealthy": 0,
    "no-handed": 0,
}
"""What a tag in a file is to the rules."""


def tag_bits(names: list[str]) -> i64:
    """Return tags as bits."""
    bits: i64 = 0
    for name in names:
        bits |= TAGS[name]
    return bits


# --- keywords, which have numbers of their own in each scenario -----------------------------------

PRECISION: Final[i64] = 1 << 0
UNARMED_KEYWORD: Final[i64] = 1 << 1
NATURAL_KEYWORD: Final[i64] = 1 << 2
EVERY_NATURAL_KEYWORD: Final[i64] = 1 << 3
FIRST_KEYWORDS: Final = ["precision", "unarmed-attack", "natural-weapon", "natural"]
"""Both natural weapons and unarmed attacks have the last of them [unarmed.base]."""
