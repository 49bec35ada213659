"""The skills of combat by number, and the aptitudes they are linked to."""

from __future__ import annotations

from typing import Final, Literal, get_args

from mypy_extensions import i64

Skill = Literal[
    "fray", "melee-weapons", "pole-arms", "unarmed-combat", "ranged-weapons", "athletics", "ride",
    "deception", "read", "perception", "stealth",
]  # fmt: skip

FRAY: Final[i64] = 0
MELEE: Final[i64] = 1
POLE_ARMS: Final[i64] = 2
UNARMED: Final[i64] = 3
RANGED: Final[i64] = 4
ATHLETICS: Final[i64] = 5
RIDE: Final[i64] = 6
DECEPTION: Final[i64] = 7
READ: Final[i64] = 8
PERCEPTION: Final[i64] = 9
STEALTH: Final[i64] = 10

SKILLS: Final[list[str]] = list(get_args(Skill))
"""The skills of combat, by number."""

SKILL_TITLES: Final = [skill.replace("-", " ").title() for skill in SKILLS]

LINKED: Final = ["coo", "som", "som", "som", "coo", "som", "coo", "sav", "sav", "int", "coo"]
"""The aptitude that is added to each skill's ranks."""

ON_COORDINATION: Final = [aptitude == "coo" for aptitude in LINKED]
"""The skills that an armour's COO penalty hinders."""

BASIC_PROFICIENCY: Final[i64] = 10
"""The ranks for proficiency in the basics of a skill."""
