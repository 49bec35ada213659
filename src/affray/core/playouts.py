"""From a moment of a fight to its many endings: what search and hindsight are made of.

A moment is kept as the fight stood between turns, with the answers given since, so that each
ending begins with a copy and a few answers instead of the whole tape.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import exp
from typing import Final

from mypy_extensions import i64

from affray.core.dice import Dice
from affray.core.fight import Fight, Setup
from affray.core.questions import NOBODY
from affray.core.table import LiveTable, Player
from affray.core.tape import Answer, OpenQuestionError, TapeEndsAtDiceError, TapeTable

STEEPNESS: Final = 6.0
"""How surely being ahead in health means to win: the slope of the logistic curve that wins follow,
about the middle of what fights of the rulesets show."""

HEALTH: Final = 0.1
"""How much of a win it is worth to keep all one's health: what decides between equal chances."""


class PlayoutResults:
    """What many endings came to: draws, and the wins of each side."""

    def __init__(self, sides: int) -> None:
        self.fights: i64 = 0
        self.draws: i64 = 0
        self.wins: list[int] = [0] * sides

    def add(self, fight: Fight) -> None:
        """Takes in a fight that has ended."""
        self.fights += 1
        winner = fight.winner()
        if winner == NOBODY:
            self.draws += 1
        else:
            self.wins[winner] += 1

    def score(self, side: i64) -> float:
        """The share of endings a side wins, a draw counting half."""
        return (float(self.wins[side]) + float(self.draws) / 2) / float(self.fights)


def health_shares(fight: Fight) -> list[float]:
    """The share of its health each side has left in those who stand."""
    sides = len(fight.setup.sides)
    left = [0] * sides
    most = [0] * sides
    for fighter in fight.roster():
        most[fighter.side] += fighter.max_health()
        if fighter.state() == "standing":
            left[fighter.side] += fighter.health()
    return [float(left[side]) / float(max(1, most[side])) for side in range(sides)]


def evaluate(fight: Fight, side: i64) -> float:
    """How a fight stands for a side: about 1 if it has won and 0 if it has lost. One that goes on
    is judged by health, which says more with fewer trials than who wins in the end."""
    shares = health_shares(fight)
    mine = shares[side]
    ahead = mine - (sum(shares) - mine) / float(max(1, len(shares) - 1))
    if not fight.is_over():
        won = 1.0 / (1.0 + exp(-STEEPNESS * ahead))
    elif fight.winner() == NOBODY:
        won = 0.5
    else:
        won = 1.0 if fight.winner() == side else 0.0
    return won + HEALTH * ahead


class Snapshot:
    """A point within a fight: the fight between turns, and the answers given since."""

    def __init__(self, before: Fight, answers: list[Answer]) -> None:
        self.fight: Final = before
        self.answers: Final = answers

    def with_answer(self, choice: Answer) -> Snapshot:
        """The moment when one more answer has been given."""
        return Snapshot(self.fight, [*self.answers, choice])

    def play_out(self, players: list[Player], seed: int, count: int) -> PlayoutResults:
        """Plays on to the end so many times."""
        found = PlayoutResults(len(self.fight.setup.sides))
        for number in range(count):
            live = LiveTable(Dice(seed, number), players)
            fight = self.fight.copy(TapeTable(self.answers, live))
            if not fight.is_over():
                fight.step()
                fight.table = live
                fight.play()
            found.add(fight)
        return found

    def sample_values(
        self, players: list[Player], side: int, turns: i64, seed: int, first: int, count: int
    ) -> list[float]:
        """What it proves worth to a side each time it is played on for so many turns, with the
        dice numbered from `first` on.

        Every turn has dice of its own, so two moments that are given the same numbers get the same
        dice in each turn, whatever was rolled before it.
        """
        found: list[float] = []
        for number in range(first, first + count):
            live = LiveTable(Dice(seed, number), players)
            fight = self.fight.copy(TapeTable(self.answers, live))
            if not fight.is_over():
                fight.step()
                fight.table = live
                last = fight.turns + turns
                turn = 0
                while fight.turns < last and not fight.is_over():
                    turn += 1
                    live.dice = Dice(seed + turn, number)
                    fight.step()
            found.append(evaluate(fight, side))
        return found


class FightHistory:
    """A fight so far by its tape: every moment of it can be gone back to."""

    def __init__(self, setup: Setup, answers: Sequence[Answer]) -> None:
        self.answers: Final = list(answers)
        self.fights: Final[list[Fight]] = []
        """The fight between turns, each time."""
        self.answers_read: Final[list[int]] = []
        """How many answers had been given by then."""
        self.open_question: OpenQuestionError | None = None
        """What is being asked where the tape ends before the fight does."""
        reader = TapeTable(self.answers)
        fight = setup.new_fight(reader)
        self._keep(fight, reader)
        try:
            while not fight.is_over():
                fight.step()
                self._keep(fight, reader)
        except OpenQuestionError as ends:
            self.open_question = ends
        except TapeEndsAtDiceError:
            pass  # it ends among dice, and what is asked next depends on them

    def _keep(self, fight: Fight, reader: TapeTable) -> None:
        self.fights.append(fight.copy(reader))
        self.answers_read.append(int(reader.answers_read))

    def snapshot(self, answers: int) -> Snapshot:
        """The fight when so many answers had been given."""
        at = bisect_right(self.answers_read, answers) - 1
        return Snapshot(self.fights[at], self.answers[self.answers_read[at] : answers])


def snapshot_at_end(setup: Setup, answers: Sequence[Answer]) -> Snapshot:
    """The moment at which a tape ends, with something being asked."""
    reader = TapeTable(answers)
    fight = setup.new_fight(reader)
    before = fight.copy(reader)
    read = 0
    try:
        while not fight.is_over():
            before = fight.copy(reader)
            read = int(reader.answers_read)
            fight.step()
    except OpenQuestionError:
        return Snapshot(before, list(answers[read:]))
    return Snapshot(fight, [])
