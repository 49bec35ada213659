"""A fight as one role may see it, at a table that hides fighters or places.

The server removes hidden information before it sends anything:

- fighters never seen, and the places of fighters out of sight
- lines of the log, options and odds about fighters out of sight
- hidden parts of the map

A fighter out of sight at the time of a line stays out of that line, even when revealed later.
Fighters are numbered among those that the role knows, also in their names: if the second of three
goblins is hidden, the others are Goblin 1 and Goblin 2. Frames and decisions are numbered among
those that the role sees.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any

from affray.core.fight import DEAD, FLED, STANDING, place_names
from affray.core.questions import BEFORE_WORDS, Option, Question
from affray.library import Scenario
from affray.web.rooms.frames import Decision, Frame, Json
from affray.web.rooms.table_state import SIGHT_NEWS, ChatLine, TableState

OUT_OF_SIGHT = "Something happens out of sight."
"""The text of an event of which this role may know nothing else."""

SOURCES = (
    ("An arrow from the dark", re.compile(r"bow\b", re.IGNORECASE)),
    ("A shot from the dark", re.compile(r"\b(shoots|fires|sling|\w*gun|musket|pistol)\b")),
    ("Something thrown from the dark", re.compile(r"\b(throws|hurls|thrown)\b")),
)
"""How a line about harm from a hidden foe begins, by the log's words for the attack."""

BLOW = "A blow from the dark"

RESOURCE = re.compile(r"\d+ (AP|Mana)")
"""A resource that a ruleset lists among the conditions."""

ENDS = {"down": "goes down", "dead": "dies", "fled": "leaves the field", "out": "is out"}
"""The text for a fighter who has left the state of standing, by the new state."""


