"""What requests and answers of the service look like."""

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

from affray.core.recovery import AT_ONCE
from affray.lab.study.fight_story import PLAYOUTS
from affray.web.plain_text import check_one_line, check_plain

MAX_REQUEST_KEYS = 20
"""Keys of a request's body; no request has as many."""

Text = Annotated[str, StringConstraints(max_length=1_000_000), AfterValidator(check_plain)]
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
    """A request: nothing unknown in it."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def check_key_count(cls, data: Any) -> Any:
        """Refuse a body with very many keys in one sentence instead of one for each."""
        if isinstance(data, dict) and len(data) > MAX_REQUEST_KEYS:
            raise ValueError(f"a request has at most {MAX_REQUEST_KEYS} keys, not {len(data):,}")
        return data


class CheckRequest(RequestModel):
    """A scenario as its file has it."""

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
    """Somebody joins a table: with a fighter, or to look on."""

    name: PersonName
    fighters: list[FighterNumber] = Field(default=[], max_length=20)


class ClaimRequest(RequestModel):
    """Somebody wants their seat back on another device."""

    name: PersonName


class ClaimAnswerRequest(RequestModel):
    """The game master gives a seat back, or does not."""

    grant: bool


class TakeClaimedRequest(RequestModel):
    """Whoever asked for a seat back proves it by the claim's secret."""

    claim: Annotated[str, StringConstraints(min_length=1, max_length=100)]


class SeatRequest(RequestModel):
    """A seat as the game master has it: some fighters, a whole side, or neither to look on."""

    name: PersonName
    fighters: list[FighterNumber] = Field(default=[], max_length=120)
    side: SideNumber | None = None


class TableRequest(RequestModel):
    """What the game master sets at the table; what is not given stays."""

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
    """Something said at the table.

    "try" tells the game master what one would like to attempt; the game master answers `about` that
    line with "no", "ruling" or "test", which has a `fighter` make a `test` by the rules. "roll"
    rolls dice that decide nothing in the fight, such as 2d6+1.
    """

    text: Annotated[
        str, StringConstraints(min_length=1, max_length=500), AfterValidator(check_one_line)
    ]
    kind: Literal["say", "try", "no", "ruling", "test", "roll"] = "say"
    to: Short = Field(default="all", description="'all', 'gm', or a role")
    about: Number = 0
    fighter: FighterNumber | None = Field(default=None, description="who is put to a test")
    test: Short | None = Field(
        default=None, description="of what, and how hard, as the rulings on the fighter list it"
    )


class HideRequest(RequestModel):
    """Everything that is hidden from the players from now on."""

    fighters: list[FighterNumber] = Field(default=[], max_length=120)
    places: list[Number] = Field(default=[], max_length=10_000)


class ReinforcementRequest(RequestModel):
    """A fighter of the reserve, or some of the content, arrive at a place or around it."""

    number: Number
    fighter: FighterNumber | None = Field(default=None, description="one of the reserve")
    entry: Short | None = Field(default=None, description="or one of the content, by its name")
    side: SideNumber = Field(default=0, description="for which side one of the content comes")
    count: int = Field(default=1, ge=1, le=12, description="how many of the content come")
    place: Short
    text: Short = "reinforcements"


class NextFightRequest(RequestModel):
    """The same people go on to another scenario."""

    scenario: Text
    name: Short = "scenario"
    rest: Short = Field(default=AT_ONCE, description="what lies between the two fights")


class RedoRequest(RequestModel):
    """Does again what was taken back last."""

    number: Number


class NewTapeRequest(RequestModel):
    """A tape to study or play on."""

    tape: Text
    name: Short = "tape"


class RulingRequest(RequestModel):
    """What the game master changes."""

    kind: Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,30}$")]
    fighter: Short
    value: Short
    text: Short = "so it is"


class AnswerRequest(RequestModel):
    """An answer to the question with this number, or a ruling in its stead."""

    number: Number
    option: Short | None = None
    ruling: RulingRequest | None = None


class TakeBackRequest(RequestModel):
    """Take back, so that this many answers stay."""

    number: Number
    to: Number


class RefuseRequest(RequestModel):
    """Refuses a wish to take back: the last one, or that of a role."""

    number: Number
    role: Short | None = None


