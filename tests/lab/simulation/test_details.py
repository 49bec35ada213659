"""What happened within fights, and that listening changes nothing."""

from __future__ import annotations

import pytest

from affray.core.dice import Dice
from affray.core.events import Event
from affray.core.table import LiveTable
from affray.lab.simulation import simulate
from affray.lab.simulation.details import EventCounter
from affray.library import load, rulebook_of
from affray.testing import check_counts
from lab.small_fights import each_ruleset, party_of


@each_ruleset
def test_listening_changes_no_fight(ruleset: str) -> None:
    scenario = party_of(ruleset)
    silent = simulate(scenario, 300, seed=2, workers=1)
    detailed = simulate(scenario, 300, seed=2, workers=1, detailed_fights=120)
    assert detailed.tally.checksum == silent.tally.checksum
    assert detailed.tally.rounds == silent.tally.rounds
    assert detailed.tally.details.fights == 120
    assert silent.details is None


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


@each_ruleset
def test_what_is_counted_is_what_is_told(ruleset: str) -> None:
    check_counts(party_of(ruleset), 20)


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
