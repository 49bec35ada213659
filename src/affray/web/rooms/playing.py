"""Play a fight from a checkpoint between two turns: through its known answers, then on.

A live roll takes its dice from the fight's secret seed and its place on the tape. So every server
rolls equal dice at any time: after a crash another server goes on with them, and taking back does
not change a roll.
"""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import thread_time

from affray.core.dice import Dice
from affray.core.events import Event
from affray.core.fight import Fight
from affray.core.questions import GM, Option, Question, Ruling
from affray.core.ruleset import Ruleset
from affray.core.table import IllegalAnswerError, Player, Table, check_answer
from affray.core.tape import (
    Answer,
    OpenQuestionError,
    RecordingTable,
    TapeEndsAtDiceError,
    TapeTable,
    parse_answer,
)
from affray.players import game_master_named, player_named
from affray.web.rooms.frames import Decision, Frame, Json, fighter_data, make_decision, make_frame
from affray.web.rooms.table_state import PERSON, TableState

log = logging.getLogger("affray.web")

PASSIVE = "passive"
"""The player or game master who takes each question's default."""

INSTANT_PLAYERS = frozenset({"simple", "random", "passive"})
"""The players who decide at once; other players think in a worker process."""

SPACING = 64
"""The number of answers between two stored checkpoints, at first."""

MAX_CHECKPOINTS = 64
"""The largest number of checkpoints of a fight; beyond it, every other one is dropped."""

CHECKPOINT_BYTES = 12_000

TURNS_PER_LOOK = 4
"""The number of turns between two looks at the clock."""

IDLE_TABLE = Table(False)
"""The table of a fight that is not being played at the moment."""


class FightTooLongError(Exception):
    """A fight that has reached the largest number of answers."""


@dataclass(frozen=True)
class Checkpoint:
    """A copy of a fight between two turns, with the length of its tape at that time."""

    fight: Fight
    tape_length: int


class Checkpoints:
    """The checkpoints of a fight: the beginning, some on the way, and the last."""

    def __init__(self, beginning: Checkpoint) -> None:
        self.kept = [beginning]
        self.spacing = SPACING

    @property
    def last(self) -> Checkpoint:
        """Return the checkpoint from which an answer plays on."""
        return self.kept[-1]

    def at(self, tape_length: int) -> Checkpoint:
        """Return the last checkpoint at or before a length of the tape."""
        return self.kept[self._place(tape_length)]

    def cut(self, tape_length: int) -> None:
        """Drop the checkpoints after a length of the tape."""
        del self.kept[self._place(tape_length) + 1 :]

    def add(self, new: Sequence[Checkpoint]) -> None:
        """Add checkpoints, and drop older ones that are closer together than the spacing."""
        kept = self.kept
        for one in new:
            while len(kept) > 1 and kept[-1].tape_length - kept[-2].tape_length < self.spacing:
                kept.pop()
            kept.append(one)
        while len(kept) > MAX_CHECKPOINTS:
            self.spacing *= 2
            kept[1:-1] = kept[2:-1:2]

    def _place(self, tape_length: int) -> int:
        found = bisect_right(self.kept, tape_length, key=lambda one: one.tape_length)
        return max(0, found - 1)


@dataclass
class Budget:
    """A limit on how far a fight is played on at once, in answers and seconds.

    When either is used up, play stops at the first roll or question of the next turn. The clock
    is read only every few turns and starts at the first reading: most answers play one turn, which
    takes less time than reading the clock.
    """

    answers: int = 1000
    seconds: float = 0.3

    def __post_init__(self) -> None:
        self._until: float | None = None
        self._turns = 0

    def is_spent(self, answers: int) -> bool:
        """Return whether this number of new answers, or their time, uses up the budget.

        Call it after each turn.
        """
        if answers >= self.answers:
            return True
        self._turns += 1
        if self._turns % TURNS_PER_LOOK:
            return False
        now = thread_time()
        if self._until is None:
            self._until = now + self.seconds
        return now >= self._until


UNLIMITED = Budget(1 << 60, 1e9)


@dataclass
class Play:
    """The result of playing: the fight's new state, its open question and the new story.

    If the fight is not over and has no open question, it goes on with dice.
    """

    fight: Fight
    question: Question | None
    answers: list[Answer]
    """All answers since the checkpoint it began with."""
    frames: list[Frame]
    decisions: list[Decision]
    checkpoints: list[Checkpoint]
    """A checkpoint after every turn on the way; the first is where playing began."""
    fighters: list[Json]
    """Every fighter's state at the last frame."""
    log: list[list[object]] = field(default_factory=list)
    """The new lines of the log as they are stored: at, round, kind, text."""


class InstantPlayers:
    """The computer players of a table who decide at once."""

    def __init__(self, table: TableState, ruleset: Ruleset, seed: int) -> None:
        self.table = table
        self.ruleset = ruleset
        self.seed = seed
        self._players: dict[tuple[str, int], Player] = {}

    def decide(self, fight: Fight, question: Question, number: int) -> Option | Ruling:
        """Return the answer to a question at a place of the tape.

        Raise OpenQuestionError if the question is for a person or a slow player. An illegal answer
        is replaced by the default.
        """
        name = self.table.player_for(question)
        player = self._player(name, int(question.side), number)
        if player is None:
            raise OpenQuestionError(fight, question)
        answer = player.decide(fight, question)
        try:
            check_answer(fight, question, answer)
        except IllegalAnswerError as error:
            log.error("%s", error)
            return question.default_option()
        return answer

    def _player(self, name: str, side: int, number: int) -> Player | None:
        if name not in INSTANT_PLAYERS:
            return None
        if name == "random":  # its choice depends only on the place, not on where playing began
            return player_named(name, self.ruleset, self.seed ^ (number * 64 + side % 64))
        if (name, side) not in self._players:
            named = game_master_named if side == GM else player_named
            self._players[name, side] = named(name, self.ruleset, self.seed)
        return self._players[name, side]


