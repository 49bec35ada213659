"""Renaissance's files: what content and scenarios may say, and how they become sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from affray.core.data import Data
from affray.core.file_fields import built, fields_of, values_of
from affray.core.problems import Problem
from affray.core.ruleset import MOST_FIGHTERS, Name, ScenarioData, Slug
from affray.core.scenario import (
    EntryData,
    PlacementData,
    SheetBuilder,
    scenario_sides,
    side_fighters,
)
from affray.rulesets.renaissance import sheet as sheets
from affray.rulesets.renaissance import skills, tags
from affray.rulesets.renaissance.house import House
from affray.rulesets.renaissance.scene import Scene
from affray.rulesets.renaissance.setup import RenaissanceSetup
from affray.rulesets.renaissance.sheet import (
    NONE,
    Ammunition,
    Aptitude,
    Aptitudes,
    Armor,
    Body,
    Catalogue,
    Mode,
    Resistance,
    Sheet,
    Size,
    Weapon,
)
from affray.space.grid import Grid
from affray.space.hexes import Hexes

ROUGH = 2.0
"""The cost of a metre of difficult ground."""

WALKING: dict[str, int] = {"base": 4, "full": 12}
"""The default movement rates of a fighter."""

JOINED = ("aptitudes", "ranks", "skills")
"""Tables that a placed fighter changes key by key."""

Cell = Annotated[list[int], Field(min_length=2, max_length=2)]


@fields_of(Weapon)
class WeaponData(Data):
    """A weapon: its damage in each use, its armour penetration, its skills and its tags."""


@fields_of(Ammunition)
class AmmunitionData(Data):
    """Uncommon ammunition: the weapons it fits, and its changes to them."""


@fields_of(Resistance)
class ResistanceData(Data):
    """A resistance or vulnerability: its keywords, and the entry's own effect."""


@fields_of(Armor)
class ArmorData(Data):
    """Armour or a shield: its value, and the penalties of wearing it."""

    resists: list[ResistanceData] = Field(
        default_factory=list, description="what it keeps off better than its value says"
    )
    vulnerable: list[ResistanceData] = Field(
        default_factory=list, description="what it keeps off worse than its value says"
    )


@fields_of(Mode)
class ModeData(Data):
    """A way of moving, with its rates per turn."""


@fields_of(Body)
class RaceData(Data):
    """A race: the innate values of its members."""

    move: ModeData = Field(description="how they walk")
    modes: dict[Slug, ModeData] = Field(
        default_factory=dict, description="other ways they move, such as burrow"
    )
    aptitudes: dict[Aptitude, int] = Field(
        default_factory=dict, description="added to a member's own"
    )
    ranged_size: Size | None = Field(default=None, description="the size it counts as to archers")
    resists: list[ResistanceData] = Field(
        default_factory=list, description="what all of them resist"
    )


@fields_of(Sheet, optional=True)
class FighterFields(Data):
    """The fields of a fighter's sheet; a placed fighter may change any of them."""

    move: ModeData | None = Field(default=None, description="how they walk, if not as their race")
    modes: dict[Slug, ModeData] | None = Field(
        default=None, description="other ways they move, such as gallop, if not as their race"
    )
    resists: list[ResistanceData] | None = Field(default=None, description="what they resist")
    vulnerable: list[ResistanceData] | None = Field(
        default=None, description="what they are vulnerable to"
    )


class FighterData(EntryData, FighterFields):
    """A fighter of the content, or of a scenario's own."""


class PlacedData(PlacementData, FighterFields):
    """A fighter on the field: its sheet, its cell, and its differences from the sheet."""

    at: Cell = Field(description="column and row, counted from 0")
    count: int = Field(default=1, ge=1, le=MOST_FIGHTERS, description="how many of them")


class SideData(Data):
    """A side: player characters or not, and its fighters."""

    name: Name = Field(description="what the side is called")
    pcs: bool = Field(default=False, description="whether these are player characters")
    fighters: list[PlacedData] = side_fighters("who stands where")


