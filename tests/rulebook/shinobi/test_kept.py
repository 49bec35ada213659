"""What is kept, or done by a quicker way, is the same as what is worked out anew and asked."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.table import LiveTable
from affray.library import load, rulesets, toml_of
from rulebook.shinobi.fields import field
from support import scenario_of, simple_players

NAMES = [
    pytest.param(name, marks=() if name == "bamboo-grove" else pytest.mark.once)
    for name in toml_of(rulesets()["shinobi"], "scenarios")
]
EVERYTHING = {
    "dodge": "half",
    "turn_unmoved": True,
    "defender_wins_shot": "chooses",
    "injured_return": True,
}
"""House rules by which most is asked."""

SKIRMISH = field(
    {
        "Ann": {"at": [1, 7], "keywords": ["fire-mastery", "sneaky"], "attack": 4},
        "Amy": {"at": [3, 7], "keywords": ["close-combat-master", "combined-attack"]},
        "Abe": {"at": [5, 7], "keywords": ["ranged-master", "long-shot"], "range": 5},
        "Ada": {"at": [7, 7], "keywords": ["blink", "gale", "lucky"], "attack": 6},
    },
    {
        "Bob": {"at": [1, 1], "keywords": ["curse", "resilient"]},
        "Bea": {"at": [3, 1], "keywords": ["winged", "sweep", "poison"]},
        "Ben": {"at": [5, 1], "keywords": ["entangle", "charge", "vigilance"]},
        "Bud": {"at": [7, 1], "keywords": ["melody", "dirty-fighter"], "hidden": True},
    },
    rows=["........."] * 4 + ["..#..~..."] + ["........."] * 4,
    house=EVERYTHING,
    round_limit=20,
)


def scenario_named(name: str) -> Any:
    return scenario_of(SKIRMISH) if name == "skirmish" else load(name)


# --- fights that are set back ---


def test_who_stands_is_listed_after_a_fight_was_set_back() -> None:
    scenario = load("bamboo-grove")
    fight: Any = scenario.setup.new_fight(LiveTable(Dice(3), simple_players(scenario)))
    stages = [fight.copy(fight.table)]
    while not fight.is_over():
        fight.step()
        stages.append(fight.copy(fight.table))
    assert len({tuple(len(listed) for listed in one.present) for one in stages}) > 3
    for other in [*stages, *reversed(stages), stages[-1], stages[0]]:
        fight.become(other)
        for side, listed in enumerate(fight.present):
            assert listed == [who for who in fight.teams[side] if who.is_present()]
            assert fight.enemies[side] is fight.present[1 - side]
