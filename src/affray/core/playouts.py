"""Playouts: from one moment of a fight to many endings, for search and for reviews.

A moment consists of the fight between turns and the answers since. So each ending begins with a
copy and a few answers instead of the whole tape.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import exp
from typing import Final

from mypy_extensions import i64

from affray.core.dice import Dice
from affray.core.fight import STANDING, Fight, Setup
from affray.core.odds import OddsCache, OddsTable
from affray.core.questions import NOBODY
from affray.core.table import LiveTable, Player, Table
from affray.core.tape import Answer, OpenQuestionError, TapeEndsAtDiceError, TapeTable

STEEPNESS: Final = 6.0
"""The slope of the logistic curve from the lead in health to the chance to win. It lies in the
middle of the values from the rulesets' fights."""

HEALTH: Final = 0.02
"""The value of keeping all health, as a fraction of a win. It decides between equal chances."""

PATH_CUT_OFF: Final = 1e-4
"""An outcome of a turn less likely than this is left out of a complete list."""

MOST_LEFT_OUT: Final = 0.03
"""The maximum probability left out of a list of outcomes; beyond it the list is useless."""


class PlayoutResults:
    """The results of many endings: draws, and the wins of each side."""

    def __init__(self, sides: int) -> None:
        self.fights: i64 = 0
        self.draws: i64 = 0
        self.wins: list[int] = [0] * sides

    def add(self, fight: Fight) -> None:
        """Count a fight that has ended."""
        self.fights += 1
        winner = fight.winner()
        if winner == NOBODY:
            self.draws += 1
        else:
            self.wins[winner] += 1

    def score(self, side: i64) -> float:
        """Return a side's share of the endings. A draw counts half."""
        return (float(self.wins[side]) + float(self.draws) / 2) / float(self.fights)


def health_shares(fight: Fight) -> list[float]:
    """Return the share of its health that each side has left, in fighters who stand."""
    sides = len(fight.setup.sides)
    left = [0] * sides
    most = [0] * sides
    for fighter in fight.roster():
        most[fighter.side] += fighter.max_health()
        if fighter.state() == "standing":
            left[fighter.side] += fighter.health()
    return [float(left[side]) / float(max(1, most[side])) for side in range(sides)]


def health_lead(fight: Fight, side: i64) -> float:
    """Return a side's share of health left, minus the mean share of the other sides."""
    shares = health_shares(fight)
    mine = shares[side]
    return mine - (sum(shares) - mine) / float(max(1, len(shares) - 1))


def state_row(fight: Fight) -> list[float]:
    """Return the numbers by which a fight is evaluated.

    For each fighter these are the share of its health left and whether it stands. A fighter who
    does not stand has no share.
    """
    row: list[float] = []
    for fighter in fight.roster():
        if fighter.state() == STANDING:
            row.append(float(fighter.health()) / float(max(1, fighter.max_health())))
            row.append(1.0)
        else:
            row.append(0.0)
            row.append(0.0)
    return row


class WinModel:
    """A logistic model of each side's chance to win, from who stands and with how much health.

    The weights of a side are a constant and then two for each fighter, as in `state_row`.
    """

    def __init__(self, weights: list[list[float]]) -> None:
        self.weights: Final = weights

    def chance(self, fight: Fight, side: i64) -> float:
        """Return a side's chance to win an unfinished fight."""
        weights = self.weights[side]
        row = state_row(fight)
        total: float = weights[0]
        for number in range(len(row)):
            total += weights[number + 1] * row[number]
        return 1.0 / (1.0 + exp(-min(max(total, -30.0), 30.0)))

    def evaluate(self, fight: Fight, side: i64) -> float:
        """Return the value of a fight for a side.

        It is about 1 for a win and 0 for a loss, and a little more with more health. For an
        unfinished fight it is based on the chance to win, which needs fewer trials than the final
        winner.
        """
        if not fight.is_over():
            won = self.chance(fight, side)
        elif fight.winner() == NOBODY:
            won = 0.5
        else:
            won = 1.0 if fight.winner() == side else 0.0
        return won + HEALTH * health_lead(fight, side)


def health_model(fight: Fight) -> WinModel:
    """Return a model that uses only health, in which every point has the same weight."""
    sides = len(fight.setup.sides)
    most = [0] * sides
    for fighter in fight.roster():
        most[fighter.side] += fighter.max_health()
    weights: list[list[float]] = []
    for side in range(sides):
        found = [0.0]
        for fighter in fight.roster():
            part = STEEPNESS * float(fighter.max_health()) / float(max(1, most[fighter.side]))
            if fighter.side != side:
                part = -part / float(max(1, sides - 1))
            found.append(part)
            found.append(0.0)
        weights.append(found)
    return WinModel(weights)


class StateSample:
    """States of fights between turns, as rows, and the final winner for each."""

    def __init__(self) -> None:
        self.rows: Final[list[list[float]]] = []
        self.winners: Final[list[int]] = []

    def play(self, setup: Setup, players: list[Player], seed: int, number: int) -> None:
        """Play a fight and record its states."""
        fight = setup.new_fight(LiveTable(Dice(seed, number), players))
        states = 0
        while not fight.is_over():
            self.rows.append(state_row(fight))
            states += 1
            fight.step()
        winner = int(fight.winner())
        for _state in range(states):
            self.winners.append(winner)


