"""What a ruleset is to everybody else: data in, a setup out, and somebody who can play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from affray.core.fight import Heading, IllegalError, Setup
from affray.core.problems import Problem, nearest, unknown_name
from affray.core.questions import Ruling
from affray.core.rulebook import Setting, toml_value
from affray.core.table import DefaultPlayer, Player, Table

CONTROL = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
"""What a terminal or a page would obey instead of show, as a pattern has it."""

Name = Annotated[
    str, StringConstraints(min_length=1, max_length=60, pattern=rf"^[^:=|#{{}}{CONTROL}]+$")
]
"""What a fighter, side or place is called: a line without : = | or #, which tapes use, and without
braces, which sentences use."""

Line = Annotated[str, StringConstraints(pattern=rf"^[^{CONTROL}]*$")]
"""One line of text."""

Text = Annotated[
    str, StringConstraints(pattern=r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$")
]
"""Lines of text."""

Slug = Annotated[
    str, StringConstraints(min_length=1, max_length=60, pattern=r"^[a-z0-9][a-z0-9-]*$")
]
"""What content is called in files: small letters, digits and hyphens."""

MOST_FIGHTERS = 200
"""More than this on one side is a mistake, not a fight."""

MOST_RULINGS = 1000
"""More changes than this before a fight are a mistake."""


class Data(BaseModel):
    """Data from a file: nothing unknown in it, and nothing changes it."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        populate_by_name=True,
        # most models are parts of another, whose validator checks them too: theirs is never needed
        defer_build=True,
    )


class RulingData(Data):
    """Something that is different about a fighter from what its entry says."""

    fighter: Line = Field(min_length=1, max_length=80, description="whom it is about, by name")
    kind: Slug = Field(description="health, place, condition, gear, state or what a ruleset has")
    value: Line = Field(min_length=1, max_length=80, description="as in a ruling on a tape")


class ScenarioData(Data):
    """What every scenario file has, whatever its ruleset; a ruleset's own adds to it."""

    ruleset: str = Field(description="which ruleset this scenario is for")
    title: Line = Field(min_length=1, max_length=120, description="a name to show")
    about: Text = Field(default="", max_length=4000, description="a few words on what it is about")
    round_limit: int = Field(
        default=100, ge=1, le=10_000, description="after this many rounds it is a draw"
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
        """What the scenario says whatever its ruleset, with the names of its sides."""
        before = [Ruling(one.kind, one.fighter, one.value, "") for one in self.before]
        return Heading(self.ruleset, self.title, sides, self.round_limit, self.game_master, before)


Prepare = Callable[[Any, Any, Mapping[str, Setting]], Setup | list[Problem]]
"""From a scenario, the ruleset's content and the house rules as they stand: the scenario made ready
to fight, or everything that is wrong with it."""


class Ruleset:
    """One game's combat chapter.

        class Coins(
            Ruleset, revision=1, scenario=CoinsScenario, prepare=prepare, player=SimplePlayer
        ):

    The revision is raised whenever the same tape would give other events. The scenario's model has
    the model of the content among its bases. The player is the sensible one, called `simple`; so is
    the game master, who answers with a question's default where a ruleset has none of its own. A
    table that is set to secret keeps fighters with the secret condition from the other side.
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
        """A scenario made ready to fight, or everything that is wrong with it."""
        prepare: Prepare = type(self)._prepare
        found = prepare(scenario, content, house)
        if isinstance(found, Setup) and scenario.before:
            return problems_before(found) or found
        return found

    def simple_player(self) -> Player:
        """A sensible fighter: the player called `simple`."""
        return type(self)._player()

    def simple_game_master(self) -> Player:
        """Somebody who answers the game master's questions sensibly: the one called `simple`."""
        return type(self)._game_master()


def problems_before(setup: Setup) -> list[Problem]:
    """What is wrong with the changes before a fight: they are tried, and somebody of every side has
    to be there when it begins."""
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


def problems_from(error: ValidationError, model: type[BaseModel]) -> list[Problem]:
    """What pydantic found wrong, in our words and with the nearest right names."""
    found = []
    misspelt = {
        (*detail["loc"][:-1], near)
        for detail in error.errors()
        if detail["type"] == "extra_forbidden"
        for near in [nearest(str(detail["loc"][-1]), keys_at(model, detail["loc"][:-1]))]
    }
    unions: set[tuple[int | str, ...]] = set()
    short_lists: set[tuple[int | str, ...]] = set()
    for detail in error.errors():
        if detail["type"] == "missing" and detail["loc"] in misspelt:
            continue  # said already, by the key that was meant to be this one
        if detail["loc"][-1:] in UNION_MEMBERS:
            # one value that fits none of several types is one problem, not one for each
            if detail["loc"][:-1] not in unions:
                unions.add(detail["loc"][:-1])
                where = dotted(detail["loc"][:-1])
                text = f"expected true or false, a number or a text, not {brief(detail['input'])}"
                found.append(Problem(where, text))
            continue
        if detail["type"] == "missing" and isinstance(detail["loc"][-1], int):
            # the entries a list lacks are one problem too
            place = detail["loc"][:-1]
            if place not in short_lists:
                short_lists.add(place)
                found.append(Problem(dotted(place), missing_entries(place, error)))
            continue
        if detail["loc"][-1:] == ("[key]",):
            key, known = str(detail["input"]), str(detail.get("ctx", {}).get("expected", ""))
            allowed = [name.strip("'") for name in known.replace(" or ", ", ").split(", ")]
            found.append(Problem(dotted(detail["loc"][:-1]), unknown_name("key", key, allowed)))
            continue
        where = dotted(detail["loc"])
        kind = detail["type"]
        context = detail.get("ctx", {})
        if kind == "extra_forbidden":
            key = str(detail["loc"][-1])
            text = unknown_name("key", key, keys_at(model, detail["loc"][:-1]))
        elif kind == "missing":
            text = "is missing"
        elif kind in BOUNDS and isinstance(detail["input"], bool):
            text = f"expected a number, not {toml_value(detail['input'])}"
        elif kind in BOUNDS:
            words, bound = BOUNDS[kind]
            text = f"expected {words} {context[bound]}, not {detail['input']!r}"
        elif kind in ("too_short", "too_long"):
            text = f"expected {length_words(kind, context)} of them, not {context['actual_length']}"
        elif kind in ("string_too_short", "string_too_long"):
            few = kind == "string_too_short"
            most = f"{context['max_length']} letters at most" if not few else "some text"
            text = f"expected {most}, not {brief(detail['input'])}"
        elif kind == "int_from_float":
            text = f"expected a whole number, not {detail['input']!r}"
        elif kind == "string_pattern_mismatch":
            text = f"{detail['input']!r} will not do: {pattern_words(str(context.get('pattern')))}"
        elif kind == "value_error":
            text = str(context.get("error", detail["msg"]))
        elif kind == "literal_error":
            text = f"expected {context['expected']}, not {detail['input']!r}"
        elif kind == "recursion_loop":
            text = "refers to itself"
        else:
            text = f"expected {sentence(detail['msg'])}, not {brief(detail['input'])}"
        found.append(Problem(where, text))
    return found


UNION_MEMBERS = {("bool",), ("int",), ("str",), ("float",)}
"""How pydantic ends the place of a value that may be of several plain types."""

BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "less_than_equal": ("at most", "le"),
    "greater_than": ("more than", "gt"),
    "less_than": ("less than", "lt"),
}
"""How pydantic's bounds are put in words, and what it calls them."""


