"""Olde's files: what content and scenarios may say, and how they become sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

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
from affray.rulesets.olde.conditions import DURATIONS
from affray.rulesets.olde.dice import MOST_RANK
from affray.rulesets.olde.gear import (
    BARE,
    BRAWLING,
    BRAWN,
    FINESSE,
    NO_LIMIT,
    RANKS,
    SKILLS,
    UNTRAINED,
    Adjustment,
    Armour,
    Condition,
    House,
    Sheet,
    Shield,
    Suffered,
    Use,
    Weapon,
    hit_points_of,
)
from affray.rulesets.olde.hands import best_grip, too_many
from affray.rulesets.olde.scene import Scene
from affray.space.grid import Grid

Stat = Annotated[int, Field(ge=1, le=MOST_RANK)]
BrawnMinimum = Annotated[int, Field(ge=1, le=30)]
Skill = Literal[
    "axes",
    "maces",
    "swords",
    "brawling",
    "shields",
    "knives",
    "fencing",
    "spears",
    "quarterstaff",
    "bows",
    "crossbows",
    "slings",
    "thrown",
    "dodge",
    "healing",
]
SkillRank = Literal[
    "apprentice", "journeyman", "foreman", "master", "grand master", "legendary", "untrained"
]
Duration = Literal["temporary", "persistent", "permanent"]
Space = tuple[int, int]

LONGEST_REACH = 3
CATEGORIES = {"light": (1, 2, 5, 7), "medium": (3, 4, 8, 10), "heavy": (5, 6, 11, 30)}
"""For each category the least and the most damage it takes off, and of its Brawn minimum."""

UNARMED = Use(BRAWN, [int(BRAWLING)], 0, 1, 0, 0, 0, unarmed=True)
"""Bare hands: reach 0 or 1 [unarmed.damage]."""


class MeleeData(Data):
    """How a weapon is used by hand: a row of the melee table."""

    stat: Literal["brawn", "finesse"] = Field(description="the Check Stat")
    skills: list[Skill] = Field(min_length=1, description="any of these skills will do")
    reach: tuple[int, int] = Field(description="the nearest and the farthest reach, in spaces")
    one_hand: BrawnMinimum | None = Field(
        default=None, description="least Brawn to hold it in one hand; none if that cannot be"
    )
    two_hands: BrawnMinimum | None = Field(
        default=None, description="least Brawn to hold it in both hands; none if that cannot be"
    )
    damage: Stat = Field(description="sides of the damage die")

    @model_validator(mode="after")
    def possible(self) -> Self:
        """[reach.spaces, brawn.melee]"""
        nearest, farthest = self.reach
        if not 0 <= nearest <= farthest <= LONGEST_REACH:
            raise ValueError(f"a reach is like [1, 2], within 0 and {LONGEST_REACH}")
        if self.one_hand is None and self.two_hands is None:
            raise ValueError("a weapon needs a Brawn minimum for one hand, for two, or for both")
        return self

    def made(self) -> Use:
        """The use as the rules have it."""
        nearest, farthest = self.reach
        return Use(
            BRAWN if self.stat == "brawn" else FINESSE,
            [SKILLS.index(skill) for skill in self.skills],
            nearest,
            farthest,
            self.one_hand or 0,
            self.two_hands or 0,
            self.damage,
        )


class RangedData(Data):
    """How a weapon is used from afar: a row of the ranged table. Its stat is always Finesse."""

    skill: Skill
    range: int = Field(ge=1, le=100, description="base range, in spaces")
    limit: int = Field(ge=1, le=16, description="how many times the base range it reaches")
    hands: Literal[1, 2] = Field(description="how many hands it needs")
    brawn: BrawnMinimum = Field(description="least Brawn to use it, or to aim a crossbow")
    spanning: BrawnMinimum | None = Field(
        default=None, description="a crossbow's least Brawn to span it by hand"
    )
    damage: Stat = Field(description="sides of the damage die")
    thrown: bool = Field(default=False, description="whether the weapon itself flies")

    def made(self) -> Use:
        """[ranged.finesse, ranged.hands]"""
        return Use(
            FINESSE,
            [SKILLS.index(self.skill)],
            1,
            self.range * self.limit,
            self.brawn if self.hands == 1 else 0,
            self.brawn if self.hands == 2 else 0,
            self.damage,
            self.range,
            self.thrown,
            self.spanning or 0,
        )


class WeaponData(Data):
    """A weapon: its use by hand, from afar or both; or something that was never made for it."""

    melee: MeleeData | None = None
    ranged: RangedData | None = None
    improvised: Literal["small"] | None = Field(
        default=None, description="a small improvised weapon, such as a mug or a stone"
    )
    like: Slug | None = Field(
        default=None, description="a longer improvised weapon is this one in every way"
    )

    @model_validator(mode="after")
    def of_some_use(self) -> Self:
        """[unarmed.improvised-small, unarmed.improvised-long]"""
        made = self.melee is not None or self.ranged is not None
        ways = [made, self.improvised is not None, self.like is not None]
        if ways.count(True) != 1:
            raise ValueError("say melee or ranged or both, or improvised, or like another weapon")
        return self

    def made(self, index: int, name: str) -> Weapon:
        """The weapon as the rules use it."""
        if self.improvised:
            use = Use(BRAWN, [int(BRAWLING)], 0, 1, 1, 0, 0, unarmed=True, small=True)
            return Weapon(index, name, use, None)
        return Weapon(
            index,
            name,
            self.melee.made() if self.melee else None,
            self.ranged.made() if self.ranged else None,
        )


class ShieldData(Data):
    """A shield: what it adds to Defense, its Brawn minimum, what it does to spells."""

    defense: int = Field(ge=1, le=10)
    brawn: BrawnMinimum
    spells: int = Field(le=0, ge=-10, description="adjusts Savvy checks for spells with gestures")


class ArmourData(Data):
    """Armour: its category, what it takes off damage, its Brawn minimum."""

    category: Literal["light", "medium", "heavy"]
    damage: int = Field(description="taken off every hit's damage")
    brawn: BrawnMinimum

    @model_validator(mode="after")
    def fits_its_category(self) -> Self:
        """[armor.category]"""
        least, most, weakest, strongest = CATEGORIES[self.category]
        if not (least <= self.damage <= most and weakest <= self.brawn <= strongest):
            brawn = f"{weakest} to {strongest}" if strongest < 30 else f"{weakest} or more"
            raise ValueError(
                f"{self.category} armour takes off {least} or {most} and has a Brawn minimum of "
                f"{brawn}, not {self.damage} and {self.brawn}"
            )
        return self


class ConditionData(Data):
    """A condition: its figures, and what those who have it cannot do."""

    loses: int = Field(default=0, ge=0, description="hit points lost at each Reset")
    attack: int = Field(default=0, description="adjusts attack checks")
    defense: int = Field(default=0, description="adjusts Defense")
    checks: int = Field(default=0, description="adjusts all checks")
    physical: int = Field(default=0, description="adjusts Brawn and Finesse checks, attacks too")
    melee_attack: int = 0
    melee_defense: int = 0
    ranged_defense: int = 0
    crossbow_attack: int = 0
    bow_attack: int = Field(default=0, description="adjusts attacks with bows, slings and throws")
    action_points: int = Field(default=0, description="adjusts the roll for Action Points")
    least_points: int = Field(default=0, description="as few Action Points as it leaves")
    spaces: int | None = Field(default=None, ge=0, description="most spaces to go in a round")
    attacks: bool = Field(default=True, description="whether one may attack")
    acts: bool = Field(default=True, description="whether one may do anything")
    helpless: bool = Field(default=False, description="whether one makes no Defense roll")
    flees: bool = Field(default=False, description="whether one has to flee")
    cr: int = Field(default=9, ge=1, description="CR of the recovery check, if it is persistent")

    def made(self, name: str) -> Condition:
        """The condition as the rules use it."""
        return Condition(
            name,
            self.loses,
            self.attack,
            self.defense,
            self.checks,
            self.physical,
            self.melee_attack,
            self.melee_defense,
            self.ranged_defense,
            self.crossbow_attack,
            self.bow_attack,
            self.action_points,
            self.least_points,
            NO_LIMIT if self.spaces is None else self.spaces,
            self.attacks,
            self.acts,
            self.helpless,
            self.flees,
            self.cr,
        )


class AdjustmentData(Data):
    """What a spell or magic item adds, for the whole fight."""

    from_: Name = Field(alias="from", description="what it comes from, for the log")
    attack: int = 0
    defense: int = 0
    damage: int = 0
    armour: int = 0


class SufferedData(Data):
    """A condition that a fighter starts with."""

    is_: Slug = Field(alias="is", description="which condition")
    lasts: Duration = "permanent"
    cr: int | None = Field(default=None, ge=1, description="CR of the recovery check")


class FighterFields(Data):
    """What a fighter's sheet may say; all of it can be changed where the fighter is placed."""

    brawn: Stat | None = None
    finesse: Stat | None = None
    savvy: Stat | None = None
    nerve: Stat | None = None
    array: list[int] | None = Field(
        default=None,
        description="Brawn, Finesse, Savvy and Nerve: a starting array in any order",
    )
    hp: int | None = Field(
        default=None, ge=1, le=1000, description="hit points, if not Brawn and half of Nerve"
    )
    skills: dict[Skill, SkillRank] | None = None
    weapons: list[Slug] | None = None
    in_hand: Slug | None = Field(default=None, description="the first weapon, if not given")
    grip: Literal["one hand", "both hands"] | None = None
    shield: Slug | None = None
    armour: Slug | None = None
    adjustments: list[AdjustmentData] | None = Field(
        default=None, description="what spells and magic items add"
    )
    conditions: list[SufferedData] | None = None
    small: bool | None = Field(default=None, description="whether the free step is one space")
    surprised: bool | None = Field(default=None, description="1 Action Point in the first turn")
    spells: bool | None = Field(default=None, description="whether it can cast spells")


