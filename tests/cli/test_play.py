"""A person at the terminal: board, menu, taking back, ruling, leaving and resuming."""

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
from affray.cli import main, output
from affray.cli.play import screen_lines
from affray.cli.prompt import Menu
from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question
from affray.core.table import LiveTable, Player
from affray.core.tape import parse_tape
from affray.library import load
from affray.players import player_named
from affray.players.menu import END, ordered_options
from support import SCENARIOS


class Terminal:
    """Type lines at a fight; return the output and the answers on its tape."""

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
        is_named = "=" in str(more) or "--replies" in more or player.startswith("all")
        others = [] if is_named else ["--player", "all=simple"]
        assert main([*words, *others, "--player", player]) == 0
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
    assert "hits   mean   drops" in out
    assert re.search(r" 1  Attack Torben .* with the broadsword", out)
    assert "odds without optional replies" in out
    assert any(line == "Ansa: attack Torben with broadsword" for line in answers)
    lines = [line for line in out.split("\n") if ">" not in line]
    command = next(line for line in lines if "--resume" in line)  # in one piece, to be copied
    assert all(len(line) <= 80 for line in lines if line != command)


def test_the_odds_are_those_of_the_command(
    type_at: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    """The prompt, `odds` and `odds --tape` agree about an attack.

    Both fighters have seized momentum, because `odds` starts before that is rolled.
    """
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
    replied, _ = type_at("q", "first-blood", "--replies", "simple", seed=1)
    other = next(line for line in replied.split("\n") if "with the broadsword (3d12)" in line)
    assert "odds if others reply as simple players do" in replied
    assert other != row


def test_an_empty_line_answers_nothing(type_at: Terminal) -> None:
    _, once = type_at("1,q")
    _, with_empty_lines = type_at(",,1,,,q")
    assert with_empty_lines == once


def test_every_fight_is_kept_and_can_be_resumed_replayed_and_deleted(
    type_at: Terminal, fights_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--seed", "3", "--player", "blade=me", "--player", "mace=simple"]
    sys.stdin = io.StringIO("1\n")  # and then the input ends
    assert main(["fight", "first-blood", *words]) == 0
    assert "affray fights resume first-blood-3\n" in capsys.readouterr().out
    before = (fights_folder / "first-blood-3.tape").read_text()
    assert "Ansa: " in before
    # a second one does not write over the first
    sys.stdin = io.StringIO("1\n" * 400)
    assert main(["fight", "first-blood", *words]) == 0
    assert "affray fights replay first-blood-3-2" in capsys.readouterr().out
    assert main(["fights", "--json"]) == 0
    listed = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
    assert listed["first-blood-3"]["result"].startswith("round ")
    assert listed["first-blood-3-2"]["over"]
    # resuming goes on in the same file, with the same players
    sys.stdin = io.StringIO("1\n" * 400)
    assert main(["fights", "resume", "first-blood-3"]) == 0
    assert "It is over" in capsys.readouterr().out
    after = (fights_folder / "first-blood-3.tape").read_text()
    assert after.startswith(before.split("answers\n")[1], after.index("answers\n") + 8)
    assert main(["fights", "replay", "1"]) == 0
    assert "It is over" in capsys.readouterr().out
    assert main(["fights", "delete", "1", "2"]) == 0
    assert not list(fights_folder.iterdir())
    capsys.readouterr()
    assert main(["fights"]) == 0
    assert "no fight yet" in capsys.readouterr().out
    assert main(["fights", "resume", "7"]) == 2


def test_taking_back_is_a_shorter_tape(type_at: Terminal) -> None:
    _, once = type_at("1,q")
    out, back = type_at("1,undo,quit")
    assert "Taken back: Ansa: " in out
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


def test_a_ruling_is_a_form(type_at: Terminal) -> None:
    """The form asks for fighter, kind, value and an optional reason, by number or by name."""
    out, answers = type_at("!,Tor,health,3,,q")
    assert "GM rules health of Torben = 3 | a ruling" in answers
    assert "10 to 0" in out or "0 to 10" in out
    _, answers = type_at("!,2,5,1,a loose tile,q")
    assert any(line.startswith("GM rules state of Torben = standing") for line in answers)
    for left in ("!,,q", "!,Nobody,q", "!,Torben,,q", "!,Torben,health,,q"):
        _, answers = type_at(left)
        assert not [line for line in answers if line.startswith("GM")]


def test_a_ruling_that_cannot_be_is_refused_in_words_of_play(type_at: Terminal) -> None:
    out, answers = type_at("!,health is 3 = of Torben,q")
    assert "Say it like:  health of Ansa = 3 | a stone falls" in out
    assert "tape" not in out.split("Say it like")[1].split("\n")[0]
    assert not [line for line in answers if line.startswith("GM")]


def test_a_wrong_key_is_not_an_answer_and_help_says_what_is(type_at: Terminal) -> None:
    out, _ = type_at("z,help,?,q")
    assert "'z' is not among the answers; type help\n" in out
    assert re.search(r"^why NAME +say why you cannot attack NAME$", out, re.MULTILINE)
    assert "two actions" in out


@pytest.mark.parametrize("word", ["help", "look", "?", "? help", "why Torben", "reactions never"])
def test_words_never_choose_an_option(type_at: Terminal, word: str) -> None:
    _, answers = type_at(f"{word},q")
    assert not [line for line in answers if line.startswith("Ansa")]


def test_why_a_fighter_cannot_be_attacked(type_at: Terminal) -> None:
    out, _ = type_at("act Kael,why City Archer,why Nobody,q", "causeway", player="party=me")
    assert re.search(r"Attack City Archer with the rapier.*: ", out)
    assert "Type why and a name: Kael, Brynn" in out
    out, _ = type_at("why Torben,q")
    assert "Torben can be attacked or aimed at by 1, 2" in out


def test_reactions_are_asked_declined_or_left_to_a_simple_player(type_at: Terminal) -> None:
    def reactions(*more: str) -> set[str]:
        _, answers = type_at(",".join(["1"] * 300), "causeway", *more, player="all=me")
        said = {line.rpartition(": ")[2] for line in answers}
        return said & {"no", "help", "interpose", "defend"}

    assert reactions() & {"help", "interpose"}
    assert reactions("--reactions", "never") == {"no"}
    assert reactions("--reactions", "simple") & {"help", "interpose"}
    out, _ = type_at("reactions simple,help,q", "two-blades", player="all=me")
    assert "Reactions: simple." in out


def test_rule_ids_are_shown_where_they_are_wanted(
    type_at: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fight", "first-blood", "--seed", "3"]) == 0
    assert "[attack." not in capsys.readouterr().out
    assert main(["fight", "first-blood", "--seed", "3", "--rules"]) == 0
    assert "[attack." in capsys.readouterr().out


def test_the_tutorial_coaches_a_whole_fight(
    type_at: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    sys.stdin = io.StringIO("1\n" * 400)
    assert main(["tutorial", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert out.count("Coach: ") >= 4
    assert "It is over" in out


class FirstOption(Player):
    """Answers as simple does, and checks the menu of each question on the way."""

    def __init__(self, inner: Player) -> None:
        self.inner = inner
        self.asked = 0

    def decide(self, fight: Fight, question: Question) -> Option:
        self.asked += 1
        if self.asked % 7 == 0:
            check_menu(fight, question)
        answer = self.inner.decide(fight, question)
        assert isinstance(answer, Option)
        return answer


def check_menu(fight: Fight, question: Question) -> None:
    """All options are there once, in order, and the menu fits its lines."""
    menu = Menu(fight, question)
    shown = ordered_options(fight, question)
    assert sorted(one.key for one in shown) == sorted(one.key for one in question.options)
    names = [group.name for group in menu.groups]
    if END in names and len(question.options) > 1:
        assert names[-1] == END
        if len(names) > 1:
            assert all(menu.key_of(one) != "1" for one in menu.groups[-1].listed)
    roster = fight.roster()
    if question.kind == "turn":
        hostile = [one.target >= 0 and roster[one.target].side != question.side for one in shown]
        friendly = [
            0 <= one.target != question.who and roster[one.target].side == question.side
            for one in shown
        ]
        if any(hostile) and any(friendly):
            assert hostile.index(True) < friendly.index(True)
    lines = menu.lines(80, 6)
    assert all(len(line) <= 80 for line in lines)
    assert len(lines) <= 10


@pytest.mark.parametrize(("ruleset", "name"), SCENARIOS)
def test_the_order_of_options_is_the_same_everywhere(ruleset: str, name: str) -> None:
    scenario = load(name)
    simple = player_named("simple", scenario.ruleset, 0)
    players = [FirstOption(simple) for _ in scenario.sides]
    scenario.setup.new_fight(LiveTable(Dice(1), players)).play()
    assert sum(player.asked for player in players) >= 4


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
    """Two kinds of step lead to the same cells, so a place alone is ambiguous."""
    lines = ["g", "step 99,99", "step", "4,3", "step 4,3", "q"]
    out, answers = type_at("\n".join(lines).replace(",", ";"), "shield-wall", player="wall=me")
    assert "places marked •" in out
    assert "'step 99,99' is not among the answers; type a place such as free step " in out
    assert "'step' could mean step to" in out
    assert "'4,3' could mean free step to 4,3, step to 4,3; type more of it" in out
    assert [line for line in answers if line.endswith(": step to 4,3")]


def test_short_options_stand_in_columns_so_that_none_is_folded(type_at: Terminal) -> None:
    """Nine models to choose from, beside a map of twelve rows: all of them fit on 24 lines."""
    out, _ = type_at("q", "nine-against-nine", player="north=me")
    menu = out.split("which model acts?\n")[1].split(" >")[0]
    assert len(re.findall(r"\d  North [a-z0-9 ]+ acts", menu)) == 9
    assert len(menu.split("\n")) == 6
    assert "free" not in menu


def test_a_name_and_its_health_are_shown_before_anything_else(type_at: Terminal) -> None:
    out, _ = type_at("q", "shield-wall", player="wall=me")
    board = out.split("can be reached")[0]
    for number in (1, 2, 3, 4):
        assert f"Shield-bearer {number} 12/12 " in board
    out, _ = type_at("q", "lances-and-spears", player="spears=me")  # below a wide map
    assert "Sir Mallory's warhorse 30/30" in out.split("what now?")[0]


def test_the_first_question_of_a_fight_fits_the_screen(
    type_at: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line on how odds are meant, and the coach's, take their room from the menu."""
    monkeypatch.setenv("LINES", "24")
    out, _ = type_at("act Kael,1,q", "causeway", player="party=me")
    last = out.split("Kael acts\n")[-1]
    shown = last[last.index("┌") :].split("a number, a word or help >")[1]
    assert "odds without optional replies" in shown
    assert len(shown[shown.index("┌") :].split("\n")) <= 24  # with the line to type in


def test_a_narrow_terminal_shows_whom_an_attack_is_on(
    type_at: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On 40 columns the chance to hit stays, and the rest of the line is the attack's."""
    monkeypatch.setattr(output.console, "width", 40)
    out, _ = type_at("act Kael,1,q", "causeway", player="party=me")
    scene = out[out.rindex("Kael: what now?") :].split("help >")[0]
    assert re.search(r"^  1  Attack City Spearman with… +92.3 %$", scene, re.MULTILINE)
    assert "drops" not in scene
    assert all(len(line) <= 40 for line in scene.split("\n"))


def test_plain_mode_says_the_board_in_sentences(type_at: Terminal) -> None:
    out, _ = type_at("q", "causeway", "--plain", player="party=me")
    assert "causeway, exit; next to collapsed archway, rubble pile: A Kael, B Brynn, C Sira." in out
    assert "A Kael: 6 of 6." in out
    assert not set("┌│█") & set(out)


def test_plain_mode_says_a_grid_once_and_its_areas_together(type_at: Terminal) -> None:
    """Plain mode is for screen readers: ground once, options, odds and places in words."""
    out, _ = type_at("1,q", "ogre-at-the-bridge", "--plain", player="all=me")
    assert out.count("Solid: 7,0 to 8,1; 7,7 to 8,8.") == 1
    assert "Walls by the upper left corners of cells: 6,2 to 10,2; 6,7 to 10,7." in out
    assert out.count("A Aldo: 11 of 11, at 2,3, 3 AP.") == 2
    assert re.search(r"\d  Shoot at Ogre 1 with the hunting-bow  \(2 AP\): hits 71.8 %", out)
    assert "Step: 27 places (0,1 to 3,3; 1,4 to 3,7; 0,5 to 0,7)" in out
    assert "•" not in out


@pytest.mark.parametrize("scenario", ["ogre-at-the-bridge", "goblin-gang", "gatehouse", "causeway"])
@pytest.mark.parametrize("more", [(), ("--plain",)])
def test_every_kind_of_board_is_drawn(
    type_at: Terminal, scenario: str, more: tuple[str, ...]
) -> None:
    out, _ = type_at("q", scenario, *more, player="all=me")
    assert "a number, a word or help >" in out
    assert not [line for line in out.split("\n") if len(line) > 80 and "--resume" not in line]
    assert not [line for line in out.split("\n") if line.endswith(" ") and "help >" not in line]


def test_the_board_marks_where_a_move_can_go(type_at: Terminal) -> None:
    """The ground stays to be seen: cover is + with the mark behind it."""
    out, _ = type_at("move,q", "goblin-gang", player="all=me")
    before, after = out.split("Move, up to the base rate\n", 1)
    assert "•" not in before
    assert " 4 # • B • A • • # #" in after
    assert " 2 # • • • +•• •" in after
    assert "Go: 38 places marked •" in after
    assert "type 5,4" in after


def test_two_kinds_of_move_have_two_signs(type_at: Terminal) -> None:
    out, _ = type_at("g,q", "ogre-at-the-bridge", player="all=me")
    assert "movement (41): free step to 14 places •, step to 27 places •◦" in out
    assert "Free step: 14 places marked • (free); type free step" in out
    assert "Step: 27 places marked • or ◦ (1 AP a space); type step 2,6" in out
    assert " 1 ◦ ◦ ◦ ◦ · · · #" in out
    assert " 2 • • • ◦ · · · ·" in out
    assert "walls by the upper left corners of cells: 6,2 to 10,2; 6,7 to 10,7" in out


def test_a_line_that_is_no_key_is_an_option_by_name(type_at: Terminal) -> None:
    """The whole line counts, not its first letter."""
    out, answers = type_at("act Brynn,q", "causeway", player="party=me")
    assert "party: act Brynn" in answers
    assert "Brynn acts" in out
    out, answers = type_at("a,q", "causeway", player="party=me")
    assert "'a' is not among the answers" in out
    assert "type more of it" not in out
    assert not [line for line in answers if line.startswith("party")]


def test_rules_are_found_by_their_words(type_at: Terminal) -> None:
    out, _ = type_at("? momentum,? zeppelin,q", "causeway", player="party=me")
    assert "rounds.momentum (combat chapter)\n    " in out
    assert "no rule has 'zeppelin' in it" in out
    out, _ = type_at("? slow start,q", "causeway", player="party=me")
    assert "on a failure one: a slow start" in " ".join(out.split())
    out, _ = type_at("? fewer actions when wounded,q", "causeway", player="party=me")
    assert "health.wounded" in out


def test_the_command_to_go_on_is_in_one_piece(
    type_at: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    sys.stdin = io.StringIO("q\n")
    words = ["--player", "company=me", "--player", "garrison=me", "--player", "gm=simple"]
    assert main(["fight", "gatehouse", "--seed", "3", "--tape", "mine.tape", *words]) == 0
    again = " ".join(words)
    assert f"affray fight --resume mine.tape {again}\n" in capsys.readouterr().out


def test_a_person_as_game_master_is_asked_what_is_theirs(type_at: Terminal) -> None:
    """Improvising is the game master's to judge: asked with a line that says what it is about."""
    out, answers = type_at("improvise,,1,q", "first-blood", "--player", "gm=me")
    assert "The game master decides: Ansa tries something. What comes of it?" in out
    assert any(line.startswith("GM: ") for line in answers)


def test_other_game_masters_answer_by_themselves(type_at: Terminal) -> None:
    for name in ("simple", "passive"):
        out, answers = type_at("improvise,,q", "first-blood", "--player", f"gm={name}")
        assert "The game master decides:" not in out
        assert any(line.startswith("Ansa: improvise") for line in answers)


class RealTerminal:
    """A fight in a pseudo-terminal, with typed keys and the text on the screen."""

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
        """Read until the screen's text ends with `ending`."""
        deadline = time.monotonic() + 240
        while not self.seen.rstrip().endswith(ending):
            assert time.monotonic() < deadline, self.seen
            assert self.read(), self.seen

    def type(self, keys: str, ending: str) -> None:
        """Type keys and read until the screen's text ends with `ending`."""
        self.seen = ""
        os.write(self.master, keys.encode())
        self.wait_for(ending)

    def read(self) -> bool:
        """Read the output that comes within a moment; return False at its end."""
        ready, _, _ = select.select([self.master], [], [], 0.5)
        if ready:
            try:
                self.seen += os.read(self.master, 65536).decode("utf-8", "replace")
            except OSError:  # the other end is closed
                return False
        return True

    def leave(self) -> None:
        """Type quit and wait for the end."""
        os.write(self.master, b"quit\r")
        while self.read():
            pass
        os.close(self.master)
        assert self.process.wait() == 0, self.seen


PROMPT_END = "help >"


def test_lines_at_a_real_terminal(tmp_path: Path) -> None:
    """A line and Enter is one answer, Enter alone is none, and Tab completes a name."""
    tape = tmp_path / "a.tape"
    words = ["first-blood", "--seed", "3", "--player", "blade=me", "--tape", str(tape)]
    terminal = RealTerminal("fight", *words, "--player", "mace=simple")
    terminal.wait_for(PROMPT_END)
    terminal.type("\r", PROMPT_END)
    terminal.type("é\r", PROMPT_END)
    assert terminal.seen.count("is not among the answers") == 1
    terminal.type("? momentum\r", PROMPT_END)
    assert "rounds.momentum" in terminal.seen
    terminal.type("attack Torben with br\t\r", PROMPT_END)
    terminal.type("!\r", ">")
    terminal.type("health of Torben = 1 | a loose tile\r", PROMPT_END)
    assert "a loose tile" in terminal.seen
    terminal.leave()
    answers = [one.text() for one in parse_tape(tape.read_text()).answers]
    assert sum(line.startswith("Ansa: ") for line in answers) == 1
    assert answers[-1] == "GM rules health of Torben = 1 | a loose tile"


class Watcher(Player):
    """Answers as simple does, and measures the screen of each question on the way."""

    def __init__(self, inner: Player) -> None:
        self.inner = inner
        self.asked = 0
        self.heights: list[int] = []

    def decide(self, fight: Fight, question: Question) -> Option:
        self.asked += 1
        if self.asked % 5 == 1:
            menu = Menu(fight, question)
            scene, options = screen_lines(fight, menu, 80, 24, True)
            lines = [*scene, *options]
            assert all(len(line.plain.rstrip()) <= 80 for line in lines)
            self.heights.append(len(lines) + 2)
        answer = self.inner.decide(fight, question)
        assert isinstance(answer, Option)
        return answer


@pytest.mark.parametrize(("ruleset", "name"), SCENARIOS)
def test_a_question_fits_80_by_24(ruleset: str, name: str) -> None:
    """The board, the question, its options and the line to type in."""
    scenario = load(name)
    watcher = Watcher(player_named("simple", scenario.ruleset, 0))
    scenario.setup.new_fight(LiveTable(Dice(2), [watcher for _ in scenario.sides])).play()
    assert max(watcher.heights) <= 24
