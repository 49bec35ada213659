"""What a scenario may say, and how it is refused when it says something else."""

from typing import Any

import pytest

from affray.core.problems import InvalidDataError
from affray.library import content_of, parse, read_scenario, template_of
from rulebook.olde.fields import field
from support import scenario_of

MELEE = {
    "shortsword": "brawn swords 0-1 6/4 d6",
    "broadsword": "brawn swords 1-1 8/6 d8",
    "bastard-sword": "brawn swords 1-1 10/8 d10",
    "greatsword": "brawn swords 1-2 12/10 d12",
    "baton": "brawn maces 0-1 4/2 d4",
    "club": "brawn maces 1-1 6/4 d6",
    "mace": "brawn maces 1-1 8/6 d8",
    "warhammer": "brawn maces 1-1 10/8 d10",
    "morningstar": "brawn maces 1-2 12/10 d12",
    "hatchet": "brawn axes 1-1 4/2 d4",
    "battle-axe": "brawn axes 1-1 6/4 d6",
    "broad-axe": "brawn axes 1-1 8/6 d8",
    "sparth-axe": "brawn axes 1-1 10/8 d10",
    "poleaxe": "brawn axes 1-2 12/10 d12",
    "belt-knife": "finesse knives 0-1 2/– d3",
    "dagger": "finesse knives or fencing 0-1 4/– d4",
    "sax": "finesse knives 0-1 6/– d6",
    "backsword": "finesse fencing 0-1 6/– d6",
    "rapier": "finesse fencing 1-2 8/– d8",
    "javelin": "finesse spears 0-1 6/4 d6",
    "spear": "finesse spears 1-2 8/6 d8",
    "pike": "finesse spears 1-3 10/8 d8",
}

RANGED = {
    "shortbow": "bows 6x8 2h 4 d6",
    "hunting-bow": "bows 8x8 2h 6 d8",
    "longbow": "bows 12x8 2h 10 d12",
    "crossbow": "crossbows 10x4 2h 4/8 d8",
    "arbalest": "crossbows 10x4 2h 6/10 d10",
    "sling": "slings 6x4 2h 4 d6",
    "throwing-knife": "thrown 4x2 1h 4 d4",
    "throwing-axe": "thrown 4x2 1h 6 d6",
    "javelin": "thrown 8x4 1h 6 d6",
    "spear": "thrown 6x4 1h 8 d8",
}


def test_the_table_of_melee_weapons() -> None:
    found = {}
    for name, weapon in content_of("olde").weapons.items():  # type: ignore[attr-defined]
        if weapon.melee:
            use = weapon.melee
            skills = " or ".join(use.skills)
            hands = f"{use.one_hand}/{use.two_hands or '–'}"
            found[name] = f"{use.stat} {skills} {use.reach[0]}-{use.reach[1]} {hands} d{use.damage}"
    assert found == MELEE


def test_the_table_of_ranged_weapons() -> None:
    found = {}
    for name, weapon in content_of("olde").weapons.items():  # type: ignore[attr-defined]
        if weapon.ranged:
            use = weapon.ranged
            brawn = f"{use.brawn}/{use.spanning}" if use.spanning else use.brawn
            found[name] = f"{use.skill} {use.range}x{use.limit} {use.hands}h {brawn} d{use.damage}"
    assert found == RANGED


WRONG = {
    "fighters.ann.weapons.0: there is no weapon 'brodsword' (did you mean 'broadsword'?)": {
        "ann": {"weapons": ["brodsword"]}
    },
    "fighters.ann.armour: there is no armour 'chainmale' (did you mean 'chainmail'?)": {
        "ann": {"armour": "chainmale"}
    },
    "fighters.ann.shield: there is no shield 'kit' (did you mean 'kite'?)": {
        "ann": {"shield": "kit"}
    },
    "fighters.ann.conditions.0.is: there is no condition 'prune' (did you mean 'prone'?)": {
        "ann": {"conditions": [{"is": "prune"}]}
    },
    "sides.0.fighters.0.at: [12, 1] is not on the map of 12 by 5 spaces": {"ann": {"at": [12, 1]}},
    "sides.0.fighters.0.at: [1, 1] is solid": {"solid": [[1, 1]]},
    "fighters.ann.in_hand: 'spear' is not carried; that is broadsword": {
        "ann": {"in_hand": "spear"}
    },
    "fighters.ann.grip: the rapier is held in one hand": {
        "ann": {"weapons": ["rapier"], "grip": "both hands"}
    },
    "sides.0.fighters.0.brawn: is missing: give the four stats, or an array": {
        "ann": {"brawn": None}
    },
    "fighters.ann.array: [9, 9, 9, 9] is no starting array; they are 12/4/4/3": {
        "ann": {"array": [9, 9, 9, 9]}
    },
}


