"""What requests and answers of the service look like."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints


def plain(text: str) -> str:
    """Text without the characters that no file of ours has."""
    if "\x00" in text:
        raise ValueError("text cannot hold the character NUL")
    return text


def one_line(text: str) -> str:
    """Text of a single line."""
    if any(character in text for character in "\n\r\x00"):
        raise ValueError("expected a single line")
    return text


Text = Annotated[str, StringConstraints(max_length=1_000_000), AfterValidator(plain)]
Short = Annotated[str, StringConstraints(max_length=300), AfterValidator(one_line)]
Number = Annotated[int, Field(ge=0, le=1_000_000)]


class Shape(BaseModel):
    """A request: nothing unknown in it."""

    model_config = ConfigDict(extra="forbid")


class ScenarioText(Shape):
    """A scenario as its file has it."""

    scenario: Text
    name: Short = "scenario"


class ScenarioFields(Shape):
    """A scenario as data, to be written as a file."""

    data: dict[str, Any]
    toml: Text = Field(
        default="", description="the file as it was: its comments, order and layout stay"
    )


class NewFight(Shape):
    """A fight to begin."""

    scenario: Text
    name: Short = "scenario"
    players: list[Short] | None = Field(
        default=None,
        max_length=16,
        description="who plays each side: 'person' or a player's name; people if not given",
    )
    gm: Literal["person", "passive"] = Field(
        default="passive", description="who answers what the rules leave to the game master"
    )
    seed: int | None = Field(
        default=None, ge=0, lt=1 << 64, description="for dice that are known beforehand"
    )


class NewTape(Shape):
    """A tape to study or play on."""

    tape: Text
    name: Short = "tape"


class RulingGiven(Shape):
    """What the game master changes."""

    kind: Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,30}$")]
    fighter: Short
    value: Short
    text: Short = "so it is"


class AnswerGiven(Shape):
    """An answer to the question with this number, or a ruling in its stead."""

    number: Number
    option: Short | None = None
    ruling: RulingGiven | None = None


class BackGiven(Shape):
    """Take back, so that this many answers stay."""

    number: Number
    to: Number


class NumberGiven(Shape):
    """Something that is done to the fight as it stands at this number."""

    number: Number


class BranchGiven(Shape):
    """Another fight that goes its own way after this many answers."""

    at: Number
    players: list[Short] | None = Field(default=None, max_length=16)
    gm: Literal["person", "passive"] | None = None


class AlongGiven(Shape):
    """How closely to look at the win probability along a fight."""

    fights: int = Field(default=100, ge=10, le=2000)
    points: int = Field(default=60, ge=2, le=400)


class Variant(Shape):
    """House rules to compare."""

    label: Short
    house: dict[Short, bool | int | Short] = Field(default_factory=dict, max_length=40)


class AskGiven(Shape):
    """A question for the lab."""

    kind: Literal["simulate", "compare", "duel"]
    scenario: Text
    name: Short = "scenario"
    fights: int = Field(default=10_000, ge=1, le=1_000_000_000)
    seed: int = Field(default=0, ge=0, lt=1 << 63)
    players: dict[Short, Short] = Field(default_factory=dict, max_length=16)
    variants: list[Variant] = Field(default_factory=list, max_length=16)


class ProblemShown(BaseModel):
    """One thing that is wrong: the key it stands at and what to do."""

    key: str
    text: str


class Refused(BaseModel):
    """Why a request was not done."""

    detail: str
    problems: list[ProblemShown] = []


class Links(BaseModel):
    """The secret links of a new fight. They are shown once and never kept."""

    id: str
    gm: str
    onlooker: str
    sides: list[str]


class Accepted(BaseModel):
    """An answer was taken; the journal has this many lines now."""

    number: int
    over: bool
    asked: str | None = Field(description="who is asked next")


class Checked(BaseModel):
    """What a scenario is, or what is wrong with it."""

    problems: list[ProblemShown]
    title: str | None = None
    ruleset: str | None = None
    sides: list[str] = []
    board: dict[str, Any] | None = None
    fighters: list[dict[str, Any]] = []
    data: dict[str, Any] | None = None


class TomlText(BaseModel):
    """A scenario as its file would have it."""

    toml: str


class JobShown(BaseModel):
    """A job and how far it is."""

    id: str
    kind: str
    state: Literal["working", "done", "stopped", "failed"]
    progress: float
    result: dict[str, Any]
    problems: list[ProblemShown]


class Health(BaseModel):
    """Whether the service and its store answer."""

    status: Literal["ok"]
    version: str
    compiled: bool
    streams: int
    jobs: int
