"""Random keys play every scenario to its end at the terminal, for every side.

In between they take back, rule, search rules, mistype, leave and resume.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import affray
from affray.cli import main, play
from affray.cli.prompt import Menu
from affray.core.fight import Fight
from affray.core.questions import Question
from affray.library import load
from support import SCENARIOS

RANDOM_KEYS = 40
"""How many random things are typed in a fight; after these every question gets its default."""

MAX_LINES = 20_000
"""How many lines are typed at most before a fight counts as stuck."""

ODDS_SHARE = 0.05
"""In what share of the questions the odds of the options are worked out."""


class RandomTypist:
    """A keyboard that types at random what the shown menu allows, and mistakes."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)
        self.keys_left = RANDOM_KEYS
        self.lines_left = MAX_LINES
        self.next_lines: list[str] = []
        self.typed: list[str] = []

    def show(self, fight: Fight, menu: Menu) -> None:
        """Remember the fight and the menu that are shown."""
        self.fight = fight
        self.menu = menu

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        self.lines_left -= 1
        assert self.lines_left, f"stuck after {self.typed[-20:]}"
        line = self.next_lines.pop(0) if self.next_lines else self.choose_line()
        self.typed.append(line)
        return line + "\n"

    def choose_line(self) -> str:
        if not self.keys_left:
            return self.name_of_default()
        self.keys_left -= 1
        kind = self.chance.choices(
            ["option", "u", "!", "?", "? attack", "q", "nonsense", "", "m", "why x", "look"],
            [70, 8, 10, 2, 2, 3, 3, 2, 1, 1, 1],
        )[0]
        if kind == "option":
            return self.menu_key(self.chance.randrange(len(self.menu.question.options)))
        if kind == "!":
            self.next_lines.append(self.ruling())
        return kind

    def name_of_default(self) -> str:
        question = self.menu.question
        default = question.default_option()
        return self.menu_key([one.key for one in question.options].index(default.key))

    def menu_key(self, number: int) -> str:
        option = self.menu.question.options[number]
        return self.menu.key_of(option) if option in self.menu.listed else option.key

    def ruling(self) -> str:
        """Return a ruling of any kind about any fighter; some rulings are illegal."""
        who = self.chance.choice(list(self.fight.roster()))
        rulings = self.fight.rulings_on(who.index)
        choices = {kind: values for kind, values in rulings.choices().items() if values}
        choices["test"] = rulings.tests()
        kind = self.chance.choice(list(choices))
        value = self.chance.choice(choices[kind])
        return self.chance.choice(
            ["", "nonsense", *[f"{kind} of {who.name} = {value} | by chance"] * 8]
        )


def play_by_random_keys(
    name: str, person: str, tape: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> RandomTypist:
    """Play a fight to its end for one side or as the game master, and resume after leaving."""
    typist = RandomTypist(f"{name} {person} {seed}")
    work_out_odds = play.TerminalPlayer.attack_odds

    class ShownMenu(Menu):
        def __init__(self, fight: Fight, question: Question, figures: play.Figures) -> None:
            super().__init__(fight, question, figures)
            typist.show(fight, self)

    def attack_odds(self: play.TerminalPlayer, fight: Fight, question: Question) -> play.Figures:
        if typist.chance.random() < ODDS_SHARE:
            return work_out_odds(self, fight, question)
        return {}

    monkeypatch.setattr(play, "Menu", ShownMenu)
    monkeypatch.setattr(play, "SECONDS_PER_OPTION", 0.002)
    monkeypatch.setattr(play.TerminalPlayer, "attack_odds", attack_odds)
    monkeypatch.setattr("sys.stdin", typist)
    words = [
        "--player",
        "all=simple",
        "--player",
        f"{person}=me",
        "--seed",
        str(seed),
        "--tape",
        str(tape),
    ]
    if seed % 2:
        words.append("--plain")
    assert main(["fight", name, *words]) == 0
    while not affray.replay(tape.read_text("utf-8")).over:
        assert typist.typed[-1] == "q"
        assert main(["fight", "--resume", str(tape), *words]) == 0
    return typist


@pytest.mark.parametrize(("ruleset", "name"), SCENARIOS)
def test_a_fight_is_played_to_its_end_by_random_keys(
    ruleset: str,
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    sides = load(name).sides
    for number, person in enumerate([*sides, "gm"]):
        with monkeypatch.context() as patched:
            typist = play_by_random_keys(name, person, tmp_path / "mine.tape", number, patched)
        assert "Traceback" not in capsys.readouterr().err
        assert typist.typed or person == "gm", "nothing was asked"


def test_random_keys_take_back_rule_leave_and_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The random keys include every kind of line."""
    monkeypatch.chdir(tmp_path)
    typed: set[str] = set()
    for seed in range(8):
        tape = tmp_path / f"{seed}.tape"
        typed |= set(play_by_random_keys("causeway", "party", tape, seed, monkeypatch).typed)
    assert {"u", "!", "?", "q", "nonsense", ""} <= typed
    assert any("by chance" in line for line in typed)
