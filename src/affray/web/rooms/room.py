"""A room: an open fight in memory, with its state between turns and its story so far.

An answer plays on from the last checkpoint between turns, so its cost does not depend on the
length of the fight. The journal is the only truth: a change first makes a `Step`, adds the step's
lines to the journal, and then has the room apply the step.
"""

from __future__ import annotations

import asyncio
import json
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from threading import RLock
from time import perf_counter

from affray.core.fight import FLED, Fight
from affray.core.problems import data_error
from affray.core.questions import Question, Ruling
from affray.core.tape import Answer, Tape, TapeError
from affray.library import Scenario, check_revision, parse
from affray.store import (
    ANSWER,
    TABLE,
    TAKE_BACK,
    JournalLine,
    StoredFight,
    TakeBackWish,
    answer_lines,
    update_wishes,
)
from affray.web.rooms.frames import Decision, Frame, Json, to_json
from affray.web.rooms.playing import (
    CHECKPOINT_BYTES,
    IDLE_TABLE,
    INSTANT_PLAYERS,
    UNLIMITED,
    Budget,
    Checkpoint,
    Checkpoints,
    InstantPlayers,
    LiveContinuation,
    Play,
    is_unfinished_play,
    parse_answers,
    play,
)
from affray.web.rooms.room_news import RoomNews
from affray.web.rooms.shared_scenarios import SharedScenario, shared_scenario
from affray.web.rooms.table_state import GAME_MASTER, PERSON, TableState, table_line

ROOM_BYTES = 60_000
ANSWER_BYTES = 120
FRAME_BYTES = 2_000
"""Approximate memory of a room without its fight, of an answer on its tape, of a frame."""


class ForbiddenError(Exception):
    """A request that the role of its link does not permit."""


class FrozenFightError(Exception):
    """A fight that can be read and exported but not played on; the message says why."""


@dataclass
class Step:
    """A change of a room that is not applied yet: lines for the journal, and their result.

    `cut` is the number of answers that stay, in a step that takes back. `shared` is the new
    scenario, in a step that replaces it and replays the fight.
    """

    lines: list[JournalLine]
    play: Play | None = None
    cut: int | None = None
    shared: SharedScenario | None = None

    def log_text(self) -> str | None:
        """Return the step's new lines of the log as they are stored; None without new lines."""
        return to_json(self.play.log) if self.play is not None and self.play.log else None


