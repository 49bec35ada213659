"""The scenario as rules read it: sheets, weapons, the map, house rules and options."""

from __future__ import annotations

from typing import Final

from affray.rulesets.renaissance.gear import GearStates
from affray.rulesets.renaissance.house import House
from affray.rulesets.renaissance.options import Options
from affray.rulesets.renaissance.sheet import Catalogue, Sheet
from affray.rulesets.renaissance.terrain import Terrain
from affray.space.grid import Grid


class Scene:
    """Everything about a scenario that a fight does not change."""

    def __init__(self, sheets: list[Sheet], catalogue: Catalogue, grid: Grid, house: House) -> None:
        weapons = catalogue.weapons
        self.sheets: Final = sheets
        self.weapons: Final = weapons
        self.shields: Final = catalogue.shields
        self.grid: Final = grid
        self.house: Final = house
        self.forms: Final = [[one for one in weapons if one.base == arm.index] for arm in weapons]
        """Each weapon with every usable ammunition."""
        self.gear_states: Final = [GearStates(one, weapons, catalogue.shields) for one in sheets]
        self.terrain: Final = Terrain(grid)
        self.options: Final = Options(sheets, catalogue, grid)
