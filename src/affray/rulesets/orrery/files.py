"""Orrery's files: what content and scenarios may say, and how they become sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

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
from affray.rulesets.orrery.house import House
from affray.rulesets.orrery.setup import Scene
from affray.rulesets.orrery.sheet import (
    BAND_METRES,
    EVERY_FIGHT,
    UNARMED,
    Arms,
    Encounter,
    Engine,
    Hazard,
    Rune,
    Sheet,
    Weapon,
)
from affray.space.bands import APART, BANDS, Bands, Spot

Band = Literal["Touch", "Close", "Nearby", "Distant"]

RANKS: dict[str, tuple[int, int, int]] = {
    "minion": (2, 1, 0),
    "standard": (4, 2, 1),
    "brute": (6, 3, 1),
    "boss": (10, 4, 2),
}
"""The defaults of a monster by rank: Hearts, Attack and Block figures."""

BOUNDS: dict[str, tuple[int, int]] = {
    "success_on": (2, 12),
    "double_success_on": (0, 12),
    "actions": (1, 4),
    "wholly_above": (1, 100),
    "hearts": (1, 1000),
    "stamina": (0, 100),
    "throw_size": (-6, 6),
}
"""The lowest and highest values of the numeric house rules."""


class EitherData(Data):
    """Data that must give exactly one of two fields; each pair is listed with an error message."""

    either: ClassVar[list[tuple[str, str, str]]] = []

    @model_validator(mode="after")
    def check(self) -> Self:
        """Check that exactly one of two fields is given."""
        for one, other, problem in self.either:
            if (getattr(self, one) is None) == (getattr(self, other) is None):
                raise ValueError(problem)
        return self


@fields_of(Weapon)
class WeaponData(EitherData):
    """A weapon: it uses a score's die, or has its own dice."""

    either = [("score", "die", "a weapon has either a score or a die")]
    """[close.weapons]"""


@fields_of(Rune)
class RuneData(Data):
    """A rune: its score, its types, and the Condition it can inflict."""


class EngineData(Data):
    """A siege weapon: it rolls twice the dice of its smaller counterpart."""

    like: Slug = Field(description="its smaller counterpart, a weapon")


@fields_of(Sheet, optional=True)
class FighterFields(Data):
    """The fields of a sheet; a placed fighter may change any of them."""


class FighterData(EntryData, FighterFields):
    """A fighter of the content, or of a scenario's own."""


class PlacedData(PlacementData, FighterFields):
    """A fighter on the field: its sheet, its spot, and its differences from the sheet."""

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

    name: Name = Field(description="what it is called")
    pcs: bool = Field(default=False, description="whether these are player characters")
    fighters: list[PlacedData] = side_fighters("who fights for it, and where they start")


class SpotData(Data):
    """A place to stand."""

    name: Name = Field(description="what it is called")
    height: int = Field(default=0, ge=-1000, le=1000, description="metres above the ground")
    cover: int = Field(default=0, ge=0, le=100, description="percent; from 50 on it is cover")
    dark: bool = Field(default=False, description="whoever stands here is Obscured by darkness")
    obscured: bool = Field(default=False, description="smoke, fog, leaves")
    x: float | None = Field(default=None, description="only for drawing")
    y: float | None = Field(default=None, description="only for drawing")

    def made(self) -> Spot:
        """Return the spot as the rules use it."""
        drawn = (self.x, self.y) if self.x is not None and self.y is not None else None
        return Spot(self.name, self.height, self.cover, self.dark, self.obscured, drawn)


class MapData(Data):
    """A map: spots and the bands between them."""

    spots: list[SpotData] = Field(
        default_factory=list, max_length=60, description="the places where somebody can stand"
    )
    line: list[Name] = Field(
        default_factory=list, max_length=60, description="spots in a row, each Close to the next"
    )
    links: list[tuple[Name, Name, Band]] = Field(
        default_factory=list, description="ways between spots, and how far it is"
    )
    sights: list[tuple[Name, Name, Band]] = Field(
        default_factory=list, description="how far apart two spots are that no way joins"
    )
    edges: list[tuple[Name, Name]] = Field(
        default_factory=list,
        description="spots with an edge, and where one lands who is thrown over it",
    )