class LiveContinuation(Table):
    """The table after the tape's end: it rolls dice by seed and place and asks instant players.

    It stops at a question for a person or a slow player.
    """

    def __init__(self, seed: int, number: int, players: InstantPlayers, most: int) -> None:
        super().__init__(False)
        self.seed = seed
        self.number = number
        self.players = players
        self.most = most
        self.is_paused = False
        """Whether play stops at the next roll or question, as a tape does at its end."""

    def roll(self, count: int, sides: int, cuts: int = 0) -> list[int]:
        if self.is_paused:
            raise TapeEndsAtDiceError(self.number, "dice are rolled next")
        dice = Dice(self.seed, self.number)
        self._count_answer()
        return [int(dice.die(sides)) for _ in range(count)]

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        if self.is_paused:
            raise OpenQuestionError(fight, question)
        answer = self.players.decide(fight, question, self.number)
        self._count_answer()
        return answer

    def _count_answer(self) -> None:
        self.number += 1
        if self.number > self.most:
            raise FightTooLongError(
                f"a fight has at most {self.most:,} answers here; branch from it to go on"
            )


class StoryRecorder(RecordingTable):
    """A table that records answers, and the frames and decisions of a fight that are new.

    New frames and decisions come after the first `known` answers of the tape, and after
    `frame_count` known frames. `fighters` is every fighter's state at the last known frame; if it
    is None, the table computes it while playing.
    """

    def __init__(
        self,
        reader: TapeTable,
        offset: int,
        known: int,
        frame_count: int,
        fighters: list[Json] | None,
    ) -> None:
        super().__init__(reader, True)
        self.offset = offset
        self.known = known
        self.frame_count = frame_count
        self.is_tracking = fighters is None
        self.fighters: list[Json] = fighters or []
        self.fight: Fight | None = None
        self.frames: list[Frame] = []
        self.decisions: list[Decision] = []
        self.log: list[list[object]] = []
        self._rolls_from = 0

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        at = self.offset + len(self.answers)
        answer = super().ask(fight, question)
        if at >= self.known:
            frame = self.frame_count + len(self.frames)
            self.decisions.append(make_decision(at, frame, fight, question, answer))
        return answer

    def tell(self, event: Event) -> None:
        at = self.offset + len(self.answers)
        rolls_from, self._rolls_from = self._rolls_from, len(self.answers)
        fight = self.fight
        assert fight is not None
        if at <= self.known:
            if self.is_tracking:
                self.fighters = [fighter_data(fight, fighter) for fighter in fight.roster()]
            return
        before = self.fighters
        self.fighters = [fighter_data(fight, fighter) for fighter in fight.roster()]
        text = event.text(fight.setup.phrases)
        rolls = [
            answer.text().removeprefix("roll ")
            for answer in self.answers[rolls_from:]
            if answer.is_roll()
        ]
        self.frames.append(make_frame(at, event, text, rolls, fight, before, self.fighters))
        self.log.append([at, int(fight.round), event.kind, text])


def play(
    start: Checkpoint,
    answers: Sequence[Answer],
    continuation: LiveContinuation | None = None,
    known: int = -1,
    frame_count: int = 0,
    fighters: list[Json] | None = None,
    budget: Budget = UNLIMITED,
    first_line: int = 0,
) -> Play:
    """Play from a checkpoint through the answers since, and on if a continuation is given.

    Play goes on until a question has to wait, the budget is spent or the fight is over. Raise
    TapeError if an answer does not fit, IllegalError for an impossible ruling.
    """
    reader = TapeTable(answers, continuation, first_line)
    offset = start.tape_length
    recorder = StoryRecorder(reader, offset, known, frame_count, fighters)
    fight = start.fight.copy(recorder)
    recorder.fight = fight
    checkpoints = [start]
    question: Question | None = None
    try:
        while not fight.is_over():
            fight.step()
            length = offset + len(recorder.answers)
            checkpoints.append(Checkpoint(fight.copy(IDLE_TABLE), length))
            new = len(recorder.answers) - len(answers)
            if continuation is not None and new > 0 and budget.is_spent(new):
                continuation.is_paused = True
        reader.check_finished()
    except OpenQuestionError as ends:
        question = ends.question
    except TapeEndsAtDiceError:
        pass
    fight.table = IDLE_TABLE
    return Play(
        fight,
        question,
        recorder.answers,
        recorder.frames,
        recorder.decisions,
        checkpoints,
        recorder.fighters,
        recorder.log,
    )


def is_unfinished_play(table: TableState, fight: Fight, question: Question | None) -> bool:
    """Return whether a fight with this open question goes on without a person's answer."""
    if fight.is_over() or table.is_gathering:
        return False
    if question is None:
        return True
    return table.player_for(question) != PERSON


def parse_answers(tape: Sequence[str], first_line: int = 1) -> list[Answer]:
    """Parse lines of a tape as answers; raise TapeError with the number of a wrong line."""
    return [parse_answer(text, number) for number, text in enumerate(tape, first_line)]
