"""Adding a condition, a house rule, a weapon, a modifier or a log line to Orrery touches the files
that the table "What a change touches" in docs/how-it-works.md names. Each is done in a copy of the
sources, and watched, simulated and exact figures change alike.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from source_copy import ODDS_OF_AN_ATTACK, SourceCopy

SCENARIO = """
ruleset = "orrery"
title = "Two"
[house]
first_side = "as listed"
%s
[map]
line = ["a"]
[[sides]]
name = "ones"
pcs = true
fighters = [{ is = "duelist", name = "Ann", at = "a", weapons = ["%s"] }]
[[sides]]
name = "others"
fighters = [{ is = "soldier", name = "Orc", at = "a" }]
"""

PROGRAM = (
    ODDS_OF_AN_ATTACK
    + """
from affray.core.batch import play_batch
def wins():
    players = [scenario.ruleset.simple_player() for _ in range(2)]
    return play_batch(scenario.setup, players, 3, 0, 300).wins[0]
def watched():
    texts = [event.text(scenario.setup.phrases) for event in play(scenario, 7).events]
    return [text for text in texts if "rolls Attack" in text]
"""
)


def figures_of(copy: SourceCopy, house: str = "", weapon: str = "thin-blade") -> tuple[float, int]:
    """Return the mean damage by exact odds, and the fights of 300 that the first side wins."""
    program = PROGRAM.format(text=SCENARIO % (house, weapon)) + "print(odds(), wins())"
    mean, wins = copy.run(program).split()
    return float(mean), int(wins)


@pytest.fixture
def copy(tmp_path: Path) -> SourceCopy:
    return SourceCopy(tmp_path, "orrery")


def test_a_weapon_is_a_row_of_its_table(copy: SourceCopy) -> None:
    plain = figures_of(copy)
    copy.edit(
        "content/weapons.toml",
        "",
        '\n[weapons.sabre]\nuse = "close"\ndie = 4\n',
    )
    weaker = figures_of(copy, weapon="sabre")
    assert weaker[0] < plain[0]
    assert weaker[1] < plain[1]
    assert copy.touched == {"content/weapons.toml"}


def test_a_modifier_is_one_function_and_its_line_in_the_rulebook(copy: SourceCopy) -> None:
    plain = figures_of(copy)
    copy.edit(
        "modifiers.py",
        "    type_advantage(strike, advantage)\n",
        "    type_advantage(strike, advantage)\n"
        "    if attacker.sheet.pc:\n"
        '        advantage.add_dis("modifier.rain", "rain")\n',
    )
    copy.edit(
        "rulebook.toml",
        "",
        '\n[[rule]]\nid = "modifier.rain"\nsource = "ruling"\ntext = "PCs fight badly in rain."\n',
    )
    wet = figures_of(copy)
    assert wet[0] < plain[0]
    assert wet[1] < plain[1]
    program = PROGRAM.format(text=SCENARIO % ("", "thin-blade")) + "print(watched()[0])"
    assert "with dis (dis: rain)" in copy.run(program)
    assert copy.touched == {"modifiers.py", "rulebook.toml"}


def test_a_condition_is_its_declaration_its_rule_and_its_line_in_the_rulebook(
    copy: SourceCopy,
) -> None:
    copy.edit(
        "combatant.py",
        "    helped: Condition[bool] = False\n",
        "    helped: Condition[bool] = False\n    dazzled: Condition[bool] = False\n",
    )
    copy.edit(
        "modifiers.py",
        "    type_advantage(strike, advantage)\n",
        "    type_advantage(strike, advantage)\n"
        "    if attacker.dazzled:\n"
        '        advantage.add_dis("status.dazzled", "dazzled")\n',
    )
    copy.edit(
        "rulebook.toml",
        "",
        '\n[[rule]]\nid = "status.dazzled"\nsource = "ruling"\ntext = "The dazzled have dis."\n',
    )
    program = PROGRAM.format(text=SCENARIO % ("", "thin-blade")) + (
        "dazzled = Ruling('condition', 'Ann', 'dazzled', 'sun')\n"
        "assert odds(dazzled) < odds(), (odds(dazzled), odds())\n"
        "fight = scenario.setup.new_fight(Table(False))\n"
        "before = fight.key()\n"
        "fight.rule(dazzled)\n"
        "assert fight.roster()[0].conditions() == ['dazzled']\n"
        "assert fight.key() != before\n"
        "again = fight.copy(Table(False))\n"
        "assert again.key() == fight.key() and again.roster()[0].dazzled\n"
    )
    copy.run(program)
    assert copy.touched == {"combatant.py", "modifiers.py", "rulebook.toml"}


def test_a_house_rule_is_its_line_in_the_rulebook_and_its_rule(copy: SourceCopy) -> None:
    copy.edit(
        "rulebook.toml",
        "",
        '\n[[rule]]\nid = "modifier.rain"\nsource = "ruling"\ntext = "It may rain."\n'
        'option = { name = "rain", default = false }\n',
    )
    copy.edit(
        "modifiers.py",
        "    type_advantage(strike, advantage)\n",
        "    type_advantage(strike, advantage)\n"
        "    if fight.house.rain and attacker.sheet.pc:\n"
        '        advantage.add_dis("modifier.rain", "rain")\n',
    )
    subprocess.run(
        [sys.executable, str(copy.folder / "tools" / "house_rules.py")], check=True
    )  # make house
    dry, wet = figures_of(copy), figures_of(copy, "rain = true")
    assert wet[0] < dry[0]
    assert wet[1] < dry[1]
    assert copy.touched == {"rulebook.toml", "modifiers.py"}


def test_a_log_line_is_its_phrase_and_its_function(copy: SourceCopy) -> None:
    copy.edit("log.py", '"blocked": "{who} Blocks', '"blocked": "{who} {how} Blocks')
    copy.edit(
        "log.py",
        'fight.tell(kind, {"who": who.name}',
        'fight.tell(kind, {"who": who.name, "how": "calmly"}',
    )
    program = (
        "from affray.api import play\n"
        "from affray.library import load\n"
        "scenario = load('two-blades')\n"
        "for event in play(scenario, 2).events:\n"
        "    print(event.text(scenario.setup.phrases))\n"
    )
    assert " calmly Blocks all of it" in copy.run(program)
    assert copy.touched == {"log.py"}
