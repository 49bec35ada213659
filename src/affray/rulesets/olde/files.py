"""Olde's files: what content and scenarios may say, and how they become sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

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
from affray.rulesets.olde.hands import best_grip, too_few_hands
from affray.rulesets.olde.house import House
from affray.rulesets.olde.setup import Scene
from affray.rulesets.olde.sheet import (
    BARE,
    DURATIONS,
    NO_ARMOUR,
    NO_SHIELD,
    SMALL_IMPROVISED,
    UNARMED,
    Adjustment,
    Affliction,
    Armour,
    Condition,
    Duration,
    MeleeUse,
    RangedUse,
    Sheet,
    Shield,
    Spell,
    Weapon,
)
from affray.space.grid import Grid

Space = tuple[int, int]

LONGEST_REACH = 3
CATEGORIES = {"light": (1, 2, 5, 7), "medium": (3, 4, 8, 10), "heavy": (5, 6, 11, 30)}
"""For each category the least and the most damage it takes off, and of its Brawn minimum."""


@fields_of(MeleeUse)
class MeleeData(Data):
    """How a weapon is used by hand: a row of the melee table."""

    @model_validator(mode="after")
    def check(self) -> Self:
        """[reach.spaces, brawn.melee]"""
        use = built(MeleeUse, self)
        if not 0 <= use.nearest <= use.farthest <= LONGEST_REACH:
            raise ValueError(f"a reach is like [1, 2], within 0 and {LONGEST_REACH}")
        if not use.one_hand and not use.two_hands:
            raise ValueError("a weapon needs a Brawn minimum for one hand, for two, or for both")
        return self


@fields_of(RangedUse)
class RangedData(Data):
    """How a weapon is used from afar: a row of the ranged table. Its stat is always Finesse."""


class WeaponData(Data):
    """A weapon: its use by hand, from afar or both; or something that was never made for it."""

    melee: MeleeData | None = Field(default=None, description="how it is used by hand")
    ranged: RangedData | None = Field(default=None, description="how it is used from afar")
    improvised: Literal["small"] | None = Field(
        default=None, description="a small improvised weapon, such as a mug or a stone"
    )
    like: Slug | None = Field(
        default=None, description="a longer improvised weapon is this one in every way"
    )

    @model_validator(mode="after")
    def check(self) -> Self:
        """[unarmed.improvised-small, unarmed.improvised-long]"""
        is_made = self.melee is not None or self.ranged is not None
        ways = [is_made, self.improvised is not None, self.like is not None]
        if ways.count(True) != 1:
            raise ValueError("say melee or ranged or both, or improvised, or like another weapon")
        return self

    def is_mace(self) -> bool:
        """Return whether it is used by hand, with the skill of maces [unarmed.improvised-long]."""
        return self.melee is not None and "maces" in built(MeleeUse, self.melee).skills

    def weapon(self, index: int, name: str) -> Weapon:
        """Return the weapon as the rules use it."""
        melee = built(MeleeUse, self.melee) if self.melee is not None else None
        ranged = built(RangedUse, self.ranged) if self.ranged is not None else None
        if self.improvised:
            melee = SMALL_IMPROVISED
        return Weapon(index=index, name=name, melee=melee, ranged=ranged)


@fields_of(Shield)
class ShieldData(Data):
    """A shield: what it adds to Defense, its Brawn minimum, what it does to spells."""


@fields_of(Armour)
class ArmourData(Data):
    """Armour: its category, what it takes off damage, its Brawn minimum."""

    @model_validator(mode="after")
    def check(self) -> Self:
        """[armor.category]"""
        armour = built(Armour, self, name="")
        least, most, weakest, strongest = CATEGORIES[armour.category]
        if not (least <= armour.damage <= most and weakest <= armour.brawn <= strongest):
            brawn = f"{weakest} to {strongest}" if strongest < 30 else f"{weakest} or more"
            raise ValueError(
                f"{armour.category} armour takes off {least} or {most} and has a Brawn minimum of "
                f"{brawn}, not {armour.damage} and {armour.brawn}"
            )
        return self


@fields_of(Spell)
class SpellData(Data):
    """A spell that lays a condition on an enemy."""


@fields_of(Condition)
class ConditionData(Data):
    """A condition: its figures, and what those who have it cannot do."""


@fields_of(Adjustment)
class AdjustmentData(Data):
    """What a spell or magic item adds, for the whole fight."""


class AfflictionData(Data):
    """A condition that a fighter starts with."""

    is_: Slug = Field(alias="is", description="which condition")
    lasts: Duration = Field(default="permanent", description="how long it lasts")
    cr: int | None = Field(
        default=None, ge=1, description="CR of the recovery check, if not the condition's own"
    )


@fields_of(Sheet, optional=True)
class FighterFields(Data):
    """What a fighter's sheet may say; all of it can be changed where the fighter is placed."""

    adjustments: list[AdjustmentData] | None = Field(
        default=None, description="what spells and magic items add"
    )
    conditions: list[AfflictionData] | None = Field(
        default=None, description="the conditions it starts with"
    )


