"""A tiny game with every kind of position that the solver handles.

It has choices before and after dice, a reaction, paths that meet, rare luck, and a delayed win.
"""

from __future__ import annotations

from typing import Final

from affray.core.fight import Fight, Heading, Setup
from affray.core.questions import Option, Question
from affray.core.state import Transient
from affray.core.table import Table, cut_at
from lab.blows import Runner

THRUST, FEINT, POISON, REST = [
    Option("turn", key, key.capitalize()) for key in ("thrust", "feint", "poison", "rest")
]
TAKE, PARRY = Option("parry", "take", "Take it"), Option("parry", "parry", "Parry")

LUCKY = 30
"""The face that makes a thrust worse; three of them are rarer than ways that are cut off first."""

POISON_ROUNDS = 2
"""After how many rounds poison kills at the latest."""


class Feints(Setup):
    """A duel of thrusts and feints with a limited number of rounds."""

    def __init__(self, rounds: int) -> None:
        heading = Heading("feints", "Feints", ["a", "b"], rounds)
        super().__init__(heading, ["a", "b"], {})

    def new_fight(self, table: Table) -> Fight:
        return FeintsFight(self, table)


class FeintsFight(Fight):
    """Each turn is a thrust, poison, or a feint that may be followed by a thrust."""

    both: Final[list[Runner]]
    acts: int
    edge: Transient[int]
    """How well the feint went."""

    def __init__(self, setup: Feints, table: Table) -> None:
        self.both = [Runner(0), Runner(1)]
        super().__init__(setup, table, [*self.both])
        self.acts = 0
        self.edge = 0

    def place_name(self, who: int) -> str:
        return "here"

    def step(self) -> None:
        if self.acts == 0:
            self.round += 1
        if self.round <= self.setup.round_limit:
            self.take_turn()
        self.acts = 1 - self.acts

    def take_turn(self) -> None:
        who = self.acts
        self.edge = 0
        first = self.ask(Question("turn", who, who, [THRUST, POISON, FEINT], asked_again=True))
        if first is POISON:
            self.poison()
            return
        if first is FEINT:
            self.edge = [3, 4, 5, 6, 7].index(min(7, max(3, sum(self.table.roll(2, 4)))))
            again = Question("turn", who, who, [THRUST, REST], asked_again=True)
            if self.ask(again) is REST:
                self.edge = 0
                return
        self.thrust()

    def poison(self) -> None:
        """Kill a weak opponent for certain, some rounds later."""
        self.round += self.table.die(POISON_ROUNDS)
        if self.round > self.setup.round_limit:
            return
        one, other = self.both[self.acts], self.both[1 - self.acts]
        if other.left == 1 or self.table.die(4) > 2:
            other.left = 0
        one.left = max(1, one.left - 1)

    def thrust(self) -> None:
        luck = self.table.roll(3, LUCKY, cut_at(LUCKY)).count(LUCKY)
        harm = 1 + min(luck, 1) + luck // 3 + self.edge // 3
        if self.table.die(8, cut_at(2)) == 1:
            harm -= 1  # as much as with less luck
        parry = Question("parry", 1 - self.acts, 1 - self.acts, [TAKE, PARRY], about=self.acts)
        if self.ask(parry) is PARRY:
            if self.table.die(6) > 2 + self.edge:
                harm = 0
            else:
                harm += 1
        self.both[1 - self.acts].left -= harm
        self.edge = 0

    def is_over(self) -> bool:
        return min(one.left for one in self.both) <= 0 or self.round > self.setup.round_limit

    def key_without_rounds(self) -> tuple[object, ...]:
        return (*[max(0, one.left) for one in self.both], self.acts)
