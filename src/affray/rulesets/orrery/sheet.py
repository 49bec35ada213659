"""Orrery's files: what content and scenarios may say, and how they become sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from affray.core.problems import Problem
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
from affray.rulesets.orrery.gear import (
    CONDITIONS,
    EVERY_FIGHT,
    MELEE,
    RANGED,
    SCORES,
    SIZES,
    SKILLS,
    Chapter,
    Engine,
    Happening,
    House,
    Rune,
    Sheet,
    Weapon,
)
from affray.rulesets.orrery.scene import Scene
from affray.space.bands import APART, BANDS, Bands, Spot

UNKNOWN_DIE = 6
"""The die of a score or a skill that a sheet does not give."""

UNARMED = "unarmed"


def read_die(value: object) -> object:
    """'d8' is a die of 8."""
    if isinstance(value, str) and value.lower().startswith("d") and value[1:].isdigit():
        return int(value[1:])
    return value


Die = Annotated[Literal[4, 6, 8, 10, 12], BeforeValidator(read_die)]
Score = Literal["terra", "sun", "moon", "star"]
Size = Literal["item", "tiny", "small", "medium", "large", "huge", "colossal"]
Condition = Literal["burning", "slowed", "blinded", "frightened", "stunned"]
Band = Literal["Touch", "Close", "Nearby", "Distant"]
Rank = Literal["minion", "standard", "brute", "boss"]

RANKS: dict[str, tuple[int, int, int]] = {
    "minion": (2, 1, 0),
    "standard": (4, 2, 1),
    "brute": (6, 3, 1),
    "boss": (10, 4, 2),
}
"""What a monster of a rank has if its sheet does not say: Hearts, Attack and Block figures."""


class WeaponData(Data):
    """A weapon: a score's die, or dice of its own."""

    use: Literal["close", "ranged"] = Field(description="close combat at Touch, or ranged")
    score: Score | None = Field(default=None, description="the score whose die it rolls")
    die: Die | None = Field(default=None, description="a die of its own instead of a score's")
    far: Die | None = Field(default=None, description="its die at Distant, if it is another")
    types: list[Slug] = Field(default_factory=list, description="for type advantage: silver, fire")
    conditions: list[Condition] = Field(
        default_factory=list, description="Conditions that a game master lets it inflict"
    )
    shield: bool = Field(default=False, description="whether it is a shield")

    @model_validator(mode="after")
    def one_kind_of_die(self) -> WeaponData:
        """[close.weapons]"""
        if (self.score is None) == (self.die is None):
            raise ValueError("a weapon has either a score or a die")
        return self

    def made(self, index: int, name: str) -> Weapon:
        """The weapon as the rules use it."""
        return Weapon(
            index,
            name,
            RANGED if self.use == "ranged" else MELEE,
            SCORES.index(self.score) if self.score else -1,
            self.die or 0,
            self.far or self.die or 0,
            list(self.types),
            [CONDITIONS.index(one) for one in self.conditions],
            self.shield,
            name == UNARMED,
        )


class RuneData(Data):
    """A rune: its score, its types, and the Condition it can inflict."""

    score: Score = Field(description="the score whose die it rolls")
    types: list[Slug] = Field(default_factory=list, description="for type advantage: fire, cold")
    condition: Condition = Field(description="what its first Success may inflict")

    def made(self, index: int, name: str) -> Rune:
        """The rune as the rules use it."""
        condition = CONDITIONS.index(self.condition)
        return Rune(index, name, SCORES.index(self.score), list(self.types), condition)


class EngineData(Data):
    """A siege weapon: it rolls twice the dice of the weapon it is like."""

    like: Slug = Field(description="its smaller counterpart, a weapon")


