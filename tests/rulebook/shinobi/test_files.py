"""Scenario and content files: what they may say, and how mistakes are answered."""

from typing import Any

import pytest

from affray.core.problems import InvalidDataError
from affray.library import content_of, template_of
from rulebook.shinobi.fields import field
from support import Played, scenario_of


def refused(scenario: dict[str, Any]) -> list[str]:
    with pytest.raises(InvalidDataError) as found:
        scenario_of(scenario)
    return [str(problem) for problem in found.value.problems]


def test_the_starter_is_a_scenario() -> None:
    scenario = scenario_of(template_of("shinobi"))
    assert scenario.sides == ["patrol", "river"]
    assert scenario.setup.names == ["Chunin", "Kaiken 1", "Kaiken 2", "Old Sen", "Yajiri"]


def test_a_placed_model_can_differ_in_any_figure() -> None:
    changes = {"movement": 9, "attack": 7, "defence": 1, "range": 8, "reach": 2, "hidden": True}
    ann = Played(field({"Ann": {**changes, "affinity": ["void"], "keywords": ["guard"]}}))
    sheet = ann.fighter("Ann").sheet
    assert [sheet.movement, sheet.attack, sheet.defence, sheet.range, sheet.reach] == [
        9,
        7,
        1,
        8,
        2,
    ]
    assert ann.fighter("Ann").elements() == ["Void"]
    assert ann.fighter("Ann").hidden


def test_several_of_a_kind_stand_side_by_side_and_are_numbered() -> None:
    scenario = field()
    scenario["sides"][0]["fighters"] = [{"is": "kaiken", "at": [1, 5], "count": 3}]
    game = Played(scenario)
    places = {
        name: game.fight.place_name(game.fighter(name).index) for name in game.fight.setup.names
    }
    assert places == {"Kaiken 1": "1,5", "Kaiken 2": "2,5", "Kaiken 3": "3,5", "Bob": "3,3"}


def test_a_model_faces_the_middle_of_the_board_if_it_is_not_told() -> None:
    scenario = field()
    scenario["sides"][0]["fighters"] = [{"is": "kaiken", "at": [0, 6]}]
    assert Played(scenario).fight.position(0)["facing"] == "ne"


def with_teams(**side: Any) -> dict[str, Any]:
    scenario = field(size=(9, 9))
    scenario["sides"] = [
        {"name": "hill", "team": "basic", "edge": "west"},
        {"name": "shore", "team": "basic", "edge": "east", **side},
    ]
    return scenario


def test_a_basic_team_has_nine_models_along_its_edge() -> None:
    setup: Any = scenario_of(with_teams()).setup
    assert setup.names[:4] == ["Hill chunin", "Hill madoushi", "Hill kunoichi", "Hill kunoichi 2"]
    assert len(setup.names) == 18
    assert {sheet.cell % 9 for sheet in setup.sheets} == {0, 8}
    assert {sheet.facing for sheet in setup.sheets[:9]} == {2}


def test_a_team_stays_within_its_budget() -> None:
    scenario_of(with_teams(budget=100))
    assert refused(with_teams(budget=90)) == [
        "sides.1.budget: this team costs 99 koban, 9 more than its budget of 90; "
        "leave somebody at home"
    ]
    over = with_teams(budget=100, fighters=[{"is": "komuso", "at": [4, 4]}])
    assert "sides.1.budget" in refused(over)[0]


def test_a_scenarios_own_team_model_and_ground() -> None:
    scenario = field(rows=["mm.....", *["......."] * 6])
    scenario["terrain"] = {"mud": {"symbol": "m", "cost": 3}}
    scenario["teams"] = {"pair": {"models": {"plain": 2}}}
    scenario["sides"].append({"name": "more", "team": "pair", "edge": "south"})
    setup: Any = scenario_of(scenario).setup
    assert setup.names == ["Ann", "Bob", "More plain", "More plain 2"]
    assert setup.board()["terrain"][:3] == ["mud", "mud", "open"]
    assert setup.board()["places"][9] == "2,1"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"is": "kaikn"},
            "sides.0.fighters.0.is: there is no model 'kaikn' (did you mean 'kaiken'?)",
        ),
        ({"at": [9, 9]}, "sides.0.fighters.0.at: 9,9 is off the board"),
        (
            {"keywords": ["back-stab"]},
            "sides.0.fighters.0.keywords.0: there is no keyword 'back-stab' "
            "(did you mean 'backstab'?)",
        ),
        ({"facing": "up"}, "sides.0.fighters.0.facing: expected 'n', 'ne'"),
        (
            {"atack": 3},
            "sides.0.fighters.0.atack: there is no key 'atack' (did you mean 'attack'?)",
        ),
        ({"attack": 11}, "sides.0.fighters.0.attack: expected at most 10, not 11"),
        ({"name": "Bob"}, "sides.1.fighters.0.name: somebody else is called 'Bob' already"),
    ],
)
def test_mistakes_are_named_with_their_key_and_the_nearest_right_name(
    change: dict[str, Any], message: str
) -> None:
    scenario = field()
    scenario["sides"][0]["fighters"][0].update(change)
    assert refused(scenario)[0].startswith(message)


