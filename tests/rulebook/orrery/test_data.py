"""Scenarios and content: what is refused, how it is said, and what can be changed."""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from affray.core.problems import InvalidDataError, toml_value
from affray.core.tape import OpenQuestionError
from affray.library import content_of, read_scenario, rulebook_of, rulesets, template_of, toml_of
from affray.rulesets.orrery.files import ContentData, OrreryScenario
from rulebook.orrery.fields import asked, field
from support import Played, as_bytes, random_players, record, replay, scenario_of, simple_players


def problems(given: dict[str, Any]) -> list[str]:
    with pytest.raises(InvalidDataError) as found:
        read_scenario(given, "f.toml")
    return found.value.lines()


def changed(path: str, value: object) -> dict[str, Any]:
    """Return the smallest scenario with one thing in it changed."""
    scenario = field(line="a-b")
    here: Any = scenario
    *steps, last = path.split(".")
    for step in steps:
        here = here[int(step)] if step.isdigit() else here[step]
    here[last] = value
    return scenario


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        ("sides.0.fighters.0.is", "an", "sides.0.fighters.0.is: there is no fighter 'an' (did you mean"),
        ("sides.0.fighters.0.at", "aa", "sides.0.fighters.0.at: there is no spot 'aa' (did you mean 'a'?)"),
        ("fighters.ann.weapons", ["long-blad"], "there is no weapon 'long-blad' (did you mean 'long-blade'?)"),
        ("fighters.ann.runes", ["fier"], "there is no rune 'fier' (did you mean 'fire'?)"),
        ("fighters.ann.weak", ["watr"], "there is no type 'watr' (did you mean 'water'?)"),
        ("fighters.ann.melee", 7, "expected 4, 6, 8, 10 or 12, not 7"),
        ("fighters.ann.size", "big", "expected 'item', 'tiny'"),
        ("fighters.ann.heart", 7, "there is no key 'heart' (did you mean 'hearts'?)"),
        ("fighters.orc", {"weapons": []}, "sides.1.fighters.0.hearts: is missing"),
        ("map.links", [["a", "c", "Close"]], "map.links.0.1: there is no spot 'c'"),
        ("map.links", [["a", "a", "Close"]], "'a' is always at Touch with itself"),
        ("map.links", [["a", "b", "Distant"]], "said to be Distant, but by another way they are Close"),
        ("map.links", [["a", "b", "Far"]], "expected 'Touch', 'Close', 'Nearby' or 'Distant'"),
        ("map.line", ["a", "b", "a"], "map.line.2: 'a' is in the line twice"),
        ("engines", [{"is": "balista", "at": "a"}], "there is no engine 'balista' (did you mean 'ballista'?)"),
        ("engines", [{"is": "ram", "at": "z"}], "engines.0.at: there is no spot 'z'"),
        ("house.success_on", 1, "house.success_on: expected a number from 2 to 12, not 1"),
        ("house.double_success_on", 3, "house.double_success_on: expected 0, or a face above"),
        ("house.actions", 9, "house.actions: expected a number from 1 to 4, not 9"),
        ("house.hearts", 0, "house.hearts: expected a number from 1 to 1000, not 0"),
        ("house.stamina", -1, "house.stamina: expected a number from 0 to 100, not -1"),
        ("house.throw_size", 7, "house.throw_size: expected a number from -6 to 6, not 7"),
        ("map.edges", [["a", "c"]], "map.edges.0.1: there is no spot 'c'"),
        ("map.edges", [["a", "b"]], "map.edges.0: 'b' is not below 'a'"),
        ("house.wholly_above", 0, "house.wholly_above: expected a number from 1"),
        ("house.dying", "often", 'house.dying: expected one of "never", "of harm", "untended"'),
        ("house.advantag", "step-die", "there is no house rule 'advantag' (did you mean 'advantage'?)"),
        ("events", [{"round": 1, "who": "Ann"}], "how many metres it falls or what it is crushed_by"),
        ("events", [{"round": 1, "falls": 9}], "who it happens to or at which spot"),
        ("events", [{"round": 1, "who": "An", "falls": 9}], "there is no fighter 'An' (did you mean 'Ann'?)"),
        ("events", [{"round": 1, "who": "Ann", "falls": 9, "fight": 2}], "there is no fight 2; the day has 1"),
        ("fights", [{"title": "x"}, {"title": "y"}], "fights.1.start: is missing"),
        ("fights", [{"title": "x"}, {"title": "y", "start": "a"}], "'y' has not two sides"),
        ("weapons", {"odd": {"use": "close"}}, "a weapon has either a score or a die"),
        ("sides.1.name", "heroes", "sides.1.name: 'heroes' is already taken"),
    ],
)  # fmt: skip
def test_a_wrong_scenario_is_refused_in_words(path: str, value: object, line: str) -> None:
    found = problems(changed(path, value))
    assert any(line in text for text in found), found