class Snapshot:
    """A point within a fight: the fight between turns, and the answers given since."""

    def __init__(self, before: Fight, answers: list[Answer]) -> None:
        self.fight: Final = before
        self.answers: Final = answers

    def with_answer(self, choice: Answer) -> Snapshot:
        """Return the snapshot after one more answer."""
        return Snapshot(self.fight, [*self.answers, choice])

    def play_out(self, players: list[Player], seed: int, count: int) -> PlayoutResults:
        """Play on to the end `count` times."""
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


class PathLimitError(Exception):
    """A turn has more outcomes than wanted."""


class TurnOutcomes:
    """All outcomes of a turn that has begun, if the given players decide.

    The fights after it are ordered by value. Raises PathLimitError if there are too many, or if too
    much probability would be left out.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        players: list[Player],
        model: WinModel,
        side: i64,
        cache: OddsCache,
        limit: i64,
    ) -> None:
        table = OddsTable(players, cache, PATH_CUT_OFF)
        fights: list[Fight] = []
        weights: list[float] = []

        def play_turn(path: Table) -> int:
            if len(fights) == limit:
                raise PathLimitError
            fight = snapshot.fight.copy(TapeTable(snapshot.answers, path))
            fight.step()
            fights.append(fight)
            weights.append(table.weight)
            return 0

        odds = table.explore(play_turn)
        if odds.error > MOST_LEFT_OUT:
            raise PathLimitError
        worth = [model.evaluate(fight, side) for fight in fights]
        order = sorted(range(len(fights)), key=worth.__getitem__)
        total = sum(weights)
        self.fights: Final = [fights[number] for number in order]
        self.values: Final = [worth[number] for number in order]
        self.cumulative: Final[list[float]] = []
        """The probability of each fight together with all of lower value."""
        below: float = 0.0
        mean: float = 0.0
        for number in order:
            below += weights[number] / total
            self.cumulative.append(below)
            mean += worth[number] * weights[number] / total
        self.mean: Final[float] = mean

    def at(self, quantile: float) -> int:
        """Return the index of the fight at a quantile of the values."""
        return min(bisect_right(self.cumulative, quantile), len(self.fights) - 1)


def spread_quantile(number: i64, shift: float) -> float:
    """Return a quantile for each number, so that any run of numbers is spread evenly.

    The sequence is van der Corput's.
    """
    found: float = shift
    part: float = 0.5
    left: i64 = number
    while left > 0:
        if left & 1:
            found += part
        part /= 2.0
        left >>= 1
    return found - 1.0 if found >= 1.0 else found


class OptionPlayouts:
    """Playouts after an option was chosen, to estimate its value for a side.

    If all outcomes of the turn are known, a playout begins after the turn. Playouts with the same
    number begin at the same quantile for every option. The luck of the turn is then subtracted,
    because its mean is known exactly.
    """

    def __init__(
        self, snapshot: Snapshot, players: list[Player], model: WinModel, side: int, seed: int
    ) -> None:
        self.snapshot: Final = snapshot
        self.players: Final = players
        self.model: Final = model
        self.side: Final[i64] = side
        self.seed: Final = seed
        self.shift: Final[float] = float(seed * 40503 % 65536) / 65536.0
        self.outcomes: TurnOutcomes | None = None

    def list_outcomes(self, cache: OddsCache, limit: i64) -> bool:
        """List every outcome of the turn. Return False if there are too many."""
        try:
            self.outcomes = TurnOutcomes(
                self.snapshot, self.players, self.model, self.side, cache, limit
            )
        except PathLimitError:
            return False
        return True

    def sample_values(self, turns: i64, first: int, count: int) -> list[float]:
        """Return the value of each playout over a number of turns after this one.

        The dice are numbered from `first` on. Every turn has its own dice, so two options with the
        same numbers get the same dice in each turn, whatever was rolled before.
        """
        found: list[float] = []
        for number in range(first, first + count):
            live = LiveTable(Dice(self.seed, number), self.players)
            outcomes = self.outcomes
            luck: float = 0.0
            if outcomes is not None:
                at = outcomes.at(spread_quantile(number, self.shift))
                luck = outcomes.values[at] - outcomes.mean
                fight = outcomes.fights[at].copy(live)
            else:
                fight = self.snapshot.fight.copy(TapeTable(self.snapshot.answers, live))
                if not fight.is_over():
                    fight.step()
                    fight.table = live
            last = fight.turns + turns
            turn = 0
            while fight.turns < last and not fight.is_over():
                turn += 1
                live.dice = Dice(self.seed + turn, number)
                fight.step()
            found.append(self.model.evaluate(fight, self.side) - luck)
        return found


class FightHistory:
    """A fight read from its tape, from which every earlier moment can be reconstructed."""

    def __init__(self, setup: Setup, answers: Sequence[Answer]) -> None:
        self.answers: Final = list(answers)
        self.fights: Final[list[Fight]] = []
        """The fight at each moment between turns."""
        self.answers_read: Final[list[int]] = []
        """The number of answers before each of these moments."""
        self.open_question: OpenQuestionError | None = None
        """The open question at the end of the tape, if the fight is not over."""
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
            pass  # it ends among dice, and the next question depends on them

    def _keep(self, fight: Fight, reader: TapeTable) -> None:
        self.fights.append(fight.copy(reader))
        self.answers_read.append(int(reader.answers_read))

    def snapshot(self, answers: int) -> Snapshot:
        """Return the snapshot after a number of answers."""
        at = bisect_right(self.answers_read, answers) - 1
        return Snapshot(self.fights[at], self.answers[self.answers_read[at] : answers])


def snapshot_at_end(setup: Setup, answers: Sequence[Answer]) -> Snapshot:
    """Return the snapshot at the end of a tape, with a question open."""
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
