"""What a fighter brings to a fight: stats, skills, weapons, shield, armour, and house rules."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.rulesets.olde.dice import modified

BRAWN: Final[i64] = 0
FINESSE: Final[i64] = 1
SAVVY: Final[i64] = 2
NERVE: Final[i64] = 3
STATS: Final = ["Brawn", "Finesse", "Savvy", "Nerve"]

SKILLS: Final = [
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
BRAWLING: Final[i64] = 3
SHIELDS: Final[i64] = 4
FENCING: Final[i64] = 6
DODGE: Final[i64] = 13
HEALING: Final[i64] = 14

RANKS: Final = ["apprentice", "journeyman", "foreman", "master", "grand master", "legendary"]
"""The ranks of a skill; the adjustment is a rank's place in the list [skill.untrained]."""
UNTRAINED: Final[i64] = -1
JOURNEYMAN: Final[i64] = 1
FOREMAN: Final[i64] = 2
MASTER: Final[i64] = 3

UNTRAINED_ADJUSTMENT: Final[i64] = -2

BARE: Final[i64] = 0
"""The number of the weapon everybody has: bare hands."""

NO_LIMIT: Final[i64] = 1000


class House:
    """The house rules, as they stand in one scenario."""

    def __init__(
        self,
        stat_damage: bool,
        damage_explodes: bool,
        minimal_sight: bool,
        advanced: bool,
        aimed_bonus: i64,
        criticals: bool,
    ) -> None:
        self.stat_damage: Final = stat_damage
        self.damage_explodes: Final = damage_explodes
        self.minimal_sight: Final = minimal_sight
        self.advanced: Final = advanced
        self.aimed_bonus: Final[i64] = aimed_bonus
        self.criticals: Final = criticals


class Use:
    """One way to attack with a weapon, by hand or from afar: a row of one of the weapon tables.

    By hand `nearest` and `farthest` are its reach; from afar `base` is its range without penalty.
    A minimum of 0 Brawn for one hand or for two means that it cannot be held so.
    """

    def __init__(
        self,
        stat: i64,
        skills: list[int],
        nearest: i64,
        farthest: i64,
        one_hand: i64,
        two_hands: i64,
        die: i64,
        base: i64 = 0,
        thrown: bool = False,
        spanning: i64 = 0,
        unarmed: bool = False,
        small: bool = False,
    ) -> None:
        self.stat: Final[i64] = stat
        self.skills: Final = skills
        self.nearest: Final[i64] = nearest
        self.farthest: Final[i64] = farthest
        self.one_hand: Final[i64] = one_hand
        self.two_hands: Final[i64] = two_hands
        self.die: Final[i64] = die
        self.base: Final[i64] = base
        self.ranged: Final = base > 0
        self.thrown: Final = thrown
        self.spanning: Final[i64] = spanning
        self.crossbow: Final = spanning > 0
        self.unarmed: Final = unarmed
        self.small: Final = small


class Weapon:
    """A weapon, with its use by hand, its use from afar, or both."""

    def __init__(self, index: i64, name: str, melee: Use | None, ranged: Use | None) -> None:
        self.index: Final[i64] = index
        self.name: Final = name
        self.melee: Final = melee
        self.ranged: Final = ranged

    def called(self) -> str:
        """What it is called in a sentence."""
        return "bare hands" if self.index == BARE else f"the {self.name}"

    def use(self, from_afar: bool) -> Use:
        """The use by hand or from afar, which it must have."""
        found = self.ranged if from_afar else self.melee
        assert found is not None
        return found

    def fits_one_hand(self) -> bool:
        """Whether it can be held in one hand, for any of its uses [brawn.melee, ranged.hands]."""
        melee, ranged = self.melee, self.ranged
        return (melee is not None and melee.one_hand > 0) or (
            ranged is not None and ranged.one_hand > 0
        )

    def fits_two_hands(self) -> bool:
        """Whether it can be held in both hands, for any of its uses [brawn.melee, ranged.hands]."""
        melee, ranged = self.melee, self.ranged
        return (melee is not None and melee.two_hands > 0) or (
            ranged is not None and ranged.two_hands > 0
        )

    def thrown_only(self) -> bool:
        """Whether it is made for throwing and for nothing else."""
        ranged = self.ranged
        return self.melee is None and ranged is not None and ranged.thrown


class Shield:
    """A row of the shield table; `defense` 0 is no shield."""

    def __init__(self, name: str, defense: i64, brawn: i64, spells: i64) -> None:
        self.name: Final = name
        self.defense: Final[i64] = defense
        self.brawn: Final[i64] = brawn
        self.spells: Final[i64] = spells


class Armour:
    """A row of the armour table; `damage` 0 is no armour."""

    def __init__(self, name: str, damage: i64, brawn: i64) -> None:
        self.name: Final = name
        self.damage: Final[i64] = damage
        self.brawn: Final[i64] = brawn


