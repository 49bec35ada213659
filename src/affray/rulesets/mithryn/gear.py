"""What a fighter brings to a fight: weapons, armour, and the sheet that lists them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

BARE_HANDS: Final = "unarmed"
"""The weapon that everybody has."""

HEALTHY: Final[i64] = 4
"""With this many hit points, or more, a PC is not Wounded."""


class House:
    """The house rules, as they stand in one scenario."""

    def __init__(self, ranged_in_same_zone: bool, foe_actions: i64, d20_checks: bool) -> None:
        self.ranged_in_same_zone: Final = ranged_in_same_zone
        self.foe_actions: Final[i64] = foe_actions
        self.d20_checks: Final = d20_checks


class Weapon:
    """A row of the weapon table. A fast weapon's Rushed dice equal its Damage dice, a heavier one
    loses more [weapon.fast]; Rushed dice of no count mean there is no rushed attack."""

    def __init__(
        self,
        index: i64,
        name: str,
        count: i64,
        sides: i64,
        rushed_count: i64,
        rushed_sides: i64,
        strength: i64 = 0,
        agility: i64 = 0,
        finesse: i64 = 0,
        two_handed: bool = False,
        ranged: bool = False,
        throwable: bool = False,
        many: bool = False,
        precise: bool = False,
    ) -> None:
        self.index: Final[i64] = index
        self.name: Final = name
        self.count: Final[i64] = count
        self.sides: Final[i64] = sides
        self.rushed_count: Final[i64] = rushed_count
        self.rushed_sides: Final[i64] = rushed_sides
        self.strength: Final[i64] = strength
        self.agility: Final[i64] = agility
        self.finesse: Final[i64] = finesse
        self.two_handed: Final = two_handed
        self.ranged: Final = ranged
        self.throwable: Final = throwable
        self.many: Final = many
        self.precise: Final = precise

    def called(self) -> str:
        """What it is called in a sentence."""
        return "bare hands" if self.name == BARE_HANDS else f"the {self.name}"


class Sheet:
    """A fighter before the fight. An ability of 0 is one the sheet does not give."""

    def __init__(
        self,
        name: str,
        side: i64,
        zone: i64,
        pc: bool,
        rank: i64,
        strength: i64,
        agility: i64,
        finesse: i64,
        hit_points: i64,
        armour: i64,
        shield: i64,
        arms: list[int],
        actions: i64,
        has_wounded_tier: bool,
        has_momentum: bool,
        poultices: i64,
    ) -> None:
        self.name: Final = name
        self.side: Final[i64] = side
        self.zone: Final[i64] = zone
        self.pc: Final = pc
        self.rank: Final[i64] = rank
        self.strength: Final[i64] = strength
        self.agility: Final[i64] = agility
        self.finesse: Final[i64] = finesse
        self.hit_points: Final[i64] = hit_points
        self.armour: Final[i64] = armour
        self.shield: Final[i64] = shield
        self.arms: Final = arms
        self.actions: Final[i64] = actions
        self.has_wounded_tier: Final = has_wounded_tier
        self.has_momentum: Final = has_momentum
        self.poultices: Final[i64] = poultices

    def meets(self, weapon: Weapon) -> bool:
        """Whether every ability the sheet gives is enough for the weapon [attack.requirement]."""
        return (
            (self.strength == 0 or self.strength >= weapon.strength)
            and (self.agility == 0 or self.agility >= weapon.agility)
            and (self.finesse == 0 or self.finesse >= weapon.finesse)
        )


def without(arms: list[int], item: i64) -> list[int]:
    """What is left when one of the weapons is gone."""
    left = arms.copy()
    left.remove(int(item))
    return left