class LinkRequest(RequestModel):
    """The role whose link is renewed."""

    role: Short


class BranchRequest(RequestModel):
    """Another fight that goes its own way after this many answers."""

    at: Number
    players: list[Short] | None = Field(default=None, max_length=16)
    gm: Literal["person", "passive", "simple"] | None = None


class StudyRequest(RequestModel):
    """How closely to study a fight: as `affray story` with `-n` and `--seed`."""

    playouts: int = Field(default=PLAYOUTS, ge=10, le=20_000)
    seed: int = Field(default=0, ge=0, le=2**63 - 1)


Value = bool | int | float | Short


class VariantRequest(RequestModel):
    """A scenario to compare: by other house rules, with other figures, or played by others."""

    label: Short
    house: dict[Short, bool | int | Short] = Field(default_factory=dict, max_length=40)
    changes: dict[Short, Value] = Field(
        default_factory=dict, max_length=40, description="keys of the scenario with other values"
    )
    players: dict[Short, Short] = Field(default_factory=dict, max_length=16)


class VaryRequest(RequestModel):
    """A key of a scenario, and the values it is given one after the other."""

    key: Short
    values: list[Value] = Field(min_length=1, max_length=60)


class TuneRequest(RequestModel):
    """Which value of a key is wanted: one that brings a side this share of wins."""

    key: Short
    low: int = Field(ge=-1_000_000, le=1_000_000)
    high: int = Field(ge=-1_000_000, le=1_000_000)
    side: Short | None = None
    share: float = Field(default=0.5, ge=0, le=1)
    within: float = Field(default=0.02, ge=0.005, lt=0.5)


class AttackRequest(RequestModel):
    """One attack; what is not named is the first that fits."""

    attacker: Short | None = None
    target: Short | None = None
    weapon: Short | None = None
    replies: Literal["none", "simple", "passive", "best"] = "none"


class EntryRequest(RequestModel):
    """An entry of the scenario's own content, and the one it is measured against."""

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
    """The sides whose best play is asked for, in a duel."""
    vary: VaryRequest | None = Field(default=None, description="for a sweep or a range of odds")
    tune: TuneRequest | None = None
    attack: AttackRequest | None = None
    entry: EntryRequest | None = Field(default=None, description="whose strength is asked for")


class LabOptionsResponse(BaseModel):
    """What of a scenario the lab can be asked about."""

    sides: list[str]
    keys: list[dict[str, Any]] = Field(description="each with its value and what it is about")
    fighters: list[dict[str, Any]] = Field(description="each with its side and weapons")


class ProblemResponse(BaseModel):
    """One thing that is wrong: the key it stands at and what to do."""

    key: str
    text: str


class RefusalResponse(BaseModel):
    """Why a request was not done."""

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
    """A wish to have a seat back: the fight, and the secret to take the seat with."""

    id: str
    claim: str


class SeatResponse(BaseModel):
    """A seat with its secret link, which is shown once and never stored."""

    id: str
    role: str
    secret: str


class FreeFighterResponse(BaseModel):
    """A fighter at a table that can be joined, and who has it."""

    number: int
    name: str
    side: int
    emblem: str
    taken_by: str | None
    free: bool


class JoinableTableResponse(BaseModel):
    """A table as somebody sees it who has its code."""

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
    """An answer was taken; the journal has this many lines now."""

    number: int
    over: bool
    asked: str | None = Field(description="who is asked next")


class CheckResponse(BaseModel):
    """What a scenario is, or what is wrong with it."""

    problems: list[ProblemResponse]
    title: str | None = None
    ruleset: str | None = None
    sides: list[str] = []
    board: dict[str, Any] | None = None
    fighters: list[dict[str, Any]] = []
    data: dict[str, Any] | None = None


class TomlResponse(BaseModel):
    """A scenario as its file would have it."""

    toml: str


class JobResponse(BaseModel):
    """A job and how far it is."""

    id: str
    kind: str
    state: Literal["working", "done", "stopped", "failed"]
    progress: float
    result: dict[str, Any]
    problems: list[ProblemResponse]
    waiting: bool = Field(default=False, description="whether it waits for its turn")


class HealthResponse(BaseModel):
    """Whether the service and its store answer, and how much it is at."""

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
