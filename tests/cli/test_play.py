"""A person at the terminal: the board, keys, taking back, ruling, leaving, and a tape that is never
behind."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

import affray
from affray.cli import main
from affray.cli.play import ruling_kinds
from affray.cli.prompt import ESCAPE_SECONDS
from affray.core.tape import TapeTable, parse_tape
from affray.library import load, package_of, ruleset_names, toml_files


class Terminal:
    """Types lines at a fight, and gives what was printed and the tape that was kept."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.tape = folder / "mine.tape"
        self.capsys = capsys

    def __call__(
        self, lines: str, *more: str, player: str = "blade=me", seed: int = 3
    ) -> tuple[str, list[str]]:
        sys.stdin = io.StringIO("\n".join(lines.split(",")).replace(";", ",") + "\n")
        words = [
            "fight",
            *(more or ("first-blood",)),
            "--seed",
            str(seed),
            "--tape",
            str(self.tape),
        ]
        assert main([*words, "--player", player]) == 0
        answers = parse_tape(self.tape.read_text()).answers
        return self.capsys.readouterr().out, [answer.text() for answer in answers]


@pytest.fixture
def type_at(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Terminal:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdin", sys.stdin)
    monkeypatch.chdir(tmp_path)
    return Terminal(tmp_path, capsys)


def test_options_have_their_odds_and_a_key_each(type_at: Terminal) -> None:
    out, answers = type_at("1,q")
    assert "hits  mean   drops" in out
    assert "1  Attack Torben with the broadsword (3d12)" in out
    assert "odds if others reply as simple players do" in out
    assert any(line == "Ansa: attack Torben with broadsword" for line in answers)
    lines = [line for line in out.split("\n") if ">" not in line]
    command = next(line for line in lines if "--resume" in line)  # in one piece, to be copied
    assert all(len(line) <= 80 for line in lines if line != command)


def test_the_odds_are_those_of_the_command(
    type_at: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the same assumption the prompt, `odds` and `odds --tape` say the same of one attack, in a
    fight where both have seized momentum (`odds` takes them as they are before that is rolled)."""
    out, _ = type_at("q", seed=1)
    assert main(["odds", "first-blood", "--json"]) == 0
    by_command = json.loads(capsys.readouterr().out)
    row = next(line for line in out.split("\n") if "with the broadsword (3d12)" in line)
    assert f"{by_command['hit'] * 100:.1f} %" in row
    assert f"{by_command['mean']:.2f}" in row
    assert main(["odds", "--tape", str(type_at.tape), "--json"]) == 0
    options = json.loads(capsys.readouterr().out)["options"]
    attack = next(one for one in options if one["option"] == "attack Torben with broadsword")
    assert attack["harm"]["Torben"] == pytest.approx(by_command["mean"])
    passive, _ = type_at("q", "first-blood", "--replies", "passive", seed=1)
    other = next(line for line in passive.split("\n") if "with the broadsword (3d12)" in line)
    assert "odds if nobody reacts" in passive
    assert other != row


def test_an_empty_line_answers_nothing(type_at: Terminal) -> None:
    _, once = type_at("1,q")
    _, with_empty_lines = type_at(",,1,,,q")
    assert with_empty_lines == once


def test_leaving_keeps_the_fight_and_says_how_to_go_on(
    type_at: Terminal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sys.stdin = io.StringIO("1\n")  # and then the input ends
    assert main(["fight", "first-blood", "--seed", "3", "--player", "blade=me"]) == 0
    out = capsys.readouterr().out
    assert "affray fight --resume first-blood-3.tape --player blade=me" in out
    assert "Seed" not in out
    kept = parse_tape((tmp_path / "first-blood-3.tape").read_text()).answers
    assert any(answer.who == "Ansa" for answer in kept)
    # a second one that is left does not write over the first
    sys.stdin = io.StringIO("q\n")
    assert main(["fight", "first-blood", "--seed", "3", "--player", "blade=me"]) == 0
    assert (tmp_path / "first-blood-3-2.tape").exists()


def test_a_fight_that_ends_leaves_no_file_behind(type_at: Terminal, tmp_path: Path) -> None:
    sys.stdin = io.StringIO("1\n" * 400)
    assert main(["fight", "first-blood", "--seed", "3", "--player", "blade=me"]) == 0
    assert not list(tmp_path.glob("first-blood*"))


def test_taking_back_is_a_shorter_tape(type_at: Terminal) -> None:
    _, once = type_at("1,q")
    out, back = type_at("1,u,q")
    assert "Taken back." in out
    assert not [line for line in back if line.startswith("Ansa")]
    assert len(back) < len(once)


def test_nothing_of_ones_own_to_take_back(type_at: Terminal) -> None:
    out, _ = type_at("u,q")
    assert "nothing of yours" in out


def test_ruling_at_the_terminal(type_at: Terminal) -> None:
    out, answers = type_at("!,health of Torben = 1 | a loose tile,q")
    assert "a loose tile" in out
    assert "GM rules health of Torben = 1 | a loose tile" in answers
    out, answers = type_at("!,health of Torben = 99 | too much,q")
    assert "from 0 to 10" in out
    assert not [line for line in answers if line.startswith("GM")]


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_the_help_lists_every_kind_of_ruling(ruleset: str) -> None:
    name = next(iter(toml_files(package_of(ruleset), "scenarios")))
    kinds = ruling_kinds(load(name).setup.new_fight(TapeTable([])))
    assert {"health", "place", "condition", "gear", "state"} <= set(kinds)
    assert all(kinds.values())


def test_a_wrong_key_is_not_an_answer_and_help_has_the_rules(type_at: Terminal) -> None:
    out, _ = type_at("z,?,q")
    assert "'z' is not among the answers" in out
    assert "End the turn: actions.two" in out
    assert "A fighter has two actions" in out or "two actions" in out


def test_a_fight_is_resumed_from_its_tape(
    type_at: Terminal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, before = type_at("1,q")
    assert main(["fight", "--resume", str(tmp_path / "mine.tape"), "--seed", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["over"]
    _, after = type_at("1,q", "--resume", str(tmp_path / "mine.tape"))
    assert after[: len(before)] == before


def test_a_whole_fight_by_the_first_key(type_at: Terminal) -> None:
    out, answers = type_at(",".join(["1"] * 400))
    assert "It is over" in out
    assert [line for line in answers if line.startswith("Ansa: ")]


def test_places_are_chosen_by_name_on_a_grid(type_at: Terminal) -> None:
    """Olde's steps lead to many cells: one is named after the verb; the place by itself would do
    where only one option goes there."""
    lines = ["step 99,99", "step", "4,3", "step 4,3", "q"]
    out, answers = type_at("\n".join(lines).replace(",", ";"), "shield-wall", player="wall=me")
    assert "places marked • on the board" in out
    assert "'step 99,99' is not among the answers" in out
    assert "'step' could mean step to" in out
    assert "'4,3' could mean free step to 4,3, step to 4,3; type more of it" in out
    assert [line for line in answers if line.endswith(": step to 4,3")]


def test_plain_mode_says_the_board_in_sentences(type_at: Terminal) -> None:
    out, _ = type_at("q", "causeway", "--plain", player="party=me")
    assert "causeway, exit; next to collapsed archway, rubble pile: A Kael, B Brynn, C Sira." in out
    assert "A Kael: 6 of 6." in out
    assert not set("┌│█") & set(out)


def test_plain_mode_says_a_grid_once_and_its_areas_together(type_at: Terminal) -> None:
    """For who listens: walls and solid ground by their areas, once; options and their odds in
    sentences; places that can be named in words, since there is no board to mark."""
    out, _ = type_at("1,q", "ogre-at-the-bridge", "--plain", player="all=me")
    assert out.count("Solid: 7,0 to 8,1; 7,7 to 8,8.") == 1
    assert "Walls by the upper left corners of cells: 6,2 to 10,2; 6,7 to 10,7." in out
    assert out.count("A Aldo: 11 of 11, at 2,3, 3 AP.") == 2
    assert re.search(r"2  Shoot at Ogre 1 with the hunting-bow  \(2 AP\): hits 71.8 %", out)
    assert "27 places: 0,1 to 3,3; 1,4 to 3,7; 0,5 to 0,7; type the place after step" in out
    assert "•" not in out


@pytest.mark.parametrize("scenario", ["ogre-at-the-bridge", "goblin-gang", "gatehouse", "causeway"])
@pytest.mark.parametrize("more", [(), ("--plain",)])
def test_every_kind_of_board_is_drawn(
    type_at: Terminal, scenario: str, more: tuple[str, ...]
) -> None:
    out, _ = type_at("q", scenario, *more, player="all=me")
    assert "q leaves" in out
    assert not [line for line in out.split("\n") if len(line) > 80 and "--resume" not in line]
    assert not [line for line in out.split("\n") if line.endswith(" ") and "q leaves" not in line]


def test_the_board_marks_where_a_move_can_go(type_at: Terminal) -> None:
    """Also where nothing has changed since it was drawn last."""
    out, _ = type_at("4,q", "goblin-gang", player="all=me")
    before, after = out.split("Move, up to the base rate\n")
    assert "•" not in before
    assert " 4 # • B • A • • # #" in after
    assert "38 places marked • on the board; type the place, such as 5,4" in after


def test_two_kinds_of_move_have_two_signs(type_at: Terminal) -> None:
    out, _ = type_at("q", "ogre-at-the-bridge", player="all=me")
    assert "14 places marked • on the board" in out
    assert "27 places marked • or ◦ on the board" in out
    assert " 1 ◦ ◦ ◦ ◦ · · · #" in out
    assert " 2 • • • ◦ · · · ·" in out
    assert "walls by the upper left corners of cells: 6,2 to 10,2; 6,7 to 10,7" in out


def test_a_line_that_is_no_key_is_an_option_by_name(type_at: Terminal) -> None:
    """Where lines are read a whole one counts, and not its first letter."""
    out, answers = type_at("act Brynn,q", "causeway", player="party=me")
    assert "party: act Brynn" in answers
    assert "Brynn acts" in out
    out, answers = type_at("a,q", "causeway", player="party=me")
    assert "'a' is not among the answers" in out
    assert "type more of it" not in out
    assert not [line for line in answers if line.startswith("party")]


def test_the_text_of_any_rule_by_part_of_its_name(type_at: Terminal) -> None:
    out, _ = type_at("? momentum,? no-such-rule,q", "causeway", player="party=me")
    assert "rounds.momentum\n    " in out
    assert "rounds.sides\n    " not in out
    assert "no rule has 'no-such-rule' in its name" in out


def test_what_a_ruling_can_be_is_told_by_name(type_at: Terminal) -> None:
    out, _ = type_at("!,,q", "causeway", player="party=me")
    assert "place: collapsed archway, causeway, rubble pile" in out
    assert "'?'" not in out


def test_the_command_to_go_on_is_in_one_piece(
    type_at: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    sys.stdin = io.StringIO("q\n")
    words = ["--player", "company=me", "--player", "garrison=me", "--player", "gm=simple"]
    assert main(["fight", "gatehouse", "--seed", "3", *words]) == 0
    again = " ".join(words)
    assert f"affray fight --resume gatehouse-3.tape {again}\n" in capsys.readouterr().out


def test_a_person_as_game_master_is_asked_what_is_theirs(type_at: Terminal) -> None:
    """Improvising is the game master's to judge: asked with a line that says what it is about."""
    out, answers = type_at("6,,1,q", "first-blood", "--player", "gm=me")
    assert "The game master decides: Ansa tries something. What comes of it?" in out
    assert any(line.startswith("GM: ") for line in answers)


def test_other_game_masters_answer_by_themselves(type_at: Terminal) -> None:
    for name in ("simple", "passive"):
        out, answers = type_at("6,,q", "first-blood", "--player", f"gm={name}")
        assert "The game master decides:" not in out
        assert any(line.startswith("Ansa: improvise") for line in answers)


class RealTerminal:
    """A fight at a terminal of its own: what is typed there, and what is seen."""

    def __init__(self, *words: str) -> None:
        self.master, slave = pty.openpty()
        package = str(Path(affray.__file__).parents[1])
        paths = os.pathsep.join([package, os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "affray", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "PYTHONPATH": paths, "COLUMNS": "80", "TERM": "dumb"},
        )
        os.close(slave)
        self.seen = ""

    def wait_for(self, ending: str) -> None:
        """Reads until what is seen ends so."""
        deadline = time.monotonic() + 240
        while not self.seen.rstrip().endswith(ending):
            assert time.monotonic() < deadline, self.seen
            assert self.read(), self.seen

    def type(self, keys: str, ending: str) -> None:
        """Types something and reads until what is seen then ends so."""
        self.seen = ""
        os.write(self.master, keys.encode())
        self.wait_for(ending)

    def read(self) -> bool:
        """Reads what is there, if anything comes within a moment; False at its end."""
        ready, _, _ = select.select([self.master], [], [], 0.5)
        if ready:
            try:
                self.seen += os.read(self.master, 65536).decode("utf-8", "replace")
            except OSError:  # the other end is closed
                return False
        return True

    def leave(self) -> None:
        """Types q and waits for the end."""
        os.write(self.master, b"q")
        while self.read():
            pass
        os.close(self.master)
        assert self.process.wait() == 0, self.seen


PROMPT_END = "q leaves) >"


def test_enter_after_a_single_key_does_not_answer_the_next_question(tmp_path: Path) -> None:
    """At a real terminal: a key and Enter out of habit is one answer, not two, whether a key or a
    line is read next."""
    tape = tmp_path / "a.tape"
    words = ["first-blood", "--seed", "3", "--player", "blade=me", "--tape", str(tape)]
    terminal = RealTerminal("fight", *words)
    terminal.wait_for(PROMPT_END)
    terminal.type("1\r", PROMPT_END)
    terminal.type("!\r", "GM rules")
    terminal.type("health of Torben = 1 | a loose tile\r", PROMPT_END)
    assert "a loose tile" in terminal.seen
    terminal.leave()
    answers = [one.text() for one in parse_tape(tape.read_text()).answers]
    assert sum(line.startswith("Ansa: ") for line in answers) == 1
    assert answers[-1] == "GM rules health of Torben = 1 | a loose tile"


def test_keys_at_a_real_terminal(tmp_path: Path) -> None:
    """Escape by itself and an arrow are passed over and swallow nothing, a letter of several bytes
    is one key, and ? asks for a rule by name."""
    tape = tmp_path / "a.tape"
    words = ["first-blood", "--seed", "3", "--player", "blade=me", "--tape", str(tape)]
    terminal = RealTerminal("fight", *words)
    terminal.wait_for(PROMPT_END)
    terminal.type("é", PROMPT_END)
    assert terminal.seen.count("is not among the answers") == 1
    os.write(terminal.master, b"\x1b")
    time.sleep(10 * ESCAPE_SECONDS)  # a person is never as fast as the rest of an arrow
    terminal.type("?", ">")
    terminal.type("momentum\r", PROMPT_END)
    assert "rounds.momentum" in terminal.seen
    os.write(terminal.master, b"\x1b[A")
    time.sleep(10 * ESCAPE_SECONDS)
    terminal.type("?", ">")
    terminal.type("\r", PROMPT_END)
    assert "End the turn: actions.two" in terminal.seen
    terminal.leave()
    answers = [one.text() for one in parse_tape(tape.read_text()).answers]
    assert not [line for line in answers if line.startswith("Ansa: ")]
