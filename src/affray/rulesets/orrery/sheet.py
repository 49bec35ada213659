"""The sheets of combatants: weapons, runes, engines and scores.

Each field is declared once. Fields made by `file_field` can be given in files; the others are
looked up or computed when a scenario is made ready.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from mypy_extensions import i64
from pydantic import BeforeValidator, Field

from affray.core.file_fields import file_field
from affray.core.ruleset import Line, Name, Slug
from affray.space.bands import BANDS, DISTANT

# the four scores and the four skills [core.scores]
SCORES: Final = ["terra", "sun", "moon", "star"]
TERRA: Final[i64] = 0
SUN: Final[i64] = 1
MOON: Final[i64] = 2
STAR: Final[i64] = 3

SKILLS: Final = ["melee", "ranged", "magic", "defense"]
MELEE: Final[i64] = 0
RANGED: Final[i64] = 1
MAGIC: Final[i64] = 2
DEFENSE: Final[i64] = 3

SKILL_NAMES: Final = [name.capitalize() for name in SKILLS]
"""The names of the skills' dice in a sentence."""

UNKNOWN_DIE: Final = 6
"""The die of a score or a skill that is missing from a sheet."""

SIZES: Final = ["item", "tiny", "small", "medium", "large", "huge", "colossal"]
"""The size classes [core.sizes]."""
SMALL: Final[i64] = 2

CONDITIONS: Final = ["burning", "slowed", "blinded", "frightened", "stunned"]
BURNING: Final[i64] = 0
SLOWED: Final[i64] = 1
BLINDED: Final[i64] = 2
FRIGHTENED: Final[i64] = 3
STUNNED: Final[i64] = 4

BEYOND: Final[i64] = 4
BAND_NAMES: Final = [*BANDS[:BEYOND], "beyond Distant"]
"""The names of the bands; beyond Distant nothing reaches [range.beyond]."""

CLOSE_METRES: Final[i64] = 5
NEARBY_METRES: Final[i64] = 15
BAND_METRES: Final = [2, int(CLOSE_METRES), int(NEARBY_METRES), 60]
"""The bands' distances in metres [environment.metres]."""

EVERY_FIGHT: Final[i64] = -1
"""The number of the fight for a combatant who takes part in all fights of the day."""

UNARMED: Final = "unarmed"
"""The weapon that every combatant has."""


def read_die(value: object) -> object:
    """Read a die such as 'd8' as its number of sides."""
    if isinstance(value, str) and value.lower().startswith("d") and value[1:].isdigit():
        return int(value[1:])
    return value


Die = Annotated[Literal[4, 6, 8, 10, 12], BeforeValidator(read_die)]
Use = Literal["close", "ranged"]
Score = Literal["terra", "sun", "moon", "star"]
Size = Literal["item", "tiny", "small", "medium", "large", "huge", "colossal"]
ConditionName = Literal["burning", "slowed", "blinded", "frightened", "stunned"]
Rank = Literal["minion", "standard", "brute", "boss"]
Emblem = Literal["blade", "axe", "spear", "mace", "bow", "shield", "beast", "fist"]
Few = Annotated[int, Field(ge=0, le=20)]


class Means:
    """The means of an attack: the skill it rolls, its types, and its words in the log.

    `die_name` says what determines the second die: a score, or the object thrown or swung.
    """

    def __init__(self, skill: i64, types: list[str], named: str, die_name: str, rule: str) -> None:
        self.skill: Final[i64] = skill
        self.types: Final = types
        self.named: Final = named
        self.die_name: Final = die_name
        self.rule: Final = rule


