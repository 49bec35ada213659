"""Intervals, against values from textbooks."""

from __future__ import annotations

import pytest

from affray.lab.statistics import paired, wilson


def test_wilsons_interval() -> None:
    """The textbook has 7 of 10."""
    low, high = wilson(7, 10)
    assert low == pytest.approx(0.396778, abs=1e-5)
    assert high == pytest.approx(0.892208, abs=1e-5)
    assert wilson(0, 0) == (0.0, 1.0)
    for fights in range(1, 400):
        assert wilson(0, fights)[0] == 0.0
        assert wilson(fights, fights)[1] == 1.0
        assert 0.0 < wilson(1, fights + 1)[0] < 1 / (fights + 1) < wilson(1, fights + 1)[1] < 1.0


def test_paired_differences() -> None:
    """Bonett and Price's interval for 12 wins only before and 30 only after, of 200."""
    change, low, high = paired(12, 30, 200)
    assert change == pytest.approx(0.09)
    assert (low, high) == (pytest.approx(0.02594, abs=1e-4), pytest.approx(0.15228, abs=1e-4))
    assert paired(0, 0, 0) == (0.0, -1.0, 1.0)