def test_any_two_in_a_fight_have_a_band_between_them() -> None:
    scenario = field(foes={"Orc": {"at": "b"}}, line="a-b")
    scenario["map"]["line"] = []
    assert "nothing joins those spots" in problems(scenario)[0]
    scenario["map"]["sights"] = [["a", "b", "Distant"]]
    assert scenario_of(scenario)


def test_bars_stand_between_neighbours() -> None:
    gate = {"thing": True, "hearts": 3, "bars": ["a", "c"]}
    assert "not one move apart" in problems(field(foes={"Orc": {}, "Gate": gate}, line="a-b-c"))[0]


def test_two_spots_of_a_name_are_refused() -> None:
    scenario = field(line="a-b")
    scenario["map"]["spots"].append({"name": "a"})
    assert "two spots are called 'a'" in problems(scenario)[0]


def test_a_placed_fighter_may_differ_in_any_figure() -> None:
    scenario = field()
    scenario["sides"][1]["fighters"] = [
        {"is": "ogre", "at": "yard", "count": 2, "hearts": 9, "terra": "d4", "weapons": ["hammer"]}
    ]
    sheets = scenario_of(scenario).setup.sheets[1:]
    assert [sheet.name for sheet in sheets] == ["Ogre 1", "Ogre 2"]
    assert [sheet.hearts for sheet in sheets] == [9, 9]
    assert sheets[0].scores[0] == 4
    assert len(sheets[0].arms) == 2


def test_a_scenario_may_have_content_of_its_own() -> None:
    scenario = field({"Ann": {"weapons": ["moon-knife"], "runes": ["frost"]}})
    scenario["types"] = ["moonlight"]
    scenario["weapons"] = {"moon-knife": {"use": "close", "score": "moon", "types": ["moonlight"]}}
    scenario["runes"] = {"frost": {"score": "moon", "types": ["cold"], "condition": "slowed"}}
    scenario["siege"] = {"onager": {"like": "thrown-item"}}
    scenario["engines"] = [{"is": "onager", "at": "yard", "name": "old-bess"}]
    setup = scenario_of(scenario).setup
    assert "moon-knife" in [weapon.name for weapon in setup.weapons]
    assert setup.engines[0].name == "old-bess"


def test_every_entry_of_the_content_can_be_used() -> None:
    content = content_of("orrery")
    assert isinstance(content, ContentData)
    for name in content.fighters:
        scenario = field()
        scenario["sides"][0]["fighters"].append({"is": name, "at": "yard"})
        assert scenario_of(scenario)
    heroes = {"Ann": {"weapons": list(content.weapons), "runes": list(content.runes)}}
    assert len(scenario_of(field(heroes)).setup.weapons) == len(content.weapons)


def test_the_starter_is_a_scenario() -> None:
    starter = template_of("orrery")
    assert scenario_of(starter).title == "The toll bridge"
    everything = starter.replace("# [[", "[[").replace("# is =", "is =").replace("# at =", "at =")
    for line in ("round = 3", 'crushed_by = "medium"', 'text = "The railing comes down"',
                 "success_on", "advantage", "monsters_roll"):  # fmt: skip
        everything = everything.replace(f"# {line}", line)
    setup = scenario_of(everything).setup
    assert len(setup.engines) == 1
    assert len(setup.hazards) == 1


