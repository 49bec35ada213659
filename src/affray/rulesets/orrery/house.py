"""The house rules of Orrery as they stand in one scenario.

Written from rulebook.toml by `make house`: change them there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64


class House:
    """Every switch of the rulebook, by its name."""

    success_on: Final[i64]
    """[core.success]"""
    double_success_on: Final[i64]
    """[core.double-success]"""
    critical: Final[bool]
    """[core.critical]"""
    advantage: Final[str]
    """[core.adv-dis]"""
    actions: Final[i64]
    """[core.turn]"""
    first_side: Final[str]
    """[core.first-side]"""
    wholly_above: Final[i64]
    """[modifier.wholly-above]"""
    shield_block: Final[str]
    """[block.shield]"""
    monsters_roll: Final[bool]
    """[block.monsters]"""
    hearts: Final[i64]
    """[health.hearts]"""
    stamina: Final[i64]
    """[health.stamina]"""
    stamina_for: Final[str]
    """[health.stamina-uses]"""
    dying: Final[str]
    """[health.dying]"""
    tethered_aim: Final[str]
    """[status.tethered-aim]"""
    unaware_block: Final[str]
    """[status.unaware-block]"""

    def __init__(self, settings: Mapping[str, bool | int | str]) -> None:
        self.success_on = int(settings["success_on"])
        self.double_success_on = int(settings["double_success_on"])
        self.critical = bool(settings["critical"])
        self.advantage = str(settings["advantage"])
        self.actions = int(settings["actions"])
        self.first_side = str(settings["first_side"])
        self.wholly_above = int(settings["wholly_above"])
        self.shield_block = str(settings["shield_block"])
        self.monsters_roll = bool(settings["monsters_roll"])
        self.hearts = int(settings["hearts"])
        self.stamina = int(settings["stamina"])
        self.stamina_for = str(settings["stamina_for"])
        self.dying = str(settings["dying"])
        self.tethered_aim = str(settings["tethered_aim"])
        self.unaware_block = str(settings["unaware_block"])
