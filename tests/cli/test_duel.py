"""The command `affray duel`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from affray.cli.duel import signed
from affray.library import load, read_scenario
from cli.conftest import Run


def test_duel(run: Run) -> None:
    found = run.json("duel", "first-blood", "--seconds", "1000")
    assert {"exact", "sides", "draw", "states", "seconds", "rounds"} <= set(found)
    assert found["exact"] is True
    assert sum(found["sides"].values()) + found["draw"] == pytest.approx(1)
    code, out, _ = run("duel", "first-blood", "--seconds", "1000")
    assert code == 0
    assert "after each round" in out
    assert "states" in out


def test_duel_with_best_play(run: Run, tmp_path: Path) -> None:
    raw = load("first-blood").toml().replace('at = "yard"', 'at = "yard", hp = 2')
    file = tmp_path / "short.toml"
    file.write_text(raw)
    code, out, err = run("duel", str(file), "--best", "both", "--seconds", "1000")
    assert code == 0, err
    told = " ".join(out.split())
    assert "Best play wins blade 49.4 %, simple 49.4 %: a gain of +0.00 points." in told
    assert "Best play wins mace 50.6 %, simple 50.6 %: a gain of +0.00 points." in told
    assert "Simple already plays the best that was found. It does this:" in told
    dear = ["--house", "reaction_cost=an action each"]
    code, out, err = run("duel", str(file), "--best", "both", "--seconds", "1000", *dear)
    assert code == 0, err
    assert "Best play wins blade 81.0 %" in " ".join(out.split()), (
        "two reactions cost the mace more"
    )


def test_what_best_play_does_differently(run: Run, tmp_path: Path) -> None:
    raw = load("wrestling-ring").raw()
    for side in raw["sides"]:
        side["fighters"][0]["hearts"] = 1
    file = tmp_path / "short.toml"
    file.write_text(read_scenario(raw, "short").toml())
    code, out, err = run("duel", str(file), "--best", "north", "--seconds", "1000")
    assert code == 0, err
    told = " ".join(out.split())
    assert re.search(r"Best play wins north \d+\.\d %, simple \d+\.\d %: a gain of \+\d", told)
    assert "What it does differently from simple, most important first:" in told
    assert re.search(r"instead of: .* \(\+\d+\.\d\d points each time\)", told)


def test_what_best_play_gains_is_told_as_far_as_it_is_known(run: Run) -> None:
    """The plan found so far may look much better than best play is known to be."""
    command = ("duel", "two-blades", "--best", "sun", "--states", "1500", "--seconds", "1000")
    best = run.json(*command)["best"]
    assert best["usual_values"]["sun"] == pytest.approx([0.50955, 0.50955], abs=1e-5)
    low, high = best["gains"]["sun"]
    assert high - low > 0.1
    code, out, err = run(*command)
    assert code == 0, err
    told = " ".join(out.split())
    assert ", simple 51.0 %: a gain of " in told
    assert low == pytest.approx(0.0, abs=1e-5)  # it is worth what simple is at least
    assert f"a gain of +0.00 to {high * 100:+.2f} points." in told


def test_duel_between_bounds(run: Run) -> None:
    found = run.json("duel", "causeway", "--states", "20")
    assert found["exact"] is False
    assert found["stopped"] == "states"
    low, high = found["bounds"]["party"]
    assert 0 <= low < high <= 1
    estimate = found["estimate"]["party"]
    assert estimate["low"] < estimate["high"]
    assert estimate["low"] <= estimate["share"] <= estimate["high"]
    code, out, _ = run("duel", "causeway", "--states", "20")
    assert code == 0
    assert " to 100.00 %" in out
    assert re.search(r"party +simple +\d+\.\d\d % ± \d+\.\d\d ", out)
    assert re.search(r"estimated by [\d,]+ fights", out)
    assert "as many states as --states allows" in out
    assert "exact" not in out


def test_duel_until_it_is_near_enough(run: Run) -> None:
    found = run.json("duel", "moonlit-duel", "--within", "0.02", "--seconds", "1000")
    assert found["exact"] is False
    assert 0 < found["error"] <= 0.04
    assert found["stopped"] == ""


@pytest.mark.parametrize(
    ("share", "text"), [(0.0, "+0.00"), (-1e-9, "+0.00"), (-0.0123, "-1.23"), (0.0123, "+1.23")]
)
def test_a_gain_of_nothing_is_not_told_as_a_loss(share: float, text: str) -> None:
    assert signed(share) == text
