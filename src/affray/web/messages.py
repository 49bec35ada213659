"""The requests and responses of the HTTP interface."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from affray.core.recovery import NO_REST
from affray.lab.study.fight_story import PLAYOUTS
from affray.web.plain_text import check_one_line, check_plain_without_mark

MAX_REQUEST_KEYS = 20
"""The largest number of keys in a request's body; every known request has fewer."""

Text = Annotated[
    str, StringConstraints(max_length=1_000_000), AfterValidator(check_plain_without_mark)
]
Short = Annotated[str, StringConstraints(max_length=300), AfterValidator(check_one_line)]
Number = Annotated[int, Field(ge=0, le=1_000_000)]
SideNumber = Annotated[int, Field(ge=0, le=15)]
FighterNumber = Annotated[int, Field(ge=0, le=1000)]
FighterKey = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,3}$")]
PersonName = Annotated[
    str,
    StringConstraints(min_length=1, max_length=40, strip_whitespace=True),
    AfterValidator(check_one_line),
]


class RequestModel(BaseModel):
    """A request, which may have no unknown keys."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def check_key_count(cls, data: Any) -> Any:
        """Refuse a body with very many keys, with one problem instead of one for each key."""
        if isinstance(data, dict) and len(data) > MAX_REQUEST_KEYS:
            raise ValueError(f"a request has at most {MAX_REQUEST_KEYS} keys, not {len(data):,}")
        return data


class CheckRequest(RequestModel):
    """A scenario as the text of its file."""

    scenario: Text
    name: Short = "scenario"


class WriteRequest(RequestModel):
    """A scenario as data, to be written as a file."""

    data: dict[str, Any]
    toml: Text = Field(
        default="", description="the file as it was: its comments, order and layout stay"
    )


class NewFightRequest(RequestModel):
    """A fight to begin."""

    scenario: Text
    name: Short = "scenario"
    players: list[Short] | None = Field(
        default=None,
        max_length=16,
        description="who plays each side: 'person' or a player's name; people if not given",
    )
    gm: Literal["person", "passive", "simple"] = Field(
        default="passive",
        description="who answers what the rules leave to the game master; with a 'person' or "
        "'simple' there, what needs a judgement may be tried",
    )
    seed: int | None = Field(
        default=None, ge=0, lt=1 << 64, description="for dice that are known beforehand"
    )
    friends: list[SideNumber] | None = Field(
        default=None,
        max_length=16,
        description="the sides whose fighters friends may take; then the table gathers first, and "
        "the fight begins when the game master says so",
    )


class JoinRequest(RequestModel):
    """A person joins a table: with fighters, or without any to look on."""

    name: PersonName
    fighters: list[FighterNumber] = Field(default=[], max_length=20)


class ClaimRequest(RequestModel):
    """A person asks to have their seat back on another device."""

    name: PersonName


class ClaimAnswerRequest(RequestModel):
    """The game master grants or refuses a request to have a seat back."""

    grant: bool


class TakeClaimedRequest(RequestModel):
    """A person takes a claimed seat, with the claim's secret as proof."""

    claim: Annotated[str, StringConstraints(min_length=1, max_length=100)]


class SeatRequest(RequestModel):
    """A seat: with some fighters, with a whole side, or with neither to look on."""

    name: PersonName
    fighters: list[FighterNumber] = Field(default=[], max_length=120)
    side: SideNumber | None = None


class TableRequest(RequestModel):
    """Settings of a table by the game master; settings that are not given stay unchanged."""

    begin: Literal[True] | None = Field(default=None, description="the fight begins")
    open: bool | None = Field(default=None, description="whether somebody may join")
    empty: Short | None = Field(default=None, description="who plays what nobody has taken")
    sides: list[Short] | None = Field(default=None, max_length=16)
    fighters: dict[FighterKey, Short] | None = Field(
        default=None, max_length=120, description="who plays a fighter; '' as its side"
    )
    friends: list[SideNumber] | None = Field(default=None, max_length=16)
    secret: bool | None = Field(
        default=None, description="whether fighters whom the rules hide are kept from the others"
    )
    reserve: list[FighterNumber] | None = Field(
        default=None,
        max_length=120,
        description="fighters who are not there when the fight begins, and arrive later",
    )
    clock_seconds: int | None = Field(default=None, ge=0, le=3600)
    clock_player: Short | None = None
    name: PersonName | None = Field(default=None, description="what the game master is called")


class ChatRequest(RequestModel):
    """A line of the chat at a table.

    "try" proposes an attempt to the game master. The game master answers the line with the number
    `about` with "no", "ruling" or "test"; a "test" has a `fighter` make a `test` by the rules.
    "roll" rolls dice such as 2d6+1, which decide nothing in the fight. "ping" points at a place of
    the board by its number.
    """

    text: Annotated[
        str, StringConstraints(min_length=1, max_length=500), AfterValidator(check_one_line)
    ]
    kind: Literal["say", "try", "no", "ruling", "test", "roll", "ping"] = "say"
    to: Short = Field(default="all", description="'all', 'gm', or a role")
    about: Number = 0
    fighter: FighterNumber | None = Field(default=None, description="who is put to a test")
    test: Short | None = Field(
        default=None, description="of what, and how hard, as the rulings on the fighter list it"
    )