class FighterData(EntryData, FighterFields):
    """A fighter of the content, or of a scenario's own."""


def one_or_several(value: object) -> object:
    """Return [[3, 4]] for [3, 4]."""
    if isinstance(value, list | tuple) and value and isinstance(value[0], int):
        return [value]
    return value


class PlacedData(PlacementData, FighterFields):
    """A fighter on the field: who it is, where it stands, and what is different about it."""

    at: Annotated[list[Space], BeforeValidator(one_or_several)] = Field(
        description="the space it starts in, [x, y]; or several, which they take in turn"
    )
    count: int | None = Field(default=None, ge=1, le=MOST_FIGHTERS, description="how many of them")

    @model_validator(mode="after")
    def check(self) -> Self:
        """Refuse a fighter without a space."""
        if not self.at:
            raise ValueError("at: say where, such as at = [3, 4]")
        return self

    def spaces(self) -> list[Space]:
        """Return the space of each of them: fewer take the first spaces, more share them."""
        count = self.count if self.count is not None else len(self.at)
        return [self.at[number % len(self.at)] for number in range(count)]


class SideData(Data):
    """A side and its fighters."""

    name: Name = Field(description="what the side is called")
    surprised: bool = Field(default=False, description="1 Action Point each in the first turn")
    fighters: list[PlacedData] = side_fighters("who fights on this side, and where")


class MapData(Data):
    """A grid of spaces, numbered from 0 at the upper left, with walls and solid spaces."""

    width: int = Field(ge=1, le=100, description="how many spaces across")
    height: int = Field(ge=1, le=100, description="how many spaces down")
    solid: list[Space] = Field(default_factory=list, description="spaces nobody enters")
    walls: list[tuple[int, int, int, int]] = Field(
        default_factory=list, description="walls along spaces' edges, corner to corner"
    )
    exits: list[Space] = Field(default_factory=list, description="spaces one can leave by")


class ContentData(Data):
    """Olde's content: weapons, shields, armour, conditions, spells, starting arrays, fighters."""

    weapons: dict[Slug, WeaponData] = Field(default_factory=dict, description="weapons by name")
    fighters: dict[Slug, FighterData] = Field(default_factory=dict, description="fighters by name")
    shields: dict[Slug, ShieldData] = Field(default_factory=dict, description="shields by name")
    armour: dict[Slug, ArmourData] = Field(default_factory=dict, description="armour by name")
    conditions: dict[Slug, ConditionData] = Field(
        default_factory=dict, description="conditions by name"
    )
    spells: dict[Slug, SpellData] = Field(default_factory=dict, description="spells by name")
    arrays: list[tuple[int, int, int, int]] = Field(
        default_factory=list, description="starting arrays of the four stats"
    )


class OldeScenario(ScenarioData, ContentData):
    """An Olde scenario: a map, two or more sides, and content of its own if it likes."""

    map: MapData = Field(description="where it happens")
    sides: list[SideData] = scenario_sides()


