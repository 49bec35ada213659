"""What a fighter brings to a fight: aptitudes, skills, weapons, armour, and the sheet."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

NONE: Final[i64] = -1
"""No weapon in a hand, no mount, nobody."""

# --- skills and aptitudes -------------------------------------------------------------------------

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

SKILLS: Final = [
    "fray",
    "melee-weapons",
    "pole-arms",
    "unarmed-combat",
    "ranged-weapons",
    "athletics",
    "ride",
    "deception",
    "read",
    "perception",
    "stealth",
]
"""The skills of combat, by number."""

SKILL_TITLES: Final = [skill.replace("-", " ").title() for skill in SKILLS]

LINKED: Final = ["coo", "som", "som", "som", "coo", "som", "coo", "sav", "sav", "int", "coo"]
"""The aptitude that each skill adds its ranks to."""

ON_COORDINATION: Final = [aptitude == "coo" for aptitude in LINKED]
"""Which skills an armour's COO penalty hinders."""

BASIC_PROFICIENCY: Final[i64] = 10
"""How many ranks make one proficient in the basics of a skill."""

# --- tags of weapons and shields ------------------------------------------------------------------

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

# --- reloading ------------------------------------------------------------------------------------

NO_RELOAD: Final[i64] = 0
QUICK_RELOAD: Final[i64] = 1
STANDARD_RELOAD: Final[i64] = 2
LONG_RELOAD: Final[i64] = 3
"""What it takes to load a weapon again: nothing, a Quick Action, one Standard, two of them."""

# --- the five ways of resistance ------------------------------------------------------------------

HALVE_DOUBLE: Final[i64] = 0
PLUS_MINUS_20: Final[i64] = 1
UPGRADE_DOWNGRADE: Final[i64] = 2
ROLL_TWICE: Final[i64] = 3
BY_ENTRY: Final[i64] = 4

WAYS_OF_RESISTANCE: Final = [
    "halve-double",
    "plus-minus-20",
    "upgrade-downgrade",
    "roll-twice",
    "by-entry",
]

# --- keywords, which have numbers of their own in each scenario -----------------------------------

PRECISION: Final[i64] = 1 << 0
UNARMED_KEYWORD: Final[i64] = 1 << 1
NATURAL_KEYWORD: Final[i64] = 1 << 2
FIRST_KEYWORDS: Final = ["precision", "unarmed-attack", "natural-weapon"]

# --- sizes ----------------------------------------------------------------------------------------

SIZES: Final = ["tiny", "small", "medium", "large", "very-large"]
MEDIUM: Final[i64] = 2


class House:
    """The house rules, as they stand in one scenario."""

    def __init__(
        self,
        hexes: bool,
        parry_is_reaction: bool,
        free_scatter: bool,
        resistance: i64,
        unarmed_attack: i64,
        unarmed_defense: i64,
    ) -> None:
        self.hexes: Final = hexes
        self.parry_is_reaction: Final = parry_is_reaction
        self.free_scatter: Final = free_scatter
        self.resistance: Final[i64] = resistance
        self.unarmed_attack: Final[i64] = unarmed_attack
        self.unarmed_defense: Final[i64] = unarmed_defense


class Harm:
    """The damage of a weapon in one use: dice, what is added, and its armour penetration."""

    def __init__(self, dice: i64, bonus: i64, adds_db: bool, halved: bool, ap: i64) -> None:
        self.dice: Final[i64] = dice
        self.bonus: Final[i64] = bonus
        self.adds_db: Final = adds_db
        self.halved: Final = halved
        self.ap: Final[i64] = ap

    def text(self, db: i64) -> str:
        """The damage as a table writes it."""
        bonus = self.bonus + (db if self.adds_db else 0)
        dice = f"{self.dice}d10" + ("÷2" if self.halved else "")
        return f"{dice}{bonus:+d}" if bonus else dice


BARE_HANDS: Final = "unarmed"
"""The weapon that everybody has."""


