"""A change of Shinobi touches the files that the table "What a change touches" in
docs/how-it-works.md names. Each is made in a copy of the sources.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from source_copy import ODDS_OF_AN_ATTACK, SourceCopy

SCENARIO = """
ruleset = "shinobi"
title = "Two"
[house]
%s
[map]
size = [5, 5]
[[sides]]
name = "ones"
fighters = [{ is = "%s", name = "Ann", at = [2, 3], facing = "n", affinity = ["fire"] }]
[[sides]]
name = "others"
fighters = [{ is = "kaiken", name = "Bob", at = [2, 2], facing = "s", affinity = ["fire"] }]
"""


@pytest.fixture
def copy(tmp_path: Path) -> SourceCopy:
    return SourceCopy(tmp_path, "shinobi")


def program(text: str, house: str = "", model: str = "kaiken") -> str:
    """Return a program about Ann, a model of some kind, who attacks Bob."""
    return ODDS_OF_AN_ATTACK.format(text=SCENARIO % (house, model)) + text


def test_a_model_with_its_blade_is_a_row_of_its_table(copy: SourceCopy) -> None:
    plain = float(copy.run(program("print(odds(figure='hit'))")))
    row = "\n[models.ronin]\nmovement = 5\nattack = 6\ndefence = 3\nreach = 2\n"
    copy.edit("content/models.toml", "", row)
    assert float(copy.run(program("print(odds(figure='hit'))", model="ronin"))) > plain
    assert copy.touched == {"content/models.toml"}


def test_a_condition_is_its_declaration_its_rule_and_its_line_in_the_rulebook(
    copy: SourceCopy,
) -> None:
    copy.edit(
        "combatant.py",
        "    cursed: Condition[bool] = False\n",
        "    cursed: Condition[bool] = False\n    dazzled: Condition[bool] = False\n",
    )
    copy.edit(
        "close.py",
        "    if attacker.hidden:\n        add_stealth(pool, attacker)\n",
        "    if attacker.hidden:\n        add_stealth(pool, attacker)\n"
        '    if attacker.dazzled:\n        pool.add(-2, "dazzled", "condition.dazzled")\n',
    )
    copy.edit(
        "rulebook.toml",
        "",
        '\n[[rule]]\nid = "condition.dazzled"\nsource = "ruling"\ntext = "The dazzled lose dice."\n',
    )
    copy.run(
        program(
            "plain, dazzled = odds(figure='hit'), odds(Ruling('condition', 'Ann', 'dazzled', 'sun'), figure='hit')\n"
            "assert dazzled < plain, (plain, dazzled)\n"
            "fight = scenario.setup.new_fight(Table(False))\n"
            "before = fight.key()\n"
            "fight.rule(Ruling('condition', 'Ann', 'dazzled', 'sun'))\n"
            "assert fight.roster()[0].conditions() == ['dazzled']\n"
            "assert fight.key() != before\n"
            "again = fight.copy(Table(False))\n"
            "assert again.key() == fight.key() and again.roster()[0].dazzled\n"
        )
    )
    assert copy.touched == {"combatant.py", "close.py", "rulebook.toml"}


def test_a_house_rule_is_its_line_in_the_rulebook_and_its_rule(copy: SourceCopy) -> None:
    copy.edit(
        "rulebook.toml",
        "",
        '\n[[rule]]\nid = "close.kind"\nsource = "ruling"\ntext = "No blow is hard."\n'
        'option = { name = "kindness", default = 0 }\n',
    )
    copy.edit(
        "close.py",
        "    if hears_melody(fight, target):\n",
        "    if fight.house.kindness:\n"
        '        pool.add(fight.house.kindness, "kindness", "close.kind")\n'
        "    if hears_melody(fight, target):\n",
    )
    tool = copy.folder / "tools" / "house_rules.py"
    subprocess.run([sys.executable, str(tool)], check=True)  # make house
    chances = [
        float(copy.run(program("print(odds(figure='hit'))", house)))
        for house in ("", "kindness = 3")
    ]
    assert chances[1] < chances[0]
    assert copy.touched == {"rulebook.toml", "close.py"}


MODIFIER = """
from affray.core.batch import play_batch
watched = [event for seed in range(60) for event in play(scenario, seed).events]
clashes = [event.parts for event in watched if event.kind == "clash"]
ann = [parts for parts in clashes if parts["who"] == "Ann"]
assert ann and all(("+ luck 3" in parts["attack_made_of"]) == IS_LUCKY for parts in ann)
players = [scenario.ruleset.simple_player() for _ in scenario.sides]
print(odds(figure='hit'), play_batch(scenario.setup, players, 5, 0, 300).wins[0] / 300)
"""


def test_a_modifier_is_a_line_in_its_pool_for_log_odds_and_simulation(copy: SourceCopy) -> None:
    """Watched, simulated and exact figures change alike."""
    before = copy.run(program(MODIFIER.replace("IS_LUCKY", "False"))).split()
    copy.edit(
        "close.py",
        "    if attacker.hidden:\n        add_stealth(pool, attacker)\n",
        "    if attacker.hidden:\n        add_stealth(pool, attacker)\n"
        '    if attacker.name == "Ann":\n        pool.add(3, "luck", "close.roll")\n',
    )
    after = copy.run(program(MODIFIER.replace("IS_LUCKY", "True"))).split()
    assert float(after[0]) > float(before[0]) + 0.1
    assert float(after[1]) > float(before[1]) + 0.05
    assert copy.touched == {"close.py"}


def test_a_log_line_is_its_phrase_and_its_function(copy: SourceCopy) -> None:
    copy.edit("log.py", '"faces": "{who} faces {facing}"', '"faces": "{who} {turns} {facing}"')
    copy.edit(
        "log.py",
        '{"who": who.name, "facing": FACING_NAMES[who.facing]}',
        '{"who": who.name, "facing": FACING_NAMES[who.facing], "turns": "turns to"}',
    )
    lines = copy.run(
        "from affray.api import play\n"
        "from affray.library import load\n"
        "scenario = load('moonlit-duel')\n"
        "for event in play(scenario, 13).events:\n"
        "    print(event.text(scenario.setup.phrases))\n"
    ).splitlines()
    assert any(" turns to " in line for line in lines)
    assert copy.touched == {"log.py"}
