"""Tapes: the answers of a table in order, and the tables that write and read them.

A fight is its scenario and its tape. To take back an answer is to shorten the tape, to branch is to
copy it, and to resume is to continue it. There is no other saved state.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.dice import SCHEME
from affray.core.events import Event
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.rulings import has_control_characters, is_whole_number
from affray.core.table import IllegalAnswerError, Stage, Table, check_answer

FORMAT: Final = 1

ROLL: Final = re.compile(r"roll ([0-9]{1,6})d([0-9]{1,6}) = ([0-9]{1,6}(?: [0-9]{1,6})*)")
PERCENT: Final = re.compile(r"roll d% = ([0-9]{2})")
PERCENTILE: Final = "d%"
RULING: Final = re.compile(r"GM rules (\S+) of ([^=]+?) = (.*?) \| (.*)")
CHOICE: Final = re.compile(r"([^:]+): (.+)")


class TapeError(Exception):
    """An error in a tape. The message names the line and what to do."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line: Final = line
        self.message: Final = message

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to create the error again, for processes that send it to each other."""
        return TapeError, (self.line, self.message)


class TapeEndsAtDiceError(TapeError):
    """A signal that the tape ends where dice must be rolled."""


class OpenQuestionError(Exception):
    """A signal that the tape ends at this question."""

    def __init__(self, fight: Fight, question: Question) -> None:
        super().__init__(fight.setup.prompt(question))
        self.fight: Final = fight
        self.question: Final = question


class Answer:
    """One answer of a table: a roll of dice, a chosen option, or a ruling."""

    def __init__(
        self, sides: i64, faces: list[int], who: str, choice: str, ruling: Ruling | None
    ) -> None:
        self.sides: Final[i64] = sides
        self.faces: Final = faces
        self.who: Final = who
        self.choice: Final = choice
        self.ruling: Final = ruling

    def is_roll(self) -> bool:
        """Return whether the answer is a roll."""
        return self.sides > 0

    def text(self) -> str:
        """Return the answer as a line of a tape."""
        if self.is_roll():
            dice = dice_name(len(self.faces), self.sides)
            if dice == PERCENTILE:
                return f"roll {dice} = {self.faces[0] - 1:02d}"
            faces = " ".join([str(face) for face in self.faces])
            return f"roll {dice} = {faces}"
        ruling = self.ruling
        if ruling is not None:
            return f"GM rules {ruling.kind} of {ruling.fighter} = {ruling.value} | {ruling.text}"
        return f"{self.who}: {self.choice}"


def roll_answer(sides: i64, faces: list[int]) -> Answer:
    """Return the answer that is a roll."""
    return Answer(sides, faces, "", "", None)


def dice_name(count: i64, sides: i64) -> str:
    """Return dice as a tape names them: 2d12, or d% for one die of 100 sides.

    A tape writes the faces of d% from 00 to 99, as percentile dice show them.
    """
    return PERCENTILE if count == 1 and sides == 100 else f"{count}d{sides}"


def choice_answer(who: str, choice: str) -> Answer:
    """Return the answer that is a chosen option, by its key."""
    return Answer(0, [], who, choice, None)


def ruling_answer(ruling: Ruling) -> Answer:
    """Return the answer that is a ruling."""
    return Answer(0, [], "GM", "", ruling)


def parse_answer(text: str, line: int) -> Answer:
    """Parse a line of a tape, or raise TapeError."""
    if has_control_characters(text):
        raise TapeError(line, "the line holds control characters, which no answer has")
    found = ROLL.fullmatch(text)
    if found is not None:
        count, sides = int(found[1]), int(found[2])
        faces = [int(face) for face in found[3].split()]
        if len(faces) != count:
            raise TapeError(line, f"{count} dice were rolled but {len(faces)} are listed")
        for face in faces:
            if not 1 <= face <= sides:
                raise TapeError(line, f"a d{sides} cannot show {face}")
        return roll_answer(sides, faces)
    found = PERCENT.fullmatch(text)
    if found is not None:
        return roll_answer(100, [int(found[1]) + 1])
    found = RULING.fullmatch(text)
    if found is not None:
        return ruling_answer(Ruling(found[1], found[2], found[3], found[4]))
    found = CHOICE.fullmatch(text)
    if found is not None:
        return choice_answer(found[1], found[2])
    raise TapeError(
        line,
        f"{text!r} is no answer; expected 'roll 2d12 = 4 9', 'Name: option' "
        "or 'GM rules KIND of NAME = VALUE | why'",
    )


@dataclass(eq=False)
class Tape:
    """A tape with its header: the scenario, and the versions that recorded it."""

    scenario: str
    ruleset: str
    revision: int
    version: str
    answers: list[Answer]
    seed: str = ""
    dice: str = SCHEME
    first_line: int = 0

    def text(self) -> str:
        """Return the text of the tape's file."""
        lines = [
            f"affray tape {FORMAT}",
            f"affray {self.version}",
            f"ruleset {self.ruleset} {self.revision}",
            f"dice {self.dice}",
        ]
        if self.seed:
            lines.append(f"seed {self.seed}")
        lines.append("scenario")
        for line in self.scenario.rstrip("\n").split("\n"):
            lines.append(("  | " + line).rstrip())
        lines.append("answers")
        for answer in self.answers:
            lines.append(answer.text())
        return "\n".join(lines) + "\n"


