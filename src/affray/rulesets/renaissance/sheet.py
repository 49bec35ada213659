"""The sheets of fighters: aptitudes, skills, weapons and armour.

The fields that files may give are declared here as well (see `affray.core.file_fields`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Final, Literal, get_args

from mypy_extensions import i64
from pydantic import AfterValidator, Field

from affray.core.file_fields import file_field
from affray.core.problems import unknown_name
from affray.core.ruleset import Slug
from affray.rulesets.renaissance import skills, tags
from affray.rulesets.renaissance.skills import Skill

NONE: Final[i64] = -1
"""The number for no weapon, no mount or no fighter."""

# --- reloading ------------------------------------------------------------------------------------

Reload = Literal["none", "quick", "standard", "two-standard", "never"]
RELOADS: Final[list[str]] = list(get_args(Reload))
NO_RELOAD: Final[i64] = 0
QUICK_RELOAD: Final[i64] = 1
STANDARD_RELOAD: Final[i64] = 2
LONG_RELOAD: Final[i64] = 3
NEVER_RELOAD: Final[i64] = 4
"""The action that reloads a weapon: none, a Quick Action, one Standard, two of them; or it
cannot be reloaded."""

# --- hands ----------------------------------------------------------------------------------------

MAIN_HAND: Final[i64] = 0
OTHER_HAND: Final[i64] = 1
SHIELD_ARM: Final[i64] = 2
"""The places where an item is held."""

# --- sizes ----------------------------------------------------------------------------------------

Size = Literal["tiny", "small", "medium", "large", "very-large"]
SIZES: Final[list[str]] = list(get_args(Size))
MEDIUM: Final[i64] = 2

# --- strikes and manoeuvres, by number ------------------------------------------------------------

Suited = Literal[
    "called shot", "knock down", "maim", "mighty blow", "armor gap", "dismount", "disarm", "trip",
    "catch",
]  # fmt: skip
SUITABLE: Final[list[str]] = ["attack", *get_args(Suited)]
"""The attacks and strikes that a weapon can be well suited to, by number."""

NO_STRIKE: Final[i64] = 0
CALLED_SHOT: Final[i64] = 1
KNOCK_DOWN: Final[i64] = 2
MAIM: Final[i64] = 3
MIGHTY_BLOW: Final[i64] = 4
ARMOR_GAP: Final[i64] = 5
DISMOUNT: Final[i64] = 6
SUITED_DISARM: Final[i64] = 7
SUITED_TRIP: Final[i64] = 8
SUITED_CATCH: Final[i64] = 9

STRIKES: Final = SUITABLE[:SUITED_DISARM]
STRIKE_PENALTIES: Final = [0, -10, -10, -20, -10, -10, -10]
STRIKE_RULES: Final = [
    "attack.standard",
    "strike.called-shot",
    "strike.knock-down",
    "strike.maim",
    "strike.mighty-blow",
    "strike.armor-gap",
    "maneuver.dismount",
]
"""The strikes' names, penalties and rules, by number."""


def melee_only(strike: i64) -> bool:
    """Return whether a strike is for melee attacks only."""
    return strike == KNOCK_DOWN or strike == MIGHTY_BLOW or strike == DISMOUNT


# --- limbs that a Maim takes ----------------------------------------------------------------------

HAND: Final[i64] = 1
LEG: Final[i64] = 2
EYE: Final[i64] = 4
NECK: Final[i64] = 8
LIMBS: Final = [("hand", int(HAND)), ("leg", int(LEG)), ("eye", int(EYE))]
"""The limbs that can be lost, as bits of `Combatant.lost_limbs`; a neck is not survived."""

# --- areas and throws -----------------------------------------------------------------------------

ROLLED_AREA: Final[i64] = -1
"""An area of 1d10 metres."""

THROW: Final = (5, 15, 30, 45)
"""The ranges of thrown items, before their weight is considered [ranged.throwing]."""

UNTRAINED: Final[i64] = 15
"""The base value of every aptitude."""

HALF_LOADED: Final[i64] = -1
EMPTY: Final[i64] = 0
LOADED: Final[i64] = 1
OVERCHARGED: Final[i64] = 2
"""The loads of a weapon that can be shot [ranged.ammunition]."""