class Weapon:
    """A row of the weapon tables, or the same weapon with another ammunition.

    `base` is the weapon one holds, and `ammo` the count it is shot from, NONE if it is common.
    """

    def __init__(
        self,
        index: i64,
        name: str,
        skills: list[int],
        hands: i64,
        harm: Harm,
        both_hands: Harm | None,
        charging: Harm | None,
        overcharged: Harm | None,
        tags: i64,
        suited: i64,
        keywords: i64,
        ranges: list[int],
        projectile: bool,
        reload: i64,
        area: i64,
        effect: str,
        base: i64,
        ammo: i64,
    ) -> None:
        self.index: Final[i64] = index
        self.name: Final = name
        self.skills: Final = skills
        self.hands: Final[i64] = hands
        self.harm: Final = harm
        self.both_hands: Final = both_hands
        self.charging: Final = charging
        self.overcharged: Final = overcharged
        self.tags: Final[i64] = tags
        self.suited: Final[i64] = suited
        self.keywords: Final[i64] = keywords
        self.ranges: Final = ranges
        self.projectile: Final = projectile
        self.reload: Final[i64] = reload
        self.area: Final[i64] = area
        self.effect: Final = effect
        self.base: Final[i64] = base
        self.ammo: Final[i64] = ammo
        self.reach: Final[i64] = 2 if tags & REACH else 1
        self.far: Final[i64] = ranges[3] if ranges else 0

    def melee(self) -> bool:
        """Whether it can strike somebody in reach."""
        return not self.projectile and not self.tags & (INDICATE | BLAST | SPLASH)

    def ranged(self) -> bool:
        """Whether it can strike from afar: shot, thrown or pointed."""
        return len(self.ranges) > 0

    def called(self) -> str:
        """What it is called in a sentence."""
        return "bare hands" if self.name == BARE_HANDS else f"the {self.name}"

    def is_unarmed(self) -> bool:
        """Whether an attack with it is an Unarmed Attack [unarmed.base]."""
        return self.tags & UNARMED_ATTACK != 0

    def is_natural(self) -> bool:
        """Whether it is a natural weapon [natural.armed]."""
        return self.tags & NATURAL != 0

    def is_area(self) -> bool:
        """Whether it covers an area instead of striking one target."""
        return self.tags & (BLAST | SPLASH) != 0


class Armour:
    """Something worn, or a shield: what it adds and what it hinders [armor.penalty]."""

    def __init__(
        self, name: str, value: i64, coo_penalty: i64, init_penalty: i64, tags: i64
    ) -> None:
        self.name: Final = name
        self.value: Final[i64] = value
        self.coo_penalty: Final[i64] = coo_penalty
        self.init_penalty: Final[i64] = init_penalty
        self.tags: Final[i64] = tags


class Resistance:
    """A line of a sheet: to which keywords, and what it does by its own words [resist.keywords].

    `sign` is -1 for a resistance and 1 for a vulnerability. By its entry, DV is multiplied by
    `times`, divided by `divisor` and has `plus` added; `effect` is burns, melts or nothing.
    """

    def __init__(
        self, keyword: str, bit: i64, sign: i64, times: i64, divisor: i64, plus: i64, effect: str
    ) -> None:
        self.keyword: Final = keyword
        self.bit: Final[i64] = bit
        self.sign: Final[i64] = sign
        self.times: Final[i64] = times
        self.divisor: Final[i64] = divisor
        self.plus: Final[i64] = plus
        self.effect: Final = effect


class Mode:
    """A way of moving, with its base and full rate in metres a turn [move.rates]."""

    def __init__(self, number: i64, base: i64, full: i64) -> None:
        self.number: Final[i64] = number
        self.base: Final[i64] = base
        self.full: Final[i64] = full


class Aptitudes:
    """What a character is born with."""

    def __init__(self, cog: i64, coo: i64, int_: i64, sav: i64, som: i64, wil: i64, str_: i64):
        self.cog: Final[i64] = cog
        self.coo: Final[i64] = coo
        self.int: Final[i64] = int_
        self.sav: Final[i64] = sav
        self.som: Final[i64] = som
        self.wil: Final[i64] = wil
        self.str: Final[i64] = str_


