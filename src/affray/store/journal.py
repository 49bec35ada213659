"""A fight's journal: its answers, and what was taken back, in the order it happened.

Nothing is ever deleted. Taking back is a line of its own that says how much of the tape
stays, so the tape is the journal read from its beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ANSWER = "answer"
"""A line of the tape: dice, a choice or a ruling."""
TAKE_BACK = "back"
"""Taken back: the text is how many answers stay."""
WISH = "ask"
"""Somebody asks to take back: 'ROLE|how many answers would stay'."""
REFUSAL = "refuse"
"""The request was refused; the text is by whom."""


@dataclass(frozen=True)
class JournalLine:
    """One line of a journal."""

    kind: str
    text: str


@dataclass(frozen=True)
class TakeBackWish:
    """Somebody's wish to take back, so that `to` answers stay."""

    role: str
    to: int

    def to_line(self) -> JournalLine:
        """The request as a line of the journal."""
        return JournalLine(WISH, f"{self.role}|{self.to}")


def answer_lines(texts: Iterable[str]) -> list[JournalLine]:
    """Answers as lines of a journal."""
    return [JournalLine(ANSWER, text) for text in texts]


def tape_from_journal(journal: Sequence[JournalLine]) -> list[str]:
    """The answers that stand."""
    tape: list[str] = []
    for line in journal:
        if line.kind == ANSWER:
            tape.append(line.text)
        elif line.kind == TAKE_BACK:
            del tape[int(line.text) :]
    return tape


def open_wish(journal: Sequence[JournalLine]) -> TakeBackWish | None:
    """The wish to take back that nobody has granted or refused yet.

    Playing on does not end it, as long as there is something to take back.
    """
    for line in reversed(journal):
        if line.kind in (TAKE_BACK, REFUSAL):
            return None
        if line.kind == WISH:
            role, _, to = line.text.partition("|")
            return TakeBackWish(role, int(to))
    return None


def common_length(one: Sequence[str], other: Sequence[str]) -> int:
    """How many answers two tapes begin with alike."""
    for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return number
    return min(len(one), len(other))
