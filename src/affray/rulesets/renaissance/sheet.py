"""Renaissance's files: what content and scenarios may say, and how they become sheets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, field_validator

from affray.core.problems import Problem, unknown_name
from affray.core.ruleset import (
    MOST_FIGHTERS,
    Data,
    EntryData,
    Name,
    PlacementData,
    ScenarioData,
    SheetBuilder,
    Slug,
    merged_fields,
)
from affray.rulesets.renaissance.areas import ROLLED_AREA
from affray.rulesets.renaissance.gear import (
    BASIC_PROFICIENCY,
    FIRST_KEYWORDS,
    LINKED,
    LONG_RELOAD,
    MEDIUM,
    NATURAL,
    NATURAL_KEYWORD,
    NO_RELOAD,
    NONE,
    QUICK_RELOAD,
    RIDE,
    SIZES,
    SKILLS,
    STANDARD_RELOAD,
    TAGS,
    THROWN,
    UNARMED,
    UNARMED_ATTACK,
    UNARMED_KEYWORD,
    WAYS_OF_RESISTANCE,
    Aptitudes,
    Armour,
    Body,
    Harm,
    House,
    Mode,
    Outfit,
    Resistance,
    Sheet,
    Weapon,
)
from affray.rulesets.renaissance.scene import Scene
from affray.rulesets.renaissance.strikes import SUITABLE
from affray.space.grid import Grid
from affray.space.hexes import Hexes

THROW = (5, 15, 30, 45)
"""How far things are thrown, before their weight is considered [ranged.throwing]."""

UNTRAINED = 15
"""What every aptitude starts from."""

ROUGH = 2.0
"""What a metre of difficult ground costs."""

UNARMED_PENALTIES = {"section": (-10, -20), "unsorted": (-10, -10), "none": (0, 0)}
"""Against the armed, attacking and defending [unarmed.versus-armed]."""

RELOADS = {
    "none": NO_RELOAD,
    "quick": QUICK_RELOAD,
    "standard": STANDARD_RELOAD,
    "two-standard": LONG_RELOAD,
}

Dv = Annotated[str, StringConstraints(pattern=r"^[0-9]d10(/2)?([+-][0-9]{1,2})?(\+DB)?$")]
Skill = Literal[
    "fray",
    "melee-weapons",
    "pole-arms",
    "unarmed-combat",
    "ranged-weapons",
    "athletics",
    "ride",
    "deception",
    "read",
    "perception",
    "stealth",
]
AttackSkill = Literal["melee-weapons", "pole-arms", "unarmed-combat", "ranged-weapons"]
Aptitude = Literal["cog", "coo", "int", "sav", "som", "wil"]
Size = Literal["tiny", "small", "medium", "large", "very-large"]
Suited = Literal[
    "called shot", "knock down", "maim", "mighty blow", "armor gap", "dismount", "disarm", "trip",
    "catch",
]  # fmt: skip
Metres = Annotated[int, Field(ge=0, le=2000)]
Cell = Annotated[list[int], Field(min_length=2, max_length=2)]


def harm(text: str, ap: int) -> Harm:
    """The damage that '2d10+3+DB' is."""
    found = re.fullmatch(r"([0-9])d10(/2)?([+-][0-9]{1,2})?(\+DB)?", text)
    assert found is not None
    dice, halved, bonus, db = found.groups()
    return Harm(int(dice), int(bonus or 0), db is not None, halved is not None, ap)


class WeaponData(Data):
    """A weapon: its damage in each use, its armour penetration, its skills and its tags."""

    damage: Dv = Field(description="damage, such as 1d10+3+DB, or 1d10/2")
    ap: int = Field(default=0, ge=0, le=50, description="armour penetration")
    both_hands: Dv | None = Field(
        default=None, description="damage when the other hand is free to help"
    )
    charging: Dv | None = Field(default=None, description="damage in a mounted charge")
    charging_ap: int = Field(default=0, ge=0, le=50)
    overcharged: Dv | None = Field(default=None, description="damage when overcharged")
    overcharged_ap: int = Field(default=0, ge=0, le=50)
    skills: list[AttackSkill] = Field(
        default=["melee-weapons"], min_length=1, description="which skills wield it"
    )
    hands: int = Field(default=1, ge=0, le=2, description="hands it takes; 0 for natural weapons")
    tags: list[str] = Field(default_factory=list)
    suited: list[Suited] = Field(
        default_factory=list, description="strikes and manoeuvres it has no penalty for"
    )
    keywords: list[Slug] = Field(default_factory=list, description="such as fire or cold")
    ranges: Annotated[list[Metres], Field(min_length=4, max_length=4)] | None = Field(
        default=None, description="short, medium, long and extreme range of a shot, in metres"
    )
    throw_factor: float = Field(
        default=1.0, gt=0, le=5, description="how much further, or less far, it is thrown"
    )
    reload: Literal["none", "quick", "standard", "two-standard"] = "none"
    shoots: Slug | None = Field(default=None, description="the kind of ammunition it shoots")
    area: Annotated[int, Field(ge=1, le=50)] | Literal["1d10"] | None = Field(
        default=None, description="how far a splash goes, in metres"
    )
    effect: Literal["burns", "slips", "dazes"] | None = Field(
        default=None, description="what a splash does to those in it"
    )

    @field_validator("tags")
    @classmethod
    def known_tags(cls, value: list[str]) -> list[str]:
        """[weapon.tags]"""
        for tag in value:
            if tag not in TAGS:
                raise ValueError(unknown_name("tag", tag, TAGS))
        return value


class AmmunitionData(Data):
    """Uncommon ammunition, which is counted [ranged.ammunition]."""

    fits: Slug = Field(description="what kind it is: arrow, bolt, bullet")
    damage: int = Field(default=0, ge=-20, le=20, description="added to the weapon's DV")
    ap: int = Field(default=0, ge=-20, le=20, description="added to the weapon's AP")
    keywords: list[Slug] = Field(default_factory=list)


class ArmourData(Data):
    """Armour or a shield: its value, and what wearing it hinders [armor.penalty]."""

    value: int = Field(ge=0, le=30, description="how much damage it keeps off")
    coo: int = Field(default=0, ge=-60, le=0, description="penalty to checks of COO")
    init: int = Field(default=0, ge=-20, le=0, description="penalty to INIT")
    tags: list[str] = Field(default_factory=list)

    @field_validator("tags")
    @classmethod
    def known_tags(cls, value: list[str]) -> list[str]:
        """[weapon.tags]"""
        return WeaponData.known_tags(value)

    def made(self, name: str) -> Armour:
        """The armour as the rules use it."""
        return Armour(name, self.value, self.coo, self.init, tag_bits(self.tags))


class ResistanceData(Data):
    """A resistance or vulnerability: to what, and what the entry itself says."""

    to: Slug = Field(description="the keyword it applies to, such as fire or precision")
    dv: str = Field(
        default="", pattern=r"^([+-][0-9]{1,2}|/[2-9]|x[2-9])?$", description="-2, +3, /2 or x3"
    )
    effect: Literal["burns", "melts"] | None = None


class ModeData(Data):
    """A way of moving."""

    base: int = Field(ge=0, le=200)
    full: int = Field(ge=0, le=400)


class RaceData(Data):
    """A race: what its members are born with."""

    dur: int = Field(ge=1, le=100)
    str: int = Field(ge=0, le=100)
    move: ModeData
    modes: dict[Slug, ModeData] = Field(default_factory=dict)
    aptitudes: dict[Aptitude, int] = Field(default_factory=dict)
    size: Size = "medium"
    ranged_size: Size | None = Field(default=None, description="the size it counts as to archers")
    skin: int = Field(default=0, ge=0, le=20, description="natural armour")
    resists: list[ResistanceData] = Field(default_factory=list)


class FighterFields(Data):
    """What a fighter's sheet may say; all of it can be changed where the fighter is placed."""

    race: Slug | None = Field(default=None, description="adds to aptitudes, gives DUR, STR, move")
    aptitudes: dict[Aptitude, Annotated[int, Field(ge=0, le=60)]] | None = Field(
        default=None, description="before the race adds to them; 15 where not given"
    )
    str: int | None = Field(default=None, ge=0, le=100)
    dur: int | None = Field(default=None, ge=1, le=200, description="durability")
    db: int | None = Field(default=None, ge=0, le=30, description="(SOM+STR)/10 if not given")
    init: int | None = Field(default=None, ge=0, le=40, description="(INT+COO)/5 if not given")
    size: Size | None = None
    skin: int | None = Field(default=None, ge=0, le=30, description="natural armour")
    move: ModeData | None = None
    modes: dict[Slug, ModeData] | None = None
    ranks: dict[Skill, Annotated[int, Field(ge=0, le=99)]] | None = Field(
        default=None, description="ranks of skills, added to their aptitudes"
    )
    skills: dict[Skill, Annotated[int, Field(ge=0, le=200)]] | None = Field(
        default=None, description="totals of skills, instead of ranks"
    )
    proficiencies: list[Slug] | None = Field(
        default=None, description="the only weapons they have learned; all if not given"
    )
    weapons: list[Slug] | None = Field(default=None, description="the first is in the hand")
    off_hand: Slug | None = Field(default=None, description="a weapon in the other hand")
    natural: list[Slug] | None = Field(default=None, description="natural weapons")
    powers: list[Slug] | None = Field(default=None, description="attacks that need no hand")
    armor: Slug | None = None
    layer: Slug | None = Field(default=None, description="a layerable piece over the armour")
    shield: Slug | None = None
    ammunition: dict[Slug, Annotated[int, Field(ge=0, le=999)]] | None = Field(
        default=None, description="uncommon ammunition, by count"
    )
    luck: int | None = Field(default=None, ge=0, le=10, description="1 for PCs if not given")
    negates: int | None = Field(default=None, ge=0, le=10, description="wounds not felt")
    ambidextrous: bool | None = None
    resists: list[ResistanceData] | None = None
    vulnerable: list[ResistanceData] | None = None
    major: bool | None = Field(default=None, description="a major NPC, who may notice things")
    unaware: bool | None = None
    hidden: bool | None = None
    mount: Slug | None = Field(default=None, description="which fighter it rides")
    war_trained: bool | None = Field(default=None, description="can be ridden in combat")


