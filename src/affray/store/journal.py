"""A fight's journal: its answers, what was taken back and what was said, in the order it happened.

Nothing is ever deleted from it. Taking back is a line of its own that says how much of the tape
stays, so the tape is the journal read from its beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ANSWER = "answer"
"""A line of the tape: dice, a choice or a ruling."""
TAKE_BACK = "back"
"""Something was taken back: the text is how many answers stay."""
WISH = "ask"
"""Somebody asks to take back: 'ROLE|how many answers would stay'."""
REFUSAL = "refuse"
"""A wish was refused: 'BY WHOM|WHOSE WISH'; without the second part all wishes were."""
TABLE = "table"
"""Something of the table itself, as JSON: a seat, who plays, what somebody says, what is hidden."""


@dataclass(frozen=True)
class JournalLine:
    """One line of a journal."""

    kind: str
    text: str


@dataclass(frozen=True)
class TakeBackWish:
    """A role's wish to take back, so that `to` answers stay."""

    role: str
    to: int

    def to_line(self) -> JournalLine:
        """Return the wish as a line of the journal."""
        return JournalLine(WISH, f"{self.role}|{self.to}")


@dataclass(frozen=True)
class Append:
    """Lines to add to a journal behind its first `after`.

    `log` is what they tell, as JSON. `unfinished` says whether the fight now waits for no person;
    None leaves what was said before.
    """

    fight: str
    after: int
    lines: Sequence[JournalLine]
    log: str | None = None
    unfinished: bool | None = None

    @property
    def number(self) -> int:
        """Return the journal's length when the lines have been added."""
        return self.after + len(self.lines)


def answer_lines(texts: Iterable[str]) -> list[JournalLine]:
    """Return answers as lines of a journal."""
    return [JournalLine(ANSWER, text) for text in texts]


def refusal_line(by: str, role: str) -> JournalLine:
    """Return the line that says who refused whose wish."""
    return JournalLine(REFUSAL, f"{by}|{role}")


def tape_from_journal(journal: Sequence[JournalLine]) -> list[str]:
    """Return the answers that stand after all lines of a journal."""
    tape: list[str] = []
    for line in journal:
        if line.kind == ANSWER:
            tape.append(line.text)
        elif line.kind == TAKE_BACK:
            del tape[int(line.text) :]
    return tape


def update_wishes(wishes: dict[str, TakeBackWish], line: JournalLine) -> None:
    """Change the open wishes, by role, as one more line of the journal says.

    Taking back ends every wish, a refusal the one it names. Playing on ends none.
    """
    if line.kind == WISH:
        role, _, to = line.text.partition("|")
        wishes.pop(role, None)
        wishes[role] = TakeBackWish(role, int(to))
    elif line.kind == TAKE_BACK:
        wishes.clear()
    elif line.kind == REFUSAL:
        _, _, role = line.text.partition("|")
        if role:
            wishes.pop(role, None)
        else:
            wishes.clear()


def open_wishes(journal: Iterable[JournalLine]) -> dict[str, TakeBackWish]:
    """Return the wishes to take back that are still open, by role, in their order."""
    wishes: dict[str, TakeBackWish] = {}
    for line in journal:
        update_wishes(wishes, line)
    return wishes