class StoryView:
    """The story of a fight for one role, at a table that hides fighters or places."""

    def __init__(self, table: TableState, role: str, scenario: Scenario) -> None:
        self.table = table
        self.role = role
        self.names: list[str] = list(scenario.setup.names)
        self.places = place_names(scenario.setup.board())
        self.side = table.side_of(role)
        seat = table.seats.get(role)
        self.own = frozenset(seat.fighters if seat is not None else ())
        self.secret_condition = scenario.ruleset.secret_condition if table.is_secret else ""
        """The condition that hides a fighter from enemies, if the table keeps it secret."""
        self._name_pattern = word_pattern(self.names)
        self._place_pattern = word_pattern(self.places)
        self._states: list[Json | None] = [None] * len(self.names)
        """Every fighter's state at the last frame that was read."""
        self._shown: list[Json | None] = [None] * len(self.names)
        """Every fighter's state as this role last saw it."""
        self._unseen: frozenset[int] = frozenset()
        self._on_field: set[int] = set()
        self._unseen_at: list[tuple[frozenset[int], frozenset[int]]] = []
        """The fighters and places that were hidden at each frame of the whole story."""
        self._frames: list[tuple[int, Json]] = []
        self._sources: list[int] = []
        """For each frame of this view, its number in the whole story."""
        self._told: list[Frame] | None = None
        self._now: list[Json] = []
        self.known: list[int] = []
        """The fighters that this role knows of; the position is the number in this view."""
        self._sight_order: dict[int, None] = {}
        """The fighters that this role has ever seen, in the order of first sight."""
        self._shown_names: dict[str, str] = {}
        """The names that this role reads instead of the real ones, where they differ."""
        self._decided_at: list[int] = []
        """The places on the tape of the decisions that this role sees."""
        self._attack = ""
        """The log's words for an attack that is hidden from this role."""
        self._arrived: set[int] = set()
        """The fighters of the reserve who have ever been in the fight."""
        self._late: dict[int, Json] = {}
        """States that changed only in resources during hidden events, for the next frame."""

    # --- fighters out of sight ---

    def _hidden_by(self, states: Sequence[Json | None], at: int | None) -> frozenset[int]:
        """Return the fighters that the game master hides: by name, in a hidden place, in reserve.

        A hidden place does not hide friends; nothing hides the role's own fighters.
        """
        veil = self.table.veil if at is None else self.table.veil_at(at)
        found = set(veil.fighters)
        for who, state in enumerate(states):
            where = state["where"] if state is not None else None
            is_friend = self.side is not None and self.table.fighter_sides[who] == self.side
            if where is not None and where.get("place", -1) in veil.places and not is_friend:
                found.add(who)
        return frozenset((found | self._in_reserve(states)) - self.own)

    def _in_reserve(self, states: Sequence[Json | None]) -> set[int]:
        """Return the fighters of the reserve who have not arrived yet."""
        table = self.table
        if not table.is_gathering:
            for who in table.reserve:
                state = states[who]
                if state is not None and state["state"] != FLED:
                    self._arrived.add(who)
        return set(table.reserve - self._arrived)

    def _hidden_by_rules(self, states: Sequence[Json | None]) -> frozenset[int]:
        """Return the fighters who hide from this role's side, if the table keeps that secret."""
        if not self.secret_condition:
            return frozenset()
        sides = self.table.fighter_sides
        return frozenset(
            who
            for who, state in enumerate(states)
            if state is not None
            and self.secret_condition in state["conditions"]
            and sides[who] != self.side
            and who not in self.own
        )

    def names_hidden(
        self, texts: Iterable[object], fighters: frozenset[int], places: frozenset[int]
    ) -> bool:
        """Return whether texts name one of these fighters or places."""
        if not fighters and not places:
            return False
        whole = "\n".join(strings_in(texts))
        hidden = {self.names[who] for who in fighters}
        if any(found in hidden for found in self._name_pattern.findall(whole)):
            return True
        closed = {self.places[place] for place in places if place < len(self.places)}
        return bool(closed) and any(found in closed for found in self._place_pattern.findall(whole))

    # --- the story so far ---

    def update(self, frames: Sequence[Frame], now: Sequence[Json]) -> None:
        """Read the new frames, and the present state of every fighter."""
        for source in range(len(self._unseen_at), len(frames)):
            self._add(source, frames[source])
        unseen = self._hidden_by(now, None) | self._hidden_by_rules(now)
        self._see(unseen)
        known = sorted(self._sight_order.keys() | self.own)
        if known != self.known:
            self.known = known
            self._shown_names = self._number_names()
            self._told = None
        self._unseen = unseen
        self._on_field = {who for who, state in enumerate(now) if state["state"] != FLED}
        self._now = [self._state(who, dict(now[who]), unseen) for who in known]

    def _see(self, unseen: frozenset[int]) -> None:
        """Record the fighters who are in sight."""
        for who in range(len(self.names)):
            if who not in unseen:
                self._sight_order.setdefault(who)

    def _number_names(self) -> dict[str, str]:
        """Return the names that replace real ones, so that the numbers in them have no gaps.

        Fighters of one kind are numbered in the order in which they were seen. If only one of a
        kind is known, it has no number.
        """
        found: dict[str, str] = {}
        order = [*self._sight_order, *(self.own - self._sight_order.keys())]
        for stem, names in numbered_names(self.names).items():
            seen = [self.names[who] for who in order if self.names[who] in names]
            if len(seen) == 1 and stem not in self.names:
                found[seen[0]] = stem
            else:
                found |= dict(zip(seen, names, strict=False))
        return {real: shown for real, shown in found.items() if real != shown}

    def rename(self, data: Any) -> Any:
        """Return data with the fighters' names as this role reads them."""
        if not self._shown_names:
            return data
        if isinstance(data, str):
            return self._name_pattern.sub(
                lambda found: self._shown_names.get(found[0], found[0]), data
            )
        if isinstance(data, dict):
            return {self.rename(key): self.rename(value) for key, value in data.items()}
        if isinstance(data, list | tuple):
            return [self.rename(one) for one in data]
        return data

    def option(self, question: Question, key: str) -> Option | None:
        """Return the option for a key as this role reads it; None if it is not offered."""
        for option in question.options:
            if self.is_offered(option):
                shown = self.rename(option.key)
                if key == shown:
                    return option
                if key.startswith(shown + BEFORE_WORDS):
                    return option.with_words(key.removeprefix(shown + BEFORE_WORDS))
        return None

    def _add(self, source: int, frame: Frame) -> None:
        data = dict(frame.data)
        hiding_before = self._hidden_by_rules(self._states)
        for who, state in data["fighters"].items():
            self._states[int(who)] = state
        parts = data["parts"]
        if data["kind"] == "ruling" and (parts["change"], parts["value"]) == ("state", STANDING):
            # some rulesets report a ruling before they make it
            self._arrived |= {self.names.index(parts["who"])} & self.table.reserve
        # a fighter who hides or is found in this frame is visible in it
        unseen = self._hidden_by(self._states, frame.at) | (
            self._hidden_by_rules(self._states) & hiding_before
        )
        places = self.table.veil_at(frame.at).places
        self._unseen_at.append((unseen, places))
        self._see(unseen)
        is_told = not self.names_hidden([data["parts"], data["text"]], unseen, places)
        changed = self._late | {int(who): state for who, state in data["fighters"].items()}
        changes = {who: self._state(who, state, unseen) for who, state in changed.items()}
        changes = {who: state for who, state in changes.items() if state != self._shown[who]}
        in_sight = {who: state for who, state in changes.items() if who not in unseen}
        if not is_told and not any(self._is_noticed(who, one) for who, one in in_sight.items()):
            self._late = {who: changed[who] for who in in_sight}
            felt = []
        else:
            self._late = {}
            felt = [self._felt(who, state, unseen) for who, state in in_sight.items()]
            for who, state in changes.items():
                self._shown[who] = state
        if is_told:
            self._attack = ""
        else:
            self._attack += f" {data['text']}"
            if not felt:
                return
            text = self._unseen_text([one for one in felt if one])
            data |= {"kind": "unseen", "parts": {}, "rules": [], "rolls": [], "text": text}
        data["fighters"] = changes
        self._frames.append((frame.at, data))
        self._sources.append(source)
        if self._told is not None:
            self._told = [*self._told, self._dump(len(self._told), frame.at, data)]

    def _is_noticed(self, who: int, state: Json) -> bool:
        """Return whether a fighter in sight changed in more than its resources."""
        before = self._shown[who]
        return before is None or without_resources(before) != without_resources(state)

    def _felt(self, who: int, state: Json, unseen: frozenset[int]) -> str:
        """Return the changes of a fighter in sight, in words, compared with its last seen state."""
        before, name = self._shown[who], self.names[who]
        if before is None:
            return ""
        told = []
        lost = before["health"] - state["health"]
        if lost:
            verb = "takes" if lost > 0 else "recovers"
            told.append(f"{verb} {abs(lost)} ({before['health']} → {state['health']})")
        if state["state"] != before["state"] and state["state"] != STANDING:
            told.append(ENDS.get(state["state"], f"is {state['state']}"))
        gained = [
            one for one in without_resources(state)["conditions"] if one not in before["conditions"]
        ]
        told += [f"is {one}" for one in gained if not self.names_hidden([one], unseen, frozenset())]
        return f"{name} {' and '.join(told)}" if told else ""

    def _unseen_text(self, felt: Sequence[str]) -> str:
        """Return a line of the log for the effects of an event out of sight."""
        if not felt:
            return OUT_OF_SIGHT
        source = next((name for name, found in SOURCES if found.search(self._attack)), BLOW)
        is_harm = any(" takes " in one for one in felt)
        return f"{source if is_harm else 'Out of sight'}: {'; '.join(felt)}."

    def _state(self, who: int, state: Json, unseen: frozenset[int]) -> Json:
        """Return a fighter's state as this role sees it."""
        if who not in unseen:
            return state
        before = self._shown[who] or state
        health = before["health"] if self._shown[who] else before["max"]
        is_dead = state["state"] == DEAD  # the dead are dead in the dark, too
        return {
            "health": 0 if is_dead else health,
            "max": before["max"],
            "state": DEAD if is_dead else STANDING,
            "conditions": [],
            "where": None,
            "place": "out of sight",
        }

    def _dump(self, number: int, at: int, data: Json) -> Frame:
        fighters = {
            str(self.number_of(who)): state
            for who, state in data["fighters"].items()
            if self.number_of(who) >= 0
        }
        told = {**data, "parts": self.rename(data["parts"]), "text": self.rename(data["text"])}
        return Frame(at, {**told, "at": number, "fighters": fighters})

    def number_of(self, who: int) -> int:
        """Return a fighter's number in this view; -1 for unknown fighters and for no fighter."""
        return self.known.index(who) if who in self.known else -1

    def fighter_at(self, number: int) -> int | None:
        """Return the fighter with a number in this view, if they are in sight."""
        if not 0 <= number < len(self.known):
            return None
        who = self.known[number]
        return None if who in self._unseen else who

    def unseen_names(self) -> tuple[str, ...]:
        """Return the names of the fighters on the field who are hidden from this role now."""
        return tuple(self.names[who] for who in sorted(self._unseen & self._on_field))

    # --- telling ---

    def token(self) -> str:
        """Return a text that changes when the whole story has to be sent again."""
        what = f"{self.known} {sorted(self.own)} {sorted(self.table.veil.places)} {self.side}"
        return hashlib.sha256(what.encode()).hexdigest()[:12]

    def frames(self) -> list[Frame]:
        """Return the frames that this role may see, with their numbers in this view."""
        if self._told is None:
            self._told = [
                self._dump(number, at, data) for number, (at, data) in enumerate(self._frames)
            ]
        return self._told

    def decisions(self, decisions: Sequence[Decision]) -> list[Decision]:
        """Return the decisions that this role may see, with their numbers in this view."""
        found: list[Decision] = []
        for decision in decisions:
            data = dict(decision.data)
            frame = data["frame"]
            at = min(max(frame - 1, 0), len(self._unseen_at) - 1)
            unseen, places = self._unseen_at[at] if at >= 0 else (self._unseen, frozenset())
            if self.names_hidden([data["asked"], data["prompt"], data["chose"]], unseen, places):
                continue
            data["at"] = len(found)
            data["frame"] = sum(1 for source in self._sources if source < frame)
            for key in ("asked", "prompt", "chose"):
                data[key] = self.rename(data[key])
            found.append(Decision(decision.at, data))
        self._decided_at = [one.at for one in found]
        return found

    def decision_number(self, at: int) -> int:
        """Return the number of decisions of this view before a place on the tape."""
        return bisect_left(self._decided_at, at)

    def decision_at(self, number: int) -> int:
        """Return the place on the tape of a decision of this view; -1 if the number is unknown."""
        return self._decided_at[number] if 0 <= number < len(self._decided_at) else -1

    def now(self) -> list[Json]:
        """Return the present states of the known fighters."""
        return self._now

    def may_be_told(self, line: ChatLine) -> bool:
        """Return whether a line of the chat reveals nothing that is hidden from this role."""
        if line.kind == "ping":
            return int(line.text) not in self.table.veil.places
        if line.kind not in SIGHT_NEWS:
            return True
        return line.name in {self.names[who] for who in self.known}

    def chat_line(self, data: Json) -> Json:
        """Return a line of the chat with this role's fighter names and decision numbers."""
        name = self.rename(data["name"]) if data["kind"] in SIGHT_NEWS else data["name"]
        return {**data, "name": name, "at": self.decision_number(data["at"])}

    def order(self, order: Sequence[Json]) -> list[Json]:
        """Return the order of action, without fighters out of sight."""
        found: list[Json] = self.rename(self._in_sight(order))
        return found

    def table_data(self, data: Json) -> Json:
        """Return the table's data with the fighters' numbers in this view."""
        seats = []
        for seat in data["seats"]:
            numbers = [self.number_of(who) for who in seat["fighters"]]
            seats.append({**seat, "fighters": [one for one in numbers if one >= 0]})
        players = {
            str(self.number_of(int(who))): player
            for who, player in data["fighters"].items()
            if self.number_of(int(who)) >= 0
        }
        return {**data, "seats": seats, "fighters": players}

    def question(self, data: Json) -> Json:
        """Return the open question without hidden information.

        The role that is asked sees all options in sight; other roles see only whose turn it is.
        """
        places = self.table.veil.places
        if data["who"] in self._unseen or not data["yours"]:
            if data["who"] in self._unseen or self.names_hidden(
                [data["prompt"], data["asked"]], self._unseen, places
            ):
                data |= {"asked": "somebody unseen", "prompt": "Somebody unseen decides.",
                         "kind": "unseen", "who": -1, "side": -1, "seats": []}  # fmt: skip
            data["options"], data["default"] = [], 0
        else:
            default = data["options"][data["default"]]
            data["options"] = [one for one in data["options"] if self.is_data_offered(one)]
            data["default"] = data["options"].index(default) if default in data["options"] else 0
            keys = [one["key"] for one in data["options"]]
            if "simple" in data and (self._unseen or data["simple"] not in keys):
                # the choice of a player who knows the hidden fighters would reveal them
                data["simple"] = keys[data["default"]] if keys else None
            if self.names_hidden([data["prompt"]], self._unseen, places):
                data["prompt"] = f"{data['asked']}: what now?"
        for one in data["options"]:
            one["target"] = self.number_of(one["target"])
            one["key"], one["text"] = self.rename(one["key"]), self.rename(one["text"])
        for key in ("who", "about", "target"):
            data[key] = -1 if data[key] in self._unseen else self.number_of(data[key])
        for key in ("asked", "prompt", "simple"):
            if key in data:
                data[key] = self.rename(data[key])
        return data

    def is_data_offered(self, option: Json) -> bool:
        """Return whether this role may know of an option, by its data."""
        places = self.table.veil.places
        return not (
            option["target"] in self._unseen
            or (option["kind"] != "facing" and option["place"] in places)
            or self.names_hidden([option["key"], option["text"]], self._unseen, places)
        )

    def is_offered(self, option: Option) -> bool:
        """Return whether this role may know of an option."""
        return self.is_data_offered(
            {
                "target": int(option.target),
                "kind": option.kind,
                "place": int(option.place),
                "key": option.key,
                "text": option.text,
            }
        )

    def scene(self, scene: Json) -> Json:
        """Return the scene to draw, without unknown fighters and hidden places."""
        fighters = [
            {**scene["fighters"][who], "name": self.rename(self.names[who])} for who in self.known
        ]
        board = hide_places(dict(scene["board"]), self.table.veil.places)
        return {**scene, "fighters": fighters, "board": board}

    def odds(self, found: Json, question: Json) -> Json:
        """Return the odds of the options that this role is offered, for the fighters in sight."""
        keys = {one["key"] for one in question["options"]}
        odds = {
            shown: self.rename({**one, "fighters": self._in_sight(one.get("fighters", []))})
            for key, one in found["odds"].items()
            if (shown := self.rename(key)) in keys
        }
        return {**found, "odds": odds}

    def _in_sight(self, about: Sequence[Json]) -> list[Json]:
        """Return the entries about fighters in sight, with their numbers in this view."""
        return [
            {**one, "who": self.number_of(one["who"])}
            for one in about
            if one["who"] not in self._unseen and self.number_of(one["who"]) >= 0
        ]

    def option_detail(self, found: Json) -> Json:
        """Return the details of an option, without hidden fighters and places."""
        places = self.table.veil.places
        ways = [
            {
                **way,
                "told": [
                    line
                    for line in way["told"]
                    if not self.names_hidden([line], self._unseen, places)
                ],
            }
            for way in found["ways"]
            if not self.names_hidden([way["kind"]], self._unseen, places)
        ]
        odds = {**found["odds"], "fighters": self._in_sight(found["odds"].get("fighters", []))}
        detail: Json = self.rename({**found, "ways": ways, "odds": odds})
        return detail

    def reach(self, found: Json) -> Json:
        """Return the targets and places that a fighter can reach, without hidden ones."""
        places = self.table.veil.places
        targets = [
            {**one, "target": self.number_of(one["target"])}
            for one in found["targets"]
            if one["target"] not in self._unseen and self.number_of(one["target"]) >= 0
        ]
        weapons = [
            {**one, "places": [place for place in one["places"] if place not in places]}
            for one in found["weapons"]
        ]
        who = self.number_of(found["who"])
        seen: Json = self.rename({**found, "who": who, "targets": targets, "weapons": weapons})
        return seen


