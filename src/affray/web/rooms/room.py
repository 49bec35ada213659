"""A room: an open fight in memory, with its state between turns and the story told so far.

An answer plays on from the last moment between turns, so it costs what its own step costs,
whatever the length of the fight. The journal is the only truth: whoever changes a room first makes
a `Step`, adds its lines to the journal, and then has the room apply it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from time import monotonic, perf_counter
from typing import Any

from affray.core.fight import FLED, Fight, IllegalError
from affray.core.problems import InvalidDataError, data_error
from affray.core.questions import Question, Ruling
from affray.core.tape import Answer, Tape, TapeError
from affray.library import Scenario, check_revision
from affray.store import (
    ANSWER,
    TABLE,
    TAKE_BACK,
    JournalLine,
    StoredFight,
    TakeBackWish,
    answer_lines,
    tape_from_journal,
    update_wishes,
)
from affray.web.rooms.playing import (
    IDLE_TABLE,
    INSTANT_PLAYERS,
    Budget,
    Checkpoint,
    InstantPlayers,
    LiveContinuation,
    Play,
    is_unfinished_play,
    parse_answers,
    play,
)
from affray.web.rooms.question_facts import question_facts
from affray.web.rooms.reinforcements import reserve_of
from affray.web.rooms.shared_scenarios import SHARED_SCENARIOS, SharedScenario
from affray.web.rooms.story import (
    NO_BOARD,
    Decision,
    Frame,
    Json,
    fighter_data,
    fighter_scene,
    frame_from_log,
    question_data,
    to_json,
)
from affray.web.rooms.story_view import StoryView
from affray.web.rooms.table_state import GAME_MASTER, PERSON, TableState, table_line

log = logging.getLogger("affray.web")

CHECKPOINT_SPACING = 64
"""Answers between two checkpoints that are kept for taking back."""

MAX_CHECKPOINTS = 64
"""So many are kept; of more, every other one is dropped."""

CHECKPOINT_BYTES = 12_000
ROOM_BYTES = 60_000
ANSWER_BYTES = 120
"""What a checkpoint, a room by itself and an answer of its tape take in memory, about."""

MAX_CACHED_EVENTS = 16
MAX_CACHED_BYTES = 2_000_000
"""So many events are remembered, and so long ones, for all who are told the same."""


MAX_HEARD = 100
"""So many appends of other servers are remembered until the room takes them in."""


class FrozenFightError(Exception):
    """A fight can be looked at and taken out, but not played on; the message says why."""


@dataclass
class Step:
    """A change of a room that is not made yet: lines for the journal, and what they lead to.

    `cut` is how many answers stay where something is taken back. `shared` is another scenario, with
    which everything was played anew.
    """

    lines: list[JournalLine]
    play: Play | None = None
    cut: int | None = None
    shared: SharedScenario | None = None

    def log_text(self) -> str | None:
        """What is told, as it is stored; None where nothing is."""
        return to_json(self.play.log) if self.play is not None and self.play.log else None


class Room:
    """An open fight. It is changed by one at a time: whoever plays holds the scenario's lock."""

    def __init__(self, stored: StoredFight) -> None:
        self.stored = stored
        self.gate = asyncio.Lock()
        """Whoever changes the room and its journal goes through here, one at a time."""
        self.shared: SharedScenario | None = None
        self.frozen_reason: str | None = None
        """Why the fight cannot be played on, where it cannot."""
        self.number = 0
        """How many lines the journal has."""
        self.asked_number = 0
        """How many it had when the open question came up: whatever was said since, an answer to
        it is one."""
        self.table = TableState(stored)
        self.tape: list[str] = []
        self.frames: list[Frame] = []
        self.decisions: list[Decision] = []
        self.wishes: dict[str, TakeBackWish] = {}
        self.fight: Fight | None = None
        """The fight as it stands, in the middle of a turn."""
        self.question: Question | None = None
        self.is_marked_unfinished = False
        """Whether the store says that the fight goes on without anybody's answer."""
        self.deadline: float | None = None
        """When the time of whoever is asked is over, by the clock that only goes on."""
        self.is_stuck = False
        """Whether the fight could not go on by itself, and is not tried again."""
        self.play_seconds = 0.0
        """What a step took lately."""
        self.byte_count = ROOM_BYTES
        """About how much memory the room takes."""
        self.changes = 0
        """Counts up when a change begins and again when it ends, so it is odd in the middle of
        one: what a thread made meanwhile is neither one nor other."""
        self._heard: list[tuple[int, Sequence[JournalLine]]] = []
        """What other servers told that they added: the journal's length behind it, and the
        lines."""
        self._checkpoints: list[Checkpoint] = []
        self._spacing = CHECKPOINT_SPACING
        self._since: list[Answer] = []
        self._fighters: list[Json] = []
        self._scenario_count = 0
        """How often the scenario was another, so that all was told anew."""
        self.undone: list[list[str]] = []
        """What was taken back and can be done again, the last first to come."""
        self._lengths: list[tuple[int, int]] = [(0, 0)]
        """The journal's and the tape's length where one did not grow with the other."""
        self._log_frames: list[Frame] = []
        self._scene: str | None = None
        # what a thread makes may be ready when the room has gone on, so each says of when it is
        self._now: tuple[int, str] = (-1, "")
        self._questions: dict[tuple[int, bool, str], str] = {}
        self._events: dict[tuple[int, int, bool, str], bytes] = {}
        self._views: dict[str, StoryView] = {}

    # --- opening ---

    @classmethod
    def open(
        cls,
        stored: StoredFight,
        journal: Sequence[JournalLine],
        read_log: Callable[[], list[tuple[int, str]]] = list,
    ) -> Room:
        """A room from its journal. Where the rules have changed since or the tape is damaged, the
        room is frozen, and its story is the log that was told then."""
        try:
            return cls.begin(stored, journal)
        except (InvalidDataError, TapeError, IllegalError, ValueError, LookupError) as error:
            reason = str(error)
        except Exception as error:
            log.exception("a fight cannot be opened", extra={"fields": {"fight": stored.id}})
            reason = f"{type(error).__name__}: {error}"
        return cls._frozen(stored, journal, reason, read_log())

    @classmethod
    def begin(cls, stored: StoredFight, journal: Sequence[JournalLine]) -> Room:
        """A room from its journal; raises InvalidDataError or TapeError where that cannot be."""
        room = cls(stored)
        check_revision(stored.ruleset, stored.revision, stored.version)
        room.shared = SHARED_SCENARIOS.get(stored.scenario, stored.name)
        with room.lock:
            beginning = Checkpoint(room.scenario.setup.new_fight(IDLE_TABLE), 0)
            sides = [int(one.side) for one in beginning.fight.roster()]
            room.table = TableState(stored, sides)
            room.table.reserve = reserve_of(room.scenario)
            room._checkpoints = [beginning]
            room._install(play(beginning, []))
        room.follow(journal)
        return room

    @classmethod
    def _frozen(
        cls,
        stored: StoredFight,
        journal: Sequence[JournalLine],
        reason: str,
        log_rows: list[tuple[int, str]],
    ) -> Room:
        """A room in which nothing can be done but to look at the log of the time, or where none
        was stored at the answers."""
        room = cls(stored)
        room.frozen_reason = f"This fight can be looked at but not played on: {reason}"
        try:
            room.shared = SHARED_SCENARIOS.get(stored.scenario, stored.name)
        except Exception:  # what cannot be read is not drawn
            room.shared = None
        room.tape = tape_from_journal([line for line in journal if is_readable(line)])
        # before 0.2.0 no log was stored: the answers stand in for it
        room.frames = frames_from_log(journal, log_rows) or [
            frame_from_log(at, 0, "answer", text) for at, text in enumerate(room.tape, 1)
        ]
        room.number = len(journal)
        for number, line in enumerate(journal, 1):
            if line.kind == TABLE:
                with suppress(ValueError, LookupError, TypeError):
                    room.table.apply(json.loads(line.text), number, len(room.tape))
        room._lengths = [(0, 0), (room.number, len(room.tape))]
        return room

    # --- what it is ---

    @property
    def scenario(self) -> Scenario:
        """The scenario that is fought."""
        assert self.shared is not None
        return self.shared.scenario

    @property
    def lock(self) -> AbstractContextManager[Any]:
        """What whoever plays has to hold."""
        assert self.shared is not None
        return self.shared.lock

    def is_over(self) -> bool:
        """Whether the fight has ended."""
        return self.fight is not None and self.fight.is_over()

    def player(self) -> str | None:
        """Who is to answer the open question: a person or a player's name; None without one."""
        if self.question is None:
            return None
        return self.table.player_of(int(self.question.side), int(self.question.who))

    def can_advance(self) -> bool:
        """Whether the fight goes on at once, with dice or a player who needs no time."""
        if self.frozen_reason is not None or self.is_stuck or self.is_over():
            return False
        if self.table.is_gathering:
            return False
        return self.question is None or self.player() in INSTANT_PLAYERS

    def waits_for_thinker(self) -> bool:
        """Whether a player is asked who takes time."""
        if self.table.is_gathering:
            return False
        return self.question is not None and self.player() not in {PERSON, *INSTANT_PLAYERS}

    def seats_asked(self) -> list[str]:
        """The seats that the open question goes to."""
        question = self.question
        if question is None:
            return []
        return self.table.roles_for(int(question.side), int(question.who))

    def waits_for_seat(self) -> bool:
        """Whether somebody with a seat is asked."""
        if self.question is None or self.table.is_gathering or self.player() != PERSON:
            return False
        return bool(self.seats_asked())

    def is_unfinished(self) -> bool:
        """Whether the fight goes on without anybody's answer."""
        return self.can_advance() or self.waits_for_thinker()

    def is_unfinished_at(self, table: TableState) -> bool:
        """Whether the fight would go on without anybody's answer if the table were so."""
        if self.fight is None or self.frozen_reason is not None:
            return False
        return is_unfinished_play(table, self.fight, self.question)

    def decision_numbers(self) -> list[int]:
        """Where on the tape somebody decided something."""
        return [decision.at for decision in self.decisions]

    def log_text(self) -> str:
        """Everything that was told, as it is stored."""
        told = [json.loads(frame.text) for frame in self.frames]
        return to_json([[one["at"], one["round"], one["kind"], one["text"]] for one in told])

    def tape_text(self) -> str:
        """The tape with its header, as a file has it."""
        stored = self.stored
        head = Tape(stored.scenario, stored.ruleset, stored.revision, stored.version, []).text()
        return head + "".join(f"{line}\n" for line in self.tape)

    def simple_choice(self) -> str:
        """The key of the option that the simple player would choose, for one who cannot."""
        question, fight = self.question, self.fight
        assert question is not None
        assert fight is not None
        with self.lock:
            chosen = self.scenario.ruleset.simple_player().decide(fight, question)
            if isinstance(chosen, Ruling) or question.option(chosen.key) is None:
                chosen = question.default_option()
        return chosen.key

    # --- making steps ---

    def answer(self, answer: Answer, most: int, budget: Budget) -> Step:
        """The step that an answer to the open question makes, played on until somebody has to be
        waited for.

        Raises IllegalError for a ruling that cannot be, FightTooLongError beyond `most` answers.
        """
        return self._play_on([answer], most, budget)

    def advance(self, most: int, budget: Budget) -> Step:
        """The step that dice and players who need no time make by themselves."""
        return self._play_on([], most, budget)

    def advance_to_question(self, more: list[Answer], most: int) -> Step:
        """The step that answers make, and dice behind them, up to the next question whoever is
        to answer it."""
        return self._play_on(more, most, Budget(), self.table.all_people())

    def _play_on(
        self, more: list[Answer], most: int, budget: Budget, table: TableState | None = None
    ) -> Step:
        self.check_not_frozen()
        known = len(self.tape)
        answers = [*self._since, *more]
        continuation = self._continuation(known + len(more), most, table)
        started = perf_counter()
        with self.lock:
            played = play(
                self._checkpoints[-1],
                answers,
                continuation,
                known,
                len(self.frames),
                self._fighters,
                budget,
            )
        self.play_seconds = (self.play_seconds + perf_counter() - started) / 2
        new = played.answers[len(self._since) :]
        return Step(answer_lines(answer.text() for answer in new), played)

    def take_back(self, to: int, most: int, budget: Budget) -> Step:
        """The step that takes back, so that `to` answers stay, and plays on from there where
        nobody has to be waited for."""
        self.check_not_frozen()
        back = JournalLine(TAKE_BACK, str(to))
        start = self._checkpoints[self._checkpoint_at(to)]
        answers = parse_answers(self.tape[start.tape_length : to], start.tape_length + 1)
        kept = bisect_right(self.frames, to, key=lambda frame: frame.at)
        with self.lock:
            played = play(start, answers, self._continuation(to, most), to, kept, None, budget)
        new = played.answers[len(answers) :]
        return Step([back, *answer_lines(answer.text() for answer in new)], played, to)

    def redo(self, most: int, budget: Budget) -> Step:
        """The step that does again what was taken back last."""
        if not self.undone:
            raise data_error("nothing was taken back that could be done again")
        texts = self.undone[-1]
        more = parse_answers(texts, len(self.tape) + 1)
        return self._play_on(more, most, budget)

    def change_scenario(self, text: str) -> Step:
        """The step that goes on with more fighters, or with some who were away from the beginning.

        Raises InvalidDataError where that would have been another fight.
        """
        self.check_not_frozen()
        shared = SHARED_SCENARIOS.get(text, self.stored.name)
        setup = shared.scenario.setup
        with shared.lock:
            beginning = Checkpoint(setup.new_fight(IDLE_TABLE), 0)
            try:
                played = play(beginning, parse_answers(self.tape))
            except TapeError as error:
                raise data_error(f"the fight would not have come here: {error}") from None
            reserve = reserve_of(shared.scenario)
        if self.tape and [text_of(one) for one in played.frames] != list(map(text_of, self.frames)):
            raise data_error("with them the fight would have gone another way")
        played.log = []
        numbers = [setup.names.index(name) for name in self.scenario.setup.names]
        change = {
            "do": "scenario", "text": text, "numbers": numbers, "reserve": sorted(reserve)
        }  # fmt: skip
        return Step([table_line(change)], played, shared=shared)

    def _continuation(
        self, number: int, most: int, table: TableState | None = None
    ) -> LiveContinuation:
        players = InstantPlayers(table or self.table, self.scenario.ruleset, self.stored.seed)
        return LiveContinuation(self.stored.seed, number, players, most)

    def _checkpoint_at(self, tape_length: int) -> int:
        """The place of the last checkpoint at or before a length of the tape."""
        found = bisect_right(self._checkpoints, tape_length, key=lambda one: one.tape_length)
        return max(0, found - 1)

    def check_not_frozen(self) -> None:
        """Raises FrozenFightError where the fight cannot be played on."""
        if self.frozen_reason is not None:
            raise FrozenFightError(self.frozen_reason)

    # --- changing ---

    def apply(self, step: Step) -> None:
        """Makes a step whose lines are in the journal."""
        with self._changing():
            self._apply(step)

    def _apply(self, step: Step) -> None:
        if step.cut is not None:
            self._cut(step.cut)
        if step.shared is not None:
            self._begin_anew(step.shared, json.loads(step.lines[0].text)["text"])
        for line in step.lines:
            self._add_line(line)
        if step.play is not None:
            self._install(step.play)
        self._forget_json()

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Counts a change."""
        self.changes += 1
        try:
            yield
        finally:
            self.changes += 1

    def is_settled(self, changes: int) -> bool:
        """Whether the room was not being changed when it had counted so many changes, and has not
        changed since."""
        return changes % 2 == 0 and changes == self.changes

    def follow(self, lines: Sequence[JournalLine]) -> None:
        """Takes in lines that are in the journal already; raises TapeError where they do not
        fit."""
        if self.frozen_reason is not None:
            self.number += len(lines)
            return
        start = 0
        with self._changing():
            for number, line in enumerate(lines):
                if line.kind == TAKE_BACK or is_scenario_change(line):
                    self._follow_tape(lines[start:number])
                    if line.kind == TAKE_BACK:
                        self._follow_take_back(line)
                    else:
                        self._apply(self.change_scenario(json.loads(line.text)["text"]))
                    start = number + 1
            self._follow_tape(lines[start:])
            self._forget_json()

    def hear(self, number: int, lines: Sequence[JournalLine]) -> None:
        """Notes lines that another server has added, up to this length of the journal; without
        lines, that it has added some. Nothing changes before the room follows."""
        self._heard.append((number, lines))
        if len(self._heard) > MAX_HEARD:  # what is missing at the front is read from the journal
            del self._heard[0]

    def is_behind(self) -> bool:
        """Whether other servers have told of lines that the room has not taken in."""
        return bool(self._heard) and self._heard[-1][0] > self.number

    def lines_heard(self) -> list[JournalLine]:
        """The lines behind the room's own that other servers told of; none where one is missing,
        and the journal has to be read."""
        heard, self._heard = self._heard, []
        found: list[JournalLine] = []
        for number, lines in heard:
            end = self.number + len(found)
            if number > end:
                if number - len(lines) != end:
                    return []
                found.extend(lines)
        return found

    def _follow_tape(self, lines: Sequence[JournalLine]) -> None:
        known = len(self.tape)
        for line in lines:
            self._add_line(line)
        if len(self.tape) == known:
            return
        with self.lock:
            more = parse_answers(self.tape[known:], known + 1)
            start = self._checkpoints[-1]
            self._install(
                play(
                    start,
                    [*self._since, *more],
                    None,
                    known,
                    len(self.frames),
                    self._fighters,
                    first_line=start.tape_length + 1,
                )
            )

    def _follow_take_back(self, line: JournalLine) -> None:
        to = int(line.text)
        self._cut(to)
        self._add_line(line)
        start = self._checkpoints[-1]
        answers = parse_answers(self.tape[start.tape_length : to], start.tape_length + 1)
        with self.lock:
            self._install(play(start, answers, None, to, len(self.frames), None))

    def _begin_anew(self, shared: SharedScenario, text: str) -> None:
        """Takes another scenario, and forgets all that was told."""
        self.stored = replace(self.stored, scenario=text)
        self.shared = shared
        start = shared.scenario.setup.new_fight(IDLE_TABLE)
        self.table.fighter_sides = [int(one.side) for one in start.roster()]
        self.fight = start
        self.frames, self.decisions, self._fighters = [], [], []
        self._checkpoints = [Checkpoint(start, 0)]
        self._scenario_count += 1
        self._scene = None
        self._views.clear()

    def _add_line(self, line: JournalLine) -> None:
        self.number += 1
        if line.kind == ANSWER:
            self.asked_number = self.number
            self._keep_undone(line.text)
            self.tape.append(line.text)
            self.byte_count += ANSWER_BYTES
            return
        if line.kind == TAKE_BACK:
            to = int(line.text)
            self.asked_number = self.number
            self.undone.append(self.tape[to:])
            del self.tape[to:]
            self.table.cut(to)
        elif line.kind == TABLE:
            self.table.apply(json.loads(line.text), self.number, len(self.tape))
            self.note_arrivals()
            self.byte_count += len(line.text)
            self._views.clear()
        update_wishes(self.wishes, line)
        self._lengths.append((self.number, len(self.tape)))

    def _keep_undone(self, text: str) -> None:
        """What was taken back can be done again as long as the same is answered."""
        if not self.undone:
            return
        last = self.undone[-1]
        if not last or last[0] != text:
            self.undone.clear()
            return
        del last[0]
        if not last:
            self.undone.pop()

    def _cut(self, to: int) -> None:
        """Forgets what was told behind the first `to` answers."""
        for frame in self.frames[(kept := bisect_right(self.frames, to, key=lambda f: f.at)) :]:
            self.byte_count -= len(frame.text)
        del self.frames[kept:]
        del self.decisions[bisect_right(self.decisions, to - 1, key=lambda one: one.at) :]
        del self._checkpoints[self._checkpoint_at(to) + 1 :]
        self._views.clear()

    def _install(self, played: Play) -> None:
        self.frames.extend(played.frames)
        self.decisions.extend(played.decisions)
        self.byte_count += sum(len(frame.text) for frame in played.frames)
        self.byte_count += sum(len(decision.text) for decision in played.decisions)
        self.fight = played.fight
        self.question = played.question
        self._fighters = played.fighters
        self.note_arrivals()
        self._keep_checkpoints(played.checkpoints[1:])
        read = self._checkpoints[-1].tape_length - played.checkpoints[0].tape_length
        self._since = played.answers[read:]

    def note_arrivals(self) -> None:
        """Tells the table who of the reserve is there, now that the fight stands as it does."""
        table = self.table
        if table.reserve and self.fight is not None and not table.is_gathering:
            roster = self.fight.roster()
            there = [who for who in table.reserve if roster[who].state() != FLED]
            table.arrived = frozenset(there)

    def _keep_checkpoints(self, new: Sequence[Checkpoint]) -> None:
        """Keeps the last checkpoint, and earlier ones some way apart."""
        kept = self._checkpoints
        before = len(kept)
        for one in new:
            while len(kept) > 1 and kept[-1].tape_length - kept[-2].tape_length < self._spacing:
                kept.pop()
            kept.append(one)
        while len(kept) > MAX_CHECKPOINTS:
            self._spacing *= 2
            kept[1:-1] = kept[2:-1:2]
        self.byte_count += CHECKPOINT_BYTES * (len(kept) - before)

    def _forget_json(self) -> None:
        self._questions.clear()
        self._events.clear()

    # --- telling ---

    def is_yours(self, role: str) -> bool:
        """Whether whoever has this role may answer the open question."""
        question = self.question
        if question is None or self.table.is_gathering or self.player() != PERSON:
            return False
        return self.table.may_answer(role, int(question.side), int(question.who))

    def audience(self, role: str) -> str:
        """Names what a role is told: the same for all who are told the same."""
        return "" if self.table.is_plain else role

    def view(self, role: str) -> StoryView | None:
        """What a role may know of the story; None where that is all of it."""
        if role == GAME_MASTER or not self.table.hides_anything or self.fight is None:
            return None
        with self.lock:  # several may look at once, and a view grows while it is looked at
            found = self._views.get(role)
            if found is None:
                found = StoryView(self.table, role, self.scenario)
                self._views[role] = found
            now = [fighter_data(self.fight, one) for one in self.fight.roster()]
            found.update(self.frames, now)
            return found

    def question_json(self, role: str) -> str:
        """The open question as JSON, `null` without one."""
        changes = self.changes
        question, fight = self.question, self.fight
        if question is None or fight is None or self.table.is_gathering:
            return "null"
        yours = self.is_yours(role)
        key = (self.number, yours, self.audience(role))
        found = self._questions.get(key)
        if found is None:
            with self.lock:
                data = question_data(fight, question, self.asked_number, self.player() or "", yours)
                if yours:
                    data |= question_facts(fight, question, self.tape, self.frames)
                data["seats"] = self.seats_asked()
                if yours and question.kind != "turn":
                    data["simple"] = self.simple_choice()
                view = self.view(role)
                found = to_json(view.question(data) if view is not None else data)
            if self.is_settled(changes):
                self._questions[key] = found
        return found

    def news(self, seen: int, role: str) -> str:
        """What somebody who has seen so many lines of the journal has yet to be told, as JSON.

        `keep` is how many of their frames still stand; what was taken back is gone.
        """
        since = seen if 0 < seen <= self.number else 0
        if self.shared is None:
            return self._make_news(since, role)
        with self.lock:
            return self._make_news(since, role)

    def event(self, seen: int, role: str) -> bytes:
        """The same as a server-sent event, whose id is the journal's length. It is made once for
        all who have seen as much and may answer alike."""
        number, changes = self.number, self.changes
        key = (number, seen, self.is_yours(role), self.audience(role))
        found = self._events.get(key)
        if found is None:
            news = self.news(seen, role)
            found = f"id: {number}\nevent: story\ndata: {news}\n\n".encode()
            is_small = len(self._events) < MAX_CACHED_EVENTS and len(found) <= MAX_CACHED_BYTES
            if is_small and self.is_settled(changes):
                self._events[key] = found
        return found

    def cached_event(self, seen: int, role: str) -> bytes | None:
        """The event if it is made already."""
        key = (self.number, seen, self.is_yours(role), self.audience(role))
        return self._events.get(key)

    def _make_news(self, seen: int, role: str) -> str:
        known = self._common_length(seen) if seen else -1
        view = self.view(role)
        frames = self.frames if view is None else view.frames()
        decisions = self.decisions if view is None else view.decisions(self.decisions)
        keep = bisect_right(frames, known, key=lambda frame: frame.at)
        first = bisect_right(decisions, known - 1, key=lambda one: one.at)
        wishes = [{"role": wish.role, "to": wish.to} for wish in self.wishes.values()]
        said = [
            line.data()
            for line in self.table.chat
            if line.number > seen and self.table.may_hear(role, line)
        ]
        fight = self.fight
        over = self.is_over()
        winner = int(fight.winner()) if over and fight is not None else -1
        order = fight.turn_order() if fight is not None else []
        now = self._now_json() if view is None else to_json(view.now())
        table = self.table.data(role)
        if self.deadline is not None:
            table["clock"]["left"] = round(max(0.0, self.deadline - monotonic()), 1)
        if view is not None:
            order = view.order(order)
            table = view.table_data(table)
        parts = [
            f'"number":{self.number}',
            f'"answers":{len(self.tape)}',
            f'"keep":{keep}',
            f'"keep_decisions":{max(known, 0)}',
            f'"frames":[{",".join(frame.text for frame in frames[keep:])}]',
            f'"decisions":[{",".join(one.text for one in decisions[first:])}]',
            f'"now":{now}',
            f'"round":{int(fight.round) if fight is not None else 0}',
            f'"over":{to_json(over)}',
            f'"winner":{to_json(self.scenario.sides[winner] if winner >= 0 else None)}',
            f'"question":{self.question_json(role)}',
            f'"order":{to_json(order)}',
            f'"request":{to_json(wishes[-1] if wishes else None)}',
            f'"requests":{to_json(wishes)}',
            f'"undone":{len(self.undone[-1]) if self.undone and role == GAME_MASTER else 0}',
            f'"frozen":{to_json(self.frozen_reason)}',
            f'"table":{to_json(table)}',
            f'"chat":{to_json(said)}',
            f'"view":{to_json(self._view_token(view))}',
        ]
        return "{" + ",".join(parts) + "}"

    def _view_token(self, view: StoryView | None) -> str:
        """Changes when what was told before has to be told anew."""
        anew = f"{self._scenario_count}" if self._scenario_count else ""
        return anew + (view.token() if view is not None else "")

    def _common_length(self, seen: int) -> int:
        """How many answers of the tape as it was after `seen` lines of the journal still stand."""
        at = bisect_right(self._lengths, seen, key=lambda one: one[0]) - 1
        number, length = self._lengths[at]
        lengths = [length + seen - number, len(self.tape)]
        lengths += [length for _, length in self._lengths[at + 1 :]]
        return min(lengths)

    def _now_json(self) -> str:
        number, changes = self.number, self.changes
        known, text = self._now
        if known != number:
            fight = self.fight
            if fight is None and self.shared is not None:
                fight = self.scenario.setup.new_fight(IDLE_TABLE)
            found = [] if fight is None else [fighter_data(fight, one) for one in fight.roster()]
            text = to_json(found)
            if self.is_settled(changes):
                self._now = (number, text)
        return text

    def scene_json(self, role: str = GAME_MASTER) -> str:
        """What of a fight never changes, for the page to draw, as JSON, as far as a role may know
        it."""
        view = self.view(role)
        if view is not None:
            return to_json(view.scene(self._scene_data()))
        if self._scene is None:
            self._scene = to_json(self._scene_data())
        return self._scene

    def _scene_data(self) -> Json:
        stored = self.stored
        found: Json = {
            "id": stored.id,
            "name": stored.name,
            "title": stored.name,
            "about": "",
            "ruleset": stored.ruleset,
            "house": {},
            "sides": [
                {"name": f"side {number}", "player": player}
                for number, player in enumerate(stored.players)
            ],
            "gm": stored.gm,
            "parent": stored.parent,
            "parent_at": stored.parent_at,
            "chosen_seed": str(stored.seed) if stored.seed_chosen else None,
            "board": NO_BOARD,
            "fighters": [],
        }
        if self.shared is not None:
            scenario = self.scenario
            start = scenario.setup.new_fight(IDLE_TABLE)
            found |= {
                "title": scenario.title,
                "about": scenario.data.about,
                "house": scenario.house,
                "sides": [
                    {"name": name, "player": player}
                    for name, player in zip(scenario.sides, stored.players, strict=False)
                ],
                "board": scenario.setup.board(),
                "fighters": [fighter_scene(scenario, one) for one in start.roster()],
            }
        return found


def is_scenario_change(line: JournalLine) -> bool:
    """Whether from this line on the fight has another scenario."""
    return line.kind == TABLE and line.text.startswith('{"do":"scenario"')


def text_of(frame: Frame) -> str:
    """What a frame tells."""
    return str(json.loads(frame.text)["text"])


def is_readable(line: JournalLine) -> bool:
    """Whether a line of a damaged journal says something."""
    return line.kind != TAKE_BACK or line.text.isdecimal()


def frames_from_log(
    journal: Sequence[JournalLine], log_rows: Sequence[tuple[int, str]]
) -> list[Frame]:
    """The frames that were told and not taken back, as far as they were stored."""
    rows: dict[int, list[Any]] = {}
    for number, text in log_rows:
        with suppress(ValueError):
            rows[number] = json.loads(text)
    frames: list[Frame] = []
    for number in range(len(journal) + 1):
        line = journal[number - 1] if number else None
        if line is not None and line.kind == TAKE_BACK and is_readable(line):
            to = int(line.text)
            frames = [frame for frame in frames if frame.at <= to]
        frames += [frame_from_log(*one) for one in rows.get(number, [])]
    return frames
