"""Wrong arguments and broken custom players from Python give one clear sentence."""

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


class Eager:
    """A player."""

    def decide(self, fight: affray.Fight, question: affray.Question) -> affray.Option:
        return question.options[0]


class Fails:
    """A player that raises an error."""

    def decide(self, fight: affray.Fight, question: affray.Question) -> affray.Option:
        return question.options[1 // 0]


WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: LOAD(None), "expected a scenario's name or a file's path, not None"),
    (lambda: LOAD(3), "expected a scenario's name or a file's path, not 3"),
    (lambda: SCENARIO.odds(1, 2), "attacker: expected a text, not 1"),
    (lambda: SCENARIO.vary_odds("round_limit", []), "values: expected at least one value"),
    (lambda: affray.Scenario.from_dict([]), "data: expected a dictionary, not []"),  # type: ignore
    (lambda: affray.Scenario.from_text(None), "text: expected a text, not None"),  # type: ignore
    (lambda: affray.replay(3), "text: expected a text, not 3"),  # type: ignore
    (lambda: SCENARIO.odds(weapon="x"), "weapon: there is no weapon of Ansa 'x'"),
    (lambda: SCENARIO.odds_of_several(["Ansa", 1]), "attackers: expected a list of texts"),
    (lambda: SCENARIO.odds_of_several("Ansa"), "attackers: expected a list, not 'Ansa'"),
    (lambda: SCENARIO.odds_of_several([]), "attackers: name at least one attacker"),
    (lambda: SCENARIO.vary_odds("nope", [1]), "key: nope: there is no key 'nope'"),
    (lambda: SCENARIO.simulate(0), "fights: expected 1 to 1,000,000,000 fights, not 0"),
    (lambda: SCENARIO.simulate("x"), "fights: expected a whole number, not 'x'"),
    (lambda: SCENARIO.simulate(seed=1.5), "seed: expected a whole number, not 1.5"),
    (lambda: SCENARIO.simulate(True), "fights: expected a whole number, not True"),
    (lambda: SCENARIO.simulate(players={"x": "simple"}), "players: there is no side 'x'"),
    (lambda: SCENARIO.simulate(players=["simple"]), "players: expected a dictionary of players"),
    (lambda: SCENARIO.simulate(players={"blade": Eager}), "expected a player, not its class: "),
    (lambda: SCENARIO.duel(players={"x": "simple"}), "players: there is no side 'x'"),
    (lambda: SCENARIO.duel(seconds=-1), "seconds: expected seconds above 0"),
    (lambda: SCENARIO.duel(states=0), "states: expected 1 to 10,000,000 states, not 0"),
    (lambda: SCENARIO.duel(best=3), "best: expected a text or a list, not 3"),
    (lambda: SCENARIO.compare({}), "variants: expected at least one variant"),
    (lambda: SCENARIO.compare({"a": 3}), "variants.a: expected a scenario or a dictionary"),
    (lambda: SCENARIO.arena(["simple"]), "players: name two players or more"),
    (lambda: SCENARIO.sweep({}), "vary: name at least one key"),
    (lambda: SCENARIO.sweep({"round_limit": 5}), "round_limit: expected a list of values, not 5"),
    (lambda: SCENARIO.tune("round_limit", 5, 2), "high: expected the first value before the last"),
    (lambda: SCENARIO.fight().story(1), "playouts: expected 10 to 1,000,000 endings, not 1"),
    (
        lambda: affray.load("causeway").odds("Kael", "City Archer"),
        "Kael cannot do that from the start: City Archer is one zone away, and an attack with the "
        "rapier reaches its own zone only; ignore_distance=True puts them within reach first",
    ),
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


@pytest.mark.parametrize("command", ["fight", "simulate -n 4000 --workers 2"])
def test_a_player_that_raises_shows_its_own_lines_first(
    own_players: None, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *rest = command.split()
    assert main([name, "first-blood", *rest, "--player", "blade=own_players:Fails"]) == 1
    lines = capsys.readouterr().err.split("\n")
    assert lines[1] == "IndexError: list index out of range"
    assert "line 6, in pick: return question.options[99]" in lines[2]
    assert "line 3, in decide" in lines[3]
    assert "affray/core" not in "".join(lines)


def test_an_error_from_another_process_names_the_lines_of_the_player() -> None:
    with pytest.raises(ZeroDivisionError) as error:
        SCENARIO.simulate(4000, players={"blade": Fails()}, workers=2)
    assert "in decide: return question.options[1 // 0]" in error.value.__notes__[0]
