"""Mithryn's files: what content and scenarios may say, and how they are made ready."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from pydantic import Field, model_validator

from affray.core.data import Data
from affray.core.file_fields import built, fields_of, values_of
from affray.core.problems import Problem
from affray.core.rulebook import Setting
from affray.core.ruleset import MOST_FIGHTERS, Name, ScenarioData, Slug
from affray.core.scenario import (
    EntryData,
    PlacementData,
    SheetBuilder,
    scenario_sides,
    side_fighters,
)
from affray.rulesets.mithryn.house import House
from affray.rulesets.mithryn.setup import Scene
from affray.rulesets.mithryn.sheet import ABILITIES, BARE_HANDS, Price, Sheet, Weapon
from affray.space.zones import Zones

LEAST_HIT_POINTS = 6
"""The lowest number of hit points of a PC."""

PC_ACTIONS = 2


@fields_of(Weapon)
class WeaponData(Data):
    """A weapon: its dice, its rushed dice if it can be rushed, its minimum scores, its tags."""

    @model_validator(mode="after")
    def check(self) -> Self:
        """Check that only a weapon that has to be reloaded lacks rushed dice [attack.reload]."""
        weapon = built(Weapon, self, index=0, name="")
        if weapon.rushed is None and "reload" not in weapon.tags:
            raise ValueError("a weapon without rushed dice needs the tag 'reload'")
        if weapon.rushed is not None and "reload" in weapon.tags:
            raise ValueError("a weapon with the tag 'reload' has no rushed dice")
        return self


class ArmourData(Data):
    """Armour: its bonus to Defense."""

    bonus: int = Field(ge=0, le=10, description="added to Defense")
    price: Price | None = Field(default=None, description="gold pieces; not for sale if left out")


class ShieldData(ArmourData):
    """A shield: its bonus to Defense, and the hits that a magic one cancels."""

    interpose_cancels: int = Field(
        default=0,
        ge=0,
        le=20,
        description="hits it cancels when its bearer interposes, once in a fight, if it is magic",
    )


class HelmData(Data):
    """A magic helm [magic.helm]."""

    momentum: bool = Field(default=True, description="its wearer skips the opening Agility check")
    price: Price | None = Field(default=None, description="gold pieces; not for sale if left out")


class KitData(Data):
    """The starting kit of a new character."""

    weapons: list[Slug] = Field(description="the weapons in it")
    armour: Slug | None = Field(default=None, description="the armour in it")
    shield: Slug | None = Field(default=None, description="the shield in it")


@fields_of(Sheet)
class FighterData(EntryData):
    """A fighter of the content, or of a scenario's own."""


@fields_of(Sheet, optional=True)
class PlacedData(PlacementData):
    """A fighter on the field: its sheet, its zone, and its differences from the sheet."""

    at: Name = Field(description="the zone it starts in")
    count: int = Field(default=1, ge=1, le=MOST_FIGHTERS, description="how many of them")


class SideData(Data):
    """A side: player characters or not, and its fighters."""

    name: Name = Field(description="what the side is called")
    pcs: bool = Field(default=False, description="whether these are player characters")
    momentum: bool = Field(default=False, description="the whole side skips the opening check")
    fighters: list[PlacedData] = side_fighters("who is on this side")


class MapData(Data):
    """Zones, the paths that join neighbours, and the zones from which a fighter can flee
    [zones.map]."""

    zones: list[Name] = Field(min_length=1, max_length=60, description="the zones by name")
    paths: list[tuple[Name, Name]] = Field(
        default_factory=list, description="pairs of zones that are neighbours"
    )
    exits: list[Name] = Field(default_factory=list, description="zones one can flee from")
    drawn: dict[Name, tuple[float, float]] = Field(
        default_factory=dict,
        description="where each zone is drawn, across and down; 1 is the distance of neighbours",
    )


class ContentData(Data):
    """Mithryn's content: the entries of its equipment chapter."""

    weapons: dict[Slug, WeaponData] = Field(default_factory=dict, description="weapons by name")
    fighters: dict[Slug, FighterData] = Field(default_factory=dict, description="fighters by name")
    armour: dict[Slug, ArmourData] = Field(default_factory=dict, description="armour by name")
    shields: dict[Slug, ShieldData] = Field(default_factory=dict, description="shields by name")
    helms: dict[Slug, HelmData] = Field(default_factory=dict, description="magic helms by name")
    kits: dict[Slug, KitData] = Field(default_factory=dict, description="starting kits by name")


class MithrynScenario(ScenarioData, ContentData):
    """A Mithryn scenario: a map, two or more sides, and optionally its own content."""

    map: MapData = Field(description="where it happens")
    sides: list[SideData] = scenario_sides()