class HideRequest(RequestModel):
    """All fighters and places that are hidden from the players from now on."""

    fighters: list[FighterNumber] = Field(default=[], max_length=120)
    places: list[Number] = Field(default=[], max_length=10_000)


class ReinforcementRequest(RequestModel):
    """A fighter of the reserve, or new fighters of the content, arrive at a place or near it."""

    number: Number
    fighter: FighterNumber | None = Field(default=None, description="one of the reserve")
    entry: Short | None = Field(default=None, description="or one of the content, by its name")
    side: SideNumber = Field(default=0, description="for which side one of the content comes")
    count: int = Field(default=1, ge=1, le=12, description="how many of the content come")
    place: Short
    text: Short = "reinforcements"


class NewFighterRequest(RequestModel):
    """A fighter of the content for a seat that has none."""

    entry: Short
    name: Annotated[str, StringConstraints(max_length=40), AfterValidator(check_one_line)] = ""


class NextFightRequest(RequestModel):
    """The people of a table go on to another scenario."""

    scenario: Text
    name: Short = "scenario"
    rest: Short = Field(default=NO_REST, description="what lies between the two fights")
    fighters: bool = Field(
        default=True, description="whether those who survived take part; before a fight nobody does"
    )


class PartyRequest(RequestModel):
    """A kept party takes part in a scenario."""

    party: Text = Field(description="the file of the party")
    sides: list[SideNumber] = Field(default=[0], min_length=1, max_length=16)
    scenario: Text
    name: Short = "scenario"


class PictureRequest(RequestModel):
    """The picture of a map under its grid, with its doors and lights, in cells."""

    image: Annotated[str, StringConstraints(max_length=700_000, pattern=r"^(data:image/|$)")]
    width: float = Field(gt=0, le=1000)
    height: float = Field(gt=0, le=1000)
    doors: list[dict[str, Any]] = Field(default=[], max_length=500)
    lights: list[dict[str, float]] = Field(default=[], max_length=500)


class RedoRequest(RequestModel):
    """Redo the latest take-back."""

    number: Number


class NewTapeRequest(RequestModel):
    """A tape to study or play on."""

    tape: Text
    name: Short = "tape"


class RulingRequest(RequestModel):
    """A change of a fighter by the game master."""

    kind: Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,30}$")]
    fighter: Short
    value: Short
    text: Short = "so it is"


class AnswerRequest(RequestModel):
    """An answer to the question with this number, or a ruling in its place."""

    number: Number
    option: Short | None = None
    ruling: RulingRequest | None = None


class TakeBackRequest(RequestModel):
    """Take back, so that this many answers stay."""

    number: Number
    to: Number


class RefuseRequest(RequestModel):
    """Refuse a wish to take back: that of a role, or the latest wish."""

    number: Number
    role: Short | None = None


class LinkRequest(RequestModel):
    """The role whose link is to be renewed."""

    role: Short


class BranchRequest(RequestModel):
    """A new fight that branches off after this many answers."""

    at: Number
    players: list[Short] | None = Field(default=None, max_length=16)
    gm: Literal["person", "passive", "simple"] | None = None


class StudyRequest(RequestModel):
    """How closely to study a fight, as by the options `-n` and `--seed` of `affray story`."""

    playouts: int = Field(default=PLAYOUTS, ge=10, le=20_000)
    seed: int = Field(default=0, ge=0, le=2**63 - 1)


Value = bool | int | float | Short


class VariantRequest(RequestModel):
    """A variant of a scenario: with other house rules, other values of keys, or other players."""

    label: Short
    house: dict[Short, bool | int | Short] = Field(default_factory=dict, max_length=40)
    changes: dict[Short, Value] = Field(
        default_factory=dict, max_length=40, description="keys of the scenario with other values"
    )
    players: dict[Short, Short] = Field(default_factory=dict, max_length=16)


class VaryRequest(RequestModel):
    """A key of a scenario, and the values to try for it."""

    key: Short
    values: list[Value] = Field(min_length=1, max_length=60)


class TuneRequest(RequestModel):
    """A search for the value of a key with which a side wins this share of fights."""

    key: Short
    low: int = Field(ge=-1_000_000, le=1_000_000)
    high: int = Field(ge=-1_000_000, le=1_000_000)
    side: Short | None = None
    share: float = Field(default=0.5, ge=0, le=1)
    within: float = Field(default=0.01, ge=0.005, lt=0.5)


