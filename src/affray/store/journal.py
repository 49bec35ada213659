"""A fight's journal: its answers, and what was taken back, in the order it happened.

Nothing is ever deleted. Taking back is a line of its own that says how much of the tape
stays, so the tape is the journal read from its beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ANSWER = "answer"
"""A line of the tape: dice, a choice or a ruling."""
BACK = "back"
"""Taken back: the text is how many answers stay."""
ASK = "ask"
"""Somebody asks to take back: 'ROLE|how many answers would stay'."""
REFUSE = "refuse"
"""The request was refused; the text is by whom."""


@dataclass(frozen=True)
class Line:
    """One line of a journal."""

    kind: str
    text: str


@dataclass(frozen=True)
class Request:
    """Somebody's wish to take back, so that `to` answers stay."""

    role: str
    to: int

    def line(self) -> Line:
        """The request as a line of the journal."""
        return Line(ASK, f"{self.role}|{self.to}")


def answered(texts: Iterable[str]) -> list[Line]:
    """Answers as lines of a journal."""
    return [Line(ANSWER, text) for text in texts]


def tape_of(journal: Sequence[Line]) -> list[str]:
    """The answers that stand."""
    tape: list[str] = []
    for line in journal:
        if line.kind == ANSWER:
            tape.append(line.text)
        elif line.kind == BACK:
            del tape[int(line.text) :]
    return tape


def request_of(journal: Sequence[Line]) -> Request | None:
    """The wish to take back that nobody has granted or refused yet.

    Playing on does not end it, as long as there is something to take back.
    """
    for line in reversed(journal):
        if line.kind in (BACK, REFUSE):
            return None
        if line.kind == ASK:
            role, _, to = line.text.partition("|")
            return Request(role, int(to))
    return None


def in_common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many answers two tapes begin with alike."""
    for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return number
    return min(len(one), len(other))
