"""What it takes to add a weapon, a condition and a house rule: done in a copy, and counted.

The table in docs/how-it-works.md says these numbers. The test of a rule comes on top of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MITHRYN = Path("src/affray/rulesets/mithryn")

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


class Copy:
    """The sources in a folder of their own, uncompiled, and which of them were touched by hand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.touched: set[str] = set()
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "static")
        shutil.copytree(ROOT / "src", folder / "src", ignore=ignored)
        shutil.copytree(ROOT / "tools", folder / "tools", ignore=ignored)

    def edit(self, name: str, old: str, new: str) -> None:
        """Replaces a piece of text, or adds to the end."""
        path = self.folder / MITHRYN / name
        text = path.read_text("utf-8")
        assert not old or old in text, f"{name} has no {old!r} any more"
        path.write_text(text.replace(old, new, 1) if old else text + new, "utf-8")
        self.touched.add(name)

    def run(self, program: str) -> str:
        """What a program prints that uses the copy."""
        ran = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder / "src")},
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


HIT = """
from affray.library import parse
from affray.core.table import Table
from affray.core.odds import OddsTable
from affray.core.questions import Ruling
scenario = parse({text!r}, "test")
def odds(*rulings):
    def run(table):
        fight = scenario.setup.new_fight(table)
        for ruling in rulings:
            fight.rule(ruling)
        return int(fight.make_attack(0, fight.attacks(0)[0]).damage)
    return round(OddsTable().explore(run).mean(float), 4)
"""


def test_a_weapon_is_a_row_of_its_table(copy: Copy) -> None:
    copy.edit("content/equipment.toml", "", '\n[weapons.sabre]\ndamage = "3d20"\nrushed = "1d10"\n')
    program = HIT.format(text=SCENARIO % ("", "sabre")) + "print(odds())"
    assert float(copy.run(program)) > 1.5
    assert copy.touched == {"content/equipment.toml"}


def test_a_condition_is_its_declaration_its_rule_and_its_line_in_the_rulebook(copy: Copy) -> None:
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
    program = HIT.format(text=SCENARIO % ("", "broadsword")) + (
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


def test_a_house_rule_is_its_line_in_the_rulebook_and_its_rule(copy: Copy) -> None:
    copy.edit(
        "rulebook.toml",
        "",
        '\n[[rule]]\nid = "attack.kind"\nsource = "ruling"\ntext = "Nobody is hit hard."\n'
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
        float(copy.run(HIT.format(text=SCENARIO % (given, "broadsword")) + "print(odds())"))
        for given in ("", "kindness = 5")
    ]
    assert means[1] < means[0]
    assert copy.touched == {"rulebook.toml", "attack.py"}
