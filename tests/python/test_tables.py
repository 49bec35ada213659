"""The result of every `rows()` fits into pandas and polars."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

import affray
from conftest import compiled


@pytest.fixture(scope="module")
def tables() -> dict[str, Any]:
    """Return one of each object that has rows."""
    duel = affray.load("first-blood")
    fight = duel.fight(seed=4)
    hit_points = "sides.mace.fighters.Torben.hp"
    return {
        "scenario": duel,
        "fight": fight,
        "odds": duel.odds("Ansa", "Torben"),
        "varied odds": duel.vary_odds("sides.blade.fighters.Ansa.strength", range(9, 12), "Ansa"),
        "simulation": duel.simulate(40, seed=1, workers=1, detail=10),
        "comparison": duel.compare({"random": {"mace": "random"}}, 40, workers=1),
        "sweep": duel.sweep({hit_points: [8, 9]}, fights=20, workers=1),
        "tuning": duel.tune(hit_points, 6, 14, within=0.3, workers=1),
        "story": fight.story(20, workers=1),
        "duel": duel.duel(),
        "arena": duel.arena(["simple", "random"], 20, workers=1),
    }


@pytest.mark.skipif(not compiled(), reason="solves a duel and plays some hundred fights")
@pytest.mark.parametrize(
    "name",
    [
        "scenario",
        "fight",
        "odds",
        "varied odds",
        "simulation",
        "comparison",
        "sweep",
        "tuning",
        "story",
        "duel",
        "arena",
    ],
)
def test_rows_are_taken_as_they_are(name: str, tables: dict[str, Any]) -> None:
    import pandas  # not by every process that collects tests
    import polars

    rows = tables[name].rows()
    assert rows
    keys = list(rows[0])
    assert all(list(row) == keys for row in rows), "every row has the same columns, in one order"
    plain = (bool, int, float, str, type(None))
    assert [value for row in rows for value in row.values() if type(value) not in plain] == []
    for frame in (pandas.DataFrame(rows), polars.DataFrame(rows)):
        assert list(frame.columns) == keys
        assert frame.shape == (len(rows), len(keys))


def test_rulesets_by_name() -> None:
    known = ["mithryn", "renaissance", "shinobi", "orrery", "olde"]
    assert affray.rulesets() == known
    import_module("affray.rulesets.mithryn")  # the package of that name is there as well
    assert affray.rulesets() == known
    from affray.rulesets.mithryn.ruleset import Mithryn

    assert Mithryn.__module__ == "affray.rulesets.mithryn.ruleset"


def test_odds_say_how_they_take_the_replies_of_others() -> None:
    """The assumption is shown in a console and in a notebook."""
    scenario = affray.load("first-blood")
    usual = scenario.odds("Ansa", "Torben")
    simple = scenario.odds("Ansa", "Torben", replies="simple")
    passive = scenario.odds("Ansa", "Torben", replies="passive")
    assert repr(usual).endswith(", without optional replies>")
    assert repr(simple).endswith(", if others reply as simple players do>")
    assert repr(passive) == repr(usual)
    assert "without optional replies" in usual._repr_html_()
    assert "if others reply as simple players do" in simple._repr_html_()
    assert "without optional replies" in passive._repr_html_()
