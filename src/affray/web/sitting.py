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
from affray.store import Kept, Line, tape_of

PERSON = "person"
"""Who plays a side when nobody named does: somebody with a link."""

AT_ONCE = frozenset({"simple", "random", "passive"})
"""Players who decide in no time; others think apart, in a process of their own."""


class TooLong(Exception):
    """A fight has more answers than are kept."""


class Ready:
    """A scenario read once. Its setup makes options when they are first wanted, so one at a time
    plays with it."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.lock = RLock()


@lru_cache(maxsize=400)
def ready(text: str, name: str, purpose: str = "play") -> Ready:
    """A scenario by its text; each purpose has its own, so that long work holds up no play."""
    return Ready(parse(text, name))


class Continuation(Table):
    """Where the tape ends: live dice, players who decide at once, and a stop for everybody else."""

    def __init__(self, seed: int, number: int, deciders: list[Player | None], most: int) -> None:
        super().__init__(False)
        self.seed = seed
        self.number = number
        self.deciders = deciders
        self.most = most

    def roll(self, count: int, sides: int, cuts: int = 0) -> list[int]:
        dice = Dice(self.seed, self.number)
        self._next()
        return [int(dice.die(sides)) for _ in range(count)]

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        decider = self.deciders[question.side]
        if decider is None:
            raise OpenQuestionError(fight, question)
        self._next()
        return decider.decide(fight, question)

    def _next(self) -> None:
        self.number += 1
        if self.number > self.most:
            raise TooLong(f"a fight of more than {self.most:,} answers is not kept here")


class Listening(RecordingTable):
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


def play_on(
    scenario: Scenario,
    answers: Sequence[Answer],
    then: Table | None = None,
    wants_events: Listening | None = None,
) -> Position:
    """Plays a tape and on from its end, until somebody has to be asked or the fight is over."""
    reader = TapeTable(answers, then)
    table: RecordingTable = (
        wants_events if wants_events is not None else RecordingTable(reader, False)
    )
    table.inner = reader
    fight = scenario.setup.new_fight(table)
    if isinstance(table, Listening):
        table.fight = fight
    question: Question | None = None
    try:
        fight.play()
        reader.check_finished()
    except OpenQuestionError as ends:
        question = ends.question
    return Position(fight, table.answers, question)


class Sitting:
    """A kept fight with its journal read."""

    def __init__(self, kept: Kept, journal: list[Line], purpose: str = "play") -> None:
        self.kept = kept
        self.journal = journal
        self.tape = tape_of(journal)
        self.ready = ready(kept.scenario, kept.name, purpose)
        self.scenario = self.ready.scenario
        if self.scenario.ruleset.revision != kept.revision:
            raise data_error(
                f"this fight was begun by revision {kept.revision} of {kept.ruleset}; this is "
                f"revision {self.scenario.ruleset.revision}, which may answer otherwise"
            )

    @property
    def number(self) -> int:
        """How many lines the journal has: the number of the question that is open."""
        return len(self.journal)

    def answers(self) -> list[Answer]:
        """The tape's answers."""
        return read_answers(self.tape)

    def now(self) -> Position:
        """The fight as it stands, with the question that is open."""
        with self.ready.lock:
            return play_on(self.scenario, self.answers(), self.stop())

    def stop(self) -> Continuation:
        """A continuation that asks everybody and so stops at any question; dice are still live."""
        return Continuation(self.kept.seed, len(self.tape), [None] * self.seats(), 1 << 60)

    def seats(self) -> int:
        """The sides, and the game master at the end of the list (GM is -1)."""
        return len(self.kept.players) + 1

    def played_on(self, more: Sequence[Answer], most: int, patient: bool = False) -> Position:
        """The fight after more answers, played on until a person is asked.

        Players who think long are left to be asked, unless one is `patient`.
        """
        answers = [*self.answers(), *more]
        made = deciders(self.kept, self.scenario, len(answers), patient)
        then = Continuation(self.kept.seed, len(answers), made, most)
        with self.ready.lock:
            return play_on(self.scenario, answers, then)

    def player_of(self, question: Question) -> str:
        """Who is to answer a question: a person, or a player's name."""
        return self.kept.gm if question.side == GM else self.kept.players[question.side]

    def whole_tape(self) -> Tape:
        """The tape with its header, as a file has it."""
        kept = self.kept
        return Tape(kept.scenario, kept.ruleset, kept.revision, kept.version, self.answers())


def read_answers(tape: Sequence[str]) -> list[Answer]:
    """Lines of a tape as answers."""
    return [parse_answer(text, number) for number, text in enumerate(tape, 1)]


def deciders(kept: Kept, scenario: Scenario, number: int, patient: bool) -> list[Player | None]:
    """Who decides for each side and, last, for the game master; None where one has to wait."""
    made: list[Player | None] = []
    for side, name in enumerate((*kept.players, kept.gm)):
        if name == PERSON or (name not in AT_ONCE and not patient):
            made.append(None)
        elif side == len(kept.players) and name == "passive":
            made.append(DefaultPlayer())
        else:
            made.append(player_named(name, scenario.ruleset, kept.seed ^ (number * 64 + side)))
    return made