class FighterFields(Data):
    """What a sheet may say; all of it can be changed where the fighter is placed."""

    terra: Die | None = Field(default=None, description="might; d6 if not given, as all dice")
    sun: Die | None = Field(default=None, description="vigour")
    moon: Die | None = Field(default=None, description="cunning")
    star: Die | None = Field(default=None, description="insight")
    melee: Die | None = None
    ranged: Die | None = None
    magic: Die | None = None
    defense: Die | None = Field(default=None, description="what armour and skill make of it")
    hearts: int | None = Field(default=None, ge=1, le=1000, description="a PC's are 5 by default")
    stamina: int | None = Field(default=None, ge=0, le=100, description="for runes; 3 by default")
    boons: int | None = Field(default=None, ge=0, le=20, description="pools to roll again")
    flaws: int | None = Field(default=None, ge=0, le=20, description="how many Boons a Rest gives")
    potions: int | None = Field(default=None, ge=0, le=20, description="potions of healing")
    size: Size | None = Field(default=None, description="medium if not given")
    weapons: list[Slug] | None = None
    runes: list[Slug] | None = None
    weak: list[Slug] | None = Field(default=None, description="types that have adv against it")
    strong: list[Slug] | None = Field(default=None, description="types that have dis against it")
    rank: Rank | None = Field(default=None, description="a monster's Hearts and figures")
    attack: int | None = Field(default=None, ge=0, le=20, description="figure if it does not roll")
    block: int | None = Field(default=None, ge=0, le=20, description="figure if it does not roll")
    actions: int | None = Field(default=None, ge=1, le=4, description="if other than the rule")
    thing: bool | None = Field(default=None, description="a gate or the like: it never acts")
    hidden: bool | None = Field(default=None, description="begins Hidden")
    defenseless: bool | None = Field(default=None, description="begins asleep or bound")


class FighterData(EntryData, FighterFields):
    """A fighter of the content, or of a scenario's own."""


class PlacedData(PlacementData, FighterFields):
    """A fighter on the field: who it is, where it stands, and what is different about it."""

    at: Name = Field(description="the spot it starts at")
    count: int = Field(default=1, ge=1, le=MOST_FIGHTERS, description="how many of them")
    fight: int | None = Field(
        default=None, ge=1, description="which fight of the day it is in; PCs are in all of them"
    )
    bars: tuple[Name, Name] | None = Field(
        default=None, description="while it stands, nobody passes between these two spots"
    )


class SideData(Data):
    """A side: player characters or not, and its fighters."""

    name: Name
    pcs: bool = Field(default=False, description="whether these are player characters")
    fighters: list[PlacedData] = Field(min_length=1, max_length=MOST_FIGHTERS)


class SpotData(Data):
    """A place to stand."""

    name: Name
    height: int = Field(default=0, ge=-1000, le=1000, description="metres above the ground")
    cover: int = Field(default=0, ge=0, le=100, description="percent; from 50 on it is cover")
    dark: bool = False
    obscured: bool = Field(default=False, description="smoke, fog, leaves")
    x: float | None = Field(default=None, description="only for drawing")
    y: float | None = Field(default=None, description="only for drawing")

    def made(self) -> Spot:
        """The spot as the rules use it."""
        drawn = (self.x, self.y) if self.x is not None and self.y is not None else None
        return Spot(self.name, self.height, self.cover, self.dark, self.obscured, drawn)


class MapData(Data):
    """Spots and the bands between them."""

    spots: list[SpotData] = Field(default_factory=list, max_length=60)
    line: list[Name] = Field(
        default_factory=list, max_length=60, description="spots in a row, each Close to the next"
    )
    links: list[tuple[Name, Name, Band]] = Field(
        default_factory=list, description="ways between spots, and how far it is"
    )
    sights: list[tuple[Name, Name, Band]] = Field(
        default_factory=list, description="how far apart two spots are that no way joins"
    )


class PlacedEngine(Data):
    """A siege weapon on the field."""

    is_: Slug = Field(alias="is", description="which engine")
    name: Slug | None = Field(default=None, description="what it is called here")
    at: Name = Field(description="the spot it stands at")
    loaded: bool = False


class FightData(Data):
    """A fight of the day."""

    title: Name
    after: int = Field(default=0, ge=0, le=100_000, description="minutes since the last one ended")
    start: Name | None = Field(default=None, description="where those who go on begin it")


