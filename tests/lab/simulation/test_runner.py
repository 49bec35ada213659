"""Simulation: the same for any number of workers, as exact as is wanted."""

import pytest

from affray.core.problems import InvalidDataError
from affray.lab.simulation import simulate
from affray.library import load


def test_another_seed_gives_other_fights() -> None:
    assert (
        simulate(load("first-blood"), 500, seed=1).tally
        != simulate(load("first-blood"), 500, seed=2).tally
    )


def test_within_stops_when_the_interval_is_narrow_enough() -> None:
    found = simulate(load("first-blood"), within=0.02, seed=1, workers=1)
    assert found.tally.is_known_within(0.02)
    assert found.tally.fights < 20_000


def test_random_players_take_part() -> None:
    found = simulate(load("causeway"), 300, players={"party": "random"}, workers=1)
    assert found.sides["party"].share < 0.9


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({"fights": 0}, "-n"),
        ({"within": 0.9}, "--within"),
        ({"workers": 0}, "--workers"),
        ({"players": {"party": "nobody"}}, "player"),
    ],
)
def test_wrong_wishes_are_refused(what: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidDataError, match=said):
        simulate(load("causeway"), **what)  # type: ignore[arg-type]