class Body:
    """Vital statistics: durability, size, how it moves, and what its skin keeps off."""

    def __init__(
        self,
        dur: i64,
        db: i64,
        init: i64,
        size: i64,
        ranged_size: i64,
        skin: i64,
        negates: i64,
        modes: list[Mode],
        resistances: list[Resistance],
    ) -> None:
        self.dur: Final[i64] = dur
        self.wound_threshold: Final[i64] = dur // 5 if dur >= 5 else 1
        self.death_rating: Final[i64] = dur * 2
        self.db: Final[i64] = db
        self.init: Final[i64] = init
        self.size: Final[i64] = size
        self.ranged_size: Final[i64] = ranged_size
        self.skin: Final[i64] = skin
        self.negates: Final[i64] = negates
        self.modes: Final = modes
        self.resistances: Final = resistances


class Outfit:
    """What a fighter starts with: in the hands, worn, and carried."""

    def __init__(
        self,
        main: i64,
        off: i64,
        carried: list[int],
        always: list[int],
        worn: list[Armour],
        shield: Armour | None,
        ammo: list[int],
    ) -> None:
        self.main: Final[i64] = main
        self.off: Final[i64] = off
        self.carried: Final = carried
        self.always: Final = always
        """Weapons that need no hand: natural ones, gloves, powers; fists last."""
        self.worn: Final = worn
        self.shield: Final = shield
        self.ammo: Final = ammo
        value: i64 = 0
        best: i64 = 0
        penalty: i64 = 0
        heavy: i64 = 0
        exposed: i64 = 0
        for armour in worn:
            value += armour.value
            penalty += armour.coo_penalty
            if armour.value > best:
                best = armour.value
            if armour.tags & HEAVY:
                heavy += 1
            if armour.tags & EXPOSED:
                exposed += 3
        self.armour: Final[i64] = value
        self.best_armour: Final[i64] = best
        self.coo_penalty: Final[i64] = penalty
        self.heavy: Final[i64] = heavy
        self.exposed: Final[i64] = exposed


class Sheet:
    """A fighter before the fight."""

    def __init__(
        self,
        name: str,
        side: i64,
        cell: i64,
        pc: bool,
        major: bool,
        aptitudes: Aptitudes,
        body: Body,
        skills: list[int],
        unproficient: list[int],
        outfit: Outfit,
        luck: i64,
        ambidextrous: bool,
        rides_well: bool,
        boxes: bool,
        unaware: bool,
        hidden: bool,
        mount: i64,
        rider: i64,
    ) -> None:
        self.name: Final = name
        self.side: Final[i64] = side
        self.cell: Final[i64] = cell
        self.pc: Final = pc
        self.major: Final = major
        self.aptitudes: Final = aptitudes
        self.body: Final = body
        self.skills: Final = skills
        self.unproficient: Final = unproficient
        self.outfit: Final = outfit
        self.luck: Final[i64] = luck
        self.ambidextrous: Final = ambidextrous
        self.rides_well: Final = rides_well
        self.boxes: Final = boxes
        """Whether it has basic proficiency in Unarmed Combat [unarmed.no-proficiency]."""
        self.unaware: Final = unaware
        self.hidden: Final = hidden
        self.mount: Final[i64] = mount
        self.rider: Final[i64] = rider

    def skill(self, skill: i64) -> i64:
        """The total of a skill before any modifier."""
        return self.skills[skill]

    def best_skill(self, weapon: Weapon) -> i64:
        """The best of the skills a weapon can be wielded with [attack.skill]."""
        best: i64 = weapon.skills[0]
        if len(weapon.skills) == 1:
            return best
        for skill in weapon.skills:
            if self.skills[skill] > self.skills[best]:
                best = skill
        return best

    def proficient(self, weapon: Weapon) -> bool:
        """Whether the weapon is one they have learned [attack.skill]."""
        return int(weapon.base) not in self.unproficient