class Room:
    """An open fight in memory.

    Hold `gate` to change the room and its journal; it admits one change at a time, across awaits.
    Hold `lock` to play, to apply a step or to read the story, in any thread. Rooms of one scenario
    share the lock, because its setup lists options when they are first needed.
    """

    def __init__(self, stored: StoredFight, shared: SharedScenario | None = None) -> None:
        self.stored = stored
        self.shared = shared
        self.gate = asyncio.Lock()
        self.lock = shared.lock if shared is not None else RLock()
        self.news = RoomNews(self)
        self.frozen_reason: str | None = None
        """Why the fight cannot be played on, if it cannot."""
        self.is_stuck = False
        """Whether the fight failed to go on by itself, so that it is not tried again."""
        self.is_marked_unfinished = False
        """Whether the store has marked that the fight goes on without a person's answer."""
        self.deadline: float | None = None
        """When the time for the open question ends, by the monotonic clock."""
        self.play_seconds = 0.0
        """A running average of the seconds that a step takes."""
        # --- the journal ---
        self.number = 0
        """The number of lines in the journal."""
        self.asked_number = 0
        """The number of lines when the open question came up. An answer with this number or a
        later one answers that question."""
        self.tape: list[str] = []
        self.undone: list[list[str]] = []
        """Answers that were taken back and can be redone; the latest take-back is at the end."""
        self.wishes: dict[str, TakeBackWish] = {}
        self.table = TableState(stored)
        self._lengths: list[tuple[int, int]] = [(0, 0)]
        """Lengths of the journal and the tape after each line that is not an answer."""
        # --- the fight ---
        self.fight: Fight | None = None
        """The fight at present, possibly in the middle of a turn."""
        self.question: Question | None = None
        self.frames: list[Frame] = []
        self.decisions: list[Decision] = []
        self.scenario_count = 0
        """How often the scenario was replaced and the whole story sent again."""
        self._checkpoints: Checkpoints | None = None
        self._since: list[Answer] = []
        """The answers since the last checkpoint."""
        self._fighters: list[Json] = []
        """Every fighter's state at the last frame."""

    @classmethod
    def begin(cls, stored: StoredFight, journal: Sequence[JournalLine]) -> Room:
        """Return a room built from its journal.

        Raise InvalidDataError or TapeError if the journal cannot be played.
        """
        check_revision(stored.ruleset, stored.revision, stored.version)
        room = cls(stored, shared_scenario(stored.scenario, stored.name))
        with room.lock:
            beginning = Checkpoint(room.scenario.setup.new_fight(IDLE_TABLE), 0)
            room.table = TableState(stored, [int(one.side) for one in beginning.fight.roster()])
            room.table.reserve = reserve_of(room.scenario)
            room._checkpoints = Checkpoints(beginning)
            room._install(play(beginning, []))
        room.follow(journal)
        return room

    # --- state ---

    @property
    def scenario(self) -> Scenario:
        """Return the scenario of the fight."""
        assert self.shared is not None
        return self.shared.scenario

    @property
    def checkpoints(self) -> Checkpoints:
        """Return the checkpoints from which the fight can be played on."""
        assert self._checkpoints is not None
        return self._checkpoints

    @property
    def byte_count(self) -> int:
        """Return the approximate number of bytes that the room takes."""
        kept = len(self._checkpoints.kept) if self._checkpoints is not None else 0
        told = len(self.frames) + len(self.decisions)
        return (
            ROOM_BYTES
            + ANSWER_BYTES * len(self.tape)
            + FRAME_BYTES * told
            + CHECKPOINT_BYTES * kept
            + sum(len(line.text) for line in self.table.chat)
        )

    def is_over(self) -> bool:
        """Return whether the fight has ended."""
        return self.fight is not None and self.fight.is_over()

    def player(self) -> str | None:
        """Return the player of the open question: `PERSON`, or a computer player's name."""
        if self.question is None:
            return None
        return self.table.player_for(self.question)

    def can_advance(self) -> bool:
        """Return whether the fight goes on at once, with dice or an instant player."""
        if self.frozen_reason is not None or self.is_stuck or self.is_over():
            return False
        if self.table.is_gathering:
            return False
        return self.question is None or self.player() in INSTANT_PLAYERS

    def waits_for_thinker(self) -> bool:
        """Return whether the open question is for a computer player who needs time."""
        if self.table.is_gathering:
            return False
        return self.question is not None and self.player() not in {PERSON, *INSTANT_PLAYERS}

    def waits_for_seat(self) -> bool:
        """Return whether the open question is for a person with a seat."""
        if self.question is None or self.table.is_gathering or self.player() != PERSON:
            return False
        return bool(self.seats_asked())

    def seats_asked(self) -> list[str]:
        """Return the seats that the open question goes to."""
        question = self.question
        if question is None:
            return []
        return self.table.roles_for(question)

    def is_yours(self, role: str) -> bool:
        """Return whether a role may answer the open question."""
        question = self.question
        if question is None or self.table.is_gathering or self.player() != PERSON:
            return False
        return self.table.may_answer(role, question)

    def is_unfinished(self) -> bool:
        """Return whether the fight goes on without a person's answer."""
        return self.can_advance() or self.waits_for_thinker()

    def is_unfinished_at(self, table: TableState) -> bool:
        """Return whether the fight would go on without a person's answer at another table."""
        if self.fight is None or self.frozen_reason is not None:
            return False
        return is_unfinished_play(table, self.fight, self.question)

    def check_not_frozen(self) -> None:
        """Raise FrozenFightError if the fight cannot be played on."""
        if self.frozen_reason is not None:
            raise FrozenFightError(self.frozen_reason)

    def decision_numbers(self) -> list[int]:
        """Return the places of all decisions on the tape."""
        return [decision.at for decision in self.decisions]

    def common_length(self, seen: int) -> int:
        """Return how many answers on the tape after `seen` journal lines are still there."""
        at = bisect_right(self._lengths, seen, key=lambda one: one[0]) - 1
        number, length = self._lengths[at]
        lengths = [length + seen - number, len(self.tape)]
        lengths += [length for _, length in self._lengths[at + 1 :]]
        return min(lengths)

    def log_text(self) -> str:
        """Return the whole log as it is stored."""
        told = [frame.data for frame in self.frames]
        return to_json([[one["at"], one["round"], one["kind"], one["text"]] for one in told])

    def tape_text(self) -> str:
        """Return the tape with its header, as the text of a tape file."""
        stored = self.stored
        head = Tape(stored.scenario, stored.ruleset, stored.revision, stored.version, []).text()
        return head + "".join(f"{line}\n" for line in self.tape)

    def simple_choice(self) -> str:
        """Return the key of the option that the simple player would choose."""
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
        """Return the step of an answer, played on until the fight waits for a player.

        Raise IllegalError for an impossible ruling, FightTooLongError beyond `most` answers.
        """
        return self._play_on([answer], most, budget)

    def advance(self, most: int, budget: Budget) -> Step:
        """Return the step that dice and instant players make without an answer."""
        return self._play_on([], most, budget)

    def advance_to_question(self, more: list[Answer], most: int) -> Step:
        """Return the step of some answers and the dice after them, up to the next question."""
        return self._play_on(more, most, Budget(), self.table.all_people())

    def redo(self, most: int, budget: Budget) -> Step:
        """Return the step that redoes the latest answers that were taken back."""
        if not self.undone:
            raise data_error("nothing was taken back that could be done again")
        more = parse_answers(self.undone[-1], len(self.tape) + 1)
        return self._play_on(more, most, budget)

    def _play_on(
        self, more: list[Answer], most: int, budget: Budget, table: TableState | None = None
    ) -> Step:
        self.check_not_frozen()
        known = len(self.tape)
        started = perf_counter()
        with self.lock:
            played = play(
                self.checkpoints.last,
                [*self._since, *more],
                self._continuation(known + len(more), most, table),
                known,
                len(self.frames),
                self._fighters,
                budget,
            )
        self.play_seconds = (self.play_seconds + perf_counter() - started) / 2
        new = played.answers[len(self._since) :]
        return Step(answer_lines(answer.text() for answer in new), played)

    def take_back(self, to: int, most: int, budget: Budget) -> Step:
        """Return the step that takes back all but `to` answers and plays on from there."""
        self.check_not_frozen()
        with self.lock:
            played = self._play_back(to, self._continuation(to, most), budget)
        new = played.answers[to - played.checkpoints[0].tape_length :]
        lines = answer_lines(answer.text() for answer in new)
        return Step([JournalLine(TAKE_BACK, str(to)), *lines], played, to)

    def _play_back(
        self, to: int, continuation: LiveContinuation | None = None, budget: Budget = UNLIMITED
    ) -> Play:
        """Play the first `to` answers, and on from there if a continuation is given."""
        start = self.checkpoints.at(to)
        answers = parse_answers(self.tape[start.tape_length : to], start.tape_length + 1)
        kept = bisect_right(self.frames, to, key=lambda frame: frame.at)
        return play(start, answers, continuation, to, kept, None, budget)

    def change_scenario(self, text: str) -> Step:
        """Return the step that replaces the scenario, to add fighters or to start some in reserve.

        Raise InvalidDataError if the fight so far would have gone differently.
        """
        self.check_not_frozen()
        with self.lock:
            shared = SharedScenario(parse(text, self.stored.name), self.lock)
            setup = shared.scenario.setup
            beginning = Checkpoint(setup.new_fight(IDLE_TABLE), 0)
            try:
                played = play(beginning, parse_answers(self.tape))
            except TapeError as error:
                raise data_error(f"the fight would not have come here: {error}") from None
            reserve = reserve_of(shared.scenario)
        before, after = (
            [one.data["text"] for one in told] for told in (self.frames, played.frames)
        )
        if self.tape and before != after:
            raise data_error("with them the fight would have gone another way")
        played.log = []
        numbers = [setup.names.index(name) for name in self.scenario.setup.names]
        change = {"do": "scenario", "text": text, "numbers": numbers, "reserve": sorted(reserve)}
        return Step([table_line(change)], played, shared=shared)

    def _continuation(
        self, number: int, most: int, table: TableState | None = None
    ) -> LiveContinuation:
        players = InstantPlayers(table or self.table, self.scenario.ruleset, self.stored.seed)
        return LiveContinuation(self.stored.seed, number, players, most)

    # --- changing ---

    def apply(self, step: Step) -> None:
        """Apply a step whose lines are in the journal."""
        with self.lock:
            if step.cut is not None:
                self._cut(step.cut)
            if step.shared is not None:
                self._begin_anew(step.shared, json.loads(step.lines[0].text)["text"])
            for line in step.lines:
                self._add_line(line)
            if step.play is not None:
                self._install(step.play)
            self.news.forget_moment()

    def follow(self, lines: Sequence[JournalLine]) -> None:
        """Apply lines that are in the journal already; raise TapeError if they do not fit."""
        if self.frozen_reason is not None:
            self.number += len(lines)
            return
        with self.lock:
            start = 0
            for number, line in enumerate(lines):
                if line.kind == TAKE_BACK:
                    self._follow_tape(lines[start:number])
                    to = int(line.text)
                    self.apply(Step([line], self._play_back(to), to))
                elif is_scenario_change(line):
                    self._follow_tape(lines[start:number])
                    self.apply(self.change_scenario(json.loads(line.text)["text"]))
                else:
                    continue
                start = number + 1
            self._follow_tape(lines[start:])

    def _follow_tape(self, lines: Sequence[JournalLine]) -> None:
        """Apply lines that neither take back nor change the scenario."""
        known, played = len(self.tape), None
        new = [line.text for line in lines if line.kind == ANSWER]
        if new:
            start = self.checkpoints.last
            played = play(
                start,
                [*self._since, *parse_answers(new, known + 1)],
                None,
                known,
                len(self.frames),
                self._fighters,
                first_line=start.tape_length + 1,
            )
        self.apply(Step(list(lines), played))

    def _begin_anew(self, shared: SharedScenario, text: str) -> None:
        """Replace the scenario, and forget the story so far."""
        self.stored = replace(self.stored, scenario=text)
        self.shared = shared
        start = shared.scenario.setup.new_fight(IDLE_TABLE)
        self.table.fighter_sides = [int(one.side) for one in start.roster()]
        self.fight = start
        self.frames, self.decisions, self._fighters = [], [], []
        self._checkpoints = Checkpoints(Checkpoint(start, 0))
        self.scenario_count += 1
        self.news.forget_scene()

    def _add_line(self, line: JournalLine) -> None:
        self.number += 1
        if line.kind == ANSWER:
            self.asked_number = self.number
            self._keep_undone(line.text)
            self.tape.append(line.text)
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
            self.news.forget_views()
        update_wishes(self.wishes, line)
        self._lengths.append((self.number, len(self.tape)))

    def _keep_undone(self, text: str) -> None:
        """Keep the answers that can be redone only while new answers equal them."""
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
        """Forget the story after the tape's first `to` answers."""
        del self.frames[bisect_right(self.frames, to, key=lambda frame: frame.at) :]
        del self.decisions[bisect_right(self.decisions, to - 1, key=lambda one: one.at) :]
        self.checkpoints.cut(to)
        self.news.forget_views()

    def _install(self, played: Play) -> None:
        """Add the result of playing to the room."""
        self.frames.extend(played.frames)
        self.decisions.extend(played.decisions)
        self.fight = played.fight
        self.question = played.question
        self._fighters = played.fighters
        self.note_arrivals()
        self.checkpoints.add(played.checkpoints[1:])
        read = self.checkpoints.last.tape_length - played.checkpoints[0].tape_length
        self._since = played.answers[read:]

    def note_arrivals(self) -> None:
        """Update the table's record of which fighters of the reserve have arrived."""
        table = self.table
        if table.reserve and self.fight is not None and not table.is_gathering:
            roster = self.fight.roster()
            there = [who for who in table.reserve if roster[who].state() != FLED]
            table.arrived = frozenset(there)


def check_master(role: str, what: str) -> None:
    """Raise ForbiddenError if the role is not the game master's."""
    if role != GAME_MASTER:
        raise ForbiddenError(f"only the game master {what}")


def check_numbers(numbers: Iterable[int], count: int, what: str, key: str) -> None:
    """Raise InvalidDataError if a number of `what`, such as sides, is not below their count."""
    if any(number >= count for number in numbers):
        raise data_error(f"{what} are from 0 to {count - 1}", key)


def reserve_of(scenario: Scenario) -> frozenset[int]:
    """Return the fighters who are away when the fight begins, by number."""
    start = scenario.setup.new_fight(IDLE_TABLE)
    return frozenset(int(one.index) for one in start.roster() if one.state() == FLED)


def is_scenario_change(line: JournalLine) -> bool:
    """Return whether a line of the journal replaces the scenario."""
    return line.kind == TABLE and line.text.startswith('{"do":"scenario"')
