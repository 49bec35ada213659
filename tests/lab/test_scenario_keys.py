"""Changes of a scenario by key."""

from __future__ import annotations

import pytest

from affray.core.problems import InvalidDataError
from affray.lab.scenario_keys import list_keys, parse_change, parse_value, with_changes
from affray.library import load


def test_a_key_leads_by_number_and_by_name() -> None:
    scenario = load("causeway")
    for key in ("sides.1.fighters.1.hp", "sides.foes.fighters.city-spearman.hp"):
        assert with_changes(scenario, {key: 9}).raw()["sides"][1]["fighters"][1]["hp"] == 9
    assert "hp" not in scenario.raw()["sides"][1]["fighters"][1]
    assert with_changes(scenario, {"house.check": "d20"}).house["check"] == "d20"


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("hause.check", "did you mean 'house'"),
        ("house.chek", "did you mean 'check'"),
        ("sides.foez.fighters.0.hp", "did you mean 'foes'"),
        ("sides.foes.fighters.9.hp", "no number 9 in a list of 3"),
        ("sides.foes.fighters.0.hpp", "did you mean 'hp'"),
        ("title.x", "title"),
    ],
)
def test_a_key_that_does_not_exist_says_so_in_one_line(key: str, said: str) -> None:
    with pytest.raises(InvalidDataError) as wrong:
        with_changes(load("causeway"), {key: 1})
    assert len(wrong.value.lines()) == 1
    assert said in wrong.value.lines()[0]


def test_values_are_read_as_toml_writes_them() -> None:
    assert [parse_value(text) for text in ("3", "true", '"d20"', "d20", "1.5")] == [
        3,
        True,
        "d20",
        "d20",
        1.5,
    ]
    assert parse_change("house.check=d20") == ("house.check", "d20")
    with pytest.raises(InvalidDataError, match="KEY=VALUE"):
        parse_change("nothing")


def test_who_has_the_name_of_a_kit_has_the_figures_of_the_fighter() -> None:
    keys = {entry.key: entry.value for entry in list_keys(load("first-blood"))}
    assert keys["sides.blade.fighters.Ansa.strength"] == 10
    assert keys["sides.blade.fighters.Ansa.kit"] == "greatblade"
