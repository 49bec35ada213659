"""A kept fight, opened: its tape is played again, and played on until a person is asked.

Nothing but the scenario and the tape is needed. A live roll takes its dice from the fight's secret
seed and its place on the tape, so playing on gives the same dice whoever does it and whenever:
a server that was killed goes on where it was, and taking back does not roll again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import RLock

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.problems import data_error
from affray.core.questions import GM, Option, Question, Ruling
from affray.core.table import DefaultPlayer, Player, Table
from affray.core.tape import (
    Answer,
    OpenQuestionError,
    RecordingTable,
    Tape,
    TapeTable,
    parse_answer,
)
from affray.library import Scenario, parse
from affray.players import player_named
from affray.store import JournalLine, StoredFight, tape_from_journal

PERSON = "person"
"""Who plays a side when nobody named does: somebody with a link."""

INSTANT_PLAYERS = frozenset({"simple", "random", "passive"})
"""Players who decide in no time; others think apart, in a process of their own."""


class FightTooLongError(Exception):
    """A fight has more answers than are stored."""


class SharedScenario:
    """A scenario read once. Its setup makes options when they are first wanted, so one at a time
    plays with it."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.lock = RLock()


@lru_cache(maxsize=400)
def shared_scenario(text: str, name: str, purpose: str = "play") -> SharedScenario:
    """A scenario by its text; each purpose has its own, so that long work holds up no play."""
    return SharedScenario(parse(text, name))


class LiveContinuation(Table):
    """Where the tape ends: live dice, players who decide at once, and a stop for everybody else."""

    def __init__(self, seed: int, number: int, players: list[Player | None], most: int) -> None:
        super().__init__(False)
        self.seed = seed
        self.number = number
        self.players = players
        self.most = most

    def roll(self, count: int, sides: int, cuts: int = 0) -> list[int]:
        dice = Dice(self.seed, self.number)
        self._next()
        return [int(dice.die(sides)) for _ in range(count)]

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        decider = self.players[question.side]
        if decider is None:
            raise OpenQuestionError(fight, question)
        self._next()
        return decider.decide(fight, question)

    def _next(self) -> None:
        self.number += 1
        if self.number > self.most:
            raise FightTooLongError(f"a fight of more than {self.most:,} answers is not kept here")


class EventTable(RecordingTable):
    """A recorder that is told which fight it hears."""

    def __init__(self, inner: Table) -> None:
        super().__init__(inner, True)
        self.fight: Fight | None = None


@dataclass
class Position:
    """A fight as its tape leaves it, and what is being asked."""

    fight: Fight
    answers: list[Answer]
    question: Question | None


def replay_and_continue(
    scenario: Scenario,
    answers: Sequence[Answer],
    then: Table | None = None,
    recorder: EventTable | None = None,
) -> Position:
    """Plays a tape and on from its end, until somebody has to be asked or the fight is over."""
    reader = TapeTable(answers, then)
    table: RecordingTable = recorder if recorder is not None else RecordingTable(reader, False)
    table.inner = reader
    fight = scenario.setup.new_fight(table)
    if isinstance(table, EventTable):
        table.fight = fight
    question: Question | None = None
    try:
        fight.play()
        reader.check_finished()
    except OpenQuestionError as ends:
        question = ends.question
    return Position(fight, table.answers, question)


class Room:
    """A kept fight with its journal read."""

    def __init__(
        self, stored: StoredFight, journal: list[JournalLine], purpose: str = "play"
    ) -> None:
        self.stored = stored
        self.journal = journal
        self.tape = tape_from_journal(journal)
        self.shared = shared_scenario(stored.scenario, stored.name, purpose)
        self.scenario = self.shared.scenario
        if self.scenario.ruleset.revision != stored.revision:
            raise data_error(
                f"this fight was begun by revision {stored.revision} of {stored.ruleset}; this is "
                f"revision {self.scenario.ruleset.revision}, which may answer otherwise"
            )

    @property
    def number(self) -> int:
        """How many lines the journal has: the number of the question that is open."""
        return len(self.journal)

    def answers(self) -> list[Answer]:
        """The tape's answers."""
        return parse_answers(self.tape)

    def position(self) -> Position:
        """The fight as it stands, with the question that is open."""
        with self.shared.lock:
            return replay_and_continue(self.scenario, self.answers(), self.stop_at_questions())

    def stop_at_questions(self) -> LiveContinuation:
        """A continuation that asks everybody and so stops at any question; dice are still live."""
        return LiveContinuation(
            self.stored.seed, len(self.tape), [None] * self.seat_count(), 1 << 60
        )

    def seat_count(self) -> int:
        """The sides, and the game master at the end of the list (GM is -1)."""
        return len(self.stored.players) + 1

    def play_on(self, more: Sequence[Answer], most: int, patient: bool = False) -> Position:
        """The fight after more answers, played on until a person is asked.

        Players who think long are left to be asked, unless one is `patient`.
        """
        answers = [*self.answers(), *more]
        made = make_players(self.stored, self.scenario, len(answers), patient)
        then = LiveContinuation(self.stored.seed, len(answers), made, most)
        with self.shared.lock:
            return replay_and_continue(self.scenario, answers, then)

    def player_of(self, question: Question) -> str:
        """Who is to answer a question: a person, or a player's name."""
        return self.stored.gm if question.side == GM else self.stored.players[question.side]

    def whole_tape(self) -> Tape:
        """The tape with its header, as a file has it."""
        stored = self.stored
        return Tape(
            stored.scenario, stored.ruleset, stored.revision, stored.version, self.answers()
        )


def parse_answers(tape: Sequence[str]) -> list[Answer]:
    """Lines of a tape as answers."""
    return [parse_answer(text, number) for number, text in enumerate(tape, 1)]


def make_players(
    stored: StoredFight, scenario: Scenario, number: int, patient: bool
) -> list[Player | None]:
    """Who decides for each side and, last, for the game master; None where one has to wait."""
    made: list[Player | None] = []
    for side, name in enumerate((*stored.players, stored.gm)):
        if name == PERSON or (name not in INSTANT_PLAYERS and not patient):
            made.append(None)
        elif side == len(stored.players) and name == "passive":
            made.append(DefaultPlayer())
        else:
            made.append(player_named(name, scenario.ruleset, stored.seed ^ (number * 64 + side)))
    return made
