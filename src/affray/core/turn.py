"""What a fighter does with its turn, as a question."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import Fighter
from affray.core.questions import Question

F = TypeVar("F")
W = TypeVar("W", bound=Fighter)


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class TurnQuestion(Question, Generic[F, W]):
    """What somebody does next. There are many options, so they are listed only for those who look
    at them; a ruleset says which, and which is taken by whoever has no opinion."""

    def __init__(self, fight: F, actor: W, default: i64 = 0) -> None:
        super().__init__("turn", actor.side, actor.index, None, default=default, asked_again=True)
        self.fight: Final = fight
        self.actor: Final = actor