@dataclass(kw_only=True)
class Weapon:
    """A row of the weapon tables: a score's die, or its own dice for short range and Distant."""

    index: i64
    name: str
    use: str = file_field(Use, "close combat at Touch, or ranged")
    score: str | None = file_field(Score | None, "the score whose die it rolls", None)
    die: int | None = file_field(Die | None, "a die of its own instead of a score's", None)
    far: int | None = file_field(Die | None, "its die at Distant, if it is another", None)
    types: list[str] = file_field(list[Slug], "for type advantage: silver, fire", list)
    conditions: list[str] = file_field(
        list[ConditionName], "Conditions that a game master lets it inflict", list
    )
    shield: bool = file_field(bool, "whether it is a shield", False)
    look: str | None = file_field(
        Emblem | None, "what it looks like on a board; a blade, or a bow if it is ranged", None
    )

    def __post_init__(self) -> None:
        self.skill: i64 = RANGED if self.use == "ranged" else MELEE
        self.emblem = self.look or ("bow" if self.use == "ranged" else "blade")
        self.score_number: i64 = SCORES.index(self.score) if self.score else -1
        self.near_die: i64 = self.die or 0
        self.far_die: i64 = self.far or self.die or 0
        self.is_unarmed = self.name == UNARMED
        self.condition_numbers: list[int] = [CONDITIONS.index(name) for name in self.conditions]
        words = self.name.replace("-", " ")
        self.means = Means(
            self.skill,
            self.types,
            "bare hands" if self.is_unarmed else "the " + words,
            self.score.capitalize() if self.score else words,
            "ranged.attack" if self.is_ranged() else "close.attack",
        )

    def is_ranged(self) -> bool:
        """Return whether it is fired or thrown."""
        return self.skill == RANGED

    def die_of(self, sheet: Sheet, band: i64) -> i64:
        """Return the die it rolls in a combatant's hands: by score, or its own die [close.weapons].

        A thrown weapon rolls d4 at Distant and d6 nearer [ranged.weapons].
        """
        if self.score_number >= 0:
            return sheet.scores[self.score_number]
        return self.far_die if band == DISTANT else self.near_die

    def shown(self, sheet: Sheet) -> dict[str, object]:
        """Describe the weapon in a combatant's hands: its dice and properties."""
        near, far = self.die_of(sheet, 0), self.die_of(sheet, DISTANT)
        figures = f"{SKILL_NAMES[self.skill]} d{sheet.skills[self.skill]}, d{near}"
        if far != near:
            figures += f" (d{far} at Distant)"
        reach = "up to Distant" if self.is_ranged() else "at Touch"
        return {
            "name": self.name.replace("-", " "),
            "figures": figures,
            "tags": [reach, *self.types, *self.conditions],
        }


@dataclass(kw_only=True)
class Rune:
    """A rune: the score whose die it rolls, its types, and the Condition it inflicts."""

    index: i64
    name: str
    score: str = file_field(Score, "the score whose die it rolls")
    types: list[str] = file_field(list[Slug], "for type advantage: fire, cold", list)
    condition: str = file_field(ConditionName, "what its first Success may inflict")

    def __post_init__(self) -> None:
        self.score_number: i64 = SCORES.index(self.score)
        self.condition_number: i64 = CONDITIONS.index(self.condition)
        self.means = Means(
            MAGIC, self.types, f"the {self.name} rune", self.score.capitalize(), "rune.attack"
        )

    def shown(self, sheet: Sheet) -> dict[str, object]:
        """Describe the rune in a combatant's hands: its dice and properties."""
        return {
            "name": self.name,
            "figures": f"Magic d{sheet.magic}, d{sheet.scores[self.score_number]}",
            "tags": ["up to Distant", *self.types, self.condition],
        }


@dataclass(kw_only=True)
class Engine:
    """A siege weapon where it stands: it rolls its smaller counterpart's dice, doubled."""

    index: i64
    name: str
    like: Weapon
    spot: i64
    loaded: bool = file_field(bool, "whether it is loaded when the fight begins", False)

    def __post_init__(self) -> None:
        rule = "siege.melee" if self.is_ram() else "siege.ranged"
        like = self.like.means
        self.means = Means(like.skill, like.types, "the " + self.name, like.die_name, rule)

    def is_ram(self) -> bool:
        """Return whether it is swung rather than fired, and so never loaded."""
        return not self.like.is_ranged()


@dataclass
class Arms:
    """All means of attack on the field: weapons, runes, siege weapons, each by number."""

    weapons: list[Weapon]
    runes: list[Rune]
    engines: list[Engine]


