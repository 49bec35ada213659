"""Make sheets from a scenario's data, in every ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Literal, Protocol, TypeVar

from pydantic import Field

from affray.core.data import Data
from affray.core.file_fields import Record, built
from affray.core.problems import Problem, unknown_name
from affray.core.ruleset import MOST_FIGHTERS, Name, ScenarioData, Slug

Emblem = Literal[
    "sword",
    "dagger",
    "axe",
    "mace",
    "spear",
    "bow",
    "shield",
    "bomb",
    "fist",
    "person",
    "caster",
    "flame",
    "mount",
    "beast",
    "engine",
    "gate",
]
"""The emblem on a token."""


class EntryData(Data):
    """A fighter of the content or of a scenario, to be placed on a field."""

    title: Name | None = Field(
        default=None, description="what it is called on the field; its key in words if not given"
    )
    emblem: Emblem | None = Field(default=None, description="what its token shows")


class PlacementData(Data):
    """A fighter on the field: its entry, and its name there if that is not its title."""

    is_: Slug = Field(alias="is", description="which fighter of the content or the scenario")
    name: Name | None = Field(
        default=None, description="what it is called here; by its title if not given"
    )
    emblem: Emblem | None = Field(default=None, description="what its token shows")


def side_fighters(about: str) -> Any:
    """Return the field of a side's fighters, with a description; it needs at least one."""
    return Field(min_length=1, max_length=MOST_FIGHTERS, description=about)


def scenario_sides() -> Any:
    """Return the field of a scenario's sides; it needs at least two."""
    return Field(min_length=2, max_length=8, description="who fights whom")


class SideData(Protocol):
    """A side of a scenario, with the fields that all rulesets have."""

    @property
    def name(self) -> str:
        """Return the name."""


RESERVED_NAMES = {"gm": "the game master", "all": "all sides"}
"""Names that no side may have, with their meaning in commands such as --player all=simple."""

Placing = TypeVar("Placing", bound=PlacementData)
Side = TypeVar("Side", bound=SideData)
Scenario = TypeVar("Scenario", bound=ScenarioData)
Content = TypeVar("Content", bound=Data)


class SheetBuilder(Generic[Scenario, Content]):
    """A builder of sheets from a scenario and the content, to which the scenario may add.

    It collects problems and assigns names.
    """

    def __init__(self, scenario: Scenario, content: Content) -> None:
        self.scenario = scenario
        self.content = with_own(content, scenario)
        self.problems: list[Problem] = []
        self.names: set[str] = set()

    def add_problem(self, key: str, text: str) -> None:
        """Record a problem once, even if several fighters have it."""
        if not any(problem.key == key and problem.text == text for problem in self.problems):
            self.problems.append(Problem(key, text))

    def is_known(self, key: str, what: str, name: str, among: Iterable[str]) -> bool:
        """Return whether a name is known. If not, record a problem with the nearest name."""
        names = list(among)
        if name not in names:
            self.add_problem(key, unknown_name(what, name, names))
        return name in names

    def numbered(
        self,
        key: str,
        what: str,
        name: str,
        data: Mapping[str, Data],
        used: dict[str, Record],
        record: type[Record],
    ) -> Record | None:
        """Return a thing of the content by its name, or None.

        A thing is built when it is first used. Its index is its place in the list of used things.
        """
        if not self.is_known(key, what, name, data):
            return None
        if name not in used:
            used[name] = built(record, data[name], index=len(used), name=name)
        return used[name]

    def unused_name(self, key: str, plain: str, was_given: bool, number: int = 0) -> str:
        """Return a name that no other fighter has, with a number if there are several."""
        name = f"{plain} {number}" if number else plain
        if name.lower() in self.names:
            if was_given:
                self.add_problem(f"{key}.name", f"somebody else is called {name!r} already")
            number = 2
            while f"{plain} {number}".lower() in self.names:
                number += 1
            name = f"{plain} {number}"
        self.names.add(name.lower())
        return name

    def sides(self, sides: Sequence[Side]) -> Iterator[tuple[int, Side]]:
        """Yield each side with its number.

        Records a problem for names that are taken or reserved.
        """
        names = [side.name for side in sides]
        for number, side in enumerate(sides):
            key = f"sides.{number}.name"
            if side.name in names[:number]:
                self.add_problem(key, f"{side.name!r} is already taken")
            elif side.name.lower() in RESERVED_NAMES:
                meaning = RESERVED_NAMES[side.name.lower()]
                self.add_problem(key, f"{side.name!r} means {meaning}; use another name")
            yield number, side

    def placements(
        self, side: int, fighters: Sequence[Placing], among: Iterable[str], what: str = "fighter"
    ) -> Iterator[tuple[str, Placing]]:
        """Return each known fighter placed on a side, with its key in the file."""
        for index, placing in enumerate(fighters):
            key = f"sides.{side}.fighters.{index}"
            if self.is_known(f"{key}.is", what, placing.is_, among):
                yield key, placing

    def name_for(
        self, key: str, placing: PlacementData, title: str | None, copy: int, count: int
    ) -> str:
        """Return a name for one of `count` fighters of an entry.

        It is the fighter's own name, the entry's title, or its kind.
        """
        plain = placing.name or title or title_from_slug(placing.is_)
        number = 0
        if count > 1:
            number = copy + 1
        return self.unused_name(key, plain, bool(placing.name), number)


def with_own(content: Content, scenario: ScenarioData) -> Content:
    """Return the content with a scenario's own content added.

    Tables are changed entry by entry. Lists become longer.
    """
    found: dict[str, Any] = {}
    for name in type(content).model_fields:
        given, own = getattr(content, name), getattr(scenario, name)
        found[name] = {**given, **own} if isinstance(given, dict) else [*given, *own]
    return content.model_copy(update=found)


def title_from_slug(slug: str) -> str:
    """Return the name of content: 'bandit-archer' becomes 'Bandit archer'."""
    return slug.replace("-", " ").capitalize()