class MapData(Data):
    """The field: rows of one-metre squares, or of hexes.

    '.' is open ground, '#' solid, '~' difficult (each metre counts twice), 'o' low cover.
    """

    rows: list[Annotated[str, Field(pattern=r"^[.#~o]+$", max_length=100)]] = Field(
        min_length=1,
        max_length=100,
        description="'.' is open ground, '#' solid, '~' difficult, 'o' low cover",
    )
    walls: list[tuple[float, float, float, float]] = Field(
        default_factory=list, description="thin walls from corner to corner, on squares only"
    )


class ContentData(Data):
    """Renaissance's content: weapons, armour, shields, races and opponents [content.tables]."""

    weapons: dict[Slug, WeaponData] = Field(default_factory=dict, description="weapons by name")
    fighters: dict[Slug, FighterData] = Field(default_factory=dict, description="fighters by name")
    armor: dict[Slug, ArmorData] = Field(default_factory=dict, description="armour by name")
    ammunition: dict[Slug, AmmunitionData] = Field(
        default_factory=dict, description="uncommon ammunition by name"
    )
    races: dict[Slug, RaceData] = Field(
        default_factory=dict, description="races by name, with what their people have in common"
    )
    shields: dict[Slug, ArmorData] = Field(default_factory=dict, description="shields by name")


class RenaissanceScenario(ScenarioData, ContentData):
    """A Renaissance scenario: a map, two or more sides, and optionally its own content."""

    map: MapData = Field(description="where it happens")
    sides: list[SideData] = scenario_sides()


class Figures:
    """The values that files give a fighter: the race's, overridden by the entry's, overridden by
    the placed fighter's."""

    def __init__(self, race: RaceData | None, *data: FighterFields) -> None:
        self.race = race
        own = values_of(Sheet, *data, joined=JOINED)
        bodily = values_of(Body, race) if race is not None else {}
        self.values: dict[str, Any] = {**bodily, **own}
        self.ranged_size: str = self.values.get("size_name", "medium")
        if race is not None and race.ranged_size is not None and "size_name" not in own:
            self.ranged_size = race.ranged_size
        self.move = race.move if race is not None else ModeData.model_validate(WALKING)
        self.modes = race.modes if race is not None else {}
        self.resists: list[ResistanceData] = []
        self.vulnerable: list[ResistanceData] = []
        for one in data:
            self.move = one.move or self.move
            self.modes = one.modes if one.modes is not None else self.modes
            self.resists = one.resists if one.resists is not None else self.resists
            self.vulnerable = one.vulnerable if one.vulnerable is not None else self.vulnerable


