"""Comparisons of variants with the same dice."""

from __future__ import annotations

from affray.lab.compare import compare
from affray.lab.scenario_keys import with_changes
from affray.lab.simulation import simulate
from affray.library import load
from lab.small_fights import each_ruleset, party_of


@each_ruleset
def test_a_scenario_does_not_differ_from_itself(ruleset: str) -> None:
    scenario = party_of(ruleset)
    found = compare({"one": scenario, "two": scenario}, 300, workers=1)
    for side in found.difference(1).values():
        assert side.share == 0
        assert side.low <= 0 <= side.high
    assert found.row(0)["checksum"] == found.row(1)["checksum"]


def test_common_dice_make_a_difference_narrow() -> None:
    base = load("causeway")
    found = compare({"one": base, "hp": with_changes(base, {"sides.1.fighters.0.hp": 8})}, 4000)
    change = found.difference(1)["party"]
    assert change.high < 0
    alone = simulate(base, 4000).sides["party"]
    apart = 2**0.5 * (alone.high - alone.low)
    assert change.high - change.low < 1.3 * apart


def test_within_holds_for_every_variant() -> None:
    """The first variant differs in nothing, so its difference is known at once."""
    now = load("first-blood")
    variants = {"now": now, "the same": now, "d20": now.with_house({"check": "d20"})}
    found = compare(variants, within=0.02, workers=1, batch_size=200)
    width = {
        number: max(side.high - side.low for side in found.difference(number).values())
        for number in (1, 2)
    }
    assert width[1] < width[2] <= 2 * 0.02
    assert found.pairs.winners.total() > 200
