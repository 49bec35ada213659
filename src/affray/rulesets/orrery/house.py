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

    success_on: Final[i64]; double_success_on: Final[i64]; critical: Final[bool]; advantage: Final[str]; actions: Final[i64]; first_side: Final[str]; beyond_distant: Final[str]; enemy_cover: Final[bool]; closed_gate: Final[str]; wholly_above: Final[i64]; shield_block: Final[str]; monster_factors: Final[str]; monsters_roll: Final[bool]; rune_factors: Final[bool]; hearts: Final[i64]; stamina: Final[i64]; stamina_for: Final[str]; dying: Final[str]; further_successes: Final[str]; throw_size: Final[i64]; fall_test: Final[str]; tethered_aim: Final[str]; hidden_until: Final[str]; unaware_block: Final[str]

    def __init__(self, settings: Mapping[str, bool | int | str]) -> None:
        self.success_on = int(settings["success_on"]); self.double_success_on = int(settings["double_success_on"]); self.critical = bool(settings["critical"]); self.advantage = str(settings["advantage"]); self.actions = int(settings["actions"]); self.first_side = str(settings["first_side"]); self.beyond_distant = str(settings["beyond_distant"]); self.enemy_cover = bool(settings["enemy_cover"]); self.closed_gate = str(settings["closed_gate"]); self.wholly_above = int(settings["wholly_above"]); self.shield_block = str(settings["shield_block"]); self.monster_factors = str(settings["monster_factors"]); self.monsters_roll = bool(settings["monsters_roll"]); self.rune_factors = bool(settings["rune_factors"]); self.hearts = int(settings["hearts"]); self.stamina = int(settings["stamina"]); self.stamina_for = str(settings["stamina_for"]); self.dying = str(settings["dying"]); self.further_successes = str(settings["further_successes"]); self.throw_size = int(settings["throw_size"]); self.fall_test = str(settings["fall_test"]); self.tethered_aim = str(settings["tethered_aim"]); self.hidden_until = str(settings["hidden_until"]); self.unaware_block = str(settings["unaware_block"])
