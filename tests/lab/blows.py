"""A tiny game with one choice a turn, for tests of the solver."""

from __future__ import annotations

from typing import Final

from affray.core.fight import Fight, Fighter, Heading, Setup
from affray.core.questions import Option, Question
from affray.core.table import Table


class Runner(Fighter):
    """A fighter with three points of health."""

    left: int

    def __init__(self, index: int) -> None:
        super().__init__(index, index, "ab"[index])
        self.left = 3

    def state(self) -> str:
        return "standing" if self.left > 0 else "down"

    def health(self) -> int:
        return max(0, self.left)

    def max_health(self) -> int:
        return 3


class Blows(Setup):
    """Each turn a fighter deals 1 for certain, or 3 with a chance of one in three."""

    def __init__(self) -> None:
        super().__init__(Heading("blows", "Blows", ["a", "b"]), ["a", "b"], {})
        self.options = [Option("turn", "sure", "Strike surely"), Option("turn", "bold", "Be bold")]

    def new_fight(self, table: Table) -> Fight:
        return BlowsFight(self, table)


class BlowsFight(Fight):
    both: Final[list[Runner]]
    blows: Final[Blows]
    acts: int

    def __init__(self, setup: Blows, table: Table) -> None:
        self.both = [Runner(0), Runner(1)]
        super().__init__(setup, table, [*self.both])
        self.blows = setup
        self.acts = 0

    def place_name(self, who: int) -> str:
        return "here"

    def step(self) -> None:
        if self.acts == 0:
            self.round += 1
        question = Question("turn", self.acts, self.acts, self.blows.options)
        bold = self.ask(question).key == "bold"
        hit = self.table.die(3) == 3 if bold else True
        self.both[1 - self.acts].left -= (3 if bold else 1) if hit else 0
        self.acts = 1 - self.acts

    def is_over(self) -> bool:
        return min(one.left for one in self.both) <= 0

    def key_without_rounds(self) -> tuple[object, ...]:
        return (*[max(0, one.left) for one in self.both], self.acts)
