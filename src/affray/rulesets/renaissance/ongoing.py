"""What is going on: an attack that is made, and a move that is under way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.renaissance import tags
from affray.rulesets.renaissance.sheet import ARMOR_GAP, CALLED_SHOT, MAIM, NONE, OTHER_HAND

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.effort import Effort
    from affray.rulesets.renaissance.sheet import Harm, Weapon


def precision(strike: i64) -> i64:
    """Return the keyword that aimed strikes gain."""
    return tags.PRECISION if strike == CALLED_SHOT or strike == MAIM or strike == ARMOR_GAP else 0


@mypyc_attr(acyclic=True)
class Attack:
    """One attack: by whom, on whom, with what and how. What is thrown at a place has that for its
    target, and nobody else."""

    place: i64 = NONE
    location: str = ""
    limb: i64 = 0
    fists: i64 = 0
    """Hands that strike by themselves, and so do not help with the weapon."""
    one_of_many: bool = False
    many_targets: bool = False
    reaction: str = ""
    """The rule by which the declared defence is a reaction; empty if it is none."""
    riding_by: bool = False
    passes_several: bool = False
    receiving_charge: bool = False
    defense: Effort | None = None
    caught_with: i64 = NONE
    was_downgraded: bool = False

    def __init__(
        self, attacker: Combatant, target: Combatant, weapon: Weapon, strike: i64, thrown: bool
    ) -> None:
        self.attacker: Final = attacker
        self.target: Final = target
        self.weapon: Final = weapon
        self.strike: Final[i64] = strike
        self.thrown: Final = thrown
        self.hand: i64 = attacker.hand_with(weapon.base)
        """The hand that holds the weapon; NONE for a weapon that needs none."""
        self.off_hand: bool = self.hand == OTHER_HAND
        self.melee: Final = not thrown and weapon.is_melee()
        self.keywords: Final[i64] = weapon.keywords | precision(strike)
        self.harm: Harm = weapon.harm


@mypyc_attr(acyclic=True)
class Walk:
    """A move under way: whose, on which mount, along which cells, and how much of it is logged."""

    def __init__(self, who: Combatant, gait: i64, path: list[int]) -> None:
        self.who: Final = who
        self.mount: Final[i64] = who.mount
        self.gait: Final[i64] = gait
        self.goal: Final[i64] = path[len(path) - 1]
        self.metres: float = 0.0
        self.logged_metres: float = 0.0
        self.is_logged: bool = False
        self.opened_to: Final[list[int]] = []
        """Enemies who had the opening that a move away or past them gives."""
        self.charged_at: Final[list[int]] = []
        """Enemies whose braced weapon it has met."""
