"""Follows docs/adding-a-ruleset.md word for word, in a package of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "adding-a-ruleset.md"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("outside")
    info = folder / "coins-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: coins\nVersion: 1.0\n")
    for name, text in re.findall(
        r"\n`([\w./-]+)`\n```\w+\n(.*?)```\n", PAGE.read_text(), re.DOTALL
    ):
        file = info / name if name == "entry_points.txt" else folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


def affray(package: Path, *arguments: str) -> str:
    paths = [str(package), *filter(None, [os.environ.get("PYTHONPATH", "")])]
    if "src" in paths:
        paths[paths.index("src")] = str(PAGE.parent.parent / "src")
    ran = subprocess.run(
        [sys.executable, "-m", "affray", *arguments],
        capture_output=True,
        text=True,
        cwd=package,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_it_is_found_through_the_entry_point(package: Path) -> None:
    rows = json.loads(affray(package, "rulesets", "--json"))
    coins = next(row for row in rows if row["name"] == "coins")
    assert coins == {"name": "coins", "title": "Coins: heads hurt", "rules": 4, "scenarios": 1}


def test_it_fights_to_the_end_and_replays(package: Path) -> None:
    tape = package / "a.tape"
    fought = json.loads(
        affray(package, "fight", "toss-up", "--seed", "1", "--tape", str(tape), "--json")
    )
    assert fought["winner"] in ("gamblers", "house")
    assert json.loads(affray(package, "replay", str(tape), "--json"))["events"] == fought["events"]


def test_its_odds_are_exact(package: Path) -> None:
    odds = json.loads(
        affray(package, "odds", "toss-up", "--attacker", "Cy", "--target", "Ann", "--json")
    )
    assert odds["damage"] == {"0": 0.125, "1": 0.375, "2": 0.375, "3": 0.125}


def test_its_house_rule_works_and_it_simulates(package: Path) -> None:
    one = json.loads(
        affray(package, "simulate", "toss-up", "-n", "200", "--workers", "1", "--json")
    )
    two = json.loads(
        affray(
            package,
            "simulate",
            "toss-up",
            "-n",
            "200",
            "--workers",
            "1",
            "--house",
            "heads_hurt=3",
            "--json",
        )
    )
    assert one["rounds"]["mean"] > two["rounds"]["mean"]


def test_its_scenarios_are_checked_and_started_from(package: Path) -> None:
    affray(package, "new", "mine.toml", "--ruleset", "coins")
    assert affray(package, "check", "mine.toml").strip() == "mine.toml: ok"
    assert (
        json.loads(affray(package, "schema", "coins"))["properties"]["ruleset"]["const"] == "coins"
    )
