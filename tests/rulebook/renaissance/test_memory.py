"""The simple player decides by what it remembers as it would by looking anew."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import CheckingTable, LiveTable, Player
from affray.library import load
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.movement import Destinations
from affray.rulesets.renaissance.player.simple import SimplePlayer
from rulebook.renaissance.fields import field
from support import scenario_of, simple_players

SCENARIOS = [
    "burning-tower",
    "frozen-monastery",
    "goblin-gang",
    "grenade-in-a-crowd",
    "lances-and-spears",
    "powder-and-steel",
    "silver-and-claws",
    "slaver-camp",
    "two-weapon-duel",
]


class RememberingPlayer(Player):
    """A simple player whose every decision is made by one who knows nothing yet as well."""

    def __init__(self) -> None:
        self.simple = SimplePlayer()
        self.kinds: set[str] = set()

    def reads_options(self) -> bool:
        return self.simple.reads_options()

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        chosen = self.simple.decide(fight, question)
        assert SimplePlayer().decide(fight, question) is chosen, question.kind
        self.kinds.add(question.kind)
        return chosen


@pytest.mark.once
@pytest.mark.parametrize(
    ("name", "house"),
    [
        *[(name, {}) for name in SCENARIOS],
        ("two-weapon-duel", {"parry_is_reaction": True, "declare_defense": "before"}),
        ("goblin-gang", {"grid": "hex"}),
    ],
)
def test_a_player_who_remembers_decides_as_one_who_does_not(
    name: str, house: dict[str, Any]
) -> None:
    scenario = load(name).with_house(house)
    players = [RememberingPlayer() for _ in scenario.sides]
    for seed in range(4):
        table = LiveTable(Dice(seed), list[Player](players))
        scenario.setup.new_fight(table).play()
    assert len(set[str]().union(*[player.kinds for player in players])) > 2


@pytest.mark.parametrize("name", SCENARIOS)
def test_it_answers_with_options_of_its_questions_even_where_one_is_open(name: str) -> None:
    scenario = load(name)
    for seed in range(3):
        ends = []
        for table_class in (LiveTable, CheckingTable):
            fight = scenario.setup.new_fight(table_class(Dice(seed), simple_players(scenario)))
            fight.play()
            ends.append((fight.turns, [one.health() for one in fight.roster()]))
        assert ends[0] == ends[1]


def test_where_no_step_can_be_made_it_stays() -> None:
    rows = ["###########", "#.#......##", "###########"]
    scenario = scenario_of(field(None, {"at": [3, 1]}, rows=rows))
    fight = scenario.setup.new_fight(LiveTable(Dice(1), simple_players(scenario)))
    assert isinstance(fight, RenaissanceFight)
    for kind in ("move", "charge", "run", "crawl", "dash"):
        question = Destinations(fight, fight.combatants[0], kind, 8.0, kind == "charge")
        assert question.options == [fight.options.stay]
        assert SimplePlayer().decide(fight, question) is fight.options.stay
