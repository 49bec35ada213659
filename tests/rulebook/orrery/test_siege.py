from typing import Any

import pytest

from rulebook.orrery.fields import NO_BLOCK, can, choices, dice, edge, field, strike
from support import Played

BALLISTA = [{"is": "ballista", "at": "a"}]
RAM = [{"is": "ram", "at": "a"}]
FOUR_HITS = dice(6, 6, 6, 6)


@pytest.mark.rule("siege.ranged")
def test_one_action_loads_and_another_fires_with_twice_the_dice() -> None:
    heroes = {"Ann": {"ranged": 8, "moon": 10}}
    script = f"""
        Ann: load ballista
        Ann: fire Orc with ballista
        {dice(8, 8, sides=8)}{dice(10, 10, sides=10)}{NO_BLOCK}
    """
    game = Played(field(heroes, {"Orc": {"at": "b"}}, "a-b", engines=BALLISTA), script).steps(1)
    assert game.told("hurt")[0]["harm"] == 4
    assert game.fight.loaded == [False]


@pytest.mark.rule("siege.ranged")
def test_an_engine_is_fired_only_loaded_and_from_where_it_stands() -> None:
    scenario = field(foes={"Orc": {"at": "b"}}, line="a-b", engines=BALLISTA)
    assert not can(scenario, "fire Orc with ballista")
    loaded = [{**BALLISTA[0], "loaded": True}]
    assert can({**scenario, "engines": loaded}, "fire Orc with ballista")
    elsewhere = [{**BALLISTA[0], "loaded": True, "at": "b"}]
    assert not can({**scenario, "engines": elsewhere}, "fire Orc with ballista")
    assert "load ballista" in choices(scenario)
    assert "load ballista" not in choices({**scenario, "engines": elsewhere})


@pytest.mark.rule("siege.ranged")
@pytest.mark.parametrize(
    ("high", "told"), [("a", "with adv (adv: above)"), ("b", "with dis (dis: below)")]
)
def test_an_engine_shoots_from_where_it_stands(high: str, told: str) -> None:
    engines = [{**BALLISTA[0], "loaded": True}]
    scenario = field(
        foes={"Orc": {"at": "b"}}, line="a-b", spots={high: {"height": 3}}, engines=engines
    )
    assert edge(scenario, "fire Orc with ballista") == told


@pytest.mark.rule("siege.counterparts")
@pytest.mark.parametrize(("engine", "sides"), [("ballista", 8), ("cannon", 6), ("trebuchet", 4)])
def test_each_engine_has_its_smaller_counterparts_dice(engine: str, sides: int) -> None:
    heroes = {"Ann": {"ranged": 12, "terra": 4, "sun": 6, "moon": 8}}
    engines = [{"is": engine, "at": "a", "loaded": True}]
    scenario = field(heroes, {"Orc": {"at": "b"}}, "a-b", engines=engines)
    script = dice(1, 1, sides=12) + dice(sides, 1, sides=sides) + NO_BLOCK
    _, blow = strike(scenario, f"fire Orc with {engine}", script)
    assert blow.damage == 1


@pytest.mark.rule("siege.ranged")
def test_a_monsters_figure_is_doubled() -> None:
    foes = {"Orc": {"at": "b", "attack": 2}}
    engines = [{"is": "ballista", "at": "b", "loaded": True}]
    scenario = field({"Ann": {"hearts": 9}}, foes, "a-b", house={"monsters_roll": False},
                     engines=engines)  # fmt: skip
    _, blow = strike(scenario, "fire Ann with ballista", NO_BLOCK, who=1)
    assert blow.damage == 4


@pytest.mark.rule("siege.melee")
def test_a_ram_takes_both_actions_of_one_with_double_dice_and_no_loading() -> None:
    script = "Ann: ram Orc with ram\n" + FOUR_HITS + NO_BLOCK
    game = Played(field(foes={"Orc": {"hearts": 9}}, line="a", engines=RAM), script).steps(1)
    assert game.told("hurt")[0]["harm"] == 4


@pytest.mark.rule("siege.melee")
def test_one_action_is_not_enough_for_a_ram() -> None:
    scenario = field(foes={"Orc": {"hearts": 9}}, line="a", engines=RAM, house={"actions": 1})
    assert not [key for key in choices(scenario) if key.startswith("ram")]