def test_every_field_says_what_it_is() -> None:
    schema = OrreryScenario.model_json_schema()
    assert schema["properties"]["events"]
    placed = schema["$defs"]["PlacedData"]["properties"]
    assert "figure if it does not roll" in str(placed["attack"])


def test_the_board_has_spots_links_and_engines() -> None:
    board = scenario_of("gatehouse").setup.board()
    assert board["kind"] == "spots"
    places = board["places"]
    assert isinstance(places, list)
    assert places[5] == {
        "name": "wall", "x": 3, "y": 1, "height": 6, "cover": 70, "dark": False, "obscured": False
    }  # fmt: skip
    assert board["links"] == [
        [0, 1, "Close"], [1, 2, "Close"], [2, 3, "Close"], [3, 4, "Close"], [4, 5, "Close"]
    ]  # fmt: skip
    assert board["edges"] == [[5, 2], [5, 3]]
    assert board["engines"] == [
        {"name": "ram", "place": 2},
        {"name": "ballista", "place": 5},
        {"name": "trebuchet", "place": 0},
    ]


def test_there_are_the_scenarios_the_chapter_asks_for() -> None:
    texts = toml_of(rulesets()["orrery"], "scenarios")
    assert {"watchtower", "burning-mill", "gatehouse", "wrestling-ring", "long-day"} <= set(texts)
    assert len(tomllib.loads(texts["long-day"])["fights"]) == 3


def test_every_gap_of_the_document_is_an_option() -> None:
    assert set(rulebook_of("orrery").options()) == {
        "success_on", "double_success_on", "critical", "advantage", "actions", "first_side",
        "wholly_above", "shield_block", "monsters_roll", "hearts", "stamina", "stamina_for",
        "dying", "unaware_block", "tethered_aim", "beyond_distant", "enemy_cover", "closed_gate",
        "monster_factors", "rune_factors", "further_successes", "throw_size", "fall_test",
        "hidden_until",
    }  # fmt: skip


