"""The table of a fight: its seats, who plays which fighter, the chat, what is hidden from players.

Each change of the table is a line of the journal, as JSON. So the table is stored, shared between
servers and sent to listeners in the same way as answers are.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from time import time
from typing import Any

from affray.core.questions import GM, Question
from affray.store import TABLE, JournalLine, StoredFight

Json = dict[str, Any]

PERSON = "person"
"""The player of a side that no computer player plays: a person with a link."""

GAME_MASTER = "gm"
ONLOOKER = "onlooker"


def table_line(change: Json) -> JournalLine:
    """Return a change of the table as a line of the journal."""
    return JournalLine(TABLE, json.dumps(change, separators=(",", ":")))


def news_change(role: str, name: str, text: str, kind: str) -> Json:
    """Return a change that adds a line to the chat of the whole table."""
    return {
        "do": "say",
        "role": role,
        "name": name,
        "text": text,
        "kind": kind,
        "to": "all",
        "time": round(time(), 1),
    }


def news_line(role: str, name: str, text: str, kind: str) -> JournalLine:
    """Return a journal line that adds a line to the chat of the whole table."""
    return table_line(news_change(role, name, text, kind))


PLAIN_SETTINGS = frozenset(
    ("is_gathering", "is_open", "is_secret", "empty_player", "gm", "clock_seconds", "clock_player")
)
"""The settings of a table that a change gives as they are stored."""

SIGHT_NEWS = frozenset({"revealed", "hidden"})
"""Kinds of chat lines that report a fighter as revealed or hidden by the game master."""


@dataclass(frozen=True)
class Seat:
    """A person's place at the table: with some fighters, with a whole side, or as an onlooker."""

    number: int
    name: str
    fighters: tuple[int, ...] = ()
    side: int | None = None

    @property
    def role(self) -> str:
        """Return the role of the seat's link."""
        return f"seat {self.number}"

    @property
    def is_onlooker(self) -> bool:
        """Return whether the seat has neither fighters nor a side, so decides nothing."""
        return not self.fighters and self.side is None

    def change(self) -> Json:
        """Return the change that adds or replaces this seat."""
        return {"do": "seat", **asdict(self)}

    def data(self) -> Json:
        """Return the seat as data for the page."""
        return {
            "role": self.role,
            "name": self.name,
            "fighters": list(self.fighters),
            "side": self.side,
            "onlooker": self.is_onlooker,
        }


@dataclass(frozen=True)
class ChatLine:
    """A line of the chat, said after the tape's first `at` answers.

    `kind` is "say", "try" for an attempt that a player proposes, or the game master's answer to
    an attempt: "no", "test" or "ruling". A line `to` the game master is shown only to the game
    master and its speaker.
    """

    number: int
    at: int
    role: str
    name: str
    text: str
    kind: str
    to: str
    time: float
    about: int = 0
    """The number of the line it answers."""


@dataclass(frozen=True)
class Claim:
    """A player's request to have a seat back on another device, granted or not yet."""

    number: int
    role: str
    digest: str
    """The digest of the secret by which the player proves the request."""
    is_granted: bool = False

    def change(self) -> Json:
        """Return the change that adds or replaces this claim."""
        return {
            "do": "claim",
            "number": self.number,
            "role": self.role,
            "digest": self.digest,
            "granted": self.is_granted,
        }


@dataclass(frozen=True)
class Veil:
    """The fighters and places that the game master hides after the tape's first `at` answers."""

    at: int
    fighters: frozenset[int] = frozenset()
    places: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.fighters or self.places)


