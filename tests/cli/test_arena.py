"""The command `affray arena`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Run

WORDS = ["arena", "first-blood", "--player", "simple", "--player", "random", "--workers", "1"]


def test_it_rates_players(run: Run) -> None:
    found = run.json(*WORDS, "--player", "passive", "-n", "60")
    ratings = {one["player"]: one for one in found["ratings"]}
    assert set(ratings) == {"simple", "random", "passive"}
    assert found["ratings"][0]["player"] == "simple"
    assert sum(one["rating"] for one in ratings.values()) == pytest.approx(0.0, abs=1e-6)
    for one in ratings.values():
        assert one["low"] < one["rating"] < one["high"]
        assert one["fights"] == 120
    assert [pair["fights"] for pair in found["pairings"]] == [60, 60, 60]
    code, out, _ = run(*WORDS, "-n", "60")
    assert code == 0
    assert "60 fights of each pairing" in out
    assert "simple" in out.split("against")[0]


def test_it_goes_on_where_it_stood(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "arena.json"
    whole = run.json(*WORDS, "-n", "80")
    run.json(*WORDS, "-n", "40", "--file", str(file))
    first = file.read_text()
    assert run.json(*WORDS, "-n", "80", "--file", str(file)) == whole
    assert file.read_text() != first
    kept = json.loads(file.read_text())
    assert sum(count for _, _, count in kept["pairings"][0]["outcomes"]) == 40
    more = run.json(*WORDS, "--player", "passive", "-n", "80", "--file", str(file))
    assert more["pairings"][0] == whole["pairings"][0]
    assert len(more["pairings"]) == 3
    turned = ["arena", "first-blood", "--player", "random", "--player", "simple", "--workers", "1"]
    again = run.json(*turned, "-n", "80", "--file", str(file))
    assert again["pairings"][0]["score"] == pytest.approx(1 - whole["pairings"][0]["score"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{}", "this is no file of an arena"),
        ("not JSON", "this is no file of an arena"),
        ('{"arena": 1, "scenario": "x", "revision": 1, "seed": 0, "pairings": []}', "another"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_alone(
    run: Run, tmp_path: Path, text: str, said: str
) -> None:
    file = tmp_path / "arena.json"
    file.write_text(text)
    code, _, error = run(*WORDS, "-n", "4", "--file", str(file))
    assert code == 2
    assert said in error
    assert len(error.strip().split("\n")) == 1
    assert file.read_text() == text


def test_a_file_of_another_seed_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "arena.json"
    assert run(*WORDS, "-n", "4", "--file", str(file))[0] == 0
    assert run(*WORDS, "-n", "4", "--file", str(file))[0] == 0
    code, _, error = run(*WORDS, "-n", "4", "--seed", "1", "--file", str(file))
    assert code == 2
    assert "another scenario, seed" in error


def test_players_of_one_s_own_take_part(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_arena_players.py").write_text(
        "class First:\n    def decide(self, fight, question):\n        return question.options[0]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    found = run.json(*WORDS, "--player", "own_arena_players:First", "-n", "20")
    assert "own_arena_players:First" in [one["player"] for one in found["ratings"]]
