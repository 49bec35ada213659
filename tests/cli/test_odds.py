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
    """A fighter too weak for the broadsword rolls one die; the heading names both sets of dice."""
    key = "sides.blade.fighters.Ansa.strength"
    both = run("odds", "first-blood", "--vary", f"{key}=9..10").out
    assert both.startswith("Ansa: Attack Torben with the broadsword (1d10, then 3d12)\n")
    strong = run("odds", "first-blood", "--vary", f"{key}=10..11").out
    assert strong.startswith("Ansa: Attack Torben with the broadsword (3d12)\n")


def test_several_attackers_add_up(run: Run) -> None:
    """Two attacks cannot drop the target, so harm adds up and misses multiply."""
    tough = ("--house", "check=d20")
    one = run.json("odds", "causeway", "--attacker", "Brynn", *tough)
    other = run.json("odds", "causeway", "--attacker", "Kael", "--ignore-distance", *tough)
    options = ("--attacker", "Brynn", "--attacker", "Kael", "--ignore-distance")
    both = run.json("odds", "causeway", *options, *tough)
    assert both["attackers"] == ["Brynn", "Kael"]
    assert both["hit"] == pytest.approx(1 - (1 - one["hit"]) * (1 - other["hit"]))
    # a target that drops takes no more, so the sum is a little less
    assert one["harm"] + other["harm"] - 0.01 < both["harm"] <= one["harm"] + other["harm"]
    assert both["attacks"][0]["harm"] == pytest.approx(one["harm"])
    assert both["drop"] > max(one["drop"], other["drop"])
    assert sum(both["damage"].values()) == pytest.approx(1)
    out = run("odds", "causeway", *options).out
    assert "2 attackers on Brigand Leader" in out
    assert all(len(line) <= 80 for line in out.split("\n"))
    twice = run("odds", "causeway", "--attacker", "Kael", "--attacker", "Kael")
    assert (twice.code, twice.err.strip()) == (2, "--attacker: name each attacker once")


def test_a_maneuver_has_odds_beside_attacks(run: Run) -> None:
    found = run.json("odds", "causeway", "--as", "grapple", "--ignore-distance")
    (option,) = found["options"]
    held = sum(one["p"] for one in option["outcomes"] if one["changes"])
    assert option["kind"] == "grapple"
    assert 0 < held < 1
    assert {"who": "Brigand Leader", "conditions": ["held"]} in [
        change for one in option["outcomes"] for change in one["changes"]
    ]
    shove = run("odds", "causeway", "--as", "shove", "--ignore-distance").out
    assert "Brigand Leader at rubble pile" in shove
    wrong = run("odds", "causeway", "--as", "grabble", "--ignore-distance")
    assert wrong.code == 2
    assert "did you mean 'grapple'" in wrong.err


def test_two_keys_make_a_table(run: Run) -> None:
    vary = (
        "--vary",
        "sides.blade.fighters.Ansa.strength=9..10",
        "--vary",
        "sides.mace.fighters.Torben.hp=4,8",
    )
    found = run.json("odds", "first-blood", *vary)
    assert [row["values"] for row in found["rows"]] == [[9, 4], [9, 8], [10, 4], [10, 8]]
    single = run.json("odds", "first-blood", "--vary", vary[1])
    assert found["rows"][1]["hit"] == pytest.approx(single["rows"][0]["hit"])
    assert found["rows"][2]["drop"] > found["rows"][3]["drop"]
    out = run("odds", "first-blood", *vary).out
    assert all(title in out for title in ("hits, ", "mean harm, ", "drops, "))
    refused = run("odds", "first-blood", *vary, "--vary", "round_limit=5,6")
    assert refused.code == 2
    assert "vary one key or two" in refused.err


def test_hits_that_do_no_harm_are_shown_apart(run: Run) -> None:
    """Armour may take all of a blow in Olde."""
    attack = ("odds", "ogre-at-the-bridge", "--ignore-distance")
    found = run.json(*attack)
    assert found["hurt"] < found["hit"] - 0.1
    assert found["damage"]["0"] == pytest.approx(1 - found["hurt"])
    assert "harms" in run(*attack).out


def test_two_varied_keys_are_told_apart(run: Run) -> None:
    vary = [f"sides.{side}.fighters.0.hp=4,5" for side in (0, 1)]
    _, out, _ = run("odds", "first-blood", "--vary", vary[0], "--vary", vary[1])
    assert "hits, 0.fighters.0.hp by 1.fighters.0.hp" in out
