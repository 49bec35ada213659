"""Wrong arguments from Python, and players of one's own that do not work: one clear sentence."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import affray
from affray.cli import main
from affray.core.problems import InvalidDataError, Problem, data_error
from affray.core.tape import TapeError
from affray.library import template_of

SCENARIO: Any = affray.load("first-blood")
LOAD: Any = affray.load

WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: LOAD(None), "expected a scenario's name or a file's path, not None"),
    (lambda: LOAD(3), "expected a scenario's name or a file's path, not 3"),
    (lambda: SCENARIO.odds(1, 2), "attacker: expected a text, not 1"),
    (lambda: SCENARIO.vary_odds("round_limit", []), "values: expected at least one value"),
    (lambda: affray.Scenario.from_dict([]), "expected a dictionary, not []"),  # type: ignore
    (lambda: SCENARIO.duel(within=-1), "within: expected a half-width from 0 to below 0.5, not -1"),
    (lambda: SCENARIO.fight(players={"blade": 3}), "expected a player's name"),
]


@pytest.mark.parametrize(("call", "said"), WRONG, ids=[said for _, said in WRONG])
def test_a_wrong_argument_is_refused_in_one_sentence(call: Callable[[], object], said: str) -> None:
    with pytest.raises(InvalidDataError) as error:
        call()
    assert str(error.value).startswith(said)
    assert len(error.value.lines()) == 1


def test_a_scenario_is_loaded_from_a_path(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(template_of("mithryn"))
    assert affray.load(file).toml() == affray.load(str(file)).toml()


def test_errors_survive_the_way_between_processes() -> None:
    error = InvalidDataError([Problem("a", "b"), Problem("", "c")], "file.toml")
    again = pickle.loads(pickle.dumps(error))
    assert (again.lines(), str(again)) == (error.lines(), str(error))
    assert again.lines() == ["file.toml: a: b", "file.toml: c"]
    assert str(pickle.loads(pickle.dumps(data_error("x")))) == "x"
    tape = pickle.loads(pickle.dumps(TapeError(3, "no")))
    assert (tape.line, tape.message, str(tape)) == (3, "no", "line 3: no")


PLAYERS = """\
class Fails:
    def decide(self, fight, question):
        return self.pick(question)

    def pick(self, question):
        return question.options[99]

def answer(fight, question):
    return question.options[0]

class NoPlayer:
    pass
"""


@pytest.fixture
def own_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_players.py").write_text(PLAYERS)
    (tmp_path / "own_broken.py").write_text("def x(:\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("own_players:answer", "a function takes the ruleset and a seed, and returns an object"),
        ("own_players:NoPlayer", "the player own_players:NoPlayer has no method decide"),
        ("own_players:Other", "the module 'own_players' has nothing called 'Other'"),
        ("own_broken:X", "cannot be imported: SyntaxError: invalid syntax (own_broken.py, line 1)"),
        ("os:system", "os:system has to be a class or a function that makes a player"),
    ],
)
def test_a_player_that_cannot_be_made_is_one_line(
    own_players: None, player: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fight", "first-blood", "--player", f"blade={player}"]) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert printed.err.count("\n") == 1


def test_a_player_that_raises_shows_its_own_lines_first(
    own_players: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fight", "first-blood", "--player", "blade=own_players:Fails"]) == 1
    lines = capsys.readouterr().err.split("\n")
    assert lines[1] == "IndexError: list index out of range"
    assert "line 6, in pick: return question.options[99]" in lines[2]
    assert "line 3, in decide" in lines[3]
    assert "affray/core" not in "".join(lines)