def parse_tape(text: str) -> Tape:
    """Parse the text of a tape file, or raise TapeError."""
    lines = text.split("\n")
    if not lines[0].startswith("affray tape "):
        raise TapeError(1, "this is not an affray tape (it should begin with 'affray tape 1')")
    if lines[0] != f"affray tape {FORMAT}":
        raise TapeError(1, f"{lines[0]!r} is not a format this version reads; it reads {FORMAT}")
    header: dict[str, str] = {}
    scenario: list[str] = []
    answers: list[Answer] = []
    part = "header"
    first_line = 0
    for number in range(2, len(lines) + 1):
        line = lines[number - 1]
        if part == "header":
            if line == "scenario":
                part = "scenario"
            else:
                word, _, rest = line.partition(" ")
                if word not in ("affray", "ruleset", "dice", "seed") or not rest:
                    raise TapeError(number, f"{line!r} is no line of a tape's header")
                header[word] = rest
        elif part == "scenario":
            if line == "answers":
                part = "answers"
                first_line = number + 1
            elif line.startswith("  |"):
                scenario.append(line[4:])
            else:
                raise TapeError(number, "expected the scenario ('  | …') or 'answers'")
        elif line:
            answers.append(parse_answer(line, number))
    if part != "answers":
        raise TapeError(len(lines), f"the tape ends within its {part}")
    for word in ("affray", "ruleset", "dice"):
        if word not in header:
            raise TapeError(2, f"the tape's header has no {word!r} line")
    ruleset, _, revision = header["ruleset"].partition(" ")
    if not is_whole_number(revision):
        raise TapeError(3, "the tape's ruleset line should be like 'ruleset mithryn 1'")
    if header["dice"] != SCHEME:
        raise TapeError(4, f"the tape's dice are {header['dice']!r}; this version reads {SCHEME!r}")
    return Tape(
        "\n".join(scenario) + "\n",
        ruleset,
        int(revision),
        header["affray"],
        answers,
        header.get("seed", ""),
        header["dice"],
        first_line,
    )


MOST_RULINGS_IN_A_ROW: Final[i64] = 1000
"""The maximum number of rulings in a row without an answer."""


