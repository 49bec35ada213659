"""A room: an open fight in memory, with its state between turns and the story told so far.

An answer plays on from the last moment between turns, so it costs what its own step costs,
whatever the length of the fight. The journal is the only truth: whoever changes a room first makes
a `Step`, adds its lines to the journal, and then has the room apply the step.
"""

from __future__ import annotations

import asyncio
import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import RLock
from time import perf_counter

from affray.core.fight import FLED, Fight
from affray.core.problems import data_error
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
    update_wishes,
)
from affray.web.rooms.checkpoints import CHECKPOINT_BYTES, Checkpoints
from affray.web.rooms.heard_lines import HeardLines
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
from affray.web.rooms.reinforcements import reserve_of
from affray.web.rooms.room_news import RoomNews
from affray.web.rooms.shared_scenarios import SHARED_SCENARIOS, SharedScenario
from affray.web.rooms.story import Decision, Frame, Json, to_json
from affray.web.rooms.table_state import PERSON, TableState, table_line

ROOM_BYTES = 60_000
ANSWER_BYTES = 120
FRAME_BYTES = 2_000
"""Memory that a room by itself takes, an answer of its tape and a frame of its story, about."""


class FrozenFightError(Exception):
    """A fight can be looked at and taken out, but not played on; the message says why."""


@dataclass
class Step:
    """A change of a room that is not made yet: lines for the journal, and what they lead to.

    `cut` is how many answers stay if something is taken back. `shared` is another scenario, with
    which everything was played anew.
    """

    lines: list[JournalLine]
    play: Play | None = None
    cut: int | None = None
    shared: SharedScenario | None = None

    def log_text(self) -> str | None:
        """Return what is told, as it is stored; None if nothing is."""
        return to_json(self.play.log) if self.play is not None and self.play.log else None