BARE_HANDS: Final = "unarmed"
"""The weapon that every fighter has."""

# --- what files may say ---------------------------------------------------------------------------


def check_tag(tag: str) -> str:
    """Return the tag, or raise ValueError with the nearest one if it does not exist
    [weapon.tags]."""
    if tag not in tags.TAGS:
        raise ValueError(unknown_name("tag", tag, tags.TAGS))
    return tag


DV: Final = r"^([0-9])d10(/2)?([+-][0-9]{1,2})?(\+DB)?$"
"""The notation of damage: 2d10+3+DB, 1d10/2."""

Dv = Annotated[str, Field(pattern=DV)]
Ap = Annotated[int, Field(ge=0, le=50)]
Tag = Annotated[str, AfterValidator(check_tag)]
AttackSkill = Literal["melee-weapons", "pole-arms", "unarmed-combat", "ranged-weapons"]
Aptitude = Literal["cog", "coo", "int", "sav", "som", "wil"]
Change = Annotated[str, Field(pattern=r"^([+-][0-9]{1,2}|/[2-9]|x[2-9])?$")]
Metres = Annotated[int, Field(ge=0, le=2000)]


class DvChange:
    """A change of a DV: multiplied, divided, or increased or reduced: '-2', '+3', '/2', 'x3'."""

    def __init__(self, text: str) -> None:
        self.times: Final[i64] = int(text[1:]) if text.startswith("x") else 1
        self.divisor: Final[i64] = int(text[1:]) if text.startswith("/") else 1
        self.plus: Final[i64] = int(text) if text[:1] in ("+", "-") else 0

    def of(self, dv: i64) -> i64:
        """Return the changed DV."""
        return dv * self.times // self.divisor + self.plus


# --- weapons --------------------------------------------------------------------------------------


class Harm:
    """The damage of a weapon in one use: dice, bonus, and armour penetration, which is never
    below zero [armor.reduces]."""

    def __init__(self, text: str, more: i64, ap: i64) -> None:
        found = re.match(DV, text)
        assert found is not None
        dice, halved, bonus, db = found.groups()
        self.dice: Final[i64] = int(dice)
        self.bonus: Final[i64] = int(bonus or 0) + more
        self.adds_db: Final = db is not None
        self.halved: Final = halved is not None
        self.ap: Final[i64] = ap if ap > 0 else 0

    def text(self, db: i64) -> str:
        """Return the damage as a table writes it."""
        bonus = self.bonus + (db if self.adds_db else 0)
        dice = f"{self.dice}d10" + ("÷2" if self.halved else "")
        return f"{dice}{bonus:+d}" if bonus else dice


@dataclass(kw_only=True)
class Ammunition:
    """Uncommon ammunition, which is counted [ranged.ammunition]."""

    fits: str = file_field(Slug, "what kind it is: arrow, bolt, bullet")
    damage: i64 = file_field(Annotated[int, Field(ge=-20, le=20)], "added to the weapon's DV", 0)
    ap: i64 = file_field(Annotated[int, Field(ge=-20, le=20)], "added to the weapon's AP", 0)
    keywords: list[str] = file_field(list[Slug], "added to the attack's keywords", list)