class RenaissanceBuilder(SheetBuilder[RenaissanceScenario, ContentData]):
    """Makes sheets from data, and collects the problems of a scenario."""

    def __init__(self, scenario: RenaissanceScenario, content: ContentData) -> None:
        super().__init__(scenario, content)
        self.used: dict[str, Weapon] = {}
        self.used_shields: dict[str, Armor] = {}
        self.shots: list[str] = []
        self.modes: list[str] = ["walk"]
        self.taken: set[int] = set()

    # --- weapons ---------------------------------------------------------------------------------

    def weapon(self, key: str, name: str) -> int | None:
        """Return the number of a weapon, and add it to the scene's list when it is first used."""
        if not self.is_known(key, "weapon", name, self.content.weapons):
            return None
        if name not in self.used:
            self.made(name, name, len(self.used), None, int(NONE))
        return int(self.used[name].index)

    def made(self, name: str, title: str, base: int, shot: Ammunition | None, ammo: int) -> None:
        """Add a weapon to the scene's list, with common or other ammunition."""
        data = self.content.weapons[name]
        index = len(self.used)
        self.used[title] = built(
            Weapon, data, index=index, name=title, base=base, ammo=ammo, shot=shot
        )

    def load(self) -> None:
        """Add each shooting weapon again for each uncommon ammunition that fits it."""
        for name, base in list(self.used.items()):
            for number, shot in enumerate(self.shots):
                ammunition = built(Ammunition, self.content.ammunition[shot])
                if ammunition.fits == base.shoots:
                    self.made(name, f"{name} ({shot})", int(base.index), ammunition, number)

    # --- the map ----------------------------------------------------------------------------------

    def grid(self, hexes: bool) -> Grid:
        """Return the map as squares, or as hexes [grid.squares, grid.hexes]."""
        given = self.scenario.map
        width = len(given.rows[0])
        cells = "".join(given.rows)
        for index, row in enumerate(given.rows):
            if len(row) != width:
                self.add_problem(
                    f"map.rows.{index}", f"has {len(row)} cells; the first row has {width}"
                )
                return Grid(1, 1)
        solid = [cell for cell, mark in enumerate(cells) if mark == "#"]
        costs = {cell: ROUGH for cell, mark in enumerate(cells) if mark == "~"}
        cover = [cell for cell, mark in enumerate(cells) if mark == "o"]
        if not hexes:
            return Grid(width, len(given.rows), solid, costs, cover, given.walls)
        if given.walls:
            self.add_problem("map.walls", "on hexes walls are whole cells: write them as '#'")
        return Hexes(width, len(given.rows), solid, costs, cover)

    def spot(self, key: str, at: list[int], grid: Grid) -> int | None:
        """Return a fighter's starting cell: the given one, or the nearest free cell."""
        x, y = at
        if not grid.inside(x, y):
            size = f"columns 0 to {grid.width - 1} and rows 0 to {grid.height - 1}"
            self.add_problem(f"{key}.at", f"the map has {size}; {x},{y} is outside")
            return None
        start = int(grid.cell(x, y))
        if grid.solid[start]:
            self.add_problem(f"{key}.at", f"{x},{y} is solid; nobody can stand there")
            return None
        cost = grid.reachable(start, 1000, 1.5)
        for cell in sorted(range(grid.size), key=lambda cell: (cost[cell], cell)):
            if cell not in self.taken and cost[cell] < 1000:
                self.taken.add(cell)
                return cell
        self.add_problem(f"{key}.at", "there is no room left there")
        return None

    # --- sheets -----------------------------------------------------------------------------------

    def sheets(self, grid: Grid) -> list[Sheet]:
        """List the sheets in the order of the file, each mount after its rider."""
        found: list[Sheet] = []
        for number, side in self.sides(self.scenario.sides):
            for key, placed in self.placements(number, side.fighters, self.content.fighters):
                for copy in range(placed.count):
                    cell = self.spot(key, list(placed.at), grid)
                    if cell is not None:
                        common = {"side": number, "cell": cell}
                        found.extend(self.place(key, side, placed, copy, len(found), common))
        return found

    def place(
        self,
        key: str,
        side: SideData,
        placed: PlacedData,
        copy: int,
        index: int,
        common: dict[str, int],
    ) -> list[Sheet]:
        """List a fighter's sheet, and its mount's."""
        entry = self.content.fighters[placed.is_]
        name = self.name_for(key, placed, entry.title, copy, placed.count)
        figures = self.figures(key, entry, placed)
        kind = figures.values.get("mount_name")
        ridden = self.mount(key, kind)
        steed = int(NONE) if ridden is None else index + 1
        common["rider"] = int(NONE)
        rider = self.sheet(key, figures, name=name, is_pc=side.pcs, mount=steed, **common)
        if ridden is None or kind is None:
            return [rider]
        title = (ridden.title or kind.replace("-", " ")).lower()
        its_key = f"{key}.mount"
        its = self.figures(its_key, ridden)
        for shared in ("unaware", "hidden"):
            its.values[shared] = figures.values.get(shared, False)
        common.update(mount=int(NONE), rider=index)
        its_name = self.unused_name(key, f"{name}'s {title}", False)
        return [rider, self.sheet(its_key, its, name=its_name, is_pc=False, **common)]

    def mount(self, key: str, name: str | None) -> FighterData | None:
        """Return a fighter's mount, which must be trained for war [mount.shared-turn]."""
        if name is None or not self.is_known(
            f"{key}.mount", "fighter", name, self.content.fighters
        ):
            return None
        if not values_of(Sheet, self.content.fighters[name]).get("war_trained"):
            self.add_problem(
                f"{key}.mount",
                f"{name!r} is neither trained for war nor fearless; give it war_trained = true",
            )
        return self.content.fighters[name]

    def figures(self, key: str, *data: FighterFields) -> Figures:
        """Return the values given for a fighter, with its race's values."""
        race = values_of(Sheet, *data).get("race")
        if race is not None and self.is_known(f"{key}.race", "race", race, self.content.races):
            return Figures(self.content.races[race], *data)
        return Figures(None, *data)

    def sheet(self, key: str, figures: Figures, **known: Any) -> Sheet:
        """Return a sheet, given in full or built from race, aptitudes and ranks; INIT is (INT +
        COO) / 5 [turn.initiative]."""
        values, race = figures.values, figures.race
        if "dur" not in values:
            self.add_problem(f"{key}.dur", "is missing: give dur, or a race")
            values["dur"] = 1
        born = self.born(values.get("aptitudes", {}), race)
        worn = self.worn(key, values)
        values.setdefault("strength", 2 * int(sheets.UNTRAINED))
        values.setdefault("db", (born.som + values["strength"]) // 10)
        values.setdefault("luck", int(known["is_pc"]))
        values["init"] = values.get("init", (born.int + born.coo) // 5) + sum(
            one.init_penalty for one in worn
        )
        return Sheet(
            **values,
            **known,
            **self.arms(key, values),
            born=born,
            worn=worn,
            ranged_size=sheets.SIZES.index(figures.ranged_size),
            modes=self.modes_of(figures),
            resistances=self.resistances(figures, worn),
            ammo=self.ammo(key, values.get("ammunition", {})),
        )

    def born(self, given: Mapping[str, int], race: RaceData | None) -> Aptitudes:
        """Return the aptitudes: 15 or the given value, plus the race's bonus."""
        more: Mapping[Any, int] = race.aptitudes if race is not None else {}
        names = ("cog", "coo", "int", "sav", "som", "wil")
        return Aptitudes(
            **{name: given.get(name, int(sheets.UNTRAINED)) + more.get(name, 0) for name in names}
        )

    def modes_of(self, figures: Figures) -> list[Mode]:
        """List walking and every other way of moving, each numbered when it is first met."""
        found = [built(Mode, figures.move, number=0)]
        for name, mode in figures.modes.items():
            if name not in self.modes:
                self.modes.append(name)
            found.append(built(Mode, mode, number=self.modes.index(name)))
        return found

    def resistances(self, figures: Figures, worn: list[Armor]) -> list[Resistance]:
        """List the resistances and vulnerabilities of race, sheet and armour."""
        race = figures.race
        own = [*(race.resists if race else []), *figures.resists]
        found = self.lines(own, figures.vulnerable)
        for armor in worn:
            found.extend(armor.resistances)
        return found

    def lines(
        self, resists: list[ResistanceData], vulnerable: list[ResistanceData]
    ) -> list[Resistance]:
        """List lines of resistance and of vulnerability [resist.keywords]."""
        entries = [(entry, -1) for entry in resists] + [(entry, 1) for entry in vulnerable]
        return [built(Resistance, entry, sign=sign) for entry, sign in entries]

    def armour(self, data: ArmorData, name: str) -> Armor:
        """Return armour or a shield, with its own resistances."""
        return built(Armor, data, name=name, resistances=self.lines(data.resists, data.vulnerable))

    def arms(self, key: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the items held and carried, and the weapons that need no hand."""
        arms = self.numbers(f"{key}.weapons", values.get("weapons", []))
        other = values.get("off_hand")
        off = self.numbers(f"{key}.off_hand", [other] if other else [])
        natural = self.numbers(f"{key}.natural", values.get("natural", []))
        always = [*natural, *self.numbers(f"{key}.powers", values.get("powers", []))]
        weapons = list(self.used.values())
        always.extend(item for item in arms if weapons[item].hands == 0)
        arms = [item for item in arms if weapons[item].hands > 0]
        if not natural:
            always.append(self.weapon(key, sheets.BARE_HANDS) or 0)
        shield = self.shield(f"{key}.shield", values.get("shield_name"))
        main = arms[0] if arms else int(NONE)
        if main >= 0 and weapons[main].hands == 2 and (off or shield >= 0):
            what = "a shield" if shield >= 0 else "another weapon"
            self.add_problem(
                f"{key}.weapons.0",
                f"{weapons[main].name!r} takes both hands, so {what} cannot be held as well",
            )
        if off and shield >= 0:
            self.add_problem(f"{key}.off_hand", "the shield is in that hand")
        return {
            "main": main,
            "off": off[0] if off else int(NONE),
            "carried": arms[1:],
            "always": always,
            "shield": shield,
        }

    def shield(self, key: str, name: str | None) -> int:
        """Return the number of a shield, and add it to the scene's list when it is first used."""
        if not name or not self.is_known(key, "shield", name, self.content.shields):
            return int(NONE)
        if name not in self.used_shields:
            self.used_shields[name] = self.armour(self.content.shields[name], name)
        return list(self.used_shields).index(name)

    def numbers(self, key: str, names: list[str]) -> list[int]:
        """List weapons by number."""
        found = []
        for index, name in enumerate(names):
            weapon = self.weapon(f"{key}.{index}", name)
            if weapon is not None:
                found.append(weapon)
        return found

    def worn(self, key: str, values: Mapping[str, Any]) -> list[Armor]:
        """List the armour worn: one suit and one layerable piece."""
        found = []
        for field in ("armor", "layer"):
            name = values.get(field)
            if name and self.is_known(f"{key}.{field}", "armor", name, self.content.armor):
                armor = self.armour(self.content.armor[name], name)
                if field == "layer" and not armor.tags & tags.LAYERABLE:
                    self.add_problem(f"{key}.layer", f"{name!r} cannot be worn over other armour")
                found.append(armor)
        return found

    def ammo(self, key: str, given: Mapping[str, int]) -> list[int]:
        """List how many there are of each uncommon ammunition known so far."""
        counts: list[int] = [0] * len(self.shots)
        for name, count in given.items():
            if self.is_known(
                f"{key}.ammunition.{name}", "ammunition", name, self.content.ammunition
            ):
                if name not in self.shots:
                    self.shots.append(name)
                    counts.append(0)
                counts[self.shots.index(name)] = count
        return counts

    def finish(self, found: list[Sheet]) -> None:
        """Set the values that depend on all weapons and ammunition."""
        self.load()
        for sheet in found:
            while len(sheet.ammo) < len(self.shots):
                sheet.ammo.append(0)
            sheet.unproficient = [False] * len(self.used)
            sheet.unproficient_throwing = [False] * len(self.used)
            for name, weapon in self.used.items():
                if weapon.ammo < 0:
                    wielding, throwing = sheet.best_skill(weapon), int(skills.RANGED)
                    index = int(weapon.index)
                    sheet.unproficient[index] = not self.is_learned(sheet, name, wielding)
                    sheet.unproficient_throwing[index] = not self.is_learned(sheet, name, throwing)

    def is_learned(self, sheet: Sheet, name: str, skill: int) -> bool:
        """Return whether a fighter has learned a weapon [attack.skill, natural.armed].

        That takes ten ranks of its skill and, if the sheet lists proficiencies, its own
        proficiency.
        """
        listed = sheet.proficiencies
        if listed is not None and name not in listed and name != sheets.BARE_HANDS:
            return False
        return bool(sheet.ranks_in(skill) >= skills.BASIC_PROFICIENCY)


def prepare(
    scenario: RenaissanceScenario, content: ContentData, settings: Mapping[str, bool | int | str]
) -> RenaissanceSetup | list[Problem]:
    """Return a scenario made ready to fight, or all its problems."""
    workshop = RenaissanceBuilder(scenario, content)
    workshop.weapon("weapons", sheets.BARE_HANDS)
    house = House(settings)
    grid = workshop.grid(house.grid == "hex")
    found = workshop.sheets(grid) if not workshop.problems else []
    workshop.finish(found)
    if workshop.problems:
        return workshop.problems
    heading = scenario.heading([side.name for side in scenario.sides])
    weapons, shields = list(workshop.used.values()), list(workshop.used_shields.values())
    scene = Scene(found, Catalogue(weapons, shields, workshop.modes), grid, house)
    return RenaissanceSetup(heading, scene)
