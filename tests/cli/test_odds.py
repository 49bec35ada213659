"""The command `affray odds`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.conftest import Run


def test_odds(run: Run) -> None:
    attack = ("odds", "causeway", "--attacker", "Brynn", "--target", "City Spearman")
    found = run.json(*attack)
    assert set(found) >= {"exact", "error", "hit", "mean", "damage", "outcomes"}
    assert found["exact"] is True
    one_misses = 0.4
    assert found["hit"] == pytest.approx(1 - one_misses**2), "the attack itself"
    helped = found["with_replies"]
    assert helped["hit"] == pytest.approx(1 - one_misses**4), "a friend helps, and both roll again"
    assert helped["text"] == "if Kael helps (simple would; costs 1 action of the next turn)"
    assert run.json(*attack, "--replies", "passive")["hit"] == found["hit"]
    simple = run.json(*attack, "--replies", "simple")
    assert (simple["hit"], simple["with_replies"]) == (helped["hit"], None)
    assert sum(found["damage"].values()) == pytest.approx(1, abs=1e-9)
    assert found["damage"]["0"] == pytest.approx(0.16)
    assert found["harm"] == found["mean"]
    assert sum(outcome["p"] for outcome in found["outcomes"]) == pytest.approx(1, abs=1e-9)
    assert "attack.explode" in found["rules"]
    shown = run(*attack).out
    assert "exact, without optional replies" in shown
    assert "hits 84.0 %" in shown
    assert "97.4 %, harm 1.546, drops 0.2 % if Kael helps (simple would;" in shown
    assert "harms" not in shown, "every hit does harm here"
    assert all(len(line) <= 80 for line in shown.split("\n"))


def test_odds_within_reach_and_in_other_manners(run: Run) -> None:
    refused = run("odds", "causeway", "--attacker", "Sira")
    assert refused.code == 2
    assert "reaches its own zone only; --ignore-distance puts them within" in refused.err
    near = run.json("odds", "causeway", "--attacker", "Sira", "--ignore-distance")
    rushed = run.json("odds", "causeway", "--attacker", "Sira", "--ignore-distance", "--as", "rush")
    assert near["mean"] > rushed["mean"] > 0
    fists = run.json(
        "odds", "causeway", "--attacker", "Sira", "--ignore-distance", "--with", "unarmed"
    )
    assert fists["mean"] < near["mean"]


def test_odds_of_a_tape(run: Run, short_tape: Path) -> None:
    found = run.json("odds", "--tape", str(short_tape))
    assert found["asked"] == "Ansa"
    assert any(option["harm"].get("Torben", 0) > 0 for option in found["options"])
    code, out, _ = run("odds", "--tape", str(short_tape), "--replies", "best")
    assert code == 0
    assert "best reply" in out


def test_the_heading_of_varied_odds_names_the_dice_of_all_values(run: Run) -> None:
    """Whoever is too weak for the broadsword strikes with one die; the heading is no row's own."""
    key = "sides.blade.fighters.Ansa.strength"
    both = run("odds", "first-blood", "--vary", f"{key}=9..10").out
    assert both.startswith("Ansa: Attack Torben with the broadsword (1d10, then 3d12)\n")
    strong = run("odds", "first-blood", "--vary", f"{key}=10..11").out
    assert strong.startswith("Ansa: Attack Torben with the broadsword (3d12)\n")
