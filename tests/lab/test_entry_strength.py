"""The strength of a custom entry: odds against usual targets, and a paired comparison."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.problems import InvalidDataError
from affray.lab.entry_strength import measure_strength, roster_table, users_of, usual_targets
from affray.lab.mirror_match import content_as_written, mirror_match
from affray.library import Scenario, content_data, load, read_scenario, rulesets


def with_entry(
    name: str, table: str, entry: str, figures: dict[str, Any], side: int = 0, **first: Any
) -> Scenario:
    raw = load(name).raw()
    raw[table] = {entry: figures}
    raw["sides"][side]["fighters"][0].update(first)
    return read_scenario(raw, name)


RAPIER = {"damage": "2d12", "rushed": "1d12"}


def test_a_heavier_blade_hits_harder_and_wins_more() -> None:
    heavy = {**RAPIER, "damage": "6d12"}
    scenario = with_entry("first-blood", "weapons", "heavy", heavy, side=1, weapons=["heavy"])
    found = measure_strength(scenario, "weapons", "heavy", "rapier", within=0.02)
    assert found.users == ["Torben"]
    assert len(found.targets) == 4
    for one in found.targets:
        assert one.changed.mean > one.original.mean
    assert found.comparison is not None
    assert found.comparison.difference(1)["mace"].low > 0


def test_what_is_no_other_than_the_original_changes_no_fight() -> None:
    same = content_data("mithryn")["weapons"]["rapier"]
    plain = {key: one for key, one in same.items() if one}
    scenario = with_entry("causeway", "weapons", "mine", plain, weapons=["mine"])
    found = measure_strength(scenario, "weapons", "mine", "rapier", within=0.05)
    assert [one.changed.mean for one in found.targets] == [
        one.original.mean for one in found.targets
    ]
    assert found.comparison is not None
    assert not found.comparison.is_changed(1)


def test_what_nobody_has_gets_odds_and_no_comparison() -> None:
    scenario = with_entry("causeway", "weapons", "heavy", {**RAPIER, "damage": "6d12"})
    found = measure_strength(scenario, "weapons", "heavy", "rapier", within=0.05)
    assert found.users == []
    assert found.comparison is None
    assert found.targets
    assert found.attacker == "Kael"


def test_a_fighter_is_measured_by_the_weapon_that_does_most() -> None:
    for weapons in (["dagger", "rapier"], ["rapier", "dagger"]):
        figures = {"rank": 1, "strength": 9, "agility": 8, "finesse": 10, "weapons": weapons}
        scenario = with_entry("causeway", "fighters", "kael", figures)
        found = measure_strength(scenario, "fighters", "kael", "kael", within=0.05)
        assert found.users == ["kael"]
        assert len(found.targets) == 4
        assert all("rapier" in one.changed.attack.text for one in found.targets)


def test_who_has_a_thing_is_found_through_what_they_are() -> None:
    causeway = load("causeway")
    assert users_of(causeway, "rapier") == ["kael"]
    assert users_of(causeway, "brynn") == ["brynn"]
    assert users_of(causeway, "no-such-thing") == []


def test_an_entry_or_original_that_is_not_there_is_refused() -> None:
    scenario = with_entry("causeway", "weapons", "heavy", RAPIER, weapons=["heavy"])
    with pytest.raises(InvalidDataError, match="of its own"):
        measure_strength(scenario, "weapons", "rapier", "rapier")
    with pytest.raises(InvalidDataError, match="did you mean 'rapier'"):
        measure_strength(scenario, "weapons", "heavy", "rapierr")


@pytest.mark.parametrize("ruleset", list(rulesets()))
def test_usual_targets_are_of_the_roster(ruleset: str) -> None:
    names = content_data(ruleset)[roster_table(ruleset)]
    targets = usual_targets(ruleset)
    assert len(targets) >= 4
    assert set(targets) <= set(names)


def test_a_lopsided_scenario_is_said_to_be_and_a_balanced_variant_tells() -> None:
    heavy = {**RAPIER, "damage": "6d12"}
    scenario = with_entry("causeway", "weapons", "heavy", heavy, weapons=["heavy"])
    found = measure_strength(scenario, "weapons", "heavy", "rapier", within=0.05)
    assert found.is_lopsided
    assert found.mirror is not None
    even, changed = (row["sides"]["party"] for row in found.mirror.data())
    assert abs(even["share"] - 0.5) < 0.15, "with the original on both sides it is near even"
    assert changed["share"] > even["share"]
    assert found.mirror.difference(1)["party"].low > 0
    assert found.data()["lopsided"]


def test_a_side_meets_itself_with_copies_of_what_names_the_entry() -> None:
    raw = load("causeway").raw()
    raw["weapons"] = {"heavy": RAPIER}
    raw["fighters"] = {
        "kael": {**content_as_written("mithryn")["fighters"]["kael"], "weapons": ["heavy"]}
    }
    found = mirror_match(read_scenario(raw, "causeway"), 0, "heavy")
    assert found is not None
    data = found.raw()
    assert [one["is"] for one in data["sides"][1]["fighters"]] == ["kael-copy", "brynn", "sira"]
    assert data["fighters"]["kael-copy"]["weapons"] == ["heavy-copy"]
    assert data["weapons"]["heavy-copy"] == data["weapons"]["heavy"]
    assert [one["is"] for one in data["sides"][0]["fighters"]] == ["kael", "brynn", "sira"]
