"""Tuning a value to a wanted share of wins."""

from __future__ import annotations

import pytest

from affray.core.problems import InvalidDataError
from affray.lab.tune import tune, values_between
from affray.library import load

SPEARMEN = "sides.foes.fighters.city-spearman.count"


def test_tuning_finds_the_number_of_foes() -> None:
    found = tune(load("causeway"), SPEARMEN, 1, 40, "party", 0.5, within=0.03, workers=1)
    assert found.value == 2
    assert not found.is_reached()
    assert found.share(1) > found.share(2) > found.share(3)
    assert len(found.tried) < 20
    assert found.data()["low"] <= found.data()["share"] <= found.data()["high"]


def test_tuning_goes_halfway_to_what_was_tried() -> None:
    found = tune(load("causeway"), "round_limit", 1, 1, within=0.2, workers=1)
    assert found.value == 1
    found.tried = dict.fromkeys((1, 9, 17), found.tried[1])
    found.value = 9
    assert values_between(found) == [5, 13]


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"share": 1.4}, "not 140%"),
        ({"side": "nobody"}, "there is no side 'nobody'"),
        ({"low": 3, "high": 1}, "--to"),
        ({"key": "no.such"}, "there is no key 'no'"),
    ],
)
def test_wrong_wishes_of_tuning_are_refused(how: dict[str, object], said: str) -> None:
    wanted: dict[str, object] = {"key": SPEARMEN, "low": 1, "high": 3, **how}
    with pytest.raises(InvalidDataError, match=said):
        tune(load("causeway"), **wanted)  # type: ignore[arg-type]


def test_a_wide_interval_takes_few_fights() -> None:
    """±10 points take about a hundred fights for each value, not two thousand."""
    found = tune(load("first-blood"), "sides.mace.fighters.Torben.hp", 4, 12, within=0.1, workers=1)
    assert max(one.fights for one in found.tried.values()) <= 125
    closely = tune(
        load("first-blood"), "sides.mace.fighters.Torben.hp", 7, 9, within=0.05, workers=1
    )
    nearest = closely.tried[closely.value].sides[closely.side]
    assert nearest.high - nearest.low <= 0.1


def test_fighters_with_listed_places_can_be_counted() -> None:
    found = tune(
        load("ogre-at-the-bridge"), "sides.1.fighters.0.count", 1, 3, within=0.2, workers=1
    )
    assert sorted(found.tried) == [1, 2, 3]
    assert found.share(1) > found.share(3)
