"""The details of simulated fights."""

from __future__ import annotations

import pytest

from affray.core.dice import Dice
from affray.core.events import Event
from affray.core.table import LiveTable
from affray.lab.simulation import simulate
from affray.lab.simulation.details import EventCounter
from affray.library import load, rulebook_of
from lab.small_fights import duel_in, each_ruleset, party_of


@each_ruleset
def test_harm_and_drops_are_somebodys(ruleset: str) -> None:
    scenario = party_of(ruleset)
    found = simulate(scenario, 200, seed=4, workers=1, detailed_fights=200)
    detail = found.details
    assert detail is not None
    assert detail["fights"] == 200
    names = set(scenario.setup.names)
    assert {one["name"] for one in detail["fighters"]} == names
    for one in detail["fighters"]:
        assert 0 <= one["standing"] <= 1
        assert 0 <= one["mean_health"] <= one["max_health"]
    assert sum(one["dealt_per_round"] for one in detail["fighters"]) > 0
    assert {one["who"] for one in detail["drops"]} <= names
    known = {rule.id for rule in rulebook_of(ruleset).rules}
    assert {one["id"] for one in detail["rules"]} <= known
    assert all(0 < one["fights"] <= 1 for one in detail["rules"])


@pytest.mark.parametrize("players", [{}, {"party": "random"}])
def test_details_do_not_depend_on_workers(players: dict[str, str]) -> None:
    how = {"seed": 3, "players": players, "detailed_fights": 2500}
    one = simulate(load("causeway"), 5000, workers=1, **how)  # type: ignore[arg-type]
    two = simulate(load("causeway"), 5000, workers=2, **how)  # type: ignore[arg-type]
    assert one.tally == two.tally
    assert one.details == two.details


def test_events_are_added_up() -> None:
    scenario = load("causeway")
    fight = scenario.setup.new_fight(LiveTable(Dice(0), []))
    brynn, kael = [fighter.name for fighter in fight.roster()[:2]]
    counter = EventCounter()
    for number in range(4):
        if number % 2:
            counter.hear(Event("hurt", {"who": kael, "by": brynn, "harm": 3}, ("a.one",)))
            counter.hear(Event("hurt", {"who": kael, "by": None, "harm": 2}, ("a.one", "a.two")))
            counter.hear(Event("out", {"who": kael, "by": brynn}))
        counter.end_fight(fight)
    found = counter.details
    assert found.fights == found.standing[brynn] == 4
    assert (found.dealt[brynn], found.dealt["—"], found.taken[kael]) == (6, 4, 10)
    assert found.drops == {(brynn, kael): 2}
    assert found.uses == {"a.one": 4, "a.two": 2}
    assert found.used_in == {"a.one": 2, "a.two": 2}


@each_ruleset
def test_harm_is_health_lost(ruleset: str) -> None:
    """A fighter never takes more harm than it has health."""
    scenario = duel_in(ruleset)
    found = simulate(scenario, 60, seed=4, workers=1, detailed_fights=60).tally.details
    for fighter in scenario.setup.new_fight(LiveTable(Dice(0), [])).roster():
        assert found.taken[fighter.name] <= 60 * fighter.max_health()


def test_errors_cover_the_truth() -> None:
    """Most intervals contain the value of a much longer simulation."""
    scenario = load("first-blood")
    many = simulate(scenario, 3000, seed=90, workers=1, detailed_fights=3000).details
    assert many is not None
    truth = many["fighters"][0]
    inside = {"dealt_per_round": 0, "mean_health": 0}
    for seed in range(20):
        few = simulate(scenario, 60, seed=seed, workers=1, detailed_fights=60).details
        assert few is not None
        one = few["fighters"][0]
        for name in inside:
            inside[name] += abs(one[name] - truth[name]) <= one[f"{name}_error"]
    assert min(inside.values()) >= 15
    assert many["fighters"][0]["dealt_per_round_error"] < 0.2, "and narrow with many fights"


def test_states_by_round_against_a_slow_count() -> None:
    """The shares are those of fights that are played step by step."""
    scenario = load("causeway")
    found = simulate(scenario, 40, seed=7, workers=1, by_round=True).by_round
    assert found is not None
    fallen = {one["name"]: 0 for one in found["fighters"]}
    for number in range(40):
        players = [scenario.ruleset.simple_player()] * 2
        fight = scenario.setup.new_fight(LiveTable(Dice(7, number), players))
        before = {one.name: one.state() for one in fight.roster()}
        while not fight.is_over() and fight.round <= 2:
            before = {one.name: one.state() for one in fight.roster()}
            fight.step()
        if fight.is_over() and fight.round <= 2:
            before = {one.name: one.state() for one in fight.roster()}
        for name, state in before.items():
            fallen[name] += state != "standing"
    for one in found["fighters"]:
        assert one["down"][1] == pytest.approx(fallen[one["name"]] / 40)
