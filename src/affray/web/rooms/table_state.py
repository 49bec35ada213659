"""The people of a fight: their seats, who plays whom, what they say, what is hidden from them.

All of it is told by lines of the journal, each a change as JSON, so it is stored, shared between
servers and sent to whoever listens in the same way as answers are.
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
"""Who plays a side when nobody named does: somebody with a link."""

GAME_MASTER = "gm"
ONLOOKER = "onlooker"


def table_line(change: Json) -> JournalLine:
    """Return a change of the table as a line of the journal."""
    return JournalLine(TABLE, json.dumps(change, separators=(",", ":")))


def news_change(role: str, name: str, text: str, kind: str) -> Json:
    """Return a change that tells everybody at the table something."""
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
    """Return a line that tells everybody at the table something."""
    return table_line(news_change(role, name, text, kind))


SIGHT_NEWS = frozenset({"revealed", "hidden"})
"""Kinds of lines that tell of a fighter whom the game master has revealed or hidden."""


@dataclass(frozen=True)
class Seat:
    """A person's place at the table: some fighters, a whole side, or only looking on."""

    number: int
    name: str
    fighters: tuple[int, ...] = ()
    side: int | None = None

    @property
    def role(self) -> str:
        """Return how the seat's link is named."""
        return f"seat {self.number}"

    @property
    def is_onlooker(self) -> bool:
        """Return whether whoever sits here decides nothing."""
        return not self.fighters and self.side is None

    def data(self) -> Json:
        """Return it as the page shows it."""
        return {
            "role": self.role,
            "name": self.name,
            "fighters": list(self.fighters),
            "side": self.side,
            "onlooker": self.is_onlooker,
        }


@dataclass(frozen=True)
class ChatLine:
    """Something somebody said, and where in the fight: behind the tape's first `at` answers.

    `kind` is "say", "try" for what a player wants to attempt, or how the game master answered one:
    "no", "test" or "ruling". What is said `to` the game master nobody else is told.
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

    def data(self) -> Json:
        """Return it as the page shows it."""
        return asdict(self)


@dataclass(frozen=True)
class Claim:
    """A wish to have a seat back on another device, until the game master has granted it."""

    number: int
    role: str
    digest: str
    """The digest of the secret that whoever asked can prove it by."""
    is_granted: bool = False


@dataclass(frozen=True)
class Veil:
    """What is hidden from the players behind the tape's first `at` answers."""

    at: int
    fighters: frozenset[int] = frozenset()
    places: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.fighters or self.places)


class TableState:
    """The table of one fight, as the lines of its journal have it so far."""

    def __init__(self, stored: StoredFight, fighter_sides: Sequence[int] = ()) -> None:
        self.gm = stored.gm
        self.sides = list(stored.players)
        """Who plays each side where nobody else is named."""
        self.fighter_sides = list(fighter_sides)
        self.fighter_players: dict[int, str] = {}
        """Who plays a fighter otherwise than its side."""
        self.empty_player = PERSON
        """Who plays what nobody has taken."""
        self.seats: dict[str, Seat] = {}
        self.names: dict[str, str] = {}
        """What those are called who have the links of the game master, a side or onlookers."""
        self.seat_count = 0
        self.claims: dict[int, Claim] = {}
        """Wishes to have a seat back, by number."""
        self.friends: tuple[int, ...] = ()
        """The sides whose fighters can be taken by whoever joins."""
        self.is_gathering = False
        """Whether the fight has not begun, because somebody may yet join."""
        self.is_open = False
        """Whether somebody may join."""
        self.chat: list[ChatLine] = []
        self.veils: list[Veil] = []
        self.reserve: frozenset[int] = frozenset()
        """Fighters who are away when the fight begins, until the game master has them arrive."""
        self.arrived: frozenset[int] = frozenset()
        """Those of them who are there now. The room says so, whatever was taken back."""
        self.is_secret = False
        """Whether fighters whom the rules hide are kept from the other sides."""
        self.clock_seconds = 0
        """How long a person has for a decision; 0 is as long as they like."""
        self.clock_player = "simple"
        """Who decides when that time is over."""
        self.next_fight = ""
        """The fight to which the same people have gone on."""

    # --- who plays, who answers ---

    def player_for(self, question: Question) -> str:
        """Return who is to answer a question: a person, or a player's name."""
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

        A question about a fighter goes to that fighter's seat, else to those of the whole side. A
        question of the side goes to the seats of the fighters between whom it lets choose, such as
        those who can act next, else to all seats of the side.
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
        """Return whether somebody at this seat plays for a side."""
        if seat.side == side:
            return True
        known = len(self.fighter_sides)
        return any(one < known and self.fighter_sides[one] == side for one in seat.fighters)

    def may_answer(self, role: str, question: Question) -> bool:
        """Return whether a role answers a question; the game master may all, a side's link what
        nobody has taken a seat for."""
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
        """Return the sides with seats; without seats those for friends, or the first."""
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
        """Return whether a role only looks."""
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

    # --- what is hidden ---

    @property
    def veil(self) -> Veil:
        """Return what the game master hides now."""
        return self.veils[-1] if self.veils else Veil(0)

    @property
    def hidden_fighters(self) -> frozenset[int]:
        """Return the fighters that the game master hides now."""
        return self.veil.fighters

    def veil_at(self, at: int) -> Veil:
        """Return what was hidden behind the tape's first `at` answers.

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
        """Return whether roles are told different things."""
        return self.is_secret or bool(self.veils) or bool(self.reserve)

    @property
    def is_plain(self) -> bool:
        """Return whether everybody is told the same."""
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
        """Make the change of a journal line."""
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
        for name in ("is_gathering", "is_open", "is_secret", "empty_player", "gm"):
            if name in change:
                setattr(self, name, change[name])
        for name in ("clock_seconds", "clock_player"):
            if name in change:
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
        """Give every fighter its number in the larger roster."""
        for role, seat in self.seats.items():
            self.seats[role] = replace(seat, fighters=renumbered(seat.fighters, numbers))
        self.fighter_players = {numbers[who]: one for who, one in self.fighter_players.items()}
        self.veils = [
            replace(veil, fighters=frozenset(renumbered(veil.fighters, numbers)))
            for veil in self.veils
        ]

    def _say(self, change: Json, number: int, tape_length: int) -> None:
        self.chat.append(
            ChatLine(
                number,
                tape_length,
                change["role"],
                change["name"],
                change["text"],
                change["kind"],
                change["to"],
                change["time"],
                change.get("about", 0),
            )
        )

    def cut(self, to: int) -> None:
        """Move chat and veils behind the first `to` answers to their end.

        The answers behind are taken back; what was said and hidden there stays.
        """
        self.chat = [replace(one, at=to) if one.at > to else one for one in self.chat]
        self.veils = [replace(one, at=to) if one.at > to else one for one in self.veils]

    # --- telling ---

    def may_hear(self, role: str, line: ChatLine) -> bool:
        """Return whether somebody is told what was said."""
        return line.to == "all" or role in (GAME_MASTER, line.role, line.to)

    def data(self, role: str) -> Json:
        """Return it as the page shows it."""
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
    """Return fighters by their new numbers, without those that there never were."""
    return tuple(sorted(numbers[who] for who in fighters if who < len(numbers)))
