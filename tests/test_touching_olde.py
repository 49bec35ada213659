"""In Dungeons of Olde, too, a change touches the files that "What a change touches" in
docs/how-it-works.md names, and no others. Each is made in a copy of the sources.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from source_copy import ODDS_OF_AN_ATTACK, SourceCopy

SCENARIO = """
ruleset = "olde"
title = "Two"
[house]
%s
[map]
width = 6
height = 3
[[sides]]
name = "ones"
fighters = [{ is = "swordsman", name = "Ann", at = [1, 1], weapons = ["%s"] }]
[[sides]]
name = "others"
fighters = [{ is = "orc", name = "Orc", at = [2, 1], hp = 30 }]
"""


@pytest.fixture
def copy(tmp_path: Path) -> SourceCopy:
    return SourceCopy(tmp_path, "olde")


def odds_of(text: str) -> str:
    """Return the beginning of a program that knows the odds of Ann's attack on the orc."""
    return ODDS_OF_AN_ATTACK.format(text=text)


def mean(copy: SourceCopy, house: str = "", weapon: str = "broadsword") -> float:
    """Return the mean damage of Ann's attack."""
    return float(copy.run(odds_of(SCENARIO % (house, weapon)) + "print(odds())"))


def test_a_weapon_is_a_row_of_its_table(copy: SourceCopy) -> None:
    copy.edit(
        "content/weapons.toml",
        "",
        '\n[weapons.falchion]\nmelee = { stat = "brawn", skills = ["swords"], reach = [1, 1], '
        "one_hand = 8, two_hands = 6, damage = 12 }\n",
    )
    assert mean(copy, weapon="falchion") > mean(copy)
    assert copy.touched == {"content/weapons.toml"}


def test_a_condition_is_a_row_of_its_table_and_its_word_in_the_rulebook(copy: SourceCopy) -> None:
    copy.edit("content/conditions.toml", "", "\n[conditions.drunk]\nattack = -4\ndefense = -1\n")
    copy.edit("rulebook.toml", "dazed, exhausted", "dazed, drunk, exhausted")
    program = odds_of(SCENARIO % ("", "broadsword")) + (
        "plain, drunk = odds(), odds(Ruling('condition', 'Ann', 'drunk', 'ale'))\n"
        "assert drunk < plain, (plain, drunk)\n"
        "fight = scenario.setup.new_fight(Table(False))\n"
        "before = fight.key()\n"
        "fight.rule(Ruling('condition', 'Ann', 'drunk', 'ale'))\n"
        "assert fight.roster()[0].conditions() == ['drunk, permanent']\n"
        "again = fight.copy(Table(False))\n"
        "assert again.key() == fight.key() != before\n"
        "fight.rule(Ruling('condition', 'Ann', 'not drunk', 'water'))\n"
        "assert fight.key() == before != again.key()\n"
    )
    copy.run(program)
    assert copy.touched == {"content/conditions.toml", "rulebook.toml"}


def test_a_house_rule_is_its_line_in_the_rulebook_and_its_rule(copy: SourceCopy) -> None:
    copy.edit(
        "rulebook.toml",
        "[[example]]",
        '[[rule]]\nid = "attack.kind"\nsource = "ruling"\ntext = "No hit is hard."\n'
        'option = { name = "kindness", default = 0 }\n\n[[example]]',
    )
    copy.edit(
        "adjustments.py",
        "    add_manner(tally, who.scene.house, use, manner)\n",
        "    add_manner(tally, who.scene.house, use, manner)\n"
        '    tally.add(-who.scene.house.kindness, "kindness", "attack.kind")\n',
    )
    subprocess.run(
        [sys.executable, str(copy.folder / "tools" / "house_rules.py")], check=True
    )  # make house
    assert mean(copy, "kindness = 5") < mean(copy)
    assert copy.touched == {"rulebook.toml", "adjustments.py"}


def test_a_modifier_is_its_term_in_one_function(copy: SourceCopy) -> None:
    before = mean(copy)
    copy.edit(
        "adjustments.py",
        '        tally.add(BLOCK_DEFENSE, "shield block", "shield.block")\n',
        '        tally.add(BLOCK_DEFENSE, "shield block", "shield.block")\n'
        "    if who.hit_points == who.sheet.hp:\n"
        '        tally.add(5, "unhurt", "attack.adjustments")\n',
    )
    assert mean(copy) < before
    program = (
        "from affray.api import play\n"
        "from affray.library import load\n"
        "scenario = load('sword-and-spear')\n"
        "for event in play(scenario, 1).events:\n"
        "    print(event.text(scenario.setup.phrases))\n"
    )
    assert "+5 unhurt" in copy.run(program)
    assert copy.touched == {"adjustments.py"}


def test_a_log_line_is_its_phrase_and_its_function(copy: SourceCopy) -> None:
    copy.edit("log.py", '"acts": "{who} has {points} AP"', '"acts": "{who} {verb} {points} AP"')
    copy.edit(
        "log.py",
        'fight.tell("acts", acting(who), ("turn.order",))',
        'fight.tell("acts", acting(who, verb="musters"), ("turn.order",))',
    )
    program = (
        "from affray.api import play\n"
        "from affray.library import load\n"
        "scenario = load('sword-and-spear')\n"
        "for event in play(scenario, 1).events:\n"
        "    print(event.text(scenario.setup.phrases))\n"
    )
    assert " musters " in copy.run(program)
    assert copy.touched == {"log.py"}