@dataclass(kw_only=True)
class Weapon:
    """A row of the weapon tables, or the same weapon with another ammunition.

    `index` is its number among the weapons of a scene, `base` that of the weapon one holds;
    `shot` is uncommon ammunition it is shot with, and `ammo` the number of its count, or NONE.
    """

    index: i64
    name: str
    base: i64
    ammo: i64
    shot: Ammunition | None

    damage: str = file_field(Dv, "damage, such as 1d10+3+DB, or 1d10/2")
    ap: i64 = file_field(Ap, "armour penetration", 0)
    both_hands: str | None = file_field(
        Dv | None, "damage when the other hand is free to help", None
    )
    charging: str | None = file_field(Dv | None, "damage in a mounted charge", None)
    charging_ap: i64 = file_field(Ap, "armour penetration in a mounted charge", 0)
    overcharged: str | None = file_field(Dv | None, "damage when overcharged", None)
    overcharged_ap: i64 = file_field(Ap, "armour penetration when overcharged", 0)
    skill_names: list[str] = file_field(
        Annotated[list[AttackSkill], Field(min_length=1)],
        "which skills wield it; the best of them counts",
        lambda: ["melee-weapons"],
        "skills",
    )
    hands: i64 = file_field(
        Annotated[int, Field(ge=0, le=2)], "hands it takes; 0 for natural weapons and powers", 1
    )
    tag_names: list[str] = file_field(
        list[Tag], "what changes checks made with it, such as reach or off-hand", list, "tags"
    )
    suited_names: list[str] = file_field(
        list[Suited], "strikes and manoeuvres it has no penalty for", list, "suited"
    )
    keyword_names: list[str] = file_field(list[Slug], "such as fire or cold", list, "keywords")
    shot_ranges: list[int] | None = file_field(
        Annotated[list[Metres], Field(min_length=4, max_length=4)] | None,
        "short, medium, long and extreme range of a shot, in metres",
        None,
        "ranges",
    )
    throw_factor: float = file_field(
        Annotated[float, Field(gt=0, le=5)], "how much further, or less far, it is thrown", 1.0
    )
    reload_action: str = file_field(
        Reload,
        "what it takes to load it again: no action, a Quick or Standard one, two Standard ones; "
        "or it cannot be loaded again",
        "none",
        "reload",
    )
    shoots: str | None = file_field(Slug | None, "the kind of ammunition it shoots", None)
    splash_area: int | str | None = file_field(
        Annotated[int, Field(ge=1, le=50)] | Literal["1d10"] | None,
        "how far a splash goes, in metres; 1d10 if not given",
        None,
        "area",
    )
    effect: str | None = file_field(
        Literal["burns", "slips", "dazes"] | None, "what a splash does to those in it", None
    )

    resisted: str = file_field(
        Change, "what becomes of the DV where it is resisted: -2, +3, /2 or x3", "/2"
    )
    against_vulnerable: str = file_field(
        Change, "what becomes of the DV where the target is vulnerable to it", "x2"
    )
    vulnerable_effect: str | None = file_field(
        Literal["burns", "melts"] | None, "what else happens to those who are vulnerable", None
    )

    def __post_init__(self) -> None:
        shot = self.shot
        more: i64 = shot.damage if shot is not None else 0
        ap: i64 = shot.ap if shot is not None else 0
        self.harm = Harm(self.damage, more, self.ap + ap)
        both, charging, overcharged = self.both_hands, self.charging, self.overcharged
        self.harm_both_hands: Harm | None = Harm(both, 0, self.ap) if both is not None else None
        self.harm_charging: Harm | None = (
            Harm(charging, 0, self.charging_ap) if charging is not None else None
        )
        self.harm_overcharged: Harm | None = (
            Harm(overcharged, more, self.overcharged_ap + ap) if overcharged is not None else None
        )
        self.if_resisted = DvChange(self.resisted)
        self.if_vulnerable = DvChange(self.against_vulnerable)
        self.skills = [skills.SKILLS.index(name) for name in self.skill_names]
        self.tags: i64 = tags.tag_bits(self.tag_names)
        self.keywords = self.list_keywords()
        suited: i64 = 0
        for name in self.suited_names:
            place: i64 = SUITABLE.index(name)
            suited |= 1 << place
        self.suited: i64 = suited
        self.ranges: list[int] = list(self.shot_ranges or ())
        if self.tags & tags.THROWN and not self.ranges:
            self.ranges = [int(metres * self.throw_factor) for metres in THROW]
        self.is_projectile = (
            self.shot_ranges is not None and not self.tags & tags.THROWN and self.hands > 0
        )
        self.reload: i64 = RELOADS.index(self.reload_action)
        area = self.splash_area
        self.area: i64 = area if isinstance(area, int) else ROLLED_AREA
        self.reach: i64 = 2 if self.tags & tags.REACH else 1
        self.far: i64 = self.ranges[3] if self.ranges else 0
        not_by_hand = tags.INDICATE | tags.BLAST | tags.SPLASH
        self._is_melee = not self.is_projectile and not self.tags & not_by_hand
        self._is_ranged = len(self.ranges) > 0

    def list_keywords(self) -> list[str]:
        """List the keywords of an attack with it that a target may resist [resist.keywords,
        unarmed.base]."""
        found = [*self.keyword_names, *(self.shot.keywords if self.shot is not None else ())]
        if self.is_natural():
            found.append("natural-weapon")
        if self.is_unarmed():
            found.append("unarmed-attack")
        if self.is_natural() or self.is_unarmed():
            found.append("natural")
        return found

    def is_melee(self) -> bool:
        """Return whether it can strike a target in reach."""
        return self._is_melee

    def is_ranged(self) -> bool:
        """Return whether it has ranges: shot, thrown or pointed."""
        return self._is_ranged

    def strikes_from_afar(self) -> bool:
        """Return whether it is shot, thrown or pointed; a touch does not count
        [ranged.categories]."""
        return self._is_ranged and not self.tags & tags.TOUCH

    def is_thrown_to_reach(self) -> bool:
        """Return whether it leaves the hand to strike from afar [ranged.throwing]."""
        return self.hands > 0 and not self.is_projectile

    def phrase(self) -> str:
        """Return its name for use in a sentence."""
        return "bare hands" if self.name == BARE_HANDS else f"the {self.name}"

    def is_unarmed(self) -> bool:
        """Return whether an attack with it is an Unarmed Attack [unarmed.base]."""
        return self.tags & tags.UNARMED_ATTACK != 0

    def is_natural(self) -> bool:
        """Return whether it is a natural weapon [natural.armed]."""
        return self.tags & tags.NATURAL != 0

    def is_fist(self) -> bool:
        """Return whether a free hand strikes with it: bare, or gloved [unarmed.base]."""
        return self.hands == 0 and not self.tags & (tags.NATURAL | tags.TOUCH | tags.INDICATE)

    def is_area(self) -> bool:
        """Return whether it covers an area instead of striking one target."""
        return self.tags & (tags.BLAST | tags.SPLASH) != 0

    def suits(self, what: i64) -> bool:
        """Return whether it has no penalty for a strike or manoeuvre [weapon.tags]."""
        return self.suited >> what & 1 != 0


