"""A copy of the sources that a test may change."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

ODDS_OF_AN_ATTACK = """
from affray.api import play
from affray.core.odds import OddsTable
from affray.core.questions import Ruling
from affray.core.table import Table
from affray.library import parse
scenario = parse({text!r}, "test")
def odds(*rulings, figure="damage"):
    def run(table):
        fight = scenario.setup.new_fight(table)
        for ruling in rulings:
            fight.rule(ruling)
        return int(getattr(fight.make_attack(0, fight.attacks(0)[0]), figure))
    return round(OddsTable().explore(run).mean(float), 4)
"""
"""The beginning of a program that asks the mean damage, or hits, of the first attack."""


class SourceCopy:
    """The sources in a folder of their own, uncompiled, and the files of one ruleset that a test
    has edited."""

    def __init__(self, folder: Path, ruleset: str) -> None:
        self.folder = folder
        self.rules = folder / "src/affray/rulesets" / ruleset
        self.touched: set[str] = set()
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "static")
        shutil.copytree(ROOT / "src", folder / "src", ignore=ignored)
        shutil.copytree(ROOT / "tools", folder / "tools", ignore=ignored)

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace a piece of text, or add to the end if `old` is empty."""
        path = self.rules / name
        text = path.read_text("utf-8")
        assert not old or old in text, f"{name} has no {old!r} any more"
        path.write_text(text.replace(old, new, 1) if old else text + new, "utf-8")
        self.touched.add(name)

    def run(self, program: str) -> str:
        """Return what a program prints that uses the copy."""
        ran = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder / "src")},
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout
