"""What a fighter brings to a fight: stats, skills, weapons, shield, armour and conditions.

Each thing is declared once: the fields that files give say what a file may hold there, and the
rules read the same fields, or native ones worked out from them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, get_args

from mypy_extensions import i64
from pydantic import Field

from affray.core.file_fields import file_field
from affray.core.ruleset import Name, Slug
from affray.rulesets.olde.dice import MOST_RANK, modified_rank

BRAWN: Final[i64] = 0
FINESSE: Final[i64] = 1
SAVVY: Final[i64] = 2
NERVE: Final[i64] = 3
STATS: Final = ["Brawn", "Finesse", "Savvy", "Nerve"]

Skill = Literal[
    "axes",
    "maces",
    "swords",
    "brawling",
    "shields",
    "knives",
    "fencing",
    "spears",
    "quarterstaff",
    "bows",
    "crossbows",
    "slings",
    "thrown",
    "dodge",
    "healing",
]
SKILLS: Final[list[str]] = list(get_args(Skill))
SHIELDS: Final[i64] = 4
FENCING: Final[i64] = 6
DODGE: Final[i64] = 13
HEALING: Final[i64] = 14

SkillRank = Literal[
    "untrained", "apprentice", "journeyman", "foreman", "master", "grand master", "legendary"
]
RANKS: Final[list[str]] = list(get_args(SkillRank))
UNTRAINED: Final[i64] = -1
JOURNEYMAN: Final[i64] = 1
FOREMAN: Final[i64] = 2
MASTER: Final[i64] = 3

UNTRAINED_ADJUSTMENT: Final[i64] = -2

Duration = Literal["temporary", "persistent", "permanent"]
TEMPORARY: Final[i64] = 1
PERSISTENT: Final[i64] = 2
PERMANENT: Final[i64] = 3
DURATIONS: Final[list[str]] = ["", *get_args(Duration)]
"""Until the next Reset, until a recovery check, or until something else ends it."""

BARE: Final[i64] = 0
"""The number of the weapon everybody has: bare hands."""

NO_LIMIT: Final[i64] = 1000

Stat = Annotated[int, Field(ge=1, le=MOST_RANK)]
BrawnMinimum = Annotated[int, Field(ge=1, le=30)]


@dataclass(kw_only=True)
class Use:
    """One way to attack with a weapon, by hand or from afar: what the rules read of a row of one of
    the weapon tables.

    By hand `nearest` and `farthest` are its reach; from afar `base` is its range without penalty.
    A minimum of 0 Brawn for one hand or for two means that it cannot be held so.
    """

    damage: i64 = file_field(Stat, "sides of the damage die")
    check_stat: i64 = field(init=False)
    skill_numbers: list[int] = field(init=False)
    nearest: i64 = field(init=False)
    farthest: i64 = field(init=False)
    base: i64 = field(init=False)
    ranged: bool = field(init=False)
    crossbow: bool = field(init=False)
    one_hand: i64 = 0
    two_hands: i64 = 0
    thrown: bool = False
    spanning: i64 = 0
    unarmed: bool = False
    small: bool = False


@dataclass(kw_only=True)
class MeleeUse(Use):
    """How a weapon is used by hand: a row of the melee table."""

    stat: str = file_field(Literal["brawn", "finesse"], "the Check Stat of its attacks")
    skills: list[str] = file_field(
        Annotated[list[Skill], Field(min_length=1)], "any of these skills will do"
    )
    reach: tuple[int, int] = file_field(
        tuple[int, int], "the nearest and the farthest reach, in spaces"
    )
    one_hand: i64 = file_field(
        BrawnMinimum, "least Brawn to hold it in one hand; left out if that cannot be", 0
    )
    two_hands: i64 = file_field(
        BrawnMinimum, "least Brawn to hold it in both hands; left out if that cannot be", 0
    )

    def __post_init__(self) -> None:
        self.check_stat = BRAWN if self.stat == "brawn" else FINESSE
        self.skill_numbers = [SKILLS.index(skill) for skill in self.skills]
        self.nearest, self.farthest = self.reach
        self.base = 0
        self.ranged = False
        self.crossbow = False


@dataclass(kw_only=True)
class RangedUse(Use):
    """How a weapon is used from afar: a row of the ranged table. Its stat is always Finesse
    [ranged.finesse]."""

    skill: str = file_field(Skill, "the skill it takes")
    range: i64 = file_field(
        Annotated[int, Field(ge=1, le=100)], "base range, in spaces: within it no penalty"
    )
    limit: i64 = file_field(
        Annotated[int, Field(ge=1, le=16)], "how many times the base range it reaches"
    )
    hands: i64 = file_field(Literal[1, 2], "how many hands it needs")
    brawn: i64 = file_field(BrawnMinimum, "least Brawn to use it, or to aim a crossbow")
    spanning: i64 = file_field(BrawnMinimum, "a crossbow's least Brawn to span it by hand", 0)
    thrown: bool = file_field(bool, "whether the weapon itself flies", False)

    def __post_init__(self) -> None:
        """[ranged.finesse, ranged.hands, ranged.same-space]"""
        self.check_stat = FINESSE
        self.skill_numbers = [SKILLS.index(self.skill)]
        self.nearest = 1
        self.farthest = self.range * self.limit
        self.base = self.range
        self.ranged = True
        self.crossbow = self.spanning > 0
        self.one_hand = self.brawn if self.hands == 1 else 0
        self.two_hands = self.brawn if self.hands == 2 else 0


@dataclass(kw_only=True)
class Weapon:
    """A weapon, with its use by hand, its use from afar, or both."""

    index: i64
    name: str
    melee: Use | None
    ranged: Use | None

    def called(self) -> str:
        """Return what it is called in a sentence."""
        return "bare hands" if self.index == BARE else f"the {self.name}"

    def use(self, from_afar: bool) -> Use:
        """Return the use by hand or from afar, which it must have."""
        found = self.ranged if from_afar else self.melee
        assert found is not None
        return found

    def fits_one_hand(self) -> bool:
        """Return whether it can be held in one hand, for any of its uses."""
        melee, ranged = self.melee, self.ranged
        return (melee is not None and melee.one_hand > 0) or (
            ranged is not None and ranged.one_hand > 0
        )

    def fits_two_hands(self) -> bool:
        """Return whether it can be held in both hands, for any of its uses."""
        melee, ranged = self.melee, self.ranged
        return (melee is not None and melee.two_hands > 0) or (
            ranged is not None and ranged.two_hands > 0
        )

    def is_only_thrown(self) -> bool:
        """Return whether it is made for throwing and for nothing else."""
        ranged = self.ranged
        return self.melee is None and ranged is not None and ranged.thrown


@dataclass(kw_only=True)
class Shield:
    """A row of the shield table; `defense` 0 is no shield."""

    name: str
    defense: i64 = file_field(Annotated[int, Field(ge=1, le=10)], "what it adds to Defense")
    brawn: i64 = file_field(BrawnMinimum, "least Brawn to bear it without penalty")
    spells: i64 = file_field(
        Annotated[int, Field(ge=-10, le=0)], "adjusts Savvy checks for spells with gestures"
    )


@dataclass(kw_only=True)
class Armour:
    """A row of the armour table; `damage` 0 is no armour."""

    name: str
    category: str = file_field(Literal["light", "medium", "heavy"], "how heavy it is")
    damage: i64 = file_field(int, "taken off every hit's damage")
    brawn: i64 = file_field(BrawnMinimum, "least Brawn to wear it without penalty")


@dataclass(kw_only=True)
class Adjustment:
    """What a manoeuvre, spell or magic item adds to attacks, Defense, damage and armour."""

    name: str = file_field(Name, "what it comes from, for the log", alias="from")
    rule: str = "attack.adjustments"
    attack: i64 = file_field(int, "added to attack checks", 0)
    defense: i64 = file_field(int, "added to Defense", 0)
    damage: i64 = file_field(int, "added to the damage of hits", 0)
    armour: i64 = file_field(int, "taken off the damage of hits on its bearer", 0)


@dataclass(kw_only=True)
class Condition:
    """A condition: its figures, and what those who have it cannot do [conditions.list]."""

    name: str
    number: i64
    loses: i64 = file_field(Annotated[int, Field(ge=0)], "hit points lost at each Reset", 0)
    attack: i64 = file_field(int, "adjusts attack checks", 0)
    defense: i64 = file_field(int, "adjusts Defense", 0)
    checks: i64 = file_field(int, "adjusts all checks", 0)
    physical: i64 = file_field(int, "adjusts Brawn and Finesse checks, attacks too", 0)
    melee_attack: i64 = file_field(int, "adjusts attacks by hand", 0)
    melee_defense: i64 = file_field(int, "adjusts Defense against attacks by hand", 0)
    ranged_defense: i64 = file_field(int, "adjusts Defense against attacks from afar", 0)
    crossbow_attack: i64 = file_field(int, "adjusts attacks with crossbows", 0)
    bow_attack: i64 = file_field(int, "adjusts attacks with bows, slings and throws", 0)
    action_points: i64 = file_field(int, "adjusts the roll for Action Points", 0)
    least_points: i64 = file_field(int, "as few Action Points as it leaves", 0)
    spaces: i64 = file_field(
        Annotated[int, Field(ge=0)], "most spaces to go in a round", int(NO_LIMIT)
    )
    attacks: bool = file_field(bool, "whether one may attack", True)
    casts: bool = file_field(bool, "whether one may cast spells", True)
    acts: bool = file_field(bool, "whether one may do anything", True)
    helpless: bool = file_field(bool, "whether one makes no Defense roll", False)
    flees: bool = file_field(bool, "whether one has to flee", False)
    cr: i64 = file_field(
        Annotated[int, Field(ge=1)], "CR of the recovery check, if it is persistent", 9
    )


@dataclass(kw_only=True)
class Spell:
    """A spell that lays a condition on an enemy [spells.conditions]."""

    index: i64
    name: str
    laid: Condition
    condition: str = file_field(Slug, "the condition it lays on its target")
    lasts: str = file_field(Duration, "how long that lasts", "persistent")
    range: i64 = file_field(Annotated[int, Field(ge=0, le=100)], "how many spaces it reaches", 6)
    gestures: bool = file_field(bool, "whether it takes gestures, which a shield hinders", True)
    cr: i64 = file_field(Annotated[int, Field(ge=1)], "CR of the Savvy check to cast it", 9)
    mana: i64 = file_field(Annotated[int, Field(ge=0)], "Mana it costs", 2)

    def __post_init__(self) -> None:
        self.duration: i64 = DURATIONS.index(self.lasts)


class Affliction:
    """A condition of a fighter: how long it lasts, and the CR of recovery from a persistent one.
    It never changes."""

    def __init__(self, condition: Condition, duration: i64, cr: i64) -> None:
        self.condition: Final = condition
        self.duration: Final[i64] = duration
        self.cr: Final[i64] = cr if duration == PERSISTENT else 0


@dataclass(kw_only=True)
class Sheet:
    """A fighter before the fight."""

    name: str
    side: i64
    cell: i64
    brawn: i64 = file_field(
        Stat, "strength: attacks with heavy weapons, Brawn minimums, hit points"
    )
    finesse: i64 = file_field(Stat, "quickness: Defense, Action Points, light and ranged weapons")
    savvy: i64 = file_field(Stat, "wits: spells and first aid")
    nerve: i64 = file_field(Stat, "grit: hit points and shaking conditions off")
    array: list[int] = file_field(
        list[int], "Brawn, Finesse, Savvy and Nerve: a starting array in any order", list
    )
    hp: i64 = file_field(
        Annotated[int, Field(ge=1, le=1000)], "hit points, if not Brawn and half of Nerve", 0
    )
    skills: dict[str, str] = file_field(
        dict[Skill, SkillRank], "the rank of each skill it is trained in", dict
    )
    weapons: list[str] = file_field(list[Slug], "what it carries; the first is in hand", list)
    in_hand: str = file_field(Slug, "the weapon in hand, if not the first", "")
    grip: str = file_field(
        Literal["one hand", "both hands"], "how the weapon in hand is held, if not as best", ""
    )
    shield: Shield = file_field(Slug, "the shield on its arm")
    armour: Armour = file_field(Slug, "the armour it wears")
    small: bool = file_field(bool, "whether the free step is one space", False)
    surprised: bool = file_field(bool, "1 Action Point in the first turn", False)
    spells: bool | list[str] = file_field(
        bool | list[Slug],
        "the spells it knows; or true, for spells that a game master rules on",
        False,
    )
    arms: tuple[int, ...] = ()
    held: i64 = BARE
    two_hands: bool = False
    known_spells: list[Spell] = field(default_factory=list)
    adjustments: list[Adjustment] = field(default_factory=list)
    afflictions: list[Affliction] = field(default_factory=list)

    def __post_init__(self) -> None:
        """[armor.brawn, spells.mana]"""
        self.skill_ranks = [RANKS.index(self.skills.get(skill, RANKS[0])) - 1 for skill in SKILLS]
        if self.hp == 0:
            self.hp = hit_points_of(self.brawn, self.nerve)
        self.improvises_spells = self.spells is True
        self.mana: i64 = self.savvy + self.nerve // 2 if self.known_spells else 0
        self.too_heavy: i64 = shortfall(self.brawn, self.armour.brawn)
        self.finesse_rank: i64 = modified_rank(self.finesse, -self.too_heavy)

    def rank(self, stat: i64) -> i64:
        """Return the die rank of a stat; armour that is too heavy lowers Finesse [armor.brawn]."""
        if stat == BRAWN:
            return self.brawn
        if stat == FINESSE:
            return self.finesse_rank
        return self.savvy if stat == SAVVY else self.nerve

    def best_skill(self, skills: list[int]) -> i64:
        """Return the skill of these they are best in; the first of equals."""
        best: i64 = skills[0]
        for skill in skills:
            if self.skill_ranks[skill] > self.skill_ranks[best]:
                best = skill
        return best

    def best_rank(self, skills: list[int]) -> i64:
        """Return the best rank in any of these skills."""
        return self.skill_ranks[self.best_skill(skills)]

    def damage_rank(self, use: Use, by_check_stat: bool) -> i64:
        """Return the rank of the die of a hit: for bare hands Brawn, halved [unarmed.damage].

        For others it is the weapon's own, or as a house rule that of its Check Stat.
        """
        if use.unarmed:
            return self.brawn
        return self.rank(use.check_stat) if by_check_stat else use.damage


NO_SHIELD: Final = Shield(name="no shield", defense=0, brawn=0, spells=0)
NO_ARMOUR: Final = Armour(name="no armour", category="", damage=0, brawn=0)

UNARMED: Final = MeleeUse(stat="brawn", skills=["brawling"], reach=(0, 1), damage=0, unarmed=True)
"""Bare hands: reach 0 or 1 [unarmed.damage]."""

SMALL_IMPROVISED: Final = MeleeUse(
    stat="brawn", skills=["brawling"], reach=(0, 1), one_hand=1, damage=0, unarmed=True, small=True
)
"""A mug or a stone, which is used like bare hands [unarmed.improvised-small]."""


def shortfall(brawn: i64, minimum: i64) -> i64:
    """Return how far Brawn is below a minimum; more than that adds nothing [brawn.no-bonus]."""
    return minimum - brawn if brawn < minimum else 0


def hit_points_of(brawn: i64, nerve: i64) -> i64:
    """Return the hit points: Brawn and half of Nerve, rounded down [health.hp]."""
    return brawn + nerve // 2


def skill_adjustment(rank: i64) -> i64:
    """Return what a skill adds: untrained -2, Apprentice 0, one more for each rank above."""
    return UNTRAINED_ADJUSTMENT if rank == UNTRAINED else rank