class AttackRequest(RequestModel):
    """One attack; an attacker, target or weapon that is not named is the first that fits."""

    attacker: Short | None = None
    target: Short | None = None
    weapon: Short | None = None
    replies: Literal["none", "simple", "passive", "best"] = "none"


class EntryRequest(RequestModel):
    """An entry of the scenario's own content, and the original entry to compare it with."""

    table: Short
    name: Short
    original: Short


class LabRequest(RequestModel):
    """A question for the lab."""

    kind: Literal["simulate", "compare", "sweep", "tune", "odds", "duel", "duel-size", "strength"]
    scenario: Text
    name: Short = "scenario"
    fights: int = Field(default=10_000, ge=1, le=1_000_000_000)
    seed: int = Field(default=0, ge=0, lt=1 << 63)
    players: dict[Short, Short] = Field(default_factory=dict, max_length=16)
    variants: list[VariantRequest] = Field(default_factory=list, max_length=16)
    best: list[Short] = Field(default_factory=list, max_length=2)
    """The sides whose best play is computed, in a duel."""
    vary: VaryRequest | None = Field(default=None, description="for a sweep or a range of odds")
    tune: TuneRequest | None = None
    attack: AttackRequest | None = None
    entry: EntryRequest | None = Field(default=None, description="whose strength is asked for")


class LabOptionsResponse(BaseModel):
    """The sides, keys and fighters of a scenario that questions for the lab can name."""

    sides: list[str]
    keys: list[dict[str, Any]] = Field(description="each with its value and what it is about")
    fighters: list[dict[str, Any]] = Field(description="each with its side and weapons")


class ProblemResponse(BaseModel):
    """One problem of a request or a scenario: its key, and a text that says what is wrong."""

    key: str
    text: str


class RefusalResponse(BaseModel):
    """Why a request was refused."""

    detail: str
    problems: list[ProblemResponse] = []


class LinksResponse(BaseModel):
    """The secret links of a new fight. They are shown once and never stored."""

    id: str
    gm: str
    onlooker: str
    sides: list[str]
    code: str | None = Field(default=None, description="with which friends join")


class LinkResponse(BaseModel):
    """A role's new secret link. It is shown once and never stored."""

    role: str
    secret: str


class LinkRolesResponse(BaseModel):
    """The roles that have a link."""

    roles: list[str]


class ClaimResponse(BaseModel):
    """A claim of a seat: the fight, and the secret with which to take the seat."""

    id: str
    claim: str


class PartyResponse(BaseModel):
    """A party to keep: a scenario's file with its fighters as the fight left them."""

    scenario: str
    sides: list[int]
    fighters: list[str]


class SeatResponse(BaseModel):
    """A seat with its secret link, which is shown once and never stored."""

    id: str
    role: str
    secret: str


class FreeFighterResponse(BaseModel):
    """A fighter at a table that can be joined, and the name of the person who has taken it."""

    number: int
    name: str
    side: int
    emblem: str
    taken_by: str | None
    free: bool


class JoinableTableResponse(BaseModel):
    """A table as a person with its code sees it."""

    id: str
    title: str
    ruleset: str
    sides: list[str]
    gathering: bool
    fighters: list[FreeFighterResponse]
    names: list[str] = Field(description="who is there already")


class InvitationResponse(BaseModel):
    """How friends join: a code, the address with it, and that address as a QR code."""

    code: str
    address: str
    local: bool = Field(description="whether only this machine can open the address")
    qr: str = Field(description="a picture, as a data: address")


class AnswerResponse(BaseModel):
    """An answer was accepted; `number` is the new number of lines in the journal."""

    number: int
    over: bool
    asked: str | None = Field(description="who is asked next")


class CheckResponse(BaseModel):
    """The contents of a scenario, or its problems."""

    problems: list[ProblemResponse]
    title: str | None = None
    ruleset: str | None = None
    sides: list[str] = []
    board: dict[str, Any] | None = None
    fighters: list[dict[str, Any]] = []
    data: dict[str, Any] | None = None


class TomlResponse(BaseModel):
    """A scenario as the text of a TOML file."""

    toml: str


class JobResponse(BaseModel):
    """A job with its state, its progress and its result so far."""

    id: str
    kind: str
    state: Literal["working", "done", "stopped", "failed"]
    progress: float
    result: dict[str, Any]
    problems: list[ProblemResponse]
    waiting: bool = Field(default=False, description="whether it waits for its turn")


class HealthResponse(BaseModel):
    """Whether the service and its store work, and how busy the service is."""

    status: Literal["ok", "failing"]
    problem: str = Field(default="", description="why the store cannot be written to")
    version: str
    compiled: bool
    streams: int
    jobs: int
    rooms: int = 0
    waiting: int = Field(default=0, description="tasks that wait for a worker process")


class ReadyResponse(BaseModel):
    """Whether requests should be sent here."""

    ready: bool
