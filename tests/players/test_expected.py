"""Simple players read the odds of the rules' stages."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

import pytest
from mypy_extensions import i64

from affray.core.odds import OddsTable
from affray.core.questions import Option
from affray.core.table import Stage, Table
from affray.players.expected import StageOdds, Worth, figure, mean
from affray.players.tactics import NO_PLACE, Tactics, Weights
from affray.rulesets.olde.dice import EffectRoll, OpposedAttempt


class TwoDice(Stage):
    """The sum of two dice, and whether they are a pair."""

    sides: Final[i64]
    total: i64 = 0

    def __init__(self, sides: i64) -> None:
        self.sides = sides
        self.played = 0

    def key(self) -> Hashable:
        return int(self.sides)

    def play(self, table: Table) -> i64:
        self.played += 1
        first, second = table.roll(2, self.sides)
        self.total = first + second
        return 1 if first == second else 0


class TotalAbove(Worth):
    """The worth 1 for a total above a number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def key(self) -> Hashable:
        return self.number

    def of(self, stage: Stage, number: i64) -> float:
        assert isinstance(stage, TwoDice)
        return 1.0 if stage.total > self.number else 0.0


def test_a_figure_is_the_distribution_of_one_attribute() -> None:
    odds = StageOdds()
    total = odds.figure(TwoDice(6), "total")
    assert total.values == list(range(2, 13))
    assert total.mean() == pytest.approx(7)
    assert total.reaches(11) == pytest.approx(3 / 36)
    assert odds.figure(TwoDice(6)).mean() == pytest.approx(1 / 6), "what `play` returns"


def test_a_share_is_never_more_than_what_is_left() -> None:
    total = StageOdds().figure(TwoDice(6), "total")
    assert total.share(2) == pytest.approx(1), "two points are always gone"
    assert total.share(12) == pytest.approx(7 / 12)
    assert total.share(3) == pytest.approx((2 / 36 + 3 * 35 / 36) / 3)
    assert total.share(0) == 0


def test_a_worth_is_remembered_by_both_keys() -> None:
    odds = StageOdds()
    assert odds.mean(TwoDice(6), TotalAbove(11)) == pytest.approx(1 / 36)
    assert odds.mean(TwoDice(6), TotalAbove(12)) == 0
    again = TwoDice(6)
    assert odds.mean(again, TotalAbove(11)) == pytest.approx(1 / 36)
    assert odds.mean(again, TotalAbove(12)) == 0
    assert again.played == 0, "known by its key"
    assert odds.mean(TwoDice(4), TotalAbove(7)) == pytest.approx(1 / 16)


def test_the_rules_own_stages_are_read() -> None:
    attempt = OpposedAttempt(7, 2, 9, 1, -1, 0)
    odds = OddsTable().explore(
        lambda table: bool(table.stage(attempt) == 0 and attempt.margin == 0)
    )
    assert figure(attempt, "margin").reaches(0) == pytest.approx(odds.probabilities[True])
    harm = EffectRoll(6, False, False, -2, 0)
    assert figure(harm, "result").mean() == pytest.approx((0 + 0 + 1 + 2 + 3 + 4) / 6)
    assert mean(TwoDice(6), TotalAbove(10)) == pytest.approx(3 / 36)


class Line(Tactics):
    """Tactics on a line of places, each with a gain and a danger."""

    def __init__(self, gains: list[float], dangers: list[float]) -> None:
        super().__init__(Weights(caution=1.0, presence=0.0, least_gain=0.1))
        self.gains, self.dangers = gains, dangers
        self.here = 0
        self.closed = -1
        self.seen: list[int] = []

    def place(self) -> i64:
        return self.here

    def stand(self, place: i64) -> None:
        self.here = int(place)
        self.seen.append(self.here)

    def may_go(self, place: i64) -> bool:
        return place != self.closed

    def gain(self) -> float:
        return self.gains[self.here]

    def danger(self) -> float:
        return self.dangers[self.here]

    def distance(self) -> float:
        return float(len(self.gains) - self.here)

    def value(self, option: Option) -> float:
        return float(option.value)


def test_the_best_place_is_judged_by_standing_there_in_thought() -> None:
    line = Line([1.0, 3.0, 3.0, 4.0], [0.0, 0.5, 0.0, 3.0])
    assert line.best_place([1, 2, 3]) == 2
    assert line.here == 0, "and back again"
    assert set(line.seen) == {0, 1, 2, 3}


def test_a_place_that_cannot_be_reached_is_not_gone_to() -> None:
    line = Line([1.0, 3.0, 2.0], [0.0, 0.0, 0.0])
    line.closed = 1
    assert line.best_place([1, 2]) == 2


def test_a_place_that_is_hardly_better_is_not_gone_to() -> None:
    assert Line([1.0, 1.05], [0.0, 0.0]).best_place([1]) == NO_PLACE
    assert Line([1.0, 1.15], [0.0, 0.0]).best_place([1]) == 1


def test_where_nothing_can_be_done_nearer_is_better() -> None:
    assert Line([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]).best_place([1, 2]) == 2
    assert Line([0.0, 0.0, 0.0], [0.0, 0.0, 9.0]).best_place([1, 2]) == 1


class Hasty(Line):
    """Tactics that read the danger of a place only if its gain is high enough."""

    def judge_if_better(self, least: float) -> float:
        return self.judge() if self.gain() > least else self.gain()

    def danger(self) -> float:
        self.looked = [*getattr(self, "looked", []), self.here]
        return super().danger()


def test_danger_is_left_out_where_a_place_cannot_be_better() -> None:
    line = Hasty([2.0, 1.0, 4.0, 3.0], [0.0, 0.0, 1.0, 0.0])
    assert line.best_place([1, 2, 3]) == 2
    assert line.looked == [0, 2], "3 is no better than 2 with its danger"


def test_the_best_option_is_worth_more_than_the_least() -> None:
    options = [Option(str(worth), "x", "x", value=worth) for worth in (0, 2, 5, 5)]
    line = Line([0.0], [0.0])
    assert line.best_option(options) is options[2]
    assert line.best_option(options, 5.0) is None
    assert line.best_option(options[:1]) is None
