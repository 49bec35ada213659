"""What happened within fights, and that listening changes nothing."""

from __future__ import annotations

import pytest

from affray.lab.simulation import simulate
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
