"""Weapons and fighters' sheets.

The fields that files may give are declared here as well (see `affray.core.file_fields`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from mypy_extensions import i64
from pydantic import AfterValidator, Field

from affray.core.file_fields import file_field
from affray.core.ruleset import Name, Slug

BARE_HANDS: Final = "unarmed"
"""The weapon that every fighter has."""

ABILITIES: Final = ("STR", "AGI", "FIN", "INS", "WIL")

HEALTHY: Final[i64] = 4
"""A PC with this many hit points or more is not Wounded."""

UNKNOWN_ABILITY: Final[i64] = 8
"""The score of an ability that the sheet does not give."""

DICE_SIDES: Final = (10, 12, 20)
"""The dice a weapon may have."""


def parse_pool(text: str) -> tuple[int, int]:
    """Return the count and sides of dice such as '2d12'."""
    count, _, sides = text.partition("d")
    return int(count), int(sides)


def check_dice(text: str) -> str:
    """Return the dice if a weapon may have them, otherwise raise ValueError [weapon.dice]."""
    if parse_pool(text)[1] not in DICE_SIDES:
        raise ValueError(f"weapon dice are d10, d12 or d20, not {text!r}")
    return text


Ability = Annotated[int, Field(ge=1, le=20)]
DicePool = Annotated[str, Field(pattern=r"^[1-9][0-9]?d[1-9][0-9]?$"), AfterValidator(check_dice)]
WeaponTag = Literal["two-handed", "throwable", "ranged", "precise", "reload", "set"]
Price = Annotated[int, Field(ge=0)]
Tags = dict[Name, list[Name]]


@dataclass(kw_only=True)
class Weapon:
    """A row of the weapon table.

    A fast weapon's Rushed dice equal its Damage dice, a heavier one loses more [weapon.fast]. A
    weapon that has to be reloaded has none, and no rushed attack. `index` is its number among the
    weapons of a scenario.
    """

    index: i64
    name: str
    damage: str = file_field(DicePool, "dice of an attack, such as 2d12")
    rushed: str | None = file_field(
        DicePool | None, "dice of a rushed attack; none if it has to be reloaded", None
    )
    strength: i64 = file_field(Ability, "least STR to wield it well; none if left out", 0)
    agility: i64 = file_field(Ability, "least AGI to wield it well; none if left out", 0)
    finesse: i64 = file_field(Ability, "least FIN to wield it well; none if left out", 0)
    tags: list[str] = file_field(
        list[WeaponTag],
        "two-handed, throwable (one zone), ranged (one to three zones), precise (ones are rolled "
        "again), reload (no rushed attack), set (does not run out)",
        list,
    )
    first_hits: i64 = file_field(
        Annotated[int, Field(ge=0, le=10)],
        "hits it adds to its bearer's first attack of a fight, if it is magic",
        0,
    )
    price: int | None = file_field(Price | None, "gold pieces; not for sale if left out", None)

    count: i64 = field(init=False)
    sides: i64 = field(init=False)
    rushed_count: i64 = field(init=False)
    rushed_sides: i64 = field(init=False)

    def __post_init__(self) -> None:
        self.count, self.sides = parse_pool(self.damage)
        self.rushed_count, self.rushed_sides = parse_pool(self.rushed or "0d0")
        self.is_two_handed = "two-handed" in self.tags
        self.is_ranged = "ranged" in self.tags
        self.is_throwable = "throwable" in self.tags
        self.is_precise = "precise" in self.tags
        self.is_set = "set" in self.tags

    def phrase(self) -> str:
        """Return the weapon's name for use in a sentence."""
        return "bare hands" if self.name == BARE_HANDS else f"the {self.name}"