class TableState:
    """The table of one fight, after the journal's lines so far."""

    def __init__(self, stored: StoredFight, fighter_sides: Sequence[int] = ()) -> None:
        self.gm = stored.gm
        self.sides = list(stored.players)
        """The player of each side, unless a fighter has a player of its own."""
        self.fighter_sides = list(fighter_sides)
        self.fighter_players: dict[int, str] = {}
        """The players of fighters that are not played by their side's player."""
        self.empty_player = PERSON
        """The player of fighters for friends that have no seat."""
        self.seats: dict[str, Seat] = {}
        self.names: dict[str, str] = {}
        """The names of people with the link of the game master, a side or onlookers, by role."""
        self.seat_count = 0
        self.claims: dict[int, Claim] = {}
        """Requests to have a seat back, by number."""
        self.friends: tuple[int, ...] = ()
        """The sides whose fighters can be taken by people who join."""
        self.is_gathering = False
        """Whether the fight has not begun yet, because the table waits for people to join."""
        self.is_open = False
        """Whether people may join."""
        self.chat: list[ChatLine] = []
        self.veils: list[Veil] = []
        self.reserve: frozenset[int] = frozenset()
        """Fighters who are away when the fight begins, until the game master has them arrive."""
        self.arrived: frozenset[int] = frozenset()
        """The fighters of the reserve who are in the fight now. The room updates it."""
        self.is_secret = False
        """Whether fighters who hide by the rules are hidden from the other sides' players."""
        self.clock_seconds = 0
        """How many seconds a person has for a decision; 0 is no limit."""
        self.clock_player = "simple"
        """The player who decides when that time is over."""
        self.picture: Json | None = None
        """The picture of the map under its grid."""
        self.next_fight = ""
        """The fight in which the people of this table have gone on, if any."""

    # --- who plays, who answers ---

    def player_for(self, question: Question) -> str:
        """Return the player who answers a question: `PERSON`, or a computer player's name."""
        side, who = int(question.side), int(question.who)
        if side == GM:
            return self.gm
        if who in self.fighter_players:
            return self.fighter_players[who]
        player = self.sides[side]
        if player == PERSON and side in self.friends and not self.roles_for(question):
            return self.empty_player
        return player

    def roles_for(self, question: Question) -> list[str]:
        """Return the seats that a question goes to.

        A question about a fighter goes to that fighter's seat; without one, to the seats of the
        whole side. A question of the side goes to the seats of the side's fighters in its options,
        and of the whole side. Without fighters in its options, it goes to all seats of the side.
        """
        side, who = int(question.side), int(question.who)
        if side == GM:
            return []
        seats = self.seats.values()
        if who >= 0:
            holders = [seat.role for seat in seats if who in seat.fighters]
            return holders or [seat.role for seat in seats if seat.side == side]
        of_side = [seat for seat in seats if self.is_of_side(seat, side)]
        able = {int(option.target) for option in question.options} if of_side else set()
        able &= self.fighters_of(side)
        if not able:
            return [seat.role for seat in of_side]
        return [
            seat.role for seat in of_side if seat.side == side or able.intersection(seat.fighters)
        ]

    def fighters_of(self, side: int) -> set[int]:
        """Return the fighters of a side."""
        return {who for who, one in enumerate(self.fighter_sides) if one == side}

    def is_of_side(self, seat: Seat, side: int) -> bool:
        """Return whether a seat plays for a side: all of it, or some of its fighters."""
        if seat.side == side:
            return True
        known = len(self.fighter_sides)
        return any(one < known and self.fighter_sides[one] == side for one in seat.fighters)

    def may_answer(self, role: str, question: Question) -> bool:
        """Return whether a role may answer a question.

        The game master may answer every question. A side's link may answer questions of the side,
        and questions about its fighters that go to no seat.
        """
        if role == GAME_MASTER:
            return True
        side, who = int(question.side), int(question.who)
        if side == GM:
            return False
        seats = self.roles_for(question)
        if role == f"side {side}":
            return not seats or who < 0
        return role in seats

    def sides_with_people(self) -> list[int]:
        """Return the sides with seats; without seats, the sides for friends, or the first side."""
        seated = {self.side_of(role) for role in self.seats} - {None}
        return sorted(side for side in seated if side is not None) or list(self.friends) or [0]

    def side_of(self, role: str) -> int | None:
        """Return the side that a role plays for; None for the game master and onlookers."""
        if role.startswith("side "):
            return int(role[5:])
        seat = self.seats.get(role)
        if seat is None or seat.is_onlooker:
            return None
        if seat.side is not None:
            return seat.side
        return self.fighter_sides[seat.fighters[0]] if self.fighter_sides else None

    def is_onlooker(self, role: str) -> bool:
        """Return whether a role only looks on."""
        if role in self.seats:
            return self.seats[role].is_onlooker
        return role == ONLOOKER

    def holder_of(self, who: int) -> Seat | None:
        """Return the seat that has a fighter."""
        return next((seat for seat in self.seats.values() if who in seat.fighters), None)

    def free_fighters(self) -> list[int]:
        """Return the fighters that a new person can take."""
        return [
            who
            for who, side in enumerate(self.fighter_sides)
            if side in self.friends
            and self.holder_of(who) is None
            and who not in self.hidden_fighters
            and who not in self.in_reserve
        ]

    def name_of(self, role: str) -> str:
        """Return the name of a person by their role."""
        if role in self.seats:
            return self.seats[role].name
        if role in self.names:
            return self.names[role]
        return {GAME_MASTER: "Game master", ONLOOKER: "Onlooker"}.get(role, role)

    def news(self, role: str, name: str, text: str, kind: str) -> list[Json]:
        """Return a change with a chat line for the whole table; none before the fight begins."""
        return [] if self.is_gathering else [news_change(role, name, text, kind)]

    # --- hidden fighters and places ---

    @property
    def veil(self) -> Veil:
        """Return the fighters and places that the game master hides now."""
        return self.veils[-1] if self.veils else Veil(0)

    @property
    def hidden_fighters(self) -> frozenset[int]:
        """Return the fighters that the game master hides now."""
        return self.veil.fighters

    def veil_at(self, at: int) -> Veil:
        """Return the veil that was in force when the tape's answer number `at` was given.

        A veil from before the first answer counts from the beginning.
        """
        found = Veil(0)
        for veil in self.veils:
            if veil.at > 0 and veil.at >= at:
                break
            found = veil
        return found

    @property
    def in_reserve(self) -> frozenset[int]:
        """Return the fighters who have not arrived."""
        return self.reserve - self.arrived

    @property
    def hides_anything(self) -> bool:
        """Return whether some roles see less of the fight than others."""
        return self.is_secret or bool(self.veils) or bool(self.reserve)

    @property
    def is_plain(self) -> bool:
        """Return whether the table hides nothing and has neither seats nor chat."""
        return not self.hides_anything and not self.seats and not self.chat

    def all_people(self) -> TableState:
        """Return the table with a person at every seat, so that every question stops."""
        found = self.copy_without_chat()
        found.gm = PERSON
        found.sides = [PERSON] * len(self.sides)
        found.fighter_players = {}
        found.friends = ()
        return found

    # --- changing ---

    def copy_without_chat(self) -> TableState:
        """Return a copy without the chat, to try a change of who plays."""
        found = TableState.__new__(TableState)
        found.__dict__.update(self.__dict__)
        found.sides = list(self.sides)
        found.fighter_players = dict(self.fighter_players)
        found.seats = dict(self.seats)
        found.names = dict(self.names)
        found.claims = dict(self.claims)
        found.chat = []
        found.veils = list(self.veils)
        return found

    def apply(self, change: Json, number: int, tape_length: int) -> None:
        """Apply the change of a journal line."""
        kind = change["do"]
        if kind == "say":
            self._say(change, number, tape_length)
        elif kind == "hide":
            fighters, places = frozenset(change["fighters"]), frozenset(change["places"])
            self.veils.append(Veil(tape_length, fighters, places))
        elif kind == "seat":
            self._seat(change)
        elif kind == "leave":
            self.seats.pop(change["role"], None)
        elif kind == "name":
            self.names[change["role"]] = change["name"]
        elif kind == "set":
            self._set(change)
        elif kind == "claim":
            claim = Claim(change["number"], change["role"], change["digest"], change["granted"])
            self.claims[claim.number] = claim
        elif kind == "unclaim":
            self.claims.pop(change["number"], None)
        elif kind == "picture":
            self.picture = change["picture"]
        elif kind == "next":
            self.next_fight = change["fight"]
        elif kind == "scenario":
            self._renumber(change["numbers"])
            self.reserve = frozenset(change["reserve"])

    def _seat(self, change: Json) -> None:
        """Add a seat, or change its name, fighters or side."""
        seat = Seat(change["number"], change["name"], tuple(change["fighters"]), change.get("side"))
        self.seat_count = max(self.seat_count, seat.number)
        taken = set(seat.fighters)
        for role, other in self.seats.items():
            if taken & set(other.fighters):
                left = tuple(one for one in other.fighters if one not in taken)
                self.seats[role] = replace(other, fighters=left)
        self.seats[seat.role] = seat
        for who in seat.fighters:
            self.fighter_players.pop(who, None)

    def _set(self, change: Json) -> None:
        """Set who plays, whether people may join, whether the fight has begun, and its clock."""
        for name in PLAIN_SETTINGS & change.keys():
            setattr(self, name, change[name])
        if "reserve" in change:
            self.reserve = frozenset(change["reserve"])
        if "friends" in change:
            self.friends = tuple(change["friends"])
        if "sides" in change:
            self.sides = list(change["sides"])
        for who, player in change.get("fighters", {}).items():
            if player:
                self.fighter_players[int(who)] = player
            else:
                self.fighter_players.pop(int(who), None)

    def _renumber(self, numbers: Sequence[int]) -> None:
        """Replace every fighter's number by its number in the larger roster."""
        for role, seat in self.seats.items():
            self.seats[role] = replace(seat, fighters=renumbered(seat.fighters, numbers))
        self.fighter_players = {numbers[who]: one for who, one in self.fighter_players.items()}
        self.veils = [
            replace(veil, fighters=frozenset(renumbered(veil.fighters, numbers)))
            for veil in self.veils
        ]

    def _say(self, change: Json, number: int, tape_length: int) -> None:
        said = {key: value for key, value in change.items() if key != "do"}
        self.chat.append(ChatLine(number, tape_length, **said))

    def cut(self, to: int) -> None:
        """Move chat lines and veils that come after the first `to` answers to the tape's new end.

        The later answers are taken back; their chat lines and veils stay.
        """
        self.chat = [replace(one, at=to) if one.at > to else one for one in self.chat]
        self.veils = [replace(one, at=to) if one.at > to else one for one in self.veils]

    # --- telling ---

    def may_hear(self, role: str, line: ChatLine) -> bool:
        """Return whether a role may read a line of the chat."""
        return line.to == "all" or role in (GAME_MASTER, line.role, line.to)

    def data(self, role: str) -> Json:
        """Return the table as data for the page of a role."""
        hidden = self.veil if role == GAME_MASTER else None
        return {
            "gathering": self.is_gathering,
            "open": self.is_open,
            "secret": self.is_secret,
            "friends": list(self.friends),
            "sides": list(self.sides),
            "gm": self.gm,
            "empty": self.empty_player,
            "fighters": {str(who): player for who, player in self.fighter_players.items()},
            "seats": [seat.data() for seat in self.seats.values()],
            "names": dict(self.names),
            "next": self.next_fight,
            "picture": self.picture is not None,
            "clock": {"seconds": self.clock_seconds, "player": self.clock_player},
            "reserve": sorted(self.in_reserve) if hidden is not None else [],
            "claims": [
                {"number": claim.number, "role": claim.role}
                for claim in self.claims.values()
                if hidden is not None and not claim.is_granted
            ],
            "hidden": (
                {"fighters": sorted(hidden.fighters), "places": sorted(hidden.places)}
                if hidden is not None
                else None
            ),
        }


def renumbered(fighters: Iterable[int], numbers: Sequence[int]) -> tuple[int, ...]:
    """Return fighters by their new numbers, without numbers that do not exist."""
    return tuple(sorted(numbers[who] for who in fighters if who < len(numbers)))
