"""A fight's journal: its answers, take-backs and changes of the table, in order of time.

No line is ever deleted. A take-back is a line with the number of answers that stay, so reading the
journal from its beginning gives the tape.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ANSWER = "answer"
"""The kind of a line of the tape: dice, a choice or a ruling."""
TAKE_BACK = "back"
"""The kind of a take-back; its text is the number of answers that stay."""
WISH = "ask"
"""The kind of a role's wish to take back; its text is 'ROLE|NUMBER OF ANSWERS THAT STAY'."""
REFUSAL = "refuse"
"""The kind of a refusal of a wish; its text is 'REFUSING ROLE|WISHING ROLE'.

Without the second role it refuses all wishes."""
TABLE = "table"
"""The kind of a change of the table, as JSON: a seat, a player, a line of the chat, a veil."""


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
    """Lines to add to a journal after its first `after` lines.

    `log` holds their lines of the log, as JSON. `unfinished` says whether the fight now waits for
    no person; None leaves the stored mark unchanged.
    """

    fight: str
    after: int
    lines: Sequence[JournalLine]
    log: str | None = None
    unfinished: bool | None = None

    @property
    def number(self) -> int:
        """Return the journal's length after the lines are added."""
        return self.after + len(self.lines)


def answer_lines(texts: Iterable[str]) -> list[JournalLine]:
    """Return answers as lines of a journal."""
    return [JournalLine(ANSWER, text) for text in texts]


def refusal_line(by: str, role: str) -> JournalLine:
    """Return the journal line for one role's refusal of another role's wish."""
    return JournalLine(REFUSAL, f"{by}|{role}")


def tape_from_journal(journal: Sequence[JournalLine]) -> list[str]:
    """Return the tape at the end of a journal: its answers that were not taken back."""
    tape: list[str] = []
    for line in journal:
        if line.kind == ANSWER:
            tape.append(line.text)
        elif line.kind == TAKE_BACK:
            del tape[int(line.text) :]
    return tape


def update_wishes(wishes: dict[str, TakeBackWish], line: JournalLine) -> None:
    """Update the open wishes, by role, with the next line of the journal.

    A take-back ends every wish, a refusal the wish of the role it names. An answer ends none.
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
