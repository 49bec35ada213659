"""An Orrery scenario made ready: places, sheets, options, and values computed once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Heading, Setup
from affray.core.table import Table
from affray.rulesets.orrery.fight import OrreryFight
from affray.rulesets.orrery.gear import Gear
from affray.rulesets.orrery.house import House
from affray.rulesets.orrery.log import PHRASES
from affray.rulesets.orrery.options import OptionTable
from affray.rulesets.orrery.pool import PoolRules, can_buy_blocks
from affray.rulesets.orrery.sheet import DEFENSE, SKILL_NAMES, Arms, Encounter, Hazard, Sheet
from affray.rulesets.orrery.sight import Sight
from affray.space.bands import Bands


class Scene(Setup):
    """Everything about a scenario that a fight does not change."""

    def __init__(
        self,
        heading: Heading,
        sheets: list[Sheet],
        arms: Arms,
        places: Bands,
        edges: list[list[int]],
        encounters: list[Encounter],
        hazards: list[Hazard],
        house: House,
    ) -> None:
        super().__init__(heading, [sheet.name for sheet in sheets], PHRASES)
        self.sheets: Final = sheets
        self.weapons: Final = arms.weapons
        self.runes: Final = arms.runes
        self.engines: Final = arms.engines
        self.places: Final = places
        self.edges: Final = edges
        self.encounters: Final = encounters
        self.hazards: Final = hazards
        self.house: Final = house
        self.options: Final = OptionTable(self.names, places.names(), arms)
        barred = [(i, sheet.bars) for i, sheet in enumerate(sheets) if sheet.bars is not None]
        self.barriers: Final = [index for index, _ in barred]
        self.sight: Final = Sight(
            places, house, [(index, places.lines_through(*link)) for index, link in barred]
        )
        self.bands: Final = self.sight.bands
        self.gates_stop: Final = len(self.barriers) > 0 and house.closed_gate == "stops"
        self.attack_pools: Final = PoolRules(house, True)
        self.other_pools: Final = PoolRules(house, False)
        self.buys_blocks: Final = can_buy_blocks(house)
        self.gears: Final = [Gear(one.arms, one.rune_numbers, arms.weapons) for one in sheets]
        """Each combatant's gear at the start."""

    def blank_fight(self, table: Table) -> OrreryFight:
        return OrreryFight(self, table)

    def board(self) -> dict[str, object]:
        found = self.places.data()
        found["engines"] = [
            {"name": engine.name, "place": int(engine.spot)} for engine in self.engines
        ]
        found["edges"] = [[here, below] for here, row in enumerate(self.edges) for below in row]
        return found

    def emblem(self, who: i64) -> str:
        sheet = self.sheets[who]
        if sheet.thing:
            return "engine"
        if sheet.rune_numbers and not sheet.weapons:
            return "caster"
        first = self.weapons[sheet.arms[0]]
        if sheet.rune_numbers and not first.is_ranged() and sheet.magic > sheet.melee:
            return "caster"
        return first.emblem

    def sheet_of(self, who: i64) -> dict[str, object]:
        sheet = self.sheets[who]
        found: dict[str, object] = {
            "scores": [[name.capitalize(), f"d{die}"] for name, die in sheet.named_dice()],
            "weapons": [self.weapons[item].shown(sheet) for item in sheet.arms],
            "runes": [self.runes[item].shown(sheet) for item in sheet.rune_numbers],
            "armour": f"{SKILL_NAMES[DEFENSE]} d{sheet.defense}",
            "size": sheet.size.capitalize(),
            "hearts": int(sheet.hearts),
            "stamina": int(sheet.stamina),
            "boons": int(sheet.boons),
            "flaws": int(sheet.flaws),
            "potions": int(sheet.potions),
            "weak to": list(sheet.weak),
            "strong against": list(sheet.strong),
        }
        if not self.house.monsters_roll and not sheet.pc:
            found["figures"] = [["Attack", int(sheet.attack)], ["Block", int(sheet.block)]]
        return found

    def last_hazard(self, encounter: i64) -> i64:
        """Return the last round of a fight that has a hazard."""
        rounds = [hazard.round for hazard in self.hazards if hazard.encounter == encounter]
        return max(rounds, default=0)
