"""Shinobi's files: what content and scenarios may say, and how they become a scene."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from affray.core.data import Data
from affray.core.file_fields import fields_of, values_of
from affray.core.problems import Problem
from affray.core.ruleset import MOST_FIGHTERS, Name, ScenarioData, Slug
from affray.core.scenario import EntryData, PlacementData, SheetBuilder, title_from_slug
from affray.rulesets.shinobi import keywords
from affray.rulesets.shinobi.house import House
from affray.rulesets.shinobi.setup import Ground, Scene
from affray.rulesets.shinobi.sheet import Element, Sheet
from affray.space.squares import FACINGS, Squares

MOST_SPACES = 40
"""The longest a board's side can be."""

Facing = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]
Edge = Literal["north", "east", "south", "west"]
Space = tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0)]]
Symbol = Annotated[str, Field(min_length=1, max_length=1)]

INWARDS: dict[str, Facing] = {"north": "s", "east": "w", "south": "n", "west": "e"}
"""The facing of a team that is placed along an edge."""


class TerrainData(Data):
    """A kind of ground: its sign on maps, its cost, and what it blocks."""

    symbol: Symbol = Field(description="the sign for it in a map's rows")
    cost: int = Field(default=1, ge=1, le=9, description="movement to enter it")
    kind: Literal["open", "rough", "raised"] = Field(
        default="open", description="rough ground is nothing to the surefooted, raised to leapers"
    )
    impassable: bool = Field(default=False, description="nobody can enter it")
    blocks_sight: bool = Field(default=False, description="no line passes through it")


@fields_of(Sheet, optional=True)
class ModelData(EntryData):
    """A model of the content, or of a scenario's own."""


class TeamData(Data):
    """A team: the models and their numbers."""

    models: dict[Slug, Annotated[int, Field(ge=1, le=30)]] = Field(
        min_length=1, description="how many of each model, those named first in the middle"
    )


@fields_of(Sheet, optional=True)
class PlacedData(PlacementData):
    """A model on the board: its profile, its space, and its differences from the profile."""

    is_: Slug = Field(alias="is", description="which model of the content or the scenario")
    at: Space = Field(description="column and row, counted from 0 at the upper left")
    count: int = Field(
        default=1, ge=1, le=MOST_FIGHTERS, description="how many, side by side to the right"
    )
    facing: Facing | None = Field(default=None, description="to the middle if not given")
    hidden: bool = Field(default=False, description="whether it begins in stealth")


class SideData(Data):
    """A side: a team along an edge, models placed one by one, or both."""

    name: Name = Field(description="what the side is called")
    affinity: list[Element] = Field(
        default=["fire"], min_length=1, description="the elements of models without their own"
    )
    budget: int | None = Field(default=None, ge=0, description="what its models may cost at most")
    team: Slug | None = Field(default=None, description="a team of the content or the scenario")
    edge: Edge = Field(default="north", description="the edge its team stands along")
    fighters: list[PlacedData] = Field(
        default_factory=list, max_length=MOST_FIGHTERS, description="models placed one by one"
    )


class MapData(Data):
    """The board, as rows of signs or as the size of an open one."""

    rows: list[str] | None = Field(default=None, description="a sign for each space, row by row")
    size: tuple[int, int] | None = Field(default=None, description="columns and rows")


class ContentData(Data):
    """Shinobi's content: ground, models and teams."""

    terrain: dict[Slug, TerrainData] = Field(
        default_factory=dict, description="kinds of ground by name"
    )
    models: dict[Slug, ModelData] = Field(default_factory=dict, description="models by name")
    teams: dict[Slug, TeamData] = Field(default_factory=dict, description="teams by name")


class ShinobiScenario(ScenarioData, ContentData):
    """A Shinobi scenario: a board, two or more sides, and optionally its own content."""

    map: MapData = Field(description="the board")
    sides: list[SideData] = Field(min_length=2, max_length=6, description="who fights whom")


