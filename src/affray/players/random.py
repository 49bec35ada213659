"""The player called `random`: it chooses any legal option with equal probability."""

from __future__ import annotations

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player


class RandomPlayer(Player):
    """A player that chooses evenly among the options, with a generator of its own.

    At an odds table it takes every option with equal probability.
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        self.dice = Dice(seed ^ 0x5EED, stream)

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return any option, with equal probability."""
        table = fight.table
        options = question.options
        if isinstance(table, OddsTable):
            return options[table.choose([1 / len(options)] * len(options))]
        return options[self.dice.die(len(options)) - 1]
