"""The attack and the move that are being resolved."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.effort import Effort
from affray.rulesets.renaissance.sheet import (
    ARMOR_GAP,
    CALLED_SHOT,
    MAIM,
    NO_STRIKE,
    NONE,
    OTHER_HAND,
    Harm,
    Weapon,
)

PRECISE_STRIKES: Final = frozenset((int(CALLED_SHOT), int(MAIM), int(ARMOR_GAP)))
"""The strikes that gain the keyword Precision."""


@mypyc_attr(acyclic=True)
class Attack:
    """One attack: its attacker, target, weapon and manner.

    An item thrown at a place has only the place as its target.
    """

    place: i64 = NONE
    location: str = ""
    limb: i64 = 0
    fists: i64 = 0
    """Hands that strike by themselves, and so cannot help hold the weapon."""
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
        self.keywords: list[str] = weapon.keywords
        if strike != NO_STRIKE and strike in PRECISE_STRIKES:
            self.keywords = [*weapon.keywords, "precision"]
        self.harm: Harm = weapon.harm


@mypyc_attr(acyclic=True)
class Walk:
    """A move in progress: the mover, the mount, the cells, and how much of it is logged."""

    def __init__(self, who: Combatant, gait: i64, path: list[int]) -> None:
        self.who: Final = who
        self.mount: Final[i64] = who.mount
        self.gait: Final[i64] = gait
        self.goal: Final[i64] = path[len(path) - 1]
        self.metres: float = 0.0
        self.logged_metres: float = 0.0
        self.is_logged: bool = False
        self.opened_to: Final[list[int]] = []
        """Enemies who have had the opening that a move away from or past them gives."""
        self.charged_at: Final[list[int]] = []
        """Enemies whose braced weapon it has met."""
