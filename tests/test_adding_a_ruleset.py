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


def run_python(package: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run Python where the package is found."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=package,
        env=environment(package),
    )


def environment(package: Path) -> dict[str, str]:
    """Return the environment in which the package is found beside this affray."""
    paths = [str(package), *filter(None, [os.environ.get("PYTHONPATH", "")])]
    if "src" in paths:
        paths[paths.index("src")] = str(PAGE.parent.parent / "src")
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def affray(package: Path, *arguments: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "affray", *arguments],
        capture_output=True,
        text=True,
        cwd=package,
        env=environment(package),
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


SERVED = """
from fastapi.testclient import TestClient
from affray.library import scenario_texts
from affray.web.app import create_app
from affray.web.settings import Settings
with TestClient(create_app(Settings(store="sqlite:///coins.db", rate=0))) as client:
    body = {"scenario": scenario_texts()["toss-up"], "name": "toss-up", "gm": "person"}
    links = client.post("/api/fights", json=body).json()
    headers = {"authorization": "Bearer " + links["gm"]}
    print(client.get(f"/api/fights/{links['id']}/rulings/2", headers=headers).text)
"""


def test_its_rulings_and_tests_are_offered_on_the_page(package: Path) -> None:
    pytest.importorskip("fastapi", reason="the extra 'web' is not installed")
    ran = run_python(package, SERVED)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["kinds"] == {
        "health": [str(left) for left in range(9, -1, -1)],
        "state": ["down", "fled", "dead"],
    }
    assert found["difficulties"] == ["1 head", "2 heads"]
    assert found["tests"] == {"Coins": [pytest.approx(7 / 8), pytest.approx(1 / 2)]}


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


def test_the_shared_checks_hold_for_it(package: Path) -> None:
    ran = run_python(package, "import test_coins; test_coins.test_coins()")
    assert ran.returncode == 0, ran.stderr


def test_a_switch_takes_its_choices_and_no_other(package: Path) -> None:
    wrong = ["simulate", "toss-up", "-n", "10", "--house", "heads_hurt=4"]
    code = f"from affray.cli import main; raise SystemExit(main({wrong!r}))"
    ran = run_python(package, code)
    assert ran.returncode == 2
    assert "heads_hurt: expected one of 1, 2, 3, not 4" in ran.stderr


def test_its_scenarios_are_checked_and_started_from(package: Path) -> None:
    affray(package, "new", "mine.toml", "--ruleset", "coins")
    assert affray(package, "check", "mine.toml").strip() == "mine.toml: ok"
    assert (
        json.loads(affray(package, "schema", "coins"))["properties"]["ruleset"]["const"] == "coins"
    )