@fields_of(Engine)
class PlacedEngine(Data):
    """A siege weapon on the field."""

    is_: Slug = Field(alias="is", description="which engine")
    name: Slug | None = Field(default=None, description="what it is called here")
    at: Name = Field(description="the spot it stands at")


@fields_of(Encounter)
class FightData(Data):
    """A fight of the day."""


@fields_of(Hazard)
class EventData(EitherData):
    """A fall, or a falling object, at the start of a round."""

    either = [
        ("who", "at", "say either who it happens to or at which spot"),
        ("falls", "crushed_by", "say either how many metres it falls or what it is crushed_by"),
    ]
    """[environment.falling, environment.crushed]"""


class ContentData(Data):
    """Orrery's content: the chapter's weapons, and its runes, engines and fighters."""

    weapons: dict[Slug, WeaponData] = Field(default_factory=dict, description="weapons by name")
    fighters: dict[Slug, FighterData] = Field(default_factory=dict, description="fighters by name")
    types: list[Slug] = Field(default_factory=list, description="all types there are")
    runes: dict[Slug, RuneData] = Field(default_factory=dict, description="runes by name")
    siege: dict[Slug, EngineData] = Field(default_factory=dict, description="siege weapons by name")


class OrreryScenario(ScenarioData, ContentData):
    """An Orrery scenario: a map, two or more sides, and optionally its own content."""

    map: MapData = Field(description="where it happens")
    sides: list[SideData] = scenario_sides()
    engines: list[PlacedEngine] = Field(
        default_factory=list, max_length=40, description="siege weapons on the field"
    )
    fights: list[FightData] = Field(
        default_factory=list, max_length=20, description="the fights of a day, if more than one"
    )
    events: list[EventData] = Field(
        default_factory=list, max_length=100, description="falls, and what falls on somebody"
    )


