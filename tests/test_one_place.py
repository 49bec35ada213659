"""One rule, one place: a modifier that is added in one place changes watched fights, unwatched fights
and exact odds alike.

Each change is made in a copy of the sources, in the place that "What a change touches" in
docs/how-it-works.md names. A ruleset adds its line to CHANGES.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from source_copy import SourceCopy

ATTACKS = 400
"""Attacks in a sample."""

STANDARD_ERRORS = 4
"""How far the mean of a sample may lie from the exact figure. Seeds are fixed."""

PROBE = """
import json
from affray.core.dice import Dice
from affray.core.odds import OddsTable
from affray.core.table import LiveTable
from affray.core.tape import RecordingTable
from affray.library import load

scenario = load({scenario!r})
players = [scenario.ruleset.simple_player() for _ in scenario.sides]

def attack(table):
    fight = scenario.setup.new_fight(table)
    who = fight.fighter_named({attacker!r}).index
    option = next(one for one in fight.attacks(who) if one.key == {attack!r})
    fight.bring_within_reach(who, option)
    return int(fight.make_attack(who, option).damage)

unwatched, watched, log = [], [], []
for seed in range({attacks}):
    unwatched.append(attack(LiveTable(Dice(seed), players)))
    table = RecordingTable(LiveTable(Dice(seed), players))
    watched.append(attack(table))
    log.extend(event.text(scenario.setup.phrases) for event in table.events)
odds = OddsTable(players).explore(attack)
exact = odds.mean(float)
variance = odds.mean(lambda damage: (damage - exact) ** 2)
print(json.dumps([unwatched, watched, exact, variance, log]))
"""


@dataclass
class Change:
    """A modifier, where it is added, and an attack that it makes weaker or stronger."""

    ruleset: str
    file: str
    old: str
    new: str
    scenario: str
    attacker: str
    attack: str
    gain: float
    """The least change of the expected damage; below zero if the attack becomes weaker."""
    given: tuple[str, str, str] | None = None
    """An edit of the scenario that gives the attacker what was added."""


CHANGES = [
    Change(
        "mithryn",
        "sheet.py",
        "bare = self.rank + self.armour_bonus",
        "bare = self.rank + self.armour_bonus + 3",
        "causeway",
        "Brynn",
        "attack City Spearman with longbow",
        -0.3,
    ),
    Change(
        "olde",
        "adjustments.py",
        "    add_manner(tally, who.scene.house, use, manner)\n",
        "    add_manner(tally, who.scene.house, use, manner)\n"
        '    tally.add(2, "rested", "attack.adjustments")\n',
        "sword-and-spear",
        "Aldo",
        "attack Berit with broadsword",
        0.3,
    ),
    Change(
        "olde",
        "content/conditions.toml",
        "",
        "\n[conditions.rested]\nattack = 2\n",
        "sword-and-spear",
        "Aldo",
        "attack Berit with broadsword",
        0.3,
        ("scenarios/sword-and-spear.toml", '"Aldo",', '"Aldo", conditions = [{ is = "rested" }],'),
    ),
    Change(
        "orrery",
        "modifiers.py",
        "    defenseless(strike, advantage)\n",
        '    advantage.add_dis("modifier.size", "tired")\n    defenseless(strike, advantage)\n',
        "two-blades",
        "Ansa",
        "attack Tam with long-blade",
        -0.1,
    ),
    Change(
        "renaissance",
        "attack.py",
        "    has = weapon.tags\n    if has & tags.EASY:\n",
        '    has = weapon.tags\n    mods.add(-30, "tired", "weapon.tags")\n    if has & tags.EASY:\n',
        "two-weapon-duel",
        "Corvo",
        "attack Serafina with short-sword",
        -0.5,
    ),
    Change(
        "renaissance",
        "effort.py",
        "    if who.dazed:\n",
        "    if who.tired:\n"
        '        mods.add(-30, "tired", "strike.called-shot")\n    if who.dazed:\n',
        "two-weapon-duel",
        "Corvo",
        "attack Serafina with short-sword",
        -0.5,
        (
            "combatant.py",
            "    dazed: Condition[bool] = False\n",
            "    dazed: Condition[bool] = False\n    tired: Condition[bool] = True\n",
        ),
    ),
    Change(
        "shinobi",
        "close.py",
        "    if back_strikes(fight, attacker, target):\n",
        '    pool.add(2, "rested", "close.assist")\n    if back_strikes(fight, attacker, target):\n',
        "moonlit-duel",
        "Byakko",
        "attack Yobuko with blade",
        0.05,
    ),
]


def probed(copy: SourceCopy, change: Change) -> Any:
    """Return the damage of unwatched and of watched attacks, the exact mean, and the log."""
    program = PROBE.format(
        scenario=change.scenario,
        attacker=change.attacker,
        attack=change.attack,
        attacks=ATTACKS,
    )
    unwatched, watched, exact, variance, log = json.loads(copy.run(program))
    assert unwatched == watched, "a listener changes the attack"
    mean = sum(watched) / ATTACKS
    assert abs(mean - exact) < STANDARD_ERRORS * sqrt(variance / ATTACKS), (mean, exact)
    return mean, exact, log


@pytest.mark.parametrize("change", CHANGES, ids=[f"{one.ruleset} {one.file}" for one in CHANGES])
def test_a_modifier_in_one_place_changes_everything_alike(change: Change, tmp_path: Path) -> None:
    copy = SourceCopy(tmp_path, change.ruleset)
    mean, exact, log = probed(copy, change)
    copy.edit(change.file, change.old, change.new)
    if change.given is not None:
        copy.edit(*change.given)
    mean_now, exact_now, log_now = probed(copy, change)
    assert (exact_now - exact) / change.gain >= 1, "the odds have not changed"
    assert (mean_now - mean) / change.gain > 0.5, "the fights have not changed"
    assert log_now != log, "the log has not changed"