# --- resistance -----------------------------------------------------------------------------------


@dataclass(kw_only=True)
class Resistance:
    """A line of a sheet: its keywords, and its own effect [resist.keywords].

    `sign` is -1 for a resistance and 1 for a vulnerability. By default a line halves or doubles the
    DV [resist.options].
    """

    sign: i64
    keyword: str = file_field(
        Slug, "the keyword it applies to, such as fire or precision", alias="to"
    )
    dv: str = file_field(Change, "what becomes of the DV: -2, +3, /2 or x3", "")
    effect: str | None = file_field(
        Literal["burns", "melts"] | None, "what happens besides: it catches fire, or melts", None
    )

    def __post_init__(self) -> None:
        plain = "/2" if self.sign < 0 else "x2"
        self.change = DvChange(self.dv or ("" if self.effect else plain))


# --- armour ---------------------------------------------------------------------------------------


@dataclass(kw_only=True)
class Armor:
    """Worn armour or a shield: its value and its penalties [armor.penalty]."""

    name: str
    resistances: list[Resistance]
    """The keywords against which it protects better or worse than its value [resist.keywords]."""
    value: i64 = file_field(Annotated[int, Field(ge=0, le=30)], "how much damage it keeps off")
    coo_penalty: i64 = file_field(
        Annotated[int, Field(ge=-60, le=0)], "penalty to checks of COO", 0, "coo"
    )
    init_penalty: i64 = file_field(
        Annotated[int, Field(ge=-20, le=0)], "penalty to INIT", 0, "init"
    )
    tag_names: list[str] = file_field(
        list[Tag], "such as heavy, layerable or exposed; parry and catch for shields", list, "tags"
    )

    def __post_init__(self) -> None:
        self.tags: i64 = tags.tag_bits(self.tag_names)


# --- the sheet ------------------------------------------------------------------------------------