class Room:
    """An open fight.

    Whoever changes the room and its journal goes through `gate`, one at a time, across awaits.
    Whoever plays, applies a step or tells the story holds `lock`, in whatever thread. Rooms of one
    scenario share the lock, because its setup lists options when they are first wanted.
    """

    def __init__(self, stored: StoredFight, shared: SharedScenario | None = None) -> None:
        self.stored = stored
        self.shared = shared
        self.gate = asyncio.Lock()
        self.lock = shared.lock if shared is not None else RLock()
        self.news = RoomNews(self)
        self.heard = HeardLines()
        self.frozen_reason: str | None = None
        """Why the fight cannot be played on, if it cannot."""
        self.is_stuck = False
        """Whether the fight could not go on by itself, and is not tried again."""
        self.is_marked_unfinished = False
        """Whether the store says that the fight goes on without anybody's answer."""
        self.deadline: float | None = None
        """When the time of whoever is asked is over, by the monotonic clock."""
        self.play_seconds = 0.0
        """How long a step took lately."""
        # --- the journal ---
        self.number = 0
        """How many lines the journal has."""
        self.asked_number = 0
        """How many it had when the open question came up: an answer with any number since then
        is an answer to it."""
        self.tape: list[str] = []
        self.undone: list[list[str]] = []
        """What was taken back and can be done again, the last first."""
        self.wishes: dict[str, TakeBackWish] = {}
        self.table = TableState(stored)
        self._lengths: list[tuple[int, int]] = [(0, 0)]
        """The journal's and the tape's length wherever one did not grow with the other."""
        # --- the fight ---
        self.fight: Fight | None = None
        """The fight as it stands, in the middle of a turn."""
        self.question: Question | None = None
        self.frames: list[Frame] = []
        self.decisions: list[Decision] = []
        self.scenario_count = 0
        """How often the scenario was replaced, and everything told anew."""
        self._checkpoints: Checkpoints | None = None
        self._since: list[Answer] = []
        """The answers since the last checkpoint."""
        self._fighters: list[Json] = []
        """How everybody stood when the last frame was told."""

    @classmethod
    def begin(cls, stored: StoredFight, journal: Sequence[JournalLine]) -> Room:
        """Return a room from its journal; raise InvalidDataError or TapeError if it cannot be
        played."""
        check_revision(stored.ruleset, stored.revision, stored.version)
        room = cls(stored, SHARED_SCENARIOS.get(stored.scenario, stored.name))
        with room.lock:
            beginning = Checkpoint(room.scenario.setup.new_fight(IDLE_TABLE), 0)
            room.table = TableState(stored, [int(one.side) for one in beginning.fight.roster()])
            room.table.reserve = reserve_of(room.scenario)
            room._checkpoints = Checkpoints(beginning)
            room._install(play(beginning, []))
        room.follow(journal)
        return room

    # --- what it is ---

    @property
    def scenario(self) -> Scenario:
        """Return the scenario that is fought."""
        assert self.shared is not None
        return self.shared.scenario

    @property
    def checkpoints(self) -> Checkpoints:
        """Return the moments from which the fight can be played on."""
        assert self._checkpoints is not None
        return self._checkpoints

    @property
    def byte_count(self) -> int:
        """Return about how much memory the room takes."""
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
        """Return who is to answer the open question: a person or a player's name."""
        if self.question is None:
            return None
        return self.table.player_for(self.question)

    def can_advance(self) -> bool:
        """Return whether the fight goes on at once, with dice or a player who needs no time."""
        if self.frozen_reason is not None or self.is_stuck or self.is_over():
            return False
        if self.table.is_gathering:
            return False
        return self.question is None or self.player() in INSTANT_PLAYERS

    def waits_for_thinker(self) -> bool:
        """Return whether a player is asked who takes time."""
        if self.table.is_gathering:
            return False
        return self.question is not None and self.player() not in {PERSON, *INSTANT_PLAYERS}

    def waits_for_seat(self) -> bool:
        """Return whether somebody with a seat is asked."""
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
        """Return whether the fight goes on without anybody's answer."""
        return self.can_advance() or self.waits_for_thinker()

    def is_unfinished_at(self, table: TableState) -> bool:
        """Return whether the fight would go on without anybody's answer with another table."""
        if self.fight is None or self.frozen_reason is not None:
            return False
        return is_unfinished_play(table, self.fight, self.question)

    def check_not_frozen(self) -> None:
        """Raise FrozenFightError if the fight cannot be played on."""
        if self.frozen_reason is not None:
            raise FrozenFightError(self.frozen_reason)

    def decision_numbers(self) -> list[int]:
        """Return where on the tape somebody decided something."""
        return [decision.at for decision in self.decisions]

    def common_length(self, seen: int) -> int:
        """Return how many answers of the tape as it was after `seen` lines still stand."""
        at = bisect_right(self._lengths, seen, key=lambda one: one[0]) - 1
        number, length = self._lengths[at]
        lengths = [length + seen - number, len(self.tape)]
        lengths += [length for _, length in self._lengths[at + 1 :]]
        return min(lengths)

    def log_text(self) -> str:
        """Return everything that was told, as it is stored."""
        told = [frame.data for frame in self.frames]
        return to_json([[one["at"], one["round"], one["kind"], one["text"]] for one in told])

    def tape_text(self) -> str:
        """Return the tape with its header, as a file has it."""
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
        """Return the step that an answer makes, played on until somebody has to be waited for.

        Raise IllegalError for a ruling that cannot be, FightTooLongError beyond `most` answers.
        """
        return self._play_on([answer], most, budget)

    def advance(self, most: int, budget: Budget) -> Step:
        """Return the step that dice and players who need no time make by themselves."""
        return self._play_on([], most, budget)

    def advance_to_question(self, more: list[Answer], most: int) -> Step:
        """Return the step that answers make, and dice behind them, up to anybody's question."""
        return self._play_on(more, most, Budget(), self.table.all_people())

    def redo(self, most: int, budget: Budget) -> Step:
        """Return the step that does again what was taken back last."""
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
        """Return the step that takes back, so that `to` answers stay, and plays on from there."""
        self.check_not_frozen()
        start = self.checkpoints.at(to)
        answers = parse_answers(self.tape[start.tape_length : to], start.tape_length + 1)
        kept = bisect_right(self.frames, to, key=lambda frame: frame.at)
        with self.lock:
            played = play(start, answers, self._continuation(to, most), to, kept, None, budget)
        new = answer_lines(answer.text() for answer in played.answers[len(answers) :])
        return Step([JournalLine(TAKE_BACK, str(to)), *new], played, to)

    def change_scenario(self, text: str) -> Step:
        """Return the step that goes on with more fighters, or with some away from the beginning.

        Raise InvalidDataError if that would have been another fight.
        """
        self.check_not_frozen()
        with self.lock:
            shared = SharedScenario.read(text, self.stored.name, self.lock)
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
        """Make a step whose lines are in the journal."""
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
        """Take in lines that are in the journal already; raise TapeError if they do not fit."""
        if self.frozen_reason is not None:
            self.number += len(lines)
            return
        with self.lock:
            start = 0
            for number, line in enumerate(lines):
                if line.kind == TAKE_BACK or is_scenario_change(line):
                    self._follow_tape(lines[start:number])
                    if line.kind == TAKE_BACK:
                        self._follow_take_back(line)
                    else:
                        self.apply(self.change_scenario(json.loads(line.text)["text"]))
                    start = number + 1
            self._follow_tape(lines[start:])
            self.news.forget_moment()

    def _follow_tape(self, lines: Sequence[JournalLine]) -> None:
        known = len(self.tape)
        for line in lines:
            self._add_line(line)
        if len(self.tape) == known:
            return
        start = self.checkpoints.last
        answers = [*self._since, *parse_answers(self.tape[known:], known + 1)]
        self._install(
            play(
                start,
                answers,
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
        start = self.checkpoints.last
        answers = parse_answers(self.tape[start.tape_length : to], start.tape_length + 1)
        self._install(play(start, answers, None, to, len(self.frames), None))

    def _begin_anew(self, shared: SharedScenario, text: str) -> None:
        """Take another scenario, and forget all that was told."""
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
        """Keep what was taken back as long as the same is answered."""
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
        """Forget what was told behind the first `to` answers."""
        del self.frames[bisect_right(self.frames, to, key=lambda frame: frame.at) :]
        del self.decisions[bisect_right(self.decisions, to - 1, key=lambda one: one.at) :]
        self.checkpoints.cut(to)
        self.news.forget_views()

    def _install(self, played: Play) -> None:
        """Take what playing came to."""
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
        """Tell the table who of the reserve is there, now that the fight stands as it does."""
        table = self.table
        if table.reserve and self.fight is not None and not table.is_gathering:
            roster = self.fight.roster()
            there = [who for who in table.reserve if roster[who].state() != FLED]
            table.arrived = frozenset(there)


def is_scenario_change(line: JournalLine) -> bool:
    """Return whether from this line on the fight has another scenario."""
    return line.kind == TABLE and line.text.startswith('{"do":"scenario"')