class OrreryBuilder(SheetBuilder[OrreryScenario, ContentData]):
    """Makes sheets from data, and collects the problems of a scenario."""

    def __init__(
        self, scenario: OrreryScenario, content: ContentData, house: Mapping[str, bool | int | str]
    ) -> None:
        super().__init__(scenario, content)
        self.house = house
        self.types = dict.fromkeys(self.content.types)
        self.arms: dict[str, Weapon] = {}
        self.used_runes: dict[str, Rune] = {}

    # --- content ---

    def known_types(self, key: str, types: list[str]) -> None:
        """Check the names of types."""
        for index, name in enumerate(types):
            self.is_known(f"{key}.{index}", "type", name, self.types)

    def weapon(self, key: str, name: str) -> Weapon | None:
        """Return a weapon, and add it to the scene's list when it is first used."""
        found = self.numbered(key, "weapon", name, self.content.weapons, self.arms, Weapon)
        if found is not None:
            self.known_types(f"weapons.{name}.types", found.types)
        return found

    def rune(self, key: str, name: str) -> Rune | None:
        """Return a rune, and add it to the scene's list when it is first used."""
        found = self.numbered(key, "rune", name, self.content.runes, self.used_runes, Rune)
        if found is not None:
            self.known_types(f"runes.{name}.types", found.types)
        return found

    def house_rules(self) -> House:
        """Return the house rules of the scenario, with their numbers checked."""
        for name, (least, most) in BOUNDS.items():
            value = int(self.house[name])
            if not least <= value <= most:
                self.add_problem(
                    f"house.{name}", f"expected a number from {least} to {most}, not {value}"
                )
        double = self.house["double_success_on"]
        if double and int(double) <= int(self.house["success_on"]):
            self.add_problem("house.double_success_on", "expected 0, or a face above success_on")
        return House(self.house)

    # --- the map ---

    def places(self) -> Bands:
        """Return the map, with its bands from Touch to Distant checked [range.bands]."""
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
        self.check_heights(places)
        return places

    def check_heights(self, places: Bands) -> None:
        """Check that no two spots are nearer than their difference in height."""
        names = places.names()
        for one, other, band in places.given:
            metres = abs(int(places.above(one, other)))
            if metres > BAND_METRES[band]:
                self.add_problem(
                    "map.links",
                    f"{names[one]!r} and {names[other]!r} are said to be {BANDS[band]}, which is "
                    f"{BAND_METRES[band]} metres, but one is {metres} metres above the other",
                )

    def edges(self, places: Bands) -> list[list[int]]:
        """Return for each spot the landing place of a combatant thrown over its edge."""
        found: list[list[int]] = [[] for _ in places.spots]
        for index, (here, there) in enumerate(self.scenario.map.edges):
            key = f"map.edges.{index}"
            top = self.spot(f"{key}.0", here, places)
            foot = self.spot(f"{key}.1", there, places)
            if top >= 0 and foot >= 0:
                if places.above(top, foot) <= 0:
                    self.add_problem(key, f"{there!r} is not below {here!r}")
                found[top].append(foot)
        return found

    def pairs(
        self, key: str, given: list[tuple[str, str, Band]], number: Mapping[str, int]
    ) -> list[tuple[int, int, int]]:
        """Return links or sights by number."""
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
        """Check that no two spots have the same name."""
        names = places.names()
        for index, name in enumerate(names):
            if name in names[:index]:
                self.add_problem("map.spots", f"two spots are called {name!r}")
        line = self.scenario.map.line
        for index, name in enumerate(line):
            if name in line[:index]:
                self.add_problem(f"map.line.{index}", f"{name!r} is in the line twice")

    def spot(self, key: str, name: str, places: Bands) -> int:
        """Return the number of a spot."""
        self.is_known(key, "spot", name, dict.fromkeys(places.names()))
        return int(places.number(name))

    def engines(self, places: Bands) -> list[Engine]:
        """Return the siege weapons on the field, each by a name of its own."""
        found: list[Engine] = []
        for index, placed in enumerate(self.scenario.engines):
            key = f"engines.{index}"
            spot = self.spot(f"{key}.at", placed.at, places)
            if not self.is_known(f"{key}.is", "engine", placed.is_, self.content.siege):
                continue
            like = self.weapon(f"siege.{placed.is_}.like", self.content.siege[placed.is_].like)
            name = plain = placed.name or placed.is_
            number = 2
            while name in [engine.name for engine in found]:
                name = f"{plain}-{number}"
                number += 1
            if like is not None:
                found.append(
                    built(Engine, placed, index=len(found), name=name, like=like, spot=spot)
                )
        return found

    # --- the day ---

    def encounters(self, places: Bands) -> list[Encounter]:
        """Return the fights of the day; one, if the scenario lists none."""
        if not self.scenario.fights:
            return [Encounter(title=self.scenario.title)]
        found = []
        for index, data in enumerate(self.scenario.fights):
            encounter = built(Encounter, data)
            if index == 0:
                encounter.after = 0
            if encounter.start is not None:
                key = f"fights.{index}.start"
                encounter.start_spot = self.spot(key, encounter.start, places)
            elif index > 0:
                self.add_problem(
                    f"fights.{index}.start", "is missing: where those who go on begin it"
                )
            found.append(encounter)
        return found

    def hazards(self, sheets: list[Sheet], places: Bands) -> list[Hazard]:
        """Return the hazards of the scenario."""
        found = []
        index_of = {sheet.name: index for index, sheet in enumerate(sheets)}
        for index, data in enumerate(self.scenario.events):
            hazard = built(Hazard, data)
            key = f"events.{index}"
            self.which_fight(f"{key}.fight", int(hazard.fight))
            if hazard.who is not None:
                self.is_known(f"{key}.who", "fighter", hazard.who, index_of)
                hazard.victim = index_of.get(hazard.who, -1)
            if hazard.at is not None:
                hazard.spot = self.spot(f"{key}.at", hazard.at, places)
            found.append(hazard)
        return found

    def which_fight(self, key: str, number: int) -> int:
        """Return the number of a fight of the day, from 0."""
        count = max(1, len(self.scenario.fights))
        if number > count:
            self.add_problem(key, f"there is no fight {number}; the day has {count}")
        return number - 1

    # --- fighters ---

    def sheets(self, places: Bands) -> list[Sheet]:
        """Return the sheets of all fighters, in the order of the file."""
        found: list[Sheet] = []
        for number, side in self.sides(self.scenario.sides):
            for key, placed in self.placements(number, side.fighters, self.content.fighters):
                self.spot(f"{key}.at", placed.at, places)
                for copy in range(placed.count):
                    found.append(self.sheet(key, number, side, placed, copy, places))
        return found

    def sheet(
        self, key: str, number: int, side: SideData, placed: PlacedData, copy: int, places: Bands
    ) -> Sheet:
        """Return a fighter's sheet: its entry, with the scenario's changes [core.scores].

        Its Stamina follows the rule by default [health.stamina].
        """
        base = self.content.fighters[placed.is_]
        said = values_of(Sheet, base, placed)
        self.known_types(f"{key}.weak", said.get("weak", []))
        self.known_types(f"{key}.strong", said.get("strong", []))
        said.setdefault("stamina", self.house["stamina"])
        self.add_figures(key, side, placed, said)
        fight = EVERY_FIGHT if side.pcs else 0
        if placed.fight is not None:
            fight = self.which_fight(f"{key}.fight", placed.fight)
        return Sheet(
            name=self.name_for(key, placed, base.title, copy, placed.count),
            side=number,
            spot=places.number(placed.at),
            fight=fight,
            pc=side.pcs,
            arms=self.arms_of(key, said),
            rune_numbers=self.runes_of(key, said),
            bars=self.bars_of(key, placed, places),
            **said,
        )

    def add_figures(
        self, key: str, side: SideData, placed: PlacedData, said: dict[str, Any]
    ) -> None:
        """Fill in the Hearts and the fixed numbers that a sheet does not give: by rank, or a
        PC's."""
        rank = said.get("rank")
        hearts, attack, block = RANKS[rank or "standard"]
        if rank is None and side.pcs:
            hearts = int(self.house["hearts"])
        elif rank is None and "hearts" not in said:
            self.add_problem(
                f"{key}.hearts", f"is missing: {placed.is_!r} gives neither hearts nor rank"
            )
        said.setdefault("hearts", hearts)
        said.setdefault("attack", attack)
        said.setdefault("block", block)

    def arms_of(self, key: str, said: Mapping[str, Any]) -> list[int]:
        """Return weapons by number; every fighter also has its hands."""
        found = []
        for index, name in enumerate(said.get("weapons", [])):
            weapon = self.weapon(f"{key}.weapons.{index}", name)
            if weapon is not None:
                found.append(int(weapon.index))
        hands = self.weapon(key, UNARMED)
        if hands is not None and int(hands.index) not in found and not said.get("thing"):
            found.append(int(hands.index))
        return found

    def runes_of(self, key: str, said: Mapping[str, Any]) -> list[int]:
        """Return runes by number."""
        found = []
        for index, name in enumerate(said.get("runes", [])):
            rune = self.rune(f"{key}.runes.{index}", name)
            if rune is not None and int(rune.index) not in found:
                found.append(int(rune.index))
        return found

    def bars_of(self, key: str, placed: PlacedData, places: Bands) -> tuple[int, int] | None:
        """Return the two spots whose link a thing bars."""
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

    def check_fights(self, sheets: list[Sheet], places: Bands, encounters: list[Encounter]) -> None:
        """Check that every fight of the day has two sides, and a band between any two in it."""
        for number, encounter in enumerate(encounters):
            spots: dict[int, str] = {}
            sides: set[int] = set()
            for sheet in sheets:
                if sheet.fight in (EVERY_FIGHT, number):
                    moved = sheet.fight == EVERY_FIGHT and number > 0
                    spots[int(encounter.start_spot if moved else sheet.spot)] = sheet.name
                    if not sheet.thing:
                        sides.add(int(sheet.side))
            if len(sides) < 2:
                key = f"fights.{number}" if self.scenario.fights else "sides"
                self.add_problem(key, f"{encounter.title!r} has not two sides to fight it")
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
    """Make a scenario ready to fight, or list all its problems."""
    builder = OrreryBuilder(scenario, content, house)
    rules = builder.house_rules()
    places = builder.places()
    if builder.problems:
        return builder.problems
    edges = builder.edges(places)
    encounters = builder.encounters(places)
    sheets = builder.sheets(places)
    engines = builder.engines(places)
    hazards = builder.hazards(sheets, places)
    if not builder.problems:
        builder.check_fights(sheets, places, encounters)
    if builder.problems:
        return builder.problems
    heading = scenario.heading([side.name for side in scenario.sides])
    arms = Arms(list(builder.arms.values()), list(builder.used_runes.values()), engines)
    return Scene(heading, sheets, arms, places, edges, encounters, hazards, rules)
