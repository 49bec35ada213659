"""Adding a weapon, a modifier, a condition, a house rule or a log line to Renaissance touches the
files that the table "What a change touches" in docs/how-it-works.md names. Each is done in a copy of
the sources.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from source_copy import ODDS_OF_AN_ATTACK, SourceCopy

SCENARIO = """
ruleset = "renaissance"
title = "Two"
[house]
%s
[map]
rows = ["...", "..."]
[[sides]]
name = "ones"
fighters = [{ is = "duellist", name = "Ann", at = [0, 0], weapons = ["%s"] }]
[[sides]]
name = "others"
fighters = [{ is = "soldier", name = "Orc", at = [1, 0], dur = 90 }]
"""


@pytest.fixture
def copy(tmp_path: Path) -> SourceCopy:
    return SourceCopy(tmp_path, "renaissance")


def mean_of(copy: SourceCopy, house: str = "", weapon: str = "short-sword") -> float:
    """Return the expected damage of Ann's attack in the copy."""
    return float(
        copy.run(ODDS_OF_AN_ATTACK.format(text=SCENARIO % (house, weapon)) + "print(odds())")
    )


def test_a_weapon_is_a_row_of_its_table(copy: SourceCopy) -> None:
    before = mean_of(copy)
    copy.edit("content/weapons.toml", "", '\n[weapons.great-club]\ndamage = "3d10+9"\n')
    assert mean_of(copy, weapon="great-club") > before + 1
    assert copy.touched == {"content/weapons.toml"}


def test_a_modifier_is_its_term_in_its_rule(copy: SourceCopy) -> None:
    before = mean_of(copy)
    copy.edit(
        "attack.py",
        "    has = weapon.tags\n    if has & tags.EASY:\n",
        '    has = weapon.tags\n    mods.add(-30, "tired", "weapon.tags")\n    if has & tags.EASY:\n',
    )
    assert mean_of(copy) < before
    assert copy.touched == {"attack.py"}


def test_a_condition_is_its_declaration_its_rule_and_its_line_in_the_rulebook(
    copy: SourceCopy,
) -> None:
    copy.edit(
        "combatant.py",
        "    dazed: Condition[bool] = False\n",
        "    dazed: Condition[bool] = False\n    tired: Condition[bool] = False\n",
    )
    copy.edit(
        "effort.py",
        "    if who.dazed:\n",
        '    if who.tired:\n        mods.add(-30, "tired", "condition.tired")\n    if who.dazed:\n',
    )
    copy.edit(
        "rulebook.toml",
        "",
        '\n[[rule]]\nid = "condition.tired"\nsource = "ruling"\ntext = "The tired are at -30."\n',
    )
    program = ODDS_OF_AN_ATTACK.format(text=SCENARIO % ("", "short-sword")) + (
        "plain, tired = odds(), odds(Ruling('condition', 'Ann', 'tired', 'a long march'))\n"
        "assert tired < plain, (plain, tired)\n"
        "fight = scenario.setup.new_fight(Table(False))\n"
        "before = fight.key()\n"
        "fight.rule(Ruling('condition', 'Ann', 'tired', 'a long march'))\n"
        "assert fight.roster()[0].conditions() == ['tired']\n"
        "assert fight.key() != before\n"
        "again = fight.copy(Table(False))\n"
        "assert again.key() == fight.key() and again.roster()[0].tired\n"
        "fight.rule(Ruling('condition', 'Ann', 'not tired', 'sleep'))\n"
        "assert fight.key() == before and again.roster()[0].tired\n"
    )
    copy.run(program)
    assert copy.touched == {"combatant.py", "effort.py", "rulebook.toml"}


def test_a_house_rule_is_its_line_in_the_rulebook_and_its_rule(copy: SourceCopy) -> None:
    copy.edit(
        "rulebook.toml",
        "",
        '\n[[rule]]\nid = "attack.kind"\nsource = "ruling"\ntext = "No hit is hard."\n'
        'option = { name = "kindness", default = 0 }\n',
    )
    copy.edit(
        "attack.py",
        "    has = weapon.tags\n    if has & tags.EASY:\n",
        '    has = weapon.tags\n    mods.add(-fight.house.kindness, "kindness", "attack.kind")\n'
        "    if has & tags.EASY:\n",
    )
    subprocess.run(
        [sys.executable, str(copy.folder / "tools" / "house_rules.py")], check=True
    )  # make house
    assert mean_of(copy, "kindness = 30") < mean_of(copy)
    assert copy.touched == {"rulebook.toml", "attack.py"}


def test_a_log_line_is_its_phrase_and_its_function(copy: SourceCopy) -> None:
    copy.edit("log.py", '"falls": "{who} falls {how}"', '"falls": "{who} {manner} {how}"')
    copy.edit(
        "log.py",
        '    fight.tell("falls", {"who": who.name, "how": how}',
        '    fight.tell("falls", {"who": who.name, "how": how, "manner": "tumbles"}',
    )
    program = (
        "from affray.api import play\n"
        "from affray.library import load\n"
        "scenario = load('two-weapon-duel')\n"
        "for event in play(scenario, 7).events:\n"
        "    print(event.text(scenario.setup.phrases))\n"
    )
    lines = copy.run(program).splitlines()
    assert any(line.endswith(" tumbles prone") for line in lines)
    assert copy.touched == {"log.py"}