class SceneBuilder(SheetBuilder[MithrynScenario, ContentData]):
    """Makes weapons, zones and sheets from data, and collects the problems."""

    def __init__(self, scenario: MithrynScenario, content: ContentData, house: House) -> None:
        super().__init__(scenario, content)
        self.house = house
        self.used: dict[str, Weapon] = {}
        self.weapon("weapons", BARE_HANDS)

    def weapon(self, key: str, name: str) -> Weapon | None:
        """Return a weapon, numbered when it is first used; None without a weapon."""
        return self.numbered(key, "weapon", name, self.content.weapons, self.used, Weapon)

    def zones(self) -> Zones:
        """Make the map, and check its paths [zones.map]."""
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
        for name in given.drawn:
            self.is_known(f"map.drawn.{name}", "zone", name, among)
        return Zones(list(among), paths, given.exits, given.drawn)

    def sheets(self, zones: Zones) -> list[Sheet]:
        """Make the sheets of all fighters, in the order of the file."""
        found: list[Sheet] = []
        for number, side in self.sides(self.scenario.sides):
            for key, placed in self.placements(number, side.fighters, self.content.fighters):
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
        """Make one fighter's sheet: its entry, with the changes of the scenario [health.hp]."""
        entry = self.content.fighters[placed.is_]
        given = self.with_kit(key, values_of(Sheet, entry, placed))
        name = self.name_for(key, placed, entry.title, copy, placed.count)
        hit_points = given.get("hp")
        if hit_points is None:
            if not side.pcs:
                self.add_problem(f"{key}.hp", f"a foe needs hit points; {placed.is_!r} gives none")
                return None
            hit_points = max(LEAST_HIT_POINTS, given.get("strength", 0))  # [health.hp]
        return Sheet(
            **given,
            name=name,
            side=number,
            zone=zones.number(placed.at),
            is_pc=side.pcs,
            hit_points=hit_points,
            arms=self.arms(key, given.get("weapons", [])),
            armour_bonus=self.armour_bonus(key, given.get("armour")),
            **self.shield(key, given.get("shield"), given.get("weapons", [])),
            expert_arms=self.expert_arms(
                key, given.get("tags", {}), given.get("complications", {})
            ),
            full_actions=self.full_actions(side.pcs, given.get("actions", 2)),
            has_wounded_tier=given.get("wounded", side.pcs),
            momentum_rule=self.momentum_rule(key, side, given),
        )

    def with_kit(self, key: str, given: dict[str, Any]) -> dict[str, Any]:
        """Add the starting kit to the values of a sheet."""
        name = given.get("kit")
        if not isinstance(name, str) or not self.is_known(
            f"{key}.kit", "kit", name, self.content.kits
        ):
            return given
        return {**self.content.kits[name].model_dump(exclude_none=True), **given}

    def arms(self, key: str, weapons: list[str]) -> tuple[int, ...]:
        """Return the numbers of weapons, bare hands last."""
        found = [self.weapon(f"{key}.weapons.{i}", name) for i, name in enumerate(weapons)]
        found.append(self.used.get(BARE_HANDS))
        return tuple([int(weapon.index) for weapon in found if weapon is not None])

    def armour_bonus(self, key: str, name: str | None) -> int:
        """Return the Defense bonus of armour [health.defense]."""
        if name is None or not self.is_known(f"{key}.armour", "armour", name, self.content.armour):
            return 0
        return self.content.armour[name].bonus

    def shield(self, key: str, name: str | None, weapons: list[str]) -> dict[str, Any]:
        """Return a shield's Defense bonus and the hits it cancels [magic.interpose].

        Its bearer needs a weapon that leaves a hand free [weapon.sling].
        """
        if name is None or not self.is_known(f"{key}.shield", "shield", name, self.content.shields):
            return {"shield_bonus": 0, "interpose_cancels": 0}
        arms = [self.used[weapon] for weapon in weapons if weapon in self.used]
        if arms and all(weapon.is_two_handed for weapon in arms):
            self.add_problem(
                f"{key}.shield",
                f"a shield cannot be used with {weapons[0]}, which takes both hands; "
                "add a one-handed weapon or leave the shield",
            )
        shield = self.content.shields[name]
        return {"shield_bonus": shield.bonus, "interpose_cancels": shield.interpose_cancels}

    def expert_arms(
        self, key: str, tags: dict[str, list[str]], complications: dict[str, list[str]]
    ) -> list[int]:
        """Return the numbers of the weapons that tags are relevant to [attack.tag]."""
        for kind, among in (("tags", tags), ("complications", complications)):
            for name, relevant in among.items():
                for what in relevant:
                    known = [*ABILITIES, *self.content.weapons] if kind == "tags" else ABILITIES
                    self.is_known(f"{key}.{kind}.{name}", "ability or weapon", what, known)
        wanted = {
            what for relevant in tags.values() for what in relevant if what in self.content.weapons
        }
        found = [self.weapon(key, name) for name in self.content.weapons if name in wanted]
        return [int(weapon.index) for weapon in found if weapon is not None]

    def momentum_rule(self, key: str, side: SideData, given: dict[str, Any]) -> str:
        """Return the rule by which a fighter skips the opening check, or an empty text.

        A helm may do it [magic.helm], or the scenario or the sheet [rounds.momentum-bypass].
        """
        helm = given.get("helm")
        if helm is not None and self.is_known(f"{key}.helm", "helm", helm, self.content.helms):
            if self.content.helms[helm].momentum:
                return "magic.helm"
        return "rounds.momentum-bypass" if side.momentum or given.get("momentum") else ""

    def full_actions(self, is_pc: bool, by_sheet: int) -> int:
        """Return a PC's two actions [actions.two], or a foe's by its sheet or the house rule
        [actions.foes]."""
        if is_pc:
            return PC_ACTIONS
        return by_sheet if self.house.foe_actions == "by sheet" else int(self.house.foe_actions)


def prepare(
    scenario: MithrynScenario, content: ContentData, settings: Mapping[str, Setting]
) -> Scene | list[Problem]:
    """Make a scenario ready to fight, or list its problems."""
    house = House(settings)
    builder = SceneBuilder(scenario, content, house)
    zones = builder.zones()
    sheets = builder.sheets(zones) if not builder.problems else []
    if builder.problems:
        return builder.problems
    sides = [side.name for side in scenario.sides]
    weapons = list(builder.used.values())
    return Scene(scenario.heading(sides), sheets, weapons, zones, house)
