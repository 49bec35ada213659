"""Decisions of a fight's tape, and the points at which the win probabilities can change.

One thing happens between two points: dice, a ruling, or a decision that the simple player would not
have made. Win probabilities assume simple players, so a decision that the simple player would have
made changes nothing. If no dice are rolled between two decisions, nothing changes either.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum

from affray.core.fight import Fight
from affray.core.playouts import FightHistory
from affray.core.questions import GM, Option, Question, Ruling
from affray.core.table import Player
from affray.core.tape import (
    Answer,
    OpenQuestionError,
    RecordingTable,
    TapeEndsAtDiceError,
    TapeTable,
)
from affray.lab.odds.fighter_states import FighterState, fighter_states
from affray.library import Scenario

GAME_MASTER = "game master"
"""The name of the game master, for decisions that no side makes."""


@dataclass(frozen=True)
class DecisionPoint:
    """A decision on the tape, and its position in the log."""

    answers: int
    """The number of answers before the decision."""
    events: int
    """The number of events before the decision."""
    round: int
    side: int
    """The side that decided; GM for the game master."""
    who: str
    kind: str
    prompt: str
    chosen: str
    is_usual: bool
    """Whether the simple player would have made the same decision."""


class DecisionRecordingTable(RecordingTable):
    """A table that plays a tape and records its decisions and events."""

    def __init__(self, answers: list[Answer], simple: Player) -> None:
        super().__init__(TapeTable(answers))
        self.simple = simple
        self.decisions: list[DecisionPoint] = []
        self.states: list[list[FighterState]] = []

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the tape's answer and record the decision."""
        answers, events = len(self.answers), len(self.events)
        self.states.append(fighter_states(fight))
        answer = super().ask(fight, question)
        setup = fight.setup
        is_ruling = isinstance(answer, Ruling)
        self.decisions.append(
            DecisionPoint(
                answers,
                events,
                int(fight.round),
                GM if is_ruling else int(question.side),
                "GM" if is_ruling else setup.asked_name(question),
                "ruling" if is_ruling else question.kind,
                "A ruling" if is_ruling else setup.prompt(question),
                answer.text,
                isinstance(answer, Option) and answer.key == self.usual_key(fight, question),
            )
        )
        return answer

    def usual_key(self, fight: Fight, question: Question) -> str:
        """Return the key of the option that the simple player would choose."""
        if question.side == GM:
            return question.default_option().key
        usual = self.simple.decide(fight, question)
        return usual.key if isinstance(usual, Option) else ""


class Cause(StrEnum):
    """The cause of a change of the win probabilities between two points."""

    DICE = "dice"
    DECISION = "decision"
    RULING = "ruling"


@dataclass(frozen=True)
class Link:
    """Two consecutive points of a fight, and the cause of the change between them."""

    cause: Cause
    first: int
    """The number of the first point; the second point has the next number."""
    answers_before: int
    """The number of answers at the first point, including the last decision's."""
    answers_after: int
    """The number of answers at the second point."""
    decision: int
    """The number of the decision itself, or of the decision before the dice; -1 for the first
    dice."""


class StudiedFight:
    """A fight read from its tape, with the points at which its win probabilities change."""

    def __init__(self, scenario: Scenario, answers: list[Answer]) -> None:
        self.scenario = scenario
        self.history = FightHistory(scenario.setup, answers)
        simple = scenario.ruleset.simple_player()
        self.players: list[Player] = [simple] * len(scenario.sides)
        table = DecisionRecordingTable(answers, simple)
        self.fight = scenario.setup.new_fight(table)
        with suppress(OpenQuestionError, TapeEndsAtDiceError):
            self.fight.play()
        self.events = table.events
        self.decisions = table.decisions
        self.states = [*table.states[: len(table.decisions)], fighter_states(self.fight)]
        """The states of all fighters at each decision, and at the end."""
        self.links: list[Link] = []
        self.before: list[int] = []
        """The point at which each decision was asked for."""
        self.after: list[int] = []
        """The point right after each decision."""
        self._find_points()

    def _find_points(self) -> None:
        read = 0
        for number, decision in enumerate(self.decisions):
            self._add_dice(read, decision.answers, number - 1)
            self.before.append(len(self.links))
            read = decision.answers + 1
            if not decision.is_usual:
                cause = Cause.RULING if decision.side == GM else Cause.DECISION
                self._add(cause, decision.answers, read, number)
            self.after.append(len(self.links))
        self._add_dice(read, len(self.history.answers), len(self.decisions) - 1)
        if not self.links:  # nothing has happened yet: keep a single point
            self._add(Cause.DICE, 0, 0, -1)

    def _add_dice(self, first: int, second: int, decision: int) -> None:
        if second > first:
            self._add(Cause.DICE, first, second, decision)

    def _add(self, cause: Cause, first: int, second: int, decision: int) -> None:
        self.links.append(Link(cause, len(self.links), first, second, decision))

    @property
    def winner(self) -> int | None:
        """Return the side that won, NOBODY for a draw, or None if the fight is not over."""
        return int(self.fight.winner()) if self.fight.is_over() else None

    @property
    def last_point(self) -> int:
        """Return the number of the last point."""
        return len(self.links)

    def open_question(self, answers: int) -> OpenQuestionError:
        """Return the question after the first `answers` answers, with its fight."""
        snapshot = self.history.snapshot(answers)
        try:
            snapshot.fight.copy(TapeTable(snapshot.answers)).step()
        except OpenQuestionError as question:
            return question
        raise AssertionError("a decision is asked for")