def dotted(place: tuple[int | str, ...]) -> str:
    """A place in data as a key with dots."""
    return ".".join(str(part) for part in place)


def missing_entries(place: tuple[int | str, ...], error: ValidationError) -> str:
    """What is said of a list with too few entries."""
    missing = [
        int(detail["loc"][-1])
        for detail in error.errors()
        if detail["type"] == "missing" and detail["loc"][:-1] == place
    ]
    return f"expected {max(missing) + 1} entries, not {min(missing)}"


def length_words(kind: str, context: Mapping[str, Any]) -> str:
    """How many entries a list has to have."""
    if kind == "too_short":
        return f"at least {context['min_length']}"
    return f"at most {context['max_length']}"


def sentence(message: str) -> str:
    """Pydantic's 'Input should be a valid integer' as 'a whole number'."""
    words = message.removeprefix("Input should be ").removeprefix("a valid ")
    plain = {
        "integer": "a whole number",
        "string": "a text",
        "boolean": "true or false",
        "dictionary": "a table",
        "list": "a list",
        "number": "a number",
        "array": "a list",
    }
    for word, meaning in plain.items():
        if words == word or words.startswith(word + ","):
            return meaning
    if "instance of" in words or words.startswith("dictionary or"):
        return "a table"
    if words.startswith("tuple"):
        return "a list"
    if words.startswith("finite number"):
        return "a number"
    return words[:1].lower() + words[1:]


def pattern_words(pattern: str) -> str:
    """What a pattern asks for, in words."""
    if pattern.startswith("^[a-z0-9]"):
        return "use small letters, digits and hyphens"
    if pattern.startswith("^[^:=|#"):
        return "a name has none of : = | # { } and is one line of plain text"
    if pattern.startswith(("^[^\\x00-\\x1f", "^[^\\x00-\\x08")):
        return "take out control characters and marks that turn the direction of writing"
    if "d" in pattern:
        return "write dice like 2d12"
    return f"it has to match {pattern}"


def brief(value: object) -> str:
    """A value in a message, cut short."""
    if isinstance(value, bool):
        return toml_value(value)
    text = value.isoformat() if hasattr(value, "isoformat") else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def keys_at(model: type[BaseModel], where: tuple[int | str, ...]) -> list[str]:
    """The keys that a table at this place may have."""
    here: Any = model.model_json_schema()
    definitions = here.get("$defs", {})
    for part in where:
        here = resolved(here, definitions)
        if isinstance(part, int):
            here = here.get("items", {})
        else:
            properties = here.get("properties", {})
            others = [here.get("additionalProperties"), *here.get("patternProperties", {}).values()]
            here = properties.get(part, next((one for one in others if one), {}))
        if not isinstance(here, dict):
            return []
    return list(resolved(here, definitions).get("properties", {}))


def resolved(schema: Any, definitions: Any) -> Any:
    """A schema with its reference, or the first of its alternatives, looked up."""
    while "$ref" in schema or "anyOf" in schema:
        if "$ref" in schema:
            schema = definitions[schema["$ref"].rpartition("/")[2]]
        else:
            schema = next((s for s in schema["anyOf"] if "$ref" in s or "items" in s), {})
    return schema