@pytest.mark.parametrize(
    ("line", "change"),
    WRONG.items(),
    ids=[one.split(":")[0] + str(n) for n, one in enumerate(WRONG)],
)
def test_a_wrong_sheet_is_refused_with_its_key_and_the_nearest_name(
    line: str, change: dict[str, Any]
) -> None:
    with pytest.raises(InvalidDataError) as refused:
        scenario_of(field(**change))
    assert refused.value.lines()[0].startswith(f"test: {line}")


CLEAVER = {"stat": "brawn", "skills": ["axes"], "reach": [1, 1], "one_hand": 4, "damage": 4}


@pytest.mark.parametrize(
    ("weapon", "text"),
    [
        ({}, "say melee or ranged or both, or improvised, or like another weapon"),
        ({"like": "clubb"}, "there is no weapon 'clubb' (did you mean 'club'?)"),
        ({"like": "mine"}, "'mine' is like itself"),
        (
            {"melee": {**CLEAVER, "reach": [1, 4]}},
            "a reach is like [1, 2], within 0 and 3",
        ),
        (
            {"melee": {key: value for key, value in CLEAVER.items() if key != "one_hand"}},
            "a weapon needs a Brawn minimum",
        ),
        (
            {"melee": {**CLEAVER, "stat": "savvy"}},
            "expected 'brawn' or 'finesse', not 'savvy'",
        ),
    ],
)
def test_a_weapon_that_cannot_be_is_refused(weapon: dict[str, Any], text: str) -> None:
    with pytest.raises(InvalidDataError) as refused:
        scenario_of(field({"weapons": ["mine"]}, weapons={"mine": weapon}))
    assert text in str(refused.value)


def test_a_scenario_can_change_any_figure_of_a_placed_fighter() -> None:
    scenario = field()
    scenario["sides"][1]["fighters"] = [
        {"is": "goblin", "at": [[5, 1], [5, 2]], "hp": 9},
        {"is": "goblin", "at": [6, 1], "count": 2, "brawn": 7, "weapons": ["club"]},
    ]
    setup: Any = scenario_of(scenario).setup
    assert setup.names == ["Ann", "Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4"]
    assert [sheet.hp for sheet in setup.sheets[1:]] == [9, 9, 9, 9]
    assert [int(sheet.brawn) for sheet in setup.sheets[1:]] == [5, 5, 7, 7]
    assert [setup.places[sheet.cell] for sheet in setup.sheets[1:]] == ["5,1", "5,2", "6,1", "6,1"]


@pytest.mark.parametrize(
    ("count", "places"), [(1, ["5,1"]), (2, ["5,1", "5,2"]), (3, ["5,1", "5,2", "5,1"])]
)
def test_fewer_take_the_first_places_and_more_share_them(count: int, places: list[str]) -> None:
    scenario = field()
    scenario["sides"][1]["fighters"] = [{"is": "orc", "at": [[5, 1], [5, 2]], "count": count}]
    setup: Any = scenario_of(scenario).setup
    assert [setup.places[sheet.cell] for sheet in setup.sheets[1:]] == places


def test_a_fighter_needs_a_place() -> None:
    scenario = field()
    scenario["sides"][1]["fighters"] = [{"is": "orc", "at": [], "count": 3}]
    with pytest.raises(InvalidDataError) as refused:
        scenario_of(scenario)
    assert "say where, such as at = [3, 4]" in str(refused.value)


def test_a_scenario_brings_its_own_conditions_shields_and_armour() -> None:
    own = {
        "conditions": {"soaked": {"action_points": -1}},
        "shields": {"door": {"defense": 5, "brawn": 14, "spells": -5}},
        "armour": {"furs": {"category": "light", "damage": 1, "brawn": 5}},
    }
    ann = {"conditions": [{"is": "soaked"}], "shield": "door", "armour": "furs"}
    assert scenario_of(field(ann, **own))


def test_the_starter_is_a_scenario() -> None:
    starter = parse(template_of("olde"), "starter")
    assert starter.sides == ["travellers", "goblins"]
    assert starter.setup.board()["kind"] == "grid"


def test_a_solid_space_that_is_not_on_the_map_is_a_problem_like_others() -> None:
    with pytest.raises(InvalidDataError, match=r"map.solid.1: \[3, 20\] is not on the map"):
        read_scenario(field(solid=[[4, 3], [3, 20]]), "mine")
