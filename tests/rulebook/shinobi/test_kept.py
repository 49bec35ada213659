"""What is kept, or done by a quicker way, is the same as what is worked out anew and asked."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.event_counts import CheckingCountingTable, CountingTable, EventCounts
from affray.core.table import CheckingTable, LiveTable
from affray.core.tape import RecordingTable
from affray.library import load, rulesets, toml_of
from rulebook.shinobi.fields import field
from support import random_players, scenario_of, simple_players

NAMES = [
    pytest.param(name, marks=() if name == "bamboo-grove" else pytest.mark.once)
    for name in toml_of(rulesets()["shinobi"], "scenarios")
]
EVERYTHING = {
    "dodge": "half",
    "turn_unmoved": True,
    "defender_wins_shot": "chooses",
    "injured_return": True,
}
"""House rules by which most is asked."""

SKIRMISH = field(
    {
        "Ann": {"at": [1, 7], "keywords": ["fire-mastery", "sneaky"], "attack": 4},
        "Amy": {"at": [3, 7], "keywords": ["close-combat-master", "combined-attack"]},
        "Abe": {"at": [5, 7], "keywords": ["ranged-master", "long-shot"], "range": 5},
        "Ada": {"at": [7, 7], "keywords": ["blink", "gale", "lucky"], "attack": 6},
    },
    {
        "Bob": {"at": [1, 1], "keywords": ["curse", "resilient"]},
        "Bea": {"at": [3, 1], "keywords": ["winged", "sweep", "poison"]},
        "Ben": {"at": [5, 1], "keywords": ["entangle", "charge", "vigilance"]},
        "Bud": {"at": [7, 1], "keywords": ["melody", "dirty-fighter"], "hidden": True},
    },
    rows=["........."] * 4 + ["..#..~..."] + ["........."] * 4,
    house=EVERYTHING,
    round_limit=20,
)


class AskingTable(LiveTable):
    """A live table at which everything is asked by a question, and rolled in stages."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.follows_stages = True


def asking_counting_table(*given: Any) -> CountingTable:
    """The same, where what happens is counted."""
    table = CountingTable(*given)
    table.follows_stages = True
    table.direct_players = []
    return table


def scenario_named(name: str) -> Any:
    return scenario_of(SKIRMISH) if name == "skirmish" else load(name)


# --- players who are asked directly ---


@pytest.mark.parametrize("name", [*NAMES, "skirmish"])
def test_fights_are_the_same_where_players_are_asked_by_questions(name: str) -> None:
    scenario = scenario_named(name)
    for number in range(30):
        quick = LiveTable(Dice(5, number), simple_players(scenario))
        slow = AskingTable(Dice(5, number), simple_players(scenario))
        one, other = scenario.setup.new_fight(quick), scenario.setup.new_fight(slow)
        while not one.is_over():
            one.step()
            other.step()
            assert one.key() == other.key()
            assert one.key_in_step() == other.key_in_step()
        assert other.is_over()
        assert quick.dice.word() == slow.dice.word()


@pytest.mark.parametrize("name", [*NAMES, "skirmish"])
def test_what_is_counted_is_the_same_in_stages(name: str) -> None:
    scenario = scenario_named(name)
    found = []
    for make in (CountingTable, asking_counting_table):
        counts = EventCounts()
        for number in range(10):
            table = make(Dice(5, number), simple_players(scenario), counts)
            fight = scenario.setup.new_fight(table)
            fight.play()
            counts.add_fight(fight, [])
        fights = {rule: use.fights for rule, use in counts.uses.items()}
        found.append((counts.times_by_rule(), fights, counts.drops()))
    assert found[0] == found[1]


def test_players_are_asked_directly_only_where_nobody_looks_at_questions() -> None:
    scenario = load("bamboo-grove")
    players = simple_players(scenario)

    def asked_directly(fight: Any) -> list[bool]:
        return [player is not None for player in fight.direct_players]

    new_fight = scenario.setup.new_fight
    assert asked_directly(new_fight(LiveTable(Dice(1), players))) == [True, True]
    assert asked_directly(new_fight(CountingTable(Dice(1), players, EventCounts()))) == [True, True]
    for table in (
        CheckingTable(Dice(1), players),
        AskingTable(Dice(1), players),
        CheckingCountingTable(Dice(1), players, EventCounts()),
        RecordingTable(LiveTable(Dice(1), players)),
    ):
        assert asked_directly(new_fight(table)) == [False, False]
    mixed = [players[0], random_players(scenario, 1)[1]]
    assert asked_directly(new_fight(LiveTable(Dice(1), mixed))) == [True, False]
    assert asked_directly(new_fight(LiveTable(Dice(1), []))) == [False, False]


# --- fights that are set back ---


def test_who_stands_is_listed_after_a_fight_was_set_back() -> None:
    scenario = load("bamboo-grove")
    fight: Any = scenario.setup.new_fight(LiveTable(Dice(3), simple_players(scenario)))
    stages = [fight.copy(fight.table)]
    while not fight.is_over():
        fight.step()
        stages.append(fight.copy(fight.table))
    assert len({tuple(len(listed) for listed in one.present) for one in stages}) > 3
    for other in [*stages, *reversed(stages), stages[-1], stages[0]]:
        fight.become(other)
        for side, listed in enumerate(fight.present):
            assert listed == [who for who in fight.teams[side] if who.is_present()]
            assert fight.enemies[side] is fight.present[1 - side]
