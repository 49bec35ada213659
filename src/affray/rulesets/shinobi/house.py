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

    dodge: Final[str]; close_water: Final[str]; close_earth: Final[str]; ranged_earth: Final[str]; injured_return: Final[bool]

    def __init__(self, settings: Mapping[str, bool | int | str]) -> None:
        self.dodge = str(settings["dodge"]); self.close_water = str(settings["close_water"]); self.close_earth = str(settings["close_earth"]); self.ranged_earth = str(settings["ranged_earth"]); self.injured_return = bool(settings["injured_return"])