class SceneBuilder(SheetBuilder[ShinobiScenario, ContentData]):
    """Makes a board and sheets from data, and collects the problems of a scenario."""

    def __init__(self, scenario: ShinobiScenario, content: ContentData) -> None:
        super().__init__(scenario, content)
        self.taken: dict[int, str] = {}
        self.spent: list[int] = []

    # --- the board ---

    def ground(self) -> tuple[int, int, list[str]]:
        """Return the board's width and height, and the kind of ground of each space."""
        given = self.scenario.map
        if (given.rows is None) == (given.size is None):
            self.add_problem("map", "give either rows or size")
            return 0, 0, []
        rows = given.rows or [""]
        width, height = given.size or (len(rows[0]), len(rows))
        if not (1 <= width <= MOST_SPACES and 1 <= height <= MOST_SPACES):
            self.add_problem("map", f"a board is from 1 to {MOST_SPACES} spaces wide and high")
            return 0, 0, []
        if given.size is not None:
            rows = ["." * width] * height
        return width, height, self.kinds_in(rows, width)

    def kinds_in(self, rows: list[str], width: int) -> list[str]:
        """Return the kind of ground of each space, by its sign."""
        named = {kind.symbol: name for name, kind in self.content.terrain.items()}
        found = []
        for number, row in enumerate(rows):
            if len(row) != width:
                self.add_problem(
                    f"map.rows.{number}", f"is {len(row)} spaces wide; the first row is {width}"
                )
            for sign in row:
                if sign not in named:
                    signs = ", ".join(f"{one} {name}" for one, name in named.items())
                    self.add_problem(
                        f"map.rows.{number}", f"no ground is drawn {sign!r}; there are {signs}"
                    )
                    break
                found.append(named[sign])
        return found

    def costs(self, ground: list[str], surefoot: bool, leap: bool) -> list[int]:
        """Return what each space costs to enter, for a model that may have easier going."""
        easy = {kind for kind, is_easy in (("rough", surefoot), ("raised", leap)) if is_easy}
        return [
            1 if self.content.terrain[name].kind in easy else self.content.terrain[name].cost
            for name in ground
        ]

    # --- the models ---

    def sheets(self, board: Squares) -> list[Sheet]:
        """List all models on the board, in the order of the file, teams first."""
        found: list[Sheet] = []
        for number, side in self.sides(self.scenario.sides):
            self.spent.append(0)
            placed = [*self.team(number, side, board), *self.fighters(number, side, board)]
            if side.team is None and not side.fighters:
                self.add_problem(
                    f"sides.{number}", "has nobody to fight: give it a team or fighters"
                )
            for key, model, cell in placed:
                sheet = self.sheet(key, number, side, model, cell, board)
                if sheet is not None:
                    found.append(sheet)
            self.check_budget(number, side)
        return found

    def fighters(
        self, number: int, side: SideData, board: Squares
    ) -> list[tuple[str, PlacedData, int]]:
        """List the models that are placed one by one, and where."""
        found = []
        for key, placed in self.placements(number, side.fighters, self.content.models, "model"):
            for copy in range(placed.count):
                x, y = placed.at[0] + copy, placed.at[1]
                hindrance = self.hindrance_at(x, y, board)
                if hindrance:
                    self.add_problem(f"{key}.at", hindrance)
                    break
                cell = int(board.cell(x, y))
                self.taken[cell] = placed.name or placed.is_
                found.append((key, placed, cell))
        return found

    def hindrance_at(self, x: int, y: int, board: Squares) -> str:
        """Return why no model can be placed in a space; empty if one can."""
        if not board.inside(x, y):
            return f"{x},{y} is off the board"
        cell = int(board.cell(x, y))
        if board.solid[cell]:
            return f"{x},{y} is impassable"
        return f"{self.taken[cell]} stands at {x},{y} already" if cell in self.taken else ""

    def team(
        self, number: int, side: SideData, board: Squares
    ) -> list[tuple[str, PlacedData, int]]:
        """List the models of a team, side by side along their edge."""
        key = f"sides.{number}.team"
        if side.team is None or not self.is_known(key, "team", side.team, self.content.teams):
            return []
        spaces = self.spaces_along(side.edge, board)
        found = []
        for name, count in self.content.teams[side.team].models.items():
            if not self.is_known(f"teams.{side.team}.models", "model", name, self.content.models):
                continue
            for _ in range(count):
                if not spaces:
                    self.add_problem(key, f"there is no room for it along the {side.edge} edge")
                    return []
                cell = spaces.pop(0)
                self.taken[cell] = name
                found.append((key, member(name, side.edge), cell))
        return found

    def spaces_along(self, edge: Edge, board: Squares) -> list[int]:
        """List the free spaces near an edge: the outermost line first, from its middle outwards."""
        width, height = int(board.width), int(board.height)
        found = []
        for cell in range(width * height):
            x, y = cell % width, cell // width
            along, depth, length = {
                "north": (x, y, width),
                "south": (x, height - 1 - y, width),
                "west": (y, x, height),
                "east": (y, width - 1 - x, height),
            }[edge]
            if depth < 2 and not board.solid[cell] and cell not in self.taken:
                found.append((depth, abs(2 * along + 1 - length), along, cell))
        return [cell for _, _, _, cell in sorted(found)]

    def sheet(
        self, key: str, number: int, side: SideData, placed: PlacedData, cell: int, board: Squares
    ) -> Sheet | None:
        """Return one model's profile: its entry, with the scenario's changes."""
        base = self.content.models[placed.is_]
        values = values_of(Sheet, base, placed)
        is_known = [
            self.is_known(f"{key}.keywords.{index}", "keyword", name, keywords.BY_NAME)
            for index, name in enumerate(values.get("keywords", []))
        ]
        missing = [name for name in ("movement", "attack", "defence") if name not in values]
        for name in missing:
            self.add_problem(f"{key}.{name}", f"is missing, and {placed.is_!r} gives none")
        if missing or not all(is_known):
            return None
        self.spent[number] += values.get("cost", 0)
        if not values.get("affinity"):
            values["affinity"] = side.affinity
        middle = int(board.cell(board.width // 2, board.height // 2))
        title = base.title or title_from_slug(placed.is_)
        if key.endswith(".team"):
            title = f"{side.name.capitalize()} {title.lower()}"
        several = placed.count > 1
        given = bool(placed.name) and not several
        return Sheet(
            name=self.unused_name(key, placed.name or title, given, 1 if several else 0),
            side=number,
            cell=cell,
            facing=FACINGS.index(placed.facing) if placed.facing else board.towards(cell, middle),
            hidden=placed.hidden or "sneaky" in values.get("keywords", []),
            **values,
        )

    def check_budget(self, number: int, side: SideData) -> None:
        """Check that a side's models cost no more than its budget."""
        spent = self.spent[number]
        if side.budget is not None and spent > side.budget:
            self.add_problem(
                f"sides.{number}.budget",
                f"this team costs {spent} koban, {spent - side.budget} more than its budget of "
                f"{side.budget}; leave somebody at home",
            )


def member(name: str, edge: Edge) -> PlacedData:
    """Return one model of a team, facing away from the edge."""
    return PlacedData.model_validate({"is": name, "at": (0, 0), "facing": INWARDS[edge]})


def prepare(
    scenario: ShinobiScenario, content: ContentData, house: Mapping[str, bool | int | str]
) -> Scene | list[Problem]:
    """Make a scenario ready to fight, or report all its problems."""
    builder = SceneBuilder(scenario, content)
    width, height, ground = builder.ground()
    if builder.problems:
        return builder.problems
    kinds = builder.content.terrain
    board = Squares(
        width,
        height,
        [cell for cell, name in enumerate(ground) if kinds[name].impassable],
        [cell for cell, name in enumerate(ground) if kinds[name].blocks_sight],
    )
    sheets = builder.sheets(board)
    if builder.problems:
        return builder.problems
    costs = [
        builder.costs(ground, surefoot, leap)
        for leap in (False, True)
        for surefoot in (False, True)
    ]
    sides = [side.name for side in scenario.sides]
    return Scene(scenario.heading(sides), sheets, board, Ground(ground, costs), House(house))
