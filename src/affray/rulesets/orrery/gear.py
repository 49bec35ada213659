"""What somebody has to attack with, and what follows from that."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from affray.rulesets.orrery.sheet import Weapon

MOST_KEPT: Final = 64
"""For how many states of a combatant's gear it is kept what follows from them."""


@mypyc_attr(acyclic=True)
class Gear:
    """The weapons and runes of a combatant as they are now. It never changes: other weapons are
    other gear.

    All fights of a scenario share it.
    """

    def __init__(self, arms: list[int], runes: list[int], weapons: list[Weapon]) -> None:
        self.arms: Final = arms.copy()
        self.runes: Final = runes.copy()
        self.shoots: Final = len(arms) > 0 and weapons[arms[0]].is_ranged()
        """Whether they fight best from afar: the first of the weapons is ranged."""
        self.has_shield: Final = any(weapons[item].shield for item in arms)


def gear_of(kept: list[Gear], arms: list[int], runes: list[int], weapons: list[Weapon]) -> Gear:
    """Return the gear of these weapons and runes, a known one or a new one."""
    for known in kept:
        if known.arms == arms and known.runes == runes:
            return known
    found = Gear(arms, runes, weapons)
    if len(kept) < MOST_KEPT:
        kept.append(found)
    return found
