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
    assert run.json("simulate", "causeway", "-n", "1500")["detail"]["fights"] == 100


@pytest.mark.parametrize(
    ("fights", "within", "listened"),
    [
        (50, None, 100),
        (20_000, None, 100),
        (20_200, None, 101),
        (200_000, None, 1000),
        (9_000_000, None, 1000),
        (None, None, 100),
        (None, 0.01, 100),
    ],
)
def test_how_many_fights_are_listened_to(
    fights: int | None, within: float | None, listened: int
) -> None:
    """One in 200, from 100 to 1,000 of them."""
    assert detailed_count(fights, within) == listened
