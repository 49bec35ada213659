"""From a moment of a fight to its many endings: what search and hindsight are made of.

A moment is kept as the fight stood between turns, with the answers given since, so that each
ending begins with a copy and a few answers instead of the whole tape.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from affray.core.dice import Dice
from affray.core.fight import Fight, Setup
from affray.core.questions import NOBODY
from affray.core.table import LiveTable, Player
from affray.core.tape import Answer, TapeEnds, TapeRunsOut, TapeTable


class Endings:
    """What many endings came to, by side: wins, and the share of health that was left."""

    def __init__(self, sides: int) -> None:
        self.fights: i64 = 0
        self.draws: i64 = 0
        self.wins: list[int] = [0] * sides
        self.health: list[float] = [0.0] * sides

    def count(self, fight: Fight) -> None:
        """Takes in a fight that has ended."""
        self.fights += 1
        winner = fight.winner()
        if winner == NOBODY:
            self.draws += 1
        else:
            self.wins[winner] += 1
        for side, share in enumerate(health_by_side(fight)):
            self.health[side] += share

    def add(self, other: Endings) -> None:
        """Takes in other endings of the same moment."""
        self.fights += other.fights
        self.draws += other.draws
        for side in range(len(self.wins)):
            self.wins[side] += other.wins[side]
            self.health[side] += other.health[side]

    def score(self, side: i64) -> float:
        """The share of endings a side wins, a draw counting half."""
        return (float(self.wins[side]) + float(self.draws) / 2) / float(self.fights)

    def margin(self, side: i64) -> float:
        """How much more of its health a side keeps than the others do, from -1 to 1."""
        others = sum(self.health) - self.health[side]
        return (self.health[side] - others / (len(self.health) - 1)) / float(self.fights)


def health_by_side(fight: Fight) -> list[float]:
    """The share of its health each side has left in those who stand."""
    sides = len(fight.setup.sides)
    left = [0] * sides
    most = [0] * sides
    for fighter in fight.roster():
        most[fighter.side] += fighter.max_health()
        if fighter.state() == "standing":
            left[fighter.side] += fighter.health()
    return [float(left[side]) / float(max(1, most[side])) for side in range(sides)]


class Moment:
    """A point within a fight: the fight between turns, and the answers given since."""

    def __init__(self, before: Fight, answers: list[Answer]) -> None:
        self.before: Final = before
        self.answers: Final = answers

    def endings(
        self,
        players: list[Player],
        seed: int,
        first: int,
        count: int,
        choice: Answer | None = None,
    ) -> Endings:
        """Plays on to the end, with the dice numbered from `first` on, after this choice.

        Two choices that are given the same numbers get the same dice as long as they roll alike.
        """
        found = Endings(len(self.before.setup.sides))
        answers = [*self.answers, choice] if choice is not None else self.answers
        for number in range(first, first + count):
            live = LiveTable(Dice(seed, number), players)
            fight = self.before.copy(TapeTable(answers, live))
            if not fight.over():
                fight.step()
                fight.table = live
                fight.play()
            found.count(fight)
        return found


class Course:
    """A fight so far by its tape: every moment of it can be gone back to."""

    def __init__(self, setup: Setup, answers: Sequence[Answer]) -> None:
        self.answers: Final = list(answers)
        self.fights: Final[list[Fight]] = []
        """The fight between turns, each time."""
        self.read: Final[list[int]] = []
        """How many answers had been given by then."""
        self.ends: TapeEnds | None = None
        """What is being asked where the tape ends before the fight does."""
        reader = TapeTable(self.answers)
        fight = setup.fight(reader)
        self._keep(fight, reader)
        try:
            while not fight.over():
                fight.step()
                self._keep(fight, reader)
        except TapeEnds as ends:
            self.ends = ends
        except TapeRunsOut:
            pass  # it ends among dice, and what is asked next depends on them

    def _keep(self, fight: Fight, reader: TapeTable) -> None:
        self.fights.append(fight.copy(reader))
        self.read.append(int(reader.read))

    def moment(self, answers: int) -> Moment:
        """The fight when so many answers had been given."""
        at = bisect_right(self.read, answers) - 1
        return Moment(self.fights[at], self.answers[self.read[at] : answers])


def moment_now(setup: Setup, answers: Sequence[Answer]) -> Moment:
    """The moment at which a tape ends, with something being asked."""
    reader = TapeTable(answers)
    fight = setup.fight(reader)
    before = fight.copy(reader)
    read = 0
    try:
        while not fight.over():
            before = fight.copy(reader)
            read = int(reader.read)
            fight.step()
    except TapeEnds:
        return Moment(before, list(answers[read:]))
    return Moment(fight, [])
