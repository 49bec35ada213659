"""The strong player: it beats the simple one where both have the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray import api
from affray.core.batch import play_batch
from affray.core.problems import InvalidDataError
from affray.core.questions import Option
from affray.library import load, read_scenario, rulesets
from affray.players import player_named
from affray.players.strong import MOST_OPTIONS, Budget, StrongPlayer, parse_budget, shortlist
from affray.version import is_compiled
from lab.small_fights import each_ruleset

MIRRORS = Path(__file__).parent / "mirrors"


@pytest.mark.soak
@pytest.mark.skipif(not is_compiled(), reason="takes a quarter of an hour uncompiled")
def test_strong_beats_simple_where_both_have_the_same() -> None:
    """More than half of the mirrored fights, over all rulesets; `bench/strong.py` plays enough of
    each to say how often."""
    won = fights = 0
    for mirror in sorted(MIRRORS.glob("*.toml")):
        scenario = load(str(mirror))
        for seat in range(2):
            names = ["strong:200" if side == seat else "simple" for side in range(2)]
            players = [
                player_named(name, scenario.ruleset, side) for side, name in enumerate(names)
            ]
            won += play_batch(scenario.setup, players, 2026, 0, 3).wins[seat]
            fights += 3
    assert won / fights > 0.5


@each_ruleset
def test_it_plays_every_ruleset_by_legal_options(ruleset: str) -> None:
    raw = load(str(MIRRORS / f"{ruleset}.toml")).raw()
    scenario = read_scenario({**raw, "round_limit": 2}, ruleset)
    players = dict.fromkeys(scenario.sides, "strong:4")
    first = api.play(scenario, 3, dict(players))
    again = api.play(scenario, 3, dict(players))
    assert first.fight.is_over()
    assert [answer.text() for answer in first.answers] == [
        answer.text() for answer in again.answers
    ]


def test_it_finishes_whom_it_can() -> None:
    """With the fight as good as won it does not shove, grapple or go home."""
    scenario = load("first-blood")
    raw = scenario.raw()
    raw["sides"][1]["fighters"][0]["hp"] = 1
    easy = read_scenario(raw, "easy")
    played = api.play(easy, 1, {"blade": "strong"})
    first = next(answer for answer in played.answers if answer.who == "Ansa")
    assert first.choice.startswith(("attack Torben", "both Torben"))


def test_budgets() -> None:
    assert parse_budget("2000") == Budget(2000)
    assert parse_budget("0.5s").seconds == 0.5
    for wrong in ("lots", "0", "-3s", "1e9s", ""):
        with pytest.raises(InvalidDataError, match="strong:2000"):
            parse_budget(wrong)
    ruleset = next(iter(rulesets().values()))
    found = player_named("strong:30", ruleset)
    assert isinstance(found, StrongPlayer)
    assert found.budget == Budget(30)
    with pytest.raises(InvalidDataError, match="only strong"):
        player_named("simple:3", ruleset)


def test_a_time_budget_ends_in_time() -> None:
    import time

    scenario = load("causeway")
    started = time.monotonic()
    played = api.play(scenario, 2, {"party": "strong:0.02s"})
    mine = sum(not answer.is_roll() for answer in played.answers)
    assert time.monotonic() - started < 2 + mine * 1.0


def test_of_very_many_options_every_kind_is_tried() -> None:
    options = [Option("move", f"move {n}", "") for n in range(900)]
    options += [Option("attack", f"attack {n}", "") for n in range(5)]
    usual = options[450]
    found = shortlist(options, usual)
    assert usual in found
    assert len(found) <= MOST_OPTIONS + 1
    assert {option.kind for option in found} == {"move", "attack"}
    assert sum(option.kind == "attack" for option in found) == 5
    assert shortlist(options[:20], options[3]) == options[:20]
