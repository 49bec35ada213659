"""The simple players of 0.1, kept to measure today's against."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from affray.library import rulesets
from affray.version import is_compiled
from lab.small_fights import each_ruleset

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def mirrored(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The bench that has today's players meet the former ones."""
    monkeypatch.syspath_prepend(str(ROOT))
    return import_module("bench.mirrored")


@each_ruleset
def test_the_former_player_can_still_be_played_against(ruleset: str, mirrored: Any) -> None:
    former = import_module(f"bench.former_{ruleset}").FormerPlayer
    scenario = mirrored.mirrored_scenarios(ruleset)[0]
    assert sum(mirrored.play(scenario, former, 2)) == 2


@pytest.mark.skipif(not is_compiled(), reason="takes minutes uncompiled")
def test_renaissances_simple_player_beats_the_former_one(mirrored: Any) -> None:
    """At least 60 % of 2,000 fights in which both sides have the same."""
    former = import_module("bench.former_renaissance").FormerPlayer
    scenarios = mirrored.mirrored_scenarios("renaissance")
    each = mirrored.FIGHTS // len(scenarios)
    won = sum(mirrored.play(scenario, former, each)[0] for scenario in scenarios)
    assert each * len(scenarios) == mirrored.FIGHTS
    assert won / mirrored.FIGHTS >= 0.6


def test_every_ruleset_has_one() -> None:
    kept = {path.stem for path in (ROOT / "bench").glob("former_*.py")}
    assert kept == {f"former_{name}" for name in rulesets()}
