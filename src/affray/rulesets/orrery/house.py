# ruff: noqa: E501, E702
# fmt: off
"""The house rules of Orrery as they stand in one scenario.

Written from rulebook.toml by `make house`: change them there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64


class House:
    """Every switch of the rulebook, by its name."""

    success_on: Final[i64]; double_success_on: Final[i64]; critical: Final[bool]; advantage: Final[str]; actions: Final[i64]; first_side: Final[str]; wholly_above: Final[i64]; shield_block: Final[str]; monsters_roll: Final[bool]; hearts: Final[i64]; stamina: Final[i64]; stamina_for: Final[str]; dying: Final[str]; tethered_aim: Final[str]; unaware_block: Final[str]

    def __init__(self, settings: Mapping[str, bool | int | str]) -> None:
        self.success_on = int(settings["success_on"]); self.double_success_on = int(settings["double_success_on"]); self.critical = bool(settings["critical"]); self.advantage = str(settings["advantage"]); self.actions = int(settings["actions"]); self.first_side = str(settings["first_side"]); self.wholly_above = int(settings["wholly_above"]); self.shield_block = str(settings["shield_block"]); self.monsters_roll = bool(settings["monsters_roll"]); self.hearts = int(settings["hearts"]); self.stamina = int(settings["stamina"]); self.stamina_for = str(settings["stamina_for"]); self.dying = str(settings["dying"]); self.tethered_aim = str(settings["tethered_aim"]); self.unaware_block = str(settings["unaware_block"])
