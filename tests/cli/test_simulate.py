"""The command `affray simulate`."""

from __future__ import annotations

import pytest

from affray.lab.simulation.runner import detailed_count
from cli.conftest import Run


def test_simulate(run: Run) -> None:
    found = run.json("simulate", "first-blood", "-n", "600", "--seed", "4", "--workers", "1")
    assert set(found) >= {
        "fights",
        "turns",
        "seconds",
        "fights_per_second",
        "turns_per_second",
        "checksum",
        "draws",
        "sides",
        "rounds",
    }
    assert found["fights"] == 600
    assert set(found["sides"]["blade"]) >= {"wins", "share", "low", "high"}
    assert set(found["rounds"]) >= {"mean", "p10", "p50", "p90", "histogram"}
    shown = run("simulate", "first-blood", "-n", "600", "--seed", "4", "--workers", "1").out
    assert "95 % sure" in shown
    assert all(len(line) <= 80 for line in shown.split("\n"))


def test_house_rules_change_the_outcome(run: Run) -> None:
    plain = run.json("simulate", "causeway", "-n", "500", "--workers", "1")
    house = run.json(
        "simulate", "causeway", "-n", "500", "--workers", "1", "--house", "foe_actions=2"
    )
    assert plain["checksum"] != house["checksum"]
    assert house["sides"]["party"]["share"] < plain["sides"]["party"]["share"]


def test_simulate_tells_details(run: Run) -> None:
    code, out, _ = run("simulate", "causeway", "-n", "300", "--detail")
    assert code == 0
    assert "from all fights" in out
    assert "who drops whom" in out
    assert "checksum" not in out
    assert "checksum" in run("simulate", "causeway", "-n", "50", "--verbose").out
    found = run.json("simulate", "causeway", "-n", "1100", "--workers", "1")
    assert found["detail"]["fights"] == 1000
    for one in found["detail"]["fighters"]:
        low, high = one["standing_interval"]
        assert low <= one["standing"] <= high
        assert high - low < 0.07


def test_simulate_tells_who_is_down_by_when(run: Run) -> None:
    options = ("simulate", "causeway", "-n", "200", "--workers", "1")
    found = run.json(*options, "--rounds")
    states = found["by_round"]
    assert found["checksum"] == run.json(*options)["checksum"], "the same fights"
    last = states["rounds"][-1]
    assert states["rounds"] == list(range(1, last + 1))
    assert states["over"][-1] >= 0.995
    for one in states["fighters"]:
        assert len(one["down"]) == len(one["interval"]) == len(states["rounds"])
        assert all(
            low <= down <= high
            for down, (low, high) in zip(one["down"], one["interval"], strict=True)
        )
    standing = {one["name"]: one["standing"] for one in found["detail"]["fighters"]}
    for one in states["fighters"]:
        assert one["down"][-1] == pytest.approx(1 - standing[one["name"]], abs=0.01)
    out = run(*options, "--rounds").out
    assert "down at the end of a round" in out
    assert all(len(line) <= 80 for line in out.split("\n"))


@pytest.mark.parametrize(
    ("fights", "within", "listened"),
    [
        (50, None, 1000),
        (25_000, None, 1000),
        (25_100, None, 1004),
        (9_000_000, None, 4000),
        (None, None, 1000),
        (None, 0.01, 1000),
    ],
)
def test_how_many_fights_are_listened_to(
    fights: int | None, within: float | None, listened: int
) -> None:
    """One in 25, from 1,000 to 4,000 of them."""
    assert detailed_count(fights, within) == listened