@dataclass(kw_only=True)
class Hazard:
    """A fall or a falling object that the scenario causes at the start of a round."""

    fight: i64 = file_field(Annotated[int, Field(ge=1)], "in which fight of the day", 1)
    round: i64 = file_field(
        Annotated[int, Field(ge=1, le=10_000)], "at the start of which round of that fight"
    )
    who: str | None = file_field(Name | None, "whom it happens to", None)
    at: str | None = file_field(Name | None, "or the spot where it happens to everybody", None)
    falls: int | None = file_field(
        Annotated[int, Field(ge=1, le=100_000)] | None, "how many metres they fall", None
    )
    crushed_by: str | None = file_field(Size | None, "or how large a thing falls on them", None)
    fast: bool = file_field(bool, "whether that thing fell far, or fast", False)
    text: str = file_field(Annotated[Line, Field(max_length=200)], "a sentence for the log", "")
    victim: i64 = -1
    spot: i64 = -1

    def __post_init__(self) -> None:
        self.encounter: i64 = self.fight - 1
        self.metres: i64 = self.falls or 0
        self.size: i64 = SIZES.index(self.crushed_by) if self.crushed_by else 0
        if not self.text:
            what = "Something gives way under" if self.falls else "Something comes down on"
            self.text = f"{what} {self.who or self.at}"


@dataclass(kw_only=True)
class Encounter:
    """A fight of the day: its name, the time since the last one, and its starting spots."""

    title: str = file_field(Name, "what this fight is called in the log")
    after: i64 = file_field(
        Annotated[int, Field(ge=0, le=100_000)], "minutes since the last one ended", 0
    )
    start: str | None = file_field(Name | None, "where those who go on begin it", None)
    start_spot: i64 = 0


@dataclass(kw_only=True)
class Sheet:
    """A combatant before the fight [core.scores]. A thing, such as a gate, never acts."""

    name: str
    side: i64
    spot: i64
    fight: i64
    pc: bool
    terra: int = file_field(Die, "might; d6 if not given, as all dice", UNKNOWN_DIE)
    sun: int = file_field(Die, "vigour", UNKNOWN_DIE)
    moon: int = file_field(Die, "cunning", UNKNOWN_DIE)
    star: int = file_field(Die, "insight", UNKNOWN_DIE)
    melee: int = file_field(Die, "for close combat, and to Block it", UNKNOWN_DIE)
    ranged: int = file_field(Die, "for ranged combat, and to Block it", UNKNOWN_DIE)
    magic: int = file_field(Die, "for runes, and to Block them", UNKNOWN_DIE)
    defense: int = file_field(Die, "for every Block: what armour and skill make of it", UNKNOWN_DIE)
    hearts: i64 = file_field(Annotated[int, Field(ge=1, le=1000)], "a PC's are 5 by default")
    stamina: i64 = file_field(Annotated[int, Field(ge=0, le=100)], "for runes; 3 by default")
    boons: i64 = file_field(Few, "pools to roll again", 0)
    flaws: i64 = file_field(Few, "how many Boons a Rest gives", 0)
    potions: i64 = file_field(Few, "potions of healing", 0)
    size: str = file_field(Size, "medium if not given", "medium")
    weapons: list[str] = file_field(list[Slug], "what it carries; its hands it always has", list)
    runes: list[str] = file_field(list[Slug], "the runes it can attack with", list)
    weak: list[str] = file_field(list[Slug], "types that have adv against it", list)
    strong: list[str] = file_field(list[Slug], "types that have dis against it", list)
    rank: str | None = file_field(Rank, "a monster's Hearts and figures", None)
    attack: i64 = file_field(Few, "figure if it does not roll", 0)
    block: i64 = file_field(Few, "figure if it does not roll", 0)
    actions: i64 = file_field(Annotated[int, Field(ge=1, le=4)], "if other than the rule", 0)
    thing: bool = file_field(bool, "a gate or the like: it never acts", False)
    hidden: bool = file_field(bool, "begins Hidden", False)
    defenseless: bool = file_field(bool, "begins asleep or bound", False)
    arms: list[int]
    rune_numbers: list[int]
    bars: tuple[int, int] | None

    def __post_init__(self) -> None:
        self.scores: list[int] = [self.terra, self.sun, self.moon, self.star]
        self.skills: list[int] = [self.melee, self.ranged, self.magic, self.defense]
        self.size_class: i64 = SIZES.index(self.size)
        self.weak_to: set[str] = set(self.weak)
        self.strong_against: set[str] = set(self.strong)

    def named_dice(self) -> list[tuple[str, int]]:
        """Return the scores and the skills with their dice."""
        return [*zip(SCORES, self.scores, strict=True), *zip(SKILLS, self.skills, strict=True)]
