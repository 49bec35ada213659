"""Adding a weapon, a condition, a house rule or a log line touches the files that the table "What a
change touches" in docs/how-it-works.md names. Each is done in a copy of the sources.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from source_copy import ODDS_OF_AN_ATTACK, SourceCopy

SCENARIO = """
ruleset = "mithryn"
title = "Two"
[house]
%s
[map]
zones = ["a"]
[[sides]]
name = "ones"
pcs = true
fighters = [{ is = "kael", name = "Ann", at = "a", weapons = ["%s"] }]
[[sides]]
name = "others"
fighters = [{ is = "city-spearman", name = "Orc", at = "a", hp = 9 }]
"""


@pytest.fixture
def copy(tmp_path: Path) -> SourceCopy:
    return SourceCopy(tmp_path, "mithryn")


def test_a_weapon_is_a_row_of_its_table(copy: SourceCopy) -> None:
    copy.edit("content/equipment.toml", "", '\n[weapons.sabre]\ndamage = "3d20"\nrushed = "1d10"\n')
    program = ODDS_OF_AN_ATTACK.format(text=SCENARIO % ("", "sabre")) + "print(odds())"
    assert float(copy.run(program)) > 1.5
    assert copy.touched == {"content/equipment.toml"}


def test_a_condition_is_its_declaration_its_rule_and_its_line_in_the_rulebook(
    copy: SourceCopy,
) -> None:
    copy.edit(
        "combatant.py",
        "    collapsed: Condition[bool] = False\n",
        "    collapsed: Condition[bool] = False\n    dazzled: Condition[bool] = False\n",
    )
    copy.edit(
        "attack.py",
        "    defense = target.defense()\n",
        "    defense = target.defense() + (5 if attacker.dazzled else 0)  # [condition.dazzled]\n",
    )
    copy.edit(
        "rulebook.toml",
        "",
        '\n[[rule]]\nid = "condition.dazzled"\nsource = "ruling"\ntext = "The dazzled strike badly."\n',
    )
    program = ODDS_OF_AN_ATTACK.format(text=SCENARIO % ("", "broadsword")) + (
        "plain, dazzled = odds(), odds(Ruling('condition', 'Ann', 'dazzled', 'sun'))\n"
        "assert dazzled < plain, (plain, dazzled)\n"
        "fight = scenario.setup.new_fight(Table(False))\n"
        "before = fight.key()\n"
        "fight.rule(Ruling('condition', 'Ann', 'dazzled', 'sun'))\n"
        "assert fight.roster()[0].conditions() == ['dazzled']\n"
        "assert fight.key() != before\n"
        "again = fight.copy(Table(False))\n"
        "assert again.key() == fight.key() and again.roster()[0].dazzled\n"
        "fight.rule(Ruling('condition', 'Ann', 'not dazzled', 'shade'))\n"
        "assert fight.key() == before and again.roster()[0].dazzled\n"
    )
    copy.run(program)
    assert copy.touched == {"combatant.py", "attack.py", "rulebook.toml"}


def test_a_house_rule_is_its_line_in_the_rulebook_and_its_rule(copy: SourceCopy) -> None:
    copy.edit(
        "rulebook.toml",
        "",
        '\n[[rule]]\nid = "attack.kind"\nsource = "ruling"\ntext = "No hit is hard."\n'
        'option = { name = "kindness", default = 0 }\n',
    )
    copy.edit(
        "attack.py",
        "    defense = target.defense()\n",
        "    defense = target.defense() + fight.house.kindness  # [attack.kind]\n",
    )
    subprocess.run(
        [sys.executable, str(copy.folder / "tools" / "house_rules.py")], check=True
    )  # make house
    means = [
        float(
            copy.run(
                ODDS_OF_AN_ATTACK.format(text=SCENARIO % (given, "broadsword")) + "print(odds())"
            )
        )
        for given in ("", "kindness = 5")
    ]
    assert means[1] < means[0]
    assert copy.touched == {"rulebook.toml", "attack.py"}


def test_a_log_line_is_its_phrase_and_its_function(copy: SourceCopy) -> None:
    copy.edit(
        "log.py", '"moves": "{who} moves to the {zone}"', '"moves": "{who} {gait} to the {zone}"'
    )
    copy.edit(
        "log.py",
        '{"who": who.name, "zone": fight.place_name(who.index)}',
        '{"who": who.name, "zone": fight.place_name(who.index), "gait": "strides"}',
    )
    program = (
        "from affray.api import play\n"
        "from affray.library import load\n"
        "scenario = load('causeway')\n"
        "for event in play(scenario, 7).events:\n"
        "    print(event.text(scenario.setup.phrases))\n"
    )
    lines = copy.run(program).splitlines()
    assert any(" strides to the " in line for line in lines)
    assert copy.touched == {"log.py"}
