"""Reads a fight's tape: its decisions, and the points of the fight at which a chance can change.

Between two points one thing happens: dice, a decision that is not the simple player's, or a
ruling. A decision that the simple player would have made as well changes nothing, because chances
are those of simple players; where no dice are rolled between two decisions, nothing changes either.
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
from affray.library import Scenario

GAME_MASTER = "game master"
"""Who decides where no side does."""


@dataclass(frozen=True)
class DecisionPoint:
    """A decision as the tape has it, and where in the log it stands."""

    answers: int
    """How many answers had been given before."""
    events: int
    """How many events had been told before."""
    round: int
    side: int
    """The side that decided; GM for the game master."""
    who: str
    kind: str
    prompt: str
    chosen: str
    is_usual: bool
    """Whether the simple player would have decided the same."""


class DecisionRecordingTable(RecordingTable):
    """Plays a tape, and records its decisions beside its events."""

    def __init__(self, answers: list[Answer], simple: Player) -> None:
        super().__init__(TapeTable(answers))
        self.simple = simple
        self.decisions: list[DecisionPoint] = []

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the tape's answer, and record the decision."""
        answers, events = len(self.answers), len(self.events)
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
        """Return the option that is chosen where simple players play on."""
        if question.side == GM:
            return question.default_option().key
        usual = self.simple.decide(fight, question)
        return usual.key if isinstance(usual, Option) else ""


class Cause(StrEnum):
    """What can change the chances between two points."""

    DICE = "dice"
    DECISION = "decision"
    RULING = "ruling"


@dataclass(frozen=True)
class Link:
    """Two points of a fight that follow each other, and what happened between them."""

    cause: Cause
    first: int
    """The number of the first point; the second has the next."""
    answers_before: int
    """How many answers had been given at the first point, with the last decision's."""
    answers_after: int
    """How many at the second."""
    decision: int
    """The number of the decision it is, or behind which the dice fell; -1 before the first."""


class StudiedFight:
    """A fight that was played, by its tape, with the points at which its chances change."""

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
        self.links: list[Link] = []
        self.before: list[int] = []
        """The point at which each decision was asked for."""
        self.after: list[int] = []
        """The point at which it had been made."""
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
        if not self.links:  # nothing has happened yet: there is one point, and it stays
            self._add(Cause.DICE, 0, 0, -1)

    def _add_dice(self, first: int, second: int, decision: int) -> None:
        if second > first:
            self._add(Cause.DICE, first, second, decision)

    def _add(self, cause: Cause, first: int, second: int, decision: int) -> None:
        self.links.append(Link(cause, len(self.links), first, second, decision))

    @property
    def winner(self) -> int | None:
        """Return the side that won, NOBODY for a draw, None where the fight is not over."""
        return int(self.fight.winner()) if self.fight.is_over() else None

    @property
    def last_point(self) -> int:
        """Return the number of the last point."""
        return len(self.links)

    def open_question(self, answers: int) -> OpenQuestionError:
        """Return what is asked when so many answers have been given, and the fight there."""
        snapshot = self.history.snapshot(answers)
        try:
            snapshot.fight.copy(TapeTable(snapshot.answers)).step()
        except OpenQuestionError as question:
            return question
        raise AssertionError("a decision is asked for")