class FighterData(EntryData, FighterFields):
    """A fighter of the content, or of a scenario's own."""


class PlacedData(PlacementData, FighterFields):
    """A fighter on the field: who it is, where it stands, and what is different about it."""

    at: Cell = Field(description="column and row, counted from 0")
    count: int = Field(default=1, ge=1, le=MOST_FIGHTERS, description="how many of them")


class SideData(Data):
    """A side: player characters or not, and its fighters."""

    name: Name
    pcs: bool = Field(default=False, description="whether these are player characters")
    fighters: list[PlacedData] = Field(min_length=1, max_length=MOST_FIGHTERS)


class MapData(Data):
    """The field: rows of one-metre squares, or of hexes.

    '.' is open ground, '#' solid, '~' difficult (each metre counts twice), 'o' low cover.
    """

    rows: list[Annotated[str, StringConstraints(pattern=r"^[.#~o]+$", max_length=100)]] = Field(
        min_length=1, max_length=100
    )
    walls: list[tuple[float, float, float, float]] = Field(
        default_factory=list, description="thin walls from corner to corner, on squares only"
    )


class ContentData(Data):
    """Renaissance's content: weapons, armour, shields, races and opponents [content.tables]."""

    weapons: dict[Slug, WeaponData] = Field(default_factory=dict)
    ammunition: dict[Slug, AmmunitionData] = Field(default_factory=dict)
    armor: dict[Slug, ArmourData] = Field(default_factory=dict)
    shields: dict[Slug, ArmourData] = Field(default_factory=dict)
    races: dict[Slug, RaceData] = Field(default_factory=dict)
    fighters: dict[Slug, FighterData] = Field(default_factory=dict)


