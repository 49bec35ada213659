# ruff: noqa: E501, E702
# fmt: off
"""The house rules of Olde as they stand in one scenario.

Written from rulebook.toml by `make house`: change them there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64


class House:
    """Every switch of the rulebook, by its name."""

    minimal_sight: Final[str]; damage_die: Final[str]; damage_explodes: Final[bool]; dodge_defense: Final[bool]; motionless: Final[str]; weak_crossbow: Final[str]; partial_sight: Final[i64]; advanced_actions: Final[bool]; aimed_shot: Final[i64]; criticals: Final[bool]

    def __init__(self, settings: Mapping[str, bool | int | str]) -> None:
        self.minimal_sight = str(settings["minimal_sight"]); self.damage_die = str(settings["damage_die"]); self.damage_explodes = bool(settings["damage_explodes"]); self.dodge_defense = bool(settings["dodge_defense"]); self.motionless = str(settings["motionless"]); self.weak_crossbow = str(settings["weak_crossbow"]); self.partial_sight = int(settings["partial_sight"]); self.advanced_actions = bool(settings["advanced_actions"]); self.aimed_shot = int(settings["aimed_shot"]); self.criticals = bool(settings["criticals"])