def test_the_scenarios_of_the_document_can_be_fought() -> None:
    document = Path(__file__).parents[3] / "docs" / "rulesets" / "orrery.md"
    blocks = re.findall(r"```toml\n(.*?)```", document.read_text(), re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        scenario = scenario_of(block)
        record(scenario, 1, simple_players(scenario))


def test_the_document_lists_every_house_rule_with_its_default() -> None:
    text = (Path(__file__).parents[3] / "docs" / "rulesets" / "orrery.md").read_text()
    for name, (option, _) in rulebook_of("orrery").options().items():
        assert f"| `{name}` | {toml_value(option.default).strip(chr(34))} |" in text, name
        for choice in option.choices:
            assert str(choice) in text, choice


OTHERWISE = [
    ("success_on", 5),
    ("double_success_on", 8),
    ("actions", 3),
    ("wholly_above", 5),
    ("hearts", 3),
    ("stamina", 1),
    ("throw_size", 6),
] + [
    (name, value)
    for name, (option, _) in rulebook_of("orrery").options().items()
    for value in option.values()
]


@pytest.mark.once
@pytest.mark.parametrize(("name", "value"), OTHERWISE)
@pytest.mark.parametrize("scenario", ["gatehouse", "long-day", "watchtower"])
def test_every_value_of_every_house_rule_plays_and_replays(
    scenario: str, name: str, value: bool | int | str
) -> None:
    changed = scenario_of(scenario).with_house({name: value})
    for players in (simple_players(changed), random_players(changed, 1)):
        table = record(changed, 1, players)
        again = replay(changed, table.answers)
        assert as_bytes(changed, again.events) == as_bytes(changed, table.events)


@pytest.mark.parametrize(
    ("name", "who", "emblem"),
    [
        ("gatehouse", "Bram", "axe"),
        ("gatehouse", "Ode", "mace"),
        ("gatehouse", "Ansa", "spear"),
        ("gatehouse", "Ilse", "bow"),
        ("gatehouse", "Tor", "caster"),
        ("gatehouse", "Gate", "engine"),
        ("gatehouse", "Soldier 1", "blade"),
        ("long-day", "Wolf 1", "beast"),
        ("giants-table", "Sprite 1", "caster"),
        ("wrestling-ring", "Orla", "fist"),
    ],
)
def test_a_token_shows_what_somebody_is(name: str, who: str, emblem: str) -> None:
    setup = scenario_of(name).setup
    assert setup.emblem(setup.names.index(who)) == emblem


def test_a_sheet_can_be_shown() -> None:
    setup = scenario_of("long-day").setup
    shown: Any = setup.sheet_of(setup.names.index("Ines"))
    assert ["Moon", "d10"] in shown["scores"]
    assert ["Defense", "d6"] in shown["scores"]
    assert [weapon["name"] for weapon in shown["weapons"]] == ["blunt polearm", "unarmed"]
    assert shown["weapons"][0]["figures"] == "Melee d4, d8"
    assert shown["runes"][0] == {
        "name": "water", "figures": "Magic d8, d10", "tags": ["up to Distant", "water", "slowed"]
    }  # fmt: skip
    assert shown["armour"] == "Defense d6"
    assert "figures" not in shown
    thrower: Any = setup.sheet_of(setup.names.index("Bram"))
    assert thrower["weapons"][2]["figures"] == "Ranged d4, d6 (d4 at Distant)"
    table = scenario_of("giants-table").setup
    giant: Any = table.sheet_of(table.names.index("Giant"))
    assert giant["figures"][0][0] == "Attack"


def test_the_order_of_turns_says_who_is_done_and_what_is_left() -> None:
    heroes = {"Ann": {}, "Bo": {}, "Cy": {"defenseless": True}}
    game = Played(field(heroes), "heroes: act Ann\nAnn: end turn\n").steps(1)
    assert game.fight.turn_order() == [
        {"who": 0, "status": "acted", "left": ""},
        {"who": 1, "status": "waiting", "left": "2 Actions"},
        {"who": 2, "status": "out", "left": ""},
        {"who": 3, "status": "waiting", "left": "2 Actions"},
    ]
    table = Played(field(heroes), "heroes: act Ann\nAnn: help Bo\n")
    with pytest.raises(OpenQuestionError):
        table.fight.step()
    assert table.fight.turn_order()[0] == {"who": 0, "status": "acting", "left": "1 Action"}


@pytest.mark.parametrize(
    ("key", "cost"),
    [
        ("attack Orc with long-blade", "1 Action"),
        ("rune Orc with fire", "1 Action, 1 Stamina"),
        ("ram Orc with ram", "2 Actions"),
        ("ram Orc beside Bo with ram", "1 Action of each"),
        ("load ballista", "1 Action"),
        ("move b", "1 Action"),
        ("help Bo", "1 Action"),
        ("push", "1 Stamina"),
        ("end turn", ""),
    ],
)
def test_every_option_says_what_it_costs(key: str, cost: str) -> None:
    engines = [{"is": "ram", "at": "a"}, {"is": "ballista", "at": "a"}]
    heroes = {"Ann": {"runes": ["fire"]}, "Bo": {}}
    house = {"stamina_for": "all three"}
    scenario = field(heroes, line="a-b", engines=engines, house=house)
    question = asked(scenario, "heroes: act Ann\n")
    option = question.option(key)
    assert option is not None
    assert option.cost == cost


@pytest.mark.rule("core.sizes")
def test_sizes_go_from_item_to_colossal() -> None:
    sizes = ["item", "tiny", "small", "medium", "large", "huge", "colossal"]
    for number, size in enumerate(sizes):
        sheet = scenario_of(field({"Ann": {"size": size}})).setup.sheets[0]
        assert sheet.size_class == number


def test_the_heights_of_the_built_in_maps_agree_with_their_bands() -> None:
    metres = {"Touch": 2, "Close": 5, "Nearby": 15, "Distant": 60}
    for text in toml_of(rulesets()["orrery"], "scenarios").values():
        given = tomllib.loads(text)["map"]
        height = {spot["name"]: spot.get("height", 0) for spot in given.get("spots", [])}
        pairs = [*given.get("links", []), *given.get("sights", [])]
        line = given.get("line", [])
        pairs += [[one, other, "Close"] for one, other in pairwise(line)]
        for one, other, band in pairs:
            assert abs(height.get(one, 0) - height.get(other, 0)) <= metres[band], (one, other)
