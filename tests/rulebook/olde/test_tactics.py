"""How `simple` plays: what a sensible fighter does in a few plain situations."""

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.rulesets.olde.tactics import Tactics
from rulebook.olde.fields import field
from support import random_players, scenario_of


class Noted(Player):
    """Decides as `simple` does, and notes what it chose."""

    def __init__(self) -> None:
        self.inner = Tactics()
        self.chosen: list[str] = []

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        found = self.inner.decide(fight, question)
        assert isinstance(found, Option)
        assert found in question.options
        self.chosen.append(found.key)
        return found


def first_choices(scenario: dict[str, Any], points: int, turns: int = 1) -> list[str]:
    """What Ann chooses in her first part of a round, with so many Action Points."""
    player = Noted()
    fight = scenario_of(scenario).setup.new_fight(LiveTable(Dice(1), [player, Tactics()]))
    fight.step()
    ann: Any = fight.roster()[0]
    orc: Any = fight.roster()[1]
    ann.action_points = points
    orc.action_points = 1
    for _ in range(turns):
        fight.step()
    return player.chosen


def test_a_spear_steps_back_to_where_the_sword_does_not_reach() -> None:
    first = first_choices(field({"weapons": ["spear"], "at": [4, 2]}, {"at": [5, 2]}), 5)[0]
    assert first.startswith("free step")
    x, y = (int(part) for part in first.rpartition(" ")[2].split(","))
    assert max(abs(x - 5), abs(y - 2)) == 2


def test_a_sword_closes_in_to_strike() -> None:
    chosen = first_choices(field(orc={"at": [4, 1]}), 5)
    assert chosen[0].startswith("free step")
    assert "Orc with broadsword" in chosen[1]


def test_an_archer_goes_to_its_base_range_and_shoots() -> None:
    chosen = first_choices(field({"weapons": ["shortbow"]}, {"at": [9, 1]}), 5)
    assert chosen[0].startswith("free step")
    assert "Orc with shortbow" in chosen[1]


def test_an_archer_gets_away_from_who_stands_beside_it() -> None:
    chosen = first_choices(field({"weapons": ["shortbow"], "at": [4, 2]}, {"at": [5, 2]}), 5)
    x, y = (int(part) for part in chosen[0].rpartition(" ")[2].split(","))
    assert max(abs(x - 5), abs(y - 2)) > 1


def test_who_is_hurt_blocks() -> None:
    skills = {"swords": "apprentice", "shields": "journeyman"}
    scenario = scenario_of(field({"shield": "heater", "skills": skills}))
    player = Noted()
    fight = scenario.setup.new_fight(LiveTable(Dice(1), [player, Tactics()]))
    fight.step()
    ann: Any = fight.roster()[0]
    ann.action_points, ann.hit_points = 8, 4
    orc: Any = fight.roster()[1]
    orc.action_points = 3
    fight.step()
    assert "block" in player.chosen


def test_who_lies_rises() -> None:
    assert first_choices(field({"conditions": [{"is": "prone"}]}), 5)[0] == "rise"


def test_a_crossbow_is_reset_after_the_shot() -> None:
    chosen = first_choices(field({"weapons": ["crossbow"]}, {"at": [9, 1]}), 5)
    assert "reset crossbow" in chosen


def test_who_dies_beside_one_comes_first_while_no_enemy_is_near() -> None:
    bea = {"at": [0, 1], "hp": 10}
    scenario = scenario_of(field(orc={"at": [11, 1]}, friends={"Bea": bea}))
    player = Noted()
    fight = scenario.setup.new_fight(LiveTable(Dice(1), [player, Tactics()]))
    fight.rule(Ruling("state", "Bea", "down", "a fall"))
    fight.step()
    ann: Any = fight.roster()[0]
    ann.action_points = 8
    fight.step()
    assert "first aid Bea" in player.chosen


def test_the_frightened_run_for_the_way_out() -> None:
    ann = {"conditions": [{"is": "frightened"}], "at": [2, 2]}
    chosen = first_choices(field(ann, {"at": [4, 2]}, exits=[[0, 2]]), 6, turns=3)
    assert chosen[0].startswith(("free step", "run"))


@pytest.mark.parametrize(
    "name", ["sword-and-spear", "across-the-field", "shield-wall", "ogre-at-the-bridge"]
)
@pytest.mark.parametrize("side", [0, 1])
def test_it_beats_one_who_plays_at_random(name: str, side: int) -> None:
    scenario = scenario_of(name)
    won = 0
    for seed in range(30):
        players = random_players(scenario, seed)
        players[side] = Tactics()
        fight = scenario.setup.new_fight(LiveTable(Dice(seed), players))
        fight.play()
        won += fight.winner() == side
    assert won >= 27