class EventData(Data):
    """A fall, or a falling object, at the start of a round."""

    fight: int = Field(default=1, ge=1, description="in which fight of the day")
    round: int = Field(ge=1, le=10_000)
    who: Name | None = Field(default=None, description="whom it happens to")
    at: Name | None = Field(default=None, description="or the spot where it happens to everybody")
    falls: int | None = Field(default=None, ge=1, le=100_000, description="metres to fall")
    crushed_by: Size | None = Field(default=None, description="how large a thing falls on them")
    fast: bool = Field(default=False, description="it fell far, or fast")
    text: str = Field(default="", max_length=200, description="a sentence for the log")

    @model_validator(mode="after")
    def one_of_each(self) -> EventData:
        """[environment.falling, environment.crushed]"""
        if (self.who is None) == (self.at is None):
            raise ValueError("say either who it happens to or at which spot")
        if (self.falls is None) == (self.crushed_by is None):
            raise ValueError("say either how many metres it falls or what it is crushed_by")
        return self


class ContentData(Data):
    """Orrery's content: the chapter's weapons, and runes, engines and fighters for it."""

    types: list[Slug] = Field(default_factory=list, description="all types there are")
    weapons: dict[Slug, WeaponData] = Field(default_factory=dict)
    runes: dict[Slug, RuneData] = Field(default_factory=dict)
    siege: dict[Slug, EngineData] = Field(default_factory=dict)
    fighters: dict[Slug, FighterData] = Field(default_factory=dict)


class OrreryScenario(ScenarioData, ContentData):
    """An Orrery scenario: a map, two or more sides, and content of its own if it likes."""

    map: MapData
    sides: list[SideData] = Field(min_length=2, max_length=8)
    engines: list[PlacedEngine] = Field(default_factory=list, max_length=40)
    fights: list[FightData] = Field(
        default_factory=list, max_length=20, description="the fights of a day, if more than one"
    )
    events: list[EventData] = Field(default_factory=list, max_length=100)


