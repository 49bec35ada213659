# ruff: noqa: E501, E702
# fmt: off
"""The house rules of Shinobi as they stand in one scenario.

Written from rulebook.toml by `make house`: change them there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


class House:
    """Every switch of the rulebook, by its name."""

    attack_between_corners: Final[bool]; dodge: Final[str]; turn_unmoved: Final[bool]; close_water: Final[str]; close_earth: Final[str]; defender_wins_shot: Final[str]; ranged_earth: Final[str]; shuriken_in_zone: Final[bool]; shuriken_at_untouchable: Final[bool]; injured_return: Final[bool]

    def __init__(self, settings: Mapping[str, bool | int | str]) -> None:
        self.attack_between_corners = bool(settings["attack_between_corners"]); self.dodge = str(settings["dodge"]); self.turn_unmoved = bool(settings["turn_unmoved"]); self.close_water = str(settings["close_water"]); self.close_earth = str(settings["close_earth"]); self.defender_wins_shot = str(settings["defender_wins_shot"]); self.ranged_earth = str(settings["ranged_earth"]); self.shuriken_in_zone = bool(settings["shuriken_in_zone"]); self.shuriken_at_untouchable = bool(settings["shuriken_at_untouchable"]); self.injured_return = bool(settings["injured_return"])
