"""Many fights in a row: the same as each by itself, and heard by a listener."""

from __future__ import annotations

import pytest

from affray.core.batch import CHECKED_EVERY, Batch, play_batch
from affray.core.dice import Dice
from affray.core.events import Event, Listener
from affray.core.fight import Fight
from affray.core.table import LiveTable, Player
from affray.core.tape import RecordingTable
from affray.library import Scenario, load, ruleset_names, rulesets, toml_of
from affray.players import as_player

FIRST = [next(iter(toml_of(rulesets()[name], "scenarios"))) for name in ruleset_names()]
"""A scenario of every ruleset."""


def players_of(scenario: Scenario, name: str) -> list[Player]:
    return [as_player(name, scenario.ruleset, side) for side in range(len(scenario.sides))]


def figures(batch: Batch) -> tuple[object, ...]:
    return batch.checksum, batch.turns, batch.wins, batch.draws, batch.rounds


@pytest.mark.parametrize("name", FIRST)
@pytest.mark.parametrize("player", ["simple", "random"])
def test_a_batch_plays_each_fight_as_if_it_were_the_only_one(name: str, player: str) -> None:
    """All but those that are checked are the same fight, set back to where it began."""
    scenario, first, count = load(name), CHECKED_EVERY - 2, 5
    batch = play_batch(scenario.setup, players_of(scenario, player), 3, first, count)
    alone, players = Batch(len(scenario.sides)), players_of(scenario, player)
    for number in range(first, first + count):
        fight = scenario.setup.new_fight(LiveTable(Dice(3, number), players))
        fight.play()
        alone.add_fight(fight, number)
    assert figures(batch) == figures(alone)
    assert batch.fights == count


def test_a_batch_is_the_same_in_parts() -> None:
    scenario = load("causeway")
    players = players_of(scenario, "simple")
    whole = play_batch(scenario.setup, players, 7, 0, 30, keep_winners=True)
    parts = [
        play_batch(scenario.setup, players, 7, at, 10, keep_winners=True) for at in (0, 10, 20)
    ]
    assert whole.checksum == sum(part.checksum for part in parts)
    assert whole.winners == [winner for part in parts for winner in part.winners]


# --- who listens ---


class Counting(Listener):
    """Counts events and fights."""

    def __init__(self) -> None:
        self.events = 0
        self.fights: list[int] = []

    def hear(self, event: Event) -> None:
        self.events += 1

    def end_fight(self, fight: Fight) -> None:
        self.fights.append(int(fight.round))


@pytest.mark.parametrize("player", ["simple", "random"])
def test_a_listener_hears_all_events_of_a_batch(player: str) -> None:
    scenario, first, count = load("causeway"), CHECKED_EVERY - 2, 4
    heard = Counting()
    batch = play_batch(
        scenario.setup, players_of(scenario, player), 3, first, count, listener=heard
    )
    told, players = 0, players_of(scenario, player)
    for number in range(first, first + count):
        table = RecordingTable(LiveTable(Dice(3, number), players))
        scenario.setup.new_fight(table).play()
        told += len(table.events)
    assert heard.events == told > 0
    assert len(heard.fights) == batch.fights == count