@dataclass(kw_only=True)
class Sheet:
    """A fighter before the fight. An ability of 0 is missing from the sheet."""

    name: str
    side: i64
    zone: i64
    is_pc: bool
    rank: i64 = file_field(Annotated[int, Field(ge=1, le=4)], "1 to 4, part of Defense", 1)
    strength: i64 = file_field(Ability, "STR: to grapple, shove and stay up", 0)
    agility: i64 = file_field(Ability, "AGI: to seize momentum and break free", 0)
    finesse: i64 = file_field(Ability, "FIN: asked for by light weapons", 0)
    insight: i64 = file_field(Ability, "INS: to notice things", 0)
    will: i64 = file_field(Ability, "WIL: to persuade and to resist fear", 0)
    hp: int | None = file_field(
        Annotated[int, Field(ge=1, le=1000)] | None,
        "hit points; a PC's are 6 or STR, if that is higher, and a foe's have to be given",
        None,
    )
    kit: str | None = file_field(
        Slug | None, "a starting kit: weapons, armour and shield, unless they are given", None
    )
    weapons: list[str] = file_field(list[Slug], "the weapons they carry", list)
    armour: str | None = file_field(Slug | None, "the armour they wear", None)
    shield: str | None = file_field(Slug | None, "the shield they carry", None)
    actions: i64 = file_field(Annotated[int, Field(ge=1, le=4)], "a foe's actions a turn", 2)
    wounded: bool | None = file_field(
        bool | None, "whether a foe can be Wounded and Critical as PCs can", None
    )
    helm: str | None = file_field(Slug | None, "the helm they wear, if it is magic", None)
    tags: dict[str, list[str]] = file_field(
        Tags,
        "what they are good at, each with the abilities (STR, AGI, FIN, INS, WIL) and weapons it "
        "is relevant to: TN lower by Rank, one sure hit",
        dict,
    )
    complications: dict[str, list[str]] = file_field(
        Tags,
        "what hampers them, each with the abilities it is relevant to: TN higher by Rank",
        dict,
    )
    momentum: bool = file_field(bool, "skips the opening Agility check", False)
    poultices: i64 = file_field(
        Annotated[int, Field(ge=0, le=20)], "healing poultices at hand, 1d4 hit points each", 0
    )

    hit_points: i64
    armour_bonus: i64
    shield_bonus: i64
    interpose_cancels: i64
    """Hits that a magic shield cancels when its bearer interposes, once in a fight."""
    arms: tuple[int, ...]
    """The numbers of their weapons, bare hands last."""
    expert_arms: list[int]
    """The numbers of the weapons that one of their tags is relevant to."""
    full_actions: i64
    """Actions of an unhindered turn."""
    has_wounded_tier: bool
    momentum_rule: str
    """The rule by which they skip the opening check; empty if they make it."""

    def defense(self, shield_raised: bool) -> i64:
        """Add up Rank, armour, and the shield if it is raised [health.defense]."""
        bare = self.rank + self.armour_bonus
        return bare + self.shield_bonus if shield_raised else bare

    def score(self, ability: str) -> i64:
        """Return the score of an ability; 0 if the sheet does not give it."""
        if ability == "STR":
            return self.strength
        if ability == "AGI":
            return self.agility
        if ability == "FIN":
            return self.finesse
        return self.insight if ability == "INS" else self.will

    def counted_score(self, ability: str) -> i64:
        """Return the score that counts in checks: 8 if the sheet gives none
        [check.unknown-ability]."""
        score = self.score(ability)
        return score if score > 0 else UNKNOWN_ABILITY

    def relevant_tag(self, ability: str) -> str:
        """Return the tag that is relevant to checks of an ability, or an empty text [check.tag]."""
        return first_relevant(self.tags, ability)

    def relevant_complication(self, ability: str) -> str:
        """Return the complication that is relevant to checks of an ability, or an empty text
        [check.tag]."""
        return first_relevant(self.complications, ability)

    def meets_requirements(self, weapon: Weapon) -> bool:
        """Return whether every score on the sheet is high enough for the weapon
        [attack.requirement, check.unknown-ability]."""
        return (
            (self.strength == 0 or self.strength >= weapon.strength)
            and (self.agility == 0 or self.agility >= weapon.agility)
            and (self.finesse == 0 or self.finesse >= weapon.finesse)
        )


def first_relevant(tags: dict[str, list[str]], ability: str) -> str:
    """Return the first tag that is relevant to an ability, or an empty text."""
    for name, relevant in tags.items():
        if ability in relevant:
            return name
    return ""


def without(arms: tuple[int, ...], item: i64) -> tuple[int, ...]:
    """Return the weapons without one of this number."""
    left = list(arms)
    left.remove(int(item))
    return tuple(left)