class FighterData(EntryData, FighterFields):
    """A fighter of the content, or of a scenario's own."""


class PlacedData(PlacementData, FighterFields):
    """A fighter on the field: who it is, where it stands, and what is different about it."""

    at: list[Space] = Field(description="the space it starts in, [x, y]; or one for each")
    count: int | None = Field(default=None, ge=1, le=MOST_FIGHTERS, description="how many of them")

    @field_validator("at", mode="before")
    @classmethod
    def one_or_several(cls, value: object) -> object:
        """[3, 4] means [[3, 4]]."""
        if isinstance(value, list | tuple) and value and isinstance(value[0], int):
            return [value]
        return value

    @model_validator(mode="after")
    def a_place_for_each(self) -> Self:
        """One space for all, or as many as there are fighters."""
        if not self.at:
            raise ValueError("at: say where, such as at = [3, 4]")
        if self.count is not None and len(self.at) not in (1, self.count):
            raise ValueError(f"at: {self.count} fighters need 1 or {self.count} spaces")
        return self

    def spaces(self) -> list[Space]:
        """The space of each of them."""
        count = self.count if self.count is not None else len(self.at)
        return self.at * count if len(self.at) == 1 else self.at


class SideData(Data):
    """A side and its fighters."""

    name: Name
    surprised: bool = Field(default=False, description="1 Action Point each in the first turn")
    fighters: list[PlacedData] = Field(min_length=1, max_length=MOST_FIGHTERS)


