"""A Renaissance scenario made ready: the grid, the sheets, and every option, made once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.emblems import weapon_emblem
from affray.core.fight import Heading, Setup
from affray.core.table import Table
from affray.rulesets.renaissance.game import RenaissanceGame
from affray.rulesets.renaissance.log import PHRASES
from affray.rulesets.renaissance.scene import Scene
from affray.rulesets.renaissance.sheet import Sheet, Weapon
from affray.rulesets.renaissance.skills import SKILLS


class RenaissanceSetup(Setup):
    """A Renaissance scenario made ready to fight."""

    def __init__(self, heading: Heading, scene: Scene) -> None:
        super().__init__(heading, [sheet.name for sheet in scene.sheets], PHRASES)
        self.scene: Final = scene

    def blank_fight(self, table: Table) -> RenaissanceGame:
        return RenaissanceGame(self, self.scene, table)

    def emblem(self, who: i64) -> str:
        """Return the emblem for a fighter's weapon or kind."""
        sheet = self.scene.sheets[who]
        if sheet.rider >= 0:
            return "mount"
        if sheet.main < 0 and sheet.powers:
            return "caster"
        if sheet.main >= 0 and sheet.shield >= 0:
            return "shield"
        weapon = self.scene.weapons[sheet.main if sheet.main >= 0 else sheet.always[0]]
        return weapon_emblem(weapon.name, not weapon.is_melee())

    def sheet_of(self, who: i64) -> dict[str, object]:
        sheet = self.scene.sheets[who]
        born = sheet.born
        found: dict[str, object] = {
            "scores": {
                "COG": int(born.cog),
                "COO": int(born.coo),
                "INT": int(born.int),
                "SAV": int(born.sav),
                "SOM": int(born.som),
                "WIL": int(born.wil),
                "STR": int(sheet.strength),
                "DUR": int(sheet.dur),
                "INIT": int(sheet.init),
            },
            "weapons": [
                {
                    "name": weapon.name,
                    "figures": weapon_figures(weapon),
                    "tags": list(weapon.tag_names),
                }
                for weapon in [self.scene.weapons[item] for item in self.arms_of(sheet)]
            ],
            "armour": ", ".join([f"{one.name} {one.value}" for one in sheet.worn]) or "none",
            "skills": [f"{name} {sheet.skill(number)}" for number, name in enumerate(SKILLS)],
        }
        if sheet.shield >= 0:
            found["shield"] = self.scene.shields[sheet.shield].name
        return found

    def arms_of(self, sheet: Sheet) -> list[int]:
        """List a fighter's possible weapons: in hand, carried, and those that need no hand."""
        held = [int(item) for item in (sheet.main, sheet.off) if item >= 0]
        return list(dict.fromkeys([*held, *sheet.carried, *sheet.always]))

    def board(self) -> dict[str, object]:
        grid = self.scene.grid
        cells = range(grid.size)
        return {
            **grid.data(),
            "hexes": self.scene.house.grid == "hex",
            "rough": [cell for cell in cells if grid.costs[cell] > 1.0],
            "cover": [cell for cell in cells if grid.cover[cell]],
            "walls": [list(wall) for wall in grid.walls],
        }


def weapon_figures(weapon: Weapon) -> str:
    """Return a weapon's damage, armour penetration and ranges in words."""
    found = f"DV {weapon.damage}"
    if weapon.ap:
        found += f", AP {weapon.ap}"
    if weapon.shot_ranges:
        found += f", {weapon.shot_ranges[0]} to {weapon.shot_ranges[-1]} m"
    return found
