"""An Orrery scenario made ready: places, sheets, options, and what can be worked out once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Heading, Setup
from affray.core.table import Table
from affray.rulesets.orrery.fight import OrreryFight
from affray.rulesets.orrery.gear import Gear, gear_of
from affray.rulesets.orrery.house import House
from affray.rulesets.orrery.log import PHRASES
from affray.rulesets.orrery.options import OptionTable
from affray.rulesets.orrery.pool import can_buy_blocks
from affray.rulesets.orrery.sheet import SKILLS, Arms, Encounter, Hazard, Sheet
from affray.rulesets.orrery.sight import Sight, bands_by
from affray.space.bands import Bands


class Scene(Setup):
    """Everything about a scenario that no fight changes."""

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
        self.bands: Final = bands_by(house, places)
        self.sight: Final = Sight(places, house)
        self.barriers: Final = [i for i, sheet in enumerate(sheets) if sheet.bars is not None]
        self.spot_count: Final[i64] = len(places.spots)
        self.barred_links: Final = barred_links(sheets, len(places.spots))
        """From each spot to each, 1 where something bars the way as long as it stands."""
        self.barrier_lines: Final = [
            places.lines_through(sheet.bars[0], sheet.bars[1])
            for sheet in sheets
            if sheet.bars is not None
        ]
        self.gates_stop: Final = len(self.barriers) > 0 and house.closed_gate == "stops"
        self.buys_blocks: Final = can_buy_blocks(house)
        self.gears: Final[list[list[Gear]]] = [[] for _ in sheets]
        """What each combatant has had to attack with so far."""

    def blank_fight(self, table: Table) -> OrreryFight:
        return OrreryFight(self, table)

    def gear_of(self, who: i64, arms: list[int], runes: list[int]) -> Gear:
        """Return what a combatant with these weapons and runes has to attack with."""
        return gear_of(self.gears[who], arms, runes, self.weapons)

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
            "armour": f"{SKILLS[3].capitalize()} d{sheet.defense}",
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
        last: i64 = 0
        for hazard in self.hazards:
            if hazard.encounter == encounter and hazard.round > last:
                last = hazard.round
        return last


def barred_links(sheets: list[Sheet], count: int) -> bytes:
    """Return a row for each spot with 1 where a combatant bars the way as long as it stands."""
    found = bytearray(count * count)
    for sheet in sheets:
        if sheet.bars is not None:
            one, other = sheet.bars
            found[one * count + other] = 1
            found[other * count + one] = 1
    return bytes(found)