@mypyc_attr(allow_interpreted_subclasses=True)
class RecordingTable(Table):
    """A table that records another table's answers and events.

    It refuses illegal answers before it records them, so every tape can be replayed.
    """

    def __init__(self, inner: Table, has_listener: bool = True) -> None:
        super().__init__(has_listener)
        self.inner = inner
        self.answers: list[Answer] = []
        self.events: list[Event] = []
        self.rulings_in_a_row: i64 = 0

    def roll(self, count: i64, sides: i64, cuts: i64 = 0) -> list[int]:
        if count == 0:
            return []
        faces = self.inner.roll(count, sides, cuts)
        self.answers.append(roll_answer(sides, faces))
        return faces

    def die(self, sides: i64, cuts: i64 = 0) -> i64:
        face = self.inner.die(sides, cuts)
        self.answers.append(roll_answer(sides, [int(face)]))
        return face

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        answer = self.inner.ask(fight, question)
        check_answer(fight, question, answer)
        if isinstance(answer, Ruling):
            self.rulings_in_a_row += 1
            if self.rulings_in_a_row > MOST_RULINGS_IN_A_ROW:
                raise IllegalAnswerError(
                    f"{fight.setup.asked_name(question)} was asked "
                    f"{fight.setup.prompt(question)!r} and gave {MOST_RULINGS_IN_A_ROW} rulings "
                    "instead of an answer"
                )
            self.answers.append(ruling_answer(answer))
        else:
            self.rulings_in_a_row = 0
            self.answers.append(choice_answer(fight.setup.asked_name(question), answer.key))
        return answer

    def tell(self, event: Event) -> None:
        self.events.append(event)


@mypyc_attr(allow_interpreted_subclasses=True)
class TapeTable(Table):
    """A table that reads the answers of a tape. At its end, another table answers, or it stops.

    An answer that does not fit raises TapeError with its line, the question of the rules and the
    answer on the tape.
    """

    def __init__(
        self, answers: Sequence[Answer], then: Table | None = None, first_line: int = 0
    ) -> None:
        super().__init__(False)
        self.answers: Final = answers
        self.next_table: Final = then
        self.first_line: Final = first_line
        self.answers_read: i64 = 0

    def answers_left(self) -> int:
        """Return how many answers have not been read."""
        return len(self.answers) - self.answers_read

    def check_finished(self) -> None:
        """Raise TapeError if answers are left over at the end of the fight."""
        if self.answers_left():
            raise self._misfit("the fight is over")

    def roll(self, count: i64, sides: i64, cuts: i64 = 0) -> list[int]:
        if count == 0:
            return []
        if self.answers_read == len(self.answers):
            return self._after().roll(count, sides, cuts)
        answer = self.answers[self.answers_read]
        if answer.sides != sides or len(answer.faces) != count:
            raise self._misfit(f"the rules rolled {dice_name(count, sides)}")
        self.answers_read += 1
        return list(answer.faces)

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        if self.answers_read == len(self.answers):
            if self.next_table is None:
                raise OpenQuestionError(fight, question)
            return self.next_table.ask(fight, question)
        answer = self.answers[self.answers_read]
        if answer.ruling is not None:
            self.answers_read += 1
            return answer.ruling
        asked = fight.setup.asked_name(question)
        option = None if answer.is_roll() else question.option(answer.choice)
        if option is None or answer.who != asked:
            keys = [f"'{option.key}'" for option in question.options[:12]]
            if len(question.options) > len(keys):
                keys.append("…")
            raise self._misfit(f"the rules asked {asked} to choose among {', '.join(keys)}")
        self.answers_read += 1
        return option

    def stage(self, stage: Stage) -> i64:
        if self.next_table is not None and self.answers_read == len(self.answers):
            return self.next_table.stage(stage)
        return stage.play(self)

    def _after(self) -> Table:
        if self.next_table is None:
            raise TapeEndsAtDiceError(
                self.first_line + self.answers_read, "the tape ends where dice are to be rolled"
            )
        return self.next_table

    def _misfit(self, asked: str) -> TapeError:
        answer = self.answers[self.answers_read]
        return TapeError(
            self.first_line + self.answers_read if self.first_line else self.answers_read + 1,
            f"the tape does not fit: {asked}, the tape has '{answer.text()}'",
        )


class ScriptedTable(TapeTable):
    """A tape written by hand, for tests and worked examples: one answer per line.

    Lines may be indented, and '#' begins a comment. The name before a colon says who answers.
    """

    def __init__(self, text: str, then: Table | None = None) -> None:
        answers: list[Answer] = []
        for number, line in enumerate(text.split("\n"), 1):
            line = line.partition("#")[0].strip()
            if line:
                answers.append(parse_answer(line, number))
        super().__init__(answers, then)