class MapData(Data):
    """A grid of spaces, numbered from 0 at the upper left, with walls and solid spaces."""

    width: int = Field(ge=1, le=100)
    height: int = Field(ge=1, le=100)
    solid: list[Space] = Field(default_factory=list, description="spaces nobody enters")
    walls: list[tuple[int, int, int, int]] = Field(
        default_factory=list, description="walls along spaces' edges, corner to corner"
    )
    exits: list[Space] = Field(default_factory=list, description="spaces one can leave by")


class ContentData(Data):
    """Olde's content: weapons, shields, armour, conditions, starting arrays, fighters."""

    weapons: dict[Slug, WeaponData] = Field(default_factory=dict)
    shields: dict[Slug, ShieldData] = Field(default_factory=dict)
    armour: dict[Slug, ArmourData] = Field(default_factory=dict)
    conditions: dict[Slug, ConditionData] = Field(default_factory=dict)
    arrays: list[tuple[int, int, int, int]] = Field(
        default_factory=list, description="starting arrays of the four stats"
    )
    fighters: dict[Slug, FighterData] = Field(default_factory=dict)


class OldeScenario(ScenarioData, ContentData):
    """An Olde scenario: a map, two or more sides, and content of its own if it likes."""

    map: MapData
    sides: list[SideData] = Field(min_length=2, max_length=8)


