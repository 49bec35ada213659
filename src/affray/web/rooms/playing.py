"""Plays a fight from a moment between two turns: through the answers that are known, then on.

A live roll takes its dice from the fight's secret seed and its place on the tape, so playing on
gives the same dice whoever does it and whenever: a server that was killed goes on where it was,
and taking back does not roll again.
"""

from __future__ import annotations

import logging
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
from affray.web.rooms.story import Decision, Frame, Json, fighter_data, make_decision, make_frame
from affray.web.rooms.table_state import PERSON, TableState

log = logging.getLogger("affray.web")

PASSIVE = "passive"
"""A player or game master who takes each question's default."""

INSTANT_PLAYERS = frozenset({"simple", "random", "passive"})
"""Players who decide at once; others think in a process of their own."""

TURNS_PER_LOOK = 4
"""After so many turns it is looked how long they took."""

IDLE_TABLE = Table(False)
"""The table of a fight that nobody plays at the moment."""


class FightTooLongError(Exception):
    """A fight has more answers than are stored."""


@dataclass(frozen=True)
class Checkpoint:
    """A fight between two turns, when its tape had so many answers."""

    fight: Fight
    tape_length: int


@dataclass
class Budget:
    """How far a fight is played on at once: when either runs out it stops at the first roll or
    question of the next turn. The clock is looked at every few turns and begins with the first
    look, because most answers are one turn, and looking takes longer than that."""

    answers: int = 1000
    seconds: float = 0.3

    def __post_init__(self) -> None:
        self._until: float | None = None
        self._turns = 0

    def is_spent(self, answers: int) -> bool:
        """Return whether so many new answers are enough, or they took too long.

        Asked after a turn.
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
    """What playing came to: the fight as it stands, what is asked, and what was told that is new.

    Where the fight is not over and nothing is asked, it goes on with dice.
    """

    fight: Fight
    question: Question | None
    answers: list[Answer]
    """All answers since the checkpoint it began with."""
    frames: list[Frame]
    decisions: list[Decision]
    checkpoints: list[Checkpoint]
    """Every moment between turns on the way, the beginning first."""
    fighters: list[Json]
    """How everybody stood when the last frame was told."""
    log: list[list[object]] = field(default_factory=list)
    """What was told that is new, as it is stored: at, round, kind, text."""


class InstantPlayers:
    """Decides for the sides and fighters that are played by somebody who needs no time."""

    def __init__(self, table: TableState, ruleset: Ruleset, seed: int) -> None:
        self.table = table
        self.ruleset = ruleset
        self.seed = seed
        self._players: dict[tuple[str, int], Player] = {}

    def decide(self, fight: Fight, question: Question, number: int) -> Option | Ruling:
        """Return the answer to a question at a place of the tape.

        Raise OpenQuestionError if a person or a slow player has to be waited for. An illegal answer
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
        if name == "random":  # its choice depends on the place alone, wherever playing began
            return player_named(name, self.ruleset, self.seed ^ (number * 64 + side % 64))
        if (name, side) not in self._players:
            named = game_master_named if side == GM else player_named
            self._players[name, side] = named(name, self.ruleset, self.seed)
        return self._players[name, side]


class LiveContinuation(Table):
    """Where the tape ends: dice by seed and place, players who decide at once, and a stop for
    everybody else."""

    def __init__(self, seed: int, number: int, players: InstantPlayers, most: int) -> None:
        super().__init__(False)
        self.seed = seed
        self.number = number
        self.players = players
        self.most = most
        self.is_paused = False
        """Whether it stops at whatever comes next, as a tape does at its end."""

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
    """Records answers, and frames and decisions that are new: those behind the first `known`
    answers of the tape. The others are only counted.

    `fighters` is how everybody stood when the last known frame was told; where that is not known
    it is found on the way.
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
    """Play from a checkpoint through the answers given since, and on where there is a
    continuation, until somebody has to be asked, the budget is spent or the fight is over.

    Raises TapeError where an answer does not fit, IllegalError for a ruling that cannot be.
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
    """Return whether a fight goes on without anybody's answer where playing came to."""
    if fight.is_over() or table.is_gathering:
        return False
    if question is None:
        return True
    return table.player_for(question) != PERSON


def parse_answers(tape: Sequence[str], first_line: int = 1) -> list[Answer]:
    """Parse lines of a tape as answers. Raises TapeError naming the line."""
    return [parse_answer(text, number) for number, text in enumerate(tape, first_line)]
