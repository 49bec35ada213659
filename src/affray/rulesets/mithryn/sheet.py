"""Mithryn's files: what content and scenarios may say, and how they become sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, field_validator, model_validator

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
from affray.rulesets.mithryn.gear import House, Sheet, Weapon
from affray.rulesets.mithryn.scene import Scene
from affray.space.zones import Zones

DICE_SIDES = (10, 12, 20)
"""The dice a weapon may have [weapon.dice]."""

LEAST_HIT_POINTS = 6

Ability = Annotated[int, Field(ge=1, le=20)]
DicePool = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]?d[1-9][0-9]?$")]
Tag = Literal["two-handed", "throwable", "ranged", "precise", "reload", "set", "concealable"]


def pool(text: str) -> tuple[int, int]:
    """How many dice of how many sides '2d12' is."""
    count, _, sides = text.partition("d")
    return int(count), int(sides)


class WeaponData(Data):
    """A weapon: its dice, its rushed dice if it can be rushed, what it asks for, its tags."""

    damage: DicePool = Field(description="dice of an attack, such as 2d12")
    rushed: DicePool | None = Field(
        default=None, description="dice of a rushed attack; none if it has to be reloaded"
    )
    strength: Ability | None = Field(default=None, description="least STR to wield it well")
    agility: Ability | None = Field(default=None, description="least AGI to wield it well")
    finesse: Ability | None = Field(default=None, description="least FIN to wield it well")
    tags: list[Tag] = Field(default_factory=list)
    price: int | None = Field(default=None, ge=0, description="gold pieces")

    @field_validator("damage", "rushed")
    @classmethod
    def dice_of_the_game(cls, value: str | None) -> str | None:
        """[weapon.dice]"""
        if value is not None and pool(value)[1] not in DICE_SIDES:
            raise ValueError(f"weapon dice are d10, d12 or d20, not {value!r}")
        return value

    @model_validator(mode="after")
    def rushed_unless_reloaded(self) -> WeaponData:
        """[attack.rushed]"""
        if self.rushed is None and "reload" not in self.tags:
            raise ValueError("a weapon without rushed dice needs the tag 'reload'")
        if self.rushed is not None and "reload" in self.tags:
            raise ValueError("a weapon with the tag 'reload' has no rushed dice")
        return self

    def made(self, index: int, name: str) -> Weapon:
        """The weapon as the rules use it."""
        count, sides = pool(self.damage)
        rushed_count, rushed_sides = pool(self.rushed) if self.rushed else (0, 0)
        return Weapon(
            index,
            name,
            count,
            sides,
            rushed_count,
            rushed_sides,
            self.strength or 0,
            self.agility or 0,
            self.finesse or 0,
            "two-handed" in self.tags,
            "ranged" in self.tags,
            "throwable" in self.tags,
            "set" in self.tags,
            "precise" in self.tags,
        )


class ArmourData(Data):
    """Armour or a shield: what it adds to Defense."""

    bonus: int = Field(ge=0, le=10)
    price: int | None = Field(default=None, ge=0)


class KitData(Data):
    """What a new character starts with."""

    weapons: list[Slug]
    armour: Slug | None = None
    shield: Slug | None = None


class FighterFields(Data):
    """What a fighter's sheet may say; all of it can be changed where the fighter is placed."""

    rank: int | None = Field(default=None, ge=1, le=4, description="1 to 4; 1 if not given")
    strength: Ability | None = None
    agility: Ability | None = None
    finesse: Ability | None = None
    insight: Ability | None = None
    will: Ability | None = None
    hp: int | None = Field(
        default=None, ge=1, le=1000, description="hit points; a PC's are 6 or STR, if higher"
    )
    kit: Slug | None = Field(default=None, description="a starting kit: weapons and armour")
    weapons: list[Slug] | None = None
    armour: Slug | None = None
    shield: Slug | None = None
    actions: int | None = Field(default=None, ge=1, le=4, description="a foe's actions a turn")
    wounded: bool | None = Field(default=None, description="whether a foe has the wounded tier")
    momentum: bool | None = Field(default=None, description="skips the opening Agility check")
    poultices: int | None = Field(default=None, ge=0, le=20)


class FighterData(EntryData, FighterFields):
    """A fighter of the content, or of a scenario's own."""


class PlacedData(PlacementData, FighterFields):
    """A fighter on the field: who it is, where it stands, and what is different about it."""

    at: Name = Field(description="the zone it starts in")
    count: int = Field(default=1, ge=1, le=MOST_FIGHTERS, description="how many of them")


class SideData(Data):
    """A side: player characters or not, and its fighters."""

    name: Name
    pcs: bool = Field(default=False, description="whether these are player characters")
    momentum: bool = Field(default=False, description="the whole side skips the opening check")
    fighters: list[PlacedData] = Field(min_length=1, max_length=MOST_FIGHTERS)


class MapData(Data):
    """Zones, the paths that join neighbours, and the zones one can flee from [zones.map]."""

    zones: list[Name] = Field(min_length=1, max_length=60)
    paths: list[tuple[Name, Name]] = Field(default_factory=list)
    exits: list[Name] = Field(default_factory=list)


class ContentData(Data):
    """Mithryn's content: what its equipment chapter lists."""

    weapons: dict[Slug, WeaponData] = Field(default_factory=dict)
    armour: dict[Slug, ArmourData] = Field(default_factory=dict)
    shields: dict[Slug, ArmourData] = Field(default_factory=dict)
    kits: dict[Slug, KitData] = Field(default_factory=dict)
    fighters: dict[Slug, FighterData] = Field(default_factory=dict)


class MithrynScenario(ScenarioData, ContentData):
    """A Mithryn scenario: a map, two or more sides, and content of its own if it likes."""

    map: MapData
    sides: list[SideData] = Field(min_length=2, max_length=8)


