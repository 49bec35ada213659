# ruff: noqa: E501, E702
# fmt: off
"""The house rules of Renaissance as they stand in one scenario.

Written from rulebook.toml by `make house`: change them there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


class House:
    """Every switch of the rulebook, by its name."""

    grid: Final[str]; half_metres: Final[str]; parry_is_reaction: Final[bool]; scatter: Final[str]; resistance: Final[str]; unarmed_penalty: Final[str]; ride_by_targets: Final[str]

    def __init__(self, settings: Mapping[str, bool | int | str]) -> None:
        self.grid = str(settings["grid"]); self.half_metres = str(settings["half_metres"]); self.parry_is_reaction = bool(settings["parry_is_reaction"]); self.scatter = str(settings["scatter"]); self.resistance = str(settings["resistance"]); self.unarmed_penalty = str(settings["unarmed_penalty"]); self.ride_by_targets = str(settings["ride_by_targets"])
