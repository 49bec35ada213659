"""Fights by quicker ways, where simple players are asked without a question and dice are rolled
without stages, beside the same fights where everything is asked and rolled in stages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.core.dice import Dice
from affray.core.table import LiveTable, Player
from affray.lab.simulation.details import EventCounter
from affray.library import Scenario
from support import simple_players


class AskingTable(LiveTable):
    """A live table at which everything is asked by a question, and rolled in stages."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.follows_stages = True


def assert_same_when_asked(
    scenario: Scenario,
    fights: range,
    players_of: Callable[[Scenario], list[Player]] = simple_players,
) -> None:
    """Fights are the same, step by step, whether players are asked directly or by a question."""
    for number in fights:
        quick = LiveTable(Dice(5, number), players_of(scenario))
        slow = AskingTable(Dice(5, number), players_of(scenario))
        one, other = scenario.setup.new_fight(quick), scenario.setup.new_fight(slow)
        while not one.is_over():
            one.step()
            other.step()
            assert one.key() == other.key()
            assert one.key_in_step() == other.key_in_step()
        assert other.is_over()
        assert quick.dice.word() == slow.dice.word()


def assert_counted_alike(scenario: Scenario, fights: range) -> dict[str, int]:
    """What is counted of fights is the same in stages; gives how often each rule was met."""
    found = []
    for make in (LiveTable, AskingTable):
        counter = EventCounter()
        for number in fights:
            table = make(Dice(5, number), simple_players(scenario), None, counter)
            fight = scenario.setup.new_fight(table)
            fight.play()
            counter.end_fight(fight)
        found.append(counter.details)
    assert found[0] == found[1]
    return dict(found[0].uses)