def test_a_map_has_rows_or_a_size() -> None:
    assert refused({**field(), "map": {}}) == ["map: give either rows or size"]
    assert refused({**field(), "map": {"size": [50, 3]}}) == [
        "map: a board is from 1 to 40 spaces wide and high"
    ]
    assert refused({**field(), "map": {"rows": ["...", ".."]}})[0] == (
        "map.rows.1: is 2 spaces wide; the first row is 3"
    )
    walled = {**field(), "map": {"rows": ["......."] * 3 + ["...#..."] + ["......."] * 3}}
    assert refused(walled) == ["sides.1.fighters.0.at: 3,3 is impassable"]


def test_a_side_needs_somebody_and_a_team_needs_room() -> None:
    scenario = field()
    scenario["sides"][0]["fighters"] = []
    assert refused(scenario) == ["sides.0: has nobody to fight: give it a team or fighters"]
    scenario = field(size=(4, 8))
    scenario["sides"][0] = {"name": "ours", "team": "basic"}
    assert "sides.0.team: there is no room for it along the north edge" in refused(scenario)
    scenario["sides"][0]["team"] = "basics"
    assert refused(scenario)[0].endswith("there is no team 'basics' (did you mean 'basic'?)")


def test_house_rules_have_their_values() -> None:
    assert refused(field(house={"close_water": "drowned"})) == [
        'house.close_water: expected one of "injured", "stunned", "nothing", not "drowned"'
    ]


def test_every_model_of_the_content_can_be_placed() -> None:
    content: Any = content_of("shinobi")
    assert len(content.models) == 25
    assert all(model.cost for model in content.models.values())


PROFILES = {
    "chunin": (6, 4, 3, "", "", 0),
    "kaiken": (6, 3, 3, "", "", 0),
    "yajiri": (6, 2, 2, "", "", 6),
    "kunoichi": (7, 2, 2, "", "nimble", 0),
    "madoushi": (5, 2, 2, "", "", 0),
    "bomechan": (7, 3, 2, "void", "backstab nimble resilient", 0),
    "yobuko": (5, 5, 4, "void", "close-combat-master dirty-fighter", 0),
    "akkorokamui": (6, 4, 3, "water", "entangle", 0),
    "mizuchi": (5, 3, 5, "water", "untouchable", 0),
    "uzumaki": (6, 3, 3, "spirit", "blink", 0),
    "karura": (8, 2, 2, "air", "winged", 0),
    "zenyo-ryu": (6, 4, 2, "air", "accurate", 7),
    "byakko": (5, 4, 3, "earth fire", "close-combat-master", 0),
    "ryu": (5, 3, 4, "fire", "fire-mastery", 0),
    "mizaru": (5, 2, 4, "earth", "guard", 0),
    "son-goku": (5, 2, 4, "earth", "lucky", 0),
    "samurai-sentry": (5, 3, 3, "", "", 0),
    "arashikage": (6, 5, 2, "fire water", "", 5),
    "benkei": (3, 3, 4, "earth", "dauntless immovable", 0),
    "hanzo": (5, 4, 3, "air fire", "assassin", 0),
    "mochizuki": (6, 2, 2, "air fire water", "", 5),
    "musashi": (5, 4, 3, "fire", "indomitable", 0),
    "yokozuna": (4, 5, 4, "earth water", "sweep", 0),
    "candy": (8, 3, 2, "spirit water", "blink nimble", 0),
    "komuso": (5, 1, 2, "earth spirit", "melody", 0),
}
"""Movement, Attack, Defence, affinity, keywords and range of every model."""


@pytest.mark.rule("keywords.profiles")
def test_every_profile_has_its_figures() -> None:
    content: Any = content_of("shinobi")
    found = {
        name: (
            one.movement,
            one.attack,
            one.defence,
            " ".join(one.affinity or []),
            " ".join(one.keywords or []),
            one.range or 0,
        )
        for name, one in content.models.items()
    }
    assert found == PROFILES
    far = {name: one.reach for name, one in content.models.items() if (one.reach or 1) > 1}
    assert far == {"akkorokamui": 3}


def test_what_a_model_costs_follows_from_its_profile() -> None:
    """Twice Attack and Defence, plus Movement, less 6; 3 for a range or reach, 1 for a keyword."""
    content: Any = content_of("shinobi")
    for name, one in content.models.items():
        plain = 2 * (one.attack + one.defence) + one.movement - 6
        more = 3 * bool(one.range or (one.reach or 1) > 1) + len(one.keywords or [])
        assert one.cost == plain + more, name