class RenaissanceScenario(ScenarioData, ContentData):
    """A Renaissance scenario: a map, two or more sides, and content of its own if it likes."""

    map: MapData
    sides: list[SideData] = Field(min_length=2, max_length=8)


def tag_bits(tags: list[str]) -> int:
    """Tags as the rules have them."""
    bits = 0
    for tag in tags:
        bits |= TAGS[tag]
    return bits


class Workshop(SheetBuilder):
    """Makes sheets from data, and collects what is wrong with it."""

    def __init__(self, scenario: RenaissanceScenario, content: ContentData) -> None:
        super().__init__()
        self.scenario = scenario
        self.weapons = {**content.weapons, **scenario.weapons}
        self.ammunition = {**content.ammunition, **scenario.ammunition}
        self.armor = {**content.armor, **scenario.armor}
        self.shields = {**content.shields, **scenario.shields}
        self.races = {**content.races, **scenario.races}
        self.fighters = {**content.fighters, **scenario.fighters}
        self.used: dict[str, Weapon] = {}
        self.keywords: list[str] = list(FIRST_KEYWORDS)
        self.shots: list[str] = []
        self.modes: list[str] = ["walk"]
        self.taken: set[int] = set()
        self.learned: list[tuple[Sheet, list[str] | None]] = []

    def keyword_bits(self, names: list[str]) -> int:
        """Keywords as bits, each given a number when it is first met [resist.keywords]."""
        bits = 0
        for name in names:
            if name not in self.keywords:
                self.keywords.append(name)
            bits |= 1 << self.keywords.index(name)
        return bits

    # --- weapons ---------------------------------------------------------------------------------

    def weapon(self, key: str, name: str) -> int | None:
        """The number of a weapon, put on the scene's list when it is first used."""
        if not self.is_known(key, "weapon", name, self.weapons):
            return None
        if name not in self.used:
            index = len(self.used)
            self.used[name] = self.made(name, name, index, index, None, -1)
        return int(self.used[name].index)

    def made(
        self, name: str, title: str, index: int, base: int, shot: AmmunitionData | None, ammo: int
    ) -> Weapon:
        """A weapon as the rules use it, with common or with other ammunition."""
        data = self.weapons[name]
        more, ap, keywords = (shot.damage, shot.ap, shot.keywords) if shot else (0, 0, [])
        plain = harm(data.damage, data.ap + ap)
        tags = tag_bits(data.tags)
        keyword_bits = self.keyword_bits([*data.keywords, *keywords])
        if tags & NATURAL:
            keyword_bits |= int(NATURAL_KEYWORD)
        if tags & UNARMED_ATTACK:
            keyword_bits |= int(UNARMED_KEYWORD)
        ranges = list(data.ranges or ())
        if tags & THROWN and not ranges:
            ranges = [int(metres * data.throw_factor) for metres in THROW]
        suited = 0
        for one in data.suited:
            suited |= 1 << SUITABLE.index(one)
        return Weapon(
            index,
            title,
            [SKILLS.index(skill) for skill in data.skills],
            data.hands,
            Harm(plain.dice, plain.bonus + more, plain.adds_db, plain.halved, plain.ap),
            harm(data.both_hands, data.ap) if data.both_hands else None,
            harm(data.charging, data.charging_ap) if data.charging else None,
            harm(data.overcharged, data.overcharged_ap + ap) if data.overcharged else None,
            tags,
            suited,
            keyword_bits,
            ranges,
            bool(data.ranges) and not tags & THROWN and data.hands > 0,
            RELOADS[data.reload],
            int(ROLLED_AREA) if data.area in ("1d10", None) else int(data.area),
            data.effect or "",
            base,
            ammo,
        )

    def load(self) -> None:
        """Adds each shooting weapon once more for each uncommon ammunition that fits it."""
        for name in list(self.used):
            kind = self.weapons[name].shoots
            base = self.used[name]
            for number, shot in enumerate(self.shots):
                data = self.ammunition[shot]
                if kind is not None and data.fits == kind:
                    title = f"{name} ({shot})"
                    index = len(self.used)
                    self.used[title] = self.made(name, title, index, base.index, data, number)

    # --- the map ----------------------------------------------------------------------------------

    def grid(self, hexes: bool) -> Grid:
        """The map as squares, or as hexes [grid.squares, grid.hexes]."""
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
        """The cell to stand in: the one given, or the nearest that is free."""
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
        """Everybody on the field, in the order of the file, each mount after its rider."""
        found: list[Sheet] = []
        for number, side in self.sides(self.scenario.sides):
            for key, placed in self.placements(number, side.fighters, self.fighters):
                for copy in range(placed.count):
                    self.place(key, number, side, placed, copy, grid, found)
        return found

    def place(
        self,
        key: str,
        number: int,
        side: SideData,
        placed: PlacedData,
        copy: int,
        grid: Grid,
        found: list[Sheet],
    ) -> None:
        """One fighter, and what it rides."""
        base = self.fighters[placed.is_]
        fields = merged_fields(FighterFields, base, placed, ("aptitudes", "ranks", "skills"))
        cell = self.spot(key, list(placed.at), grid)
        if cell is None:
            return
        name = self.name_for(key, placed, base.title, copy, placed.count)
        me = len(found)
        steed = fields.mount
        if steed is not None and not self.is_known(f"{key}.mount", "fighter", steed, self.fighters):
            steed = None
        if steed is not None and not self.fighters[steed].war_trained:
            self.add_problem(
                f"{key}.mount",
                f"{steed!r} is neither trained for war nor fearless; give it war_trained = true",
            )  # [mount.shared-turn]
        mount = me + 1 if steed is not None else int(NONE)
        found.append(self.sheet(key, name, number, cell, side.pcs, fields, mount, int(NONE)))
        if steed is not None:
            title = self.fighters[steed].title or steed.replace("-", " ")
            ridden = merged_fields(FighterFields, self.fighters[steed], None)
            steed_name = self.unused_name(key, f"{name}'s {title.lower()}", False)
            found.append(
                self.sheet(f"{key}.mount", steed_name, number, cell, False, ridden, int(NONE), me)
            )

    def sheet(
        self,
        key: str,
        name: str,
        side: int,
        cell: int,
        pc: bool,
        fields: FighterFields,
        mount: int,
        rider: int,
    ) -> Sheet:
        """One fighter's sheet, given in full or built from race, aptitudes and ranks."""
        race = None
        if fields.race is not None and self.is_known(
            f"{key}.race", "race", fields.race, self.races
        ):
            race = self.races[fields.race]
        aptitudes = self.aptitudes(fields, race)
        outfit = self.outfit(key, fields)
        skills = self.skills(fields, aptitudes)
        sheet = Sheet(
            name,
            side,
            cell,
            pc,
            bool(fields.major),
            aptitudes,
            self.body(key, fields, race, aptitudes, outfit),
            skills,
            [],
            outfit,
            fields.luck if fields.luck is not None else int(pc),
            bool(fields.ambidextrous),
            skills[RIDE] - aptitudes.coo >= BASIC_PROFICIENCY,
            skills[UNARMED] - aptitudes.som >= BASIC_PROFICIENCY,
            bool(fields.unaware),
            bool(fields.hidden),
            mount,
            rider,
        )
        self.learned.append((sheet, fields.proficiencies))
        return sheet

    def aptitudes(self, fields: FighterFields, race: RaceData | None) -> Aptitudes:
        """15, or what is given, and what the race adds."""
        given = fields.aptitudes or {}
        born = {
            name: given.get(name, UNTRAINED) + (race.aptitudes.get(name, 0) if race else 0)
            for name in ("cog", "coo", "int", "sav", "som", "wil")
        }
        strength = fields.str if fields.str is not None else race.str if race else UNTRAINED * 2
        return Aptitudes(
            born["cog"],
            born["coo"],
            born["int"],
            born["sav"],
            born["som"],
            born["wil"],
            strength,
        )

    def skills(self, fields: FighterFields, born: Aptitudes) -> list[int]:
        """Totals as given, or aptitude and ranks; the bare aptitude for what was never learned."""
        linked = {"coo": born.coo, "som": born.som, "sav": born.sav, "int": born.int}
        totals, ranks = fields.skills or {}, fields.ranks or {}
        found = []
        for number, skill in enumerate(SKILLS):
            base = int(linked[LINKED[number]])
            found.append(totals.get(skill, base + ranks.get(skill, 0)))  # type: ignore[call-overload]
        return found

    def body(
        self,
        key: str,
        fields: FighterFields,
        race: RaceData | None,
        born: Aptitudes,
        outfit: Outfit,
    ) -> Body:
        """Vital statistics; INIT is (INT + COO) / 5 [turn.initiative]."""
        dur = fields.dur if fields.dur is not None else race.dur if race else None
        if dur is None:
            self.add_problem(f"{key}.dur", "is missing: give dur, or a race")
            dur = 1
        init = fields.init if fields.init is not None else (born.int + born.coo) // 5
        for armour in outfit.worn:
            init += armour.init_penalty
        size = SIZES.index(fields.size or (race.size if race else SIZES[MEDIUM]))
        ranged_size = size
        if race is not None and race.ranged_size is not None and fields.size is None:
            ranged_size = SIZES.index(race.ranged_size)
        move = fields.move or (race.move if race else ModeData(base=4, full=12))
        modes = [Mode(0, move.base, move.full)]
        for name, mode in (fields.modes or (race.modes if race else {})).items():
            if name not in self.modes:
                self.modes.append(name)
            modes.append(Mode(self.modes.index(name), mode.base, mode.full))
        resists = [*(race.resists if race else []), *(fields.resists or [])]
        resistances = [self.resistance(entry, -1) for entry in resists]
        resistances.extend(self.resistance(entry, 1) for entry in fields.vulnerable or [])
        return Body(
            dur,
            fields.db if fields.db is not None else (born.som + born.str) // 10,
            init,
            size,
            ranged_size,
            fields.skin if fields.skin is not None else race.skin if race else 0,
            fields.negates or 0,
            modes,
            resistances,
        )

    def resistance(self, entry: ResistanceData, sign: int) -> Resistance:
        """A line of the sheet; one that says nothing else halves or doubles [resist.options]."""
        dv = entry.dv or ("" if entry.effect else "/2" if sign < 0 else "x2")
        times = int(dv[1:]) if dv.startswith("x") else 1
        divisor = int(dv[1:]) if dv.startswith("/") else 1
        plus = int(dv) if dv[:1] in ("+", "-") else 0
        bit = self.keyword_bits([entry.to])
        return Resistance(entry.to, bit, sign, times, divisor, plus, entry.effect or "")

    def outfit(self, key: str, fields: FighterFields) -> Outfit:
        """What is in the hands, worn and carried."""
        arms = self.arms(f"{key}.weapons", fields.weapons or [])
        off = self.arms(f"{key}.off_hand", [fields.off_hand] if fields.off_hand else [])
        natural = self.arms(f"{key}.natural", fields.natural or [])
        always = [*natural, *self.arms(f"{key}.powers", fields.powers or [])]
        weapons = list(self.used.values())
        always.extend(item for item in arms if weapons[item].hands == 0)
        arms = [item for item in arms if weapons[item].hands > 0]
        if not natural:
            always.append(self.weapon(key, "unarmed") or 0)
        shield = None
        if fields.shield and self.is_known(f"{key}.shield", "shield", fields.shield, self.shields):
            shield = self.shields[fields.shield].made(fields.shield)
        main = arms[0] if arms else int(NONE)
        if main >= 0 and weapons[main].hands == 2 and (off or shield):
            what = "a shield" if shield else "another weapon"
            self.add_problem(
                f"{key}.weapons.0",
                f"{weapons[main].name!r} takes both hands, so {what} cannot be held as well",
            )
        if off and shield:
            self.add_problem(f"{key}.off_hand", "the shield is in that hand")
        return Outfit(
            main,
            off[0] if off else int(NONE),
            arms[1:],
            always,
            self.worn(key, fields),
            shield,
            self.ammo(key, fields),
        )

    def arms(self, key: str, names: list[str]) -> list[int]:
        """Weapons by number."""
        found = []
        for index, name in enumerate(names):
            weapon = self.weapon(f"{key}.{index}", name)
            if weapon is not None:
                found.append(weapon)
        return found

    def worn(self, key: str, fields: FighterFields) -> list[Armour]:
        """One suit and one layerable piece."""
        found = []
        if fields.armor and self.is_known(f"{key}.armor", "armor", fields.armor, self.armor):
            found.append(self.armor[fields.armor].made(fields.armor))
        if fields.layer and self.is_known(f"{key}.layer", "armor", fields.layer, self.armor):
            if "layerable" not in self.armor[fields.layer].tags:
                self.add_problem(
                    f"{key}.layer", f"{fields.layer!r} cannot be worn over other armour"
                )
            found.append(self.armor[fields.layer].made(fields.layer))
        return found

    def ammo(self, key: str, fields: FighterFields) -> list[int]:
        """How many of each uncommon ammunition; filled up when all kinds are known."""
        counts: list[int] = [0] * len(self.shots)
        for name, count in (fields.ammunition or {}).items():
            if self.is_known(f"{key}.ammunition.{name}", "ammunition", name, self.ammunition):
                if name not in self.shots:
                    self.shots.append(name)
                    counts.append(0)
                counts[self.shots.index(name)] = count
        return counts

    def finish(self) -> None:
        """What can be said only when every weapon and ammunition is known."""
        self.load()
        for sheet, proficiencies in self.learned:
            while len(sheet.outfit.ammo) < len(self.shots):
                sheet.outfit.ammo.append(0)
            for name, weapon in self.used.items():
                if weapon.ammo < 0 and not self.is_learned(sheet, name, weapon, proficiencies):
                    sheet.unproficient.append(int(weapon.index))

    def is_learned(
        self, sheet: Sheet, name: str, weapon: Weapon, proficiencies: list[str] | None
    ) -> bool:
        """Ten ranks of its skill, and its own proficiency where they are listed
        [attack.skill, natural.armed]."""
        if proficiencies is not None and name not in proficiencies and name != "unarmed":
            return False
        skill = sheet.best_skill(weapon)
        born = sheet.aptitudes
        linked = {"coo": born.coo, "som": born.som}
        return sheet.skill(skill) - linked[LINKED[skill]] >= BASIC_PROFICIENCY


def prepare(
    scenario: RenaissanceScenario, content: ContentData, house: Mapping[str, bool | int | str]
) -> Scene | list[Problem]:
    """A scenario made ready to fight, or everything that is wrong with it."""
    workshop = Workshop(scenario, content)
    workshop.weapon("weapons", "unarmed")
    attack, defense = UNARMED_PENALTIES[str(house["unarmed_penalty"])]
    rules = House(
        house["grid"] == "hex",
        bool(house["parry_is_reaction"]),
        house["scatter"] == "1d10",
        WAYS_OF_RESISTANCE.index(str(house["resistance"])),
        attack,
        defense,
    )
    grid = workshop.grid(rules.hexes)
    sheets = workshop.sheets(grid) if not workshop.problems else []
    workshop.finish()
    if workshop.problems:
        return workshop.problems
    return Scene(
        scenario.title,
        [side.name for side in scenario.sides],
        sheets,
        list(workshop.used.values()),
        workshop.modes,
        grid,
        rules,
        scenario.round_limit,
    )