NUMBERED = re.compile(r"(.+) (\d+)")


def numbered_names(names: Sequence[str]) -> dict[str, list[str]]:
    """Return names that differ only by a number, in its order, by the stem that they share."""
    found: dict[str, list[tuple[int, str]]] = {}
    for name in names:
        parts = NUMBERED.fullmatch(name)
        if parts is not None:
            found.setdefault(parts[1], []).append((int(parts[2]), name))
    for stem, group in found.items():
        if stem in names:
            group.append((0, stem))
    return {stem: [name for _, name in sorted(group)] for stem, group in found.items()}


def without_resources(state: Json) -> Json:
    """Return a fighter's state without the resources among its conditions."""
    conditions = [one for one in state["conditions"] if not RESOURCE.fullmatch(one)]
    return {**state, "conditions": conditions}


def strings_in(data: object) -> list[str]:
    """Return every text within data."""
    if isinstance(data, str):
        return [data]
    if isinstance(data, dict):
        return [text for part in data.values() for text in strings_in(part)]
    if isinstance(data, list | tuple):
        return [text for part in data for text in strings_in(part)]
    return []


def word_pattern(names: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern that finds whole names in a text, the longest first."""
    ordered = sorted({name for name in names if name}, key=len, reverse=True)
    if not ordered:
        return re.compile(r"(?!)")
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, ordered))})(?!\w)")


def hide_places(board: Json, hidden: frozenset[int]) -> Json:
    """Return a board without the contents of hidden places: only their numbers are left."""
    if not hidden:
        return board
    if board["kind"] == "spots":
        board["places"] = [
            {**place, "name": "", "height": 0, "cover": 0, "dark": False, "obscured": False}
            if number in hidden
            else place
            for number, place in enumerate(board["places"])
        ]
    elif board["kind"] == "zones":
        board["places"] = [
            "" if number in hidden else place for number, place in enumerate(board["places"])
        ]
    for key in ("solid", "rough", "cover", "exits"):
        if key in board:
            board[key] = [place for place in board[key] if place not in hidden]
    for key in ("paths", "links", "edges"):
        if key in board:
            board[key] = [way for way in board[key] if not hidden & set(way[:2])]
    if "terrain" in board:
        board["terrain"] = [
            "open" if number in hidden else kind for number, kind in enumerate(board["terrain"])
        ]
    if "costs" in board:
        board["costs"] = {
            place: cost for place, cost in board["costs"].items() if int(place) not in hidden
        }
    if "engines" in board:
        board["engines"] = [one for one in board["engines"] if one["place"] not in hidden]
    if board["kind"] == "grid" and board.get("walls"):
        board["walls"] = [
            wall for wall in board["walls"] if not is_wall_within(board, wall, hidden)
        ]
    board["hidden"] = sorted(hidden)
    return board


def is_wall_within(board: Json, wall: Sequence[Any], hidden: frozenset[int]) -> bool:
    """Return whether at least half of the cells at a wall's ends are hidden.

    A wall's ends lie at corners of cells.
    """
    width, height = int(board["width"]), int(board["height"])
    cells = set()
    for x, y in (wall[:2], wall[2:4]):
        for column in (int(x) - 1, int(x)):
            for row in (int(y) - 1, int(y)):
                if 0 <= column < width and 0 <= row < height:
                    cells.add(row * width + column)
    return bool(cells) and bool(cells & hidden) and len(cells & hidden) * 2 >= len(cells)