@dataclass(kw_only=True)
class Mode:
    """A way of moving, with its base and full rate in metres a turn [move.rates]. `number` is its
    number among those of a scene; 0 is walking."""

    number: i64
    base: i64 = file_field(Annotated[int, Field(ge=0, le=200)], "metres a turn at leisure")
    full: i64 = file_field(Annotated[int, Field(ge=0, le=400)], "metres a turn at a run")
    max: i64 = file_field(
        Annotated[int, Field(ge=0, le=800)], "metres in a whole turn of nothing else, if any", 0
    )


@dataclass(kw_only=True)
class Aptitudes:
    """A character's innate aptitudes, except STR."""

    cog: i64
    coo: i64
    int: i64
    sav: i64
    som: i64
    wil: i64


@dataclass(kw_only=True)
class Body:
    """The innate values of a race's members, unless their own sheet overrides them."""

    dur: i64 = file_field(
        Annotated[int, Field(ge=1, le=200)], "durability: how much damage disables"
    )
    strength: i64 = file_field(Annotated[int, Field(ge=0, le=100)], "STR", 30, "str")
    size_name: str = file_field(Size, "counts for shots and grapples", "medium", "size")
    skin: i64 = file_field(Annotated[int, Field(ge=0, le=30)], "natural armour", 0)


@dataclass
class Catalogue:
    """The things that sheets refer to by number: weapons, shields and ways of moving."""

    weapons: list[Weapon]
    shields: list[Armor]
    modes: list[str]