class Adjustment:
    """What a manoeuvre, spell or magic item adds to attacks, Defense, damage and armour."""

    def __init__(
        self,
        name: str,
        rule: str,
        attack: i64 = 0,
        defense: i64 = 0,
        damage: i64 = 0,
        armour: i64 = 0,
    ) -> None:
        self.name: Final = name
        self.rule: Final = rule
        self.attack: Final[i64] = attack
        self.defense: Final[i64] = defense
        self.damage: Final[i64] = damage
        self.armour: Final[i64] = armour


class Condition:
    """A row of the conditions: its figures, and what those who suffer it cannot do."""

    def __init__(
        self,
        name: str,
        loses: i64,
        attack: i64,
        defense: i64,
        checks: i64,
        physical: i64,
        melee_attack: i64,
        melee_defense: i64,
        ranged_defense: i64,
        crossbow_attack: i64,
        bow_attack: i64,
        action_points: i64,
        least_points: i64,
        spaces: i64,
        attacks: bool,
        acts: bool,
        helpless: bool,
        flees: bool,
        cr: i64,
    ) -> None:
        self.name: Final = name
        self.loses: Final[i64] = loses
        self.attack: Final[i64] = attack
        self.defense: Final[i64] = defense
        self.checks: Final[i64] = checks
        self.physical: Final[i64] = physical
        self.melee_attack: Final[i64] = melee_attack
        self.melee_defense: Final[i64] = melee_defense
        self.ranged_defense: Final[i64] = ranged_defense
        self.crossbow_attack: Final[i64] = crossbow_attack
        self.bow_attack: Final[i64] = bow_attack
        self.action_points: Final[i64] = action_points
        self.least_points: Final[i64] = least_points
        self.spaces: Final[i64] = spaces
        self.attacks: Final = attacks
        self.acts: Final = acts
        self.helpless: Final = helpless
        self.flees: Final = flees
        self.cr: Final[i64] = cr


class Suffered:
    """A condition that somebody has from the start: which, for how long, against which CR."""

    def __init__(self, condition: i64, duration: i64, cr: i64) -> None:
        self.condition: Final[i64] = condition
        self.duration: Final[i64] = duration
        self.cr: Final[i64] = cr


class Sheet:
    """A fighter before the fight."""

    def __init__(
        self,
        name: str,
        side: i64,
        cell: i64,
        stats: list[int],
        skills: list[int],
        hit_points: i64,
        arms: list[int],
        in_hand: i64,
        two_hands: bool,
        shield: Shield,
        armour: Armour,
        adjustments: list[Adjustment],
        suffers: list[Suffered],
        small: bool,
        surprised: bool,
        casts: bool,
    ) -> None:
        self.name: Final = name
        self.side: Final[i64] = side
        self.cell: Final[i64] = cell
        self.brawn: Final[i64] = stats[BRAWN]
        self.finesse: Final[i64] = stats[FINESSE]
        self.savvy: Final[i64] = stats[SAVVY]
        self.nerve: Final[i64] = stats[NERVE]
        self.skills: Final = skills
        self.hit_points: Final[i64] = hit_points
        self.arms: Final = arms
        self.in_hand: Final[i64] = in_hand
        self.two_hands: Final = two_hands
        self.shield: Final = shield
        self.armour: Final = armour
        self.adjustments: Final = adjustments
        self.suffers: Final = suffers
        self.small: Final = small
        self.surprised: Final = surprised
        self.casts: Final = casts
        self.too_heavy: Final[i64] = shortfall(self.brawn, armour.brawn)
        self.finesse_rank: Final[i64] = modified(self.finesse, -self.too_heavy)

    def rank(self, stat: i64) -> i64:
        """The die rank of a stat. Armour that is too heavy lowers Finesse's [armor.brawn]."""
        if stat == BRAWN:
            return self.brawn
        if stat == FINESSE:
            return self.finesse_rank
        return self.savvy if stat == SAVVY else self.nerve

    def skill(self, skills: list[int]) -> i64:
        """The best rank in any of the skills that will do."""
        best: i64 = UNTRAINED
        for skill in skills:
            if self.skills[skill] > best:
                best = self.skills[skill]
        return best


def shortfall(brawn: i64, minimum: i64) -> i64:
    """By how much Brawn is below a minimum; more than enough is worth nothing [brawn.no-bonus]."""
    return minimum - brawn if brawn < minimum else 0


def hit_points_of(brawn: i64, nerve: i64) -> i64:
    """Brawn and half of Nerve, rounded down [health.hp]."""
    return brawn + nerve // 2


def skill_adjustment(rank: i64) -> i64:
    """Untrained -2, Apprentice 0, and one more for each rank above it [skill.untrained]."""
    return UNTRAINED_ADJUSTMENT if rank == UNTRAINED else rank
