"""Many fights in a row: the same as each by itself, and what is counted of them."""

from __future__ import annotations

import pytest

from affray.core.batch import CHECKED_EVERY, Batch, play_batch
from affray.core.dice import Dice
from affray.core.event_counts import PLACES, EventCounts
from affray.core.table import LiveTable, Player
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


# --- what is counted ---


def test_rules_are_counted_whichever_tuple_names_them() -> None:
    counts = EventCounts()
    once = ("a.one", "a.two")
    for _ in range(3):
        counts.add_rules(once)
        counts.add_rules(once[1:])
    assert counts.times_by_rule() == {"a.one": 3, "a.two": 6}
    assert counts.uses["a.two"].fights == 1


def test_rules_are_counted_where_there_are_more_than_places() -> None:
    counts = EventCounts()
    groups = [(f"a.rule-{number}",) for number in range(3 * PLACES)]
    for _ in range(2):
        for rules in groups:
            counts.add_rules(rules)
    assert set(counts.times_by_rule().values()) == {2}
    assert len(counts.uses) == 3 * PLACES


def test_a_rule_is_at_work_in_as_many_fights_as_told_of_it() -> None:
    scenario = load("causeway")
    counts = EventCounts()
    fight = scenario.setup.new_fight(LiveTable(Dice(0), []))
    for number in range(4):
        if number % 2:
            counts.add_rules(("a.one",))
            counts.add_rules(("a.one", "a.two"))
        counts.add_fight(fight, [])
    assert counts.uses["a.one"].fights == 2
    assert counts.times_by_rule() == {"a.one": 4, "a.two": 2}


def test_harm_and_drops_go_to_those_who_did_it() -> None:
    scenario = load("causeway")
    brynn, kael = scenario.setup.new_fight(LiveTable(Dice(0), [])).roster()[:2]
    counts = EventCounts()
    counts.add_harm(kael, brynn, 3)
    counts.add_harm(kael, None, 2)
    counts.add_drop(counts.sums_of(brynn), kael.name)
    counts.add_drop(counts.sums_of(None), kael.name)
    counts.add_drop(counts.sums_of(brynn), kael.name)
    assert (counts.fighters[brynn.name].dealt, counts.fighters[kael.name].taken) == (3, 5)
    assert counts.drops() == {(brynn.name, kael.name): 2, ("—", kael.name): 1}