class Workshop(SheetBuilder):
    """Makes sheets from data, and collects what is wrong with it."""

    def __init__(self, scenario: MithrynScenario, content: ContentData) -> None:
        super().__init__()
        self.scenario = scenario
        self.weapons = {**content.weapons, **scenario.weapons}
        self.armour = {**content.armour, **scenario.armour}
        self.shields = {**content.shields, **scenario.shields}
        self.kits = {**content.kits, **scenario.kits}
        self.fighters = {**content.fighters, **scenario.fighters}
        self.used: dict[str, Weapon] = {}

    def weapon(self, key: str, name: str) -> int | None:
        """The number of a weapon, put on the scene's list when it is first used."""
        if not self.is_known(key, "weapon", name, self.weapons):
            return None
        if name not in self.used:
            self.used[name] = self.weapons[name].made(len(self.used), name)
        return int(self.used[name].index)

    def zones(self) -> Zones:
        """The map, with its paths checked."""
        given = self.scenario.map
        for index, name in enumerate(given.zones):
            if name in given.zones[:index]:
                self.add_problem(f"map.zones.{index}", f"{name!r} is listed twice")
        among = dict.fromkeys(given.zones)
        paths = []
        for index, (one, other) in enumerate(given.paths):
            if self.is_known(f"map.paths.{index}.0", "zone", one, among) and self.is_known(
                f"map.paths.{index}.1", "zone", other, among
            ):
                if one == other:
                    self.add_problem(f"map.paths.{index}", f"{one!r} cannot be its own neighbour")
                paths.append((one, other))
        for index, name in enumerate(given.exits):
            self.is_known(f"map.exits.{index}", "zone", name, among)
        return Zones(list(among), paths, given.exits)

    def sheets(self, zones: Zones) -> list[Sheet]:
        """Everybody on the field, in the order of the file."""
        found: list[Sheet] = []
        for number, side in self.sides(self.scenario.sides):
            for key, placed in self.placements(number, side.fighters, self.fighters):
                if not self.is_known(f"{key}.at", "zone", placed.at, dict.fromkeys(zones.names)):
                    continue
                for copy in range(placed.count):
                    sheet = self.sheet(key, number, side, placed, copy, zones)
                    if sheet is not None:
                        found.append(sheet)
        return found

    def sheet(
        self, key: str, number: int, side: SideData, placed: PlacedData, copy: int, zones: Zones
    ) -> Sheet | None:
        """One fighter's sheet: its entry, with what the scenario changes of it."""
        base = self.fighters[placed.is_]
        fields = merged_fields(FighterFields, base, placed)
        name = self.name_for(key, placed, base.title, copy, placed.count)
        weapons, armour, shield = self.gear(key, fields)
        strength = fields.strength or 0
        hit_points = fields.hp
        if hit_points is None:
            if not side.pcs:
                self.add_problem(f"{key}.hp", f"a foe needs hit points; {placed.is_!r} gives none")
                return None
            hit_points = max(LEAST_HIT_POINTS, strength)  # [health.hp]
        return Sheet(
            name,
            number,
            zones.number(placed.at),
            side.pcs,
            fields.rank or 1,
            strength,
            fields.agility or 0,
            fields.finesse or 0,
            hit_points,
            armour,
            shield,
            weapons,
            fields.actions or 2,
            side.pcs if fields.wounded is None else fields.wounded,
            side.momentum or bool(fields.momentum),
            fields.poultices or 0,
        )

    def gear(self, key: str, fields: FighterFields) -> tuple[list[int], int, int]:
        """Weapons by number and what armour and shield add, from the kit or one by one."""
        weapons, armour, shield = fields.weapons, fields.armour, fields.shield
        if fields.kit is not None and self.is_known(f"{key}.kit", "kit", fields.kit, self.kits):
            kit = self.kits[fields.kit]
            weapons = kit.weapons if weapons is None else weapons
            armour = armour or kit.armour
            shield = shield or kit.shield
        arms = []
        for index, name in enumerate(weapons or []):
            weapon = self.weapon(f"{key}.weapons.{index}", name)
            if weapon is not None:
                arms.append(weapon)
        arms.append(self.weapon(key, "unarmed") or 0)
        armour_bonus = shield_bonus = 0
        if armour and self.is_known(f"{key}.armour", "armour", armour, self.armour):
            armour_bonus = self.armour[armour].bonus
        if shield and self.is_known(f"{key}.shield", "shield", shield, self.shields):
            shield_bonus = self.shields[shield].bonus
            if arms[:-1] and all("two-handed" in self.weapons[w].tags for w in weapons or []):
                self.add_problem(
                    f"{key}.shield",
                    f"a shield cannot be used with {weapons[0] if weapons else ''}, which takes "
                    "both hands; add a one-handed weapon or leave the shield",
                )  # [weapon.two-handed]
        return arms, armour_bonus, shield_bonus


def prepare(
    scenario: MithrynScenario, content: ContentData, house: Mapping[str, bool | int | str]
) -> Scene | list[Problem]:
    """A scenario made ready to fight, or everything that is wrong with it."""
    workshop = Workshop(scenario, content)
    workshop.weapon("weapons", "unarmed")
    zones = workshop.zones()
    sheets = workshop.sheets(zones) if not workshop.problems else []
    if workshop.problems:
        return workshop.problems
    foe_actions = house["foe_actions"]
    rules = House(
        bool(house["ranged_in_same_zone"]),
        foe_actions if isinstance(foe_actions, int) else 0,
        house["check"] == "d20",
    )
    sides = [side.name for side in scenario.sides]
    weapons = list(workshop.used.values())
    return Scene(scenario.title, sides, sheets, weapons, zones, rules, scenario.round_limit)
