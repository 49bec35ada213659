"""The interface of a ruleset: it turns data into a setup, and provides players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from affray.core.data import Data
from affray.core.fight import Heading, IllegalError, Setup
from affray.core.problems import Problem
from affray.core.questions import Ruling
from affray.core.rulebook import Setting
from affray.core.table import DefaultPlayer, Player, Table

CONTROL = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
"""Characters that a terminal or page would interpret instead of display, as a pattern."""

Name = Annotated[str, Field(min_length=1, max_length=60, pattern=rf"^[^:=|#{{}}{CONTROL}]+$")]
"""The name of a fighter, side or place: one line without the characters : = | or #, which tapes
use, and without braces, which sentences use."""

Line = Annotated[str, Field(pattern=rf"^[^{CONTROL}]*$")]
"""One line of text."""

Text = Annotated[str, Field(pattern=r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$")]
"""Lines of text."""

Slug = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[a-z0-9][a-z0-9-]*$")]
"""The name of content in files: lowercase letters, digits and hyphens."""

MOST_FIGHTERS = 200
"""The maximum number of fighters on a side; more are taken for a mistake."""

MOST_ROUNDS = 10_000
"""The highest allowed round limit."""

MOST_RULINGS = 1000
"""The maximum number of changes before a fight; more are taken for a mistake."""


class RulingData(Data):
    """A change to a fighter before the fight, as a difference from its entry."""

    fighter: Line = Field(min_length=1, max_length=80, description="whom it is about, by name")
    kind: Slug = Field(description="health, place, condition, gear, state or what a ruleset has")
    value: Line = Field(min_length=1, max_length=80, description="as in a ruling on a tape")


class ScenarioData(Data):
    """The fields of every scenario file; each ruleset adds its own."""

    ruleset: str = Field(description="which ruleset this scenario is for")
    title: Line = Field(min_length=1, max_length=120, description="a name to show")
    about: Text = Field(default="", max_length=4000, description="a few words on what it is about")
    round_limit: int = Field(
        default=100, ge=1, le=MOST_ROUNDS, description="after this many rounds it is a draw"
    )
    house: dict[str, bool | int | str] = Field(
        default_factory=dict, description="house rules; `affray rules` lists them"
    )
    game_master: bool = Field(
        default=False,
        description="whether somebody sits as game master, so that what only one can judge may be "
        "tried",
    )

    before: list[RulingData] = Field(
        default_factory=list,
        max_length=MOST_RULINGS,
        description="what has changed about fighters when the fight begins, as a game master would "
        "rule it: state fled keeps somebody in reserve",
    )

    def heading(self, sides: list[str]) -> Heading:
        """Return the heading that all rulesets share, with the names of the sides."""
        before = [Ruling(one.kind, one.fighter, one.value, "") for one in self.before]
        return Heading(self.ruleset, self.title, sides, self.round_limit, self.game_master, before)


Prepare = Callable[[Any, Any, Mapping[str, Setting]], Setup | list[Problem]]
"""A function from a scenario, the ruleset's content and the house rules to a setup, or to a list of
all problems with the scenario."""


class Ruleset:
    """One game's combat chapter.

        class Coins(
            Ruleset, revision=1, scenario=CoinsScenario, prepare=prepare, player=SimplePlayer
        ):

    Raise the revision whenever the same tape would produce different events. The scenario's model
    has the model of the content among its bases. The player is the sensible one, called `simple`.
    The game master is also called `simple`; without one of the ruleset's own, it answers with each
    question's default. A table that is set to secret hides fighters with the secret condition from
    the other side.
    The library reads the files of the package that the class is in (rulebook.toml, template.toml,
    content/*.toml, scenarios/*.toml) and hands their data over; a ruleset never reads a file.
    """

    name: ClassVar[str]
    package: ClassVar[str]
    revision: ClassVar[int]
    scenario: ClassVar[type[ScenarioData]]
    content: ClassVar[type[Data]]
    _prepare: ClassVar[Prepare]
    _player: ClassVar[Callable[[], Player]]
    _game_master: ClassVar[Callable[[], Player]]
    secret_condition: ClassVar[str]

    def __init_subclass__(
        cls,
        *,
        revision: int,
        scenario: type[ScenarioData],
        prepare: Prepare,
        player: Callable[[], Player],
        game_master: Callable[[], Player] = DefaultPlayer,
        secret_condition: str = "",
    ) -> None:
        super().__init_subclass__()
        module = cls.__module__
        cls.package = module.rpartition(".")[0] if module.endswith(".ruleset") else module
        cls.name = cls.package.rpartition(".")[2]
        cls.revision = revision
        cls.scenario = scenario
        cls.content = next(
            base
            for base in scenario.__bases__
            if issubclass(base, Data) and not issubclass(base, ScenarioData)
        )
        cls._prepare = staticmethod(prepare)
        cls._player = staticmethod(player)
        cls._game_master = staticmethod(game_master)
        cls.secret_condition = secret_condition

    def prepare(
        self, scenario: ScenarioData, content: Any, house: Mapping[str, Setting]
    ) -> Setup | list[Problem]:
        """Return the setup of a scenario, or all problems with it."""
        prepare: Prepare = type(self)._prepare
        found = prepare(scenario, content, house)
        if isinstance(found, Setup) and scenario.before:
            return problems_before(found) or found
        return found

    def simple_player(self) -> Player:
        """Return the player called `simple`."""
        return type(self)._player()

    def simple_game_master(self) -> Player:
        """Return the game master called `simple`, which answers every question sensibly."""
        return type(self)._game_master()


def problems_before(setup: Setup) -> list[Problem]:
    """Return the problems with the changes before a fight.

    The changes are applied as a test. Every side needs a fighter who is present when the fight
    begins.
    """
    try:
        fight = setup.new_fight(Table(False))
    except IllegalError as error:
        return [Problem("before", str(error))]
    except NotImplementedError:
        return [Problem("before", "what takes dice is ruled in the fight, not before it")]
    there = {int(one.side) for one in fight.roster() if one.is_in_fight()}
    return [
        Problem("before", f"somebody of {name} has to be there when the fight begins")
        for side, name in enumerate(setup.sides)
        if side not in there
    ]