class Workshop(SheetBuilder):
    """Makes sheets from data, and collects what is wrong with it."""

    def __init__(
        self, scenario: OrreryScenario, content: ContentData, house: Mapping[str, bool | int | str]
    ) -> None:
        super().__init__()
        self.scenario = scenario
        self.house = house
        self.types = dict.fromkeys([*content.types, *scenario.types])
        self.weapons = {**content.weapons, **scenario.weapons}
        self.runes = {**content.runes, **scenario.runes}
        self.siege = {**content.siege, **scenario.siege}
        self.fighters = {**content.fighters, **scenario.fighters}
        self.arms: dict[str, Weapon] = {}
        self.used_runes: dict[str, Rune] = {}

    # --- content ---

    def known_types(self, key: str, types: list[str]) -> None:
        """Checks the names of types."""
        for index, name in enumerate(types):
            self.is_known(f"{key}.{index}", "type", name, self.types)

    def weapon(self, key: str, name: str) -> Weapon | None:
        """A weapon, put on the scene's list when it is first used."""
        if not self.is_known(key, "weapon", name, self.weapons):
            return None
        if name not in self.arms:
            data = self.weapons[name]
            self.known_types(f"weapons.{name}.types", data.types)
            self.arms[name] = data.made(len(self.arms), name)
        return self.arms[name]

    def rune(self, key: str, name: str) -> Rune | None:
        """A rune, put on the scene's list when it is first used."""
        if not self.is_known(key, "rune", name, self.runes):
            return None
        if name not in self.used_runes:
            data = self.runes[name]
            self.known_types(f"runes.{name}.types", data.types)
            self.used_runes[name] = data.made(len(self.used_runes), name)
        return self.used_runes[name]

    def house_rules(self) -> House:
        """The house rules as they stand, with their numbers checked."""
        house = self.house
        stamina_for = str(house["stamina_for"])
        double = house["double_success_on"]
        if double and int(double) <= int(house["success_on"]):
            self.add_problem("house.double_success_on", "expected 0, or a face above success_on")
        return House(
            self.figure("success_on", 2, 12),
            self.figure("double_success_on", 0, 12),
            bool(house["critical"]),
            house["advantage"] == "step-die",
            self.figure("actions", 1, 4),
            str(house["first_side"]),
            bool(house["monsters_roll"]),
            str(house["unaware_block"]),
            house["shield_block"] == "adv",
            house["tethered_aim"] == "dis",
            self.figure("wholly_above", 1, 100),
            stamina_for in ("runes and actions", "all three"),
            stamina_for in ("runes and blocks", "all three"),
            house["dying"] in ("of harm", "untended"),
            house["dying"] == "untended",
        )

    def figure(self, name: str, least: int, most: int) -> int:
        """A house rule that is a number, within its bounds."""
        value = int(self.house[name])
        if not least <= value <= most:
            self.add_problem(
                f"house.{name}", f"expected a number from {least} to {most}, not {value}"
            )
        return value

    # --- the map ---

    def places(self) -> Bands:
        """The map, with its bands checked [range.bands]."""
        given = self.scenario.map
        spots = [spot.made() for spot in given.spots]
        listed = {spot.name for spot in spots}
        spots.extend(
            Spot(name, drawn_at=(float(x), 0.0))
            for x, name in enumerate(given.line)
            if name not in listed
        )
        names = [spot.name for spot in spots]
        if not names:
            self.add_problem("map", "has no spots; list them in spots or in a line")
        number = {name: index for index, name in enumerate(names)}
        links = self.pairs("links", given.links, number)
        links.extend(
            (number[one], number[other], 1)
            for one, other in zip(given.line, given.line[1:], strict=False)
        )
        places = Bands(spots, links, self.pairs("sights", given.sights, number))
        self.check_names(places)
        for one, other, band in places.contradictions():
            nearer = BANDS[places.band(one, other)]
            self.add_problem(
                "map.links",
                f"{names[one]!r} and {names[other]!r} are said to be {BANDS[band]}, "
                f"but by another way they are {nearer}",
            )
        return places

    def pairs(
        self, key: str, given: list[tuple[str, str, Band]], number: Mapping[str, int]
    ) -> list[tuple[int, int, int]]:
        """Links or sights by number."""
        found = []
        for index, (one, other, band) in enumerate(given):
            here = f"map.{key}.{index}"
            if self.is_known(f"{here}.0", "spot", one, number) and self.is_known(
                f"{here}.1", "spot", other, number
            ):
                if one == other:
                    self.add_problem(here, f"{one!r} is always at Touch with itself")
                else:
                    found.append((number[one], number[other], BANDS.index(band)))
        return found

    def check_names(self, places: Bands) -> None:
        """No two spots have the same name."""
        names = places.names()
        for index, name in enumerate(names):
            if name in names[:index]:
                self.add_problem("map.spots", f"two spots are called {name!r}")
        line = self.scenario.map.line
        for index, name in enumerate(line):
            if name in line[:index]:
                self.add_problem(f"map.line.{index}", f"{name!r} is in the line twice")

    def spot(self, key: str, name: str, places: Bands) -> int:
        """The number of a spot."""
        self.is_known(key, "spot", name, dict.fromkeys(places.names()))
        return int(places.number(name))

    def engines(self, places: Bands) -> list[Engine]:
        """The siege weapons on the field, each by a name of its own."""
        found: list[Engine] = []
        for index, placed in enumerate(self.scenario.engines):
            key = f"engines.{index}"
            spot = self.spot(f"{key}.at", placed.at, places)
            if not self.is_known(f"{key}.is", "engine", placed.is_, self.siege):
                continue
            like = self.weapon(f"siege.{placed.is_}.like", self.siege[placed.is_].like)
            name = plain = placed.name or placed.is_
            number = 2
            while name in [engine.name for engine in found]:
                name = f"{plain}-{number}"
                number += 1
            if like is not None:
                found.append(Engine(len(found), name, like, spot, placed.loaded))
        return found

    # --- the day ---

    def chapters(self, places: Bands) -> list[Chapter]:
        """The fights of the day; one, if the scenario lists none."""
        if not self.scenario.fights:
            return [Chapter(self.scenario.title, 0, 0)]
        found = []
        for index, fight in enumerate(self.scenario.fights):
            start = 0
            if fight.start is not None:
                start = self.spot(f"fights.{index}.start", fight.start, places)
            elif index > 0:
                self.add_problem(
                    f"fights.{index}.start", "is missing: where those who go on begin it"
                )
            found.append(Chapter(fight.title, fight.after if index else 0, start))
        return found

    def happenings(self, sheets: list[Sheet], places: Bands) -> list[Happening]:
        """What the scenario has in store."""
        found = []
        index_of = {sheet.name: index for index, sheet in enumerate(sheets)}
        for index, event in enumerate(self.scenario.events):
            key = f"events.{index}"
            self.which_fight(f"{key}.fight", event.fight)
            who = spot = -1
            if event.who is not None and self.is_known(
                f"{key}.who", "fighter", event.who, index_of
            ):
                who = index_of[event.who]
            if event.at is not None:
                spot = self.spot(f"{key}.at", event.at, places)
            size = SIZES.index(event.crushed_by) if event.crushed_by else 0
            where = event.who or event.at
            text = event.text or (
                f"Something gives way under {where}"
                if event.falls
                else f"Something comes down on {where}"
            )
            found.append(
                Happening(
                    event.fight - 1,
                    event.round,
                    who,
                    spot,
                    event.falls or 0,
                    size,
                    event.fast,
                    text,
                )
            )
        return found

    def which_fight(self, key: str, number: int) -> int:
        """The number of a fight of the day, from 0."""
        count = max(1, len(self.scenario.fights))
        if number > count:
            self.add_problem(key, f"there is no fight {number}; the day has {count}")
        return number - 1

    # --- fighters ---

    def sheets(self, places: Bands) -> list[Sheet]:
        """Everybody on the field, in the order of the file."""
        found: list[Sheet] = []
        for number, side in self.sides(self.scenario.sides):
            for index, placed in enumerate(side.fighters):
                key = f"sides.{number}.fighters.{index}"
                self.spot(f"{key}.at", placed.at, places)
                if not self.is_known(f"{key}.is", "fighter", placed.is_, self.fighters):
                    continue
                for copy in range(placed.count):
                    sheet = self.sheet(key, number, side, placed, copy, places)
                    if sheet is not None:
                        found.append(sheet)
        return found

    def sheet(
        self, key: str, number: int, side: SideData, placed: PlacedData, copy: int, places: Bands
    ) -> Sheet | None:
        """One fighter's sheet: its entry, with what the scenario changes of it [core.scores];
        its Stamina, unless it says otherwise, is the rule's [health.stamina]."""
        base = self.fighters[placed.is_]
        fields = merged_fields(FighterFields, base, placed)
        dice = fields.model_dump(include={*SCORES, *SKILLS})
        hearts, attack, block = self.body(key, side, placed, fields)
        weak, strong = fields.weak or [], fields.strong or []
        self.known_types(f"{key}.weak", weak)
        self.known_types(f"{key}.strong", strong)
        fight = EVERY_FIGHT if side.pcs else 0
        if placed.fight is not None:
            fight = self.which_fight(f"{key}.fight", placed.fight)
        return Sheet(
            self.name_for(key, placed, base.title, copy, placed.count),
            number,
            places.number(placed.at),
            fight,
            side.pcs,
            bool(fields.thing),
            [dice[score] or UNKNOWN_DIE for score in SCORES],
            [dice[skill] or UNKNOWN_DIE for skill in SKILLS],
            hearts,
            self.figure("stamina", 0, 100) if fields.stamina is None else fields.stamina,
            fields.boons or 0,
            fields.flaws or 0,
            fields.potions or 0,
            SIZES.index(fields.size or "medium"),
            self.arms_of(key, fields),
            self.runes_of(key, fields),
            list(weak),
            list(strong),
            attack,
            block,
            fields.actions or 0,
            bool(fields.hidden),
            bool(fields.defenseless),
            self.bars_of(key, placed, places),
        )

    def body(
        self, key: str, side: SideData, placed: PlacedData, fields: FighterFields
    ) -> tuple[int, int, int]:
        """Hearts, and the figures of one who does not roll [health.hearts, block.monsters]."""
        hearts, attack, block = RANKS[fields.rank or "standard"]
        if fields.hearts is not None:
            hearts = fields.hearts
        elif fields.rank is None and side.pcs:
            hearts = self.figure("hearts", 1, 1000)
        elif fields.rank is None:
            self.add_problem(
                f"{key}.hearts", f"is missing: {placed.is_!r} gives neither hearts nor rank"
            )
        return (
            hearts,
            attack if fields.attack is None else fields.attack,
            block if fields.block is None else fields.block,
        )

    def arms_of(self, key: str, fields: FighterFields) -> list[int]:
        """Weapons by number; everybody has their hands."""
        found = []
        for index, name in enumerate(fields.weapons or []):
            weapon = self.weapon(f"{key}.weapons.{index}", name)
            if weapon is not None:
                found.append(int(weapon.index))
        hands = self.weapon(key, UNARMED)
        if hands is not None and int(hands.index) not in found and not fields.thing:
            found.append(int(hands.index))
        return found

    def runes_of(self, key: str, fields: FighterFields) -> list[int]:
        """Runes by number."""
        found = []
        for index, name in enumerate(fields.runes or []):
            rune = self.rune(f"{key}.runes.{index}", name)
            if rune is not None and int(rune.index) not in found:
                found.append(int(rune.index))
        return found

    def bars_of(self, key: str, placed: PlacedData, places: Bands) -> tuple[int, int] | None:
        """The two spots that something stands between."""
        if placed.bars is None:
            return None
        here = self.spot(f"{key}.bars.0", placed.bars[0], places)
        there = self.spot(f"{key}.bars.1", placed.bars[1], places)
        if here >= 0 and there >= 0 and there not in places.neighbours[here]:
            self.add_problem(
                f"{key}.bars",
                f"{placed.bars[0]!r} and {placed.bars[1]!r} are not one move apart; "
                "put a spot Close on each side of it",
            )
        return here, there

    def check_fights(self, sheets: list[Sheet], places: Bands, chapters: list[Chapter]) -> None:
        """Every fight of the day has two sides, and a band between any two in it."""
        for number, chapter in enumerate(chapters):
            spots: dict[int, str] = {}
            sides: set[int] = set()
            for sheet in sheets:
                if sheet.fight in (EVERY_FIGHT, number):
                    moved = sheet.fight == EVERY_FIGHT and number > 0
                    spots[int(chapter.start if moved else sheet.spot)] = sheet.name
                    if not sheet.thing:
                        sides.add(int(sheet.side))
            if len(sides) < 2:
                key = f"fights.{number}" if self.scenario.fights else "sides"
                self.add_problem(key, f"{chapter.title!r} has not two sides to fight it")
            first = min(spots, default=0)
            for spot, name in spots.items():
                if places.band(first, spot) == APART:
                    one, other = places.spots[first].name, places.spots[spot].name
                    self.add_problem(
                        "map.links",
                        f"{name} at {other!r} and {spots[first]} at {one!r} are in the same fight, "
                        "but nothing joins those spots: link them, or give a sight",
                    )


def prepare(
    scenario: OrreryScenario, content: ContentData, house: Mapping[str, bool | int | str]
) -> Scene | list[Problem]:
    """A scenario made ready to fight, or everything that is wrong with it."""
    workshop = Workshop(scenario, content, house)
    rules = workshop.house_rules()
    workshop.figure("hearts", 1, 1000)
    workshop.figure("stamina", 0, 100)
    places = workshop.places()
    if workshop.problems:
        return workshop.problems
    chapters = workshop.chapters(places)
    sheets = workshop.sheets(places)
    engines = workshop.engines(places)
    happenings = workshop.happenings(sheets, places)
    if not workshop.problems:
        workshop.check_fights(sheets, places, chapters)
    if workshop.problems:
        return workshop.problems
    return Scene(
        scenario.title,
        [side.name for side in scenario.sides],
        sheets,
        list(workshop.arms.values()),
        list(workshop.used_runes.values()),
        engines,
        places,
        chapters,
        happenings,
        rules,
        scenario.round_limit,
    )
