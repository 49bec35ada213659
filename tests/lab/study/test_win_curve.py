"""The win curve, and the paired playouts that it is fitted to."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from affray import api
from affray.core.questions import NOBODY
from affray.lab.statistics import Z95
from affray.lab.study.paired_playouts import PairCounts, play_link
from affray.lab.study.points import Cause, StudiedFight
from affray.lab.study.win_curve import Estimate, PairScores, fit_curve
from affray.library import load


def independent(pairs: int, first: float, second: float) -> PairCounts:
    """Return pairs as they occur without common dice, for two shares of wins."""
    return Counter(
        {
            (0, 0): round(pairs * first * second),
            (0, 1): round(pairs * first * (1 - second)),
            (1, 0): round(pairs * (1 - first) * second),
            (1, 1): round(pairs * (1 - first) * (1 - second)),
        }
    )


def test_the_end_is_known_and_the_beginning_has_its_error() -> None:
    curve = fit_curve([independent(1000, 0.6, 1.0)], 0, 0)
    assert curve.at(1).value == pytest.approx(1)
    assert curve.at(1).error < 1e-3
    assert curve.at(0).value == pytest.approx(0.6, abs=1e-6)
    assert curve.at(0).error == pytest.approx(Z95 * sqrt(0.24 / 1000), rel=1e-3)
    assert curve.change(0).value == pytest.approx(0.4, abs=1e-6)


def test_a_fight_that_is_not_over_has_no_certain_end() -> None:
    curve = fit_curve([independent(1000, 0.6, 0.8)], 0, None)
    assert curve.at(1).value == pytest.approx(0.8, abs=0.01)
    assert curve.at(1).error == pytest.approx(Z95 * sqrt(0.16 / 1000), rel=0.1)


def test_a_point_profits_from_both_its_neighbours() -> None:
    alone = fit_curve([independent(1000, 0.6, 0.5)], 0, None)
    both = fit_curve([independent(1000, 0.6, 0.5), independent(1000, 0.5, 0.7)], 0, None)
    assert both.at(1).error == pytest.approx(alone.at(1).error / sqrt(2), rel=0.05)
    assert both.at(0).error == pytest.approx(alone.at(0).error, rel=0.05)


def test_common_dice_narrow_a_difference() -> None:
    apart = independent(1000, 0.6, 0.5)
    common = Counter({(0, 0): 500, (0, 1): 100, (1, 1): 400})
    wide, narrow = (PairScores.of(one, 0).difference() for one in (apart, common))
    assert wide.value == pytest.approx(narrow.value) == pytest.approx(-0.1, abs=0.001)
    assert narrow.error < 0.5 * wide.error
    assert fit_curve([common], 0, None).change(0).error < 0.5 * (
        fit_curve([apart], 0, None).change(0).error
    )


def test_no_difference_at_all_is_not_certainty() -> None:
    same = PairScores.of(Counter({(0, 0): 50, (1, 1): 50}), 0).difference()
    assert same.value == 0
    assert 0.01 < same.error < 0.06


def test_a_draw_is_half_a_win() -> None:
    draws: PairCounts = Counter({(NOBODY, 0): 100})
    for side, value in ((0, 1.0), (1, 0.0)):
        scores = PairScores.of(draws, side)
        assert (scores.first, scores.second) == (0.5, value)


def test_what_was_measured_apart_adds_up() -> None:
    found = Estimate(0.1, 0.03) + Estimate(-0.3, 0.04)
    assert found.value == pytest.approx(-0.2)
    assert found.error == pytest.approx(0.05)
    assert found.is_sure()
    assert not Estimate(0.05, 0.05).is_sure()


def test_pairs_share_the_dice_behind_what_was_rolled() -> None:
    """Playouts with common dice differ less than those with their own dice."""
    scenario = load("first-blood")
    studied = StudiedFight(scenario, api.play(scenario, 3).answers)
    links = [link for link in studied.links[:-1] if link.cause is Cause.DICE]
    squares, alone = 0.0, 0.0
    for link in links:
        scores = PairScores.of(play_link(studied, link, 1, 0, 300), 0)
        squares += scores.squares
        alone += scores.first + scores.second - 2 * scores.first * scores.second
    assert squares < 0.75 * alone


def test_pairs_are_the_same_however_they_are_divided() -> None:
    scenario = load("first-blood")
    studied = StudiedFight(scenario, api.play(scenario, 3).answers)
    link = studied.links[2]
    whole = play_link(studied, link, 1, 0, 40)
    assert whole == play_link(studied, link, 1, 0, 15) + play_link(studied, link, 1, 15, 25)
    assert whole != play_link(studied, link, 2, 0, 40)
