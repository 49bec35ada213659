"""How `simple` plays: one small place for each thing it should know."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.players.random import RandomPlayer
from affray.rulesets.orrery.forecast import chances, pool_number
from affray.rulesets.orrery.tactics import Tactics, chance_to_beat
from affray.rulesets.orrery.turn import turn_options
from rulebook.orrery.fields import field
from support import scenario_of


def chooses(given: dict[str, Any], actions: int = 2, who: int = 0, **state: Any) -> str:
    """What simple does first, or with its last Action."""
    fight: Any = scenario_of(given).setup.new_fight(LiveTable(Dice(1), []))
    for name, value in state.items():
        setattr(fight.combatants[who], name, value)
    fight.actions_left = actions
    options = turn_options(fight, fight.combatants[who])
    question = Question("turn", fight.combatants[who].side, who, options)
    chosen = Tactics().decide(fight, question)
    assert isinstance(chosen, Option)
    assert chosen in options
    return chosen.key


ARCHER = {"weapons": ["bow", "short-blade"], "ranged": 10, "terra": 10, "moon": 12}


def test_it_strikes_whom_it_can_drop() -> None:
    foes = {"Orc": {"hearts": 4}, "Uk": {"hearts": 1}}
    assert chooses(field(foes=foes)) == "attack Uk with long-blade"


def test_it_walks_to_whom_it_has_to_reach() -> None:
    assert chooses(field(foes={"Orc": {"at": "c"}}, line="a-b-c")) == "move b"


def test_it_closes_in_rather_than_throw_badly() -> None:
    heroes = {"Ann": {"weapons": ["long-blade", "thrown-item"], "melee": 10, "ranged": 4}}
    assert chooses(field(heroes, {"Orc": {"at": "b"}}, "a-b")) == "move b"


def test_an_archer_hides_with_the_last_action() -> None:
    scenario = field(
        {"Ann": ARCHER}, {"Orc": {"at": "c", "weapons": ["bow"]}}, "a-b-c", {"a": {"cover": 60}}
    )
    assert chooses(scenario) == "attack Orc with bow"
    assert chooses(scenario, actions=1) == "hide"


def test_an_archer_takes_the_height() -> None:
    scenario = field(
        {"Ann": {**ARCHER, "at": "b"}},
        {"Orc": {"at": "d", "hearts": 8}},
        "a-b-c-d",
        {"d": {"cover": 60}, "a": {"height": 6}},
    )
    scenario["map"]["sights"] = []
    assert chooses(scenario) == "move a"


def test_an_archer_leaves_whoever_stands_at_touch() -> None:
    scenario = field({"Ann": ARCHER}, {"Orc": {"hearts": 6}}, "a-b")
    scenario["fighters"]["ann"]["weapons"] = ["bow"]
    assert chooses(scenario) == "move b"


def test_a_fighter_grapples_the_archer() -> None:
    foes = {"Orc": {"weapons": ["bow"], "hearts": 6}}
    assert chooses(field({"Ann": {"terra": 10, "melee": 8}}, foes)) == "grapple Orc with unarmed"


def test_a_held_archer_wants_out() -> None:
    scenario = field({"Ann": ARCHER}, {"Orc": {"hearts": 6}})
    assert chooses(scenario, held_by=1).startswith("escape Orc")


def test_whoever_is_held_over_a_drop_is_thrown_into_it() -> None:
    scenario = field({"Ann": {"melee": 10}}, {"Orc": {"hearts": 6}}, "a-b", {"a": {"height": 30}})
    fight: Any = scenario_of(scenario).setup.new_fight(LiveTable(Dice(1), []))
    fight.take_hold(fight.combatants[0], fight.combatants[1])
    fight.actions_left = 2
    options = turn_options(fight, fight.combatants[0])
    chosen = Tactics().decide(fight, Question("turn", 0, 0, options))
    assert isinstance(chosen, Option)
    assert chosen.key == "toss to b"


def test_it_loads_the_ballista_and_fires_it() -> None:
    scenario = field(
        {"Ann": {**ARCHER, "weapons": ["crossbow"]}},
        {"Orc": {"at": "b", "hearts": 9}},
        "a-b",
        engines=[{"is": "ballista", "at": "a"}],
    )
    assert chooses(scenario) == "load ballista"
    scenario["engines"][0]["loaded"] = True
    assert chooses(scenario, actions=1) == "fire Orc with ballista"


def test_it_goes_to_an_unmanned_ballista() -> None:
    foes = {"Orc": {"at": "c", "hearts": 9, "size": "tiny"}}
    heroes = {"Ann": {**ARCHER, "ranged": 4, "weapons": ["thrown-item"], "terra": 4, "at": "b"}}
    scenario = field(heroes, foes, "a-b-c", {"a": {"cover": 60}},
                     engines=[{"is": "cannon", "at": "a", "loaded": True}])  # fmt: skip
    scenario["fighters"]["ann"]["sun"] = 12
    assert chooses(scenario) == "move a"


def test_it_rams_what_bars_the_way() -> None:
    foes = {
        "Gate": {"thing": True, "hearts": 6, "bars": ["a", "b"], "weapons": []},
        "Orc": {"at": "b"},
    }
    scenario = field({"Ann": {}, "Bo": {}}, foes, "a-b", engines=[{"is": "ram", "at": "a"}])
    assert chooses(scenario) == "ram Gate beside Bo with ram"


def test_it_picks_the_rune_its_target_is_weak_to() -> None:
    heroes = {"Ann": {"runes": ["fire", "air", "water"], "magic": 8, "weapons": []}}
    foes = {"Orc": {"at": "b", "hearts": 1, "weak": ["water"], "strong": ["fire"]}}
    assert chooses(field(heroes, foes, "a-b")) == "rune Orc with water"


def test_it_stuns_what_has_many_hearts() -> None:
    scenario = field(
        {"Ann": {"weapons": ["blunt-weapon"], "melee": 10, "terra": 10}}, {"Orc": {"hearts": 10}}
    )
    assert chooses(scenario).startswith("hinder Orc")


def test_it_puts_itself_out() -> None:
    assert chooses(field({"Ann": {"hearts": 2}}), burning=True) == "douse Ann"


def test_it_wakes_a_sleeping_friend() -> None:
    scenario = field({"Ann": {}, "Bo": {"defenseless": True}}, {"Orc": {"at": "c"}}, "a-b-c")
    assert chooses(scenario) == "help Bo"


def test_it_never_strikes_a_friend() -> None:
    scenario = field({"Ann": {}, "Bo": {"hearts": 1}}, {"Orc": {"at": "c"}}, "a-b-c")
    assert chooses(scenario) == "move b"


def test_it_pushes_for_one_more_blow() -> None:
    assert chooses(field(house={"stamina_for": "runes and actions"})) == "push"


@pytest.mark.parametrize(("rolled", "key"), [(0, "boon"), (1, "keep")])
def test_a_boon_is_for_an_attack_of_nothing(rolled: int, key: str) -> None:
    fight: Any = scenario_of(field()).setup.new_fight(LiveTable(Dice(1), []))
    fight.rolled = rolled
    options = [fight.scene.keep, fight.scene.spend_boon]
    chosen = Tactics().decide(fight, Question("again attack", 0, 0, options))
    assert isinstance(chosen, Option)
    assert chosen.key == key


def test_a_forecast_is_the_pools_own_distribution() -> None:
    house = scenario_of(field()).setup.house
    assert chances(pool_number(8, 8, 1, 0), house, True)[:3] == pytest.approx(
        [0.140625, 0.46875, 0.390625]
    )
    assert sum(chances(pool_number(4, 12, 2, 1), house, False)) == pytest.approx(1.0)
    assert chance_to_beat(4, 4) == pytest.approx(6 / 16)


class Watching(Player):
    """Plays simple, and complains when it strikes a friend."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        chosen = Tactics().decide(fight, question)
        assert isinstance(chosen, Option)
        assert not chosen.kind.startswith("friendly")
        return chosen


@pytest.mark.parametrize(
    "name", ["watchtower", "burning-mill", "gatehouse", "wrestling-ring", "long-day", "two-blades"]
)
def test_it_beats_a_player_who_plays_at_random(name: str) -> None:
    scenario = scenario_of(name)
    wins = 0
    for seed in range(40):
        for side in (0, 1):
            players: list[Player] = [RandomPlayer(seed, 0), RandomPlayer(seed, 1)]
            players[side] = Watching()
            fight = scenario.setup.new_fight(LiveTable(Dice(seed), players))
            fight.play()
            wins += fight.winner() == side
    assert wins >= 60, f"{wins} of 80"
