"""A person at the terminal: keys, taking back, ruling, quitting, and a tape that is never behind."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from affray.cli import main
from affray.core.tape import parse_tape


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    monkeypatch.setenv("COLUMNS", "80")
    tape = tmp_path / "mine.tape"

    def play(keys: str, *more: str) -> tuple[str, list[str]]:
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(keys.split(",")) + "\n"))
        words = [
            "fight",
            *(more or ("first-blood",)),
            "--player",
            "blade=me",
            "--seed",
            "3",
            "--tape",
            str(tape),
        ]
        assert main(words) == 0
        return capsys.readouterr().out, [
            answer.text() for answer in parse_tape(tape.read_text()).answers
        ]

    return play


def test_options_have_their_odds_and_a_key_each(sit: Any) -> None:
    out, answers = sit("1,q")
    assert "hits  mean   drops" in out
    assert "1  Attack Torben with the broadsword (3d12)" in out
    assert any(line == "Ansa: attack Torben with broadsword" for line in answers)


def test_taking_back_is_a_shorter_tape(sit: Any) -> None:
    _, once = sit("1,q")
    out, back = sit("1,u,q")
    assert "Taken back." in out
    assert not [line for line in back if line.startswith("Ansa")]
    assert len(back) < len(once)


def test_nothing_of_ones_own_to_take_back(sit: Any) -> None:
    out, _ = sit("u,q")
    assert "nothing of yours" in out


def test_ruling_at_the_terminal(sit: Any) -> None:
    out, answers = sit("!,health of Torben = 1 | a loose tile,q")
    assert "a loose tile" in out
    assert "GM rules health of Torben = 1 | a loose tile" in answers
    out, answers = sit("!,health of Torben = 99 | too much,q")
    assert "from 0 to 10" in out
    assert not [line for line in answers if line.startswith("GM")]


def test_a_wrong_key_is_not_an_answer_and_help_names_the_rules(sit: Any) -> None:
    out, _ = sit("z,?,q")
    assert "'z' is not among the answers" in out
    assert "End the turn: actions.two" in out


def test_a_fight_is_resumed_from_its_tape(
    sit: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, before = sit("1,q")
    assert main(["fight", "--resume", str(tmp_path / "mine.tape"), "--seed", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["over"]
    _, after = sit("1,q", "--resume", str(tmp_path / "mine.tape"))
    assert after[: len(before)] == before


def test_a_whole_fight_by_the_first_key(sit: Any) -> None:
    out, answers = sit(",".join(["1"] * 400))
    assert "It is over" in out
    assert [line for line in answers if line.startswith("Ansa: ")]