class Workshop(SheetBuilder):
    """Makes sheets from data, and collects what is wrong with it."""

    def __init__(self, scenario: OldeScenario, content: ContentData) -> None:
        super().__init__()
        self.scenario = scenario
        self.weapons = {**content.weapons, **scenario.weapons}
        self.shields = {**content.shields, **scenario.shields}
        self.armour = {**content.armour, **scenario.armour}
        self.conditions = {**content.conditions, **scenario.conditions}
        self.fighters = {**content.fighters, **scenario.fighters}
        self.arrays = {tuple(sorted(array)) for array in (*content.arrays, *scenario.arrays)}
        self.used: dict[str, Weapon] = {"bare-hands": Weapon(BARE, "bare-hands", UNARMED, None)}

    # --- the field ---

    def grid(self) -> Grid:
        """The map as the rules use it."""
        data = self.scenario.map
        for number, space in enumerate(data.solid):
            self.on_the_map(f"map.solid.{number}", space)
        for number, space in enumerate(data.exits):
            self.on_the_map(f"map.exits.{number}", space)
        walls = [(float(ax), float(ay), float(bx), float(by)) for ax, ay, bx, by in data.walls]
        return Grid(data.width, data.height, self.cells(data.solid), walls=walls)

    def cells(self, spaces: list[Space]) -> list[int]:
        """Spaces by number."""
        return [y * self.scenario.map.width + x for x, y in spaces]

    def on_the_map(self, key: str, space: Space) -> bool:
        """Whether there is such a space."""
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
        """The weapon of that name. A longer improvised one is what it is like, in every way
        [unarmed.improvised-long]."""
        if name in self.used:
            return self.used[name]
        if not self.is_known(key, "weapon", name, self.weapons):
            return None
        data = self.weapons[name]
        seen = [name]
        while data.like is not None:
            if not self.is_known(f"weapons.{seen[-1]}.like", "weapon", data.like, self.weapons):
                return None
            if data.like in seen:
                self.add_problem(f"weapons.{name}.like", f"{name!r} is like itself")
                return None
            seen.append(data.like)
            data = self.weapons[data.like]
        made = data.made(len(self.used), name)
        self.used[name] = made
        return made

    def arms(self, key: str, fields: FighterFields) -> list[Weapon]:
        """The weapons of a sheet, the one in hand first."""
        names = list(fields.weapons or [])
        if fields.in_hand is not None:
            if fields.in_hand not in names:
                carried = ", ".join(names) or "nothing"
                self.add_problem(
                    f"{key}.in_hand", f"{fields.in_hand!r} is not carried; that is {carried}"
                )
            else:
                names.remove(fields.in_hand)
                names.insert(0, fields.in_hand)
        found = [self.weapon(f"{key}.weapons.{n}", name) for n, name in enumerate(names)]
        return [weapon for weapon in found if weapon is not None]

    def shield(self, key: str, name: str | None) -> Shield:
        """The shield of a sheet; no shield has no Defense."""
        if name and self.is_known(f"{key}.shield", "shield", name, self.shields):
            data = self.shields[name]
            return Shield(name, data.defense, data.brawn, data.spells)
        return Shield("no shield", 0, 0, 0)

    def worn(self, key: str, name: str | None) -> Armour:
        """The armour of a sheet; no armour takes nothing off."""
        if name and self.is_known(f"{key}.armour", "armour", name, self.armour):
            data = self.armour[name]
            return Armour(name, data.damage, data.brawn)
        return Armour("no armour", 0, 0)

    def grip(self, key: str, fields: FighterFields, held: Weapon, shielded: bool) -> bool:
        """Whether the weapon in hand is held in both; refused where hands are too few
        [shield.defense, ranged.hands, brawn.melee]."""
        two_hands = best_grip(held, shielded)
        if fields.grip is not None:
            two_hands = fields.grip == "both hands"
        why = too_many(held, two_hands, shielded)
        if why:
            self.add_problem(f"{key}.{'shield' if shielded else 'grip'}", why)
        return two_hands

    # --- sheets ---

    def sheets(self, grid: Grid) -> list[Sheet]:
        """Every fighter of every side."""
        found = []
        for number, side in self.sides(self.scenario.sides):
            for key, placed in self.placements(number, side.fighters, self.fighters):
                title = self.fighters[placed.is_].title
                spaces = placed.spaces()
                for copy, space in enumerate(spaces):
                    if not self.on_the_map(f"{key}.at", space):
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
        """One fighter's sheet: its entry, with what the scenario changes of it."""
        fields = merged_fields(FighterFields, self.fighters[placed.is_], placed)
        stats = self.stats(key, fields)
        if stats is None:
            return None
        arms = self.arms(key, fields)
        shield = self.shield(key, fields.shield)
        held = arms[0] if arms else self.used["bare-hands"]
        if fields.in_hand is None and shield.defense and not held.fits_one_hand():
            held = next((one for one in arms if one.fits_one_hand()), held)
        skills = [int(UNTRAINED)] * len(SKILLS)
        for skill, rank in (fields.skills or {}).items():
            if rank != "untrained":
                skills[SKILLS.index(skill)] = RANKS.index(rank)
        return Sheet(
            name,
            number,
            cell,
            stats,
            skills,
            fields.hp or hit_points_of(stats[0], stats[3]),
            [int(weapon.index) for weapon in arms],
            held.index,
            self.grip(key, fields, held, shield.defense > 0),
            shield,
            self.worn(key, fields.armour),
            [
                Adjustment(
                    one.from_, "attack.adjustments", one.attack, one.defense, one.damage, one.armour
                )
                for one in fields.adjustments or []
            ],
            self.suffered(key, fields),
            bool(fields.small),
            side.surprised if fields.surprised is None else fields.surprised,
            bool(fields.spells),
        )

    def stats(self, key: str, fields: FighterFields) -> list[int] | None:
        """Brawn, Finesse, Savvy and Nerve, from a starting array or one by one."""
        array = fields.array or [0, 0, 0, 0]
        if fields.array is not None and tuple(sorted(fields.array)) not in self.arrays:
            allowed = ", ".join(
                "/".join(str(n) for n in reversed(one)) for one in sorted(self.arrays)
            )
            self.add_problem(
                f"{key}.array", f"{fields.array} is no starting array; they are {allowed}"
            )
            return None
        given = [fields.brawn, fields.finesse, fields.savvy, fields.nerve]
        found = [one or array[number] for number, one in enumerate(given)]
        for number, stat in enumerate(("brawn", "finesse", "savvy", "nerve")):
            if not found[number]:
                self.add_problem(f"{key}.{stat}", "is missing: give the four stats, or an array")
                return None
        return found

    def suffered(self, key: str, fields: FighterFields) -> list[Suffered]:
        """The conditions a fighter starts with."""
        found = []
        names = list(self.conditions)
        for number, one in enumerate(fields.conditions or []):
            if self.is_known(
                f"{key}.conditions.{number}.is", "condition", one.is_, self.conditions
            ):
                cr = one.cr if one.cr is not None else self.conditions[one.is_].cr
                found.append(Suffered(names.index(one.is_), DURATIONS.index(one.lasts), cr))
        return found


def prepare(
    scenario: OldeScenario, content: ContentData, house: Mapping[str, bool | int | str]
) -> Scene | list[Problem]:
    """A scenario made ready to fight, or everything that is wrong with it."""
    workshop = Workshop(scenario, content)
    grid = workshop.grid()
    sheets = workshop.sheets(grid) if not workshop.problems else []
    if workshop.problems:
        return workshop.problems
    aimed = house["aimed_shot"]
    rules = House(
        house["damage_die"] == "check-stat",
        bool(house["damage_explodes"]),
        house["minimal_sight"] == "attack",
        bool(house["advanced_actions"]),
        aimed if isinstance(aimed, int) else 0,
        bool(house["criticals"]),
    )
    return Scene(
        scenario.title,
        [side.name for side in scenario.sides],
        sheets,
        list(workshop.used.values()),
        [data.made(name) for name, data in workshop.conditions.items()],
        grid,
        workshop.cells(scenario.map.exits),
        rules,
        scenario.round_limit,
    )