@dataclass(kw_only=True)
class Sheet(Body):
    """A fighter before the fight.

    Weapons, modes and other fighters are numbers among those of the scene, NONE for none.
    """

    name: str
    side: i64
    cell: i64
    is_pc: bool

    race: str | None = file_field(Slug | None, "adds to aptitudes, gives DUR, STR, move", None)
    aptitudes: dict[str, int] = file_field(
        dict[Aptitude, Annotated[int, Field(ge=0, le=60)]],
        "before the race adds to them; 15 where not given",
        dict,
    )
    db: i64 = file_field(
        Annotated[int, Field(ge=0, le=30)], "damage bonus; (SOM+STR)/10 if not given", 0
    )
    init: i64 = file_field(
        Annotated[int, Field(ge=0, le=40)], "initiative; (INT+COO)/5 if not given", 0
    )
    ranks: dict[str, int] = file_field(
        dict[Skill, Annotated[int, Field(ge=0, le=99)]],
        "ranks of skills, added to their aptitudes",
        dict,
    )
    skills: dict[str, int] = file_field(
        dict[Skill, Annotated[int, Field(ge=0, le=200)]],
        "totals of skills, instead of ranks",
        dict,
    )
    proficiencies: list[str] | None = file_field(
        list[Slug] | None, "the only weapons they have learned; all if not given", None
    )
    weapons: list[str] = file_field(
        list[Slug], "the first is in the hand, the others are carried", list
    )
    off_hand: str | None = file_field(Slug | None, "a weapon in the other hand", None)
    natural: list[str] = file_field(list[Slug], "natural weapons, such as claws", list)
    powers: list[str] = file_field(list[Slug], "attacks that need no hand", list)
    armor: str | None = file_field(Slug | None, "the suit of armour they wear", None)
    layer: str | None = file_field(Slug | None, "a layerable piece over the armour", None)
    shield_name: str | None = file_field(Slug | None, "the shield they carry", None, "shield")
    ammunition: dict[str, int] = file_field(
        dict[Slug, Annotated[int, Field(ge=0, le=999)]], "uncommon ammunition, by count", dict
    )
    luck: i64 = file_field(
        Annotated[int, Field(ge=0, le=10)], "Luck points; 1 for PCs if not given", 0
    )
    damage: i64 = file_field(
        Annotated[int, Field(ge=0, le=200)], "damage taken before the fight", 0
    )
    wounds: i64 = file_field(Annotated[int, Field(ge=0, le=20)], "wounds from before the fight", 0)
    negates: i64 = file_field(Annotated[int, Field(ge=0, le=10)], "wounds not felt", 0)
    ambidextrous: bool = file_field(bool, "no hand of theirs is the off-hand", False)
    major: bool = file_field(bool, "a major NPC, who may notice things as PCs do", False)
    unaware: bool = file_field(bool, "does not know yet of any enemy", False)
    hidden: bool = file_field(bool, "no enemy knows of them yet", False)
    mount_name: str | None = file_field(Slug | None, "which fighter it rides", None, "mount")
    war_trained: bool = file_field(
        bool, "can be ridden in combat: trained for it, or of a fearless kind", False
    )

    born: Aptitudes
    ranged_size: i64
    modes: list[Mode]
    resistances: list[Resistance]
    main: i64
    off: i64
    carried: list[int]
    always: list[int]
    """Weapons that need no hand: natural ones, gloves, powers; fists last."""
    worn: list[Armor]
    shield: i64
    ammo: list[int]
    mount: i64
    rider: i64

    def __post_init__(self) -> None:
        self.unproficient: list[bool] = []
        self.unproficient_throwing: list[bool] = []
        """The scene's weapons that the fighter has not learned to wield, or to throw."""
        self.carried_loads = [int(LOADED)] * len(self.carried)
        self.totals = [self._total(number) for number in range(len(skills.SKILLS))]
        """Skills before any modifier, by number."""
        self.size: i64 = SIZES.index(self.size_name)
        self.wound_threshold: i64 = self.dur // 5 if self.dur >= 5 else 1
        self.death_rating: i64 = self.dur * 2
        worn = self.worn
        self.worn_value: i64 = sum([int(one.value) for one in worn])
        self.coo_penalty: i64 = sum([int(one.coo_penalty) for one in worn])
        self.best_worn: i64 = max([int(one.value) for one in worn], default=0)
        self.heavy: i64 = len([one for one in worn if one.tags & tags.HEAVY])
        self.exposed: i64 = 3 * len([one for one in worn if one.tags & tags.EXPOSED])
        self.rides_well = self.ranks_in(skills.RIDE) >= skills.BASIC_PROFICIENCY
        self.boxes = self.ranks_in(skills.UNARMED) >= skills.BASIC_PROFICIENCY
        """Whether they have basic proficiency in Unarmed Combat [unarmed.no-proficiency]."""
        self.deception: i64 = self.totals[skills.DECEPTION]
        self.insight: i64 = max(self.totals[skills.READ], int(self.born.sav + self.born.int))
        """Read, or SAV+INT if that is higher, which resists a feint [maneuver.feint]."""

    def _total(self, skill: i64) -> int:
        """Return a total as given, or aptitude and ranks; the bare aptitude if never learned."""
        name = skills.SKILLS[skill]
        given = self.skills.get(name)
        return given if given is not None else int(self.linked(skill)) + self.ranks.get(name, 0)

    def linked(self, skill: i64) -> i64:
        """Return the aptitude that is added to a skill's ranks."""
        born = self.born
        aptitudes = {"coo": born.coo, "som": born.som, "sav": born.sav, "int": born.int}
        return aptitudes[skills.LINKED[skill]]

    def ranks_in(self, skill: i64) -> i64:
        """Return the number of ranks in a skill."""
        return self.totals[skill] - self.linked(skill)

    def skill(self, skill: i64) -> i64:
        """Return the total of a skill before any modifier."""
        return self.totals[skill]

    def best_skill(self, weapon: Weapon) -> i64:
        """Return the best of the skills a weapon can be wielded with [attack.skill]."""
        best: i64 = weapon.skills[0]
        if len(weapon.skills) == 1:
            return best
        for skill in weapon.skills:
            if self.totals[skill] > self.totals[best]:
                best = skill
        return best

    def is_proficient(self, weapon: Weapon) -> bool:
        """Return whether they have learned to wield a weapon [attack.skill]."""
        return not self.unproficient[weapon.base]

    def is_proficient_at_throwing(self, weapon: Weapon) -> bool:
        """Return whether they have learned to throw a weapon, a skill of its own [attack.skill]."""
        return not self.unproficient_throwing[weapon.base]


def can_box(sheet: Sheet, weapon: Weapon) -> bool:
    """Return whether a weapon threatens: bare hands only with 10 ranks of Unarmed Combat
    [unarmed.no-proficiency]."""
    return not weapon.is_unarmed() or sheet.boxes
