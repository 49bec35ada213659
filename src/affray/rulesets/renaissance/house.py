"""The house rules of Renaissance as they stand in one scenario.

Written from rulebook.toml by `make house`: change them there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


class House:
    """Every switch of the rulebook, by its name."""

    grid: Final[str]
    """[grid.hexes]"""
    half_metres: Final[str]
    """[move.half]"""
    parry_is_reaction: Final[bool]
    """[defend.parry]"""
    declare_defense: Final[str]
    """[defend.declare]"""
    scatter: Final[str]
    """[ranged.scatter]"""
    maimed_neck: Final[str]
    """[strike.neck]"""
    resistance: Final[str]
    """[resist.options]"""
    downgraded_margin: Final[str]
    """[resist.downgraded]"""
    rolled_twice: Final[str]
    """[resist.critical]"""
    own_turn_reaction: Final[str]
    """[reaction.own-turn]"""
    unarmed_penalty: Final[str]
    """[unarmed.versus-armed]"""
    natural_off_hand: Final[str]
    """[natural.off-hand]"""
    ride_by_targets: Final[str]
    """[mount.ride-by-targets]"""
    wound_checks: Final[str]
    """[wound.checks]"""

    def __init__(self, settings: Mapping[str, bool | int | str]) -> None:
        self.grid = str(settings["grid"])
        self.half_metres = str(settings["half_metres"])
        self.parry_is_reaction = bool(settings["parry_is_reaction"])
        self.declare_defense = str(settings["declare_defense"])
        self.scatter = str(settings["scatter"])
        self.maimed_neck = str(settings["maimed_neck"])
        self.resistance = str(settings["resistance"])
        self.downgraded_margin = str(settings["downgraded_margin"])
        self.rolled_twice = str(settings["rolled_twice"])
        self.own_turn_reaction = str(settings["own_turn_reaction"])
        self.unarmed_penalty = str(settings["unarmed_penalty"])
        self.natural_off_hand = str(settings["natural_off_hand"])
        self.ride_by_targets = str(settings["ride_by_targets"])
        self.wound_checks = str(settings["wound_checks"])