@pytest.mark.rule("siege.together", "siege.melee")
def test_two_characters_give_an_action_each() -> None:
    scenario = field({"Ann": {}, "Bo": {}}, {"Orc": {"hearts": 9}}, "a", engines=RAM)
    script = f"""
        heroes: act Ann
        Ann: ram Orc beside Bo with ram
        {FOUR_HITS}{NO_BLOCK}
        Ann: end turn
        Bo: end turn
    """
    game = Played(scenario, script).steps(2)
    assert game.told("hurt")[0]["harm"] == 4
    assert "Bo gives an Action to the ram" in game.log()
    assert [turn["actions"] for turn in game.told("turn")] == [2, 1]


@pytest.mark.rule("siege.together")
def test_whose_turn_is_over_or_who_stands_elsewhere_has_no_action_to_give() -> None:
    def beside(change: dict[str, Any], script: str) -> bool:
        scenario = field({"Ann": {}, "Bo": change}, {"Orc": {"hearts": 9}}, "a-b", engines=RAM)
        return "ram Orc beside Bo with ram" in choices(scenario, script)

    assert beside({}, "heroes: act Ann\n")
    assert not beside({}, "heroes: act Bo\nBo: end turn\n")
    assert not beside({"at": "b"}, "heroes: act Ann\n")
    assert not beside({"defenseless": True}, "")


@pytest.mark.rule("special.condition")
def test_an_engine_may_try_for_a_condition_and_is_empty_after_it() -> None:
    loaded = [{**BALLISTA[0], "loaded": True}]
    scenario = field(foes={"Orc": {"at": "b"}}, line="a-b", engines=loaded)
    script = "Ann: fire-hinder Orc with ballista\n" + FOUR_HITS + NO_BLOCK + "Ann: end turn\n"
    game = Played(scenario, script).steps(1)
    assert game.fighter("Orc").conditions() == ["slowed"], "what a crossbow is known for"
    assert game.fighter("Orc").hearts == 4
    assert game.fight.loaded == [False]


@pytest.mark.rule("special.condition")
def test_a_ram_may_try_for_a_condition_alone_or_together() -> None:
    for beside, ends in (("", ""), (" beside Bo", "Ann: end turn\n")):
        scenario = field({"Ann": {}, "Bo": {}}, {"Orc": {"hearts": 9}}, "a", engines=RAM)
        ram = f"heroes: act Ann\nAnn: ram-hinder Orc{beside} with ram\n"
        game = Played(scenario, ram + FOUR_HITS + NO_BLOCK + ends).steps(1)
        assert game.fighter("Orc").conditions() == ["stunned"], "what a blunt weapon is known for"
        assert game.fighter("Orc").hearts == 9


@pytest.mark.rule("special.condition")
def test_nothing_comes_over_a_gate() -> None:
    gate = {"thing": True, "hearts": 4, "bars": ["a", "b"], "weapons": []}
    scenario = field(foes={"Gate": gate, "Orc": {}}, line="a-b", engines=RAM)
    keys = choices(scenario)
    assert "ram-hinder Orc with ram" in keys
    assert "ram Gate with ram" in keys
    assert "ram-hinder Gate with ram" not in keys


@pytest.mark.rule("siege.melee")
def test_a_gate_bars_the_way_until_it_is_broken() -> None:
    foes = {
        "Gate": {"thing": True, "hearts": 4, "bars": ["a", "b"], "weapons": []},
        "Orc": {"at": "b"},
    }
    scenario = field(foes=foes, line="a-b", engines=RAM)
    assert "move b" not in choices(scenario)
    script = "Ann: ram Gate with ram\n" + FOUR_HITS + NO_BLOCK + "Orc: end turn\nAnn: move b\n"
    game = Played(scenario, script + "Ann: end turn\n").steps(5)
    assert game.fight.place_name(0) == "b"
    assert game.fight.winner() == -1, "a thing is nobody to beat"


def test_two_engines_of_a_kind_have_names_of_their_own() -> None:
    scenario = field(foes={"Orc": {"at": "b"}}, line="a-b", engines=BALLISTA * 2)
    keys = choices(scenario)
    assert "load ballista" in keys
    assert "load ballista-2" in keys
