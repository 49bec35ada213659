"""A combatant's weapons and runes, and facts derived from them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from affray.rulesets.orrery.sheet import Weapon


@mypyc_attr(acyclic=True)
class Gear:
    """The current weapons and runes of a combatant.

    It is immutable: a combatant with other weapons has other gear.
    """

    def __init__(self, arms: list[int], runes: list[int], weapons: list[Weapon]) -> None:
        self.arms: Final = arms.copy()
        self.runes: Final = runes.copy()
        self.kinds: Final = list(dict.fromkeys(arms))
        """The weapons without duplicates, which would offer no further choice."""
        self.shoots: Final = len(arms) > 0 and weapons[arms[0]].is_ranged()
        """Whether the combatant fights best from afar: its first weapon is ranged."""
        self.has_shield: Final = any(weapons[item].shield for item in arms)
