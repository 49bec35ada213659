"""Who is asked without a question, in every ruleset that asks so."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.event_counts import CheckingCountingTable, CountingTable, EventCounts
from affray.core.table import CheckingTable, LiveTable
from affray.core.tape import RecordingTable
from affray.library import load
from rulebook.quick_ways import AskingTable
from support import random_players, simple_players


@pytest.mark.parametrize("name", ["goblin-gang", "bamboo-grove", "the-tourney"])
def test_players_are_asked_directly_only_where_nobody_looks_at_questions(name: str) -> None:
    scenario = load(name)
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
