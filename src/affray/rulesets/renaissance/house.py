# ruff: noqa: E501, E702
# fmt: off
"""The house rules of Renaissance as they stand in one scenario.

Written from rulebook.toml by `make house`: change them there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64


class House:
    """Every switch of the rulebook, by its name."""

    most_rerolls: Final[i64]; grid: Final[str]; half_metres: Final[str]; parry_is_reaction: Final[bool]; parry_with_caught: Final[bool]; declare_defense: Final[str]; scatter: Final[str]; maimed_neck: Final[str]; maneuver_modifiers: Final[str]; resistance: Final[str]; downgraded_margin: Final[str]; rolled_twice: Final[str]; own_turn_reaction: Final[str]; unarmed_penalty: Final[str]; critical_bruises: Final[bool]; natural_off_hand: Final[str]; large_reach_riders: Final[bool]; mount_opportunity: Final[bool]; ride_by_targets: Final[str]; prone_braces: Final[bool]; wound_checks: Final[str]

    def __init__(self, settings: Mapping[str, bool | int | str]) -> None:
        self.most_rerolls = int(settings["most_rerolls"]); self.grid = str(settings["grid"]); self.half_metres = str(settings["half_metres"]); self.parry_is_reaction = bool(settings["parry_is_reaction"]); self.parry_with_caught = bool(settings["parry_with_caught"]); self.declare_defense = str(settings["declare_defense"]); self.scatter = str(settings["scatter"]); self.maimed_neck = str(settings["maimed_neck"]); self.maneuver_modifiers = str(settings["maneuver_modifiers"]); self.resistance = str(settings["resistance"]); self.downgraded_margin = str(settings["downgraded_margin"]); self.rolled_twice = str(settings["rolled_twice"]); self.own_turn_reaction = str(settings["own_turn_reaction"]); self.unarmed_penalty = str(settings["unarmed_penalty"]); self.critical_bruises = bool(settings["critical_bruises"]); self.natural_off_hand = str(settings["natural_off_hand"]); self.large_reach_riders = bool(settings["large_reach_riders"]); self.mount_opportunity = bool(settings["mount_opportunity"]); self.ride_by_targets = str(settings["ride_by_targets"]); self.prone_braces = bool(settings["prone_braces"]); self.wound_checks = str(settings["wound_checks"])