class OldeSheetBuilder(SheetBuilder[OldeScenario, ContentData]):
    """Makes sheets from data, and collects what is wrong with it."""

    def __init__(self, scenario: OldeScenario, content: ContentData) -> None:
        super().__init__(scenario, content)
        self.arrays = {tuple(sorted(array)) for array in self.content.arrays}
        self.conditions = {
            name: built(Condition, data, name=name, number=number)
            for number, (name, data) in enumerate(self.content.conditions.items())
        }
        self.used_spells: dict[str, Spell] = {}
        self.used_weapons = {
            "bare-hands": Weapon(index=BARE, name="bare-hands", melee=UNARMED, ranged=None)
        }

    # --- the field ---

    def grid(self) -> Grid:
        """Return the map as the rules use it."""
        data = self.scenario.map
        solid = [
            space
            for number, space in enumerate(data.solid)
            if self.is_on_the_map(f"map.solid.{number}", space)
        ]
        for number, space in enumerate(data.exits):
            self.is_on_the_map(f"map.exits.{number}", space)
        walls = [(float(ax), float(ay), float(bx), float(by)) for ax, ay, bx, by in data.walls]
        return Grid(data.width, data.height, self.cells(solid), walls=walls)

    def cells(self, spaces: list[Space]) -> list[int]:
        """Return spaces by number."""
        return [y * self.scenario.map.width + x for x, y in spaces]

    def is_on_the_map(self, key: str, space: Space) -> bool:
        """Return whether there is such a space."""
        data = self.scenario.map
        x, y = space
        if 0 <= x < data.width and 0 <= y < data.height:
            return True
        self.add_problem(
            key, f"[{x}, {y}] is not on the map of {data.width} by {data.height} spaces"
        )
        return False

    # --- gear ---

    def weapon(self, key: str, name: str) -> Weapon | None:
        """Return the weapon of that name. A longer improvised one is what it is like, in every way
        [unarmed.improvised-long]."""
        if name in self.used_weapons:
            return self.used_weapons[name]
        if not self.is_known(key, "weapon", name, self.content.weapons):
            return None
        data = self.content.weapons[name]
        seen = [name]
        while data.like is not None:
            if not self.is_known(
                f"weapons.{seen[-1]}.like", "weapon", data.like, self.content.weapons
            ):
                return None
            if data.like in seen:
                self.add_problem(f"weapons.{name}.like", f"{name!r} is like itself")
                return None
            seen.append(data.like)
            data = self.content.weapons[data.like]
            if data.like is None and not data.is_mace():
                self.add_problem(
                    f"weapons.{seen[-2]}.like",
                    f"a longer improvised weapon is like one of the maces skill, such as club or "
                    f"baton, not {seen[-1]!r}",
                )
                return None
        found = data.weapon(len(self.used_weapons), name)
        self.used_weapons[name] = found
        return found

    def carried(self, key: str, given: Mapping[str, object]) -> list[Weapon]:
        """Return the weapons of a sheet, the one in hand first."""
        weapons = given.get("weapons", [])
        assert isinstance(weapons, list)
        names = list(weapons)
        in_hand = given.get("in_hand")
        if in_hand is not None:
            if in_hand not in names:
                carried = ", ".join(names) or "nothing"
                self.add_problem(f"{key}.in_hand", f"{in_hand!r} is not carried; that is {carried}")
            else:
                names.remove(in_hand)
                names.insert(0, in_hand)
        found = [self.weapon(f"{key}.weapons.{n}", name) for n, name in enumerate(names)]
        return [weapon for weapon in found if weapon is not None]

    def shield(self, key: str, name: object) -> Shield:
        """Return the shield of a sheet; no shield has no Defense."""
        shields = self.content.shields
        if isinstance(name, str) and self.is_known(f"{key}.shield", "shield", name, shields):
            return built(Shield, shields[name], name=name)
        return NO_SHIELD

    def worn(self, key: str, name: object) -> Armour:
        """Return the armour of a sheet; no armour takes nothing off."""
        armour = self.content.armour
        if isinstance(name, str) and self.is_known(f"{key}.armour", "armour", name, armour):
            return built(Armour, armour[name], name=name)
        return NO_ARMOUR

    def known_spells(self, key: str, given: object) -> list[Spell]:
        """Return the spells of a sheet."""
        found = []
        for number, name in enumerate(given if isinstance(given, list) else []):
            if self.is_known(f"{key}.spells.{number}", "spell", name, self.content.spells):
                if name not in self.used_spells:
                    spell = self.spell(name)
                    if spell is None:
                        continue
                    self.used_spells[name] = spell
                found.append(self.used_spells[name])
        return found

    def spell(self, name: str) -> Spell | None:
        """Return the spell of that name, if the condition it lays exists."""
        data = self.content.spells[name]
        condition = values_of(Spell, data)["condition"]
        if not self.is_known(f"spells.{name}.condition", "condition", condition, self.conditions):
            return None
        laid = self.conditions[condition]
        return built(Spell, data, index=len(self.used_spells), name=name, laid=laid)

    def is_held_in_both(self, key: str, grip: object, held: Weapon, shielded: bool) -> bool:
        """Return whether the weapon in hand is held in both.

        Refused where hands are too few [shield.defense, ranged.hands, brawn.melee].
        """
        two_hands = best_grip(held, shielded) if grip is None else grip == "both hands"
        why = too_few_hands(held, two_hands, shielded)
        if why:
            self.add_problem(f"{key}.{'shield' if shielded else 'grip'}", why)
        return two_hands

    # --- sheets ---

    def sheets(self, grid: Grid) -> list[Sheet]:
        """Return every fighter of every side."""
        found = []
        for number, side in self.sides(self.scenario.sides):
            for key, placed in self.placements(number, side.fighters, self.content.fighters):
                title = self.content.fighters[placed.is_].title
                spaces = placed.spaces()
                for copy, space in enumerate(spaces):
                    if not self.is_on_the_map(f"{key}.at", space):
                        break
                    cell = self.cells([space])[0]
                    if grid.solid[cell]:
                        self.add_problem(f"{key}.at", f"[{space[0]}, {space[1]}] is solid")
                        break
                    name = self.name_for(key, placed, title, copy, len(spaces))
                    sheet = self.sheet(key, number, side, placed, name, cell)
                    if sheet is not None:
                        found.append(sheet)
        return found

    def sheet(
        self, key: str, number: int, side: SideData, placed: PlacedData, name: str, cell: int
    ) -> Sheet | None:
        """Return one fighter's sheet: its entry, with what the scenario changes of it."""
        entry = self.content.fighters[placed.is_]
        given = values_of(Sheet, entry, placed)
        stats = self.stats(key, given)
        if stats is None:
            return None
        weapons = self.carried(key, given)
        shield = self.shield(key, given.get("shield"))
        held = weapons[0] if weapons else self.used_weapons["bare-hands"]
        if "in_hand" not in given and shield.defense and not held.fits_one_hand():
            held = next((one for one in weapons if one.fits_one_hand()), held)
        given.update(stats)
        given.update(
            shield=shield,
            armour=self.worn(key, given.get("armour")),
            arms=tuple(int(weapon.index) for weapon in weapons),
            held=held.index,
            two_hands=self.is_held_in_both(key, given.get("grip"), held, shield.defense > 0),
            surprised=given.get("surprised", side.surprised),
            known_spells=self.known_spells(key, given.get("spells")),
        )
        adjustments = placed.adjustments if placed.adjustments is not None else entry.adjustments
        conditions = placed.conditions if placed.conditions is not None else entry.conditions
        return Sheet(
            name=name,
            side=number,
            cell=cell,
            adjustments=[built(Adjustment, one) for one in adjustments or []],
            afflictions=self.afflictions(key, conditions or []),
            **given,
        )

    def stats(self, key: str, given: Mapping[str, object]) -> dict[str, object] | None:
        """Return Brawn, Finesse, Savvy and Nerve, from a starting array or one by one."""
        array = given.get("array")
        found: dict[str, object] = {}
        if isinstance(array, list):
            if tuple(sorted(array)) not in self.arrays:
                allowed = ", ".join(
                    "/".join(str(n) for n in reversed(one)) for one in sorted(self.arrays)
                )
                self.add_problem(
                    f"{key}.array", f"{array} is no starting array; they are {allowed}"
                )
                return None
            found.update(zip(("brawn", "finesse", "savvy", "nerve"), array, strict=True))
        for stat in ("brawn", "finesse", "savvy", "nerve"):
            if stat in given:
                found[stat] = given[stat]
            elif stat not in found:
                self.add_problem(f"{key}.{stat}", "is missing: give the four stats, or an array")
                return None
        return found

    def afflictions(self, key: str, given: list[AfflictionData]) -> list[Affliction]:
        """Return the conditions a fighter starts with."""
        found = []
        for number, one in enumerate(given):
            if self.is_known(
                f"{key}.conditions.{number}.is", "condition", one.is_, self.conditions
            ):
                condition = self.conditions[one.is_]
                cr = one.cr if one.cr is not None else condition.cr
                lasts = DURATIONS.index(one.lasts)
                found.append(Affliction(condition, lasts, cr))
        return found


def prepare(
    scenario: OldeScenario, content: ContentData, house: Mapping[str, bool | int | str]
) -> Scene | list[Problem]:
    """Return a scenario made ready to fight; raise everything that is wrong with it."""
    builder = OldeSheetBuilder(scenario, content)
    grid = builder.grid()
    sheets = builder.sheets(grid) if not builder.problems else []
    if builder.problems:
        return builder.problems
    return Scene(
        scenario.heading([side.name for side in scenario.sides]),
        sheets,
        list(builder.used_weapons.values()),
        list(builder.conditions.values()),
        list(builder.used_spells.values()),
        grid,
        builder.cells(scenario.map.exits),
        House(house),
    )
